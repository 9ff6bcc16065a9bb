package cpu

import (
	"context"
	"sync"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/dft"
)

// radixStep transforms n = r p points in float64, where p is a power of two. One step of radix r
// precedes r transforms of p points. With j = j1 p + j2 and k = k1 + k2 r,
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

const (
	// leastStepRow is the shortest row for which radixStep is faster than short.
	leastStepRow = 16

	// mostStep is the largest radix that has a butterfly, except for primes.
	mostStep = 16
)

// hasButterfly reports whether there is a butterfly of r points.
func hasButterfly(r int) bool {
	return r <= mostStep && without(r, 2, 3, 5, 7) == 1 || r <= maxRadix && isPrime(r)
}

// stepRadix returns the least radix r of a radixStep for n points, the odd part of n. It returns 0 if n
// is a power of two, or if radixStep does not take n points.
func stepRadix(n int) int {
	r := without(n, 2)
	if r == 1 || !hasButterfly(r) || n/r < leastStepRow || n/r > maxExactPower {
		return 0
	}
	return r
}

// newSteps makes the transform of n = r 2^k points, where r is odd and 1 or a butterfly. It uses
// algo-fft's transform of a power of two that meets the accuracy contract, after a step of the smallest
// radix that leaves such a power. Which powers do depends on the processor. If no butterfly is large
// enough, steps follow each other.
func newSteps(ctx context.Context, n int) (forward[complex128], error) {
	odd := without(n, 2)
	r := odd
	for ; ; r *= 2 {
		f, _, err := newAlgo[complex128](n / r)
		switch {
		case err != nil:
			return nil, err
		case rows.IsExact(f.(algo[complex128]).Plan) && r == 1:
			return f, nil
		case rows.IsExact(f.(algo[complex128]).Plan):
			return newRadixStep(ctx, r, f)
		case !hasButterfly(2 * r):
			f, err := newSteps(ctx, n/r)
			if err != nil {
				return nil, err
			}
			return newRadixStep(ctx, r, f)
		}
	}
}

// newLargeStep makes the transform of n = r 2^k points by a step of the largest radix, so that
// algo-fft's part in the rounding errors is small.
func newLargeStep(ctx context.Context, n int) (forward[complex128], error) {
	r := without(n, 2)
	for hasButterfly(2*r) && n/(2*r) >= leastStepRow {
		r *= 2
	}
	f, err := newSteps(ctx, n/r)
	if err != nil || r == 1 {
		return f, err
	}
	return newRadixStep(ctx, r, f)
}

// newRadixStep makes the step of radix r before the transforms of.
func newRadixStep(ctx context.Context, r int, of forward[complex128]) (*radixStep, error) {
	n := r * of.Len()
	var err error
	s := &radixStep{r: r, p: of.Len(), rows: of}
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

// bytes returns the memory of the tables, a scratch array and the rows.
func (s *radixStep) bytes() int64 {
	return 16*int64(len(s.w)+s.r*(s.p+rowPadding)) + tableBytes(s.rows, false)
}

// Forward transforms one row, unscaled.
func (s *radixStep) Forward(ctx context.Context, dst, src []complex128) error {
	return s.transform(ctx, dst, src, false, 1)
}

func (s *radixStep) transform(ctx context.Context, dst, src []complex128, inverse bool, scale float64) error {
	box := s.pool.Get().(*[]complex128)
	defer s.pool.Put(box)
	scratch, every := *box, s.p+rowPadding
	switch s.r {
	case 2:
		s.step2(scratch, src)
	case 3:
		s.step3(scratch, src)
	case 4:
		s.step4(scratch, src)
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
	if inverse || scale != 1 {
		s.storeScaled(dst, scratch, inverse, scale)
		return nil
	}
	s.store(dst, scratch)
	return nil
}

// store stores the rows of scratch as columns of dst.
func (s *radixStep) store(dst, scratch []complex128) {
	p, every := s.p, s.p+rowPadding
	row := func(i int) []complex128 { return scratch[i*every : i*every+p] }
	switch s.r {
	case 2:
		b := row(1)
		for k, v := range row(0) {
			to := dst[2*k : 2*k+2 : 2*k+2]
			to[0], to[1] = v, b[k]
		}
	case 3:
		b, c := row(1), row(2)
		for k, v := range row(0) {
			to := dst[3*k : 3*k+3 : 3*k+3]
			to[0], to[1], to[2] = v, b[k], c[k]
		}
	case 4:
		b, c, d := row(1), row(2), row(3)
		for k, v := range row(0) {
			to := dst[4*k : 4*k+4 : 4*k+4]
			to[0], to[1], to[2], to[3] = v, b[k], c[k], d[k]
		}
	default:
		for k := range p {
			from := k
			to := dst[s.r*k : s.r*k+s.r]
			for i := range to {
				to[i] = scratch[from]
				from += every
			}
		}
	}
}

// storeScaled is store with a factor. For the inverse transform, element k is stored at -k.
func (s *radixStep) storeScaled(dst, scratch []complex128, inverse bool, scale float64) {
	n, every := s.Len(), s.p+rowPadding
	to, step := 0, 1
	if inverse {
		to, step = n, -1
	}
	dst[0] = timesReal(scratch[0], scale)
	for at := 1; at < n; at++ {
		to += step
		dst[to] = timesReal(scratch[at%s.r*every+at/s.r], scale)
	}
}

// step2 is the step of radix 2, from src to the rows of scratch.
func (s *radixStep) step2(scratch, src []complex128) {
	p, every := s.p, s.p+rowPadding
	x0, x1, w := src[:p], src[p:2*p], s.w[:p]
	y0, y1 := scratch[:p], scratch[every:every+p]
	for j := range x0 {
		a, b := two(x0[j], x1[j])
		y0[j], y1[j] = a, b*w[j]
	}
}

// step4 is the step of radix 4.
func (s *radixStep) step4(scratch, src []complex128) {
	p, every := s.p, s.p+rowPadding
	x0, x1, x2, x3 := src[:p], src[p:2*p], src[2*p:3*p], src[3*p:4*p]
	row := func(i int) []complex128 { return scratch[i*every : i*every+p] }
	y0, y1, y2, y3 := row(0), row(1), row(2), row(3)
	for j := range x0 {
		w := s.w[3*j : 3*j+3 : 3*j+3]
		a, b, c, d := four(x0[j], x1[j], x2[j], x3[j])
		y0[j], y1[j], y2[j], y3[j] = a, b*w[0], c*w[1], d*w[2]
	}
}

// step3 is the step of radix 3.
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
