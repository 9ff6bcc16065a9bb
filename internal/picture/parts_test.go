package picture

import (
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// labels returns the texts of the marks that have one.
func labels(marks []plot.Tick) []string {
	var out []string
	for _, m := range marks {
		if !m.IsMinor() {
			out = append(out, m.Label)
		}
	}
	return out
}

func TestTicks(t *testing.T) {
	require.Equal(t, []string{"0", "2", "4", "6", "8"}, labels(ticks(0, 8, 6)))
	require.Equal(t, []string{"0.0", "0.5", "1.0"}, labels(ticks(0, 1.2, 4)))
	require.Equal(t, []string{"−80", "−60", "−40", "−20", "0"}, labels(ticks(-80, 0, 8)))
	require.Equal(t, []string{"0", "10"}, labels(ticks(0, 11.025, 3)))
	require.Equal(t, []string{"0.002", "0.004"}, labels(ticks(0.001, 0.005, 3)))
}

func TestTicksProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := math.Pow(10, rapid.Float64Range(-9, 9).Draw(t, "log span"))
		lo := span * rapid.Float64Range(-1e6, 1e6).Draw(t, "lo")
		hi := lo + span
		most := rapid.IntRange(2, 20).Draw(t, "most")
		marks := ticks(lo, hi, most)
		named := labels(marks)
		require.LessOrEqual(t, len(named), most+1)
		require.LessOrEqual(t, len(marks), 5*most+5)
		if most > 3 {
			require.NotEmpty(t, named)
		}
		for i, m := range marks {
			require.True(t, m.Value >= lo && m.Value <= hi)
			require.True(t, i == 0 || m.Value > marks[i-1].Value)
		}
		for i := 1; i < len(named); i++ {
			require.NotEqual(t, named[i-1], named[i])
		}
	})
}

func TestUnits(t *testing.T) {
	require.Equal(t, "s", pick(timeUnits, 8).name)
	require.Equal(t, "ms", pick(timeUnits, 0.05).name)
	require.Equal(t, "µs", pick(timeUnits, 3e-6).name)
	require.Equal(t, "ns", pick(timeUnits, 1e-15).name)
	require.Equal(t, "kHz", pick(frequencyUnits, 11025).name)
	require.Equal(t, "Hz", pick(frequencyUnits, 500).name)
	require.Equal(t, "MHz", pick(frequencyUnits, 2.4e8).name)
	require.Equal(t, "GHz", pick(frequencyUnits, 1e10).name)
}

// TestAxisCovers: the middle of every cell lies in exactly one pixel, and edges lie in cells that
// exist.
func TestAxisCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.IntRange(1, 3000).Draw(t, "cells")
		a := axis{0, float64(cells), cells, rapid.IntRange(1, 1000).Draw(t, "pixels")}
		if cells > 1 && rapid.Bool().Draw(t, "frequency") {
			a.lo, a.hi = 0.5, float64(cells)-0.5
		}
		next := 0
		for p := range a.pixels {
			first, end := a.middles(p)
			require.Equal(t, next, first)
			require.GreaterOrEqual(t, end, first)
			next = end
			e := a.edge(p + 1)
			require.True(t, 0 <= e.first && e.first <= e.second && e.second <= e.first+1 && e.second < cells)
			require.True(t, e.share >= 0 && e.share <= 1)
		}
		require.Equal(t, cells, next)
	})
}

// TestPalette: no step between neighbours is lost or stands out in lightness, measured as L* of
// CIELAB. Magma is even in CAM02-UCS, which L* follows roughly.
func TestPalette(t *testing.T) {
	linear := func(v uint8) float64 {
		if u := float64(v) / 255; u > 0.04045 {
			return math.Pow((u+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	l := func(c color.RGBA) float64 {
		y := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
		if y > 216.0/24389 {
			return 116*math.Cbrt(y) - 16
		}
		return y * 24389 / 27
	}
	p := palette()
	require.Equal(t, magma[0], p[0])
	require.Equal(t, magma[len(magma)-1], p[255])
	for i := range p {
		require.EqualValues(t, 255, p[i].A)
		if i > 0 {
			step := l(p[i]) - l(p[i-1])
			require.True(t, step > 0 && step < 0.8, "%g between colours %d and %d", step, i-1, i)
		}
	}
}

// Characters that the font lacks appear as escapes.
func TestReadable(t *testing.T) {
	s := plot.New().Title.TextStyle
	style(&s, titleSize)
	require.Equal(t, `take é ü – 1.wav`, readable(s, "take é ü – 1.wav"))
	require.Equal(t, `\u65e5\u672c.wav`, readable(s, "日本.wav"))
	require.Equal(t, `\U0001f426.wav`, readable(s, "🐦.wav"))
}
