package measure

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"wgfft/internal/dft"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// sample is the number of points of the batch that are compared at one place.
const sample = 8192

// longestReference is the longest array that is transformed in float64, and the longest line of a
// longer array.
const longestReference = 1 << 22

// longestDouble is the longest array of double precision that is compared with a whole transform in double-double.
const longestDouble = 1 << 24

// sampleBins is the least number of bins of a longer array that are compared. For real numbers it
// is half of that.
const sampleBins = 64

// point returns point j of the source.
func (b *Bench) point(j int) complex64 { return rotated(b.tile[j%len(b.tile)], j/len(b.tile)) }

// binsError compares bins of the first transform along the only axis: its first, its last, and
// others at random.
func (b *Bench) binsError(ctx context.Context, problem plan.Problem) (float64, error) {
	n, rng := problem.Points(), rand.New(rand.NewPCG(uint64(problem.Points()), 1))
	got, want := make([]complex128, sampleBins), make([]doubledouble.Complex, sampleBins)
	roots, scale := doubledouble.NewRoots(n), yardstick.ScaleDD(problem)
	var wait sync.WaitGroup
	defer wait.Wait()
	for i := range got {
		k := []int{0, n - 1, rng.IntN(n)}[min(i, 2)]
		at, err := b.readPoints(ctx, k, 1, 1)
		if err != nil {
			return 0, err
		}
		got[i] = at[0]
		if problem.Inverse {
			k = (n - k) % n
		}
		wait.Go(func() { want[i] = b.bin(k, n, roots).Scale(scale) })
	}
	wait.Wait()
	return ref.RelL2(got, want), nil
}

// bin returns bin k of the first n points of the source, given the roots of n. It sums over the tiles of the
// source, and computes the sum over one tile once.
func (b *Bench) bin(k, n int, roots doubledouble.Roots) doubledouble.Complex {
	size := len(b.tile)
	tile, rest := partialBin(b.tile, k, n, roots), partialBin(b.tile[:n%size], k, n, roots)
	sum := doubledouble.Complex{}
	for i := range (n + size - 1) / size {
		part := tile
		if (i+1)*size > n {
			part = rest
		}
		turn := doubledouble.FromComplex(complex128(rotated(1, i)))
		sum = sum.Add(part.Mul(turn).Mul(roots.At(i * size % n * k % n)))
	}
	return sum
}

// partialBin returns the sum of x[j] w_n^(jk).
func partialBin(x []complex64, k, n int, roots doubledouble.Roots) doubledouble.Complex {
	var sum doubledouble.Sum
	for j, v := range x[:min(n, len(x))] {
		sum.Add(complex128(v), roots.At(j*k%n))
	}
	return sum.Value()
}

// lineAxis returns the axis of the compared lines: the last axis with enough bins, or else the
// longest. It returns false if the array has only one axis of more than one point.
func lineAxis(shape []int) (int, bool) {
	best := -1
	for axis, n := range slices.Backward(shape) {
		switch {
		case n == 1 || n > longestReference || n == product(shape):
		case n >= sampleBins:
			return axis, true
		case best < 0 || n > shape[best]:
			best = axis
		}
	}
	return best, best >= 0
}

func product(shape []int) int { return plan.Problem{Shape: shape}.Points() }

// leastLines is the number of lines that are compared: the first, the last, and others at random.
const leastLines = 3

// linesError compares lines of bins of the first array. A line holds all bins along one axis with
// the same indices along the others. With w_a the root of axis a, the line at the indices k is the
// transform along its axis of
//
//	y[j] = sum over the indices j_a along the other axes of x[..., j, ...] product of w_a^(j_a k_a)
//
// which takes one multiplication per point of the array. Along an axis that is not transformed,
// only j_a = k_a counts.
func (b *Bench) linesError(ctx context.Context, problem plan.Problem, axis int) (float64, error) {
	n, side := problem.Shape[axis], product(problem.Shape[axis+1:])
	step := 1
	if side > 1 {
		step = max(1, n/sample) // every bin is a copy of its own
	}
	rng := rand.New(rand.NewPCG(uint64(problem.Points()), 1))
	lines := max(leastLines, (sampleBins+n-1)/n)
	got, want := make([][]complex128, lines), make([][]doubledouble.Complex, lines)
	var wait sync.WaitGroup
	defer wait.Wait()
	for i := range lines {
		k, first := make([]int, len(problem.Shape)), 0
		for a, d := range problem.Shape {
			if k[a] = []int{0, d - 1, rng.IntN(d)}[min(i, 2)]; a == axis {
				k[a] = 0
			}
			first = first*d + k[a]
		}
		var err error
		if got[i], err = b.readPoints(ctx, first, step*side, (n+step-1)/step); err != nil {
			return 0, err
		}
		wait.Go(func() {
			line := b.line(problem, axis, k)
			for j := 0; j < n; j += step {
				want[i] = append(want[i], line[j])
			}
		})
	}
	wait.Wait()
	return ref.RelL2(slices.Concat(got...), slices.Concat(want...)), nil
}

