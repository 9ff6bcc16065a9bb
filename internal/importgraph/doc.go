// Package importgraph holds only a test. It checks that each package of this module imports only
// the packages listed here, and that no package uses words of another layer.
//
//	wgsl      standard library
//	hier      wgsl
//	transforms (internal/transforms) standard library; also imported by the CPU engine and the references
//	realdct   wgsl, transforms
//	plan      wgsl, hier, realdct, transforms
//	device    wgsl, the bindings, C
//	pipeline  wgsl, plan, device
//	engine    (internal/engine) plan, pipeline, device, wgsl, the CPU library, tune, memory, wisdom files
//	worker    (internal/worker) internal/engine, and the layers below whose errors it sends
//	wgfft     internal/engine, internal/worker, and the layers below whose types it converts
//	signals   wgfft and nd
//	imaging   wgfft and nd, and nothing below them
//	nd        wgfft, device, and wgsl for the texts of kernels of its own
//
// Only device imports the bindings. Only device and internal/stdfiles import C. wgsl, hier, plan,
// realdct and signals are pure: no os, no time, no math/rand. pipeline and device name no radix and
// no twiddle, and wgsl names no buffer. Test files may import anything.
package importgraph
