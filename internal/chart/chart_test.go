package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
)

// labels returns the marks with labels.
func labels(marks plot.ConstantTicks) map[float64]string {
	all := map[float64]string{}
	for _, m := range marks {
		if !m.IsMinor() {
			all[m.Value] = m.Label
		}
	}
	return all
}

func TestOctaves(t *testing.T) {
	lo, hi, marks := octaves(3, 16)
	require.Equal(t, 0.5, lo)
	require.Equal(t, 4.5, hi)
	require.Equal(t, map[float64]string{1: "2^1", 2: "2^2", 3: "2^3", 4: "2^4"}, labels(marks))

	_, _, marks = octaves(2, 1<<28)
	require.Len(t, marks, 28)
	require.Len(t, labels(marks), 14)
	require.Equal(t, "2^26", labels(marks)[26])
}

func TestDecades(t *testing.T) {
	lo, hi, marks := decades(0.004, 0.07)
	require.InDelta(t, math.Log10(0.004)-0.1, lo, 1e-12)
	require.InDelta(t, math.Log10(0.07)+0.1, hi, 1e-12)
	require.Len(t, marks, 14)
	var texts []string
	for _, m := range marks {
		if !m.IsMinor() {
			texts = append(texts, m.Label)
			value, err := strconv.ParseFloat(m.Label, 64)
			require.NoError(t, err)
			require.InDelta(t, math.Log10(value), m.Value, 1e-12)
		}
	}
	require.Equal(t, []string{"0.005", "0.01", "0.02", "0.05"}, texts)

	lo, hi, marks = decades(2e-7, 0.5)
	require.Equal(t, -7.0, lo)
	require.Equal(t, 0.0, hi)
	require.Equal(t, map[float64]string{-7: "10^-7", -6: "10^-6", -5: "10^-5", -4: "10^-4", -3: "10^-3", -2: "10^-2",
		-1: "10^-1", 0: "10^0"}, labels(marks))
}

func TestAxesReachBeyondTheData(t *testing.T) {
	for _, v := range []float64{1, 2, 3, 1e-7, 0.1, 0.3, 1e6} {
		for _, f := range []float64{1, 1.5, 100, 1e5} {
			lo, hi, marks := octaves(v, v*f)
			require.Less(t, lo, math.Log2(v))
			require.Greater(t, hi, math.Log2(v*f))
			inside(t, lo, hi, marks)
			lo, hi, marks = decades(v, v*f)
			require.Less(t, lo, math.Log10(v))
			require.Greater(t, hi, math.Log10(v*f))
			inside(t, lo, hi, marks)
		}
	}
}

func inside(t *testing.T, lo, hi float64, marks plot.ConstantTicks) {
	t.Helper()
	require.LessOrEqual(t, len(labels(marks)), maxLabels)
	for _, m := range marks {
		require.True(t, lo <= m.Value && m.Value <= hi)
	}
}

func example() Chart {
	return Chart{Title: "Title", X: "Point count", Y: "Time (ns)", Curves: []Curve{
		{Name: "one", Line: []Point{{2, 0.1}, {4, 0.2}}, Marks: []Point{{3, 0.3}}},
		{Name: "two", Line: []Point{{2, 0.3}, {5, 0.3}}},
		{Name: "limit", Line: []Point{{2, 0.05}, {4, 0.05}}, Thin: true},
	}}
}

func TestWritePNG(t *testing.T) {
	var a, b bytes.Buffer
	require.NoError(t, example().Write(&a, "png"))
	require.NoError(t, example().Write(&b, "png"))
	require.Equal(t, a.Bytes(), b.Bytes(), "the same chart gives the same bytes")
	img, err := png.Decode(&a)
	require.NoError(t, err)
	require.Equal(t, 960, img.Bounds().Dx())
	require.Equal(t, 600, img.Bounds().Dy())
	seen := 0
	for y := range 600 {
		for x := range 960 {
			r, g, b, _ := img.At(x, y).RGBA()
			if c := looks[1].colour; r>>8 == uint32(c.R) && g>>8 == uint32(c.G) && b>>8 == uint32(c.B) {
				seen++
			}
		}
	}
	require.Positive(t, seen, "the second curve has the second colour")
}

func TestWriteSVG(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, example().Write(&b, "svg"))
	for _, name := range []string{"Title", "Time (ns)", "two", "limit"} {
		require.Contains(t, b.String(), ">"+name+"<")
	}
	for d := xml.NewDecoder(&b); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	require.ErrorContains(t, example().Write(io.Discard, "gif"), `format "gif": use png or svg`)
	require.ErrorContains(t, Chart{}.Write(io.Discard, "png"), "no points")
	for _, p := range []Point{{0, 1}, {1, 0}, {-1, 1}, {1, math.NaN()}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		c := example()
		c.Curves[0].Marks[0] = p
		require.ErrorContains(t, c.Write(io.Discard, "png"), "one: point", "%v", p)
	}
}

func TestSave(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.svg")
	require.NoError(t, example().Save(name))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(data), "<svg")
	require.ErrorContains(t, example().Save("a"), "use png or svg")
	require.ErrorContains(t, example().Save(filepath.Join(name, "b.png")), "chart: open")
}
