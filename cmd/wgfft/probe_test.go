package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

func TestProbe(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	got := command(t, "--device", "software", "--wisdom", dir, "probe", "--json")
	require.Equal(t, exitOK, got.code, got.stderr)
	var s struct {
		Family   string  `json:"family"`
		Dispatch float64 `json:"dispatch_s"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &s))
	require.Equal(t, "software", s.Family)
	require.Positive(t, s.Dispatch)
	require.Contains(t, got.stderr, "saved in "+dir)
	if testcase.Long() { // TestTune has this note in every run
		got = command(t, "--device", "software", "--wisdom", "off", "probe")
		require.Equal(t, exitOK, got.code)
		require.Contains(t, got.stderr, "not saved because --wisdom is off")
	}
	got = command(t, "--device", "cpu", "probe")
	require.Equal(t, exitFailure, got.code)
}
