package imaging

import (
	"context"
	"math"
)

// A fit compares image a with image b, shifted by d = (x, y), over the pixels that both show. The
// model is
//
//	b(p + d) = gain a(p) + offset
//
// with the least-squares gain and offset. b is interpolated by cubic convolution (Keys 1981). A fit
// has no window. It is therefore accurate for images of low frequencies, where the window would
// dominate the spectrum.
type fit struct {
	x, y float64
	// residual is the mean square error of the model. variance is the variance of b.
	residual, variance float64
	// stepX and stepY are the Gauss-Newton step towards the least residual. To first order it lowers
	// the residual by the fraction gained.
	stepX, stepY, gained float64
	// isOff reports whether the step is long and its gain exceeds the noise.
	isOff bool
	// certainty is 1 if the gradients of the images determine the shift in every direction, and 0 if
	// they do not.
	certainty float64
}

// explained returns the share of b's variance that the model explains.
func (f fit) explained() float64 {
	if !(f.variance > 0) {
		return 0
	}
	return max(0, 1-f.residual/f.variance)
}

// isSettled reports whether no nearby shift has a much smaller residual.
func (f fit) isSettled() bool { return f.gained <= largeGain && !f.isOff }

const (
	// largeGain is the fraction of the residual that makes a better shift worth taking.
	largeGain = 0.5

	// A step of more than longStep pixels is long. Its gain exceeds the noise if it is larger than
	// significant times the variance of the noise (three standard deviations, squared).
	longStep    = 0.1
	significant = 9

	// The certainty is 0 if the standard deviation of the shift reaches worstDeviation pixels. It is
	// also 0 if the gradients along one direction have less than leastSlopes of the energy along the
	// other, which is the error of interpolation.
	worstDeviation = 0.07
	leastSlopes    = 0.003

	// roundingSlope is four times the mean square gradient of smoothed white noise of variance 1.
	roundingSlope = 0.4
)

// Columns of the matrix whose Gram matrix a fit sums.
const (
	one     = iota // 1
	valueA         // a(p)
	acrossA        // the derivative of a in x
	downA          // the derivative of a in y
	acrossB        // the derivative of b in x
	downB          // the derivative of b in y
	valueB         // b(p + d)
	columns
)

// A gram holds the sums over all pixels of the products of two columns.
type gram struct {
	sum     [columns][columns]float64
	pixels  float64
	sloping float64 // pixels with a nonzero gradient
}

func (g *gram) add(o gram) {
	for i := range g.sum {
		for j := range g.sum[i] {
			g.sum[i][j] += o.sum[i][j]
		}
	}
	g.pixels += o.pixels
	g.sloping += o.sloping
}

// eliminate projects column p out of all columns.
func (g *gram) eliminate(p int) {
	pivot := g.sum[p]
	if !(pivot[p] > 0) {
		return
	}
	for i := range g.sum {
		f := g.sum[i][p] / pivot[p]
		for j := range g.sum[i] {
			g.sum[i][j] -= f * pivot[j]
		}
	}
}

// smoothed convolves a plane of rows of w samples with the weights 1/4, 1/2, 1/4 along both axes.
// The weights are step pixels apart. Edges are mirrored.
func smoothed(x []float32, w, step int) []float32 {
	h := len(x) / w
	out := make([]float32, len(x))
	parallel(h, func(from, to int) {
		row := make([]float32, w)
		for y := from; y < to; y++ {
			up, here, down := x[Reflect.index(y-step, h)*w:][:w], x[y*w:][:w], x[Reflect.index(y+step, h)*w:][:w]
			for i := range row {
				row[i] = here[i]/2 + (up[i]+down[i])/4
			}
			for i := range row {
				out[y*w+i] = row[i]/2 + (row[Reflect.index(i-step, w)]+row[Reflect.index(i+step, w)])/4
			}
		}
	})
	return out
}

// details returns a smoothed plane minus its structures of about eight pixels and more: one level
// of the à trous wavelet transform.
func details(x []float32, w int) []float32 {
	coarse := smoothed(smoothed(x, w, 2), w, 4)
	for i, v := range coarse {
		coarse[i] = x[i] - v
	}
	return coarse
}

// cubic returns the weights of four samples for the value and the derivative at t in [0, 1] between
// the second and the third (Keys 1981).
func cubic(t float64) (value, slope [4]float64) {
	value = [4]float64{((2-t)*t - 1) * t / 2, (3*t-5)*t*t/2 + 1, ((4-3*t)*t + 1) * t / 2, (t - 1) * t * t / 2}
	slope = [4]float64{((4-3*t)*t - 1) / 2, (9*t - 10) * t / 2, ((8-9*t)*t + 1) / 2, (3*t - 2) * t / 2}
	return value, slope
}

