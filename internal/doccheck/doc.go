// Package doccheck tests the Markdown documents of the module. Each block of Go code compiles, each whole
// program runs on the CPU engine, and each link to a file of the repository leads to a file.
//
// A block that starts with "package" is a whole program. Any other block is the inside of a function that returns an
// error and has ctx and eng; a comment before the block declares further variables:
//
//	<!-- given: dst, src []complex64 -->
package doccheck
