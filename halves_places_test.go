package wgfft

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// untouched is the content of destinations before a call. No result has this value.
const untouched = 7

// inHalves is a region that holds numbers of a type behind other data.
type inHalves struct {
	c       *Engine
	samples Samples
	at      Region
	numbers int
}

// newInHalves allocates a region and uploads numbers to it, rounded to the type.
func newInHalves(t *testing.T, c *Engine, s Samples, x []float32) inHalves {
	t.Helper()
	align := int64(limitsOf(t, c).StorageAlign)
	b, err := c.NewBuffer(int(align)/8 + len(x)/2 + 1)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	h := inHalves{c, s, Region{Buffer: b, Offset: align}, len(x)}
	h.upload(t, x)
	return h
}

func (h inHalves) upload(t *testing.T, x []float32) {
	t.Helper()
	require.Len(t, x, h.numbers)
	if h.samples == Float32 {
		require.NoError(t, h.c.UploadReal(ctx, h.at, x))
		return
	}
	memory := make([]Half, len(x))
	for i, v := range x {
		memory[i] = halfOf(h.samples, v)
	}
	require.NoError(t, UploadSamples(ctx, h.c, h.at, memory))
}

// download returns the numbers. It does not use t, so that goroutines can call it.
func (h inHalves) download() ([]float32, error) {
	got := make([]float32, h.numbers)
	if h.samples == Float32 {
		return got, h.c.DownloadReal(ctx, got, h.at)
	}
	memory := make([]Half, h.numbers)
	err := DownloadSamples(ctx, h.c, memory, h.at)
	for i, m := range memory {
		got[i] = numberOf(h.samples, m)
	}
	return got, err
}

func (h inHalves) held(t *testing.T) []float32 {
	t.Helper()
	got, err := h.download()
	require.NoError(t, err)
	return got
}

// blank returns n copies of untouched.
func blank(n int) []float32 {
	all := make([]float32, n)
	for i := range all {
		all[i] = untouched
	}
	return all
}

// requireRounded requires that numbers are the results want within a relative error, and that the others are
// untouched.
func requireRounded(t *testing.T, got, want []float32, bound float64) {
	t.Helper()
	require.Len(t, got, len(want))
	var x []float32
	var y []float64
	for i := range want {
		if want[i] == untouched {
			require.EqualValues(t, untouched, got[i], "number %d lies between the results", i)
			continue
		}
		x, y = append(x, got[i]), append(y, float64(want[i]))
	}
	require.NotEmpty(t, x)
	require.LessOrEqual(t, ref.RelL2Real(x, y), bound)
}

// numbersOf returns the real numbers of the buffers of a problem, with those between its elements.
func numbersOf(t *testing.T, p plan.Problem) (in, out int) {
	t.Helper()
	in, out, err := p.Extents()
	require.NoError(t, err)
	ends := p.Arrays()
	if !ends[0].Real {
		in *= 2
	}
	if !ends[1].Real {
		out *= 2
	}
	return in, out
}

// halvesBound is the bound of a relative error after one rounding to a type, and roundings to the type of the
// scratch.
func halvesBound(p plan.Problem, s Samples, roundings int) float64 {
	bound := math.Hypot(2*yardstick.Tolerance(p), halvesEps(s))
	return math.Hypot(bound, math.Sqrt(float64(roundings))*halvesEps(samplesOf(p.Scratch)))
}

// Layouts of halves and of float32 have their elements in the same places. Buffers have the size that the layouts
// span. Nothing between the elements changes.
func TestHalvesLayouts(t *testing.T) { onBoth(t, testHalvesLayouts) }

