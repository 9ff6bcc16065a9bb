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
	"wgfft/internal/testcase"
)

// open opens an engine for a test. It skips the test if there is no software adapter.
func open(t *testing.T, kind wgfft.ChoiceKind) *wgfft.Engine {
	t.Helper()
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	return engine
}

// Double precision keeps the norm over 4000 steps. The splitting into time steps causes its error: 400
// steps have 100 times the error of 4000. Single precision loses more of the norm, within its bound.
func TestCPU(t *testing.T) {
	engine := open(t, wgfft.CPU)
	double, err := solve(t.Context(), io.Discard, engine.Double(), 4000)
	require.NoError(t, err)
	require.Less(t, math.Abs(drift(double)), 1e-12)
	exact := coherent[complex128](end)
	fine := distance(double[end], exact)
	require.Less(t, fine, 2e-6)
	require.InDelta(t, 4*math.Cos(end), real(centre(double[end])), 1e-5)
	require.InDelta(t, 2*math.Sin(end), imag(centre(double[end])), 1e-5)

	double, err = solve(t.Context(), io.Discard, engine.Double(), 400)
	require.NoError(t, err)
	require.InDelta(t, 100, distance(double[end], exact)/fine, 1)

	single, err := solve(t.Context(), io.Discard, engine.Transforms, 4000)
	require.NoError(t, err)
	require.Greater(t, math.Abs(drift(single)), 1e-7)
	require.Less(t, math.Abs(drift(single)), 8000*0.5*0x1p-23*math.Sqrt(14)) // the accuracy of 8000 transforms
	require.Less(t, distance(single[end], exact), 8000*0.5*0x1p-23*math.Sqrt(14))
}

// A GPU computes the same states as the CPU, here in 200 steps.
func TestSoftware(t *testing.T) {
	gpu, cpu := open(t, wgfft.Software), open(t, wgfft.CPU)
	want, err := solve(t.Context(), io.Discard, cpu.Double(), 200)
	require.NoError(t, err)

	double, err := solve(t.Context(), io.Discard, gpu.Double(), 200)
	require.NoError(t, err)
	require.Less(t, math.Abs(drift(double)), 5e-13)
	require.Less(t, distance(double[end], want[end]), 2e-12)

	single, err := solve(t.Context(), io.Discard, gpu.Transforms, 200)
	require.NoError(t, err)
	require.Greater(t, math.Abs(drift(single)), 1e-8)
	require.Less(t, math.Abs(drift(single)), 400*0.5*0x1p-23*math.Sqrt(14)) // the accuracy of 400 transforms
	require.Less(t, distance(single[end], want[end]), 400*0.5*0x1p-23*math.Sqrt(14))
}

// The picture shows each state at the place of the classical particle.
func TestPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.png")
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, "cpu", 400, name))
	const line = `  centre \(-2\.6145\d+-1\.5136\d+i\)`
	require.Regexp(t, `^400 steps on CPU engine\nexact     `+line+`\ncomplex128`+line+`  norm drift .*\n`+
		`complex64 `+line+`  norm drift .*  error 1\.\de-04  time .*\n$`, out.String())

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
			sumX += light * (float64(column-128)/4 - 0.375) * spacing
			sumY += light * (float64(128-row)/4 - 0.625) * spacing
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
