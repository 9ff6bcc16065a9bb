package main

import (
	"fmt"
	"unsafe"
	"wgfft"

	"wgfft/internal/npy"
)

// noteLost notes numbers of a file that are infinite, NaN, or out of the range of float32.
func noteLost[T npy.Element](a *app, name string, array npy.Array[T]) {
	values := len(array.Data)
	if !array.Real() {
		values *= 2
	}
	note := func(n int, what string) {
		if n > 0 {
			a.note("%s: %s %s", displayName(name), shareOf(n, values, "value"), what)
		}
	}
	note(array.Lost.NotFinite, "infinite or NaN")
	note(array.Lost.Infinite, "too large for float32 and became infinite")
	note(array.Lost.Zero, "too small for float32 and became 0")
}

// noteOverflow notes results that are not finite although all inputs are.
func noteOverflow[T npy.Element](a *app, data []T, from ...npy.Lost) {
	for _, l := range from {
		if l.NotFinite+l.Infinite > 0 {
			return
		}
	}
	n := 0
	for _, v := range data {
		if v-v != 0 {
			n++
		}
	}
	if n > 0 {
		a.note("%s too large for float%d", shareOf(n, len(data), "result"), bits[T]())
	}
}

// bits returns the size of a real number of type T, or of the real part of a complex one.
func bits[T npy.Element]() int {
	switch any(*new(T)).(type) {
	case float32, complex64:
		return 32
	}
	return 64
}

// pointBytes returns the size of a complex point.
func pointBytes[C wgfft.Complex]() int64 { return int64(unsafe.Sizeof(*new(C))) }

// noteNotFinite notes audio samples that are infinite or NaN.
func (a *app) noteNotFinite(name string, notFinite, of int) {
	if notFinite > 0 {
		a.note("%s: %s infinite or NaN; windows with such samples are drawn as silence",
			displayName(name), shareOf(notFinite, of, "sample"))
	}
}

// shareOf returns "n of N things are".
func shareOf(n, of int, what string) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%d of %s %s", n, count(of, what), verb)
}