func testHalvesLayouts(t *testing.T, c *Engine) {
	f16, bf16 := Float16, Bfloat16
	for i, v := range []struct {
		p         Problem
		roundings int
	}{
		{Problem{
			Shape: []int{16}, Batch: 3, In: Layout{Samples: f16, Strides: []int{-2}, Dist: 33, Offset: 31},
			Out: Layout{Samples: f16, Strides: []int{3}, Dist: 1},
		}, 0},
		{Problem{
			Shape: []int{30}, Batch: 3, In: Layout{Samples: f16, Strides: []int{-2}, Dist: 61, Offset: 59},
			Out: Layout{Samples: f16, Strides: []int{3}, Dist: 1},
		}, 0},
		{Problem{
			Shape: []int{12, 10}, Batch: 2, In: Layout{Samples: bf16, Offset: 3, Have: []int{9, 7}},
			Out: Layout{Offset: 1},
		}, 0},
		{Problem{Shape: []int{20011}, In: Layout{Samples: f16, Have: []int{15001}}, Scratch: f16}, 3},
		{Problem{Shape: []int{40960}, Out: Layout{Samples: f16, Strides: []int{2}, Offset: 1}, Scratch: bf16}, 1},
		{Problem{
			Kind: R2C, Shape: []int{64}, Batch: 5, In: Layout{Samples: f16, Offset: 1}, Out: Layout{Samples: f16},
		}, 0},
		{Problem{Kind: R2C, Shape: []int{64}, Batch: 5, In: Layout{Samples: f16, Strides: []int{1}, Dist: 67}}, 0},
		{Problem{Kind: R2C, Shape: []int{37}, Batch: 33, In: Layout{Samples: bf16},
			PackPairs: true}, 0},
		{Problem{Kind: R2C, Shape: []int{100}, Batch: 3, In: Layout{Samples: f16, Have: []int{83}, Dist: 101}}, 0},
		{Problem{Kind: R2C, Shape: []int{30, 128}, In: Layout{Samples: f16, Strides: []int{131, 1}, Offset: 2}}, 0},
		{Problem{Kind: R2C, Shape: []int{40960}, In: Layout{Samples: f16}, Scratch: f16}, 1},
		{Problem{
			Kind: DCT2, Shape: []int{24, 40}, Batch: 3, In: Layout{Samples: f16, Strides: []int{160, 4}, Dist: 1},
			Out: Layout{Samples: bf16, Strides: []int{41, 1}, Dist: 24 * 41, Offset: 5}, Scratch: f16,
		}, 1},
		{Problem{
			Kind: DCT3, Shape: []int{81}, Batch: 3, In: Layout{Samples: f16}, Out: Layout{Samples: f16, Dist: 83},
		}, 0},
		{Problem{Kind: DST2, Shape: []int{9, 15}, In: Layout{Samples: f16}, Scratch: f16}, 1},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		v.p.Norm = NormOrtho
		t.Run(fmt.Sprint(i, v.p), func(t *testing.T) { checkPlaces(t, c, v.p, v.roundings) })
	}
}

// checkPlaces compares a problem with the same one in float32, in both directions, by Run and by Encode.
func checkPlaces(t *testing.T, c *Engine, p Problem, roundings int) {
	t.Helper()
	whole := p
	whole.In.Samples, whole.Out.Samples, whole.Scratch = Float32, Float32, Float32
	short, err := c.PlanResident(ctx, p)
	require.NoError(t, err)
	defer short.Close()
	long, err := c.PlanResident(ctx, whole)
	require.NoError(t, err)
	defer long.Close()
	for i, d := range []plan.Problem{of(p), inverseOf(p)} {
		run, runLong, encode := short.Forward, long.Forward, short.EncodeForward
		if i == 1 {
			run, runLong, encode = short.Inverse, long.Inverse, short.EncodeInverse
		}
		in, out := samplesOf(d.In.Element), samplesOf(d.Out.Element)
		read, written := numbersOf(t, d)
		src := newInHalves(t, c, in, ref.UniformReal(uint64(i), read))
		dst := newInHalves(t, c, out, blank(written))
		from, to := newInHalves(t, c, Float32, src.held(t)), newInHalves(t, c, Float32, blank(written))
		require.NoError(t, run(ctx, dst.at, src.at), "%v", short)
		require.NoError(t, runLong(ctx, to.at, from.at))
		bound := halvesBound(d, out, roundings)
		requireRounded(t, dst.held(t), to.held(t), bound)
		require.Equal(t, from.held(t), src.held(t), "the source stays")

		first := dst.held(t)
		dst.upload(t, blank(written))
		requireEncoded(t, c, func(enc *Encoder) error { return encode(enc, dst.at, src.at) })
		require.Equal(t, first, dst.held(t), "by Encode")

		if i == 0 {
			requireSize(t, short.NewSource, int64(read)*in.Bytes())
			requireSize(t, short.NewResult, int64(written)*out.Bytes())
			require.Equal(t, words(max(int64(read)*in.Bytes(), int64(written)*out.Bytes())), short.Bytes())
		}
	}
}

// words rounds bytes up to whole words.
func words(bytes int64) int64 { return (bytes + 3) / 4 * 4 }

// requireSize requires the size of a new buffer: bytes in whole words.
func requireSize(t *testing.T, create func() (*Buffer, error), bytes int64) {
	t.Helper()
	b, err := create()
	require.NoError(t, err)
	defer b.Close()
	require.Equal(t, words(bytes), b.Size())
}

// requireEncoded submits commands and waits for them.
func requireEncoded(t *testing.T, c *Engine, encode func(enc *Encoder) error) {
	t.Helper()
	dev, err := c.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, encode(enc))
	s, err := enc.Submit()
	require.NoError(t, err)
	require.NoError(t, s.Wait(ctx))
}

// Complex halves are transformed in place if both sides have one type.
func TestHalvesInPlace(t *testing.T) { onBoth(t, testHalvesInPlace) }

