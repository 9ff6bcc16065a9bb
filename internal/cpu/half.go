package cpu

import (
	"fmt"
	"sync"

	algofft "github.com/cwbudde/algo-fft"
)

// half transforms n real points to the n/2+1 bins of their half spectrum, in the
// precision of F, with one of algo-fft's plans. All real, cosine and sine transforms
// but type IV of an even length are this one between a load and a store, the inverse
// ones too. Its methods are safe for concurrent use.
type half[F algofft.Float, C algofft.Complex] struct {
	n     int
	plan  *algofft.PlanReal[F, C] // nil for one point, which is its own spectrum
	rooms sync.Pool               // *room[F, C]
}

// room is what one row needs: the points, and their bins.
type room[F algofft.Float, C algofft.Complex] struct {
	x []F // n
	z []C // n/2+1
}

func newHalf[F algofft.Float, C algofft.Complex](n int) (h *half[F, C], err error) {
	defer guard(&err, n)
	h = &half[F, C]{n: n}
	if n > 1 {
		if h.plan, err = algofft.NewPlanReal[F, C](n); err != nil {
			return nil, fmt.Errorf("cpu: plan of %d real points: %w: choose another length", n, err)
		}
	}
	h.rooms.New = func() any { return &room[F, C]{make([]F, n), make([]C, n/2+1)} }
	return h, nil
}

func (h *half[F, C]) take() *room[F, C]  { return h.rooms.Get().(*room[F, C]) }
func (h *half[F, C]) give(r *room[F, C]) { h.rooms.Put(r) }

// forward makes the bins z of the points x.
func (h *half[F, C]) forward(z []C, x []F) (err error) {
	defer guard(&err, h.n)
	if h.n == 1 {
		z[0] = C(complex(float64(x[0]), 0))
		return nil
	}
	if err := h.plan.Forward(z, x); err != nil {
		return fmt.Errorf("cpu: %d real points: %w", h.n, err)
	}
	if h.n%2 == 1 { // by way of a complex transform, which rounds
		z[0] = C(complex(real(complex128(z[0])), 0))
	}
	return nil
}

// algorithm names what algo-fft does.
func (h *half[F, C]) algorithm() string {
	if h.plan == nil {
		return ""
	}
	return h.plan.Algorithm()
}

// bytes returns about how much memory the plan and a room keep.
func (h *half[F, C]) bytes() int64 {
	if h.n%2 == 0 {
		return tableBytes[C](h.n/2, h.algorithm())
	}
	return tableBytes[C](h.n, h.algorithm())
}

// tableBytes is what algo-fft keeps for n complex points, and we beside it, by the
// figures of plan.bytes.
func tableBytes[C algofft.Complex](n int, algorithm string) int64 {
	bytes := 80 * int64(n)
	if convolution(algorithm) {
		bytes = 160 * int64(n)
	}
	if _, single := any(C(0)).(complex64); !single {
		bytes *= 2
	}
	return bytes
}
