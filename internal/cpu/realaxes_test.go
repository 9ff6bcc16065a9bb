package cpu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// worstAlong returns the largest relative error of the transforms in arrays of the given shape. A
// transform holds the elements along the axes, for one index on each other axis.
func worstAlong[T float32 | complex64](got []T, want []complex128, shape, axes []int) float64 {
	type sums struct{ diff, norm float64 }
	all := make([]sums, len(want)) // by the element at index zero on the axes
	for i, w := range want {
		transform, side, rest := 0, 1, i
		for axis := len(shape) - 1; axis >= 0; axis-- {
			at := rest % shape[axis]
			rest /= shape[axis]
			if slices.Contains(axes, axis) {
				at = 0
			}
			transform += at * side
			side *= shape[axis]
		}
		transform += rest * side
		s := &all[transform]
		var d complex128
		switch v := any(got[i]).(type) {
		case float32:
			d = complex(float64(v), 0) - w
		case complex64:
			d = complex128(v) - w
		}
		s.diff += real(d)*real(d) + imag(d)*imag(d)
		s.norm += real(w)*real(w) + imag(w)*imag(w)
	}
	worst := 0.0
	for _, s := range all {
		e := math.Sqrt(s.diff / s.norm)
		if s.diff == 0 {
			e = 0
		}
		if math.IsNaN(e) {
			return math.Inf(1)
		}
		worst = max(worst, e)
	}
	return worst
}

func complexes(src []float64) []complex128 {
	out := make([]complex128, len(src))
	for i, v := range src {
		out[i] = complex(v, 0)
	}
	return out
}

// checkAlong transforms some arrays along several axes, in both directions and with several scales.
func checkAlong(t *testing.T, e *single, rng *rand.Rand, count int, shape, axes []int) {
	t.Helper()
	ctx := context.Background()
	seed, points := rng.Uint64(), product(shape)
	what := fmt.Sprintf("%d of %v along %v, seed %d", count, shape, axes, seed)
	x := ref.UniformReal(seed, count*points)
	half := ref.HalfShape(shape, axes)
	spectra := ref.Uniform(seed, count*product(half))
	var lengths []int
	for _, axis := range axes {
		lengths = append(lengths, shape[axis])
	}
	const scale = 0.3

	z := ref.NewGuarded[complex64](len(spectra))
	require.NoError(t, e.RealForward(ctx, z.Data, x, shape, axes, scale), what)
	require.NoError(t, z.Check(), what)
	require.LessOrEqual(t, worstAlong(z.Data, ref.RealAxes(x, shape, axes, scale), half, axes),
		ref.ToleranceAxes(lengths...), what)

	y := ref.NewGuarded[float32](len(x))
	require.NoError(t, e.RealInverse(ctx, y.Data, spectra, shape, axes, scale), what)
	require.NoError(t, y.Check(), what)
	want := complexes(ref.RealInverseAxes(spectra, shape, axes, scale))
	require.LessOrEqual(t, worstAlong(y.Data, want, shape, axes), ref.ToleranceAxes(lengths...), "inverse, %s", what)
	require.Equal(t, ref.Uniform(seed, len(spectra)), spectra, "src was written to, %s", what)

	var kinds, inverses []transforms.Kind
	logical := 1.0
	for i, axis := range axes {
		k := trigs[rng.IntN(len(trigs))]
		if k == transforms.DCT1 && shape[axis] < 2 {
			k = transforms.DST1
		}
		kinds = append(kinds, k)
		inverses = append(inverses, k.Inverse())
		lengths[i] = k.Period(shape[axis])
		logical *= float64(lengths[i])
	}
	ortho := rng.IntN(2) == 1
	what = fmt.Sprintf("%s, %v ortho %v", what, kinds, ortho)
	require.NoError(t, e.Trig(ctx, y.Data, x, shape, axes, Trig{Kinds: kinds, IsOrthogonal: ortho, Scale: scale}), what)
	require.NoError(t, y.Check(), what)
	want = complexes(ref.TrigAxes(x, shape, axes, kinds, ortho, scale))
	require.LessOrEqual(t, worstAlong(y.Data, want, shape, axes), ref.ToleranceAxes(lengths...), what)

	same := slices.Clone(x)
	require.NoError(t, e.Trig(ctx, same, same, shape, axes,
		Trig{Kinds: kinds, IsOrthogonal: ortho, Scale: scale}), what)
	require.Equal(t, y.Data, same, "in place, %s", what)
	require.NoError(t, e.Trig(ctx, same, same, shape, axes,
		Trig{Kinds: inverses, IsOrthogonal: ortho, Scale: 1 / (scale * logical)}), what)
	wide := make([]complex128, len(x))
	for i, v := range x {
		wide[i] = complex(float64(v), 0)
	}
	require.LessOrEqual(t, worstAlong(same, wide, shape, axes), 2*ref.ToleranceAxes(lengths...), "round trip, %s", what)
}

