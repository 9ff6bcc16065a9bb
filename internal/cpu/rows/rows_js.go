package rows

import (
	"fmt"
	"sync"

	"wgfft/internal/dft"
)

// Complex are the types of complex numbers.
type Complex interface{ complex64 | complex128 }

// Float are the types of real numbers.
type Float interface{ float32 | float64 }

// A Plan is a transform of complex points. It computes in float64 and is safe for concurrent use.
type Plan[C Complex] struct{ rowPool }

// A rowPool is a pool of transforms of one length, each with an array of points. A call takes one at a time.
type rowPool struct {
	n    int
	pool *sync.Pool // *row
}

type row struct {
	dft *dft.DFT
	x   []complex128
}

func newRowPool(n int) (rowPool, error) {
	if n < 1 {
		return rowPool{}, fmt.Errorf("rows: length %d: a transform needs at least one point", n)
	}
	return rowPool{n, &sync.Pool{New: func() any { return &row{dft.New(n), make([]complex128, n)} }}}, nil
}

// Len returns the number of points.
func (r rowPool) Len() int { return r.n }

// Algorithm returns algo-fft's name of the algorithm.
func (r rowPool) Algorithm() string { return "mixed" }

// NewPlan returns the transform of n points.
func NewPlan[C Complex](n int) (*Plan[C], error) {
	r, err := newRowPool(n)
	return &Plan[C]{r}, err
}

// IsExact reports whether p meets the accuracy contract in float64.
func IsExact(*Plan[complex128]) bool { return true }

// Forward computes the unscaled transform of src. dst may be src.
func (p *Plan[C]) Forward(dst, src []C) error { return p.run(dst, src, false) }

// Inverse computes the inverse transform of src, divided by the number of points. dst may be src.
func (p *Plan[C]) Inverse(dst, src []C) error { return p.run(dst, src, true) }

func (p *Plan[C]) run(dst, src []C, inverse bool) error {
	if len(dst) < p.n || len(src) < p.n {
		return fmt.Errorf("rows: %d points to %d: want %d", len(src), len(dst), p.n)
	}
	r := p.pool.Get().(*row)
	defer p.pool.Put(r)
	for i := range r.x {
		r.x[i] = complex128(src[i])
	}
	scale := 1.0
	if inverse {
		scale = 1 / float64(p.n)
		r.dft.Inverse(r.x, r.x)
	} else {
		r.dft.Forward(r.x, r.x)
	}
	for i, v := range r.x {
		dst[i] = C(complex(real(v)*scale, imag(v)*scale))
	}
	return nil
}

// A RealPlan is a transform of n real points to the bins 0 to n/2. It is safe for concurrent use.
type RealPlan[F Float, C Complex] struct {
	rowPool
	points int
	w      []complex128 // w_n^k if n is even, nil otherwise
}

// NewRealPlan returns the transform of n real points. An even n takes a transform of half the length.
// With z[j] = x[2j] + i x[2j+1] and its transform Z of m = n/2 points,
//
//	X[k] = (Z[k] + conj Z[m-k]) / 2 - i w_n^k (Z[k] - conj Z[m-k]) / 2
func NewRealPlan[F Float, C Complex](n int) (*RealPlan[F, C], error) {
	m := n
	if n%2 == 0 {
		m = n / 2
	}
	r, err := newRowPool(m)
	p := &RealPlan[F, C]{rowPool: r, points: n}
	if m < n && err == nil {
		p.w = make([]complex128, m+1)
		for k := range p.w {
			p.w[k] = dft.Root(n, k)
		}
	}
	return p, err
}

// Forward computes the unscaled transform of x.
func (p *RealPlan[F, C]) Forward(z []C, x []F) error {
	if len(x) < p.points || len(z) < p.points/2+1 {
		return fmt.Errorf("rows: %d real points to %d bins: want %d", len(x), len(z), p.points)
	}
	r := p.pool.Get().(*row)
	defer p.pool.Put(r)
	if p.w == nil {
		for i := range r.x {
			r.x[i] = complex(float64(x[i]), 0)
		}
		r.dft.Forward(r.x, r.x)
		for k := range p.points/2 + 1 {
			z[k] = C(r.x[k])
		}
		return nil
	}
	for i := range r.x {
		r.x[i] = complex(float64(x[2*i]), float64(x[2*i+1]))
	}
	r.dft.Forward(r.x, r.x)
	for k, w := range p.w {
		a, b := r.x[k%p.n], r.x[(p.n-k)%p.n]
		b = complex(real(b), -imag(b))
		even, odd := (a+b)/2, w*(a-b)/2
		z[k] = C(even + complex(imag(odd), -real(odd)))
	}
	return nil
}
