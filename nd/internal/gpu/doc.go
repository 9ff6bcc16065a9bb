// Package gpu computes the steps of package nd on a GPU. A [Machine] writes kernels as WGSL, compiles each structure of
// a kernel once, and records a step into one encoder. Transforms are resident plans of the engine. Kernels in the load
// or the store of a transform become parts of its own kernels.
package gpu
