// Package tables computes the tables that kernels read. Constants, such as twiddles and the indices
// of Rader stages, follow from the kernel. Others are given by the caller of the kernel: chirps of
// Bluestein's algorithm, their spectra, and spectra of convolution kernels.
//
// A [Recipe] describes a table. Its entries are computed in float64 and rounded once, as the number
// format of the kernel has them. The spectra of convolution kernels are computed in double-double for
// transforms in double precision.
package tables