// TestRealAlongEveryChoiceOfAxes covers all choices and orders of up to four axes, of random
// lengths.
func TestRealAlongEveryChoiceOfAxes(t *testing.T) {
	e := newSingle()
	defer e.Close()
	rng := rand.New(rand.NewPCG(5, 0))
	lengths := []int{1, 3, 4, 5, 6, 8, 9, 12, 16, 17, 37}
	for rank := 1; rank <= 4; rank++ {
		var choose func(axes []int)
		choose = func(axes []int) {
			if len(axes) > 0 {
				shape := make([]int, rank)
				for i := range shape {
					shape[i] = lengths[rng.IntN(len(lengths))]
				}
				checkAlong(t, e, rng, 1+rng.IntN(3), shape, axes)
			}
			for axis := range rank {
				if !slices.Contains(axes, axis) {
					choose(append(axes[:len(axes):len(axes)], axis))
				}
			}
		}
		choose(nil)
	}
}

// TestRealAlongLongAxes has work for several goroutines, blocks that end within an array and beyond
// it, and more arrays than RealInverse holds at a time.
func TestRealAlongLongAxes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	e.turns.free = 4
	defer e.Close()
	rng := rand.New(rand.NewPCG(6, 0))
	for _, c := range []struct {
		count       int
		shape, axes []int
	}{
		{3, []int{64, 1000}, []int{0}},
		{3, []int{64, 1000}, []int{1, 0}},
		{1, []int{512, 512}, []int{0, 1}},
		{1, []int{70000, 3}, []int{0}},
		{1, []int{3000, 40}, []int{0}},
		{20000, []int{5, 3}, []int{0}},
		{2, []int{40, 50, 60}, []int{0, 1, 2}},
		{2, []int{40, 50, 60}, []int{2, 1}},
		{heldPoints/35 + 100, []int{7, 9}, []int{0, 1}},
	} {
		if product(c.shape)*c.count < 200000 || c.shape[0] == 512 || testcase.Long() {
			checkAlong(t, e, rng, c.count, c.shape, c.axes)
		}
	}
	requireFree(t, e, 4)
}

