// Package rows transforms single rows, for package cpu. It is github.com/cwbudde/algo-fft, except in web pages:
// there package dft takes its place, because a page loads the program, and algo-fft adds half a megabyte to it.
package rows