// A pair describes two smoothed images of w x h pixels to fit.
type pair struct {
	w, h     int
	rounding float64 // variance of the rounding errors of both, before smoothing
	inset    int     // width of the border that is ignored, because smoothing mirrors the images there
	area     float64 // pixels that smoothing averages: 1 / sum of the squared weights

	sums func(ctx context.Context, o overlapped) (gram, error) // from host memory, or from arrays
}

// coarse returns the pair of images that are smoothed over about four pixels.
func (p pair) coarse() pair {
	p.inset, p.area = 4, 34
	return p
}

// details returns the pair of the details of images.
func (p pair) details() pair {
	p.inset, p.area = 9, 7
	return p
}

// coarsePair returns the pair of two views, smoothed over about four pixels.
func (v views) coarsePair(rounding float64) pair {
	smooth := func(x []float32) []float32 { return smoothed(smoothed(x, v.w, 1), v.w, 2) }
	planes := planePair{smooth(v.one.pix), smooth(v.other.pix), v.w, v.h}
	return pair{w: v.w, h: v.h, rounding: rounding, sums: planes.sums}.coarse()
}

// detailPair returns the pair of the details of two views.
func (v views) detailPair(rounding float64) pair {
	detail := func(x []float32) []float32 { return details(smoothed(x, v.w, 1), v.w) }
	planes := planePair{detail(v.one.pix), detail(v.other.pix), v.w, v.h}
	return pair{w: v.w, h: v.h, rounding: rounding, sums: planes.sums}.details()
}

// An overlapped is the part of image a that image b shows, too, after a shift: the shift of its corner consists of
// whole pixels and of fractions.
type overlapped struct {
	left, right, top, bottom int
	dx, dy                   int
	tx, ty                   float64
}

// overlap returns the range [from, to) of a row of n pixels that both images show after a shift,
// without the inset. It also returns the integer and the fractional part of the shift. A row of one
// pixel has no inset and no shift.
func overlap(n, inset int, shift float64) (from, to, integer int, fraction float64) {
	floor := math.Floor(shift)
	integer, fraction = int(floor), shift-floor
	if n == 1 {
		return 0, 1, 0, 0
	}
	return inset + max(0, -integer), n - inset - max(0, integer), integer, fraction
}

// at returns the fit with b shifted by (x, y) against a. It reports false if the images overlap by
// less than four pixels along an axis.
func (p pair) at(ctx context.Context, x, y float64) (fit, bool, error) {
	var o overlapped
	o.left, o.right, o.dx, o.tx = overlap(p.w, p.inset, x)
	o.top, o.bottom, o.dy, o.ty = overlap(p.h, p.inset, y)
	if o.right-o.left < 4 && p.w > 1 || o.bottom-o.top < 4 && p.h > 1 {
		return fit{}, false, nil
	}
	g, err := p.sums(ctx, o)
	if err != nil {
		return fit{}, false, err
	}
	return p.solved(g, fit{x: x, y: y}), true, nil
}

// A planePair holds two smoothed images in host memory.
type planePair struct {
	a, b []float32
	w, h int
}

// sums returns the sums over the part of a that b shows.
func (p planePair) sums(ctx context.Context, o overlapped) (gram, error) {
	value, slope := cubic(o.tx)
	valueY, slopeY := cubic(o.ty)
	at := func(y int) int { return max(0, min(y, p.h-1)) * p.w }
	return sumRows(o.bottom-o.top, func(i int) gram {
		var g gram
		y := o.top + i
		up, here, down := p.a[at(y-1):][:p.w], p.a[at(y):][:p.w], p.a[at(y+1):][:p.w]
		var rows [4][]float32
		for k := range rows {
			rows[k] = p.b[at(y+o.dy-1+k):][:p.w]
		}
		n := o.right - o.left
		values, slopes := make([]float64, n+3), make([]float64, n+3)
		for j := range values {
			x := max(0, min(o.left+o.dx-1+j, p.w-1))
			for k, row := range rows {
				values[j] += valueY[k] * float64(row[x])
				slopes[j] += slopeY[k] * float64(row[x])
			}
		}
		for j := range n {
			x := o.left + j
			c := [columns]float64{one: 1, valueA: float64(here[x])}
			c[acrossA] = float64(here[min(x+1, p.w-1)]-here[max(0, x-1)]) / 2
			c[downA] = float64(down[x]-up[x]) / 2
			for k := range 4 {
				c[valueB] += value[k] * values[j+k]
				c[acrossB] += slope[k] * values[j+k]
				c[downB] += value[k] * slopes[j+k]
			}
			if c[acrossA] != 0 || c[downA] != 0 {
				g.sloping++
			}
			for k, v := range c {
				for l := k; l < columns; l++ {
					g.sum[k][l] += v * c[l]
				}
			}
		}
		for k := range columns {
			for l := range k {
				g.sum[k][l] = g.sum[l][k]
			}
		}
		g.pixels = float64(n)
		return g
	}, (*gram).add), ctx.Err()
}

