// Package tables computes the tables that kernels read. Constants, such as twiddles and the indices
// of Rader stages, follow from the kernel. The caller of the kernel gives the other tables: chirps
// of Bluestein's algorithm, their spectra, and spectra of convolution kernels.
//
// A [Recipe] describes a table. Its entries are computed in float64 and rounded once to the number
// format of the kernel. The spectra of convolution kernels are computed in double-double for
// transforms in double precision.
package tables
