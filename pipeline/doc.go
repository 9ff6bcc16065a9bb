// Package pipeline runs schedules on a device. It knows no transform: a plan.Schedule lists the kernels, their
// buffers and their order. This package compiles each kernel once, computes each table once, reuses scratch and
// staging memory, and dispatches the passes.
//
// There are three entry points:
//
//   - [Program.Encode] records the passes into an encoder, which may belong to the caller.
//   - [Program.Run] submits the passes on GPU buffers and waits for the result.
//   - [Engine.Stream] transforms host slices. The data travel in parts through a ring of mapped staging buffers.
//     The host fills one part and empties another while the GPU works on the parts between.
//
// A [Filter] joins two programs by a kernel that multiplies the spectrum.
//
// This package is exported for the other packages of this module and carries no compatibility promise.
package pipeline
