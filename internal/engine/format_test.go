package engine

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/doubledouble"
	"wgfft/internal/exactness"
	"wgfft/internal/ref"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Double takes the faster of the formats that the device has, and measures only if it has both.
func TestDoubleChoice(t *testing.T) {
	form := wgsl.DoubleSingles()[1]
	none, faster := wisdom.DoubleTimes{}, "it is the faster one: "
	isSlow, isFast := faster+"float64 6.4 ms, double-single 1 ms", faster+"float64 1 ms, double-single 8 ms"
	noPairs, noF64 := "the adapter does not compute double-single exactly", "the adapter does not compute f64 rightly"
	inexact := fmt.Errorf("wgfft: %w", &exactness.InexactError{Adapter: "X"})
	wrong := fmt.Errorf("wgfft: %w", &exactness.Float64Error{Adapter: "X", Results: 7, Wrong: 1})
	slow, fast := wisdom.DoubleTimes{Float64: 6.4, DoubleSingle: 1}, wisdom.DoubleTimes{Float64: 1, DoubleSingle: 8}
	for _, c := range []struct {
		name            string
		hasF64          bool
		kept, measured  wisdom.DoubleTimes
		exact, f64      error
		want            Number
		reason          string
		tests, measures int
	}{
		{"f64 is slow", true, none, slow, nil, nil, DoubleSingle, isSlow, 1, 1},
		{"f64 is fast", true, none, fast, nil, nil, Float64, isFast, 1, 1},
		{"equal", true, none, wisdom.DoubleTimes{Float64: 1, DoubleSingle: 1}, nil, nil, Float64,
			faster + "float64 1 ms, double-single 1 ms", 1, 1},
		{"slow by wisdom", true, slow, none, nil, nil, DoubleSingle, isSlow, 1, 0},
		{"fast by wisdom", true, fast, none, nil, nil, Float64, isFast, 0, 0},
		{"inexact", true, none, none, inexact, nil, Float64, noPairs, 1, 0},
		{"inexact now", true, slow, none, inexact, nil, Float64, noPairs, 1, 0},
		{"no f64", false, none, none, nil, nil, DoubleSingle, "the adapter has no f64 in this build", 1, 0},
		{"no f64, by wisdom", false, fast, none, nil, nil, DoubleSingle, "the adapter has no f64 in this build", 1, 0},
		{"wrong f64", true, none, fast, nil, wrong, DoubleSingle, noF64, 2, 1},
		{"wrong f64, by wisdom", true, fast, none, nil, wrong, DoubleSingle, noF64, 1, 0},
		{"wrong f64 is slow", true, slow, none, nil, wrong, DoubleSingle, isSlow, 1, 0},
	} {
		tests, measures := 0, 0
		got, err := doubleChoice{
			hasF64: c.hasF64, times: c.kept,
			checked: func(n Number) (wgsl.Number, error) {
				if n == Float64 {
					return wgsl.F64{}, c.f64
				}
				tests++
				return form, c.exact
			},
			measure: func(of wgsl.Number) (wisdom.DoubleTimes, error) {
				measures++
				require.Equal(t, wgsl.Number(form), of)
				return c.measured, nil
			},
		}.format()
		require.NoError(t, err, c.name)
		want := Format{c.want, c.reason, form}
		if c.want == Float64 {
			want.kernel = wgsl.F64{}
		}
		require.Equal(t, want, got, c.name)
		require.Equal(t, c.tests, tests, c.name)
		require.Equal(t, c.measures, measures, c.name)
	}
}

