package plan

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// anyConvolution draws a convolution along the given number of axes, with transforms of few points.
func anyConvolution(r *rand.Rand, axes int) Convolution {
	c := Convolution{Mode: Mode(r.Intn(4)), Correlate: r.Intn(2) == 0, Batch: r.Intn(4)}
	most := []int{0, 200, 24, 9, 5}[axes]
	longer := r.Intn(4) == 0 // the kernel is longer than the array along all axes
	for range axes {
		n, k := 1+r.Intn(most), 1+r.Intn(most)
		if r.Intn(3) == 0 {
			k = min(k, 1+r.Intn(5))
		}
		switch {
		case c.Mode == ModeCircular, c.Mode == ModeValid && !longer:
			k = min(n, k)
		case c.Mode == ModeValid:
			k = max(n, k)
		}
		c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, k)
	}
	for axes > 1 && r.Intn(3) == 0 && c.Mode != ModeValid && len(c.Kernel) > 1 {
		c.Kernel = c.Kernel[1:]
	}
	c.InPlace = (c.Mode == ModeSame || c.Mode == ModeCircular) && r.Intn(2) == 0
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

func TestInterpretedConvolutions(t *testing.T) {
	t.Parallel()
	for i, l := range smallLimits() {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for seed := range int64(24) {
				r := rand.New(rand.NewSource(seed))
				c := anyConvolution(r, 1+int(seed%4))
				t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
					p, err := MakeConvolution(c, l)
					if err != nil && p.Convolution.Batch > 1 && l.BindingBytes < 1<<20 { // arrays longer than a binding
						require.ErrorContains(t, err, "can't be aligned")
						return
					}
					require.NoError(t, err, "%+v", c)
					requireConvolution(t, r, p)
				})
			}
		})
	}
}

