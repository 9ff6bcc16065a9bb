package main

import (
	"fmt"

	"wgfft/internal/npy"
)

// readArray reads a .npy file, and tells of numbers that single precision can't hold.
func readArray(a *app, name string) (npy.Array, error) {
	array, err := read(a, name, npy.Read)
	a.tellLost(name, array.Lost)
	return array, err
}

// readReal is readArray for real numbers.
func readReal(a *app, name string) (npy.RealArray, error) {
	array, err := read(a, name, npy.ReadReal)
	a.tellLost(name, array.Lost)
	return array, err
}

func (a *app) tellLost(name string, lost npy.Lost) {
	if lost.Infinite > 0 {
		a.note("%s: %s beyond the range of single precision became infinite", title(name), count(lost.Infinite, "number"))
	}
	if lost.Zero > 0 {
		a.note("%s: %s below the range of single precision became 0", title(name), count(lost.Zero, "number"))
	}
}

// tellNotFinite tells of samples of a sound that are no finite numbers.
func (a *app) tellNotFinite(name string, notFinite int) {
	if notFinite > 0 {
		a.note("%s: %s infinite or not a number: the windows with them are drawn as silence", title(name), are(notFinite, "sample"))
	}
}

// are is a number of things with the verb.
func are(n int, what string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s is", what)
	}
	return count(n, what) + " are"
}
