// Package npy reads and writes NumPy's .npy files: one array of numbers with its shape.
//
// # The format
//
// A file is a header and the elements, with nothing between or after:
//
//	offset  bytes  meaning
//	0       6      magic "\x93NUMPY"
//	6       2      version: major, minor
//	8       2 | 4  length L of the text: uint16 in version 1, uint32 in 2 and 3, little-endian
//	10 | 12 L      a Python dictionary with the keys descr, fortran_order and shape, then spaces and '\n'
//	...            the elements, without padding
//
// Version 3 differs from 2 only in that the text is UTF-8, which matters for field names alone.
// With shape (d_0, ..., d_(m-1)) the element of index (i_0, ..., i_(m-1)) is number
//
//	C order:        ((i_0 d_1 + i_1) d_2 + i_2) ...        the last axis is contiguous
//	Fortran order:  i_0 + d_0 (i_1 + d_1 (i_2 + ...))      the first axis is contiguous
//
// An empty shape is one element, and a zero in the shape means no elements. The descr may be <c8, <c16,
// <f4, <f8, or one of these with > instead of <. [Read] returns elements of type T in C order. T is
// float32, float64, complex64 or complex128, and need not be the type in the file:
//
//	file       T          element
//	real       complex    the imaginary part is 0
//	complex    real       error of kind ErrDType
//	64 bits    32 bits    rounded once; above 3.4e38 infinite
//	32 bits    64 bits    exact
//
// A program that chooses T by the type in the file calls [ReadHeader] and [ReadData].
//
// # Hostile input
//
// The header's numbers are not trusted. The text is limited to [MaxHeader] bytes, and the product
// of the shape is checked for overflow before it is used. The result grows with the bytes that
// arrive. It is allocated in one piece only if the reader can seek and has that many bytes.
//
// # Why not github.com/sbinet/npyio
//
// At v0.6.0 its Reader panics for a header without a line end, a header length beyond the file, or
// keys in another order. A shape of 2^28 float64 in a file of 80 bytes allocates 2 GiB. Truncated
// data comes back as zeros with a nil error. A negative dimension or a product that overflows gives
// an empty array with a nil error. Version 3 is refused. All these faults are in its header parser
// and its read loop, which are the parts that this module would use.
//
// References: NEP 1, "A simple file format for NumPy arrays"; numpy.lib.format.
package npy
