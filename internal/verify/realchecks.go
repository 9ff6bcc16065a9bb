package verify

import (
	"math"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// checks returns the checks of all real transforms.
func (r *realRun[D]) checks() []func() error {
	return []func() error{r.against64, r.impulse, r.linearity, r.roundTrip, r.nan, r.batch}
}

func (r *realRun[D]) against64() (err error) {
	r.want = r.exact(r.x)
	if r.y, err = r.transform(r.x); err != nil {
		return err
	}
	r.add("float64", r.worst(widen(r.y), r.want, r.m), r.tolerance)
	r.parseval()

	y := r.random2()
	z, err := r.back(y)
	if err != nil {
		return err
	}
	r.add("inverse", r.worst(wide(z), r.exactInverse(y), r.n), r.tolerance)
	return nil
}

// parseval compares norms with the weights of an orthogonal transform.
func (r *realRun[D]) parseval() {
	u, v := weights(r.p)
	most := 0.0
	for _, w := range u {
		most = max(most, w)
	}
	orthogonal := r.p
	orthogonal.Norm = plan.Ortho
	gain := r.scale(false) / orthogonal.Scale()
	check := Check{Name: "Parseval", Tol: r.tolerance}
	r.groups(func(from, to int) {
		y, x := widen(r.y[from:to]), wide(r.x[from/r.m*r.n:to/r.m*r.n])
		weigh(y, u)
		weigh(x, v)
		want := gain * norm(x)
		check = worse(check, Check{check.Name, math.Abs(norm(y)-want) / want,
			r.tolerance * most * norm(r.want[from:to]) / want})
	})
	r.report.Checks = append(r.report.Checks, check)
}

// weigh multiplies arrays by weights.
func weigh(arrays []complex128, w []float64) {
	for i := range arrays {
		arrays[i] *= complex(w[i%len(w)], 0)
	}
}

// impulse changes one number of every array to another random value. The difference of the two
// transforms is the transform of an impulse.
func (r *realRun[D]) impulse() error {
	x, unit := append([]float32(nil), r.x...), make([]float32, len(r.x))
	other, by := ref.UniformReal(r.random.Uint64(), r.count), make([]complex128, r.count)
	for i := range r.count {
		at := i * r.n
		switch i { // the ends first
		case 0:
		case 1:
			at += r.n - 1
		default:
			at += r.random.IntN(r.n)
		}
		by[i] = complex(float64(other[i])-float64(x[at]), 0)
		x[at], unit[at] = other[i], 1
	}
	got, err := r.transform(x)
	if err != nil {
		return err
	}
	y, before, want := widen(got), widen(r.y), r.exact(unit)
	after := make([]complex128, len(want))
	for k := range want {
		want[k] *= by[k/r.m]
		after[k] = r.want[k] + want[k]
		y[k] -= before[k]
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

func (r *realRun[D]) linearity() error {
	const step, b = 1 << 18, 0.75
	x, y, z := r.uniform(), r.uniform(), make([]float32, len(r.x))
	for i := range x {
		x[i], y[i] = real(coarse(complex(x[i], 0), step)), real(coarse(complex(y[i], 0), step))
		z[i] = x[i] + b*y[i] // exact
	}
	var f [3][]complex128
	for i, v := range [][]float32{x, y, z} {
		got, err := r.transform(v)
		if err != nil {
			return err
		}
		f[i] = widen(got)
	}
	check := Check{Name: "linearity", Tol: r.tolerance}
	r.groups(func(from, to int) {
		sum := make([]complex128, to-from)
		for k := range sum {
			sum[k] = f[0][from+k] + b*f[1][from+k]
		}
		nx, ny, nz := norm(f[0][from:to]), b*norm(f[1][from:to]), norm(f[2][from:to])
		check = worse(check, Check{check.Name, distance(f[2][from:to], sum) / nz,
			r.tolerance / (1 - r.tolerance) * (1 + (nx+ny)/nz)})
	})
	r.report.Checks = append(r.report.Checks, check)
	return nil
}

func (r *realRun[D]) roundTrip() error {
	z, err := r.back(r.y)
	if err != nil {
		return err
	}
	r.add("round trip", r.worst(wide(z), wide(r.x), r.n), 2*r.tolerance+r.tolerance*r.tolerance)
	return nil
}

// nan puts a NaN into one array, in both directions.
func (r *realRun[D]) nan() error {
	if r.count < 2 {
		return nil
	}
	z, err := r.back(r.y)
	if err != nil {
		return err
	}
	ill := r.random.IntN(r.count)
	x, y := append([]float32(nil), r.x...), append([]D(nil), r.y...)
	x[ill*r.n+r.random.IntN(r.n)] = quiet()
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
func (r *realRun[D]) batch() error {
	count := r.p.Count()
	if count <= r.count {
		return nil
	}
	x, y := make([]float32, count*r.n), make([]D, count*r.m)
	for at := 0; at < len(x); at += copy(x[at:], r.x) {
	}
	if err := r.forward(r.ctx, y, x); err != nil {
		return err
	}
	worst := 0.0
	for at := 0; at < len(y); at += len(r.y) {
		some := y[at:min(len(y), at+len(r.y))]
		worst = greater(worst, r.worst(widen(some), r.want[:len(some)], r.m))
	}
	r.add("batch", worst, r.tolerance)
	return nil
}
