package draw

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The smallest number is black and the largest is white. Equal numbers are black.
func TestPNG(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.png")
	for _, c := range []struct {
		x    []float32
		want []uint8
	}{{[]float32{-1, 0, 1, 1, -1, 0}, []uint8{0, 128, 255, 255, 0, 128}}, {[]float32{2, 2, 2}, []uint8{0, 0, 0}}} {
		require.NoError(t, PNG(name, c.x, 3))
		f, err := os.Open(name)
		require.NoError(t, err)
		picture, err := png.Decode(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.Equal(t, image.Rect(0, 0, 3, len(c.x)/3), picture.Bounds())
		require.Equal(t, c.want, picture.(*image.Gray).Pix)
	}
	require.ErrorContains(t, PNG(name, []uint8{1, 2, 3}, 2), "3 numbers are no rows of 2")
	require.ErrorIs(t, PNG(filepath.Join(t.TempDir(), "none", "x.png"), []uint8{1}, 1), os.ErrNotExist)
}
