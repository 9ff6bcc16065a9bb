package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The strongest tones of the recording are found, in order of their power.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out, "../data/dawn.wav"))
	require.Contains(t, out.String(), "dawn.wav: 8.00 s, average of ")
	require.Equal(t, 11, strings.Count(out.String(), "\n"))
	require.Equal(t, []int{6, 1}, strongest([]float64{0, 2, 1, 0, 0, 0, 5, 0, 0}, 10))
	require.Equal(t, []int{6}, strongest([]float64{0, 2, 1, 0, 0, 0, 5, 0, 0}, 1))
	require.Error(t, run(t.Context(), &out, filepath.Join(t.TempDir(), "none.wav")))
}
