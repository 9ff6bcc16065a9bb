package plan_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// anyConvolution draws a convolution along the given number of axes, with transforms of few points.
func anyConvolution(r *rand.Rand, axes int) plan.Convolution {
	c := plan.Convolution{Mode: plan.Mode(r.Intn(4)), Correlate: r.Intn(2) == 0, Batch: r.Intn(4)}
	most := []int{0, 200, 24, 9, 5}[axes]
	longer := r.Intn(4) == 0 // the kernel is longer than the array along all axes
	for range axes {
		n, k := 1+r.Intn(most), 1+r.Intn(most)
		if r.Intn(3) == 0 {
			k = min(k, 1+r.Intn(5))
		}
		switch {
		case c.Mode == plan.ModeCircular, c.Mode == plan.ModeValid && !longer:
			k = min(n, k)
		case c.Mode == plan.ModeValid:
			k = max(n, k)
		}
		c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, k)
	}
	for axes > 1 && r.Intn(3) == 0 && c.Mode != plan.ModeValid && len(c.Kernel) > 1 {
		c.Kernel = c.Kernel[1:]
	}
	c.InPlace = (c.Mode == plan.ModeSame || c.Mode == plan.ModeCircular) && r.Intn(2) == 0
	return c
}

// smallLimits returns limits for which small arrays take many passes, batches in parts, and
// segments.
func smallLimits() []wgsl.Limits {
	small := wgsl.DefaultLimits()
	small.Invocations, small.WorkgroupBytes = 16, 2<<10 // a workgroup holds 256 points, and fewer of columns
	tiny := smallBindings(1000)
	tiny.Invocations, tiny.WorkgroupBytes = 32, 4<<10
	return []wgsl.Limits{wgsl.DefaultLimits(), small, tiny}
}

// spectraOf returns the spectra of a kernel that is a convolution.
func spectraOf(k wgsl.Kernel) wgsl.Spectra {
	s, _ := k.Stages.Filter.(wgsl.Spectra)
	return s
}

func TestInterpretedConvolutions(t *testing.T) {
	t.Parallel()
	for i, l := range smallLimits() {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for seed := range int64(24) {
				if !testcase.ShardOf(t, 24*i+int(seed), 12) {
					continue
				}
				r := rand.New(rand.NewSource(seed))
				c := anyConvolution(r, 1+int(seed%4))
				t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
					p, err := choose.MakeConvolution(c, l)
					if err != nil && p.Convolution.Batch > 1 && l.BindingBytes < 1<<20 { // arrays longer than a binding
						require.ErrorContains(t, err, "can't be aligned")
						return
					}
					require.NoError(t, err, "%+v", c)
					plan.RequireConvolution(t, r, p)
				})
			}
		})
	}
}

