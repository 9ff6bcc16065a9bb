package wgfft

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// openAll opens engines together.
func openAll(t testing.TB, c Config, members ...Member) *Engine {
	t.Helper()
	eng, err := OpenAll(c, members...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

// everyAdapter returns members for all adapters of the machine, and the CPU.
func everyAdapter(t testing.TB) (members []Member) {
	t.Helper()
	adapters, err := device.Adapters()
	if err != nil {
		testcase.SkipNoAdapter(t, err)
	}
	for i := range adapters {
		members = append(members, Member{Device: Choice{Kind: ByIndex, Index: i}})
	}
	return append(members, Member{Device: Choice{Kind: CPU}})
}

// TestOpenAll compares calls of two members of one kind with calls of one, bit by bit, and large batches of all members
// with float64.
func TestOpenAll(t *testing.T) {
	eng := openAll(t, Config{}, Member{Device: Choice{Kind: CPU}}, Member{Device: Choice{Kind: CPU}})
	require.True(t, eng.Adapter().CPU)
	direct := openCPU(t)
	z := ref.Uniform(1, 120)
	x := make([]float32, len(z))
	for i, v := range z {
		x[i] = real(v)
	}
	for _, c := range workerCalls {
		if strings.HasPrefix(c.name, "Plan") { // Describe names the members
			continue
		}
		want, failed := c.call(direct, append([]complex64{}, z...), x)
		got, err := c.call(eng, append([]complex64{}, z...), x)
		require.Equal(t, failed, err, c.name)
		require.Equal(t, want, got, c.name)
	}
	all := openAll(t, Config{}, everyAdapter(t)...)
	require.False(t, all.Adapter().CPU)
	require.Equal(t, all.Adapter().Name, all.Adapter().String())
	src := ref.Uniform(3, 400*2048)
	for range 3 { // with shares that are measured more and more
		got, err := all.FFT(ctx, nil, src, WithRowLength(2048))
		require.NoError(t, err)
		near(t, got[399*2048:], src[399*2048:], 2048, false, NormBackward)
		near(t, got[:2048], src[:2048], 2048, false, NormBackward)
		back, err := all.IFFT(ctx, got, got, WithRowLength(2048))
		require.NoError(t, err)
		requireNear(t, src, back, 1e-5)
	}
}

// requireNear compares all elements.
func requireNear(t testing.TB, want, got []complex64, limit float64) {
	t.Helper()
	for i, v := range want {
		if d := got[i] - v; math.Hypot(float64(real(d)), float64(imag(d))) > limit {
			require.Failf(t, "wrong element", "element %d is %v, want %v", i, got[i], v)
		}
	}
}

// TestOpenAllShares repeats a call with given shares: its bits stay the same, also on members of different kinds.
func TestOpenAllShares(t *testing.T) {
	members := everyAdapter(t)
	for i := range members {
		members[i].Share = float64(1 + i)
	}
	eng := openAll(t, Config{}, members...)
	src := ref.Uniform(3, 300*2048)
	var want []complex64
	for range 3 {
		got, err := eng.FFT(ctx, nil, src, WithRowLength(2048))
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
	}
}

// TestOpenAllOnLikeGPUs compares calls of the GPUs of one model with calls of one of them, bit by bit. A single GPU is
// opened twice.
func TestOpenAllOnLikeGPUs(t *testing.T) {
	adapters, err := device.Adapters()
	if err != nil {
		testcase.SkipNoAdapter(t, err)
	}
	var members []Member
	for i, a := range adapters {
		if a.Name == adapters[0].Name {
			members = append(members, Member{Device: Choice{Kind: ByIndex, Index: i}})
		}
	}
	if len(members) == 1 {
		members = append(members, members[0])
	}
	one, err := Open(Config{Device: members[0].Device, Host: HostDevice})
	require.NoError(t, err)
	defer func() { require.NoError(t, one.Close()) }()
	all := openAll(t, Config{}, members...)
	src := ref.Uniform(3, 500*2048)
	want, err := one.FFT(ctx, nil, src, WithRowLength(2048))
	require.NoError(t, err)
	for range 4 { // with shares that are measured more and more
		got, err := all.FFT(ctx, nil, src, WithRowLength(2048))
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got))
	}
}

// TestOpenAllRefusals checks what an engine on several devices can't do.
func TestOpenAllRefusals(t *testing.T) {
	for _, c := range []Config{
		{Device: Choice{Kind: CPU}}, {Use: device.NewHost(1 << 20)}, {Host: HostAuto}, {Work: 1},
		{Worker: WorkerConfig{StartTimeout: time.Second}}, {TuneFirst: -1},
	} {
		_, err := OpenAll(c)
		require.Error(t, err)
	}
	for _, m := range []Member{
		{Device: Choice{Kind: 99}}, {Share: -1}, {Share: math.NaN()}, {Share: math.Inf(1)},
		{Device: Choice{Kind: ByName, Name: "no such adapter"}},
	} {
		_, err := OpenAll(Config{}, Member{Device: Choice{Kind: CPU}}, m)
		require.Error(t, err)
	}
	eng := openAll(t, Config{MemoryLimit: 1 << 20}, Member{Device: Choice{Kind: CPU}})
	_, err := eng.PlanResident(ctx, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorContains(t, err, "several devices")
	_, err = eng.Device()
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = eng.FFT(ctx, nil, make([]complex64, 1<<20))
	require.ErrorIs(t, err, ErrMemoryLimit)
	_, err = eng.FFT(ctx, nil, make([]complex64, 10), WithRowLength(4))
	require.ErrorIs(t, err, ErrSliceLength)
	require.Zero(t, eng.Stats())
	require.NoError(t, eng.Close())
	_, err = eng.FFT(ctx, nil, make([]complex64, 8))
	require.ErrorIs(t, err, ErrClosed)
}

// TestOpenAllCountsCopies: the copies of small arrays that are replaced take no more memory than the arrays.
func TestOpenAllCountsCopies(t *testing.T) {
	cpu := Member{Device: Choice{Kind: CPU}}
	eng := openAll(t, Config{MemoryLimit: 1 << 20}, cpu, cpu)
	x := make([]complex64, 16*1024) // 128 KiB
	_, err := eng.FFT(ctx, x, x, WithRowLength(1024))
	require.NoError(t, err)
	x = make([]complex64, 256*1024) // 2 MiB, in pieces of 1 MiB
	_, err = eng.FFT(ctx, x, x, WithRowLength(1024))
	require.ErrorIs(t, err, ErrMemoryLimit)
}
