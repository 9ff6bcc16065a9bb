package main

import (
	"fmt"

	"wgfft/internal/npy"
)

// readArray reads a .npy file, and tells of numbers that single precision can't hold.
func readArray(a *app, name string) (npy.Array, error) {
	array, err := read(a, name, npy.Read)
	values := len(array.Data)
	if !array.Real() {
		values *= 2
	}
	a.noteLost(name, array.Lost, values)
	return array, err
}

// readReal is readArray for real numbers.
func readReal(a *app, name string) (npy.RealArray, error) {
	array, err := read(a, name, npy.ReadReal)
	a.noteLost(name, array.Lost, len(array.Data))
	return array, err
}

// tellLost tells of the numbers of a file that are not finite, or not in single precision.
func (a *app) noteLost(name string, lost npy.Lost, of int) {
	tell := func(n int, what string) {
		if n > 0 {
			a.note("%s: %s %s", displayName(name), shareOf(n, of, "value"), what)
		}
	}
	tell(lost.NotFinite, "infinite or not a number")
	tell(lost.Infinite, "beyond single precision's range and became infinite")
	tell(lost.Zero, "below single precision's range and became 0")
}

// tellOverflow tells of results that are not finite though all values of the files are.
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
		a.note("%s beyond single precision's range", shareOf(n, len(data), "result"))
	}
}

// tellNotFinite tells of samples of a sound that are no finite numbers.
func (a *app) noteNotFinite(name string, notFinite, of int) {
	if notFinite > 0 {
		a.note("%s: %s infinite or not a number; the windows with them are drawn as silence", displayName(name), shareOf(notFinite, of, "sample"))
	}
}

// share is a number of all things, with the verb.
func shareOf(n, of int, what string) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%d of %s %s", n, count(of, what), verb)
}