// solved returns f with the results of the sums g.
func (p pair) solved(g gram, f fit) fit {
	g.eliminate(one)
	f.variance = g.sum[valueB][valueB] / g.pixels
	isAlike := g.sum[valueA][valueB] > 0 // positive gain
	g.eliminate(valueA)
	s := &g.sum
	f.residual = max(0, s[valueB][valueB]) / g.pixels
	if !isAlike {
		f.residual = f.variance
	}
	// The gradients of both images are averaged, so that their noise does not bias the step
	// (Benhimane and Malis 2004).
	mean := func(i, j int) float64 { return (s[i][j] + s[i+2][j] + s[i][j+2] + s[i+2][j+2]) / 4 }
	h := symmetric{mean(acrossA, acrossA), mean(acrossA, downA), mean(downA, downA)}
	rx, ry := (s[acrossA][valueB]+s[acrossB][valueB])/2, (s[downA][valueB]+s[downB][valueB])/2
	f.stepX, f.stepY = h.solve(-rx, -ry)
	gain := -(rx*f.stepX + ry*f.stepY)
	noise := f.residual * p.area
	f.isOff = math.Hypot(f.stepX, f.stepY) > longStep && gain > significant*noise
	if gain > 0 {
		f.gained = gain / (f.residual * g.pixels)
	}
	// The noise of a and of b is independent, so products of their gradients have no bias.
	slopes := symmetric{s[acrossA][acrossB], (s[acrossA][downB] + s[downA][acrossB]) / 2, s[downA][downB]}
	f.certainty = p.certainty(slopes, noise, g.sloping)
	return f
}

// certainty returns the certainty of a shift. slopes are the sums of products of gradients, noise
// is the variance of the noise, and sloping is the number of pixels with a gradient.
func (p pair) certainty(slopes symmetric, noise, sloping float64) float64 {
	doubt := noise/(worstDeviation*worstDeviation) + roundingSlope*sloping*p.rounding
	least := slopes.least()
	switch { // a row of pixels has one direction
	case p.h == 1:
		least = slopes.xx
	case p.w == 1:
		least = slopes.yy
	default:
		doubt += leastSlopes * (slopes.xx + slopes.yy)
	}
	if !(least > doubt) {
		return 0
	}
	return min(1, 2*(1-doubt/least))
}

// from returns the best fit near (x, y), by Gauss-Newton steps of at most 8 pixels.
func (p pair) from(ctx context.Context, x, y float64) (fit, bool, error) {
	const enough = 1e-4 // pixels
	best, ok, err := p.at(ctx, x, y)
	if !ok || err != nil {
		return best, false, err
	}
	for range 30 {
		size := math.Hypot(best.stepX, best.stepY)
		if size < enough {
			break
		}
		next, isBetter, err := p.step(ctx, best, min(1, 8/size))
		if err != nil {
			return best, false, err
		}
		if !isBetter {
			break
		}
		best = next
	}
	return best, true, nil
}

// step returns the fit after a fraction of f's step. The fraction is halved up to three times until
// the residual decreases. It reports false if it never does.
func (p pair) step(ctx context.Context, f fit, share float64) (fit, bool, error) {
	for range 4 {
		next, ok, err := p.at(ctx, f.x+share*f.stepX, f.y+share*f.stepY)
		if err != nil {
			return f, false, err
		}
		if ok && next.residual*f.variance < f.residual*next.variance {
			return next, true, nil
		}
		share /= 2
	}
	return f, false, nil
}

// A symmetric is a symmetric 2 x 2 matrix.
type symmetric struct{ xx, xy, yy float64 }

// least returns the smaller eigenvalue.
func (m symmetric) least() float64 {
	return (m.xx+m.yy)/2 - math.Hypot((m.xx-m.yy)/2, m.xy)
}

// solve returns the solution of m s = (x, y). It adds a small multiple of the identity to m, in
// case m is singular.
func (m symmetric) solve(x, y float64) (float64, float64) {
	grain := 1e-9 * (m.xx + m.yy)
	m.xx, m.yy = m.xx+grain, m.yy+grain
	det := m.xx*m.yy - m.xy*m.xy
	if !(det > 0) {
		return 0, 0
	}
	return (m.yy*x - m.xy*y) / det, (m.xx*y - m.xy*x) / det
}
