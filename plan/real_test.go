package plan

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// sums returns the transform of one row, computed from the definition of its kind.
func sums(kind Kind, x []complex128, n int, ortho bool) []complex128 {
	x = slices.Clone(x)
	tabled := func(f func(float64) float64, b int) func(a int) float64 { // returns f at pi a/b from a table
		table := make([]float64, 2*b)
		for a := range table {
			table[a] = f(math.Pi * float64(a) / float64(b))
		}
		return func(a int) float64 { return table[a%len(table)] }
	}
	ends := func(y []complex128, factor float64) {
		if !ortho {
			return
		}
		switch kind {
		case DCT1:
			y[0], y[n-1] = y[0]*complex(factor, 0), y[n-1]*complex(factor, 0)
		case DCT2, DCT3:
			y[0] *= complex(factor, 0)
		case DST2, DST3:
			y[n-1] *= complex(factor, 0)
		}
	}
	var weight func(j, k int) float64
	switch kind {
	case R2C:
		y := transformed(x, false, 1)
		return y[:n/2+1]
	case C2R:
		full := make([]complex128, n)
		for k := range full {
			if k <= n/2 {
				full[k] = x[k]
			} else {
				full[k] = complex(real(x[n-k]), -imag(x[n-k]))
			}
			if k == 0 || 2*k == n {
				full[k] = complex(real(full[k]), 0)
			}
		}
		return transformed(full, true, 1)
	case DCT1:
		cos := tabled(math.Cos, n-1)
		weight = func(j, k int) float64 {
			if j == 0 || j == n-1 {
				return cos(j * k)
			}
			return 2 * cos(j*k)
		}
	case DCT2:
		cos := tabled(math.Cos, 2*n)
		weight = func(j, k int) float64 { return 2 * cos((2*j+1)*k) }
	case DCT3:
		cos := tabled(math.Cos, 2*n)
		weight = func(j, k int) float64 {
			if j == 0 {
				return 1
			}
			return 2 * cos(j*(2*k+1))
		}
	case DCT4:
		cos := tabled(math.Cos, 4*n)
		weight = func(j, k int) float64 { return 2 * cos((2*j+1)*(2*k+1)) }
	case DST1:
		sin := tabled(math.Sin, n+1)
		weight = func(j, k int) float64 { return 2 * sin((j+1)*(k+1)) }
	case DST2:
		sin := tabled(math.Sin, 2*n)
		weight = func(j, k int) float64 { return 2 * sin((2*j+1)*(k+1)) }
	case DST3:
		sin := tabled(math.Sin, 2*n)
		weight = func(j, k int) float64 {
			if j == n-1 {
				return sin((j + 1) * (2*k + 1))
			}
			return 2 * sin((j+1)*(2*k+1))
		}
	case DST4:
		sin := tabled(math.Sin, 4*n)
		weight = func(j, k int) float64 { return 2 * sin((2*j+1)*(2*k+1)) }
	}
	if kind == DCT1 || kind == DCT3 || kind == DST3 {
		ends(x, math.Sqrt2)
	}
	y := make([]complex128, n)
	for k := range y {
		for j, v := range x {
			y[k] += v * complex(weight(j, k), 0)
		}
	}
	if kind == DCT1 || kind == DCT2 || kind == DST2 {
		ends(y, 1/math.Sqrt2)
	}
	return y
}

// along applies f to the rows of an array along an axis. The axis gets the length of f's result.
func along(x []complex128, shape []int, axis int, f func(row []complex128) []complex128) ([]complex128, []int) {
	stride := product(shape[axis+1:])
	n, outer := shape[axis], product(shape[:axis])
	var y []complex128
	to := slices.Clone(shape)
	for o := range outer {
		for s := range stride {
			row := make([]complex128, n)
			for j := range row {
				row[j] = x[(o*n+j)*stride+s]
			}
			row = f(row)
			if y == nil {
				to[axis] = len(row)
				y = make([]complex128, product(to))
			}
			for j, v := range row {
				y[(o*len(row)+j)*stride+s] = v
			}
		}
	}
	return y, to
}

// realTransform returns the transform of one array, computed from the definition.
func realTransform(x []complex128, p Problem) []complex128 {
	axes, shape := p.TransformedAxes(), p.shapes()[0]
	if p.isBackward() && p.Kind.IsRealFFT() { // the axis of the half spectrum is last
		axes = slices.Clone(axes)
	} else {
		slices.Reverse(axes)
	}
	for _, axis := range axes {
		kind := p.KindOf(axis)
		x, shape = along(x, shape, axis, func(row []complex128) []complex128 {
			if kind == C2C {
				return transformed(row, p.isBackward(), 1)
			}
			return sums(kind, row, p.Shape[axis], p.Norm == Ortho)
		})
	}
	for i := range x {
		x[i] *= complex(p.Scale(), 0)
	}
	return x
}

