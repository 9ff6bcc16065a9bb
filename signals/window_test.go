package signals

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/window"
	"pgregory.net/rapid"
)

func all() []Window {
	return []Window{
		Hann(), Hamming(), Blackman(), BlackmanHarris(), FlatTop(),
		Rectangular(), Kaiser(8.6), Tukey(0.3), Gaussian(20),
	}
}

func periodic(t require.TestingT, w Window, n int) []float64 {
	p, err := w.Periodic(n)
	require.NoError(t, err)
	require.Len(t, p, n)
	return p
}

func symmetric(t require.TestingT, w Window, n int) []float64 {
	p, err := w.Symmetric(n)
	require.NoError(t, err)
	require.Len(t, p, n)
	return p
}

// integral0 returns I_0(x) as the mean of exp(x cos a) over a full turn. Equal steps integrate a
// periodic function to rounding accuracy.
func integral0(x float64) float64 {
	const steps = 4096
	sum := 0.0
	for i := range steps {
		sum += math.Exp(x * math.Cos(2*math.Pi*float64(i)/steps))
	}
	return sum / steps
}

// TestDefinitions compares every window with a closed form in u, from 0 to 1 over a period of n
// points.
func TestDefinitions(t *testing.T) {
	for w, form := range map[string]func(u, n float64) float64{
		"rect":     func(u, n float64) float64 { return 1 },
		"hann":     func(u, n float64) float64 { return math.Pow(math.Sin(math.Pi*u), 2) },
		"hamming":  func(u, n float64) float64 { return 0.54 - 0.46*math.Cos(2*math.Pi*u) },
		"blackman": func(u, n float64) float64 { return 0.42 - 0.5*math.Cos(2*math.Pi*u) + 0.08*math.Cos(4*math.Pi*u) },
		"blackmanharris": func(u, n float64) float64 {
			return 0.35875 - 0.48829*math.Cos(2*math.Pi*u) + 0.14128*math.Cos(4*math.Pi*u) -
				0.01168*math.Cos(6*math.Pi*u)
		},
		"flattop": func(u, n float64) float64 {
			return 0.21557895 - 0.41663158*math.Cos(2*math.Pi*u) + 0.277263158*math.Cos(4*math.Pi*u) -
				0.083578947*math.Cos(6*math.Pi*u) + 0.006947368*math.Cos(8*math.Pi*u)
		},
		"kaiser:0": func(u, n float64) float64 { return 1 },
		"kaiser:8.6": func(u, n float64) float64 {
			return integral0(8.6*math.Sqrt(1-(2*u-1)*(2*u-1))) / integral0(8.6)
		},
		"kaiser:700": func(u, n float64) float64 {
			return integral0(700*math.Sqrt(1-(2*u-1)*(2*u-1))) / integral0(700)
		},
		"tukey:0": func(u, n float64) float64 { return 1 },
		"tukey:0.3": func(u, n float64) float64 {
			switch {
			case u < 0.15:
				return 0.5 * (1 + math.Cos(math.Pi*(2*u/0.3-1)))
			case u > 0.85:
				return 0.5 * (1 + math.Cos(math.Pi*(2*u/0.3-2/0.3+1)))
			}
			return 1
		},
		"tukey:1":    func(u, n float64) float64 { return math.Pow(math.Sin(math.Pi*u), 2) },
		"gaussian:7": func(u, n float64) float64 { return math.Exp(-0.5 * math.Pow((u*n-n/2)/7, 2)) },
	} {
		win, err := ParseWindow(w)
		require.NoError(t, err)
		require.Equal(t, w, win.String())
		for _, n := range []int{2, 3, 4, 5, 17, 256, 1000} {
			for k, v := range periodic(t, win, n) {
				require.InDelta(t, form(float64(k)/float64(n), float64(n)), v, 1e-12, "%v, n = %d, k = %d", w, n, k)
			}
			for k, v := range symmetric(t, win, n) {
				require.InDelta(t, form(float64(k)/float64(n-1), float64(n-1)), v, 1e-12, "%v, n = %d, k = %d", w, n, k)
			}
		}
		require.Equal(t, []float64{1}, periodic(t, win, 1))
		require.Equal(t, []float64{1}, symmetric(t, win, 1))
	}
}

// The example of scipy.signal.get_window, which returns periodic windows.
func TestKaiserOfScipy(t *testing.T) {
	want := []float64{
		0.08848053, 0.29425961, 0.56437221, 0.82160913, 0.97885093,
		0.97885093, 0.82160913, 0.56437221, 0.29425961,
	}
	require.InDeltaSlice(t, want, periodic(t, Kaiser(4), 9), 5e-9)
}

