package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInterpretedRealTransforms(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	for kind := plan.R2C; kind < plan.KindCount; kind++ {
		t.Run(kind.String(), func(t *testing.T) {
			for n := 1; n <= 70; n++ {
				if n < plan.MinLength(kind) || n > 6 && !testcase.ShardOf(t, n+70*int(kind), 40) {
					continue
				}
				r := rand.New(rand.NewSource(int64(n)))
				p, err := choose.Make(plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%4, Norm: plan.Norm(n % 3),
					Inverse: r.Intn(2) == 0,
					InPlace: kind.IsTrig() && r.Intn(3) == 0, Options: plan.Options{PackPairs: r.Intn(2) == 0}}, l)
				require.NoError(t, err, "%v %d", kind, n)
				plan.RequireRealTransform(t, r, p)
			}
			for i, n := range []int{128, 129, 500, 509, 1000, 1021, 2 * 127, 2 * 1009} {
				if !testcase.ShardOf(t, i+8*int(kind), 16) {
					continue
				}
				r := rand.New(rand.NewSource(int64(n)))
				p, err := choose.Make(plan.Problem{Kind: kind, Shape: []int{n}, Batch: 2,
					Norm: plan.Norm(r.Intn(3))}, l)
				require.NoError(t, err)
				plan.RequireRealTransform(t, r, p)
			}
		})
	}
}

// Every kind is right if its complex transform takes several passes or a convolution of several
// passes.
func TestInterpretedRealTransformsOfSeveralPasses(t *testing.T) {
	t.Parallel()
	l := wgsl.DefaultLimits()
	for kind := plan.R2C; kind < plan.KindCount; kind++ {
		for i, a := range []plan.Algorithm{plan.FourStep, plan.Transposed, plan.Bluestein} {
			n := 1024
			if kind == plan.DCT1 {
				n++
			}
			if kind == plan.DST1 {
				n--
			}
			if !testcase.ShardOf(t, 3*int(kind)+i, 3) { // every kind with one of the algorithms
				continue
			}
			r := seeded(3*int(kind) + i)
			p, err := choose.MakeBy(plan.Problem{Kind: kind, Shape: []int{n}}, l, a)
			require.NoError(t, err, "%v %v", kind, a)
			plan.RequireRealTransform(t, r, p)
			if !testcase.ShardOf(t, int(kind), 3) {
				continue
			}
			p, err = choose.MakeBy(plan.Problem{Kind: kind, Shape: []int{729}, Norm: plan.Ortho,
				Options: plan.Options{PackPairs: a != plan.FourStep}}, l, a)
			if err == nil { // 728 and 730 points have no passes
				plan.RequireRealTransform(t, r, p)
			}
		}
	}
	r := seeded(12)
	small := smallWorkgroups()
	for _, problem := range []plan.Problem{ // a pass for pairs, of several rows and of columns
		{Kind: plan.R2C, Shape: []int{2 * 1021}, Batch: 2},
		{Kind: plan.R2C, Shape: []int{2 * 1021, 2}, Axes: []int{0}},
	} {
		p, err := choose.Make(problem, small)
		require.NoError(t, err)
		require.NotNil(t, p.Axes[0].Factors, "%v", p)
		require.Contains(t, p.String(), "(split 1021)")
		plan.RequireRealTransform(t, r, p)
	}
	p, err := choose.Make(plan.Problem{Kind: plan.DCT2, Shape: []int{1021}}, small)
	require.NoError(t, err)
	plan.RequireRealTransform(t, r, p)
}

