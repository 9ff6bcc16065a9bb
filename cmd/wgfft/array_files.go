package main

import (
	"fmt"

	"wgfft/internal/npy"
)

// readArray reads a .npy file. It notes values that float32 cannot represent.
func readArray(a *app, name string) (npy.Array, error) {
	array, err := read(a, name, npy.Read)
	values := len(array.Data)
	if !array.Real() {
		values *= 2
	}
	a.noteLost(name, array.Lost, values)
	return array, err
}

// readReal is like readArray, for real arrays.
func readReal(a *app, name string) (npy.RealArray, error) {
	array, err := read(a, name, npy.ReadReal)
	a.noteLost(name, array.Lost, len(array.Data))
	return array, err
}

// noteLost notes values of a file that are infinite, NaN, or out of the range of float32.
func (a *app) noteLost(name string, lost npy.Lost, of int) {
	note := func(n int, what string) {
		if n > 0 {
			a.note("%s: %s %s", displayName(name), shareOf(n, of, "value"), what)
		}
	}
	note(lost.NotFinite, "infinite or NaN")
	note(lost.Infinite, "too large for float32 and became infinite")
	note(lost.Zero, "too small for float32 and became 0")
}

// noteOverflow notes results that are not finite although all inputs are.
func noteOverflow[T float32 | complex64](a *app, data []T, from ...npy.Lost) {
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
		a.note("%s too large for float32", shareOf(n, len(data), "result"))
	}
}

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