// TestGonum compares both forms with gonum's symmetric windows.
func TestGonum(t *testing.T) {
	for _, c := range []struct {
		ours   Window
		theirs func([]float64) []float64
	}{
		{Hann(), window.Hann}, {Hamming(), window.Hamming}, {Blackman(), window.Blackman},
		{BlackmanHarris(), window.BlackmanHarris}, {FlatTop(), window.FlatTop},
		{Rectangular(), window.Rectangular}, {Tukey(0.5), window.Tukey{Alpha: 0.5}.Transform},
	} {
		for _, n := range []int{5, 64, 1001} {
			want := make([]float64, n)
			for i := range want {
				want[i] = 1
			}
			c.theirs(want)
			require.InDeltaSlice(t, want, symmetric(t, c.ours, n), 5e-7, "%v, n = %d", c.ours, n)
			require.InDeltaSlice(t, want[:n-1], periodic(t, c.ours, n-1), 5e-7, "%v, n = %d", c.ours, n)
		}
	}
}

// Both forms are exactly symmetric. The periodic form is the beginning of the symmetric one.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(all()).Draw(t, "window")
		n := rapid.IntRange(2, 3000).Draw(t, "n")
		p, s := periodic(t, w, n), symmetric(t, w, n+1)
		require.Equal(t, s[:n], p)
		for k := range s {
			require.Equal(t, s[k], s[n-k])
		}
	})
}

func TestCustom(t *testing.T) {
	mine := []float64{1, 2, 3}
	w := Custom(mine)
	mine[0] = 9
	require.Equal(t, []float64{1, 2, 3}, periodic(t, w, 3))
	got := symmetric(t, w, 3)
	got[0] = 8
	require.Equal(t, []float64{1, 2, 3}, periodic(t, w, 3))
	require.Equal(t, "custom", w.String())
	_, err := w.Periodic(4)
	require.EqualError(t, err, "signals: window custom: 3 weights for frames of 4 samples; the numbers must be equal")
	_, err = Custom([]float64{1, math.NaN()}).Periodic(2)
	require.ErrorContains(t, err, "weight 1 is NaN")
}

func TestWindowNames(t *testing.T) {
	require.Equal(t, []string{
		"hann", "hamming", "blackman", "blackmanharris", "flattop",
		"rect", "kaiser:BETA", "tukey:ALPHA", "gaussian:SIGMA",
	}, WindowNames())
	for _, w := range all() {
		got, err := ParseWindow(w.String())
		require.NoError(t, err)
		require.Equal(t, w, got)
	}
	got, err := ParseWindow("Kaiser:1e1")
	require.NoError(t, err)
	require.Equal(t, Kaiser(10), got)
	for s, say := range map[string]string{
		"":              "use one of hann, hamming",
		"bay":           "use one of hann, hamming",
		"custom":        "use one of",
		"kaiser":        "use one of",
		"hann:3":        "use one of",
		"kaiser:":       "BETA must be a number",
		"tukey:x":       "ALPHA must be a number",
		"tukey:1.5":     "alpha must be in [0, 1]",
		"tukey:NaN":     "alpha must be in [0, 1]",
		"kaiser:701":    "beta must be in [0, 700]",
		"kaiser:-1":     "beta must be in [0, 700]",
		"gaussian:0":    "sigma must be positive and finite",
		"gaussian:+Inf": "sigma must be positive and finite",
	} {
		_, err := ParseWindow(s)
		require.ErrorIs(t, err, ErrWindow, s)
		require.ErrorContains(t, err, say)
	}
}

func TestOddWindows(t *testing.T) {
	for _, n := range []int{0, -3, math.MaxInt} {
		_, err := Hann().Periodic(n)
		require.ErrorContains(t, err, "is out of range [1, 2147483648]")
		_, err = Custom(nil).Symmetric(n)
		require.Error(t, err)
	}
	_, err := Gaussian(-1).Symmetric(8)
	require.EqualError(t, err, "signals: window gaussian:-1: sigma must be positive and finite")
}

// FuzzParseWindow checks that a parsed window has finite points, and that its name parses to the
// same window.
func FuzzParseWindow(f *testing.F) {
	more := []string{"kaiser:3", "tukey:0.5", "gaussian:1e-300", "gaussian:1e300", "tukey:1e-320", ":", "hann:"}
	for _, s := range append(WindowNames(), more...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ParseWindow(s)
		if err != nil {
			require.ErrorIs(t, err, ErrWindow)
			return
		}
		again, err := ParseWindow(w.String())
		require.NoError(t, err)
		require.Equal(t, w, again)
		for _, v := range append(periodic(t, w, 7), symmetric(t, w, 8)...) {
			require.True(t, v >= -0.1 && v <= 1.0000001, "%v", v)
		}
	})
}
