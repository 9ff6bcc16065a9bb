package wgfft

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

func openAuto(t *testing.T) *Engine {
	t.Helper()
	return openNamedGPU(t, Config{Host: HostAuto})
}

// Transforms are right on both engines, and plans name their engine.
func TestHostAuto(t *testing.T) {
	c := openAuto(t)
	seed := rand.Uint64()
	lengths := []int{1, 16}
	if testcase.Long() {
		lengths = append(lengths, 60, 256, 61, 1009, 4096)
	}
	for _, n := range lengths {
		for _, count := range []int{1, 33} {
			src := ref.Uniform(seed, n*count)
			got, err := c.FFT(ctx, nil, src, WithRowLength(n))
			require.NoError(t, err)
			near(t, got, src, n, false, NormBackward)
			p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: count})
			require.NoError(t, err)
			times, err := c.HostTimes(ctx, p.Problem())
			require.NoError(t, err)
			require.Positive(t, times.CPU, "seed %d", seed)
			require.Positive(t, times.GPU)
			require.Equal(t, !times.OnGPU(), p.String()[:4] == "(cpu", "%v: %v", p, times)
			require.NoError(t, p.Inverse(ctx, got, got))
			require.LessOrEqual(t, ref.RelL2(got, ref.Widen(src)), 2*ref.Tolerance(n))
		}
	}
	reals := ref.UniformReal(seed, 16*9)
	bins, err := c.RFFT(ctx, nil, reals, WithRowLength(16))
	require.NoError(t, err)
	require.Len(t, bins, 9*9)
	_, err = c.FFT(ctx, nil, nil)
	require.Error(t, err)
	require.NoError(t, c.Close())
	_, err = c.FFT(ctx, nil, make([]complex64, 16))
	require.ErrorIs(t, err, ErrClosed)
}

func TestHostEnginesByManyGoroutines(t *testing.T) {
	c := openAuto(t)
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range 10 {
				rightRows(t, c, []int{16, 4}[(g+i)%2], 1+i)
			}
		})
	}
	wait.Wait()
}

func TestHostConfig(t *testing.T) {
	for _, config := range []struct {
		Config
		choose bool
	}{
		{Config{}, true}, {Config{Device: Choice{Kind: Auto}}, true}, {Config{Host: HostDevice}, false}, {
			Config{Device: Choice{Kind: Software}}, false,
		}, {Config{Device: Choice{Kind: ByIndex}}, false},
		{Config{Device: Choice{Kind: Software}, Host: HostAuto}, true}, {Config{Use: openGPU(t).gpu.Device()}, false},
	} {
		require.Equal(t, config.choose, config.isHostAuto(), "%+v", config.Config)
	}
	c := openGPU(t)
	_, err := Open(Config{Device: Choice{Kind: ByName, Name: c.Adapter().Name}, Host: 7})
	require.ErrorContains(t, err, "HostAuto")
	named, err := Open(Config{Device: Choice{Kind: ByName, Name: c.Adapter().Name}})
	require.NoError(t, err)
	defer named.Close()
	p, err := named.Plan(ctx, Problem{Shape: []int{64}})
	require.NoError(t, err)
	require.NotContains(t, p.String(), "cpu", "unless it is asked for, the device that was asked for computes")
	_, err = openCPU(t).HostTimes(ctx, Problem{Shape: []int{64}})
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = c.HostTimes(ctx, Problem{Shape: []int{0}})
	require.ErrorIs(t, err, ErrInvalidLength)
}

// Host slices are computed on a GPU only if there is one. If Config names a GPU, they are always
// computed there.
func TestOnGPU(t *testing.T) {
	fine, bad := Problem{Kind: R2C, Shape: []int{16}}, Problem{Kind: R2C}
	for _, c := range []*Engine{openCPU(t), openGPU(t)} {
		on, err := c.OnGPU(ctx, fine)
		require.NoError(t, err)
		require.Equal(t, c.gpu != nil, on)
		_, err = c.OnGPU(ctx, bad)
		require.Error(t, err)
	}
	c := openGPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	auto, err := Open(Config{Use: dev, Host: HostAuto})
	require.NoError(t, err)
	defer auto.Close()
	on, err := auto.OnGPU(ctx, fine)
	require.NoError(t, err)
	times, err := auto.HostTimes(ctx, fine)
	require.NoError(t, err)
	require.Equal(t, times.OnGPU(), on)
}
