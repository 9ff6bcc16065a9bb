package main

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

func TestRun(t *testing.T) {
	err := run(context.Background(), "software")
	if errors.Is(err, wgfft.ErrNoAdapter) && os.Getenv("WGFFT_REQUIRE_ADAPTER") != "1" {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.NoError(t, run(context.Background(), "cpu"), "says that there is no GPU")
}
