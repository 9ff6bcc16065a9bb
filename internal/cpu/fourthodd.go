package cpu

import (
	"math"

	algofft "github.com/cwbudde/algo-fft"
)

// fourthOdd is type IV of an odd number of points, by way of the half spectrum of as
// many points. The points of x, with the signs that the cosine gives them outside
// of 0 to n-1, are taken in steps of four from the middle one on:
//
//	g[i] = x[(n-1)/2 + 4i], x[-1-j] = x[j], x[j+2n] = -x[j]
//
// Then with q = 2k+1 and G the spectrum of g,
//
//	y[k] = 2 (cos(pi q/4) Re G[q mod n] + sin(pi q/4) Im G[q mod n])
type fourthOdd[F algofft.Float, C algofft.Complex] struct{ *half[F, C] }

func newFourthOdd[F algofft.Float, C algofft.Complex](h *half[F, C]) fourthOdd[F, C] {
	return fourthOdd[F, C]{h}
}

func (f fourthOdd[F, C]) row(dst, src []float32, t Trig, _ bool, scale float64) error {
	r := f.take()
	defer f.give(r)
	n := f.n
	first, step, odd := order(n, t.sine())
	for i, m := 0, n/2; i < n; i, m = i+1, m+4 {
		m %= 4 * n
		j, sign := m%(2*n), F(1-m/(2*n)*2)
		if j >= n {
			j, sign = 2*n-1-j, -sign
		}
		r.x[i] = F(src[first+step*j]) * sign
	}
	if err := f.forward(r.z, r.x); err != nil {
		return err
	}
	scale *= math.Sqrt2
	for k := range dst {
		q, conj := (2*k+1)%n, 1.0
		if 2*q > n {
			q, conj = n-q, -1
		}
		v := complex128(r.z[q])
		c, s := real(v), imag(v)*conj
		if k%4 == 1 || k%4 == 2 {
			c = -c
		}
		if k%4 >= 2 {
			s = -s
		}
		y := (c + s) * scale
		if k%2 == 1 {
			y *= odd
		}
		dst[k] = float32(y)
	}
	return nil
}