// packed returns real numbers as complex memory stores them.
func packed(x []complex128) []complex128 {
	y := make([]complex128, (len(x)+1)/2)
	for i, v := range x {
		if i%2 == 0 {
			y[i/2] = complex(real(v), 0)
		} else {
			y[i/2] += complex(0, real(v))
		}
	}
	return y
}

// requireRealTransform interprets a plan of a real problem on random data and compares it with the
// definition.
func requireRealTransform(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	ends, batch := p.arrays, p.Problem.Count()
	x := randomPoints(r, ends[0].Elements*batch)
	memory := x
	if ends[0].ElementBytes < ElementBytes {
		for i := range x {
			x[i] = complex(real(x[i]), 0)
		}
		memory = packed(x)
	}
	got := interpret(t, p, memory)
	for q := range batch {
		want := realTransform(x[q*ends[0].Elements:(q+1)*ends[0].Elements], p.Problem)
		have := make([]complex128, ends[1].Elements)
		for i := range have {
			at := q*len(have) + i
			if ends[1].ElementBytes < ElementBytes {
				have[i], want[i] = complex(numberOf(got, at), 0), complex(real(want[i]), 0)
			} else {
				have[i] = got[at]
			}
		}
		require.LessOrEqual(t, distance(have, want), rounded, "%v %v: %s", p.Problem, p, p.Passes[0].Name())
	}
}

func TestInterpretedRealTransforms(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	for kind := R2C; kind < kinds; kind++ {
		t.Run(kind.String(), func(t *testing.T) {
			for n := 1; n <= 70; n++ {
				if n < kind.real().MinLength() || n > 12 && !testcase.ShardOf(t, n+70*int(kind), 11) {
					continue
				}
				r := rand.New(rand.NewSource(int64(n)))
				p, err := Make(Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%4, Norm: Norm(n % 3),
					Inverse: r.Intn(2) == 0,
					InPlace: kind.IsTrig() && r.Intn(3) == 0, PackPairs: r.Intn(2) == 0}, l)
				require.NoError(t, err, "%v %d", kind, n)
				requireRealTransform(t, r, p)
			}
			for i, n := range []int{128, 129, 500, 509, 1000, 1021, 2 * 127, 2 * 1009} {
				if !testcase.ShardOf(t, i+8*int(kind), 4) {
					continue
				}
				r := rand.New(rand.NewSource(int64(n)))
				p, err := Make(Problem{Kind: kind, Shape: []int{n}, Batch: 3, Norm: Norm(r.Intn(3))}, l)
				require.NoError(t, err)
				requireRealTransform(t, r, p)
			}
		})
	}
}

// Every kind is right if its complex transform takes several passes or a convolution of several
// passes.
func TestInterpretedRealTransformsOfSeveralPasses(t *testing.T) {
	t.Parallel()
	l := wgsl.DefaultLimits()
	r := rand.New(rand.NewSource(12))
	for kind := R2C; kind < kinds; kind++ {
		for _, a := range []Algorithm{FourStep, Transposed, Bluestein} {
			n := 1024
			if kind == DCT1 {
				n++
			}
			if kind == DST1 {
				n--
			}
			if !testcase.Shard(t, 3*int(kind)+int(a)) {
				continue
			}
			p, err := MakeBy(Problem{Kind: kind, Shape: []int{n}, Batch: 2}, l, a)
			require.NoError(t, err, "%v %v", kind, a)
			requireRealTransform(t, r, p)
			p, err = MakeBy(Problem{Kind: kind, Shape: []int{729}, Batch: 3, Norm: Ortho,
				PackPairs: a != FourStep}, l, a)
			if err == nil { // 728 and 730 points have no passes
				requireRealTransform(t, r, p)
			}
		}
	}
	p, err := Make(Problem{Kind: R2C, Shape: []int{2 * 8209}}, l)
	require.NoError(t, err)
	require.NotNil(t, p.Axes[0].Factors, "%v", p)
	requireRealTransform(t, r, p)
	p, err = Make(Problem{Kind: DCT2, Shape: []int{8209}}, l)
	require.NoError(t, err)
	requireRealTransform(t, r, p)
}

// A part of a batch may begin at an address that cannot be bound. Its runs of numbers still begin
// with a whole run.
func TestInterpretedVectorsOfParts(t *testing.T) {
	r := rand.New(rand.NewSource(23))
	for _, kind := range []Kind{DCT2, DCT3, DCT4, DST2, DST3, DST4} {
		for _, name := range []string{"fft36_6.6_p12_t2_split_linear_mirrorhalf",
			"fft50_5.10_p20_t3_split_linear_mirrorhalf"} {
			k, err := wgsl.ParseKernel(name)
			require.NoError(t, err)
			l := wgsl.DefaultLimits()
			l.BindingBytes = 2048
			p, err := From(Problem{Kind: kind, Shape: []int{2 * k.N()}, Batch: 19}, l, k)
			require.NoError(t, err)
			require.True(t, p.ArraysPerBinding < 19 && p.Passes[0].Offset, "%v", p)
			requireRealTransform(t, r, p)
		}
	}
}

