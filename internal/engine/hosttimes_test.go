package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// The engine with the shorter estimated time is not slower than the other, apart from other load of
// the machine.
func TestHostTimesTellWhichIsFaster(t *testing.T) {
	r := NewRouter(openGPU(t, GPUConfig{}), 0)
	defer r.Close()
	for _, p := range []plan.Problem{{Shape: []int{256}}, {Shape: []int{64}, Batch: 2000}, {Shape: []int{1 << 15}}} {
		j, count := Transform(p, Single), p.Count()
		times, err := r.Times(ctx, j, count)
		require.NoError(t, err)
		gpu, err := timeHost(ctx, r.GPU, j, count)
		require.NoError(t, err)
		cpu, err := timeHost(ctx, r.cpu, j, count)
		require.NoError(t, err)
		all := func(each float64) time.Duration { return time.Duration(each * float64(count) * 1e9) }
		t.Logf("%v: told %v, found %v on the GPU and %v on the processor", p, times, all(gpu), all(cpu))
		if times.CPU < times.GPU {
			require.Less(t, cpu, 3*gpu, "%v", p)
		} else {
			require.Less(t, gpu, 3*cpu, "%v", p)
		}
	}
}

// Estimates that differ enough measure nothing, and estimates that are close measure both engines.
func TestHostTimesMeasureInDoubt(t *testing.T) {
	opened := NewRouter(openGPU(t, GPUConfig{}), 0)
	defer opened.Close()
	m, err := opened.probe(ctx, Single)
	require.NoError(t, err)
	for _, k := range []struct {
		launch, bus, flop float64
		faster            string
		measured          bool
	}{
		{1e-9, 1e-15, 1, "gpu", false},     // a processor that is far too slow
		{1, 1e-9, 1e-9, "cpu", false},      // a launch that takes a second
		{1e-15, 1e-15, 1e-15, "any", true}, // too close to tell
	} {
		r := &Router{GPU: opened.GPU, cpu: opened.cpu}
		s := &r.machine.speeds[Single]
		s.known, s.launch, s.bus, s.flop = true, k.launch, k.bus, k.flop
		times, err := r.Times(ctx, rowOf(64, Single), 16)
		require.NoError(t, err)
		require.Equal(t, k.measured, times.Measured)
		require.InDelta(t, k.bus*1e9*8*64*16, float64(times.Copies), 1)
		if k.faster != "any" {
			require.Equal(t, k.faster == "cpu", times.CPU < times.GPU)
		}
	}
	require.Positive(t, m.launch)
	require.Positive(t, m.bus)
	require.Positive(t, m.flop)
	require.Less(t, m.launch, 1.0)
}

// A router sends double-single to the GPU, and measures host times in each precision.
func TestRouterInDouble(t *testing.T) {
	r := NewRouter(openGPU(t, GPUConfig{}), 0)
	defer r.Close()
	j := Transform(plan.Problem{Shape: []int{16}}, DoubleSingle)
	e, err := r.For(ctx, j, 1)
	require.NoError(t, err)
	require.Equal(t, Engine(r.GPU), e)
	x, got := ref.Uniform128(1, 16), make([]complex128, 16)
	require.NoError(t, r.Run(ctx, DataOf(got), DataOf(x), j))
	require.NotZero(t, got)
	times, err := r.Times(ctx, j, 1)
	require.NoError(t, err)
	require.Less(t, times.GPU, times.CPU, "the processor has no double-single")

	double, err := r.probe(ctx, Double)
	require.NoError(t, err)
	single, err := r.probe(ctx, Single)
	require.NoError(t, err)
	require.NotSame(t, single, double)
	require.Positive(t, double.flop)
	times, err = r.Times(ctx, rowOf(64, Double), 1)
	require.NoError(t, err)
	e, err = r.For(ctx, rowOf(64, Double), 1)
	require.NoError(t, err)
	if times.CPU < times.GPU {
		require.Equal(t, Engine(r.cpu), e)
	} else {
		require.Equal(t, Engine(r.GPU), e)
	}
}
