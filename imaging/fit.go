package imaging

import "math"

// A fit compares picture a with picture b, moved by d = (x, y), over the pixels that both show. The model is
//
//	b(p + d) = gain a(p) + offset
//
// with the least-squares gain and offset. b is interpolated by cubic convolution (Keys 1981). A
// fit has no window, so it is exact for pictures of low frequencies, where the window dominates the spectrum.
type fit struct {
	x, y float64
	// residual is the mean square that the model leaves of b, variance the mean square of b about its mean.
	residual, variance float64
	// stepX and stepY are the Gauss-Newton step towards the least residual. It lowers the residual by
	// gained, to first order.
	stepX, stepY, gained float64
	// isOff reports that the step is long and its gain exceeds the noise.
	isOff bool
	// certainty is 1 where the slopes of the pictures determine the shift along every direction, and
	// 0 where they do not.
	certainty float64
}

// explained is the share of b's variance that the model explains.
func (f fit) explained() float64 {
	if !(f.variance > 0) {
		return 0
	}
	return max(0, 1-f.residual/f.variance)
}

// isSettled reports whether the residual is about the least in the neighbourhood.
func (f fit) isSettled() bool { return f.gained <= largeGain && !f.isOff }

const (
	largeGain = 0.5 // share of the residual that a better place saves

	// A step is long from longStep pixels on. Its gain exceeds the noise from significant variances
	// of the noise on, which is three standard deviations squared.
	longStep    = 0.1
	significant = 9

	// The certainty is 0 where the standard deviation of the shift reaches worstDeviation pixels, or
	// where the slopes along one direction have less than leastSlopes of the energy of those along
	// the other: interpolation makes as much.
	worstDeviation = 0.07
	leastSlopes    = 0.003

	// roundingSlope is four times the mean square of the slopes that white noise of variance 1 has
	// after smoothing.
	roundingSlope = 0.4
)

// Columns of the products that a fit sums.
const (
	one = iota
	valueA
	acrossA
	downA
	acrossB
	downB
	valueB
	columns
)

