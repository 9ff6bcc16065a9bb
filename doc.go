// Package wgfft computes fast Fourier transforms on any GPU through WebGPU: Vulkan, Metal and
// D3D12, without C++ and without a vendor's toolkit. If there is no GPU, it computes on the CPU,
// and [Engine.Adapter] gives the reason.
//
// [Open] opens the best adapter. An [Engine] transforms data in three ways:
//
//   - in one call, from slice to slice: [Engine.FFT], [Engine.RFFT], [Engine.DCT],
//     [Engine.Convolve] and related methods;
//   - by a plan for slices, which prepares transforms of one shape for repeated use: [Engine.Plan],
//     [Engine.PlanReal], [Engine.PlanTrig], [Engine.PlanConvolution] and
//     [Engine.PlanRealConvolution];
//   - by a plan for buffers of the GPU or of the CPU engine, in one call or recorded into a command
//     encoder: [Engine.PlanResident], [Engine.PlanResidentConvolution] and
//     [Engine.PlanResidentFilter].
//
// [OpenWorker] opens an engine for slices in a child process. A driver that ends its process then
// does not end the program. [OpenAll] opens several devices as one engine for slices.
//
// A plan compiles its kernels at the first use of each direction; Warm compiles all of them.
// Everything is safe for concurrent use.
//
// # Conventions
//
// Names and conventions follow scipy.fft. The forward transform of N points is
//
//	X[k] = sum over j of x[j] exp(-2 pi i j k / N)
//
// and the inverse has exp(+2 pi i j k / N) and the factor 1/N, which a [Norm] moves elsewhere.
// Arrays are row-major. A slice longer than one array holds several arrays, one after the other,
// and each is transformed. A destination may be nil (one is allocated), or the source itself if the
// result has its size. Other slices that overlap are refused.
//
// # Accuracy
//
// The error is relative to a float64 transform of the same input, in the Euclidean norm, for
// uniform random input. It is at most 0.5 eps sqrt(max(4, log2 N)) if no prime factor of N is above
// 31, and 1.0 eps sqrt(max(4, log2 (2N-1))) otherwise, with eps = 2^-23. N is the length of a
// complex or real transform, and twice the length of a sine or cosine transform.
//
// For few points the bound is little more than the error of rounding the result. One row in some
// hundreds of 5 to 30 points exceeds it, by less than half. Tests therefore judge arrays of fewer
// than 64 points together.
//
// # Double precision
//
// [Engine.Double] returns the same calls and plans for complex128 and float64:
//
//	spectrum, err := eng.Double().FFT(ctx, nil, points)
//
// These calls compute in float64 or in double-single, the sum of two float32. The CPU engine uses
// float64. A GPU uses double-single. If the GPU has f64 and the build has the tag wgpu27, it uses the
// faster of the two: see [Transforms.Format]. The error has the bound above, with eps = 2^-52 in
// float64 and 2^-47 in double-single. [Transforms.As] selects a format.
//
// # Tuning
//
// [Engine.Tune] measures kernels for problems on the device. Later plans use the fastest ones. The
// results are called wisdom and hold for one device with one driver. [Config].Wisdom names the file
// that keeps them, and [Engine.ExportWisdom] and [Engine.ImportWisdom] carry them to other
// machines. Kernels differ in roundings, so an engine uses wisdom from earlier runs only if
// [Config].Wisdom names it.
//
// # Errors
//
// Bad input is refused before anything runs, with an error that names the limit and the way out.
// Test errors with errors.Is and the variables of this package, or with errors.As and the types
// that hold numbers. A field or an option that a call does not use is an error, too. Only methods
// of a nil engine panic. Nothing is printed.
package wgfft
