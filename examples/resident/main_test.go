package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/examples/internal/exampletest"
)

func TestRun(t *testing.T) {
	_, err := run(t.Context(), "cpu")
	require.ErrorIs(t, err, wgfft.ErrNoAdapter)
	worst, err := run(t.Context(), "software")
	exampletest.NoError(t, err)
	require.Positive(t, worst)
	require.Less(t, worst, 1e-5)
}
