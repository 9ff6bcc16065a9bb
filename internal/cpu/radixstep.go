package cpu

import (
	"context"
	"sync"

	"wgfft/internal/dft"
)

// radixStep transforms n = r p points in float64, where p is a power of two. One step of radix r
// precedes r transforms of p points by algo-fft. With j = j1 p + j2 and k = k1 + k2 r,
//
//	X[k] = sum over j2 of w_p^(j2 k2) w_n^(j2 k1) sum over j1 of w_r^(j1 k1) x[j]
//
// This is the four-step method for a factor r that is one butterfly. The butterflies read src at the
// stride p, so the first step needs no transposition.
type radixStep struct {
	r, p  int
	w     []complex128 // w_n^(j2 k1): element j2 (r-1) + k1-1
	prime *primeTable
	rows  forward[complex128]
	pool  sync.Pool // *[]complex128, for r rows
}

// leastStepRow is the shortest row for which radixStep is faster than short.
const leastStepRow = 16

// stepRadix returns the radix r of radixStep for n points, or 0 if radixStep does not take n points.
func stepRadix(n int) int {
	r := without(n, 2)
	isButterfly := r > 1 && r <= 15 || r <= maxRadix && isPrime(r)
	if !isButterfly || n/r < leastStepRow || n/r > maxExactPower {
		return 0
	}
	return r
}

func newRadixStep(ctx context.Context, n int) (*radixStep, error) {
	r := stepRadix(n)
	rows, err := newPower(n / r)
	if err != nil {
		return nil, err
	}
	s := &radixStep{r: r, p: n / r, rows: rows}
	if r > 7 && isPrime(r) {
		s.prime = newPrimeTable(r, dft.Root)
	}
	if s.w, err = Make[complex128](ctx, s.p*(r-1)); err != nil {
		return nil, err
	}
	err = Pieces(ctx, s.p, func(first, end int) {
		for j := first; j < end; j++ {
			for k := 1; k < r; k++ {
				s.w[j*(r-1)+k-1] = dft.Root(n, j*k)
			}
		}
	})
	size := r * (s.p + rowPadding)
	s.pool.New = func() any {
		scratch := make([]complex128, size)
		return &scratch
	}
	return s, err
}

// Len returns the number of points.
func (s *radixStep) Len() int { return s.r * s.p }

// Forward transforms one row, unscaled.
func (s *radixStep) Forward(ctx context.Context, dst, src []complex128) error {
	box := s.pool.Get().(*[]complex128)
	defer s.pool.Put(box)
	scratch, every := *box, s.p+rowPadding
	switch s.r {
	case 3:
		s.step3(scratch, src)
	case 5:
		s.step5(scratch, src)
	default:
		s.step(scratch, src)
	}
	for at := 0; at < len(scratch); at += every {
		row := scratch[at : at+s.p : at+s.p]
		if err := s.rows.Forward(ctx, row, row); err != nil {
			return err
		}
	}
	switch s.r {
	case 3:
		a, b, c := scratch[:s.p], scratch[every:every+s.p], scratch[2*every:2*every+s.p]
		for k, v := range a {
			to := dst[3*k : 3*k+3 : 3*k+3]
			to[0], to[1], to[2] = v, b[k], c[k]
		}
	default:
		for k := range s.p {
			from := k
			to := dst[s.r*k : s.r*k+s.r]
			for i := range to {
				to[i] = scratch[from]
				from += every
			}
		}
	}
	return nil
}

// step3 is the step of radix 3, from src to the rows of scratch.
func (s *radixStep) step3(scratch, src []complex128) {
	p, every := s.p, s.p+rowPadding
	x0, x1, x2 := src[:p], src[p:2*p], src[2*p:3*p]
	y0, y1, y2 := scratch[:p], scratch[every:every+p], scratch[2*every:2*every+p]
	for j := range x0 {
		w := s.w[2*j : 2*j+2 : 2*j+2]
		a, b, c := three(x0[j], x1[j], x2[j])
		y0[j], y1[j], y2[j] = a, b*w[0], c*w[1]
	}
}

// step5 is the step of radix 5.
func (s *radixStep) step5(scratch, src []complex128) {
	p, every := s.p, s.p+rowPadding
	x0, x1, x2, x3, x4 := src[:p], src[p:2*p], src[2*p:3*p], src[3*p:4*p], src[4*p:5*p]
	row := func(i int) []complex128 { return scratch[i*every : i*every+p] }
	y0, y1, y2, y3, y4 := row(0), row(1), row(2), row(3), row(4)
	for j := range x0 {
		w := s.w[4*j : 4*j+4 : 4*j+4]
		a, b, c, d, e := five(x0[j], x1[j], x2[j], x3[j], x4[j])
		y0[j], y1[j], y2[j], y3[j], y4[j] = a, b*w[0], c*w[1], d*w[2], e*w[3]
	}
}

// step is the step of any radix.
func (s *radixStep) step(scratch, src []complex128) {
	var v radixPoints
	r, every := s.r, s.p+rowPadding
	for j := range s.p {
		from := j
		for t := range r {
			v[t&maxRadix] = src[from]
			from += s.p
		}
		butterfly(r, &v, s.prime)
		scratch[j] = v[0]
		to := j
		for t, w := range s.w[j*(r-1) : (j+1)*(r-1)] {
			to += every
			scratch[to] = v[(t+1)&maxRadix] * w
		}
	}
}
