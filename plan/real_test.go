package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

func TestInterpretedRealTransforms(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	for kind := R2C; kind < kindCount; kind++ {
		t.Run(kind.String(), func(t *testing.T) {
			for n := 1; n <= 70; n++ {
				if n < minLength(kind) || n > 12 && !testcase.ShardOf(t, n+70*int(kind), 11) {
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
	for kind := R2C; kind < kindCount; kind++ {
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
		p := Problem{Kind: R2C + Kind(r.Intn(int(kindCount-R2C))), Batch: 1 + r.Intn(3), Norm: Norm(r.Intn(3)),
			Inverse: r.Intn(2) == 0, PackPairs: r.Intn(2) == 0}
		for range 1 + r.Intn(3) {
			p.Shape = append(p.Shape, lengths[1+r.Intn(len(lengths)-1)])
		}
		p.Axes = r.Perm(len(p.Shape))[:1+r.Intn(len(p.Shape))]
		if p.Kind.IsTrig() && r.Intn(2) == 0 {
			for range p.Axes {
				p.Kinds = append(p.Kinds, DCT1+Kind(r.Intn(int(kindCount-DCT1))))
			}
			p.InPlace = r.Intn(2) == 0
		}
		planned, err := Make(p, l)
		require.NoError(t, err, "%d: %v %v %v", i, p, p.Axes, p.Kinds)
		requireRealTransform(t, r, planned)
	}
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
		{Kind: R2C, Shape: []int{14348907}}, {Kind: DCT2, Shape: []int{longestTrig}},
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
		p := Problem{Kind: Kind(r.Intn(int(kindCount))), Shape: []int{2 + r.Intn(600)}, Batch: 1 + r.Intn(60)}
		whole, err := Make(p, l)
		if err != nil {
			continue // refused by the planner
		}
		planned++
		for _, pass := range whole.Schedule().Passes {
			for i, a := range pass.Args {
				if a.Role == Table || a.Role == Uniform {
					continue
				}
				require.LessOrEqual(t, a.Bytes, l.BindingBytes, "%v: %s argument %d", whole, pass.Kernel.Name(), i)
			}
		}
	}
	require.Greater(t, planned, 25)
}
