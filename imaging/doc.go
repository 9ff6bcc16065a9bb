// Package imaging filters, registers and analyses images in the frequency domain. Functions take
// and return image.Image values and run on any [wgfft.Engine], GPU or CPU.
//
//	blurred, err := imaging.Filter(ctx, engine, photo, imaging.Gaussian(2), imaging.Reflect)
//
// [Spectrum] shows the frequencies of an image, and [Filter] multiplies them by a [Response].
// [Convolve] applies a [Kernel], and [Deconvolve] inverts one. [Register] measures the shift between
// two images to a fraction of a pixel; [Align] removes a shift, and [Move] applies one. [DCT],
// [BlockDCT] and [Compress] work on cosine transforms of the whole image or of blocks. [Planes]
// holds the channels of an image as float32 samples, for several steps without rounding in between.
//
// # Arrays
//
// An [ArrayFilter] is a filter of arrays of package nd, for chains that stay in the memory of a GPU:
// [NewArrayFilter], [NewArrayConvolution], [NewArrayDeconvolution] and [NewArrayMove] make one. [Gradient],
// [EdgeStrength], [ArrayDCT], [ArrayKeepLargest], [ArraySpectrum] and [Luma] need no tables. An [ArrayRegistration]
// measures shifts. [Split] returns the samples to upload, and [Planes.Image] makes an image of downloaded samples:
//
//	x := nd.From(q, p.Pix, p.Channels, height, width)
//	y := second.Apply(q, first.Apply(q, x))
//	p.Pix, err = nd.Download(ctx, q, p.Pix, y)
//
// # Images
//
// Samples are scaled to 0 for black and 1 for white. The gamma of a colour space is not undone. Each
// channel is processed separately. Results outside [0, 1] are clamped when an image is made of them.
//
// Gray, Gray16, RGBA, NRGBA, RGBA64, NRGBA64, YCbCr, NYCbCrA, CMYK and Paletted images are read from
// their memory, by several goroutines. Other images are read with At, by the caller's goroutine, as
// 16-bit samples. Sub-images and bounds that do not start at (0, 0) are supported. A result has the
// bounds of its source, and its depth:
//
//	source                                          result
//	Gray, Gray16, RGBA, NRGBA, RGBA64, NRGBA64      the same type
//	YCbCr, CMYK                                     RGBA
//	NYCbCrA, Paletted                               NRGBA
//	other                                           NRGBA64
//
// On a GPU, [Filter] and [Convolve] upload the integer samples of opaque images; kernels convert them
// when they load and store. YCbCr images are converted to RGBA first. NYCbCrA, CMYK and Paletted
// images, and all other work, convert samples to float32 on the CPU.
//
// # Alpha
//
// Alpha is kept, and it moves together with its image. An image that is not opaque is processed over
// a backdrop m, the mean of its colours c weighted by alpha a:
//
//	x = a c + (1-a) m        m = sum of a c / sum of a                                        (1)
//
// Transparent areas therefore cause no edges, and colours that they hide have no effect. After a
// step has changed x to x' and m to m', the colour is
//
//	a c' = x' - (1-a) m'     clamped to [0, a]                                                (2)
//
// A step that changes x by no more than rounding keeps every visible colour. Pixels with a = 0 become
// transparent black.
//
// # Frequencies
//
// Frequencies are in cycles per pixel: u to the right and v downwards, each from -1/2 to 1/2. The
// radial frequency f = sqrt(u^2 + v^2) is at most sqrt(1/2). A wave with a period of p pixels has the
// frequency 1/p in an image of any size.
//
// # Edges
//
// [Edges] selects how an image of w x h pixels is extended beyond its edges.
//
// [Periodic] repeats it. A filter multiplies the one-sided spectrum of the real transform.
//
// [Reflect] mirrors it at each edge, half a pixel beyond the last one (the "reflect" mode of
// scipy.ndimage). The mirrored image of 2w x 2h pixels consists of cosines only. Let
// A = 2 pi u (x + 1/2), B = 2 pi v (y + 1/2), u = k/2w and v = l/2h. A gain g changes a wave by
//
//	cos A cos B  ->  (g(u,v) + g(u,-v))/2 cos A cos B - (g(u,v) - g(u,-v))/2 sin A sin B      (3)
//
// A filter is thus a DCT of type 2, a product and the inverse DCT, without padding (Martucci 1994).
// The second term needs a sine transform. It vanishes unless g distinguishes the two diagonals, as
// only [Notch] and [Custom] do.
//
// # Translation
//
// [Move] shifts an image by a fraction d of a pixel through the phases of its waves. Along each axis,
// with n samples,
//
//	exp(2 pi i k x/n)       ->  exp(-2 pi i k d/n) exp(2 pi i k x/n)                 Periodic  (4)
//	cos(pi k (x + 1/2)/n)   ->  cos(pi k d/n) cos(pi k (x + 1/2)/n)
//	                            + sin(pi k d/n) sin(pi k (x + 1/2)/n)                Reflect   (5)
//
// # References
//
//   - S. A. Martucci 1994, Symmetric convolution and the discrete sine and cosine transforms.
//   - N. Wiener 1949, Extrapolation, interpolation, and smoothing of stationary time series.
//   - C. D. Kuglin and D. C. Hines 1975, The phase correlation image alignment method.
//   - M. Guizar-Sicairos, S. T. Thurman and J. R. Fienup 2008, Efficient subpixel image registration
//     algorithms.
//   - R. G. Keys 1981, Cubic convolution interpolation for digital image processing.
//   - S. Benhimane and E. Malis 2004, Real-time image-based tracking of planes using efficient
//     second-order minimization.
//   - G. K. Wallace 1991, The JPEG still picture compression standard.
package imaging
