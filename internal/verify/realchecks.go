package verify

import (
	"math"
	"slices"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// checks returns the checks of all real transforms.
func (r *realRun[S, D]) checks() []func() error {
	return []func() error{r.againstReference, r.impulse, r.linearity, r.roundTrip, r.nan, r.batch}
}

func (r *realRun[S, D]) againstReference() (err error) {
	r.want = r.exact(r.x)
	if r.y, err = r.transform(r.x); err != nil {
		return err
	}
	r.add(referenceOf[S](), r.worst(ref.WidenDD(r.y), r.want, r.m), r.tolerance)
	r.parseval()

	y := ref.Random[D](r.random.Uint64(), r.count*r.m)
	z, err := r.back(y)
	if err != nil {
		return err
	}
	r.add("inverse", r.worst(ref.WidenDD(z), r.exactInverse(y), r.n), r.tolerance)
	return nil
}

// parseval compares norms with the weights of an orthogonal transform.
func (r *realRun[S, D]) parseval() {
	u, v := weights(r.p)
	most := math.Sqrt(slices.Max(u))
	orthogonal := r.p
	orthogonal.Norm = plan.Ortho
	period := math.Round(math.Pow(orthogonal.Scale(), -2))
	scale := yardstick.ScaleDD(r.p)
	gain := scale.Mul(scale).Mul(doubledouble.Real{Hi: period}) // the square of the factor of norms
	check := Check{Name: "Parseval", Tol: r.tolerance}
	r.groups(func(from, to int) {
		y, x := ref.WidenDD(r.y[from:to]), ref.WidenDD(r.x[from/r.m*r.n:to/r.m*r.n])
		want := gain.Mul(squares(x, v))
		check = worse(check, Check{check.Name, ratioOfNorms(squares(y, u), want),
			r.tolerance * most * norm(r.want[from:to]) / math.Sqrt(want.Hi)})
	})
	r.report.Checks = append(r.report.Checks, check)
}

// impulse changes one number of every array to another random value. The difference of the two
// transforms is the transform of an impulse.
func (r *realRun[S, D]) impulse() error {
	x, unit := slices.Clone(r.x), make([]S, len(r.x))
	other, by := ref.Random[S](r.random.Uint64(), r.count), make([]doubledouble.Real, r.count)
	for i := range r.count {
		at := i * r.n
		switch i { // the ends first
		case 0:
		case 1:
			at += r.n - 1
		default:
			at += r.random.IntN(r.n)
		}
		by[i] = doubledouble.Real{Hi: float64(other[i])}.Sub(doubledouble.Real{Hi: float64(x[at])})
		x[at], unit[at] = other[i], 1
	}
	got, err := r.transform(x)
	if err != nil {
		return err
	}
	y, before, want := ref.WidenDD(got), ref.WidenDD(r.y), r.exact(unit)
	after := make([]doubledouble.Complex, len(want))
	for k := range want {
		want[k] = want[k].Scale(by[k/r.m])
		after[k] = r.want[k].Add(want[k])
		y[k] = y[k].Sub(before[k])
	}
	check := Check{Name: "impulse", Tol: 2 * r.tolerance}
	r.groups(func(from, to int) {
		n := norm(r.want[from:to])
		check = worse(check, Check{check.Name, distance(y[from:to], want[from:to]) / n,
			r.tolerance * (1 + norm(after[from:to])/n)})
	})
	r.report.Checks = append(r.report.Checks, check)
	return nil
}

func (r *realRun[S, D]) linearity() error {
	const b = 0.75
	x, y, z := r.uniform(), r.uniform(), make([]S, len(r.x))
	for i := range x {
		x[i], y[i] = coarseReal(x[i], r.precision), coarseReal(y[i], r.precision)
		z[i] = x[i] + b*y[i] // exact
	}
	var f [3][]doubledouble.Complex
	for i, v := range [][]S{x, y, z} {
		got, err := r.transform(v)
		if err != nil {
			return err
		}
		f[i] = ref.WidenDD(got)
	}
	check := Check{Name: "linearity", Tol: r.tolerance}
	r.groups(func(from, to int) {
		sum := make([]doubledouble.Complex, to-from)
		for k := range sum {
			sum[k] = f[0][from+k].Add(f[1][from+k].Scale(doubledouble.Real{Hi: b}))
		}
		nx, ny, nz := norm(f[0][from:to]), b*norm(f[1][from:to]), norm(f[2][from:to])
		check = worse(check, Check{check.Name, distance(f[2][from:to], sum) / nz,
			r.tolerance / (1 - r.tolerance) * (1 + (nx+ny)/nz)})
	})
	r.report.Checks = append(r.report.Checks, check)
	return nil
}

// coarseReal is coarse for a real number.
func coarseReal[S ref.Real](v S, precision ref.Precision) S {
	return S(real(coarse(complex(float64(v), 0), precision)))
}

func (r *realRun[S, D]) roundTrip() error {
	z, err := r.back(r.y)
	if err != nil {
		return err
	}
	r.add("round trip", r.worst(ref.WidenDD(z), ref.WidenDD(r.x), r.n), 2*r.tolerance+r.tolerance*r.tolerance)
	return nil
}

// nan puts a NaN into one array, in both directions.
func (r *realRun[S, D]) nan() error {
	if r.count < 2 {
		return nil
	}
	z, err := r.back(r.y)
	if err != nil {
		return err
	}
	ill := r.random.IntN(r.count)
	x, y := slices.Clone(r.x), slices.Clone(r.y)
	x[ill*r.n+r.random.IntN(r.n)] = S(math.NaN())
	ref.Poison(y[ill*r.m+r.random.IntN(r.m):][:1])
	forward, err := r.transform(x)
	if err != nil {
		return err
	}
	back, err := r.back(y)
	if err != nil {
		return err
	}
	r.add("NaN", float64(others(forward, r.y, ill, r.m)+others(back, z, ill, r.n)), 0)
	return nil
}

// others returns how many arrays of the given number of elements differ, not counting one of them.
func others[T ref.Element](a, b []T, but, elements int) int {
	from, to := but*elements, (but+1)*elements
	return differing(a[:from], b[:from], elements) + differing(a[to:], b[to:], elements)
}

// batch transforms all arrays at once if the other checks take only a part of them.
func (r *realRun[S, D]) batch() error {
	count := r.p.Count()
	if count <= r.count {
		return nil
	}
	x, y := make([]S, count*r.n), make([]D, count*r.m)
	for at := 0; at < len(x); at += copy(x[at:], r.x) {
	}
	if err := r.forward(r.ctx, y, x); err != nil {
		return err
	}
	worst := 0.0
	for at := 0; at < len(y); at += len(r.y) {
		some := y[at:min(len(y), at+len(r.y))]
		worst = greater(worst, r.worst(ref.WidenDD(some), r.want[:len(some)], r.m))
	}
	r.add("batch", worst, r.tolerance)
	return nil
}
