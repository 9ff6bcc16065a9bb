// Package worker does jobs on host slices in a child process.
//
// wgpu and the graphics driver run in the child, so a driver that ends its process does not end the
// parent. A [Client] in the parent implements engine.Engine; [Serve] is the main function of the
// child.
//
// Requests and answers go over two pipes, as gob streams. Data go through one file of shared memory.
// Each call takes a block of it:
//
//	kernel of a convolution | source | result, unless it replaces the source
//
// The client copies the kernel and the source to the block, and the result from the block. A block
// belongs to the child from the request until its answer, or until the child is dead. This holds even
// if the call has returned.
//
// A child ends when the pipe of its requests is closed. The system closes the pipe when the parent
// ends. Linux also kills the child then, even if it is stopped. If a child dies, the calls under way
// return device.ErrDeviceLost, and the next call starts another child.
package worker