func TestRealBadInput(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	x, z := make([]float32, 24), make([]complex64, 16) // two of 3 by 4, two of 4 by 2 or 3 by 3 bins
	shape := []int{3, 4}
	for _, c := range []struct {
		dst         int
		shape, axes []int
		want        string
	}{
		{16, []int{3, 0}, []int{0}, "length is 0"},
		{16, []int{-3, 4}, []int{0}, "length is -3"},
		{16, shape, nil, "no axes"},
		{16, shape, []int{2}, "axis is 2, want 0 to 1 for the shape [3 4]"},
		{16, shape, []int{-1}, "axis is -1"},
		{16, shape, []int{0, 0}, "axis 0 is listed twice"},
		{16, []int{5, 4}, []int{0}, "slice has 24 real points"},
		{15, shape, []int{0}, "15 complex points for 24 real points, want 16"},
		{16, shape, []int{0, 1}, "16 complex points for 24 real points, want 18"},
		{16, []int{math.MaxInt / 2, 4}, []int{0}, "more points"},
	} {
		require.ErrorContains(t, e.RealForward(ctx, z[:c.dst], x, c.shape, c.axes, 1), c.want)
		require.ErrorContains(t, e.RealInverse(ctx, x, z[:c.dst], c.shape, c.axes, 1), c.want)
	}
	require.NoError(t, e.RealForward(ctx, z, x, shape, []int{0}, 1))
	require.NoError(t, e.RealForward(ctx, nil, nil, shape, []int{0}, 1))
	require.NoError(t, e.RealInverse(ctx, nil, nil, shape, []int{0, 1}, 1))

	same := unsafe.Slice((*float32)(unsafe.Pointer(&z[0])), 2*len(z))
	for _, at := range []int{0, 3, 17} {
		require.ErrorContains(t, e.RealForward(ctx, z[:9], same[at:at+12], shape, []int{0, 1}, 1), "overlap", "at %d",
			at)
		require.ErrorContains(t, e.RealInverse(ctx, same[at:at+12], z[:9], shape, []int{0, 1}, 1), "overlap", "at %d",
			at)
	}
	require.NoError(t, e.RealForward(ctx, z[:9], same[18:30], shape, []int{0, 1}, 1))
}

func TestTrigBadInput(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	x, shape := make([]float32, 24), []int{3, 4}
	for _, c := range []struct {
		dst, src    []float32
		shape, axes []int
		kinds       []transforms.Kind
		want        string
	}{
		{x, x, []int{0, 4}, []int{1}, []transforms.Kind{transforms.DCT2}, "length is 0"},
		{x, x, shape, []int{2}, []transforms.Kind{transforms.DCT2}, "axis is 2, want 0 to 1 for the shape [3 4]"},
		{x, x, shape, []int{1, 1}, []transforms.Kind{transforms.DCT2, transforms.DCT2}, "axis 1 is listed twice"},
		{x, x, shape, []int{0, 1}, []transforms.Kind{transforms.DCT2}, "1 kinds for 2 axes"},
		{x, x, shape, []int{0}, []transforms.Kind{transforms.Kinds}, "kind is kind(11)"},
		{x, x, []int{24, 1}, []int{1}, []transforms.Kind{transforms.DCT1}, "length is 1, want at least 2"},
		{x, x, []int{5}, []int{0}, []transforms.Kind{transforms.DCT2}, "slice has 24 points"},
		{x[:12], x, shape, []int{0}, []transforms.Kind{transforms.DCT2}, "as src has"},
		{x[:12], x[1:13], shape, []int{0}, []transforms.Kind{transforms.DCT2}, "overlap"},
	} {
		require.ErrorContains(t, e.Trig(ctx, c.dst, c.src, c.shape, c.axes, Trig{Kinds: c.kinds, Scale: 1}), c.want)
	}
	require.NoError(t, e.Trig(ctx, x[:12], x[12:], shape, []int{0},
		Trig{Kinds: []transforms.Kind{transforms.DCT2}, Scale: 1}))
	require.NoError(t, e.Trig(ctx, nil, nil, shape, []int{0},
		Trig{Kinds: []transforms.Kind{transforms.DCT2}, Scale: 1}))
}

func TestTrigOfNoAxesIsTheScale(t *testing.T) {
	e := newSingle()
	defer e.Close()
	x := ref.UniformReal(1, 3*blockPoints+5)
	y := make([]float32, len(x))
	require.NoError(t, e.Trig(context.Background(), y, x, []int{len(x)}, nil, Trig{IsOrthogonal: true, Scale: 2}))
	for i := range x {
		require.Equal(t, 2*x[i], y[i])
	}
}

