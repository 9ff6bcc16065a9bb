package main

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

func TestRun(t *testing.T) {
	_, err := run(t.Context(), wgfft.CPU)
	require.ErrorIs(t, err, wgfft.ErrNoAdapter)
	worst, err := run(t.Context(), wgfft.Software)
	if errors.Is(err, wgfft.ErrNoAdapter) && os.Getenv("WGFFT_REQUIRE_ADAPTER") != "1" {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Positive(t, worst)
	require.Less(t, worst, 1e-5)
}
