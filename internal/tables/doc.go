// Package tables computes the constant tables that kernels read: twiddles and roots, indices of Rader
// stages, chirps of Bluestein's algorithm, and spectra of convolution kernels.
//
// A [Recipe] describes a table. Its words are computed in float64 and rounded once.
package tables
