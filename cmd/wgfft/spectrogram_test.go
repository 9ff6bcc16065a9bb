package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/signals/wav"
)

const dawn = "../../examples/data/dawn.wav"

// sound returns a WAV file of noise.
func sound(t *testing.T, rate, channels, frames int) []byte {
	t.Helper()
	samples := make([]float32, frames*channels)
	for i, v := range ref.Uniform(3, len(samples)) {
		samples[i] = real(v)
	}
	var b bytes.Buffer
	require.NoError(t, wav.Write16(&b, rate, channels, samples))
	return b.Bytes()
}

// requirePicture checks that the data is a PNG of the default size.
func requireImage(t *testing.T, data []byte) {
	t.Helper()
	p, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, imageWidth, p.Bounds().Dx())
	require.Equal(t, imageHeight, p.Bounds().Dy())
}

func TestSpectrogram(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		out := filepath.Join(t.TempDir(), "dawn.png")
		got := command(t, "--device", device, "spectrogram", dawn, "-o", out)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Empty(t, got.stdout)
		requireOneLine(t, got.stderr)
		require.Contains(t, got.stderr, "8.00 s at 22050 Hz")
		require.Contains(t, got.stderr, "of 1024 samples (hann, hop 256)")
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		requireImage(t, data)
	})
}

func TestSpectrogramFlags(t *testing.T) {
	for i, c := range []struct {
		name  string
		data  []byte
		flags []string
		says  string
	}{
		{"shorter than a window", sound(t, 8000, 1, 100), nil, "5 windows of 100 samples (hann, hop 20)"},
		{"one sample", sound(t, 8000, 1, 1), nil, "1 window of 1 sample"},
		{"stereo", sound(t, 48000, 2, 9000), []string{"--title", "noise", "--range", "60"}, "of 2048"},
		{"every sample", sound(t, 8000, 1, 9000), []string{"--n", "2", "--hop", "1"}, "9000 windows of 2 samples"},
		{"with a parameter", sound(t, 8000, 1, 9000), []string{"--window", "kaiser:14"}, "of 320 samples (kaiser:14"},
		{"odd", sound(t, 8000, 1, 9000), []string{"--n", "37", "--window", "flattop"}, "of 37 samples (flattop"},
		{"hop beyond", sound(t, 8000, 1, 9000), []string{"--hop", "9223372036854775807"}, "1 window"},
		{"slow", sound(t, 1, 1, 50), nil, "at 1 Hz"},
	} {
		if !testcase.ShardOf(t, i, 2) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			got := feed(t, c.data, append([]string{"--device", "cpu", "spectrogram", "-"}, c.flags...)...)
			require.Equal(t, exitOK, got.code, got.stderr)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, c.says)
			requireImage(t, []byte(got.stdout))
		})
	}
}

func TestSpectrogramHostile(t *testing.T) {
	good := sound(t, 8000, 1, 1000)
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"nothing", nil, "standard input"},
		{"text", []byte("la la la, la la la, la la la, la la la, la la la"), "standard input"},
		{"no samples", sound(t, 8000, 1, 0), "no samples"},
		{"the head alone", good[:44], ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := feed(t, c.data, "--device", "cpu", "spectrogram", "-")
			require.Equal(t, exitFailure, got.code)
			require.Empty(t, got.stdout)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, c.says)
		})
	}
	got := feed(t, good[:len(good)/2], "--device", "cpu", "spectrogram", "-")
	require.Equal(t, exitOK, got.code)
	require.Contains(t, got.stderr, "samples that are there")
	requireImage(t, []byte(got.stdout))
}

func TestWindowLength(t *testing.T) {
	for rate, n := range map[int]int{
		1: 16, 100: 16, 8000: 320, 11025: 512, 16000: 640, 22050: 1024, 32000: 1280, 44100: 2048, 48000: 2048,
		96000: 4096, 192000: 8192,
		1 << 40: 16384,
	} {
		require.Equal(t, n, windowLength(rate, 16384), rate)
	}
	for rate := 1; rate < 300000; rate += 997 {
		n := windowLength(rate, 16384)
		require.LessOrEqual(t, plan.LargestPrime(n), 5)
		require.Zero(t, n%2)
		if rate >= 1000 {
			require.InDelta(t, 0.045, float64(n)/float64(rate), 0.0051, rate)
		}
	}
	require.Equal(t, 4096, windowLength(192000, 4096), "what a small device holds")
}