// Each form of a convolution's plan occurs. A form is recognized by the passes of the plan.
func TestInterpretedConvolutionForms(t *testing.T) {
	t.Parallel()
	limits := smallLimits()
	ordinary, small, tiny, narrow := limits[0], limits[1], limits[2], tinyWorkgroups()
	passes := func(n int) func(p plan.ConvolutionPlan) bool {
		return func(p plan.ConvolutionPlan) bool { return len(p.Passes) == n }
	}
	for i, c := range []struct {
		l    wgsl.Limits
		c    plan.Convolution
		form func(p plan.ConvolutionPlan) bool
	}{
		{ordinary, plan.Convolution{Shape: []int{500}, Kernel: []int{20}, Batch: 5}, passes(1)},
		{ordinary, plan.Convolution{Shape: []int{500}, Kernel: []int{20}, Batch: 9, Mode: plan.ModeSame, InPlace: true},
			passes(1)},
		{small, plan.Convolution{Shape: []int{700}, Kernel: []int{50}, Batch: 2}, passes(3)},
		{narrow, plan.Convolution{Shape: []int{4000}, Kernel: []int{50}, Mode: plan.ModeValid},
			func(p plan.ConvolutionPlan) bool { return len(plan.SplitOf(p)) == 3 }},
		{ordinary, plan.Convolution{Shape: []int{20, 30}, Kernel: []int{4, 5}, Batch: 2}, passes(3)},
		{ordinary, plan.Convolution{Shape: []int{6, 7, 8}, Kernel: []int{2, 3, 4}, Batch: 2}, passes(5)},
		{ordinary, plan.Convolution{Shape: []int{2, 3, 4, 5}, Kernel: []int{2, 2, 2, 2}}, passes(7)},
		// An axis that no workgroup holds: the turnaround is along another axis, or the columns
		// take several passes.
		{narrow, plan.Convolution{Shape: []int{20, 150}, Kernel: []int{4, 5}},
			func(p plan.ConvolutionPlan) bool {
				return plan.TurnAxisOf(p) == 0 && plan.SplitOf(p) == nil && len(p.Passes) > 3
			}},
		{narrow, plan.Convolution{Shape: []int{150, 12}, Kernel: []int{4, 5}, Batch: 2},
			func(p plan.ConvolutionPlan) bool { return plan.TurnAxisOf(p) == 1 || len(plan.SplitOf(p)) > 1 }},
		{small, plan.Convolution{Shape: []int{280, 300}, Kernel: []int{4, 2}},
			func(p plan.ConvolutionPlan) bool { return len(plan.SplitOf(p)) > 1 }},
		// A kernel of one element along some axes: axes before the transformed ones are batches,
		// axes after them are interleaved with the same spectrum.
		{ordinary, plan.Convolution{Shape: []int{5, 40}, Kernel: []int{7}, Batch: 3}, passes(1)},
		{ordinary, plan.Convolution{Shape: []int{40, 5}, Kernel: []int{7, 1}, Batch: 3}, passes(1)},
		{ordinary, plan.Convolution{Shape: []int{3, 9, 11, 5}, Kernel: []int{4, 7, 1}, Batch: 2},
			func(p plan.ConvolutionPlan) bool {
				return len(p.Passes) == 3 && spectraOf(p.Passes[1]).Interleave == 5
			}},
		{small, plan.Convolution{Shape: []int{700, 3}, Kernel: []int{7, 1}, Batch: 2},
			func(p plan.ConvolutionPlan) bool { return spectraOf(p.Passes[1]).Interleave == 3 }},
		{narrow, plan.Convolution{Shape: []int{150, 12, 2}, Kernel: []int{2, 3, 1}}, func(p plan.ConvolutionPlan) bool {
			return len(plan.SplitOf(p)) > 1 && slices.ContainsFunc(p.Axes,
				func(l plan.Axis) bool { return l.InnerExtent == 2 })
		}},
		{ordinary, plan.Convolution{Shape: []int{9, 1, 9}, Kernel: []int{2, 1, 2}}, passes(3)},
		{ordinary, plan.Convolution{Shape: []int{9, 7}, Kernel: []int{1, 1}}, passes(1)},
		{ordinary, plan.Convolution{Shape: []int{1}, Kernel: []int{1}, Mode: plan.ModeCircular}, passes(1)},
		// Circular convolutions: the length itself, or at least twice the length of a prime.
		{ordinary, plan.Convolution{Shape: []int{60, 62}, Kernel: []int{60, 7}, Mode: plan.ModeCircular},
			func(p plan.ConvolutionPlan) bool { return p.Axes[0].N == 62 && p.Axes[1].N == 60 }},
		{ordinary, plan.Convolution{Shape: []int{37, 41}, Kernel: []int{37, 3}, Mode: plan.ModeCircular,
			Correlate: true},
			func(p plan.ConvolutionPlan) bool { return p.Axes[0].N >= 81 && p.Axes[1].N >= 73 }},
		{small, plan.Convolution{Shape: []int{1009}, Kernel: []int{1009}, Mode: plan.ModeCircular, InPlace: true},
			func(p plan.ConvolutionPlan) bool { return p.Axes[0].N >= 2017 }},
		// Layouts.
		{ordinary, plan.Convolution{Shape: []int{24}, Kernel: []int{5}, Batch: 5,
			In: plan.Layout{Strides: []int{2}, Dist: 50}, Out: plan.Layout{Planar: true, Offset: 3}}, passes(1)},
		{ordinary, plan.Convolution{Shape: []int{12, 10}, Kernel: []int{3, 3}, Mode: plan.ModeSame, Batch: 2,
			InPlace: true, In: plan.Layout{Strides: []int{200, 3}, Offset: 50, Dist: 9000},
			Out: plan.Layout{Strides: []int{200, 3}, Offset: 50, Dist: 9000}}, passes(3)},
		{ordinary, plan.Convolution{Shape: []int{12, 10}, Kernel: []int{3, 4},
			In:  plan.Layout{Strides: []int{-10, 1}, Offset: 110},
			Out: plan.Layout{Strides: []int{1, 20}, Have: []int{14, 9}}}, passes(3)},
		{ordinary, plan.Convolution{Shape: []int{12, 10}, Kernel: []int{3, 4}, Mode: plan.ModeValid,
			In: plan.Layout{Have: []int{7, 10}}}, passes(3)},
		// Arrays larger than a binding: batches in parts, arrays in segments, and the spectrum in
		// segments.
		{tiny, plan.Convolution{Shape: []int{64}, Kernel: []int{5}, Batch: 40, Mode: plan.ModeSame},
			func(p plan.ConvolutionPlan) bool { return p.ArraysPerBinding < 40 && p.SegmentSize == 0 }},
		{tiny, plan.Convolution{Shape: []int{9, 11}, Kernel: []int{2, 3}, Batch: 40},
			func(p plan.ConvolutionPlan) bool {
				return p.ArraysPerBinding < 40 && p.SegmentSize == 0 && p.Passes[0].Dispatch.Offset
			}},
		{tiny, plan.Convolution{Shape: []int{31, 32}, Kernel: []int{20, 15}, Batch: 2, Mode: plan.ModeSame},
			func(p plan.ConvolutionPlan) bool { return spectraOf(p.Passes[1]).View.Segments.Count > 1 }},
		{tiny, plan.Convolution{Shape: []int{64, 32}, Kernel: []int{20, 15}, Batch: 2, Mode: plan.ModeSame},
			func(p plan.ConvolutionPlan) bool { return p.Passes[0].Load.View.Segments.Count > 1 }},
		{tiny, plan.Convolution{Shape: []int{3000}, Kernel: []int{20}},
			func(p plan.ConvolutionPlan) bool {
				return len(plan.SplitOf(p)) > 1 && spectraOf(p.Passes[1]).View.Segments.Count > 1
			}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r := rand.New(rand.NewSource(int64(i)))
			for both := range 2 { // some convolutions are also correlated; all of them in a long run
				if both > 0 && (c.c.Correlate || i%8 != 3 && !testcase.Long()) {
					break
				}
				c.c.Correlate = c.c.Correlate || both > 0
				p, err := choose.MakeConvolution(c.c, c.l)
				require.NoError(t, err)
				require.True(t, c.form(p), "%v", p)
				if plan.Product(c.c.Shape) < 4000 || testcase.Long() {
					plan.RequireConvolution(t, r, p)
				}
			}
		})
	}
}