func TestInterpretedRealTransformsAlongAxes(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	lengths := []int{1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 30, 37}
	for i := range 120 {
		if !testcase.ShardOf(t, i, 3) {
			continue
		}
		r := rand.New(rand.NewSource(int64(i)))
		p := Problem{Kind: R2C + Kind(r.Intn(int(kinds-R2C))), Batch: 1 + r.Intn(3), Norm: Norm(r.Intn(3)),
			Inverse: r.Intn(2) == 0, PackPairs: r.Intn(2) == 0}
		for range 1 + r.Intn(3) {
			p.Shape = append(p.Shape, lengths[1+r.Intn(len(lengths)-1)])
		}
		p.Axes = r.Perm(len(p.Shape))[:1+r.Intn(len(p.Shape))]
		if p.Kind.IsTrig() && r.Intn(2) == 0 {
			for range p.Axes {
				p.Kinds = append(p.Kinds, DCT1+Kind(r.Intn(int(kinds-DCT1))))
			}
			p.InPlace = r.Intn(2) == 0
		}
		plan, err := Make(p, l)
		require.NoError(t, err, "%d: %v %v %v", i, p, p.Axes, p.Kinds)
		requireRealTransform(t, r, plan)
	}
}

func TestNamesOfRealTransforms(t *testing.T) {
	for kind := C2C; kind < kinds; kind++ {
		back, err := ParseKind(kind.String())
		require.NoError(t, err)
		require.Equal(t, kind, back)
		require.Equal(t, kind, kind.Inverse().Inverse())
	}
	require.Equal(t, "kind(99)", realdct.Kind(99).String())
	_, err := ParseKind("dct")
	require.ErrorContains(t, err, "dct4")
}

func TestTreesOfRealTransforms(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, want := range map[string]string{
		"r2c:1024*8":   `^\(r2c 1024 \(stockham 512 .*\) batch 8\)$`,
		"dct2:15*8":    `^\(dct2 15 \(stockham 15 .*\) batch 8\)$`,
		"r2c:131072":   `^\(r2c 131072 \(four-step 65536 .*\)\) batch 1\)$`,
		"r2c:200006":   `^\(r2c 200006 \(bluestein 100003 .*\) \(split 100003\) batch 1\)$`,
		"dct4:512x512": `^\(axes 512x512 \(dct4 512 .*\) \(dct4 512 .*\) batch 1\)$`,
	} {
		p, err := ParseSpec(spec)
		require.NoError(t, err)
		plan, err := Make(p, l)
		require.NoError(t, err)
		require.Regexp(t, want, plan.String())
	}
}

// The longest real transforms have plans, and every pass has a place for its source and target.
func TestLongRealTransforms(t *testing.T) {
	needs64Bits(t)
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, p := range []Problem{
		{Kind: R2C, Shape: []int{1 << 30}}, {Kind: C2R, Shape: []int{1 << 30}},
		{Kind: R2C, Shape: []int{14348907}}, {Kind: DCT2, Shape: []int{maxTrig}},
		{Kind: DST1, Shape: []int{1<<26 - 1}}, {Kind: R2C, Shape: []int{1 << 14, 1 << 15}},
		{Kind: DCT4, Shape: []int{1 << 24}, Batch: 8},
	} {
		plan, err := Make(p, l)
		require.NoError(t, err, "%v", p)
		for _, pass := range plan.Schedule().Passes {
			for i, a := range pass.Args {
				require.GreaterOrEqual(t, a.Offset, int64(0), "%v: %s argument %d", plan, pass.Kernel.Name(), i)
				require.LessOrEqual(t, a.Bytes, l.BindingBytes, "%v", plan)
			}
		}
	}
}

// No binding of a divided real or complex array is larger than the limit.
func TestBindingsAreWithinTheLimit(t *testing.T) {
	planned := 0
	for i := range 80 {
		r := rand.New(rand.NewSource(int64(i)))
		l := wgsl.DefaultLimits()
		l.BindingBytes = int64(256 * (1 + r.Intn(40)))
		l.AllocationBytes = l.BindingBytes << r.Intn(3)
		l.StorageAlign = 32 << r.Intn(4)
		l.StorageBindings = 8 + r.Intn(8)
		p := Problem{Kind: Kind(r.Intn(int(kinds))), Shape: []int{2 + r.Intn(600)}, Batch: 1 + r.Intn(60)}
		plan, err := Make(p, l)
		if err != nil {
			continue // refused by the planner
		}
		planned++
		for _, pass := range plan.Schedule().Passes {
			for i, a := range pass.Args {
				if a.Role == Table || a.Role == Uniform {
					continue
				}
				require.LessOrEqual(t, a.Bytes, l.BindingBytes, "%v: %s argument %d", plan, pass.Kernel.Name(), i)
			}
		}
	}
	require.Greater(t, planned, 25)
}
