// Package pipeline runs schedules on a device. It knows no algorithm: a plan.Schedule says which kernels run in which
// order on which buffers, and this package compiles each kernel once, makes each table once, keeps scratch and staging
// memory for reuse, and plays the passes.
//
// There are three ways in. [Program.Encode] records the passes into an encoder, the caller's own included.
// [Program.Run] submits them on buffers of the GPU and waits. [Engine.Stream] takes host slices: they travel in parts
// through a ring of staging buffers that stay mapped while the host fills them, so that the host fills one part and
// empties another while the GPU works on those between.
package pipeline
