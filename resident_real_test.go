package wgfft

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/strided"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
	"wgfft/plan"
)

// Real transforms of GPU buffers: both directions, strided views with a guard between, in place,
// into an encoder.
func TestResidentRealTransforms(t *testing.T) { onBoth(t, testResidentRealTransforms) }

func testResidentRealTransforms(t *testing.T, c *Engine) {
	const lines, n, rows = 4, 6, 3
	shape := []int{lines, n}
	x := ref.UniformReal(21, rows*lines*n)
	r, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: shape, Batch: rows, Out: Layout{Planar: true}})
	require.NoError(t, err)
	defer r.Close()
	numbers, err := r.NewBuffer()
	require.NoError(t, err)
	defer numbers.Close()
	re, err := r.NewBuffer()
	require.NoError(t, err)
	defer re.Close()
	im, err := r.NewBuffer()
	require.NoError(t, err)
	defer im.Close()
	require.NoError(t, c.UploadReal(ctx, Region{Buffer: numbers}, x))
	bins := Region{Buffer: re, Imag: im}
	require.NoError(t, r.Forward(ctx, bins, Region{Buffer: numbers}))
	parts := [2][]float32{make([]float32, rows*lines*(n/2+1)), make([]float32, rows*lines*(n/2+1))}
	require.NoError(t, c.DownloadReal(ctx, parts[0], Region{Buffer: re}))
	require.NoError(t, c.DownloadReal(ctx, parts[1], Region{Buffer: im}))
	X := make([]complex64, rows*lines*(n/2+1))
	for i := range X {
		X[i] = complex(parts[0][i], parts[1][i])
	}
	require.LessOrEqual(t, ref.RelL2(X, ref.RealAxes(x, shape, []int{0, 1}, 1)), ref.ToleranceAxes(shape...))
	back, err := r.NewBuffer()
	require.NoError(t, err)
	defer back.Close()
	require.NoError(t, r.Inverse(ctx, Region{Buffer: back}, bins))
	got := make([]float32, len(x))
	require.NoError(t, c.DownloadReal(ctx, got, Region{Buffer: back}))
	require.LessOrEqual(t, ref.RelL2Real(got, widened(x)), 2*ref.ToleranceAxes(shape...))
	plain, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: shape, Batch: rows})
	require.NoError(t, err)
	defer plain.Close()
	both, err := plain.NewBuffer()
	require.NoError(t, err)
	defer both.Close()
	require.ErrorContains(
		t, r.Forward(ctx, Region{Buffer: both, Imag: im}, Region{Buffer: both, Imag: im}), "use two buffers",
	)
	_, err = c.PlanResident(ctx, Problem{Kind: R2C, Shape: shape, In: Layout{Planar: true}})
	require.ErrorContains(t, err, "planar is for complex arrays")

	// A view of a larger array: every second number of rows with a gap, in place.
	view := Layout{Strides: []int{2 * n, 2}, Dist: 2 * lines * n, Offset: 5}
	q, err := c.PlanResident(
		ctx, Problem{Kind: DCT2, Kinds: []Kind{DST3, DCT4}, Shape: shape, Batch: 2, In: view, Out: view},
	)
	require.NoError(t, err)
	defer q.Close()
	all := ref.UniformReal(22, 4*lines*n+64)
	memory, err := c.NewBuffer(len(all) / 2)
	require.NoError(t, err)
	defer memory.Close()
	require.NoError(t, c.UploadReal(ctx, Region{Buffer: memory}, all))
	dev, err := c.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, q.EncodeForward(enc, Region{Buffer: memory}, Region{Buffer: memory}))
	s, err := enc.Submit()
	require.NoError(t, err)
	require.NoError(t, s.Wait(ctx))
	after := make([]float32, len(all))
	require.NoError(t, c.DownloadReal(ctx, after, Region{Buffer: memory}))
	seen := map[int]bool{}
	for b := range 2 {
		var in []float32
		var places []int
		for i := range lines {
			for j := range n {
				at := 5 + b*2*lines*n + i*2*n + j*2
				in, places, seen[at] = append(in, all[at]), append(places, at), true
			}
		}
		var out []float32
		for _, at := range places {
			out = append(out, after[at])
		}
		want := ref.TrigAxes(in, shape, []int{0, 1}, []transforms.Kind{transforms.DST3, transforms.DCT4}, false, 1)
		require.LessOrEqual(t, ref.RelL2Real(out, want), ref.ToleranceAxes(2*lines, 2*n))
	}
	for i := range all {
		if !seen[i] {
			require.Equal(t, all[i], after[i], "number %d is not of the view", i)
		}
	}
}

// A half spectrum takes the place of its numbers, in rows with room for it. Forward and inverse
// transform work in one buffer, first by calls, then in the caller's commands.
func TestResidentRealTransformsInPlace(t *testing.T) { onBoth(t, testResidentRealTransformsInPlace) }

