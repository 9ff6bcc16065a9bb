package verify

import (
	"context"
	"math"
	"math/rand/v2"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// A Transform computes transforms of arrays from src to dst, which may be src.
type Transform func(ctx context.Context, dst, src []complex64, inverse bool) error

// A Check is one property with its relative error, the worst of all arrays, and the tolerance of
// that array. The exact checks count differences, and their tolerance is 0.
type Check struct {
	Name string
	Err  float64
	Tol  float64
}

// OK reports whether the error is within the tolerance.
func (c Check) OK() bool { return c.Err <= c.Tol }

// Ratio returns the error over the tolerance. It is above 1 if the check failed.
func (c Check) Ratio() float64 {
	if c.Err == 0 {
		return 0
	}
	if r := c.Err / c.Tol; !math.IsNaN(r) {
		return r
	}
	return math.Inf(1)
}

// A Report holds the checks of a problem.
type Report struct {
	Problem plan.Problem
	Checks  []Check
}

// OK reports whether all checks passed.
func (r Report) OK() bool {
	for _, c := range r.Checks {
		if !c.OK() {
			return false
		}
	}
	return true
}

// Worst returns the check with the greatest ratio.
func (r Report) Worst() Check {
	var worst Check
	for i, c := range r.Checks {
		if i == 0 {
			worst = c
		}
		worst = worse(worst, c)
	}
	return worst
}

// MostPoints is the number of points that are checked at a time. A larger batch is transformed as a
// whole once, with its arrays repeated. The other checks take as many of its arrays as fit.
const MostPoints = 1 << 20

// Run checks f as the transform of p, forward and inverse, on random data from seed. It returns an
// error only if f does.
func Run(ctx context.Context, f Transform, p plan.Problem, seed uint64) (Report, error) {
	r := &run{
		ctx: ctx, f: f, p: p, n: p.Points(), random: rand.New(rand.NewPCG(seed, 0)),
		report: Report{Problem: p},
	}
	r.count = max(min(p.Count(), max(1, MostPoints/r.n)), ref.Together(r.n))
	r.together = 1
	var lengths []int
	for axis, n := range p.Shape {
		if p.IsTransformed(axis) {
			r.axes, lengths = append(r.axes, axis), append(lengths, n)
			r.together *= n
		}
	}
	r.tolerance = ref.ToleranceAxes(lengths...)
	r.x = r.uniform()
	for _, check := range []func() error{
		r.against64, r.impulse, r.linearity, r.timeShift, r.frequencyShift, r.roundTrip, r.inPlace, r.nan, r.batch,
	} {
		if err := check(); err != nil {
			return r.report, err
		}
	}
	r.add("guards", float64(r.touched), 0)
	return r.report, nil
}

// run is one call of Run.
type run struct {
	ctx       context.Context
	f         Transform
	p         plan.Problem
	n, count  int   // points of an array, and arrays
	axes      []int // the transformed ones
	together  int   // points along the transformed axes
	tolerance float64
	random    *rand.Rand
	report    Report

	x       []complex64  // random arrays
	y       []complex64  // f(x)
	want    []complex128 // F(x)
	touched int          // calls that wrote outside of the result
}

// add records the result of a check.
func (r *run) add(name string, err, tol float64) {
	r.report.Checks = append(r.report.Checks, Check{name, err, tol})
}

// uniform returns arrays of random points.
func (r *run) uniform() []complex64 { return ref.Uniform(r.random.Uint64(), r.count*r.n) }

// apply transforms src into poisoned and guarded memory.
func (r *run) apply(src []complex64, inverse bool) ([]complex64, error) {
	from, to := ref.NewGuarded[complex64](len(src)), ref.NewGuarded[complex64](len(src))
	copy(from.Data, src)
	if err := r.f(r.ctx, to.Data, from.Data, inverse); err != nil {
		return nil, err
	}
	if from.Check() != nil || to.Check() != nil || differing(src, from.Data, len(src)) > 0 {
		r.touched++
	}
	return to.Data, nil
}

// differing returns how many arrays of n elements differ in a bit.
func differing[T ref.Element](a, b []T, n int) int {
	count := 0
	for at := 0; at < len(a); at += n {
		v, w := ref.Words(a[at:at+n]), ref.Words(b[at:at+n])
		for i := range v {
			if v[i] != w[i] {
				count++
				break
			}
		}
	}
	return count
}

// scale returns the factor of a direction.
func (r *run) scale(inverse bool) float64 { return r.p.Norm.Scale(r.together, inverse) }

// gain returns the factor by which the forward transform changes the norm of an array.
func (r *run) gain() float64 { return r.scale(false) * math.Sqrt(float64(r.together)) }

// exact returns the transform in float64.
func (r *run) exact(inverse bool) []complex128 {
	return ref.Axes(r.x, r.p.Shape, r.axes, inverse, r.scale(inverse))
}

// somewhere returns a random place along the transformed axes, at 0 along the others.
func (r *run) somewhere() []int {
	m := make([]int, len(r.p.Shape))
	for _, axis := range r.axes {
		m[axis] = r.random.IntN(r.p.Shape[axis])
	}
	return m
}

// wave returns the transform of an impulse at m, without its factor: the product over the
// transformed axes of w_a^(m_a k_a), at all k.
func (r *run) wave(m []int) []complex128 {
	w := []complex128{1}
	for axis, n := range r.p.Shape {
		powers := make([]complex128, n)
		for k := range powers {
			powers[k] = 1
		}
		if r.p.IsTransformed(axis) {
			roots := roots(n)
			for k := range powers {
				powers[k] = roots[mulmod(m[axis], k, n)]
			}
		}
		next := make([]complex128, 0, len(w)*n)
		for _, v := range w {
			for _, p := range powers {
				next = append(next, v*p)
			}
		}
		w = next
	}
	return w
}

// shifted returns the new place of each point of an array that is rotated by m.
func (r *run) shifted(m []int) []int {
	places := []int{0}
	for axis, n := range r.p.Shape {
		next := make([]int, 0, len(places)*n)
		for _, p := range places {
			for j := range n {
				next = append(next, p*n+(j+m[axis])%n)
			}
		}
		places = next
	}
	return places
}

func (r *run) against64() (err error) {
	r.want = r.exact(false)
	if r.y, err = r.apply(r.x, false); err != nil {
		return err
	}
	worst, _ := ref.WorstTogether(r.y, r.want, r.n)
	r.add("float64", worst, r.tolerance)
	r.parseval()

	z, err := r.apply(r.x, true)
	if err != nil {
		return err
	}
	worst, _ = ref.WorstTogether(z, r.exact(true), r.n)
	r.add("inverse", worst, r.tolerance)
	return nil
}

func (r *run) parseval() {
	worst := 0.0
	r.groups(func(from, to int) {
		want := r.gain() * norm(ref.Widen(r.x[from:to]))
		worst = greater(worst, math.Abs(norm(ref.Widen(r.y[from:to]))-want)/want)
	})
	r.add("Parseval", worst, r.tolerance)
}

// groups calls f with the bounds of the points that are judged together.
func (r *run) groups(f func(from, to int)) {
	for from, to := range ref.Groups(r.count, r.n) {
		f(from*r.n, to*r.n)
	}
}

// impulse changes one point of every array to another random value. The difference of the two
// transforms is the transform of an impulse.
func (r *run) impulse() error {
	x := append([]complex64(nil), r.x...)
	other := ref.Uniform(r.random.Uint64(), r.count)
	places := make([]int, r.count)
	for i := range places {
		switch i { // the ends first
		case 0:
		case 1:
			places[i] = r.n - 1
		default:
			places[i] = r.random.IntN(r.n)
		}
		x[i*r.n+places[i]] = other[i]
	}
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	worst := Check{Name: "impulse", Tol: 2 * r.tolerance}
	r.groups(func(from, to int) {
		got, want := make([]complex128, to-from), make([]complex128, 0, to-from)
		for k := range got {
			got[k] = complex128(y[from+k]) - complex128(r.y[from+k])
		}
		for at := from; at < to; at += r.n {
			place := places[at/r.n]
			a := (complex128(x[at+place]) - complex128(r.x[at+place])) * complex(r.scale(false), 0)
			for _, w := range r.impulseAt(place) {
				want = append(want, a*w)
			}
		}
		nx := norm(ref.Widen(r.x[from:to]))
		worst = worse(worst, Check{
			Name: worst.Name,
			Err:  distance(got, want) / (nx * r.gain()),
			Tol:  r.tolerance * (1 + norm(ref.Widen(x[from:to]))/nx),
		})
	})
	r.report.Checks = append(r.report.Checks, worst)
	return nil
}

// impulseAt returns the transform of an impulse at a place of an array, without its factor.
func (r *run) impulseAt(place int) []complex128 {
	m := make([]int, len(r.p.Shape))
	for axis, rest := len(m)-1, place; axis >= 0; axis-- {
		n := r.p.Shape[axis]
		m[axis], rest = rest%n, rest/n
	}
	w, side := r.wave(m), 1
	for axis := len(m) - 1; axis >= 0; axis-- { // nothing moves along the other axes
		n := r.p.Shape[axis]
		for k := range w {
			if !r.p.IsTransformed(axis) && k/side%n != m[axis] {
				w[k] = 0
			}
		}
		side *= n
	}
	return w
}

// worse returns the check with the greater ratio.
func worse(a, b Check) Check {
	if b.Ratio() <= a.Ratio() {
		return a
	}
	return b
}

func (r *run) linearity() error {
	const step = 1 << 18
	x, y, z := r.uniform(), r.uniform(), make([]complex64, len(r.x))
	const b = 0.75i
	for i := range x {
		x[i], y[i] = coarse(x[i], step), coarse(y[i], step)
		z[i] = complex64(complex128(x[i]) + b*complex128(y[i])) // exact
	}
	var f [3][]complex64
	for i, v := range [][]complex64{x, y, z} {
		var err error
		if f[i], err = r.apply(v, false); err != nil {
			return err
		}
	}
	worst := Check{Name: "linearity", Tol: r.tolerance}
	r.groups(func(from, to int) {
		array := func(s []complex64) []complex128 { return ref.Widen(s[from:to]) }
		fx, fy, sum := array(f[0]), array(f[1]), make([]complex128, to-from)
		for k := range sum {
			sum[k] = fx[k] + b*fy[k]
		}
		nx, ny, nz := norm(array(x)), 0.75*norm(array(y)), norm(array(z))
		worst = worse(worst, Check{
			Name: worst.Name,
			Err:  distance(array(f[2]), sum) / (nz * r.gain()),
			Tol:  r.tolerance * (1 + (nx+ny)/nz),
		})
	})
	r.report.Checks = append(r.report.Checks, worst)
	return nil
}

// coarse rounds to multiples of 1/step.
func coarse(v complex64, step float64) complex64 {
	return complex(float32(math.Round(float64(real(v))*step)/step), float32(math.Round(float64(imag(v))*step)/step))
}

func (r *run) timeShift() error {
	m := r.somewhere()
	x := make([]complex64, len(r.x))
	for j, to := range r.shifted(m) {
		for at := 0; at < len(x); at += r.n {
			x[at+to] = r.x[at+j]
		}
	}
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	want := ref.Widen(r.y)
	for k, w := range r.wave(m) {
		for at := 0; at < len(want); at += r.n {
			want[at+k] *= w
		}
	}
	worst, _ := ref.WorstTogether(y, want, r.n)
	r.add("time shift", worst, 2*r.tolerance)
	return nil
}

func (r *run) frequencyShift() error {
	m := r.somewhere()
	x := make([]complex64, len(r.x))
	for j, w := range r.wave(m) {
		for at := 0; at < len(x); at += r.n {
			x[at+j] = complex64(complex128(r.x[at+j]) * complex(real(w), -imag(w)))
		}
	}
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	want := make([]complex128, len(y))
	for k, to := range r.shifted(m) {
		for at := 0; at < len(want); at += r.n {
			want[at+to] = complex128(r.y[at+k])
		}
	}
	worst, _ := ref.WorstTogether(y, want, r.n)
	r.add("frequency shift", worst, 2*r.tolerance+ref.Eps/2)
	return nil
}

func (r *run) roundTrip() error {
	z, err := r.apply(r.y, true)
	if err != nil {
		return err
	}
	worst, _ := ref.WorstTogether(z, ref.Widen(r.x), r.n)
	r.add("round trip", worst, 2*r.tolerance+r.tolerance*r.tolerance)
	return nil
}

func (r *run) inPlace() error {
	g := ref.NewGuarded[complex64](len(r.x))
	copy(g.Data, r.x)
	if err := r.f(r.ctx, g.Data, g.Data, false); err != nil {
		return err
	}
	if g.Check() != nil {
		r.touched++
	}
	r.add("in place", float64(differing(g.Data, r.y, r.n)), 0)
	return nil
}

func (r *run) nan() error {
	if r.count < 2 {
		return nil
	}
	ill := r.random.IntN(r.count)
	x := append([]complex64(nil), r.x...)
	x[ill*r.n+r.random.IntN(r.n)] = complex(float32(math.NaN()), 0)
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	before, after := ill*r.n, (ill+1)*r.n
	r.add("NaN", float64(differing(y[:before], r.y[:before], r.n)+differing(y[after:], r.y[after:], r.n)), 0)
	return nil
}

// batch transforms all arrays at once if the other checks take only a part of them.
func (r *run) batch() error {
	if r.p.Count() <= r.count {
		return nil
	}
	x := make([]complex64, r.p.Count()*r.n)
	for at := 0; at < len(x); at += copy(x[at:], r.x) {
	}
	if err := r.f(r.ctx, x, x, false); err != nil {
		return err
	}
	worst := 0.0
	for at := 0; at < len(x); at += len(r.x) {
		some := x[at:min(len(x), at+len(r.x))]
		w, _ := ref.WorstTogether(some, r.want[:len(some)], r.n)
		worst = greater(worst, w)
	}
	r.add("batch", worst, r.tolerance)
	return nil
}

// roots returns w_n^e for e = 0 ... n-1, in float64.
func roots(n int) []complex128 {
	w := make([]complex128, n)
	for e := range w {
		sin, cos := math.Sincos(-2 * math.Pi * float64(e) / float64(n))
		w[e] = complex(cos, sin)
	}
	return w
}

// mulmod returns a b mod n for a, b < n. Lengths are far below 2^31, so nothing overflows.
func mulmod(a, b, n int) int { return a * b % n }

// norm returns the Euclidean norm.
func norm(v []complex128) float64 {
	sum := 0.0
	for _, c := range v {
		sum += real(c)*real(c) + imag(c)*imag(c)
	}
	return math.Sqrt(sum)
}

// distance returns the norm of a - b.
func distance(a, b []complex128) float64 {
	d := make([]complex128, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return norm(d)
}

// greater returns the maximum. A NaN counts as infinite.
func greater(a, b float64) float64 {
	if math.IsNaN(b) {
		return math.Inf(1)
	}
	return max(a, b)
}
