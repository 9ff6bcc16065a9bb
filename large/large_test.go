package large

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// engineOn opens the CPU engine.
func engineOn(t *testing.T) *wgfft.Engine {
	t.Helper()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 64 << 20})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

// A shape is a transform of a test, with buffers so small that it takes several slabs.
type testShape struct {
	shape, axes []int
	batch       int
	arena       int64
	steps       int
	split       bool
}

var shapes = []testShape{
	{shape: []int{64, 48}, axes: []int{-1}, arena: 40000, steps: 1},
	{shape: []int{48, 64}, axes: []int{0}, arena: 34000, steps: 1},
	{shape: []int{3, 30, 50}, axes: []int{1}, arena: 22000, steps: 1},
	{shape: []int{60, 36}, arena: 28000, steps: 2},
	{shape: []int{12, 10, 16}, axes: []int{-1, 0}, arena: 28000, steps: 2},
	{shape: []int{12, 10, 16}, axes: []int{0, 1}, batch: 2, arena: 28000, steps: 2},
	{shape: []int{12, 7, 9}, arena: 19500, steps: 2},
	{shape: []int{4096}, arena: 40000, steps: 2, split: true},
	{shape: []int{3000}, batch: 3, arena: 40000, steps: 2, split: true},
	{shape: []int{2250}, arena: 34000, steps: 2, split: true}, // odd factors
}

// A case of every kind of layout has the result of the engine's own transform, within the tolerance.
func TestAgainstTheEngine(t *testing.T) {
	eng := engineOn(t)
	for _, s := range shapes {
		for _, norm := range []wgfft.Norm{wgfft.NormBackward, wgfft.NormOrtho, wgfft.NormForward} {
			name := fmt.Sprintf("%v %v %v", s.shape, s.axes, norm)
			t.Run(name, func(t *testing.T) {
				against(t, eng.Transforms, ref.Single, s, norm)
				if norm == wgfft.NormBackward {
					against(t, eng.Double(), ref.Double, s, norm)
				}
			})
		}
	}
	// Axes after or before the one that is divided.
	for _, s := range []testShape{
		{shape: []int{1024, 3}, axes: []int{0}, arena: 24000, steps: 2, split: true},
		{shape: []int{4, 1024}, arena: 24000, steps: 2, split: true},
		{shape: []int{1024, 6}, arena: 24000, steps: 2, split: true},
	} {
		t.Run(fmt.Sprint(s.shape), func(t *testing.T) { againstComplex(t, eng.Transforms, ref.Single, s, 0) })
	}
}

// against compares transforms of all kinds.
func against[C wgfft.Complex, R wgfft.Real](
	t *testing.T, in *wgfft.Transforms[C, R], precision ref.Precision, s testShape, norm wgfft.Norm,
) {
	againstComplex(t, in, precision, s, norm)
	againstReal(t, in, precision, s, norm)
}

// planned plans with buffers of the test's size, and checks the number of steps and of slabs.
func planned[C wgfft.Complex, R wgfft.Real](
	t *testing.T, in *wgfft.Transforms[C, R], s testShape, p wgfft.Problem, inverse bool,
) *Plan[C, R] {
	t.Helper()
	arena := s.arena
	if complexBytes[C]() == 16 {
		arena += arena - 4*page // the part that grows with the elements
	}
	made, err := newPlan(t.Context(), in, p, Config{Memory: 1 << 30, Inverse: inverse},
		budget{limit: arena})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, made.Close()) })
	require.LessOrEqual(t, made.arena(), arena)
	require.Len(t, made.steps, s.steps)
	require.Equal(t, s.split, made.split > 0)
	for i := range made.steps {
		require.Greater(t, len(made.steps[i].slabs)*made.items, 1, "one slab: %v", made)
	}
	return made
}

