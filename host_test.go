package wgfft

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

func openAuto(t *testing.T) *Engine {
	t.Helper()
	first := openGPU(t)
	c, err := Open(Config{Device: first.Adapter().Name, Host: HostAuto})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// Wherever it is done, it is right; and plans say where.
func TestHostAuto(t *testing.T) {
	c := openAuto(t)
	seed := rand.Uint64()
	lengths := []int{1, 60, 256, 61}
	if testcase.Long() {
		lengths = append(lengths, 1009, 4096)
	}
	for _, n := range lengths {
		for _, count := range []int{1, 33} {
			src := ref.Uniform(seed, n*count)
			got, err := c.FFT(ctx, nil, src, WithRows(n))
			require.NoError(t, err)
			near(t, got, src, n, false, NormBackward)
			p, err := c.Plan(Problem{Shape: []int{n}, Batch: count})
			require.NoError(t, err)
			times, err := c.HostTimes(ctx, p.Problem())
			require.NoError(t, err)
			require.Positive(t, times.CPU, "seed %d", seed)
			require.Positive(t, times.GPU)
			require.Equal(t, times.Fastest() == "cpu", p.String()[:4] == "(cpu", "%v: %v", p, times)
			require.NoError(t, p.Inverse(ctx, got, got))
			require.LessOrEqual(t, ref.RelL2(got, ref.Widen(src)), 2*ref.Tolerance(n))
		}
	}
	reals := ref.UniformReal(seed, 48*9)
	bins, err := c.RFFT(ctx, nil, reals, WithRows(48))
	require.NoError(t, err)
	require.Len(t, bins, 25*9)
	_, err = c.FFT(ctx, nil, nil)
	require.Error(t, err)
	require.NoError(t, c.Close())
	_, err = c.FFT(ctx, nil, make([]complex64, 60))
	require.ErrorIs(t, err, ErrClosed)
}

// The engine that is told to be the faster is: not slower than the other, but for what the machine does meanwhile.
func TestHostTimesTellWhichIsFaster(t *testing.T) {
	c := openAuto(t)
	for _, p := range []Problem{{Shape: []int{256}}, {Shape: []int{64}, Batch: 2000}, {Shape: []int{1 << 15}}} {
		times, err := c.HostTimes(ctx, p)
		require.NoError(t, err)
		a, count := arraysOf(p, false), p.Count()
		gpu, err := timeHost(ctx, c.gpu, a, count)
		require.NoError(t, err)
		cpu, err := timeHost(ctx, c.host.cpu, a, count)
		require.NoError(t, err)
		t.Logf("%v: told %v, found %v on the GPU and %v on the processor", p, times, time.Duration(gpu*float64(count)*1e9), time.Duration(cpu*float64(count)*1e9))
		if times.Fastest() == "cpu" {
			require.Less(t, cpu, 3*gpu, "%v", p)
		} else {
			require.Less(t, gpu, 3*cpu, "%v", p)
		}
	}
}

// A model that is sure measures nothing, and one that is not measures both.
func TestHostTimesMeasureInDoubt(t *testing.T) {
	c := openAuto(t)
	a := arraysOf(Problem{Shape: []int{64}}, false)
	require.NoError(t, c.host.probe(ctx))
	m := &c.host.machine
	for _, k := range []struct {
		launch, bus, flop float64
		fastest           string
		measured          bool
	}{
		{1e-9, 1e-15, 1, "gpu", false},     // a processor that is hopeless
		{1, 1e-9, 1e-9, "cpu", false},      // a launch that takes a second
		{1e-15, 1e-15, 1e-15, "any", true}, // nobody knows
	} {
		h := &hostEngine{gpuEngine: c.gpu, cpu: c.host.cpu}
		h.machine.known, h.machine.launch, h.machine.bus, h.machine.flop = true, k.launch, k.bus, k.flop
		times, err := h.times(ctx, a, 16)
		require.NoError(t, err)
		require.Equal(t, k.measured, times.Measured)
		if k.fastest != "any" {
			require.Equal(t, k.fastest, times.Fastest())
		}
	}
	require.Positive(t, m.launch)
	require.Positive(t, m.bus)
	require.Positive(t, m.flop)
	require.Less(t, m.launch, 1.0)
}

func TestHostEnginesByManyGoroutines(t *testing.T) {
	c := openAuto(t)
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range 10 {
				rightRows(t, c, []int{16, 60, 100}[(g+i)%3], 1+i)
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
		{Config{}, true}, {Config{Device: Auto}, true}, {Config{Host: HostDevice}, false}, {Config{Device: Software}, false}, {Config{Device: "0"}, false},
		{Config{Device: Software, Host: HostAuto}, true}, {Config{Use: openGPU(t).gpu.pipes.Device()}, false},
	} {
		choose, err := config.chooses()
		require.NoError(t, err)
		require.Equal(t, config.choose, choose, "%+v", config.Config)
	}
	c := openGPU(t)
	_, err := Open(Config{Device: c.Adapter().Name, Host: "elsewhere"})
	require.ErrorContains(t, err, "auto")
	named, err := Open(Config{Device: c.Adapter().Name})
	require.NoError(t, err)
	defer named.Close()
	p, err := named.Plan(Problem{Shape: []int{64}})
	require.NoError(t, err)
	require.NotContains(t, p.String(), "cpu", "unless it is asked for, the device that was asked for computes")
	_, err = openCPU(t).HostTimes(ctx, Problem{Shape: []int{64}})
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = c.HostTimes(ctx, Problem{Shape: []int{0}})
	require.ErrorIs(t, err, ErrInvalidLength)
}

// Where host slices are computed: never on a GPU that is not there, and on one that was asked for whatever it takes.
func TestOnGPU(t *testing.T) {
	fine, bad := Problem{Kind: R2C, Shape: []int{64}}, Problem{Kind: R2C}
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
	require.Equal(t, times.Fastest() == "gpu", on)
}
