package wgfft

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// halfOf and numberOf convert to and from a type of 16 bits.
func halfOf(s Samples, x float32) Half {
	if s == Bfloat16 {
		return Half(BfloatOf(x))
	}
	return HalfOf(x)
}

func numberOf(s Samples, h Half) float32 {
	if s == Bfloat16 {
		return Bfloat(h).Float32()
	}
	return h.Float32()
}

// halvesEps is the bound of the relative error of many numbers after one rounding. It is 0.6 of the largest
// error of one number; truncation has 0.8.
func halvesEps(s Samples) float64 {
	switch s {
	case Float16:
		return 0.6 * 0x1p-11
	case Bfloat16:
		return 0.6 * 0x1p-8
	}
	return 0
}

// roundedTo uploads numbers to a new buffer in a type. It returns the buffer and the rounded
// numbers.
func roundedTo(t *testing.T, c *Engine, s Samples, b *Buffer, x []float32) []float32 {
	t.Helper()
	held := append([]float32{}, x...)
	if s == Float32 {
		require.NoError(t, c.UploadReal(ctx, Region{Buffer: b}, x))
		return held
	}
	memory := make([]Half, len(x))
	for i, v := range x {
		memory[i] = halfOf(s, v)
		held[i] = numberOf(s, memory[i])
	}
	require.NoError(t, UploadSamples(ctx, c, Region{Buffer: b}, memory))
	return held
}

// downloaded returns n numbers of a buffer.
func downloaded(t *testing.T, c *Engine, s Samples, b *Buffer, n int) []float32 {
	t.Helper()
	got := make([]float32, n)
	if s == Float32 {
		require.NoError(t, c.DownloadReal(ctx, got, Region{Buffer: b}))
		return got
	}
	memory := make([]Half, n)
	require.NoError(t, DownloadSamples(ctx, c, memory, Region{Buffer: b}))
	for i, h := range memory {
		got[i] = numberOf(s, h)
	}
	return got
}

// Transforms of every kind read and write halves: one pass and several, even and odd lengths, primes, axes, gaps.
func TestHalves(t *testing.T) { onBoth(t, testHalves) }

func testHalves(t *testing.T, c *Engine) {
	for i, p := range []Problem{
		{Shape: []int{16}, Batch: 9},
		{Kind: R2C, Shape: []int{16}, Batch: 5},
		{Shape: []int{1}, Batch: 100},
		{Shape: []int{64}, Batch: 9},
		{Shape: []int{37}, Batch: 3, Norm: NormOrtho},
		{Shape: []int{1009}, Norm: NormForward},
		{Shape: []int{40960}, Norm: NormOrtho},
		{Shape: []int{12, 10, 9}, Batch: 2, Norm: NormOrtho},
		{Shape: []int{24, 40}, Axes: []int{0}, Norm: NormOrtho},
		{Kind: R2C, Shape: []int{64}, Batch: 5},
		{Kind: R2C, Shape: []int{37, 15}, Norm: NormOrtho},
		{Kind: R2C, Shape: []int{81}, Batch: 3, Norm: NormOrtho},
		{Kind: R2C, Shape: []int{30000}, Norm: NormOrtho},
		{Kind: DCT2, Shape: []int{24, 40}, Norm: NormOrtho},
		{Kind: DST1, Shape: []int{31}, Batch: 3, Norm: NormOrtho},
		{Kind: DCT4, Shape: []int{27}, Batch: 3, Norm: NormOrtho},
	} {
		for j, s := range [][2]Samples{
			{Float16, Float16}, {Bfloat16, Float32}, {Float32, Bfloat16}, {Float32, Float16},
		} {
			if !isUsual(c, i, 2) || !testcase.Long() && j != i%4 {
				continue
			}
			p.In.Samples, p.Out.Samples = s[0], s[1]
			t.Run(fmt.Sprint(p, s), func(t *testing.T) { checkHalves(t, c, p, 0) })
		}
	}
}

