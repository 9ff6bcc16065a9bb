package measure

import (
	"context"
	"math/rand/v2"
	"sync"

	"wgfft/internal/ref"
	"wgfft/internal/transforms"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// sample returns real number j of the source, which has two in a point.
func (b *Bench) sample(j int) float32 {
	v := b.point(j / 2)
	if j%2 == 0 {
		return real(v)
	}
	return imag(v)
}

// elementsError compares elements of the first transform of real arrays: its first, its last, and
// others at random.
func (b *Bench) elementsError(ctx context.Context, problem plan.Problem) (float64, error) {
	s := newElements(b, problem)
	last, rng := problem.Arrays()[1].Elements-1, rand.New(rand.NewPCG(uint64(problem.Points()), 1))
	count := sampleBins
	if s.isReal() {
		count *= 2
	}
	got, want := make([]complex128, count), make([]complex128, count)
	var wait sync.WaitGroup
	defer wait.Wait()
	for i := range got {
		at := []int{0, last, rng.IntN(last + 1)}[min(i, 2)]
		if s.isReal() {
			v, err := b.readNumbers(ctx, at, 1, 1)
			if err != nil {
				return 0, err
			}
			got[i] = complex(v[0], 0)
		} else {
			v, err := b.readPoints(ctx, at, 1, 1)
			if err != nil {
				return 0, err
			}
			got[i] = v[0]
		}
		wait.Go(func() { want[i] = s.at(at) })
	}
	wait.Wait()
	return relativeError(got, want), nil
}

// elements computes single elements of a real transform of the first array of the source. Each is
// the sum over all elements x of the source of
//
//	x[j_0, j_1, ...] product over the axes a of weight_a(j_a)
//
// or its real part if the result is real.
type elements struct {
	bench   *Bench
	problem plan.Problem
	source  []int // shapes
	target  []int
	trig    map[int]transforms.Kind // by axis
	halved  int                     // the axis with a half spectrum, -1 if there is none
	back    bool                    // from the spectrum
}

func newElements(b *Bench, p plan.Problem) elements {
	s := elements{bench: b, problem: p, source: p.Shape, target: p.Shape, trig: map[int]transforms.Kind{}, halved: -1}
	axes := p.TransformedAxes()
	if p.Kind.IsTrig() {
		for i, kind := range yardstick.Kinds(p) {
			s.trig[axes[i]] = kind
		}
		return s
	}
	s.halved, s.back = axes[len(axes)-1], !p.Arrays()[0].Real
	if s.back {
		s.source = ref.HalfShape(p.Shape, axes)
	} else {
		s.target = ref.HalfShape(p.Shape, axes)
	}
	return s
}

// isReal reports whether the target has real numbers.
func (s elements) isReal() bool { return s.halved < 0 || s.back }

// weight returns the factor of index j of the source along an axis, for index k of the target.
func (s elements) weight(axis, k int) func(j int) complex128 {
	n := s.problem.Shape[axis]
	if kind, ok := s.trig[axis]; ok {
		term := ref.Terms(kind, k, n, s.problem.Norm == plan.Ortho)
		return func(j int) complex128 { return complex(term(j), 0) }
	}
	if !s.problem.IsTransformed(axis) {
		return func(j int) complex128 {
			if j == k {
				return 1
			}
			return 0
		}
	}
	if s.back {
		k = (n - k) % n
	}
	roots := ref.NewRoots(k, n, n)
	if axis != s.halved || !s.back {
		return roots.At
	}
	return func(j int) complex128 { // for the sum of a bin and its conjugate; the real part is used
		if j == 0 || 2*j == n {
			return roots.At(j)
		}
		return 2 * roots.At(j)
	}
}

// block is the number of weights along the last axis that are in memory at the same time.
const block = 1 << 14

// at returns the element of the given number.
func (s elements) at(number int) complex128 {
	rank := len(s.target)
	weights := make([]func(j int) complex128, rank)
	for axis := rank - 1; axis >= 0; axis-- {
		weights[axis] = s.weight(axis, number%s.target[axis])
		number /= s.target[axis]
	}
	row := s.source[rank-1]
	rows := product(s.source) / row
	last, sum := make([]complex128, 0, block), complex128(0)
	for from := 0; from < row; from += block {
		last = last[:0]
		for j := from; j < min(row, from+block); j++ {
			last = append(last, weights[rank-1](j))
		}
		for r := range rows {
			w, rest := complex128(1), r
			for axis := rank - 2; axis >= 0; axis-- {
				w *= weights[axis](rest % s.source[axis])
				rest /= s.source[axis]
			}
			if w != 0 {
				sum += w * s.sum(r*row+from, last)
			}
		}
	}
	sum *= complex(s.problem.Scale(), 0)
	if s.isReal() {
		return complex(real(sum), 0)
	}
	return sum
}

// sum returns the sum of the elements of the source that begin at from, each times its weight.
func (s elements) sum(from int, weights []complex128) complex128 {
	sum := complex128(0)
	for i, w := range weights {
		if s.back {
			sum += complex128(s.bench.point(from+i)) * w
		} else {
			v := float64(s.bench.sample(from + i))
			sum += complex(v*real(w), v*imag(w))
		}
	}
	return sum
}
