package verify

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// A Transform computes transforms of arrays from src to dst, which may be src.
type Transform[C ref.Complex] func(ctx context.Context, dst, src []C, inverse bool) error

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

// Run checks f as the transform of p, forward and inverse, on random data from seed. The precision
// is that of the arithmetic of f: Single for complex64, and Double or DoubleSingle for complex128. Run
// returns an error only if f does.
func Run[C ref.Complex](ctx context.Context, precision ref.Precision, f Transform[C], p plan.Problem, seed uint64,
) (Report, error) {
	r := &run[C]{
		ctx: ctx, precision: precision, f: f, p: p, n: p.Points(), random: rand.New(rand.NewPCG(seed, 0)),
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
	r.tolerance = precision.Tolerance(lengths...)
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
type run[C ref.Complex] struct {
	ctx       context.Context
	precision ref.Precision
	f         Transform[C]
	p         plan.Problem
	n, count  int   // points of an array, and arrays
	axes      []int // the transformed ones
	together  int   // points along the transformed axes
	tolerance float64
	random    *rand.Rand
	report    Report

	x       []C                    // random arrays
	y       []C                    // f(x)
	want    []doubledouble.Complex // F(x)
	touched int                    // calls that wrote outside of the result
}

// add records the result of a check.
func (r *run[C]) add(name string, err, tol float64) {
	r.report.Checks = append(r.report.Checks, Check{name, err, tol})
}

// uniform returns arrays of random points.
func (r *run[C]) uniform() []C { return ref.Random[C](r.random.Uint64(), r.count*r.n) }

// apply transforms src into poisoned and guarded memory.
func (r *run[C]) apply(src []C, inverse bool) ([]C, error) {
	from, to := ref.NewGuarded[C](len(src)), ref.NewGuarded[C](len(src))
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
func (r *run[C]) scale(inverse bool) float64 { return r.p.Norm.Scale(r.together, inverse) }

// gain returns the factor by which the forward transform changes the norm of an array.
func (r *run[C]) gain() float64 { return r.scale(false) * math.Sqrt(float64(r.together)) }

// way returns the problem of a direction.
func (r *run[C]) way(inverse bool) plan.Problem {
	p := r.p
	p.Inverse = inverse
	return p
}

// exact returns F(x), and G(x) for the inverse.
func (r *run[C]) exact(inverse bool) []doubledouble.Complex {
	return yardstick.Results(r.way(inverse), r.x)
}

// somewhere returns a random place along the transformed axes, at 0 along the others.
func (r *run[C]) somewhere() []int {
	m := make([]int, len(r.p.Shape))
	for _, axis := range r.axes {
		m[axis] = r.random.IntN(r.p.Shape[axis])
	}
	return m
}

// wave returns the transform of an impulse at m, without its factor: the product over the
// transformed axes of w_a^(m_a k_a), at all k.
func (r *run[C]) wave(m []int) []doubledouble.Complex {
	one := doubledouble.FromComplex(1)
	w := []doubledouble.Complex{one}
	for axis, n := range r.p.Shape {
		powers := slices.Repeat([]doubledouble.Complex{one}, n)
		if r.p.IsTransformed(axis) {
			roots := doubledouble.NewRoots(n)
			for k := range powers {
				powers[k] = roots.At(mulmod(m[axis], k, n))
			}
		}
		next := make([]doubledouble.Complex, 0, len(w)*n)
		for _, v := range w {
			for _, p := range powers {
				next = append(next, v.Mul(p))
			}
		}
		w = next
	}
	return w
}

// shifted returns the new place of each point of an array that is rotated by m.
func (r *run[C]) shifted(m []int) []int {
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

func (r *run[C]) against64() (err error) {
	r.want = r.exact(false)
	if r.y, err = r.apply(r.x, false); err != nil {
		return err
	}
	worst, _ := ref.WorstTogether(r.y, r.want, r.n)
	r.add(referenceOf[C](), worst, r.tolerance)
	r.parseval()

	z, err := r.apply(r.x, true)
	if err != nil {
		return err
	}
	worst, _ = ref.WorstTogether(z, r.exact(true), r.n)
	r.add("inverse", worst, r.tolerance)
	return nil
}

func (r *run[C]) parseval() {
	worst, scale := 0.0, yardstick.ScaleDD(r.way(false))
	gain := scale.Mul(scale).Mul(doubledouble.Real{Hi: float64(r.together)}) // the square of r.gain
	r.groups(func(from, to int) {
		want := gain.Mul(squares(ref.WidenDD(r.x[from:to]), nil))
		worst = greater(worst, ratioOfNorms(squares(ref.WidenDD(r.y[from:to]), nil), want))
	})
	r.add("Parseval", worst, r.tolerance)
}

// groups calls f with the bounds of the points that are judged together.
func (r *run[C]) groups(f func(from, to int)) {
	for from, to := range ref.Groups(r.count, r.n) {
		f(from*r.n, to*r.n)
	}
}

// impulse changes one point of every array to another random value. The difference of the two
// transforms is the transform of an impulse.
func (r *run[C]) impulse() error {
	x := slices.Clone(r.x)
	other := ref.Random[C](r.random.Uint64(), r.count)
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
	worst, scale := Check{Name: "impulse", Tol: 2 * r.tolerance}, yardstick.ScaleDD(r.way(false))
	r.groups(func(from, to int) {
		got, want := make([]doubledouble.Complex, to-from), make([]doubledouble.Complex, 0, to-from)
		for k := range got {
			got[k] = wide(y[from+k]).Sub(wide(r.y[from+k]))
		}
		for at := from; at < to; at += r.n {
			place := places[at/r.n]
			a := wide(x[at+place]).Sub(wide(r.x[at+place])).Scale(scale)
			for _, w := range r.impulseAt(place) {
				want = append(want, a.Mul(w))
			}
		}
		nx := norm(ref.WidenDD(r.x[from:to]))
		worst = worse(worst, Check{
			Name: worst.Name,
			Err:  distance(got, want) / (nx * r.gain()),
			Tol:  r.tolerance * (1 + norm(ref.WidenDD(x[from:to]))/nx),
		})
	})
	r.report.Checks = append(r.report.Checks, worst)
	return nil
}

// impulseAt returns the transform of an impulse at a place of an array, without its factor.
func (r *run[C]) impulseAt(place int) []doubledouble.Complex {
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
				w[k] = doubledouble.Complex{}
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

func (r *run[C]) linearity() error {
	x, y, z := r.uniform(), r.uniform(), make([]C, len(r.x))
	const b = 0.75i
	for i := range x {
		x[i], y[i] = coarse(x[i], r.precision), coarse(y[i], r.precision)
		z[i] = C(complex128(x[i]) + b*complex128(y[i])) // exact
	}
	var f [3][]C
	for i, v := range [][]C{x, y, z} {
		var err error
		if f[i], err = r.apply(v, false); err != nil {
			return err
		}
	}
	worst := Check{Name: "linearity", Tol: r.tolerance}
	r.groups(func(from, to int) {
		array := func(s []C) []doubledouble.Complex { return ref.WidenDD(s[from:to]) }
		fx, fy, sum := array(f[0]), array(f[1]), make([]doubledouble.Complex, to-from)
		for k := range sum {
			sum[k] = fx[k].Add(doubledouble.FromComplex(b).Mul(fy[k]))
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

// coarse rounds v to multiples of 32 eps.
func coarse[C ref.Complex](v C, precision ref.Precision) C {
	z, step := complex128(v), 1/(32*float64(precision))
	return C(complex(math.Round(real(z)*step)/step, math.Round(imag(z)*step)/step))
}

func (r *run[C]) timeShift() error {
	m := r.somewhere()
	x := make([]C, len(r.x))
	for j, to := range r.shifted(m) {
		for at := 0; at < len(x); at += r.n {
			x[at+to] = r.x[at+j]
		}
	}
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	want := ref.WidenDD(r.y)
	for k, w := range r.wave(m) {
		for at := 0; at < len(want); at += r.n {
			want[at+k] = want[at+k].Mul(w)
		}
	}
	worst, _ := ref.WorstTogether(y, want, r.n)
	r.add("time shift", worst, 2*r.tolerance)
	return nil
}

func (r *run[C]) frequencyShift() error {
	m := r.somewhere()
	x := make([]C, len(r.x))
	for j, w := range r.wave(m) {
		for at := 0; at < len(x); at += r.n {
			x[at+j] = C(wide(r.x[at+j]).Mul(w.Conj()).Complex128())
		}
	}
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	want := make([]doubledouble.Complex, len(y))
	for k, to := range r.shifted(m) {
		for at := 0; at < len(want); at += r.n {
			want[at+to] = wide(r.y[at+k])
		}
	}
	worst, _ := ref.WorstTogether(y, want, r.n)
	r.add("frequency shift", worst, 2*r.tolerance+float64(r.precision)/2)
	return nil
}

func (r *run[C]) roundTrip() error {
	z, err := r.apply(r.y, true)
	if err != nil {
		return err
	}
	worst, _ := ref.WorstTogether(z, ref.WidenDD(r.x), r.n)
	r.add("round trip", worst, 2*r.tolerance+r.tolerance*r.tolerance)
	return nil
}

func (r *run[C]) inPlace() error {
	g := ref.NewGuarded[C](len(r.x))
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

func (r *run[C]) nan() error {
	if r.count < 2 {
		return nil
	}
	ill := r.random.IntN(r.count)
	x := slices.Clone(r.x)
	x[ill*r.n+r.random.IntN(r.n)] = C(complex(math.NaN(), 0))
	y, err := r.apply(x, false)
	if err != nil {
		return err
	}
	before, after := ill*r.n, (ill+1)*r.n
	r.add("NaN", float64(differing(y[:before], r.y[:before], r.n)+differing(y[after:], r.y[after:], r.n)), 0)
	return nil
}

// batch transforms all arrays at once if the other checks take only a part of them.
func (r *run[C]) batch() error {
	if r.p.Count() <= r.count {
		return nil
	}
	x := make([]C, r.p.Count()*r.n)
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

// mulmod returns a b mod n for a, b < n. Lengths are far below 2^31, so nothing overflows.
func mulmod(a, b, n int) int { return a * b % n }

// referenceOf names the arithmetic of the reference for data of a type.
func referenceOf[T ref.Element]() string {
	switch any(*new(T)).(type) {
	case float64, complex128:
		return "double-double"
	}
	return "float64"
}

// wide returns v in double-double.
func wide[C ref.Complex](v C) doubledouble.Complex { return doubledouble.FromComplex(complex128(v)) }

// norm returns the Euclidean norm in float64.
func norm(v []doubledouble.Complex) float64 {
	sum := 0.0
	for _, z := range v {
		sum += z.Re.Hi*z.Re.Hi + z.Im.Hi*z.Im.Hi
	}
	return math.Sqrt(sum)
}

// squares returns the square of the norm in double-double. Element i of each array counts
// weights[i] times; all count once if weights is nil.
func squares(v []doubledouble.Complex, weights []float64) doubledouble.Real {
	sum := doubledouble.Real{}
	for i, z := range v {
		square := z.Re.Mul(z.Re).Add(z.Im.Mul(z.Im))
		if weights != nil {
			square = square.Mul(doubledouble.Real{Hi: weights[i%len(weights)]})
		}
		sum = sum.Add(square)
	}
	return sum
}

// ratioOfNorms returns |a - b| / b for norms a and b, from their squares:
//
//	(a - b) / b = d / (1 + sqrt(1 + d)), d = (a^2 - b^2) / b^2
func ratioOfNorms(a2, b2 doubledouble.Real) float64 {
	d := a2.Sub(b2).Hi / b2.Hi
	return math.Abs(d / (1 + math.Sqrt(1+d)))
}

// distance returns the norm of a - b.
func distance(a, b []doubledouble.Complex) float64 {
	d := make([]doubledouble.Complex, len(a))
	for i := range d {
		d[i] = a[i].Sub(b[i])
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