// Passes leave their results to the next one in halves, and take half the scratch.
func TestHalvesBetweenPasses(t *testing.T) { onBoth(t, testHalvesBetweenPasses) }

func testHalvesBetweenPasses(t *testing.T, c *Engine) {
	for i, v := range []struct {
		p         Problem
		roundings int
	}{
		{Problem{Kind: R2C, Shape: []int{9, 15}, Scratch: Bfloat16}, 1},
		{Problem{Shape: []int{40960}, Scratch: Float16}, 1},
		{Problem{Shape: []int{40960}, Scratch: Bfloat16, In: Layout{Samples: Bfloat16}}, 1},
		{Problem{Shape: []int{60, 50}, Batch: 3, Scratch: Float16, Norm: NormOrtho, Out: Layout{Samples: Float16}}, 1},
		{Problem{Kind: R2C, Shape: []int{60, 64}, Scratch: Float16}, 1},
		{Problem{Kind: DCT2, Shape: []int{24, 40}, Scratch: Float16}, 1},
		{Problem{Shape: []int{20011}, Scratch: Bfloat16}, 3}, // Bluestein's convolution
		{Problem{Shape: []int{8, 9, 10}, Axes: []int{0, 2}, Scratch: Float16}, 2},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		t.Run(fmt.Sprint(v.p, v.p.Scratch), func(t *testing.T) {
			whole := v.p
			whole.Scratch = Float32
			long, err := c.PlanResident(ctx, whole)
			require.NoError(t, err)
			defer long.Close()
			short, err := c.PlanResident(ctx, v.p)
			require.NoError(t, err)
			defer short.Close()
			require.LessOrEqual(t, 2*short.ScratchBytes(), max(long.ScratchBytes(), 1<<20), "%v", short)
			checkHalves(t, c, v.p, v.roundings)
		})
	}
}

// checkHalves transforms random numbers forward and back, and compares both results with float64. roundings is the
// number of times that points are rounded to the type of the scratch.
func checkHalves(t *testing.T, c *Engine, p Problem, roundings int) {
	t.Helper()
	r, err := c.PlanResident(ctx, p)
	require.NoError(t, err)
	defer r.Close()
	for _, direction := range []struct {
		problem plan.Problem
		run     func(ctx context.Context, dst, src Region) error
	}{{of(p), r.Forward}, {engine.Reversed(of(p)), r.Inverse}} {
		d := direction.problem
		in, out := samplesOf(d.In.Element), samplesOf(d.Out.Element)
		var numbers [2]int // of an array
		var buffers [2]*Buffer
		for i, a := range d.Arrays() {
			numbers[i] = 2 * a.Elements
			if a.Real {
				numbers[i] = a.Elements
			}
			buffers[i], err = c.NewBuffer((numbers[i]*d.Count() + 1) / 2)
			require.NoError(t, err)
			defer buffers[i].Close()
		}
		x := roundedTo(t, c, in, buffers[0], ref.UniformReal(1, numbers[0]*d.Count()))
		require.NoError(t, direction.run(ctx, Region{Buffer: buffers[1]}, Region{Buffer: buffers[0]}))
		y := downloaded(t, c, out, buffers[1], numbers[1]*d.Count())
		bound := math.Hypot(yardstick.Tolerance(d), halvesEps(out))
		bound = math.Hypot(bound, math.Sqrt(float64(roundings))*halvesEps(p.Scratch))
		for from, to := range yardstick.Groups(d) {
			err := yardstick.Expect(d, x[from*numbers[0]:to*numbers[0]]).Error(y[from*numbers[1] : to*numbers[1]])
			require.LessOrEqual(t, err, bound, "%v, inverse %t: %v", d, d.Inverse, r)
		}
	}
}

// Results are the rounded float32 results, in arrays of complex and of real numbers. Results beyond the range
// are infinite, and are counted.
func TestOverflow(t *testing.T) { onBoth(t, testOverflow) }

