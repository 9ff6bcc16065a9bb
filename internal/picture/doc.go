// Package picture draws a spectrogram as a PNG: time to the right in seconds, frequency upwards in
// hertz, level as colour, with a colour bar in decibels.
//
// # From cells to pixels
//
// The level of frame i and bin j is a cell of the plane: frame i covers the times
// [Start + i Step, Start + (i+1) Step], bin j the frequencies [(j - 1/2) BinWidth, (j + 1/2) BinWidth].
// The picture shows all frames, and frequencies from the middle of bin 0 to the middle of the last.
// Along each axis, P pixels share the range [lo, hi) of cells, so pixel p sees
//
//	[u_p, u_(p+1))    u_p = lo + (hi - lo) p / P    time: lo = 0, hi = Frames; frequency: 1/2, Bins - 1/2
//
// and takes the greatest level there of the straight lines that join the middles of the cells. With
// many cells to a pixel that is the loudest of them, so that a short click or a thin tone is never
// skipped; with many pixels to a cell it is a smooth slope.
//
// Levels run from the greatest finite one, top, down to top - Range. What is below, silence (-Inf)
// and NaN take the darkest colour, +Inf the brightest.
//
// # Colours
//
// The map is magma: equal steps of level look like equal steps of lightness, it stays readable
// without colour vision, and it prints. It is held as ten colours with straight lines between, a few
// parts in 255 from the original.
//
// Axes and text are drawn by gonum.org/v1/plot, the cells straight into its image, pixel for pixel.
//
// References: S. van der Walt and N. Smith 2015, "A better default colormap for matplotlib" (magma,
// CC0).
package picture