// Every convolution of ordinary size has a plan on every device that satisfies WebGPU's default
// limits, and its kernels fit the device.
func TestEveryConvolutionHasAPlan(t *testing.T) {
	t.Parallel()
	eachLimits(t, func(t *testing.T, l wgsl.Limits) {
		for i := range 6 { // two for each number of axes
			if !testcase.ShardOf(t, 6*(l.WorkgroupBytes>>10)+i, 18) {
				continue
			}
			r := rand.New(rand.NewSource(int64(l.Invocations + i)))
			axes := 1 + i%3
			c := plan.Convolution{Mode: plan.Mode(r.Intn(4)), Correlate: r.Intn(2) == 0, Batch: r.Intn(3)}
			for range axes {
				n := 1 + r.Intn([]int{300000, 1500, 60}[axes-1])
				c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, 1+r.Intn(n))
			}
			p, err := choose.MakeConvolution(c, l)
			require.NoError(t, err, "%v batch %d", c, c.Batch)
			require.True(t, plan.HasSufficientLengths(p), "%v", p)

			for _, k := range p.Passes {
				require.NoError(t, k.Check(l))
				require.Less(t, len(k.Name()), 500)
			}
			// The choice is valid for any batch.
			choice, err := choose.Convolution(c, l)
			require.NoError(t, err)
			c.Batch = 1 + r.Intn(5)
			_, err = plan.ConvolutionFrom(c, l, choose.Chooser{}, choice)
			require.NoError(t, err)
		}
	})
}

