// Package device runs kernels on a GPU through wgpu-native. It knows nothing of transforms: it has adapters,
// devices, buffers, pipelines, encoders, submissions and timestamps, and makes them safe to use.
//
// It is the only package of the module that imports the binding or C, and its types do not show
// that: another binding can take its place. Without cgo, or on a system that wgpu-native has no library for,
// there are no adapters (none.go).
//
// # Safety
//
// wgpu-native aborts the process on many errors, and parts of the binding corrupt memory. Here no argument,
// order of calls or cancelled context does either. The rules that see to it:
//
//   - Everything is checked before the call. Errors in a submission, a poll, a mapped range, a bind group
//     entry of size 0 or text that isn't UTF-8 are Rust panics, and recover cannot help.
//   - wgpu-native also panics when the driver reports a lost device, or no memory for commands. On Linux,
//     the C half of this package catches these panics (guard.c), and the device counts as lost. It is not
//     touched again, so its memory stays with the process.
//   - Encoders record in Go. Only Submit, under the device's lock, hands the commands over, in one call,
//     after it has seen that everything they name is open and unmapped: submitting a mapped buffer aborts.
//     Therefore no half-made native encoder can leak, and one crossing into C per submission.
//   - One lock per device is held round every call of the binding: its error scopes are one stack per
//     device, and errors would reach the wrong caller. It is never held while sleeping. It is while a
//     kernel compiles, and little would be won otherwise: wgpu-core 0.17 keeps its registries locked
//     meanwhile, and submissions, writes, unmapping and other pipelines of the instance wait in there.
//   - The callback for uncaptured errors is always set, because the default one aborts. It runs in C and
//     keeps the first message in C memory; the same call collects and returns it.
//   - Waiting never uses Poll(true), which gives up after 5 s and reports success, nor the binding's
//     MapAsync and OnSubmittedWorkDone, which keep pointers to Go variables the collector frees. C
//     callbacks write to C memory instead: a count of completed submissions per device, and a block per
//     mapping with two owners, freed by the last.
//   - Waiting polls, at once for 100 us, then with sleeps in C of 20 to 200 us (Go's timers wake about a
//     millisecond late), and looks at its context each time.
//   - Close drains the queue first: the binding's own release pulls the memory from under the GPU after 5 s.
//     Memory that the host has mapped survives Close until it is unmapped.
//
// Limits of this: on Linux one failure of the driver is known that still ends the process, and on other
// systems every panic does (docs/guide.md). Submissions should stay short: Windows resets a GPU after 2 s.
// Kernel text is taken to come from a generator: wgpu checks it, but not the workgroup memory it declares,
// and a hostile text may overflow the parser's stack. The application is responsible for what it does to
// adopted objects.
//
// Nothing is printed; the binding's log is turned off for the process when adapters are listed. The Vulkan
// loader and drivers may still write to standard error.
package device
