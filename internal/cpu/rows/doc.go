// Package rows transforms single rows, for package cpu. It uses github.com/cwbudde/algo-fft. In web pages it uses
// package dft instead, because a page downloads the program and algo-fft would make it larger.
package rows