func testResidentRealTransformsInPlace(t *testing.T, c *Engine) {
	dev, err := c.Device()
	require.NoError(t, err)
	for i, p := range []Problem{
		{Shape: []int{4, 6}, Batch: 3}, {Shape: []int{24, 10}, Batch: 3}, {Shape: []int{24, 11}},
		{Shape: []int{1000}}, {Shape: []int{65536}}, {Shape: []int{1, 1, 16}},
		{Shape: []int{6, 16, 3}, Axes: []int{1}, Batch: 2},
		{Shape: []int{4, 30}, In: Layout{Strides: []int{40, 1}}, Out: Layout{Strides: []int{20, 1}}},
		{Shape: []int{4, 30}, In: Layout{Strides: []int{30, 1}}},
	} {
		if product(p.Shape) == 65536 && !testcase.Long() || !isUsual(c, i, 1) {
			continue
		}
		p.Kind = R2C
		inPlace := p
		inPlace.InPlace = true
		r, err := c.PlanResident(ctx, inPlace)
		require.NoError(t, err)
		defer r.Close()
		buffer, err := r.NewBuffer()
		require.NoError(t, err)
		defer buffer.Close()
		at := Region{Buffer: buffer}
		other, err := r.NewBuffer()
		require.NoError(t, err)
		require.ErrorContains(t, r.Forward(ctx, Region{Buffer: other}, at), "says InPlace")
		require.ErrorContains(t, r.Inverse(ctx, Region{Buffer: other}, at), "says InPlace")
		require.NoError(t, other.Close())
		rows, bins, err := of(inPlace).Extents()
		require.NoError(t, err)
		x := ref.UniformReal(23, of(p).Points()*of(p).Count())
		memory := make([]float32, rows)
		inverse := of(inPlace)
		inverse.Kind, inverse.In, inverse.Out = plan.C2R, inverse.Out, inverse.In
		require.NoError(t, strided.Scatter(t.Context(), inverse, memory, x))
		require.NoError(t, c.UploadReal(ctx, at, memory))
		require.NoError(t, r.Forward(ctx, at, at))
		spectra := make([]complex64, bins)
		require.NoError(t, c.Download(ctx, spectra, at))
		X := make([]complex64, of(p).Arrays()[1].Elements*of(p).Count())
		require.NoError(t, strided.Gather(t.Context(), inverse, X, spectra))
		require.LessOrEqual(
			t, ref.RelL2(X, ref.RealAxes(x, p.Shape, of(p).TransformedAxes(),
				1)), ref.ToleranceAxes(p.Shape...), "%v", r,
		)
		enc, err := dev.NewEncoder()
		require.NoError(t, err)
		for range 2 { // back, forward and inverse
			require.NoError(t, r.EncodeInverse(enc, at, at))
			require.NoError(t, r.EncodeForward(enc, at, at))
		}
		require.NoError(t, r.EncodeInverse(enc, at, at))
		s, err := enc.Submit()
		require.NoError(t, err)
		require.NoError(t, s.Wait(ctx))
		require.NoError(t, c.DownloadReal(ctx, memory, at))
		got := make([]float32, len(x))
		require.NoError(t, strided.Gather(t.Context(), of(inPlace), got, memory))
		require.LessOrEqual(t, ref.RelL2Real(got, widened(x)), 6*ref.ToleranceAxes(p.Shape...), "%v", r)
	}
	small, err := c.NewBuffer(8)
	require.NoError(t, err)
	defer small.Close()
	r, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{15}, InPlace: true})
	require.NoError(t, err)
	defer r.Close()
	require.NoError(t, r.Forward(ctx, Region{Buffer: small}, Region{Buffer: small}))
	apart, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{15}})
	require.NoError(t, err)
	defer apart.Close()
	require.ErrorContains(t, apart.Forward(ctx, Region{Buffer: small}, Region{Buffer: small}), "set Problem.InPlace")
	require.ErrorContains(t, apart.Inverse(ctx, Region{Buffer: small}, Region{Buffer: small}), "set Problem.InPlace")
	// small holds the numbers, and not their bins
	exact, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{16}})
	require.NoError(t, err)
	defer exact.Close()
	require.ErrorContains(t, exact.Forward(ctx, Region{Buffer: small}, Region{Buffer: small}), "set Problem.InPlace")
	require.ErrorContains(t, exact.Inverse(ctx, Region{Buffer: small}, Region{Buffer: small}), "set Problem.InPlace")
	require.ErrorContains(t, exact.Forward(ctx, Region{}, Region{}), "no buffer")
	wide, err := c.PlanResident(
		ctx,
		Problem{Kind: R2C, InPlace: true, Shape: []int{2, 16}, Out: Layout{Strides: []int{9, 1}, Have: []int{2, 2}}},
	)
	require.NoError(t, err)
	defer wide.Close()
	tight, err := c.NewBuffer(16) // numbers without gaps and bins have room, numbers with gaps have not
	require.NoError(t, err)
	defer tight.Close()
	require.ErrorIs(t, wide.Forward(ctx, Region{Buffer: tight}, Region{Buffer: tight}), ErrSliceLength)
}
