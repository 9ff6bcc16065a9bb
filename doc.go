// Package wgfft computes fast Fourier transforms on any GPU, through WebGPU: Vulkan, Metal and D3D12, with no C++ and no
// vendor's toolkit. Where there is no GPU it computes on the processor, and says so.
//
// [Open] picks the best adapter. [Engine.FFT] and [Engine.IFFT] transform a slice in one call; [Engine.Plan] prepares
// transforms of one shape for repeated use; [Engine.PlanResident] does the same for data that stays on the GPU, or
// for recording into an application's own command encoder, and [Engine.PlanResidentFilter] for a transform, gains for its bins, and the way back. Everything is safe for concurrent use.
//
// [Engine.RFFT] and its kin are for real numbers, [Engine.DCT] and [Engine.DST] for cosine and sine transforms of types I to IV;
// [Engine.PlanReal] and [Engine.PlanTrig] prepare them. [Engine.Convolve], [Engine.PlanConvolution] and [Engine.PlanResidentConvolution] convolve and
// correlate in the same three ways, [Engine.ConvolveReal] and [Engine.PlanRealConvolution] real numbers.
//
// # Conventions
//
// Names and conventions are those of scipy.fft. The forward transform of N points is
//
//	X[k] = sum over j of x[j] exp(-2 pi i jk / N)
//
// and the inverse has exp(+2 pi i jk / N) and the factor 1/N, which a [Norm] moves elsewhere. A slice longer than one
// transform is rows one after the other, each transformed on its own; [Engine.FFT2] and [Engine.FFTN] transform arrays of several
// axes. A destination may be nil (one is allocated), or the source itself. Overlapping otherwise is an error.
//
// # Accuracy
//
// The relative error of a transform against one in float64 of the same input, in the Euclidean norm, for uniform random
// input, is at most 0.5 eps sqrt(max(4, log2 N)) where no prime factor of N is above 31, and 1.0 eps sqrt(max(4, log2 (2N-1)))
// elsewhere; eps = 2^-23. Of few points that is close to what rounding the result alone costs, so random arrays of fewer than 64
// are judged together with others: by itself one row in some hundreds of 5 to 30 points misses it, by less than half. Real transforms are held to the same with N their own length, sine and cosine transforms with
// that of the sequence they are a part of, 2N.
//
// # Tuning
//
// [Engine.Tune] measures kernels for problems on the device and plans with the fastest from then on. What it learns is wisdom, of one device with one
// driver: kept in a file where Config.Wisdom says, exported and imported by [Engine.ExportWisdom] and [Engine.ImportWisdom]. Choices differ in roundings;
// a context uses wisdom that others left behind only where it is asked to.
//
// # Errors
//
// Bad input is refused before anything runs, with an error that names the limit and the way out; errors that a program may
// want to tell apart are variables here. Nothing panics but on a nil context, and nothing is printed.
package wgfft
