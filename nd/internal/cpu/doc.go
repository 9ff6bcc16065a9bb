// Package cpu computes the steps of package nd on the processor. A [Machine] computes kernels block by block: each
// instruction is a loop over the elements of a block, which fit the cache of a core. Transforms are plans of the
// engine.
package cpu
