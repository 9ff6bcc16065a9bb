package large

import (
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// A GPU and several devices transform slabs as the CPU engine does.
func TestEngines(t *testing.T) {
	check := func(t *testing.T, eng *wgfft.Engine) {
		against(t, eng.Transforms, ref.Single, shapes[3], wgfft.NormOrtho)
		against(t, eng.Transforms, ref.Single, shapes[7], wgfft.NormBackward)
		require.NoError(t, eng.Close())
	}
	t.Run("several", func(t *testing.T) {
		eng, err := wgfft.OpenAll(wgfft.Config{}, wgfft.Member{Device: wgfft.Choice{Kind: wgfft.CPU}},
			wgfft.Member{Device: wgfft.Choice{Kind: wgfft.CPU}})
		require.NoError(t, err)
		check(t, eng)
	})
	t.Run("GPU", func(t *testing.T) { // one direction, because each kernel takes a second to compile
		eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
		s := shapes[7]
		src, got := ref.Random[complex64](1, points(s)), make([]complex64, points(s))
		want, err := engineOn(t).FFT(t.Context(), nil, src)
		require.NoError(t, err)
		made := planned(t, eng.Transforms, s, wgfft.Problem{Shape: s.shape}, false)
		_, _, tiles := made.Sizes()
		require.NoError(t, Slices(t.Context(), made, got, src, slice(make([]byte, tiles))))
		compare(t, got, want, toleranceOf(ref.Single, s), made)
		require.NoError(t, eng.Close())
	})
}

// The error for too little memory has the least memory that works, and the way out.
func TestLeastMemory(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1 << 30})
	require.NoError(t, err)
	defer func() { require.NoError(t, eng.Close()) }()
	p := wgfft.Problem{Shape: []int{1 << 30}}
	plan := func(p wgfft.Problem, memory int64) *MemoryError {
		_, err := Explain(t.Context(), eng, p, Config{Memory: memory}, false)
		var e *MemoryError
		if err != nil {
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, ErrMemory)
		}
		return e
	}
	e := plan(p, 1<<20)
	require.Zero(t, e.Engine) // the CPU engine takes what the slabs need, not its limit
	require.NotContains(t, e.Error(), "MemoryLimit")
	require.ErrorContains(t, &MemoryError{Least: 2 << 30, Engine: 3 << 29},
		"or open the engine with a MemoryLimit below 1.5 GiB")
	require.Nil(t, plan(p, e.Least+16<<20)) // the process grows meanwhile
	require.NotNil(t, plan(p, e.Least-32<<20))

	// Primes are not divided. A real array is divided along its only axis if that is even.
	const prime = 1<<31 - 1
	fixed := task{outer: 1, dims: []dim{{n: prime, on: true}}, size: 8}
	_, ok := fixed.divide(1 << 30)
	require.False(t, ok)
	for _, c := range []struct {
		shape []int
		ok    bool
	}{
		{[]int{1 << 20}, true}, {[]int{3 << 19}, true}, {[]int{1<<20 - 1}, false}, {[]int{1 << 20, 2}, false},
	} {
		k, err := newTask(wgfft.Problem{Kind: wgfft.R2C, Shape: c.shape}, Config{}, 8)
		require.NoError(t, err)
		_, ok := k.divide(1 << 20)
		require.Equal(t, c.ok, ok, "%v", c.shape)
	}
}

// Every element is in one slab of each step, and every block has a place of its own.
func TestSlabsCoverAll(t *testing.T) {
	for _, s := range shapes {
		for _, kind := range []wgfft.Kind{wgfft.C2C, wgfft.R2C, wgfft.C2R} {
			k, err := newTask(wgfft.Problem{Kind: kind, Shape: s.shape, Axes: s.axes, Batch: s.batch}, Config{}, 8)
			require.NoError(t, err)
			l, ok := k.divide(s.arena)
			require.True(t, ok)
			for i := range l.steps {
				step := &l.steps[i]
				seen := make([]int, step.cut())
				for _, u := range step.spans() {
					for n := range u.n {
						seen[u.lo+n]++
					}
				}
				for n, times := range seen {
					require.Equal(t, 1, times, "%v: %v: row or column %d of step %d", s.shape, kind, n, i)
				}
			}
		}
	}
}

// Lengths of many factors are divided at once, however long they are.
func TestDivisors(t *testing.T) {
	for n := 1; n <= 400; n++ {
		var want []int
		for d := 1; d <= n; d++ {
			if n%d == 0 {
				want = append(want, d)
			}
		}
		require.Equal(t, want, divisors(n), n)
	}
	require.Len(t, divisors(1<<(strconv.IntSize-2)), strconv.IntSize-1)
}

// Slabs are read, transformed and written at a time if the runs on the disk are pages or longer. Otherwise there are
// fewer and larger slabs.
func TestSlabsInFlight(t *testing.T) {
	for _, c := range []struct {
		arena  int64
		flight int
		run    int64 // bytes of a run of the source and of the result
	}{
		{66 << 20, leastFlight, 4096},
		{200 << 20, usualFlight, 8192},
	} {
		k, err := newTask(wgfft.Problem{Shape: []int{1 << 26}}, Config{}, 8)
		require.NoError(t, err)
		l, ok := k.divide(c.arena)
		require.True(t, ok)
		require.LessOrEqual(t, l.arena(), c.arena)
		for _, s := range l.steps {
			require.Equal(t, c.flight, s.flight)
		}
		in, out := l.runs()
		require.Equal(t, c.run, in)
		require.Equal(t, c.run, out)
	}
}
