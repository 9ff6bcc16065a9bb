package cpu

import (
	"context"
	"math"
	"sync"

	"wgfft/internal/cpu/rows"
)

// realLong transforms many real points to their half spectrum, as complex points. An odd number n
// of points becomes n complex points. An even number n becomes m = n/2, z[j] = x[2j] + i x[2j+1].
// Then with
//
//	E[k] = (Z[k] + conj Z[m-k]) / 2, O[k] = (Z[k] - conj Z[m-k]) / 2i
//
// the bins are X[k] = E[k] + w_n^k O[k], X[m-k] = conj (E[k] - w_n^k O[k]).
type realLong[F rows.Float, C rows.Complex] struct {
	team *team
	n    int
	plan forward[C]
	w    []complex128 // in double precision, for even n: w_n^k / 2i, up to k = n/4
	pool sync.Pool    // *[]C of n points, for odd n
}

func newRealLong[F rows.Float, C rows.Complex](ctx context.Context, m maker[C], n int) (*realLong[F, C], error) {
	plan, err := m.part(ctx, complexPoints(n))
	r := &realLong[F, C]{team: m.team, n: n, plan: plan}
	if err == nil && m.isExact && n%2 == 0 {
		r.w, err = mergeRoots(ctx, n, m.root())
	}
	return r, err
}

// forward makes the bins z of the points x.
func (r *realLong[F, C]) forward(ctx context.Context, z []C, x []F) error {
	if r.n%2 == 1 {
		return r.forwardOdd(ctx, z, x)
	}
	m := r.n / 2
	isSmall := m <= blockPoints // without the allocation of closures
	if isSmall {
		loadPairs(z, x, 0, m)
	} else if err := r.team.blocks(ctx, m, func(first, end int) { loadPairs(z, x, first, end) }); err != nil {
		return err
	}
	if err := r.plan.Forward(ctx, z[:m], z[:m]); err != nil {
		return err
	}
	v := complex128(z[0])
	z[0], z[m] = C(complex(real(v)+imag(v), 0)), C(complex(real(v)-imag(v), 0))
	if isSmall {
		r.merge(z, 1, m/2+1)
		return nil
	}
	return r.team.blocks(ctx, m/2, func(first, end int) { r.merge(z, first+1, end+1) })
}

// loadPairs makes the complex points x[2j] + i x[2j+1] for j from first to end.
func loadPairs[F rows.Float, C rows.Complex](z []C, x []F, first, end int) {
	for j := first; j < end; j++ {
		z[j] = C(complex(float64(x[2*j]), float64(x[2*j+1])))
	}
}

// loadReals makes complex points from real points, from first to end.
func loadReals[F rows.Float, C rows.Complex](z []C, x []F, first, end int) {
	for j, v := range x[first:end] {
		z[first+j] = C(complex(float64(v), 0))
	}
}

// forwardOdd makes the bins z of an odd number of points x.
func (r *realLong[F, C]) forwardOdd(ctx context.Context, z []C, x []F) error {
	box, err := take[C](ctx, &r.pool, r.n)
	if err != nil {
		return err
	}
	defer r.pool.Put(box)
	scratch := *box
	isSmall := r.n <= blockPoints
	if isSmall {
		loadReals(scratch, x, 0, r.n)
	} else if err := r.team.blocks(ctx, r.n, func(first, end int) { loadReals(scratch, x, first, end) }); err != nil {
		return err
	}
	if err := r.plan.Forward(ctx, scratch, scratch); err != nil {
		return err
	}
	if isSmall {
		copy(z, scratch[:len(z)])
	} else {
		err = r.team.blocks(ctx, len(z), func(first, end int) { copy(z[first:end], scratch[first:end]) })
	}
	z[0] = C(complex(real(complex128(z[0])), 0))
	return err
}

// merge makes the bins from first to end, and their mirrors, from Z.
func (r *realLong[F, C]) merge(z []C, first, end int) {
	m := r.n / 2
	if r.w != nil {
		for k := first; k < end; k++ {
			low, high := mergeHalves(complex128(z[k]), complex128(z[m-k]), r.w[k])
			z[k], z[m-k] = C(low), C(high)
		}
		return
	}
	s, c := math.Sincos(2 * math.Pi / float64(r.n))
	step, w := complex(c, -s), complex128(0) // w is w_n^k / 2i
	for k := first; k < end; k++ {
		if (k-first)%1024 == 0 { // computed exactly again before errors add up
			s, c = math.Sincos(2 * math.Pi * float64(k) / float64(r.n))
			w = complex(-s/2, -c/2)
		}
		low, high := mergeHalves(complex128(z[k]), complex128(z[m-k]), w)
		z[k], z[m-k] = C(low), C(high)
		w *= step
	}
}

// mergeRoots returns w_n^k / 2i for k up to n/4.
func mergeRoots(ctx context.Context, n int, root rootFunc) ([]complex128, error) {
	w, err := roots(ctx, root, n/4+1, 1, 0, n)
	for k, v := range w {
		w[k] = complex(imag(v)/2, -real(v)/2)
	}
	return w, err
}

// mergeHalves returns X[k] and X[m-k] from a = Z[k] and b = Z[m-k], with w = w_n^k / 2i.
func mergeHalves(a, b, w complex128) (low, high complex128) {
	b = complex(real(b), -imag(b))
	even, odd := complex((real(a)+real(b))/2, (imag(a)+imag(b))/2), w*(a-b)
	low, high = even+odd, even-odd
	return low, complex(real(high), -imag(high))
}