func TestInvalidConvolutions(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []struct {
		c    plan.Convolution
		want string
	}{
		{plan.Convolution{Kernel: []int{3}}, "want 1 to 16"},
		{plan.Convolution{Shape: []int{0}, Kernel: []int{3}}, "length 0"},
		{plan.Convolution{Shape: []int{4}}, "kernel [] has 0 axes, want 1 to 1 for the array"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2, 2}}, "kernel [2 2] has 2 axes, want 1 to 1 for the array"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{0}}, "length 0: a kernel needs at least one element"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{-1}}, "length -1"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Mode: 9},
			"mode(9) is not known, want full, same, valid or circular"},
		{plan.Convolution{Shape: []int{4, 4}, Kernel: []int{5}, Mode: plan.ModeCircular},
			"at most 4 elements"},
		{plan.Convolution{Shape: []int{4, 4}, Kernel: []int{5, 3}, Mode: plan.ModeValid}, "each longer along one axis"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, InPlace: true}, "the result has the shape [5], want"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Mode: plan.ModeSame, InPlace: true,
			In: plan.Layout{Strides: []int{2}}}, "want the shape and layout of the input in place"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, In: plan.Layout{Strides: []int{1, 2}}}, "input layout"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Out: plan.Layout{Strides: []int{0}}},
			"two elements share an address"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Out: plan.Layout{Have: []int{6}}},
			"output layout: Have is 6 along axis 0, want 1 to 5"},
		{plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Batch: -1}, "batch -1"},
		{plan.Convolution{Shape: []int{plan.MaxPoints / 2}, Kernel: []int{plan.MaxPoints, 2}},
			fmt.Sprintf("kernel [%d 2]", plan.MaxPoints)},
		{plan.Convolution{Shape: []int{1 << 10, 1 << 10}, Kernel: []int{1 << 20, 1 << 20}}, "elements of the kernel"},
		{plan.Convolution{Shape: []int{plan.MaxPoints}, Kernel: []int{2}}, "the result of"},
		{plan.Convolution{Shape: []int{plan.MaxPoints >> 15, 1 << 15}, Kernel: []int{2, 2}, Mode: plan.ModeSame},
			"points of the transforms of an array"},
	} {
		_, err := choose.MakeConvolution(c.c, l)
		require.ErrorContains(t, err, c.want)
	}
	p, err := choose.MakeConvolution(plan.Convolution{Shape: []int{8, 8}, Kernel: []int{3, 3}}, l)
	require.NoError(t, err)
	_, err = p.Schedule(make([]complex128, 8))
	require.ErrorContains(t, err, "the kernel has 8 elements, want 9")
	other, err := choose.Convolution(plan.Convolution{Shape: []int{8}, Kernel: []int{3}}, l)
	require.NoError(t, err)
	_, err = plan.ConvolutionFrom(p.Convolution, l, choose.Chooser{}, other)
	require.Error(t, err)
}

func TestModes(t *testing.T) {
	for _, m := range []plan.Mode{plan.ModeFull, plan.ModeSame, plan.ModeValid, plan.ModeCircular} {
		got, err := plan.ParseMode(m.String())
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	_, err := plan.ParseMode("wide")
	require.ErrorContains(t, err, "want full, same, valid, circular")
	require.Equal(t, "mode(7)", plan.Mode(7).String())
}

// Recipes of the same kernel in the same place are the same table. Other recipes have other names.
func TestResponseNames(t *testing.T) {
	l := wgsl.DefaultLimits()
	names := map[string]bool{}
	kernel := make([]complex128, 2000)
	for i := range kernel {
		kernel[i] = complex(float64(i), 1)
	}
	add := func(c plan.Convolution, kernel []complex128) {
		p, err := choose.MakeConvolution(c, l)
		require.NoError(t, err)
		a, err := p.Schedule(kernel)
		require.NoError(t, err)
		b, err := p.Schedule(kernel)
		require.NoError(t, err)
		name := func(s plan.Schedule) string {
			i := slices.IndexFunc(s.Tables, func(t plan.Recipe) bool { return strings.HasPrefix(t.Name(), "response") })
			require.GreaterOrEqual(t, i, 0)
			return s.Tables[i].Name()
		}
		require.Equal(t, name(a), name(b))
		require.False(t, names[name(a)])
		names[name(a)] = true
	}
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{2000}}, kernel)
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{2000}, Correlate: true}, kernel)
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{2000}, Mode: plan.ModeSame}, kernel)
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{1999}}, kernel[:1999])
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{1999}}, kernel[1:])
	kernel[1999] = 7
	add(plan.Convolution{Shape: []int{3000}, Kernel: []int{2000}}, kernel)
}
