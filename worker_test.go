package wgfft

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

func TestMain(m *testing.M) {
	RunWorker()
	os.Exit(m.Run())
}

func TestWorkerFFT(t *testing.T) {
	eng, err := OpenWorker(Config{Device: Choice{Kind: CPU}})
	require.NoError(t, err)
	src := ref.Uniform(1, 1000)
	got, err := eng.FFT(ctx, nil, src)
	require.NoError(t, err)
	want, err := openCPU(t).FFT(ctx, nil, src)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.True(t, eng.Adapter().CPU)
	require.NoError(t, eng.Close())
}
