package main

import (
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The committed image equals a new one, except for one level at a few pixels. Processors that fuse
// multiplication and addition round differently, and a point may fall on the other side of an edge.
func TestReproduces(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "lighthouse.png")
	require.NoError(t, write(fresh, 0, 0, defaultSeed))
	want, got := load(t, "../../lighthouse.png"), load(t, fresh)
	require.Equal(t, image.Rect(0, 0, width, height), want.Bounds())
	require.Equal(t, want.Bounds(), got.Bounds())
	off := 0
	for y := range height {
		for x := range width {
			a, b := colours(want, x, y), colours(got, x, y)
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1 {
					off++
				}
			}
		}
	}
	require.LessOrEqual(t, off, 30, "to write it again: go run ./examples/data/gen/lighthouse")
}

// A shift by integer pixels moves the scene. Another seed gives another noise.
func TestMoved(t *testing.T) {
	a, b := photograph(0, 0, 1), photograph(96, 64, 2) // full periods of the stripes
	sum, square := 0.0, 0.0
	for y := 64; y < height; y++ {
		for x := 96; x < width; x++ {
			d := colours(b, x, y)[1] - colours(a, x-96, y-64)[1]
			sum, square = sum+d, square+d*d
		}
	}
	n := float64((width - 96) * (height - 64))
	require.InDelta(t, 0, sum/n, 0.1)
	require.InDelta(t, math.Sqrt2*grain*255, math.Sqrt(square/n), 0.2, "they differ by noise only")
}

func TestWriteError(t *testing.T) {
	require.Error(t, write(filepath.Join(t.TempDir(), "missing", "x.png"), 0, 0, defaultSeed))
}

func load(t *testing.T, name string) image.Image {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	m, err := png.Decode(f)
	require.NoError(t, err)
	return m
}

// colours returns red, green and blue as 8-bit levels.
func colours(m image.Image, x, y int) [3]float64 {
	r, g, b, _ := m.At(x, y).RGBA()
	return [3]float64{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
}
