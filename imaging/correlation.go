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

// peaks returns the integer shifts of the count largest values, at least two pixels apart.
func (f correlation) peaks(ctx context.Context, c *wgfft.Engine, count int) ([]image.Point, error) {
	g, err := c.IRFFT2(ctx, nil, f.bins, []int{f.h, f.w})
	if err != nil {
		return nil, err
	}
	signed := func(i, n int) int {
		if i > n/2 {
			return i - n
		}
		return i
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

// maximum returns the position of the maximum near (0, 0), or (0, 0) if there is none. It uses
// Newton's method from the best of nine points half a pixel apart: from (0, 0) itself the maximum
// may lie beyond the inflection point.
func (f correlation) maximum() (x, y float64) {
	const enough = 1e-6 // pixels
	highest := f.at(0, 0).g
	for _, dy := range []float64{0, -0.5, 0.5} { // 0 first, for images that are constant along an axis
		for _, dx := range []float64{0, -0.5, 0.5} {
			if g := f.at(dx, dy).g; g > highest+1e-9*math.Abs(highest) {
				x, y, highest = dx, dy, g
			}
		}
	}
	for range 20 {
		s := f.at(x, y)
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
		return 0, 0
	}
	return x, y
}

// confidence returns the value at (x, y) over its upper bound, the sum of the magnitudes of the
// bins. The bound is increased by 1, the weight of one full bin, for images with hardly any bin
// above the noise.
func (f correlation) confidence(x, y float64) float64 {
	most := sumRows(f.h, func(l int) float64 {
		sum := 0.0
		for k, z := range f.bins[l*len(f.us) : (l+1)*len(f.us)] {
			sum += f.multiplicity(k) * math.Hypot(float64(real(z)), float64(imag(z)))
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more })
	return max(0, f.at(x, y).g/(most+1))
}