func testHalvesInPlace(t *testing.T, c *Engine) {
	for i, s := range []Samples{Float16, Bfloat16} {
		gaps := Layout{Samples: s, Strides: []int{2}, Dist: 101, Offset: 1}
		for j, p := range []Problem{
			{Shape: []int{16}, Batch: 9, In: Layout{Samples: s}, Out: Layout{Samples: s}},
			{Shape: []int{64}, Batch: 9, In: Layout{Samples: s}, Out: Layout{Samples: s}},
			{Shape: []int{50}, Batch: 3, In: gaps, Out: gaps},
			{Shape: []int{40960}, In: Layout{Samples: s}, Out: Layout{Samples: s}},
			{Shape: []int{60, 50}, In: Layout{Samples: s}, Out: Layout{Samples: s}, Scratch: s},
		} {
			if !isUsual(c, i+j, 1) {
				continue
			}
			p.Norm = NormOrtho
			r, err := c.PlanResident(ctx, p)
			require.NoError(t, err)
			defer r.Close()
			require.NoError(t, r.Warm(ctx))
			read, written := numbersOf(t, of(p))
			src := newInHalves(t, c, s, ref.UniformReal(1, read))
			dst := newInHalves(t, c, s, src.held(t))
			for _, run := range []func(context.Context, Region, Region) error{r.Forward, r.Inverse} {
				before := src.held(t)
				require.NoError(t, run(ctx, dst.at, src.at))
				want := dst.held(t)
				require.NoError(t, run(ctx, src.at, src.at))
				got := src.held(t)
				require.LessOrEqual(t, ref.RelL2Real(got, widened(want)), 2*halvesBound(of(p), s, 1), "%v: %v", p, r)
				for i := range written {
					if want[i] == before[i] { // between the points
						require.Equal(t, before[i], got[i], "%v: number %d", p, i)
					}
				}
			}
		}
	}
	mixed := Problem{Shape: []int{64}, In: Layout{Samples: Float16}}
	r, err := c.PlanResident(ctx, mixed)
	require.NoError(t, err)
	defer r.Close()
	b, err := r.NewBuffer()
	require.NoError(t, err)
	defer b.Close()
	require.ErrorContains(t, r.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}), "want the same layout in place")
}

// A convolution of halves has the result of the same convolution in float32, rounded to halves.
func TestHalvesConvolve(t *testing.T) { onBoth(t, testHalvesConvolve) }

func testHalvesConvolve(t *testing.T, c *Engine) {
	f16, bf16 := Layout{Samples: Float16}, Layout{Samples: Bfloat16}
	for i, v := range []Convolution{
		{Shape: []int{16}, Kernel: []int{3}, Batch: 3, Mode: ModeSame, In: f16, Out: f16},
		{Shape: []int{300}, Kernel: []int{31}, Batch: 3, In: f16, Out: f16},
		{Shape: []int{40, 31}, Kernel: []int{5, 3}, Batch: 2, In: f16, Mode: ModeSame, Real: true, Out: f16},
		{Shape: []int{101}, Kernel: []int{4}, Batch: 3, Mode: ModeFull, Real: true, In: bf16, Out: f16},
		{Shape: []int{99}, Kernel: []int{7}, Batch: 3, Mode: ModeValid, In: f16, Out: bf16, Correlate: true},
		{Shape: []int{50000}, Kernel: []int{300}, Mode: ModeSame, Real: true, Out: f16},
		{Shape: []int{64}, Kernel: []int{9}, Mode: ModeCircular, In: f16, Out: f16},
		{Shape: []int{64}, Kernel: []int{9}, Mode: ModeCircular, Real: true, In: f16, Out: f16},
		{
			Shape: []int{30}, Kernel: []int{3}, Batch: 3, Mode: ModeSame, Real: true,
			In:  Layout{Samples: Float16, Strides: []int{2}, Dist: 61, Offset: 1},
			Out: Layout{Samples: Float16, Strides: []int{-3}, Dist: 91, Offset: 88},
		},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		t.Run(fmt.Sprint(i, v), func(t *testing.T) { checkConvolution(t, c, v) })
	}
}

