package window

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/window"
	"pgregory.net/rapid"
)

// ones is what gonum's functions weight in place.
func ones(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

func all() []Window { return []Window{Hann, Hamming, Blackman, FlatTop, Rect} }

// TestDefinitions holds every window against closed forms written out here.
func TestDefinitions(t *testing.T) {
	forms := map[Window]func(x float64) float64{
		Rect:     func(float64) float64 { return 1 },
		Hann:     func(x float64) float64 { return math.Pow(math.Sin(x/2), 2) },
		Hamming:  func(x float64) float64 { return 0.54 - 0.46*math.Cos(x) },
		Blackman: func(x float64) float64 { return 0.42 - 0.5*math.Cos(x) + 0.08*math.Cos(2*x) },
		FlatTop: func(x float64) float64 {
			return 0.21557895 - 0.41663158*math.Cos(x) + 0.277263158*math.Cos(2*x) -
				0.083578947*math.Cos(3*x) + 0.006947368*math.Cos(4*x)
		},
	}
	for w, form := range forms {
		for _, n := range []int{1, 2, 3, 4, 5, 17, 256, 1000} {
			got := w.Points(n)
			require.Len(t, got, n)
			for k, v := range got {
				require.InDelta(t, form(2*math.Pi*float64(k)/float64(n)), float64(v), 1e-7, "%v, n = %d, k = %d", w, n, k)
			}
		}
	}
}

// TestGonum holds the periodic window of n points against gonum's symmetric one of n+1.
func TestGonum(t *testing.T) {
	theirs := map[Window]func([]float64) []float64{
		Hann: window.Hann, Hamming: window.Hamming, Blackman: window.Blackman,
		FlatTop: window.FlatTop, Rect: window.Rectangular,
	}
	for w, f := range theirs {
		for _, n := range []int{5, 64, 1001} {
			want := f(ones(n + 1))
			for k, v := range w.Points(n) {
				require.InDelta(t, want[k], float64(v), 5e-7, "%v, n = %d, k = %d", w, n, k)
			}
		}
	}
}

func TestSymmetryAndMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(all()).Draw(t, "window")
		n := rapid.IntRange(5, 3000).Draw(t, "n")
		p := w.Points(n)
		for k := 1; k < n; k++ {
			require.Equal(t, p[n-k], p[k])
		}
		require.InDelta(t, definitions[w].a[0], w.Mean(n), 1e-6)
	})
}

// TestOverlapAdd: Hann frames at a hop of n/4 add up to 2.
func TestOverlapAdd(t *testing.T) {
	p := Hann.Points(256)
	for k := range 64 {
		require.InDelta(t, 2, float64(p[k]+p[k+64]+p[k+128]+p[k+192]), 1e-6)
	}
}

func TestNames(t *testing.T) {
	require.Len(t, Names(), len(all()))
	for _, w := range all() {
		got, err := Parse(w.String())
		require.NoError(t, err)
		require.Equal(t, w, got)
	}
	got, err := Parse("Hann")
	require.NoError(t, err)
	require.Equal(t, Hann, got)
	_, err = Parse("kaiser")
	require.ErrorIs(t, err, ErrUnknown)
	require.EqualError(t, err, `window: "kaiser": unknown window: choose one of hann, hamming, blackman, flattop, rect`)
}

func TestOddArguments(t *testing.T) {
	require.Empty(t, Hann.Points(0))
	require.Empty(t, Hann.Points(-3))
	require.Zero(t, Hann.Mean(0))
	require.Equal(t, []float32{1, 1}, Window(99).Points(2))
	require.Equal(t, "window(-1)", Window(-1).String())
}
