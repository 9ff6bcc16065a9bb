package verify

import (
	"math"
	"slices"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
)

func (r *run[C]) againstReference() (err error) {
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

// groups calls f with the first and the end index of the points of each group of ref.Groups.
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

// coarse rounds v to multiples of 32 eps, so that sums of coarse numbers are exact.
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
