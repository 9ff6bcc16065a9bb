package cpu

import (
	"fmt"
	"sync"

	algofft "github.com/cwbudde/algo-fft"
)

// fourth is the DCT and the DST of type IV of an even number of points, by way of a
// complex transform of m = n/2 points. With r[j] = exp(-i pi (j + 1/8) / n),
//
//	z[j] = r[j] (x[2j] + i x[n-1-2j])
//	y[2k] = 2 Re r[k] Z[k], y[n-1-2k] = -2 Im r[k] Z[k]
type fourth[C algofft.Complex] struct {
	n         int
	plan      forward[C]
	convolved bool
	r         []complex128 // m
	rooms     sync.Pool    // *[]C of m points
}

// newFourth makes the plan of n points, in float64 where the accuracy contract needs
// it.
func newFourth(e *Engine, n int) (trigPlan, error) {
	single, convolved, err := newForward[complex64](e, n/2)
	if err != nil {
		return nil, err
	}
	if !realNeedsDouble(n, convolved) {
		return fourthOf(single, convolved), nil
	}
	double, _, err := newForward[complex128](e, n/2)
	if err != nil {
		return nil, err
	}
	return fourthOf(double, convolved), nil
}

func fourthOf[C algofft.Complex](plan forward[C], convolved bool) *fourth[C] {
	m := plan.Len()
	f := &fourth[C]{n: 2 * m, plan: plan, convolved: convolved, r: turns(m, 8, 1, 32*m)}
	f.rooms.New = func() any {
		room := make([]C, m)
		return &room
	}
	return f
}

func (f *fourth[C]) bytes() int64 {
	return tableBytes(f.plan, f.convolved) + 16*int64(len(f.r))
}

func (f *fourth[C]) row(dst, src []float32, t Trig, _ bool, scale float64) (err error) {
	defer guard(&err, f.n)
	box := f.rooms.Get().(*[]C)
	defer f.rooms.Put(box)
	z, n := *box, f.n
	first, step, odd := order(n, t.sine())
	for j, w := range f.r {
		z[j] = C(w * complex(float64(src[first+step*2*j]), float64(src[first+step*(n-1-2*j)])))
	}
	if err := f.plan.Forward(z, z); err != nil {
		return fmt.Errorf("cpu: %d points: %w", n/2, err)
	}
	even, odd := 2*scale, -2*scale*odd
	for k, w := range f.r {
		v := w * complex128(z[k])
		dst[2*k] = float32(real(v) * even)
		dst[n-1-2*k] = float32(imag(v) * odd)
	}
	return nil
}