// line returns the line of bins along an axis at the indices k along the others, of the first array
// of the source. The sums are in double-double. The transform of the line is in float64 if the results are in
// single precision, because lines may have millions of points.
func (b *Bench) line(problem plan.Problem, axis int, k []int) []doubledouble.Complex {
	n := problem.Shape[axis]
	s := sums{bench: b, shape: problem.Shape, axis: axis, k: k, roots: make([]*powers, len(k)),
		y: make([]doubledouble.Sum, n)}
	for a, n := range problem.Shape {
		if a != axis && problem.IsTransformed(a) {
			e := k[a]
			if problem.Inverse {
				e = (n - e) % n
			}
			s.roots[a] = newPowers(e, n)
		}
	}
	s.add(0, 0, 0, doubledouble.FromComplex(1))
	y := make([]doubledouble.Complex, n)
	for j := range y {
		y[j] = s.y[j].Value()
	}
	if problem.IsTransformed(axis) {
		b.transform(y, problem.Inverse)
	}
	scale := yardstick.ScaleDD(problem)
	for j := range y {
		y[j] = y[j].Scale(scale)
	}
	return y
}

// transform transforms a line in place, without a factor.
func (b *Bench) transform(y []doubledouble.Complex, isInverse bool) {
	if b.format.Number != nil {
		if d := doubledouble.New(len(y)); isInverse {
			d.Inverse(y)
		} else {
			d.Forward(y)
		}
		return
	}
	narrow := make([]complex128, len(y))
	for j, v := range y {
		narrow[j] = v.Complex128()
	}
	if d := dft.New(len(y)); isInverse {
		d.Inverse(narrow, narrow)
	} else {
		d.Forward(narrow, narrow)
	}
	for j, v := range narrow {
		y[j] = doubledouble.FromComplex(v)
	}
}

// powers are the numbers w_n^(ej) for j = 0 ... n-1.
type powers struct {
	e, n  int
	roots doubledouble.Roots
	all   []doubledouble.Complex // of a short axis, otherwise nil
}

func newPowers(e, n int) *powers {
	p := &powers{e: e, n: n, roots: doubledouble.NewRoots(n)}
	if n <= sample {
		all := make([]doubledouble.Complex, n)
		for j := range all {
			all[j] = p.at(j)
		}
		p.all = all
	}
	return p
}

func (p *powers) at(j int) doubledouble.Complex {
	if p.all != nil {
		return p.all[j]
	}
	return p.roots.At(p.e * j % p.n)
}

// sums holds the points of a line before its own transform.
type sums struct {
	bench *Bench
	shape []int
	axis  int
	k     []int     // indices along the other axes
	roots []*powers // of the transformed axes, except the line's own
	y     []doubledouble.Sum
}

// add adds the points with one choice of the indices along the axes before a. It adds them to y[j],
// or to all of y if the line's axis is not among these axes. from is the number of the choice.
func (s *sums) add(a, from, j int, weight doubledouble.Complex) {
	n := s.shape[a]
	from *= n
	if a == len(s.shape)-1 {
		s.row(from, j, weight)
		return
	}
	switch {
	case a == s.axis:
		for i := range n {
			s.add(a+1, from+i, i, weight)
		}
	case s.roots[a] != nil:
		for i := range n {
			s.add(a+1, from+i, j, weight.Mul(s.roots[a].at(i)))
		}
	default:
		s.add(a+1, from+s.k[a], j, weight)
	}
}

// row adds the points along the last axis that begin at from.
func (s *sums) row(from, j int, weight doubledouble.Complex) {
	a := len(s.shape) - 1
	n, tile := s.shape[a], s.bench.tile
	if a != s.axis && s.roots[a] == nil {
		s.y[j].Add(complex128(s.bench.point(from+s.k[a])), weight)
		return
	}
	for at := from; at < from+n; {
		part := tile[at%len(tile):]
		part = part[:min(len(part), from+n-at)]
		w := weight.Mul(doubledouble.FromComplex(complex128(rotated(1, at/len(tile)))))
		if a == s.axis {
			for i, v := range part {
				s.y[at-from+i].Add(complex128(v), w)
			}
		} else {
			var sum doubledouble.Sum
			for i, v := range part {
				sum.Add(complex128(v), s.roots[a].at(at-from+i))
			}
			s.y[j].AddProduct(sum.Value(), w)
		}
		at += len(part)
	}
}
