package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/testcase"
)

// Every choice gets a row against the first of its problem. A kernel that cannot do the transform
// counts as a failure, and an unknown name is an error.
func TestRun(t *testing.T) {
	if _, err := device.Adapters(); errors.Is(err, device.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	file := filepath.Join(t.TempDir(), "choices")
	duel := func(text string) (rows []string, err error) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		var out strings.Builder
		err = run(t.Context(), "", 1, true, []string{file}, &out)
		return strings.Split(strings.TrimSpace(out.String()), "\n"), err
	}
	rows, err := duel("c2c:64*100\nc2c:64*100 fft64_8.8_p8_t8_split\n\nr2c:32*50\n")
	require.NoError(t, err)
	require.Len(t, rows, 4)
	require.Contains(t, rows[2], "c2c:64*100,")
	require.True(t, strings.HasSuffix(rows[2], ",fft64_8.8_p8_t8_split"))
	rows, err = duel("c2c:64*100\nc2c:64*100 fft32_8.4_p8_t8_split\n")
	require.ErrorContains(t, err, "1 of the choices failed")
	require.Len(t, rows, 2)
	for _, bad := range []string{"c2c:64*100 fft64\n", "c3c:64\n", "c2c:64*100 fft32_8.4_p8_t8_split\n"} {
		_, err = duel(bad)
		require.Error(t, err)
	}
}
