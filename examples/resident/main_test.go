package main

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
)

func TestRun(t *testing.T) {
	err := run(context.Background(), wgfft.Software)
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	require.NoError(t, run(context.Background(), wgfft.CPU), "says that there is no GPU")
}
