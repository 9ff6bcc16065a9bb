// Command arrays times steps of two solvers of package nd in single precision. One solves the pseudo-spectral
// Navier-Stokes equations in two dimensions, with five real transforms and the products between them. The other
// solves the Schroedinger equation by the split-step method, with two complex transforms. The output is CSV: solver,
// points along an axis, ms for a step. bench/arrays.py computes the same steps with CuPy.
//
// With -fused it times transforms of 2^24 points instead, alone and with a product with real numbers in the load or
// in the store. The last column is the ratio of this time to a sum: the time of the transform alone, and half of
// the time of a copy of the real numbers.
//
//	go run ./bench/arrays [-fused]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/cmplx"
	"slices"
	"time"

	"wgfft"
	"wgfft/nd"
)

func main() {
	device := flag.String("device", "auto", "adapter to use")
	explain := flag.Bool("explain", false, "print the plan of each step")
	scale := flag.Int("scale", 1, "divide the points along each axis by this")
	isFused := flag.Bool("fused", false, "time products in loads and stores of transforms")
	flag.Parse()
	measure := solvers
	if *isFused {
		measure = fused
	}
	if err := run(*device, func(eng *wgfft.Engine) error {
		return measure(context.Background(), eng, *scale, *explain)
	}); err != nil {
		log.Fatal(err)
	}
}

// run opens an engine for measure, and closes it.
func run(device string, measure func(eng *wgfft.Engine) error) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	eng, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer eng.Close()
	return measure(eng)
}

// solvers times steps of solvers.
func solvers(ctx context.Context, eng *wgfft.Engine, scale int, explain bool) error {
	fmt.Println("what,points,ms")
	for _, s := range []struct {
		name string
		n    int
		step func(q *nd.Queue, n int) func()
	}{{"navier-stokes", 2048 / scale, navier}, {"schroedinger", 1024 / scale, schroedinger}} {
		q := nd.NewQueue(eng)
		step := s.step(q, s.n)
		if err := q.Wait(ctx); err != nil {
			return err
		}
		if explain {
			step()
			fmt.Print(q.Explain())
		}
		ms, err := milliseconds(ctx, q, step)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("%s,%d,%.4f\n", s.name, s.n, ms)
		if err := q.Close(); err != nil {
			return err
		}
	}
	return nil
}

// milliseconds returns the time of a step. It is the median of seven loops of at least 100 ms, after a second of
// work that raises the clocks.
func milliseconds(ctx context.Context, q *nd.Queue, step func()) (float64, error) {
	loop := func(count int) (time.Duration, error) {
		begin := time.Now()
		for range count {
			step()
			if err := q.Flush(ctx); err != nil {
				return 0, err
			}
		}
		err := q.Wait(ctx)
		return time.Since(begin), err
	}
	if _, err := loop(1); err != nil { // compiles, for seconds in the first process on a machine
		return 0, err
	}
	count := 1
	for begin := time.Now(); ; {
		d, err := loop(count)
		if err != nil {
			return 0, err
		}
		if d < 100*time.Millisecond {
			count *= 2
		} else if time.Since(begin) > time.Second {
			break
		}
	}
	var all []float64
	for range 7 {
		d, err := loop(count)
		if err != nil {
			return 0, err
		}
		all = append(all, d.Seconds()*1e3/float64(count))
	}
	slices.Sort(all)
	return all[3], nil
}

var advance = nd.Func{
	WGSL: `fn advance(w: C, a: C, old: C, k2: R, nu: R, dt: R) -> C {
		let h = 0.5 * dt * nu * k2;
		return ((1.0 - h) * w - dt * (1.5 * a - 0.5 * old)) / (1.0 + h);
	}`,
	Go: func(x nd.Args) complex128 {
		w, a, old, k2, nu, dt := x.C(0), x.C(1), x.C(2), x.R(3), x.R(4), x.R(5)
		h := complex(dt*nu*k2/2, 0)
		return ((1-h)*w - complex(dt, 0)*(1.5*a-0.5*old)) / (1 + h)
	},
}

// navier returns a step of the vorticity equation on n x n points.
func navier(q *nd.Queue, n int) func() {
	g := nd.Grid{Type: nd.Float32, Shape: []int{n, n}, Size: []float64{2 * math.Pi, 2 * math.Pi}, Half: true}
	ddy, ddx, k2 := g.D(0), g.D(1), g.K2()
	third := nd.Scalar(float64(n / 3))
	w := q.Keep(q.RFFT2(q.Sub(g.X(0), g.X(1))))
	old := q.New(w.DType(), w.Shape()...)
	return func() {
		psi := q.Div(w, q.Maximum(k2, nd.Scalar(1)))
		dealias := q.Mul(q.Less(q.Abs(g.K(0)), third), q.Less(g.K(1), third))
		u, v := q.IRFFT2(q.Mul(ddy, psi), n), q.IRFFT2(q.Mul(ddx, psi), n)
		wx, wy := q.IRFFT2(q.Mul(ddx, w), n), q.IRFFT2(q.Mul(ddy, w), n)
		a := q.Mul(dealias, q.RFFT2(q.Sub(q.Mul(u, wx), q.Mul(v, wy))))
		q.Set(w, q.Apply(&advance, w, a, old, k2, nd.Scalar(1e-4), nd.Scalar(1e-6)))
		q.Set(old, a)
	}
}

var turn = nd.Func{
	WGSL: `fn turn(psi: C, v: R, dt: R) -> C { return cmul(psi, cis(-dt * v)); }`,
	Go:   func(psi complex128, v, dt float64) complex128 { return psi * cmplx.Rect(1, -dt*v) },
}

// schroedinger returns a step of the Schroedinger equation in a harmonic potential on n x n points.
func schroedinger(q *nd.Queue, n int) func() {
	g := nd.Grid{Type: nd.Float32, Shape: []int{n, n}, Size: []float64{20, 20}}
	x, y := q.Sub(g.X(0), nd.Scalar(10)), q.Sub(g.X(1), nd.Scalar(10))
	r2 := q.Add(q.Mul(x, x), q.Mul(y, y))
	v := q.Keep(q.Scale(0.5, r2))
	kinetic := q.Keep(q.Scale(0.5, g.K2()))
	psi := q.Keep(q.Cast(nd.Complex64, q.Exp(q.Scale(-0.5, r2))))
	dt := nd.Scalar(1e-3)
	return func() {
		half := nd.Scalar(5e-4)
		k := q.Apply(&turn, q.FFT2(q.Apply(&turn, psi, v, half)), kinetic, dt)
		q.Set(psi, q.Apply(&turn, q.IFFT2(k), v, half))
	}
}
