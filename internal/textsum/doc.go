// Package textsum tests that plans and kernels do not change. Its file testdata/texts.sum has one
// row for each of about 12,000 transforms, convolutions and shipped kernels. A row is the plan as
// text and a hash of each kernel's WGSL.
//
// The hash is taken of a normal form of the text. It does not depend on comments, names, redundant
// brackets and the order of functions. It changes if a kernel computes something else. A commit that
// changes plans or kernels on purpose writes the file again, and lists in its message the rows that
// changed, with the reason:
//
//	go test ./internal/textsum -update
//
// A run checks shard 0 of 32. WGFFT_SHARD=k/n chooses shard k of n, and WGFFT_ALL=1 checks all rows.
package textsum