// Errors of the test and of the measurement are errors of the choice.
func TestDoubleChoiceErrors(t *testing.T) {
	form := wgsl.DoubleSingles()[0]
	inexact := &exactness.InexactError{Adapter: "X"}
	results := map[Number]error{DoubleSingle: inexact}
	c := doubleChoice{checked: func(n Number) (wgsl.Number, error) { return form, results[n] }}
	_, err := c.format()
	require.ErrorIs(t, err, inexact)
	c.hasF64 = true
	results[DoubleSingle] = device.ErrDeviceLost
	_, err = c.format()
	require.ErrorIs(t, err, device.ErrDeviceLost)
	results[DoubleSingle] = nil
	c.measure = func(wgsl.Number) (wisdom.DoubleTimes, error) { return wisdom.DoubleTimes{}, device.ErrOutOfMemory }
	_, err = c.format()
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	c.times = wisdom.DoubleTimes{Float64: 1, DoubleSingle: 2}
	results[Float64] = device.ErrDeviceLost
	_, err = c.format()
	require.ErrorIs(t, err, device.ErrDeviceLost)
	wrong := &exactness.Float64Error{Adapter: "X", Results: 7, Wrong: 1}
	results[Float64], results[DoubleSingle] = wrong, inexact
	_, err = c.format()
	require.ErrorIs(t, err, wrong)
	require.ErrorIs(t, err, inexact)
}

// A GPU measures its formats once. An engine with the same wisdom does not measure.
func TestFormat(t *testing.T) {
	dir := t.TempDir()
	g := openGPU(t, GPUConfig{Wisdom: WisdomSource{Dir: dir}})
	require.Zero(t, g.KnownFormat(Double))
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := g.Format(cancelled, Double)
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, g.KnownFormat(Double), "an error that passes is not kept")

	f, err := g.Format(ctx, Double)
	require.NoError(t, err)
	require.Equal(t, f, g.KnownFormat(Double))
	times := g.kernels.Load().Wisdom.Double
	if !g.Device().Adapter().F64 {
		require.Equal(t, DoubleSingle, f.Number)
		require.False(t, times.IsKnown(), "there is nothing to compare")
		return
	}
	t.Log(f.Reason)
	require.True(t, times.IsKnown())
	require.Equal(t, "it is the faster one: "+times.String(), f.Reason)
	require.Equal(t, times.Float64 <= times.DoubleSingle, f.Number == Float64)

	next := openGPU(t, GPUConfig{Wisdom: WisdomSource{Dir: dir}})
	require.Equal(t, times, next.kernels.Load().Wisdom.Double)
	again, err := next.Format(ctx, Double)
	require.NoError(t, err)
	require.Equal(t, f, again)

	// An engine computes in the format that it chose first, even if the wisdom changes.
	other := wisdom.DoubleTimes{Float64: times.DoubleSingle / 100, DoubleSingle: times.Float64 / 100}
	text, err := wisdom.Wisdom{Device: WisdomDevice(g.Device()), Double: other}.Encode()
	require.NoError(t, err)
	require.NoError(t, g.ImportWisdom(text))
	require.Equal(t, other, g.kernels.Load().Wisdom.Double)
	again, err = g.Format(ctx, Double)
	require.NoError(t, err)
	require.Equal(t, f, again)

	// A new engine takes the other format.
	next = openGPU(t, GPUConfig{Wisdom: WisdomSource{Dir: dir}})
	swapped, err := next.Format(ctx, Double)
	require.NoError(t, err)
	require.NotEqual(t, f.Number, swapped.Number)
	j := Transform(plan.Problem{Shape: []int{16}}, Double)
	x, got := ref.Uniform128(1, 16), make([]complex128, 16)
	require.NoError(t, next.Run(ctx, DataOf(got), DataOf(x), j))
	want := ref.AxesDD(x, []int{16}, []int{0}, false, doubledouble.Real{Hi: 1})
	require.LessOrEqual(t, ref.RelL2(got, want), ref.DoubleSingle.Tolerance(16))
}

// Calls at the same time find one format.
func TestFormatAtOnce(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	found := make(chan Format, 4)
	for range cap(found) {
		go func() {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			f, err := g.Format(ctx, Double)
			assert.NoError(t, err)
			found <- f
		}()
	}
	first := <-found
	for range cap(found) - 1 {
		require.Equal(t, first, <-found)
	}
}

// A closed engine has no format.
func TestFormatOfClosed(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	require.NoError(t, g.Close())
	_, err := g.Format(ctx, Double)
	require.ErrorIs(t, err, device.ErrClosed)
}
