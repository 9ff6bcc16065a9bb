package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// TestStorage: kernels are tuned and timed with points of 16 bits, and later commands take those kernels.
func TestStorage(t *testing.T) {
	needSoftware(t)
	on := func(args ...string) outcome {
		return command(t, append([]string{"--device", "software", "--wisdom", "off"}, args...)...)
	}
	storages := []string{"bfloat16"} // tune below takes float16
	if testcase.Long() {
		storages = append(storages, "float16")
	}
	for _, storage := range storages {
		got := on("bench", "c2c:16*256", "--storage", storage, "--csv")
		require.Zero(t, got.code, got.stderr)
		require.Regexp(t, `c2c:16\*256,[0-9.]+,[0-9.]+,[0-9.]+,1,[0-9.]+e-0[34]`, got.stdout) // the error of halves
	}
	dir := t.TempDir()
	tune := []string{"tune", "c2c:16*64", "--storage", "float16", "--budget", "1ns"}
	got := command(t, append([]string{"--device", "software", "--wisdom", dir}, tune...)...)
	require.Zero(t, got.code, got.stderr)
	got = command(t, "--device", "software", "--wisdom", dir, "wisdom", "show")
	require.Contains(t, got.stdout, "c2c:16*64 (float16)")

	for want, args := range map[string][]string{
		"use float32, float16 or bfloat16": {"bench", "c2c:16", "--storage", "int8"},
		"--storage float16 is for c2c":     {"bench", "r2c:16", "--storage", "float16"},
		"is for single precision":          {"tune", "c2c:16", "--storage", "float16", "--precision", "double"},
		"omit --h2h and --plan":            {"bench", "c2c:16", "--storage", "float16", "--h2h"},
		"one axis and one pass only":       {"tune", "c2c:1000000", "--storage", "float16", "--budget", "1s"},
	} {
		got := on(args...)
		require.NotZero(t, got.code, "%v", args)
		require.Contains(t, got.stderr, want)
	}
}