func TestRealClosed(t *testing.T) {
	e := newSingle()
	require.NoError(t, e.Close())
	ctx, x, z := context.Background(), make([]float32, 8), make([]complex64, 5)
	require.ErrorIs(t, e.RealForward(ctx, z, x, []int{8}, []int{0}, 1), ErrClosed)
	require.ErrorIs(t, e.RealInverse(ctx, x, z, []int{8}, []int{0}, 1), ErrClosed)
	require.ErrorIs(t, e.Trig(ctx, x, x, []int{8}, []int{0},
		Trig{Kinds: []transforms.Kind{transforms.DCT2}, Scale: 1}), ErrClosed)
	require.ErrorIs(
		t, e.Trig(ctx, x, x, []int{8, 1}, []int{1},
			Trig{Kinds: []transforms.Kind{transforms.DCT2}, Scale: 1}), ErrClosed,
	)
}

func TestRealCancelledBeforeAndBetweenBlocks(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	const few, many = 1, 64 // arrays, for one goroutine and for several
	for _, count := range []int{few, many} {
		for _, axes := range [][]int{{1}, {0}, {1, 0}, {0, 1}} {
			shape := []int{256, 100}
			x := make([]float32, count*product(shape))
			z := make([]complex64, count*product(ref.HalfShape(shape, axes)))
			for name, f := range map[string]func(ctx context.Context) error{
				"forward": func(ctx context.Context) error { return e.RealForward(ctx, z, x, shape, axes, 1) },
				"inverse": func(ctx context.Context) error { return e.RealInverse(ctx, x, z, shape, axes, 1) },
				"trig": func(ctx context.Context) error {
					kinds := []transforms.Kind{transforms.DCT2, transforms.DST4}
					return e.Trig(ctx, x, x, shape, axes, Trig{Kinds: kinds[:len(axes)], Scale: 1})
				},
			} {
				require.ErrorIs(t, f(ended), context.Canceled, name)
				late := &lateContext{Context: context.Background(), left: 1}
				require.ErrorIs(t, f(late), context.Canceled, "%s of %d along %v", name, count, axes)
				require.NoError(t, f(context.Background()), name)
			}
		}
	}
	x := make([]float32, 3*blockPoints)
	late := &lateContext{Context: context.Background(), left: 2}
	require.ErrorIs(
		t, e.Trig(late, x, x, []int{1}, []int{0},
			Trig{Kinds: []transforms.Kind{transforms.DCT2}, Scale: 1}), context.Canceled,
	)
}

func TestRealManyGoroutines(t *testing.T) {
	e := newSingle()
	e.turns.free = 4
	defer e.Close()
	shapes := [][]int{{64}, {37}, {20, 30}, {8, 9, 10}, {1000}, {512, 256}}
	var group sync.WaitGroup
	for g := range 24 {
		group.Add(1)
		go func() {
			defer group.Done()
			shape, axes := shapes[g%len(shapes)], []int{0, 1, 2}[:len(shapes[g%len(shapes)])]
			x := ref.UniformReal(uint64(g), product(shape))
			z := make([]complex64, product(ref.HalfShape(shape, axes)))
			kinds := []transforms.Kind{trigs[g%8], trigs[(g+3)%8], trigs[(g+6)%8]}[:len(axes)]
			want, first := make([]float32, len(x)), make([]complex64, len(z))
			for i := range 10 {
				y := make([]float32, len(x))
				if err := e.Trig(context.Background(), y, x, shape, axes, Trig{Kinds: kinds, Scale: 1}); err != nil {
					t.Errorf("%v: %v", shape, err)
				}
				if err := e.RealForward(context.Background(), z, x, shape, axes, 1); err != nil {
					t.Errorf("%v: %v", shape, err)
				}
				if i == 0 {
					copy(want, y)
					copy(first, z)
				} else if !slices.Equal(want, y) || !slices.Equal(first, z) {
					t.Errorf("%v: another result in round %d", shape, i)
				}
				if err := e.RealInverse(context.Background(), y, z, shape, axes, 1/float64(len(x))); err != nil {
					t.Errorf("%v: %v", shape, err)
				}
				if err, _ := worstWide(y, x, len(x)); err > 2*ref.ToleranceAxes(shape...) {
					t.Errorf("%v: error %g", shape, err)
				}
			}
		}()
	}
	group.Wait()
	requireFree(t, e, 4)
}
