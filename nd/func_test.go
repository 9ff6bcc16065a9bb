package nd_test

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

var phase = nd.Func{
	WGSL: `fn phase(psi: C, v: R, dt: R) -> C { return cmul(psi, cis(-dt * v)); }`,
	Go:   func(psi complex128, v, dt float64) complex128 { return psi * cmplx.Rect(1, -dt*v) },
}

var push = nd.Func{
	WGSL: `fn push(y: R, x: R, s: R) -> R {
		var r = x;
		if (s > 0 && y >= 0.0) { return y; } else if (s < -1) { r -= 1; } // a comment
		return r - 0.9 * y;
	}`,
	Go: func(y, x, s float64) float64 {
		if s > 0 && y >= 0 {
			return y
		} else if s < -1 {
			x--
		}
		return x - 0.9*y
	},
}

var many = nd.Func{
	WGSL: `fn many(a: C, b: C, c: R, d: R, e: R) -> R { return cabs2(cdiv(a, b + C(3, 0.5))) + fma(c, d, e); }`,
	Go: func(x nd.Args) complex128 {
		z := x.C(0) / (x.C(1) + complex(3, 0.5))
		return complex(real(z*cmplx.Conj(z))+x.R(2)*x.R(3)+x.R(4), 0)
	},
}

// every uses the whole language.
var every = nd.Func{
	WGSL: `
// every is no function of physics.
fn every(z: C, x: R) -> C {
	let a: C = conj(z) * 2 - C(.5, 1e-1);
	var r: R = cabs(a) / 3 + atan2(x, 2.0) % 0.75;
	var b = cexp(-z);
	r *= select(1.5, -0.5, x > 0 && !(x < 0.25) || x == -7);
	r += min(x, 0.1) + max(x, -0.1) - pow(2, x) + clamp(x, -0.5, 0.5) + round(3 * x) + floor(x) + ceil(x);
	if (r >= 0.5) {
		let t = sqrt(abs(r)) + tanh(x) + log(3 + x) + exp(x) + sin(x) + cos(x) + tan(x) + atan(x);
		b -= cis(t);
	} else if (r != 3.0) {
		b += C(z.y, -z.x);
	} else {
		b = z;
	}
	for (var k = 1; k < 4; k += 1) { r += x / (k + 1.0); }
	return b * r / (1.0 + x * x) + select(z, a, x <= 0);
}`,
	Go: func(z complex128, x float64) complex128 {
		a := cmplx.Conj(z)*2 - complex(.5, .1)
		r := cmplx.Abs(a)/3 + math.Mod(math.Atan2(x, 2), 0.75)
		b := cmplx.Exp(-z)
		if x >= 0.25 || x == -7 {
			r *= -0.5
		} else {
			r *= 1.5
		}
		r += min(x, 0.1) + max(x, -0.1) - math.Pow(2, x) + max(-0.5, min(0.5, x)) + math.RoundToEven(3*x)
		r += math.Floor(x) + math.Ceil(x)
		if r >= 0.5 {
			t := math.Sqrt(math.Abs(r)) + math.Tanh(x) + math.Log(3+x) + math.Exp(x) + math.Sin(x) + math.Cos(x)
			b -= cmplx.Rect(1, t+math.Tan(x)+math.Atan(x))
		} else if r != 3 {
			b += complex(imag(z), -real(z))
		} else {
			b = z
		}
		for k := 1.0; k < 4; k++ {
			r += x / (k + 1)
		}
		if x <= 0 {
			z = a
		}
		return b*complex(r/(1+x*x), 0) + z
	},
}

// TestApply computes functions in chains, on both engines.
func TestApply(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testApply[complex64, float32](t, q)
		if !isSpare(q) {
			testApply[complex128, float64](t, q)
		}
		for _, f := range []*nd.Func{&phase, &push, &many} {
			if isSpare(q) && f != &many {
				continue
			}
			require.NoError(t, nd.CheckFunc(ctx, q.Engine(), f, 1e-5, nil, nil))
		}
		lo, hi := []float64{-2, 0.26}, []float64{2, 0.45} // a range in which the function is continuous
		require.NoError(t, nd.CheckFunc(ctx, q.Engine(), &every, 1e-4, lo, hi))
	})
}

func testApply[C, R nd.Element](t *testing.T, q *nd.Queue) {
	psi, v := numbers[C](3000, 1), numbers[R](3000, 2)
	ap, av := nd.From(q, psi, 50, 60), nd.From(q, v, 50, 60)
	tol := 8 * spacing(t, q, av.DType())
	p, x := wides(psi), wides(v)
	want := make([]complex128, 3000)
	for i := range want {
		want[i] = 2 * p[i] * cmplx.Rect(1, -0.5*real(x[i]))
	}
	chain := q.Scale(2, q.Apply(&phase, ap, av, nd.Scalar(0.5)))
	requireClose(t, want, download(t, q, chain), tol, "phase")
	for i := range want {
		want[i] = re(push.Go.(func(y, x, s float64) float64)(real(p[i]), real(x[i]), real(x[i])))
	}
	requireClose(t, want, download(t, q, q.Apply(&push, q.Real(ap), av, av)), tol, "push")
	for i := range want {
		z := p[i] / (x[i] + complex(3, 0.5))
		want[i] = complex(real(z*cmplx.Conj(z))+real(x[i])*4+5, 0)
	}
	got := q.Apply(&many, ap, av, av, nd.Scalar(4), nd.Scalar(5))
	require.Equal(t, av.DType(), got.DType())
	requireClose(t, want, download(t, q, got), tol, "many")
	words := nd.Func{ // variables with names that are words of WGSL
		WGSL: `fn words(array: R, target: R) -> R { let ptr = array; var f32 = target; f32 -= - -ptr; return f32; }`,
		Go:   func(array, target float64) float64 { return target - array },
	}
	for i := range want {
		want[i] = 0
	}
	requireClose(t, want, download(t, q, q.Apply(&words, av, av)), 0, "words")
	n, err := q.Number(ctx, q.Apply(&push, nd.Scalar(2), nd.Scalar(1), nd.Scalar(1)))
	require.NoError(t, err)
	require.Equal(t, 2.0, n)
}

