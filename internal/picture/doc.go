// Package picture draws a spectrogram as a PNG. Time is horizontal, in seconds, frequency vertical,
// in hertz, and level is a colour. A colour bar has the level in decibels.
//
// # From cells to pixels
//
// The level of frame i and bin j is a cell of the plane. Frame i covers the times [Start + i Step,
// Start + (i+1) Step], and bin j the frequencies [(j - 1/2) BinWidth, (j + 1/2) BinWidth]. The
// picture shows all frames, and the frequencies from the middle of bin 0 to the middle of the last
// bin. Along each axis, P pixels share the range [lo, hi) of cells, so pixel p covers
//
//	[u_p, u_(p+1))    u_p = lo + (hi - lo) p / P    time: lo = 0, hi = Frames; frequency: 1/2, Bins - 1/2
//
// The levels are interpolated linearly between the middles of the cells, and a pixel shows the
// greatest level that it covers. A pixel of many cells shows the loudest of them, so that a short
// click or a thin tone is never skipped. A cell of many pixels is a smooth slope.
//
// Levels range from the greatest finite one, top, down to top - Range. Lower levels, silence (-Inf)
// and NaN have the darkest colour, +Inf the brightest.
//
// # Colours
//
// The colour map is magma. Equal steps of level look like equal steps of lightness, it is readable
// without colour vision, and it prints. It is stored as ten colours with linear interpolation, a
// few parts in 255 from the original.
//
// gonum.org/v1/plot draws axes and text. The cells are drawn straight into its image, pixel by
// pixel.
//
// References: S. van der Walt and N. Smith 2015, "A better default colormap for matplotlib" (magma,
// CC0).
package picture
