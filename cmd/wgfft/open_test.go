package main

import (
	"bytes"
	"context"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/npy"
)

// opened runs a command line, and returns the configurations of the engines that it opens. They compute on the CPU.
func opened(t *testing.T, args ...string) []wgfft.Config {
	t.Helper()
	var all []wgfft.Config
	var stderr bytes.Buffer
	a := &app{
		ctx: context.Background(), stdin: &bytes.Buffer{}, stdout: io.Discard, stderr: &stderr, exit: func(int) {},
		opener: func(c wgfft.Config) (*wgfft.Engine, error) {
			all = append(all, c)
			return wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
		},
	}
	require.Equal(t, exitOK, a.run(append([]string{"--wisdom", "off", "-q"}, args...)), "%v: %s", args, &stderr)
	return all
}

// Commands that read files state their work, so that Open takes the CPU for little work. Commands about devices don't.
func TestWorkOfCommands(t *testing.T) {
	const most = 2.5e8 // see wgfft.Config
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	array, _ := saved(t, file("array.npy"), 1, 2, 1000)
	kernel, _ := saved(t, file("kernel.npy"), 2, 10)
	var reals, photo bytes.Buffer
	require.NoError(t, npy.Write(&reals, []int{2, 1000}, make([]float32, 2000)))
	require.NoError(t, os.WriteFile(file("reals.npy"), reals.Bytes(), 0o666))
	require.NoError(t, png.Encode(&photo, part(t)))
	require.NoError(t, os.WriteFile(file("photo.png"), photo.Bytes(), 0o666))
	require.NoError(t, os.WriteFile(file("sound.wav"), sound(t, 8000, 1, 8000), 0o666))
	for _, args := range [][]string{
		{"fft", array}, {"rfft", file("reals.npy")}, {"irfft", array}, {"dct", file("reals.npy")},
		{"dst", file("reals.npy")}, {"convolve", array, kernel}, {"fft", array, "--precision", "double"},
		{"spectrogram", file("sound.wav"), "-o", file("sound.png")},
		{"spectrum", file("photo.png"), "-o", file("s.png")},
		{"filter", file("photo.png"), "--lowpass", "0.1", "-o", file("f.png")},
		{"register", file("photo.png"), file("photo.png")},
	} {
		all := opened(t, args...)
		require.Len(t, all, 1, args)
		require.Greater(t, all[0].Work, 1e3, args)
		require.Less(t, all[0].Work, most, args)
	}
	all := opened(t, "fft", array, "--shape", "4194304")
	require.Greater(t, all[0].Work, most)
	require.Zero(t, opened(t, "info")[0].Work)
	require.Zero(t, precision{isGiven: true, number: wgfft.DoubleSingle}.work(1))
}

// info lists the adapters of a computer without a GPU once: it then opens the CPU engine by name.
func TestInfoWithoutGPU(t *testing.T) {
	var asked []wgfft.Config
	a := &app{chosen: chosen{device: "auto"}, opener: func(c wgfft.Config) (*wgfft.Engine, error) {
		asked = append(asked, c)
		return wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	}}
	a.ctx = context.Background()
	software := device.Adapter{Name: "llvmpipe", Kind: device.Software}
	for _, all := range [][]device.Adapter{nil, {software}, {software, {Index: 1, Name: "card"}}} {
		c, reason, err := a.openedOf(all)
		require.NoError(t, err)
		require.NoError(t, c.Close())
		if len(all) < 2 {
			require.Equal(t, wgfft.CPU, asked[len(asked)-1].Device.Kind)
			require.Contains(t, reason, "install")
		} else {
			require.Equal(t, wgfft.Auto, asked[len(asked)-1].Device.Kind)
			require.Empty(t, reason)
		}
	}
}

// TestThreadsFlag checks that --threads reaches the engines of commands, and that negative numbers are refused.
func TestThreadsFlag(t *testing.T) {
	array, _ := saved(t, filepath.Join(t.TempDir(), "array.npy"), 1, 2, 10)
	for _, args := range [][]string{{"fft", array}, {"info"}} {
		for _, c := range opened(t, append([]string{"--threads", "3"}, args...)...) {
			require.Equal(t, 3, c.Threads, args)
		}
	}
	got := command(t, "--threads", "-1", "fft", array)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--threads -1: must be at least 1")
}
