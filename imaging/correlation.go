package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// A correlation is a function of the shift (x, y) in pixels, given by its Fourier series
//
//	g(x, y) = sum over the bins of m Re(z exp(2 pi i (u x + v y)))
//
// The bins z are weighted products of the conjugate spectrum of one image with the spectrum of
// another. m is 1 for bins that are their own conjugate partner, and 2 for all others.
type correlation struct {
	w, h   int
	bins   []complex64 // the one-sided spectrum
	us, vs []float64   // the frequencies of its columns and rows
}

// signed returns the shift for index i of a periodic correlation of n samples.
func signed(i, n int) int {
	if i > n/2 {
		return i - n
	}
	return i
}

// peaks returns the integer shifts of the count largest values, at least two pixels apart.
func (f correlation) peaks(ctx context.Context, c *wgfft.Engine, count int) ([]image.Point, error) {
	g, err := c.IRFFT2(ctx, nil, f.bins, []int{f.h, f.w})
	if err != nil {
		return nil, err
	}
	var found []image.Point
	for range count {
		best := 0
		for i, v := range g {
			if v > g[best] {
				best = i
			}
		}
		found = append(found, image.Pt(signed(best%f.w, f.w), signed(best/f.w, f.h)))
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x, y := Periodic.index(best%f.w+dx, f.w), Periodic.index(best/f.w+dy, f.h)
				g[y*f.w+x] = float32(math.Inf(-1))
			}
		}
	}
	return found, nil
}

// derivatives are the value of a correlation at one point and its first and second derivatives.
type derivatives struct{ g, x, y, xx, xy, yy float64 }

func (s *derivatives) add(t derivatives) {
	s.g += t.g
	s.x += t.x
	s.y += t.y
	s.xx += t.xx
	s.xy += t.xy
	s.yy += t.yy
}

// at returns the value and the derivatives at (x, y).
func (f correlation) at(x, y float64) derivatives {
	across := make([]complex128, len(f.us))
	for k, u := range f.us {
		sin, cos := math.Sincos(2 * math.Pi * u * x)
		across[k] = complex(cos, sin)
	}
	return sumRows(f.h, func(l int) derivatives {
		sin, cos := math.Sincos(2 * math.Pi * f.vs[l] * y)
		down, q := complex(cos, sin), 2*math.Pi*f.vs[l]
		var s derivatives
		for k, z := range f.bins[l*len(f.us) : (l+1)*len(f.us)] {
			t := complex128(z) * across[k] * down * complex(f.multiplicity(k), 0)
			p := 2 * math.Pi * f.us[k]
			s.add(derivatives{
				g: real(t), x: -p * imag(t), y: -q * imag(t),
				xx: -p * p * real(t), xy: -p * q * real(t), yy: -q * q * real(t),
			})
		}
		return s
	}, (*derivatives).add)
}

// multiplicity returns m of column k.
func (f correlation) multiplicity(k int) float64 {
	if k == 0 || 2*k == f.w {
		return 1
	}
	return 2
}

func (f correlation) derivatives(ctx context.Context, x, y float64) (derivatives, error) {
	return f.at(x, y), ctx.Err()
}

func (f correlation) values(ctx context.Context, points [][2]float64) ([]float64, error) {
	g := make([]float64, len(points))
	for i, p := range points {
		g[i] = f.at(p[0], p[1]).g
	}
	return g, ctx.Err()
}

func (f correlation) confidence(ctx context.Context, x, y float64) (float64, error) {
	most := sumRows(f.h, func(l int) float64 {
		sum := 0.0
		for k, z := range f.bins[l*len(f.us) : (l+1)*len(f.us)] {
			sum += f.multiplicity(k) * math.Hypot(float64(real(z)), float64(imag(z)))
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more })
	return confidence(f.at(x, y).g, most), ctx.Err()
}

// confidence returns a value of a series over its upper bound: see [series].
func confidence(g, most float64) float64 { return max(0, g/(most+1)) }

// starts are the points from which [maximum] searches. The first one is (0, 0), for images that are constant along an
// axis.
func starts() (points [][2]float64) {
	for _, y := range []float64{0, -0.5, 0.5} {
		for _, x := range []float64{0, -0.5, 0.5} {
			points = append(points, [2]float64{x, y})
		}
	}
	return points
}

// maximum returns the position of the maximum near (0, 0), or (0, 0) if there is none. It uses
// Newton's method from the best of nine points half a pixel apart: from (0, 0) itself the maximum
// may lie beyond the inflection point.
func maximum(ctx context.Context, f series) (x, y float64, err error) {
	const enough = 1e-6 // pixels
	points := starts()
	values, err := f.values(ctx, points)
	if err != nil {
		return 0, 0, err
	}
	highest := values[0]
	for i, g := range values {
		if g > highest+1e-9*math.Abs(highest) {
			x, y, highest = points[i][0], points[i][1], g
		}
	}
	for range 20 {
		s, err := f.derivatives(ctx, x, y)
		if err != nil {
			return 0, 0, err
		}
		// A minimum of curvature, for images that are constant along an axis.
		least := 1e-9 * (math.Abs(s.xx) + math.Abs(s.yy))
		s.xx, s.yy = s.xx-least, s.yy-least
		det := s.xx*s.yy - s.xy*s.xy
		if !(det > 0 && s.xx < 0) {
			break // no maximum
		}
		dx, dy := (s.xy*s.y-s.yy*s.x)/det, (s.xy*s.x-s.xx*s.y)/det
		if x, y = x+dx, y+dy; !(math.Abs(x) <= 1 && math.Abs(y) <= 1) {
			break
		}
		if math.Hypot(dx, dy) < enough {
			break
		}
	}
	if !(math.Abs(x) <= 1 && math.Abs(y) <= 1) {
		return 0, 0, nil
	}
	return x, y, nil
}