// checkConvolution compares a convolution with the same one in float32, by Run and by Encode, and in place.
func checkConvolution(t *testing.T, c *Engine, v Convolution) {
	t.Helper()
	kernel := ref.Uniform(3, product(v.Kernel))
	for i := range kernel {
		if v.Real {
			kernel[i] = complex(real(kernel[i]), 0)
		}
	}
	whole := v
	whole.In.Samples, whole.Out.Samples = Float32, Float32
	short, err := c.PlanResidentConvolution(ctx, v, kernel)
	require.NoError(t, err)
	defer short.Close()
	long, err := c.PlanResidentConvolution(ctx, whole, kernel)
	require.NoError(t, err)
	defer long.Close()
	read, written := int(long.SourceBytes()/4), int(long.ResultBytes()/4)
	require.Equal(t, words(int64(read)*v.In.Samples.Bytes()), short.SourceBytes())
	require.Equal(t, words(int64(written)*v.Out.Samples.Bytes()), short.ResultBytes())

	src := newInHalves(t, c, v.In.Samples, ref.UniformReal(1, read))
	dst := newInHalves(t, c, v.Out.Samples, blank(written))
	from, to := newInHalves(t, c, Float32, src.held(t)), newInHalves(t, c, Float32, blank(written))
	require.NoError(t, short.Run(ctx, dst.at, src.at), "%v", short)
	require.NoError(t, long.Run(ctx, to.at, from.at))
	bound := math.Hypot(4*ref.Tolerance(product(v.Shape)), halvesEps(v.Out.Samples))
	requireRounded(t, dst.held(t), to.held(t), bound)
	first := dst.held(t)
	dst.upload(t, blank(written))
	requireEncoded(t, c, func(enc *Encoder) error { return short.Encode(enc, dst.at, src.at) })
	require.Equal(t, first, dst.held(t), "by Encode")

	err = short.Run(ctx, src.at, src.at)
	switch {
	case read != written || v.In.Samples != v.Out.Samples || v.In.Strides != nil:
		require.ErrorContains(t, err, "in place")
	case c.gpu != nil && v.Real && len(v.Shape) == 1: // one pass
		require.ErrorContains(t, err, "written in parts of a word: use two arrays")
	default:
		require.NoError(t, err)
		requireRounded(t, src.held(t), to.held(t), bound)
	}
}

// Filters read and write halves; their bins are float32.
func TestHalvesFilter(t *testing.T) { onBoth(t, testHalvesFilter) }

func testHalvesFilter(t *testing.T, c *Engine) {
	f16, bf16 := Layout{Samples: Float16}, Layout{Samples: Bfloat16}
	for i, v := range []struct {
		p         Problem
		roundings int
	}{
		{Problem{Shape: []int{16}, Batch: 5, In: f16}, 0},
		{Problem{Kind: R2C, Shape: []int{12, 20}, Batch: 3, In: f16}, 0},
		{Problem{Kind: R2C, Shape: []int{37}, Batch: 3, In: bf16}, 0},
		{Problem{Shape: []int{48}, Batch: 5, In: f16}, 0},
		{Problem{Kind: DCT2, Shape: []int{9, 15}, In: Layout{Samples: Float16, Strides: []int{32, 2}, Offset: 1}}, 0},
		{Problem{Shape: []int{40960}, In: f16, Scratch: Float16}, 2},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		t.Run(fmt.Sprint(i, v.p), func(t *testing.T) { checkFilter(t, c, v.p, v.roundings) })
	}
	for _, p := range []Problem{{Kind: R2C, Shape: []int{16}, In: f16}, {Shape: []int{16}, Scratch: Float16}} {
		_, err := c.Double().PlanResidentFilter(ctx, p, RealGains)
		require.ErrorContains(t, err, "samples of type float16 are for single precision only")
	}
}

// checkFilter compares a filter with the same one in float32, in two buffers and in one.
func checkFilter(t *testing.T, c *Engine, p Problem, roundings int) {
	t.Helper()
	whole := p
	whole.In.Samples, whole.Scratch = Float32, Float32
	short, long := newFilterRig(t, c, p, RealGains), newFilterRig(t, c, whole, RealGains)
	n := int(long.Bytes() / 4)
	require.Equal(t, words(int64(n)*p.In.Samples.Bytes()), short.Bytes())
	gains := ref.UniformReal(2, int(short.GainBytes()/4))
	for _, f := range []filterRig{short, long} {
		require.NoError(t, c.UploadReal(ctx, f.gains, gains))
	}
	src, dst := newInHalves(t, c, p.In.Samples, ref.UniformReal(1, n)), newInHalves(t, c, p.In.Samples, blank(n))
	from, to := newInHalves(t, c, Float32, src.held(t)), newInHalves(t, c, Float32, blank(n))
	require.NoError(t, short.Run(ctx, dst.at, src.at, short.gains))
	require.NoError(t, long.Run(ctx, to.at, from.at, long.gains))
	bound := 2 * halvesBound(of(p), p.In.Samples, roundings)
	requireRounded(t, dst.held(t), to.held(t), bound)
	want := dst.held(t)
	require.NoError(t, short.Run(ctx, src.at, src.at, short.gains))
	got := src.held(t)
	for i := range want {
		if want[i] != untouched {
			require.Equal(t, want[i], got[i], "in place: number %d", i)
		}
	}
}
