// Package device runs kernels on a GPU through wgpu-native. It has adapters, devices, buffers, pipelines, encoders,
// submissions and timestamps, and makes them safe to use. It knows no transforms.
//
// # Backends
//
// The types of this package hide the WebGPU library. A build has one of these backends, because one program can't
// link both native libraries:
//
//	default         wgpu-native 0.17, which the binding go-webgpu links
//	-tags wgpu27    wgpu-native 27, which github.com/oliverbestmann/webgpu links
//	GOOS=js         the WebGPU of a web page, through syscall/js
//	no cgo, or a system without a library: no adapters
//
// With wgpu27, kernels may use the types and functions that Adapter.F64, F16, Int64 and Subgroups announce. It also
// has libraries for Linux and Windows on arm64. The API is the same, except that the arguments of Adopt, AdoptBuffer
// and AdoptEncoder have types of the binding. This package uses nothing else of a binding.
//
// layer.go lists the declarations of a backend, and its files. The sections below are about the two native libraries,
// unless they name the browser.
//
// # The host device
//
// NewHost returns a device without a GPU, in every build. Its buffers are memory of the process, and its encoders
// record copies and functions of the program in place of kernels. Programs that use buffers, encoders and submissions
// run on it unchanged. The interface in driver.go separates a Device, which checks the arguments, from its driver,
// which does the work.
//
// # The browser
//
//   - Promises and events deliver results. Their callbacks run only while all goroutines wait, so a program that
//     computes without a pause gets no results.
//   - A callback sends to a channel, and a goroutine waits for the channel. A wait that polls sleeps until a
//     callback of any device changes a state, or for at least 4 ms. Timers are slow, and slower in a tab in the
//     background.
//   - NewBuffer, Compile and NewTimestamps wait for error scopes and return their own errors. Errors of bind groups,
//     writes and submissions are returned later, by a call that waits for the GPU.
//   - Mapped memory is a copy in Go's memory. Unmap copies it to the browser's.
//   - WebGPU has no list of adapters. This package requests an adapter with high performance, an adapter with low
//     power and a fallback adapter. Adapters with the same description count once.
//   - Close destroys a buffer, unless commands of an adopted encoder use it. Then the browser's collector frees it.
//   - Empty passes take timestamps. Browsers round them.
//
// # Safety
//
// wgpu-native aborts the process on many errors, and parts of the bindings corrupt memory. This package prevents
// both, for all arguments, orders of calls and cancelled contexts. It follows these rules:
//
//   - All arguments are checked before a call. Errors in a submission, a poll or a mapped range are Rust panics,
//     which recover can't catch. A bind group entry of size 0 and text that isn't UTF-8 cause panics, too.
//   - wgpu-native also panics if the driver reports a lost device or lack of memory for commands. On Linux, the
//     C half of this package survives these panics (guard17.c, guard27.c), and the device counts as lost. It is
//     not accessed again, so its memory stays allocated.
//   - Encoders record in Go. Only Submit passes the commands to the library. It locks the device, checks that
//     all objects are open and unmapped, and makes one call into C. Submitting a mapped buffer would abort the
//     process. No unfinished native encoder can leak.
//   - A lock per device is held during every call of the library, so that an error belongs to one call. The lock is
//     never held while sleeping. It is held while a kernel compiles.
//   - A driver may hold a call for seconds. A call that waits for the driver takes a context, or its name has a
//     sibling that ends in Context. Such calls leave the driver when the context ends, and return no result then.
//     All other calls of a device and its objects return at once. Their effect on the driver, if any, follows when
//     the lock is free: Close, Unmap and BeginMap. Only Adopt, its siblings and the End of an adopted encoder wait
//     for the lock without a context, because the application uses its own objects.
//   - The callback for uncaptured errors is always set, because the default one aborts. It runs in C and keeps
//     the first message in C memory, which the same call collects and returns.
//   - Waiting never uses a blocking poll. It does not use the bindings' MapAsync and OnSubmittedWorkDone either,
//     because they keep pointers to Go variables that the collector frees. C callbacks write to C memory instead:
//     a count of completed submissions per device, and a block per mapping. The block has two owners; the last
//     owner frees it.
//   - Waiting polls without pause for 100 us, then with sleeps of 20 to 200 us, and checks its context each
//     time. It sleeps in C, because Go's timers wake about a millisecond late.
//   - NVIDIA's and Mesa's drivers leave the memory of an unmapped buffer accessible at its address. KeepsMemory finds
//     that out.
//   - Close waits until the queue is empty. Memory that the host has mapped survives Close until it is unmapped.
//   - The first instance lives until the process ends, which keeps the driver loaded. NVIDIA's driver can be loaded a
//     limited number of times in a process, and is not listed afterwards (E143).
//
// # What differs between the libraries
//
//   - Blocking poll: 0.17 gives up after 5 s and reports success. Its release of a device waits in the same way,
//     and then frees memory that the GPU still uses. 27 waits correctly.
//   - Compilation: 0.17 compiles one kernel at a time and blocks most other calls of the instance meanwhile.
//     With 27 the kernels of a plan compile together (compile.go). Other calls of the device still wait.
//   - Panics: 0.17 unwinds the stack, and a C frame catches the panic. The functions of 27 can't unwind. On Linux,
//     the linker directs the start of unwinding to this package (-Wl,--wrap), which jumps out of the call.
//   - Loss: both libraries announce it by panics and errors. Version 27 never called its callback for a lost device
//     in tests. It loses the device at most kinds of lack of memory, and a call then returns ErrDeviceLost.
//   - Cancelled mappings: both libraries let a cancelled mapping complete a later one of the same buffer too early.
//     Buffer.unmap explains the remedy. Releasing a buffer with a pending mapping aborts with 0.17 only.
//   - Limits: 0.17 opens a device with all limits of the adapter. 27 opens it with the adapter's limits for
//     resources of kernels and WebGPU's defaults for all others, because NVIDIA's driver refuses more.
//   - Timestamps on Metal: 0.17 has none.
//   - Adopted devices: 0.17 has one callback for errors, which Adopt replaces until Close. 27 fixes the callback when
//     the device is opened, so error scopes collect the errors of this package. It has no scope for internal
//     errors, such as a failure of the driver's compiler: these go to the application's callback.
//
// # Limits
//
// On Linux, one known failure of the driver ends the process with 0.17, and none with 27. On other systems every
// panic ends the process (docs/guide.md). Submissions should be short, because Windows resets a GPU after 2 s.
// Kernel text must come from a trusted generator: wgpu does not check the workgroup memory it declares, and hostile
// text may overflow the parser's stack. The application is responsible for adopted objects.
//
// The package prints nothing. It turns the library's log off for the process when it lists adapters. The Vulkan
// loader and drivers may still write to standard error.
package device