func testOverflow(t *testing.T, c *Engine) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	x := []float32{
		1, 65519, 65520, -1e30, inf, -inf, nan, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.8p-25, 1 + 0x1p-11, 1 + 0x3p-11,
	}
	x = append(x, x...)
	for i, p := range []Problem{
		{Shape: []int{1}, Batch: len(x) / 2}, {Kind: DCT2, Shape: []int{1}, Batch: len(x)},
		{Kind: DCT2, Shape: []int{1}, Batch: len(x) - 1},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		count := len(x)
		if p.Kind != C2C {
			count = p.Batch
		}
		var long []float32
		for _, s := range []Samples{Float32, Float16, Bfloat16} {
			p.Out.Samples = s
			r, err := c.PlanResident(ctx, p)
			require.NoError(t, err)
			defer r.Close()
			source, err := c.NewBuffer(len(x))
			require.NoError(t, err)
			defer source.Close()
			result, err := c.NewBuffer(len(x))
			require.NoError(t, err)
			defer result.Close()
			require.NoError(t, c.UploadReal(ctx, Region{Buffer: source}, x))
			require.NoError(t, r.Forward(ctx, Region{Buffer: result}, Region{Buffer: source}))
			got := downloaded(t, c, s, result, count)
			if s == Float32 {
				long = got
			}
			infinite := 0
			for i, got := range got {
				want := long[i]
				if s != Float32 {
					want = numberOf(s, halfOf(s, want))
				}
				if math.IsNaN(float64(want)) || math.IsInf(float64(want), 0) {
					infinite++
				}
				isEqual := want == got || want != want && got != got
				require.True(t, isEqual, "%v: %v: %v, not %v", s, long[i], got, want)
			}
			n, err := c.CountNonFinite(ctx, Region{Buffer: result}, count, s)
			require.NoError(t, err)
			require.Equal(t, infinite, n, "%v", s)
		}
	}
}

// Errors of halves name the allowed values, or the way out.
func TestHalvesErrors(t *testing.T) { onBoth(t, testHalvesErrors) }

func testHalvesErrors(t *testing.T, c *Engine) {
	h := Layout{Samples: Float16}
	of := "complex points of type uint8, want float32, float16 or bfloat16"
	for want, p := range map[string]Problem{
		of:                              {Shape: []int{8}, In: Layout{Samples: Uint8}},
		"planar arrays of type float16": {Shape: []int{8}, In: Layout{Samples: Float16, Planar: true}},
		"elements of type float16":      {Kind: R2C, Shape: []int{8}, InPlace: true, In: h, Out: h},
		"between passes":                {Shape: []int{8}, Scratch: Int16},
	} {
		_, err := c.PlanResident(ctx, p)
		require.ErrorContains(t, err, want)
	}
	_, err := c.Double().PlanResident(ctx, Problem{Shape: []int{8}, Out: h})
	require.ErrorContains(t, err, "samples of type float16 are for single precision only")
	if c.gpu != nil {
		_, err = c.Double().Tune(ctx, TuneOptions{}, Problem{Shape: []int{8}, In: h, Out: h})
		require.ErrorContains(t, err, "samples of type float16 are for single precision only")
	}
	_, err = c.Plan(ctx, Problem{Shape: []int{8}, Out: h})
	require.ErrorContains(t, err, "use PlanResident")
	_, err = c.Plan(ctx, Problem{Shape: []int{8}, Scratch: Float16})
	require.ErrorContains(t, err, "use PlanResident")

	b, err := c.NewBuffer(8)
	require.NoError(t, err)
	defer b.Close()
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 8, Uint8)
	require.ErrorContains(t, err, "always finite")
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 33, Float16)
	require.ErrorIs(t, err, ErrSliceLength)
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 0, Float16)
	require.ErrorContains(t, err, "want from 1")
}