// Each form of a convolution's plan occurs. A form is recognized by the passes of the plan.
func TestInterpretedConvolutionForms(t *testing.T) {
	t.Parallel()
	limits := smallLimits()
	ordinary, small, tiny := limits[0], limits[1], limits[2]
	passes := func(n int) func(p ConvolutionPlan) bool {
		return func(p ConvolutionPlan) bool { return len(p.Passes) == n }
	}
	for i, c := range []struct {
		l    wgsl.Limits
		c    Convolution
		form func(p ConvolutionPlan) bool
	}{
		{ordinary, Convolution{Shape: []int{500}, Kernel: []int{20}, Batch: 9}, passes(1)},
		{ordinary, Convolution{Shape: []int{500}, Kernel: []int{20}, Batch: 9, Mode: ModeSame, InPlace: true},
			passes(1)},
		{small, Convolution{Shape: []int{700}, Kernel: []int{50}, Batch: 2}, passes(3)},
		{small, Convolution{Shape: []int{20000}, Kernel: []int{50}, Mode: ModeValid},
			func(p ConvolutionPlan) bool { return len(splitOf(p)) == 3 }},
		{ordinary, Convolution{Shape: []int{20, 30}, Kernel: []int{4, 5}, Batch: 2}, passes(3)},
		{ordinary, Convolution{Shape: []int{6, 7, 8}, Kernel: []int{2, 3, 4}, Batch: 2}, passes(5)},
		{ordinary, Convolution{Shape: []int{2, 3, 4, 5}, Kernel: []int{2, 2, 2, 2}}, passes(7)},
		// An axis that no workgroup holds: the turnaround is along another axis, or the columns
		// take several passes.
		{small, Convolution{Shape: []int{20, 600}, Kernel: []int{4, 5}},
			func(p ConvolutionPlan) bool { return turnAxisOf(p) == 0 && splitOf(p) == nil && len(p.Passes) > 3 }},
		{small, Convolution{Shape: []int{600, 20}, Kernel: []int{4, 5}, Batch: 2},
			func(p ConvolutionPlan) bool { return turnAxisOf(p) == 1 || len(splitOf(p)) > 1 }},
		{small, Convolution{Shape: []int{280, 300}, Kernel: []int{4, 2}},
			func(p ConvolutionPlan) bool { return len(splitOf(p)) > 1 }},
		// A kernel of one element along some axes: axes before the transformed ones are batches,
		// axes after them are interleaved with the same spectrum.
		{ordinary, Convolution{Shape: []int{5, 40}, Kernel: []int{7}, Batch: 3}, passes(1)},
		{ordinary, Convolution{Shape: []int{40, 5}, Kernel: []int{7, 1}, Batch: 3}, passes(1)},
		{ordinary, Convolution{Shape: []int{3, 20, 30, 5}, Kernel: []int{4, 7, 1}, Batch: 2},
			func(p ConvolutionPlan) bool { return len(p.Passes) == 3 && p.Passes[1].Spectra.Interleave == 5 }},
		{small, Convolution{Shape: []int{700, 3}, Kernel: []int{7, 1}, Batch: 2},
			func(p ConvolutionPlan) bool { return p.Passes[1].Spectra.Interleave == 3 }},
		{small, Convolution{Shape: []int{280, 270, 2}, Kernel: []int{2, 3, 1}}, func(p ConvolutionPlan) bool {
			return len(splitOf(p)) > 1 && slices.ContainsFunc(p.Axes, func(l Axis) bool { return l.InnerExtent == 2 })
		}},
		{ordinary, Convolution{Shape: []int{9, 1, 9}, Kernel: []int{2, 1, 2}}, passes(3)},
		{ordinary, Convolution{Shape: []int{9, 7}, Kernel: []int{1, 1}}, passes(1)},
		{ordinary, Convolution{Shape: []int{1}, Kernel: []int{1}, Mode: ModeCircular}, passes(1)},
		// Circular convolutions: the length itself, or at least twice the length of a prime.
		{ordinary, Convolution{Shape: []int{60, 62}, Kernel: []int{60, 7}, Mode: ModeCircular},
			func(p ConvolutionPlan) bool { return p.Axes[0].N == 62 && p.Axes[1].N == 60 }},
		{ordinary, Convolution{Shape: []int{37, 41}, Kernel: []int{37, 3}, Mode: ModeCircular, Correlate: true},
			func(p ConvolutionPlan) bool { return p.Axes[0].N >= 81 && p.Axes[1].N >= 73 }},
		{small, Convolution{Shape: []int{1009}, Kernel: []int{1009}, Mode: ModeCircular, InPlace: true},
			func(p ConvolutionPlan) bool { return p.Axes[0].N >= 2017 }},
		// Layouts.
		{ordinary, Convolution{Shape: []int{24}, Kernel: []int{5}, Batch: 5,
			In: Layout{Strides: []int{2}, Dist: 50}, Out: Layout{Planar: true, Offset: 3}}, passes(1)},
		{ordinary, Convolution{Shape: []int{12, 10}, Kernel: []int{3, 3}, Mode: ModeSame, Batch: 2,
			InPlace: true, In: Layout{Strides: []int{200, 3}, Offset: 50, Dist: 9000},
			Out: Layout{Strides: []int{200, 3}, Offset: 50, Dist: 9000}}, passes(3)},
		{ordinary, Convolution{Shape: []int{12, 10}, Kernel: []int{3, 4},
			In:  Layout{Strides: []int{-10, 1}, Offset: 110},
			Out: Layout{Strides: []int{1, 20}, Have: []int{14, 9}}}, passes(3)},
		{ordinary, Convolution{Shape: []int{12, 10}, Kernel: []int{3, 4}, Mode: ModeValid,
			In: Layout{Have: []int{7, 10}}}, passes(3)},
		// Arrays larger than a binding: batches in parts, arrays in segments, and the spectrum in
		// segments.
		{tiny, Convolution{Shape: []int{64}, Kernel: []int{5}, Batch: 40, Mode: ModeSame},
			func(p ConvolutionPlan) bool { return p.ArraysPerBinding < 40 && p.SegmentSize == 0 }},
		{tiny, Convolution{Shape: []int{9, 11}, Kernel: []int{2, 3}, Batch: 40},
			func(p ConvolutionPlan) bool {
				return p.ArraysPerBinding < 40 && p.SegmentSize == 0 && p.Passes[0].Offset
			}},
		{tiny, Convolution{Shape: []int{31, 32}, Kernel: []int{20, 15}, Batch: 2, Mode: ModeSame},
			func(p ConvolutionPlan) bool { return p.Passes[1].Spectra.Segments.Count > 1 }},
		{tiny, Convolution{Shape: []int{64, 32}, Kernel: []int{20, 15}, Batch: 2, Mode: ModeSame},
			func(p ConvolutionPlan) bool { return p.Passes[0].Load.Segments.Count > 1 }},
		{tiny, Convolution{Shape: []int{3000}, Kernel: []int{20}},
			func(p ConvolutionPlan) bool { return len(splitOf(p)) > 1 && p.Passes[1].Spectra.Segments.Count > 1 }},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r := rand.New(rand.NewSource(int64(i)))
			for both := range 2 { // every fourth convolution is also correlated; all of them in a long run
				if both > 0 && (c.c.Correlate || i%4 > 0 && !testcase.Long()) {
					break
				}
				c.c.Correlate = c.c.Correlate || both > 0
				p, err := MakeConvolution(c.c, c.l)
				require.NoError(t, err)
				require.True(t, c.form(p), "%v", p)
				requireConvolution(t, r, p)
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
			if !testcase.ShardOf(t, i, 3) {
				continue
			}
			r := rand.New(rand.NewSource(int64(l.Invocations + i)))
			axes := 1 + i%3
			c := Convolution{Mode: Mode(r.Intn(4)), Correlate: r.Intn(2) == 0, Batch: r.Intn(3)}
			for range axes {
				n := 1 + r.Intn([]int{300000, 1500, 60}[axes-1])
				c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, 1+r.Intn(n))
			}
			p, err := MakeConvolution(c, l)
			require.NoError(t, err, "%v batch %d", c, c.Batch)
			require.True(t, hasSufficientLengths(p), "%v", p)

			for _, k := range p.Passes {
				require.NoError(t, k.Check(l))
				require.Less(t, len(k.Name()), 500)
			}
			// The choice is valid for any batch.
			choice, err := ChooseConvolution(c, l)
			require.NoError(t, err)
			c.Batch = 1 + r.Intn(5)
			_, err = ConvolutionFrom(c, l, choice)
			require.NoError(t, err)
		}
	})
}

