package main

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/examples/internal/exampletest"
	"wgfft/internal/ref"
	"wgfft/nd"
)

// Double precision keeps the norm over 1000 steps. The splitting into time steps causes its error: 200
// steps have 25 times the error of 1000. Single precision loses more of the norm, within its bound.
func TestCPU(t *testing.T) {
	engine := exampletest.Open(t, wgfft.CPU)
	double, err := solve(t.Context(), engine, nd.Float64, 1000)
	require.NoError(t, err)
	require.Less(t, math.Abs(double.drift), 1e-12)
	require.Less(t, double.off, 3.2e-5)
	require.InDelta(t, 4*math.Cos(end), real(double.centre), 1.6e-4)
	require.InDelta(t, 2*math.Sin(end), imag(double.centre), 1.6e-4)

	coarse, err := solve(t.Context(), engine, nd.Float64, 200)
	require.NoError(t, err)
	require.InDelta(t, 25, coarse.off/double.off, 0.25)

	single, err := solve(t.Context(), engine, nd.Float32, 1000)
	require.NoError(t, err)
	require.Greater(t, math.Abs(single.drift), 1e-7)
	require.Less(t, math.Abs(single.drift), 2000*0.5*0x1p-23*math.Sqrt(14)) // the accuracy of 2000 transforms
	require.Less(t, single.off, 2000*0.5*0x1p-23*math.Sqrt(14))
	t.Logf("double: drift %.1e, error %.1e; single: drift %.1e, error %.1e", double.drift, double.off, single.drift,
		single.off)
}

// A GPU computes the same states as the CPU, here in 40 steps.
func TestSoftware(t *testing.T) {
	gpu, cpu := exampletest.Open(t, wgfft.Software), exampletest.Open(t, wgfft.CPU)
	want, err := solve(t.Context(), cpu, nd.Float64, 40)
	require.NoError(t, err)

	single, err := solve(t.Context(), gpu, nd.Float32, 40)
	require.NoError(t, err)
	const tol = 80 * 0.5 * 0x1p-23 * 3.75 // the accuracy of 80 transforms
	require.Less(t, math.Abs(single.drift), tol)
	require.Less(t, ref.RelL2(single.states[end], ref.Widen(want.states[end])), tol)

	double, err := solve(t.Context(), gpu, nd.Float64, 40)
	if errors.Is(err, errors.ErrUnsupported) {
		return // package nd has no double precision on this GPU
	}
	require.NoError(t, err)
	require.Less(t, math.Abs(double.drift), 5e-13)
	require.InDelta(t, want.off, double.off, 2e-12)
}

// TestFunc compares both sides of the function.
func TestFunc(t *testing.T) {
	exampletest.CheckFunc(t, &coherent, []float64{-14, -14, 0}, []float64{14, 14, end})
}

// The picture shows each state at the place of the classical particle.
func TestPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.png")
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, "cpu", 400, name))
	const line = `  centre \(-2\.6145\d+-1\.5136\d+i\)`
	require.Regexp(t, `^400 steps on CPU engine\nfloat64`+line+`  norm drift .*\n`+
		`float32`+line+`  norm drift .*  error 1\.\de-04\n$`, out.String())

	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	picture, err := png.Decode(f)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 1280, 256), picture.Bounds())
	for panel := range 5 {
		var sum, sumX, sumY float64
		for i := range 255 * 256 { // without the line on the left
			column, row := 1+i%255, i/255
			r, g, b, _ := picture.At(256*panel+column, row).RGBA()
			light := float64(r + g + b)
			sum += light
			sumX += light * (float64(column-128)/4 - 0.375) * side / n
			sumY += light * (float64(128-row)/4 - 0.625) * side / n
		}
		require.Positive(t, sum)
		require.InDelta(t, 4*math.Cos(float64(panel)), sumX/sum, 0.02)
		require.InDelta(t, 2*math.Sin(float64(panel)), sumY/sum, 0.02)
	}
	require.Equal(t, color.RGBA{255, 64, 64, 255}, shade(1/math.SqrtPi))
	require.Equal(t, color.RGBA{0, 191, 191, 255}, shade(-1/math.SqrtPi))
	require.Equal(t, color.RGBA{0, 0, 0, 255}, shade(0))
}

// Wrong arguments and a cancelled context are errors.
func TestErrors(t *testing.T) {
	for _, steps := range []int{-4, 0, 6} {
		require.ErrorContains(t, run(t.Context(), io.Discard, "cpu", steps, ""), "want a positive multiple of 4")
	}
	require.ErrorIs(t, run(t.Context(), io.Discard, "no such adapter", 4, ""), wgfft.ErrNoAdapter)
	require.ErrorIs(t, run(t.Context(), io.Discard, "cpu", 4, filepath.Join(t.TempDir(), "none", "out.png")),
		os.ErrNotExist)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, run(ctx, io.Discard, "cpu", 4, ""), context.Canceled)
}
