package engine

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// TestCPUWaitsForHostMemory ends a call on the GPU while its work is under way. A call on the CPU with the same result
// has the right numbers, which the GPU does not replace later.
func TestCPUWaitsForHostMemory(t *testing.T) {
	r := NewRouter(openGPU(t, GPUConfig{}), 0)
	defer r.Close()
	const n = 1 << 20
	dst, err := r.NewHostMemory(ctx, 8*n, ResultOnly)
	require.NoError(t, err)
	if dst == nil {
		testcase.SkipNoSharedMemory(t)
	}
	defer dst.Close()
	src, want := ref.Uniform(1, n), make([]complex64, n)
	require.NoError(t, r.cpu.Run(ctx, DataOf(want), DataOf(src), rowOf(16, Single)))
	onGPU := rowOf(n, Single)
	require.NoError(t, r.GPU.Run(ctx, DataIn(dst.Bytes()), DataOf(src), onGPU)) // compiles the kernels
	ending, cancel := context.WithCancel(ctx)
	defer cancel()
	before := r.Device().Stats().Submissions
	left := make(chan error)
	go func() { left <- r.GPU.Run(ending, DataIn(dst.Bytes()), DataOf(src), onGPU) }()
	for r.Device().Stats().Submissions == before {
		runtime.Gosched()
	}
	cancel()
	if err := <-left; err != nil {
		require.ErrorIs(t, err, context.Canceled)
	}
	require.NoError(t, r.cpu.Run(ctx, DataIn(dst.Bytes()), DataOf(src), rowOf(16, Single)))
	require.NoError(t, dst.Wait(ctx))
	require.True(t, slices.Equal(BytesOf(want), dst.Bytes()), "the GPU has written after the call on the CPU")
}