// A part of a batch may begin at an address that cannot be bound. Its runs of numbers still begin
// with a whole run.
func TestInterpretedVectorsOfParts(t *testing.T) {
	r := rand.New(rand.NewSource(23))
	for _, kind := range []plan.Kind{plan.DCT2, plan.DCT3, plan.DCT4, plan.DST2, plan.DST3, plan.DST4} {
		for _, name := range []string{"fft36_6.6_p12_t2_split", "fft50_5.10_p20_t3_split"} {
			k, err := plan.ParseKernel(name)
			require.NoError(t, err)
			l := wgsl.DefaultLimits()
			l.BindingBytes = 2048
			problem := plan.Problem{Kind: kind, Shape: []int{2 * k.N()}, Batch: 19}
			k = problem.OrderedAxes(l)[0].WithMirrors(k, false, true)
			require.True(t, k.Threads.HoldsPairs(wgsl.Half))
			p, err := choose.From(problem, l, k)
			require.NoError(t, err)
			require.True(t, p.ArraysPerBinding < 19 && p.Passes[0].Dispatch.Offset, "%v", p)
			plan.RequireRealTransform(t, r, p)
		}
	}
}

func TestInterpretedRealTransformsAlongAxes(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	lengths := []int{1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 30, 37}
	for i := range 120 {
		if !testcase.ShardOf(t, i, 12) {
			continue
		}
		r := rand.New(rand.NewSource(int64(i)))
		p := plan.Problem{Kind: plan.R2C + plan.Kind(r.Intn(int(plan.KindCount-plan.R2C))),
			Batch: 1 + r.Intn(3), Norm: plan.Norm(r.Intn(3)),
			Inverse: r.Intn(2) == 0, Options: plan.Options{PackPairs: r.Intn(2) == 0}}
		for range 1 + r.Intn(3) {
			p.Shape = append(p.Shape, lengths[1+r.Intn(len(lengths)-1)])
		}
		p.Axes = r.Perm(len(p.Shape))[:1+r.Intn(len(p.Shape))]
		if p.Kind.IsTrig() && r.Intn(2) == 0 {
			for range p.Axes {
				p.Kinds = append(p.Kinds, plan.DCT1+plan.Kind(r.Intn(int(plan.KindCount-plan.DCT1))))
			}
			p.InPlace = r.Intn(2) == 0
		}
		planned, err := choose.Make(p, l)
		require.NoError(t, err, "%d: %v %v %v", i, p, p.Axes, p.Kinds)
		plan.RequireRealTransform(t, r, planned)
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
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		plan, err := choose.Make(p, l)
		require.NoError(t, err)
		require.Regexp(t, want, plan.String())
	}
}

// The longest real transforms have plans, and every pass has a place for its source and target.
func TestLongRealTransforms(t *testing.T) {
	needs64Bits(t)
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{1 << 30}}, {Kind: plan.C2R, Shape: []int{1 << 30}},
		{Kind: plan.R2C, Shape: []int{14348907}}, {Kind: plan.DCT2, Shape: []int{plan.LongestTrig}},
		{Kind: plan.DST1, Shape: []int{1<<26 - 1}}, {Kind: plan.R2C, Shape: []int{1 << 14, 1 << 15}},
		{Kind: plan.DCT4, Shape: []int{1 << 24}, Batch: 8},
	} {
		plan, err := choose.Make(p, l)
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
		if !testcase.ShardOf(t, i, 10) {
			continue
		}
		r := rand.New(rand.NewSource(int64(i)))
		l := wgsl.DefaultLimits()
		l.BindingBytes = int64(256 * (1 + r.Intn(40)))
		l.AllocationBytes = l.BindingBytes << r.Intn(3)
		l.StorageAlign = 32 << r.Intn(4)
		l.StorageBindings = 8 + r.Intn(8)
		p := plan.Problem{Kind: plan.Kind(r.Intn(int(plan.KindCount))), Shape: []int{2 + r.Intn(600)},
			Batch: 1 + r.Intn(60)}
		whole, err := choose.Make(p, l)
		if err != nil {
			continue // refused by the planner
		}
		planned++
		for _, pass := range whole.Schedule().Passes {
			for i, a := range pass.Args {
				if a.Role == plan.Table || a.Role == plan.Uniform {
					continue
				}
				require.LessOrEqual(t, a.Bytes, l.BindingBytes, "%v: %s argument %d", whole, pass.Kernel.Name(), i)
			}
		}
	}
	t.Logf("%d problems planned", planned)
	require.Positive(t, planned)
}