// gram holds the sums over all pixels of the products of two columns.
type gram struct {
	sum     [columns][columns]float64
	pixels  float64
	sloping float64 // pixels that have a slope
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

// smoothed convolves a plane of rows of w along both axes with the weights 1/4, 1/2, 1/4, step
// pixels apart. Edges are mirrored.
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

// details is a smoothed plane minus its coarse parts of some eight pixels and more: a level of the
// à trous wavelet transform.
func details(x []float32, w int) []float32 {
	coarse := smoothed(smoothed(x, w, 2), w, 4)
	for i, v := range coarse {
		coarse[i] = x[i] - v
	}
	return coarse
}

// cubic returns the weights of four samples for the value and the slope at t between the second
// and the third.
func cubic(t float64) (value, slope [4]float64) {
	value = [4]float64{((2-t)*t - 1) * t / 2, (3*t-5)*t*t/2 + 1, ((4-3*t)*t + 1) * t / 2, (t - 1) * t * t / 2}
	slope = [4]float64{((4-3*t)*t - 1) / 2, (9*t - 10) * t / 2, ((8-9*t)*t + 1) / 2, (3*t - 2) * t / 2}
	return value, slope
}

// A pair holds two smoothed pictures of w x h pixels to fit.
type pair struct {
	a, b     []float32
	w, h     int
	rounding float64 // variance that rounding gave both before smoothing
	inset    int     // pixels at the edges of the common part that are left out, as smoothing mirrors the pictures there
	area     float64 // pixels that smoothing averages: 1 / sum of the squared weights
}

// coarsePair is the pair of two views smoothed over some four pixels.
func (v views) coarsePair(rounding float64) pair {
	smooth := func(x []float32) []float32 { return smoothed(smoothed(x, v.w, 1), v.w, 2) }
	return pair{a: smooth(v.one.pix), b: smooth(v.other.pix), w: v.w, h: v.h, rounding: rounding, inset: 4, area: 34}
}

// detailPair is the pair of the details of two views.
func (v views) detailPair(rounding float64) pair {
	detail := func(x []float32) []float32 { return details(smoothed(x, v.w, 1), v.w) }
	return pair{a: detail(v.one.pix), b: detail(v.other.pix), w: v.w, h: v.h, rounding: rounding, inset: 9, area: 7}
}

// overlap returns the pixels from..to-1 of a row of n that both pictures show, without the inset,
// and the whole and
// fractional parts of way. A row of one pixel has no inset and no way.
func overlap(n, inset int, way float64) (from, to, whole int, part float64) {
	floor := math.Floor(way)
	whole, part = int(floor), way-floor
	if n == 1 {
		return 0, 1, 0, 0
	}
	return inset + max(0, -whole), n - inset - max(0, whole), whole, part
}

// at compares the pictures where b is moved by (x, y) against a. It reports false where they have
// too little in common.
func (p pair) at(x, y float64) (fit, bool) {
	left, right, dx, tx := overlap(p.w, p.inset, x)
	top, bottom, dy, ty := overlap(p.h, p.inset, y)
	if right-left < 4 && p.w > 1 || bottom-top < 4 && p.h > 1 {
		return fit{}, false
	}
	value, slope := cubic(tx)
	valueY, slopeY := cubic(ty)
	at := func(y int) int { return max(0, min(y, p.h-1)) * p.w }
	g := sumRows(bottom-top, func(i int) gram {
		var g gram
		y := top + i
		up, here, down := p.a[at(y-1):][:p.w], p.a[at(y):][:p.w], p.a[at(y+1):][:p.w]
		var rows [4][]float32
		for k := range rows {
			rows[k] = p.b[at(y+dy-1+k):][:p.w]
		}
		n := right - left
		values, slopes := make([]float64, n+3), make([]float64, n+3)
		for j := range values {
			x := max(0, min(left+dx-1+j, p.w-1))
			for k, row := range rows {
				values[j] += valueY[k] * float64(row[x])
				slopes[j] += slopeY[k] * float64(row[x])
			}
		}
		for j := range n {
			x := left + j
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
	}, (*gram).add)
	return p.solved(g, fit{x: x, y: y}), true
}

// solved is the fit whose sums are g.
func (p pair) solved(g gram, f fit) fit {
	g.eliminate(one)
	f.variance = g.sum[valueB][valueB] / g.pixels
	isAlike := g.sum[valueA][valueB] > 0 // the gain is positive
	g.eliminate(valueA)
	s := &g.sum
	f.residual = max(0, s[valueB][valueB]) / g.pixels
	if !isAlike {
		f.residual = f.variance
	}
	// The slopes of both pictures are averaged (Benhimane and Malis 2004): their noise does not bias the step.
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
	// The products of the slopes of a and b hold no noise on average, as the noise of either is its own.
	slopes := symmetric{s[acrossA][acrossB], (s[acrossA][downB] + s[downA][acrossB]) / 2, s[downA][downB]}
	f.certainty = p.certainty(slopes, noise, g.sloping)
	return f
}

// certainty judges the sums of the slopes' products, beside the variance of the noise.
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

// from is the best fit near (x, y), by Gauss-Newton steps of at most 8 pixels.
func (p pair) from(x, y float64) (fit, bool) {
	const enough = 1e-4 // pixels
	best, ok := p.at(x, y)
	if !ok {
		return best, false
	}
	for range 30 {
		size := math.Hypot(best.stepX, best.stepY)
		if size < enough {
			break
		}
		next, isBetter := p.step(best, min(1, 8/size))
		if !isBetter {
			break
		}
		best = next
	}
	return best, true
}

// step is the fit after a share of f's step, halved up to three times until the residual is less.
func (p pair) step(f fit, share float64) (fit, bool) {
	for range 4 {
		next, ok := p.at(f.x+share*f.stepX, f.y+share*f.stepY)
		if ok && next.residual*f.variance < f.residual*next.variance {
			return next, true
		}
		share /= 2
	}
	return f, false
}

// symmetric is a symmetric 2 x 2 matrix.
type symmetric struct{ xx, xy, yy float64 }

// least is its least eigenvalue.
func (m symmetric) least() float64 {
	return (m.xx+m.yy)/2 - math.Hypot((m.xx-m.yy)/2, m.xy)
}

// solve returns the solution of m s = (x, y), with a small multiple of the identity added to m in
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