func TestInvalidConvolutions(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []struct {
		c    Convolution
		want string
	}{
		{Convolution{Kernel: []int{3}}, "want 1 to 16"},
		{Convolution{Shape: []int{0}, Kernel: []int{3}}, "length 0"},
		{Convolution{Shape: []int{4}}, "kernel [] has 0 axes, want 1 to 1 for the array"},
		{Convolution{Shape: []int{4}, Kernel: []int{2, 2}}, "kernel [2 2] has 2 axes, want 1 to 1 for the array"},
		{Convolution{Shape: []int{4}, Kernel: []int{0}}, "length 0: a kernel needs at least one element"},
		{Convolution{Shape: []int{4}, Kernel: []int{-1}}, "length -1"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, Mode: 9},
			"mode(9) is not known, want full, same, valid or circular"},
		{Convolution{Shape: []int{4, 4}, Kernel: []int{5}, Mode: ModeCircular},
			"at most 4 elements"},
		{Convolution{Shape: []int{4, 4}, Kernel: []int{5, 3}, Mode: ModeValid}, "each longer along one axis"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, InPlace: true}, "the result has the shape [5], want"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, Mode: ModeSame, InPlace: true,
			In: Layout{Strides: []int{2}}}, "want the shape and layout of the input in place"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, In: Layout{Strides: []int{1, 2}}}, "input layout"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, Out: Layout{Strides: []int{0}}},
			"two elements share an address"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, Out: Layout{Have: []int{6}}},
			"output layout: Have is 6 along axis 0, want 1 to 5"},
		{Convolution{Shape: []int{4}, Kernel: []int{2}, Batch: -1}, "batch -1"},
		{Convolution{Shape: []int{MaxPoints / 2}, Kernel: []int{MaxPoints, 2}},
			fmt.Sprintf("kernel [%d 2]", MaxPoints)},
		{Convolution{Shape: []int{1 << 10, 1 << 10}, Kernel: []int{1 << 20, 1 << 20}}, "elements of the kernel"},
		{Convolution{Shape: []int{MaxPoints}, Kernel: []int{2}}, "the result of"},
		{Convolution{Shape: []int{MaxPoints >> 15, 1 << 15}, Kernel: []int{2, 2}, Mode: ModeSame},
			"points of the transforms of an array"},
	} {
		_, err := MakeConvolution(c.c, l)
		require.ErrorContains(t, err, c.want)
	}
	p, err := MakeConvolution(Convolution{Shape: []int{8, 8}, Kernel: []int{3, 3}}, l)
	require.NoError(t, err)
	_, err = p.Schedule(make([]complex64, 8))
	require.ErrorContains(t, err, "the kernel has 8 elements, want 9")
	other, err := ChooseConvolution(Convolution{Shape: []int{8}, Kernel: []int{3}}, l)
	require.NoError(t, err)
	_, err = ConvolutionFrom(p.Convolution, l, other)
	require.Error(t, err)
}

func TestModes(t *testing.T) {
	for _, m := range []Mode{ModeFull, ModeSame, ModeValid, ModeCircular} {
		got, err := ParseMode(m.String())
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	_, err := ParseMode("wide")
	require.ErrorContains(t, err, "want full, same, valid, circular")
	require.Equal(t, "mode(7)", Mode(7).String())
}

// Recipes of the same kernel in the same place are the same table. Other recipes have other names.
func TestResponseNames(t *testing.T) {
	l := wgsl.DefaultLimits()
	names := map[string]bool{}
	kernel := make([]complex64, 2000)
	for i := range kernel {
		kernel[i] = complex(float32(i), 1)
	}
	add := func(c Convolution, kernel []complex64) {
		p, err := MakeConvolution(c, l)
		require.NoError(t, err)
		a, err := p.Schedule(kernel)
		require.NoError(t, err)
		b, err := p.Schedule(kernel)
		require.NoError(t, err)
		name := func(s Schedule) string {
			i := slices.IndexFunc(s.Tables, func(t Recipe) bool { return strings.HasPrefix(t.Name(), "response") })
			require.GreaterOrEqual(t, i, 0)
			return s.Tables[i].Name()
		}
		require.Equal(t, name(a), name(b))
		require.False(t, names[name(a)])
		names[name(a)] = true
	}
	add(Convolution{Shape: []int{3000}, Kernel: []int{2000}}, kernel)
	add(Convolution{Shape: []int{3000}, Kernel: []int{2000}, Correlate: true}, kernel)
	add(Convolution{Shape: []int{3000}, Kernel: []int{2000}, Mode: ModeSame}, kernel)
	add(Convolution{Shape: []int{3000}, Kernel: []int{1999}}, kernel[:1999])
	add(Convolution{Shape: []int{3000}, Kernel: []int{1999}}, kernel[1:])
	kernel[1999] = 7
	add(Convolution{Shape: []int{3000}, Kernel: []int{2000}}, kernel)
}