// TestFuncErrors uses wrong functions.
func TestFuncErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		z, x := q.New(nd.Complex64, 4), q.New(nd.Float32, 4)
		identity := func(z complex128) complex128 { return z }
		for body, want := range map[string]string{
			"fn f(z: C) -> C { return z * z; }":                               "cmul",
			"fn f(z: C) -> C { return 1.0 + z; }":                             "C(r, 0.0)",
			"fn f(z: C) -> C { return 1.0 / cabs(z); }":                       "returns R",
			"fn f(z: C) -> C { return z / 0.0; }":                             "division by 0",
			"fn f(z: C) -> C { return z * 1e39; }":                            "float32",
			"fn f(z: C) -> C { loop { } }":                                    "loop",
			"fn f(z: C) -> C { for (;;) { } }":                                "for",
			"fn f(z: C) -> C { return data[3]; }":                             "[",
			"fn f(z: C) -> C { return g(z); }":                                "not known",
			"fn f(z: C) -> C { if (z.x > 0.0) { return z; } }":                "return",
			"fn f(z: C) -> C { let a = z; a = z; return a; }":                 "no var",
			"fn f(z: C) -> C { return z; } fn g(z: C) -> C { return z; }":     "one function",
			"fn f(nd_z: C) -> C { return nd_z; }":                             "no name",
			"fn nd_mul(z: C) -> C { return z; }":                              "no name",
			"fn f(z: vec2<f32>) -> C { return z; }":                           "not R or C",
			"fn f(z: C) -> C { return " + strings.Repeat("(", 1000) + "z; }":  "deeply",
			"fn f(z: C) -> C { return " + strings.Repeat("- ", 1000) + "z; }": "deeply",
			"fn f(z: C) -> C { return z" + strings.Repeat("+z", 5000) + "; }": "operations",
			"fn f(z: C":                     "",
			"":                              "",
			"fn f(z: C) -> C { return ":     "",
			"fn f(x: R) -> R { return x; }": "want a func(float64)",
		} {
			f := nd.Func{WGSL: body, Go: identity}
			q.Apply(&f, z)
			err := q.Flush(ctx)
			require.ErrorIs(t, err, nd.ErrFunc, body)
			require.ErrorContains(t, err, want, body)
		}
		f := nd.Func{WGSL: `fn f(x: R) -> R { return x; }`, Go: func(x float64) float64 { return x }}
		q.Apply(&f, x, x)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrFunc)
		q.Apply(&f, z)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		none := nd.Func{WGSL: `fn f(x: R) -> R { return x; }`}
		q.Apply(&none, x)
		if err := q.Flush(ctx); isGPU(q) {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, nd.ErrFunc)
		}
		drifted := nd.Func{
			WGSL: `fn f(x: R) -> R { return 0.9 * x; }`, Go: func(x float64) float64 { return 0.8 * x },
		}
		require.ErrorIs(t, nd.CheckFunc(ctx, q.Engine(), &drifted, 1e-5, nil, nil), nd.ErrFunc)
	})
}

// TestPanic panics in a function of the program.
func TestPanic(t *testing.T) {
	eng := openEngine(t, true)
	q := nd.NewQueue(eng)
	x := q.New(nd.Float64, 5000)
	f := nd.Func{
		WGSL: `fn f(x: R) -> R { return x; }`, Go: func(x float64) float64 { panic("of the program") },
	}
	q.Set(x, q.Apply(&f, x))
	require.ErrorContains(t, q.Flush(ctx), "of the program")
	require.ErrorContains(t, q.Flush(ctx), "of the program")
	other := nd.NewQueue(eng)
	_, err := nd.Download[float64](ctx, other, nil, x)
	require.NoError(t, err)
}

// A function with the most ifs that return is right on both engines. A driver may nest them.
func TestManyReturns(t *testing.T) {
	pick := func(n int) *nd.Func {
		var text strings.Builder
		text.WriteString("fn pick(a: R) -> R {\n")
		for i := range n {
			fmt.Fprintf(&text, "    if (a == %d.0) { return %d.5; }\n", i, i)
		}
		text.WriteString("    return -1.0;\n}\n")
		return &nd.Func{WGSL: text.String(), Go: func(a float64) float64 {
			if a < float64(n) {
				return a + 0.5
			}
			return -1
		}}
	}
	const most = 63
	x, want := make([]float32, most+1), make([]float32, most+1)
	for i := range x {
		x[i], want[i] = float32(i), float32(i)+0.5
	}
	want[most] = -1
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		got, err := nd.Download[float32](context.Background(), q, nil, q.Apply(pick(most), nd.From(q, x, len(x))))
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = nd.Download[float32](context.Background(), q, nil, q.Apply(pick(most+1), nd.From(q, x, len(x))))
		require.ErrorIs(t, err, nd.ErrFunc)
		require.ErrorContains(t, err, "assign the result to a var")
	})
}