// toleranceOf returns the tolerance of a transform along the axes of a shape.
func toleranceOf(precision ref.Precision, s testShape) float64 {
	var lengths []int
	for _, axis := range axesOf(s) {
		lengths = append(lengths, s.shape[axis])
	}
	return precision.Tolerance(lengths...)
}

// axesOf returns the transformed axes, counted from 0.
func axesOf(s testShape) []int {
	var axes []int
	for _, axis := range s.axes {
		axes = append(axes, (axis+len(s.shape))%len(s.shape))
	}
	if axes == nil {
		for axis := range s.shape {
			axes = append(axes, axis)
		}
	}
	return axes
}

// points returns the elements of a batch.
func points(s testShape) int {
	n := max(s.batch, 1)
	for _, d := range s.shape {
		n *= d
	}
	return n
}

func againstComplex[C wgfft.Complex, R wgfft.Real](
	t *testing.T, in *wgfft.Transforms[C, R], precision ref.Precision, s testShape, norm wgfft.Norm,
) {
	t.Helper()
	ctx := context.Background()
	p := wgfft.Problem{Shape: s.shape, Axes: s.axes, Batch: s.batch, Norm: norm}
	src := ref.Random[C](1, points(s))
	for _, inverse := range []bool{false, true} {
		whole := in.FFTN
		if inverse {
			whole = in.IFFTN
		}
		want, err := whole(ctx, nil, src, s.shape, wgfft.WithAxes(axesOf(s)...), wgfft.WithNorm(norm))
		require.NoError(t, err)
		made := planned(t, in, s, p, inverse)
		got := make([]C, len(want))
		ref.Poison(got)
		_, _, tiles := made.Sizes()
		require.NoError(t, Slices(ctx, made, got, src, slice(make([]byte, tiles))))
		compare(t, got, want, toleranceOf(precision, s), made)
	}
}

// compare compares two results, each of which has errors.
func compare[T ref.Element](t *testing.T, got, want []T, tolerance float64, name any) {
	t.Helper()
	require.Less(t, ref.RelL2(widened(got), widened(want)), 2*tolerance, "%v", name)
}

// widened returns elements as complex128.
func widened[T ref.Element](x []T) []complex128 {
	out := make([]complex128, len(x))
	for i, v := range x {
		switch v := any(v).(type) {
		case float32:
			out[i] = complex(float64(v), 0)
		case float64:
			out[i] = complex(v, 0)
		case complex64:
			out[i] = complex128(v)
		case complex128:
			out[i] = v
		}
	}
	return out
}

func againstReal[C wgfft.Complex, R wgfft.Real](
	t *testing.T, in *wgfft.Transforms[C, R], precision ref.Precision, s testShape, norm wgfft.Norm,
) {
	t.Helper()
	ctx := context.Background()
	p := wgfft.Problem{Kind: wgfft.R2C, Shape: s.shape, Axes: s.axes, Batch: s.batch, Norm: norm}
	src := ref.Random[R](2, points(s))
	options := []wgfft.Option{wgfft.WithAxes(axesOf(s)...), wgfft.WithNorm(norm)}
	bins, err := in.RFFTN(ctx, nil, src, s.shape, options...)
	require.NoError(t, err)
	forward := planned(t, in, s, p, false)
	got := make([]C, len(bins))
	ref.Poison(got)
	_, _, tiles := forward.Sizes()
	require.NoError(t, Slices(ctx, forward, got, src, slice(make([]byte, tiles))))
	compare(t, got, bins, toleranceOf(precision, s), forward)

	samples, err := in.IRFFTN(ctx, nil, bins, s.shape, options...)
	require.NoError(t, err)
	p.Kind = wgfft.C2R
	inverse := planned(t, in, s, p, false)
	back := make([]R, len(samples))
	ref.Poison(back)
	_, _, tiles = inverse.Sizes()
	require.NoError(t, Slices(ctx, inverse, back, bins, slice(make([]byte, tiles))))
	compare(t, back, samples, toleranceOf(precision, s), inverse)
}
