// Package device runs kernels on a GPU through wgpu-native. It has adapters, devices, buffers, pipelines, encoders,
// submissions and timestamps, and makes them safe to use. It knows no transforms.
//
// # Backends
//
// The types of this package hide the WebGPU library. layer.go lists what a backend declares; only the files
// backend_*.go and adopt_*.go depend on the library. backend_cgo.go calls a library written in C through shim.h, which
// shim.c and wgpu17.c implement for wgpu-native 0.17. The binding go-webgpu links that library; nothing else of the
// binding is used except the types of adopted objects. Without cgo, or on a system without a library, there are no
// adapters (backend_none.go).
//
// # Safety
//
// wgpu-native aborts the process on many errors, and parts of the binding corrupt memory. No argument, order of
// calls or cancelled context of this package does either. These rules ensure it:
//
//   - All arguments are checked before a call. Errors in a submission, a poll or a mapped range are Rust panics,
//     which recover can't catch. A bind group entry of size 0 and text that isn't UTF-8 cause panics, too.
//   - wgpu-native also panics if the driver reports a lost device or lack of memory for commands. On Linux, the
//     C half of this package catches these panics (guard.c), and the device counts as lost. It is not accessed
//     again, so its memory stays allocated.
//   - Encoders record in Go. Only Submit passes the commands on, in one call and with the device locked, after
//     it has checked that all their objects are open and unmapped. Submitting a mapped buffer would abort the
//     process. No half-made native encoder can leak, and a submission crosses into C once.
//   - A lock per device is held during every call of the binding. A device has one stack of error scopes, so
//     concurrent calls would get each other's errors. The lock is never held while sleeping. It is held while a
//     kernel compiles, because wgpu-core 0.17 blocks most other calls of the instance meanwhile anyway.
//   - The callback for uncaptured errors is always set, because the default one aborts. It runs in C and keeps
//     the first message in C memory, which the same call collects and returns.
//   - Waiting never uses Poll(true), which gives up after 5 s and reports success. Nor does it use the binding's
//     MapAsync and OnSubmittedWorkDone, which keep pointers to Go variables that the collector frees. C callbacks
//     write to C memory instead: a count of completed submissions per device, and a block per mapping. The
//     block has two owners; the last one frees it.
//   - Waiting polls without pause for 100 us, then with sleeps of 20 to 200 us, and checks its context each
//     time. It sleeps in C, because Go's timers wake about a millisecond late.
//   - Close waits until the queue is empty. The binding's own release frees memory that the GPU still uses after
//     5 s. Memory that the host has mapped survives Close until it is unmapped.
//
// # Limits
//
// On Linux, one known failure of the driver still ends the process; on other systems every panic does
// (docs/guide.md). Submissions should be short, because Windows resets a GPU after 2 s. Kernel text must come from
// a trusted generator: wgpu does not check the workgroup memory it declares, and hostile text may overflow the
// parser's stack. The application is responsible for adopted objects.
//
// The package prints nothing. It turns the binding's log off for the process when it lists adapters. The Vulkan
// loader and drivers may still write to standard error.
package device
