// Package engine does jobs on host slices and GPU buffers: transforms, convolutions and filters.
//
// A [Job] is the work for one array, and is done for any number of arrays at once. Three engines do
// jobs on host slices: [GPU], [CPU], and [Router], which chooses one of the two for each job. A
// [Resident] is a transform or a convolution of GPU buffers, and a [ResidentFilter] a transform, a
// product and the inverse transform.
//
// The package works on the types of package plan. Package wgfft has the types, the documentation
// and the checks of the public API.
package engine
