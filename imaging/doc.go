// Package imaging filters, compares and analyses pictures by their frequencies: image.Image in, image.Image out, on any context of package
// wgfft, GPU or not.
//
// [Spectrum] shows the frequencies of a picture; [Filter] changes them by a [Response]; [Convolve] and [Deconvolve] apply a kernel and undo it;
// [Register] finds by how much one picture is moved against another, to parts of pixels, [Align] moves it back and [Move] anywhere; [DCT],
// [BlockDCT] and [Compress] work on cosine transforms, whole or in blocks. What they have in common is [Planes], the channels of a picture as
// numbers, for chains of steps without rounding in between.
//
// # Pictures
//
// Gray, Gray16, RGBA, NRGBA, RGBA64, NRGBA64, YCbCr, NYCbCrA, CMYK and Paletted pictures are read straight from their memory, by all processors
// at once; others pixel by pixel through At, by the caller's goroutine alone, in 16 bits. Sub-pictures and bounds that do not begin at (0, 0) are
// as good as others, and results have the bounds of their picture. The result for a Gray, Gray16, RGBA, NRGBA, RGBA64 or NRGBA64 is of the same
// type; for YCbCr and CMYK it is RGBA, for NYCbCrA and Paletted NRGBA, for others NRGBA64. So 8 bits stay 8 and 16 stay 16.
//
// On a GPU, [Filter] and [Convolve] send opaque pictures of these types but CMYK and Paletted as they are, YCbCr as RGBA: kernels make numbers of samples as they load
// them, and samples of the numbers as they store them, which spares the processor the conversion and, of 8-bit colours, two thirds of the way there and back. What needs numbers
// besides (other pictures, the steps of Planes, the other functions) converts them on all processors.
//
// Samples are taken as they are, 0 black and 1 white, without undoing the gamma of a colour space. Each channel is filtered on its own; what
// leaves the range from 0 to 1 is cut off when a picture is made of it.
//
// # Alpha
//
// Alpha is kept as it is, or moved with its picture. Colour is weighted by it: a picture that is not opaque is worked on as it looks over a
// backdrop of its own mean colour,
//
//	x = a c + (1-a) m    m = sum of a c / sum of a
//
// so that transparent parts have no edges to blur in or to ring, and the colours that hide there count for nothing. The result is taken off the
// backdrop again, as the step has changed that: a c' = x' - (1-a) m', held between 0 and a. A step that changes
// nothing, but for the errors of its arithmetic, returns every visible colour; pixels with a = 0 become transparent
// black.
//
// # Frequencies
//
// Frequencies are in cycles per pixel, u to the right and v downwards, from -1/2 to 1/2 along each axis; f = sqrt(u^2 + v^2) goes to
// sqrt(1/2). A wave of p pixels has the frequency 1/p, whatever the size of the picture.
//
// # Edges
//
// A filter sees the picture go on beyond its edges as [Edges] say. [Periodic] repeats it: a product with the half spectrum of the real
// transform. [Reflect] mirrors it at each edge, half a sample beyond the last, on and on: nothing wraps round, and there is no padding. The mirrored
// picture of 2w x 2h pixels has only cosines, so that
//
//	cos(A) cos(B)  becomes  (g(u,v) + g(u,-v))/2 cos(A) cos(B) - (g(u,v) - g(u,-v))/2 sin(A) sin(B)    u = k/2w, v = l/2h
//
// and filtering is the cosine transform of type 2, a product, and the way back; with sines beside the cosines where the gain g tells
// the two diagonals apart, which only [Notch] and [Custom] do. [Move] takes one axis after the other, with cosines and sines along each.
//
// # References
//
// Martucci 1994 for filters by cosine transforms; Wiener 1949; Kuglin and Hines 1975 for phase correlation; Guizar-Sicairos, Thurman and
// Fienup 2008 for sub-pixel registration; Wallace 1991 (JPEG) for cosine transforms of blocks.
package imaging
