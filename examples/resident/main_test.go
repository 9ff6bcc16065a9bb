package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
)

func TestRun(t *testing.T) {
	_, err := run(t.Context(), "cpu")
	require.ErrorIs(t, err, wgfft.ErrNoAdapter)
	worst, err := run(t.Context(), "software")
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	require.Positive(t, worst)
	require.Less(t, worst, 1e-5)
}
