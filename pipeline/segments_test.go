package pipeline

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// smallBindings returns the limits l with bindings of the given number of elements, and the given
// workgroup size.
func smallBindings(l wgsl.Limits, elements, invocations int) wgsl.Limits {
	l.BindingBytes, l.Invocations = int64(elements)*8, invocations
	return l
}

// TestDataLargerThanABinding runs batches that are divided into parts, and transforms and
// convolutions in segmented buffers. Usual runs have parts of a batch, and a transform in segmented buffers.
func TestDataLargerThanABinding(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	for i, c := range []struct {
		l        wgsl.Limits
		n, batch int
	}{
		{smallBindings(l, 1024, 256), 16, 200}, {smallBindings(l, 1024, 256), 100, 77},
		{smallBindings(l, 8192, 64), 2048, 9}, {smallBindings(l, 4096, 64), 37 * 3, 100},
		{smallBindings(l, 1000, 64), 4096, 1}, {smallBindings(l, 3000, 64), 59 * 128, 1},
		{smallBindings(l, 4000, 64), 2039, 1}, {smallBindings(l, 4000, 64), 4093, 1},
		{smallBindings(l, 500, 64), 1024, 1}, {smallBindings(l, 1000, 64), 1019, 1},
	} {
		if !runsCase(t, i, 8, 0) || c.l.StorageBindings < 14 && c.batch == 1 {
			continue
		}
		for _, inPlace := range []bool{false, true} {
			if inPlace == (i%2 == 0) && !testcase.Long() {
				continue
			}
			p := plan.Problem{Shape: []int{c.n}, Batch: c.batch, Inverse: i%2 == 0, InPlace: inPlace}
			made, err := choose.Make(p, c.l)
			require.NoError(t, err)
			require.True(t, made.SegmentSize > 0 || made.ArraysPerBinding < c.batch)
			r.check(t, made)
		}
	}
}

// TestALongTransform runs a transform that is larger than a binding. It takes several submissions and a
// buffer of several allocations. Usual runs have small bindings, and passes that the plan takes for slow
// ones. Long tests have the bindings of the device.
func TestALongTransform(t *testing.T) {
	r := newHarness(t)
	l := smallBindings(r.e.Device().Limits(), 512, 32)
	n := 2 * 512
	if testcase.Long() {
		l = r.e.Device().Limits()
		if n = 2 * int(l.BindingBytes/plan.ElementBytes); n > 1<<26 {
			n = 1 << 25 // bindings of this device are very large
		}
	}
	if l.StorageBindings < 14 {
		t.Skip("too few bindings for segmented buffers")
	}
	made, err := choose.Make(plan.Problem{Shape: []int{n}, Inverse: true}, l)
	require.NoError(t, err)
	s := made.Schedule()
	if !testcase.Long() {
		require.NotEmpty(t, s.Source.Cuts)
		for i := range s.Passes {
			s.Passes[i].Seconds = 2 * plan.LongestSubmission
		}
		require.Equal(t, 1, passesPerSubmission(s.Passes))
	}
	prog, err := r.e.Compile(s)
	require.NoError(t, err)
	defer prog.Close()
	var at [2]Region
	for i := range at {
		b, err := r.e.Device().NewBufferInParts("long", s.Source.Bytes, s.Source.Cuts)
		require.NoError(t, err)
		defer b.Close()
		at[i] = Region{Buffer: b}
	}
	src := ref.Uniform(1, n)
	ctx := context.Background()
	require.NoError(t, r.e.Upload(ctx, at[0], bytesOf(src), nil))
	require.NoError(t, prog.Run(ctx, at[1], at[0]))
	got := make([]complex64, n)
	ref.Poison(got)
	require.NoError(t, r.e.Download(ctx, bytesOf(got), at[1], nil))
	require.Zero(t, ref.Poisoned(got))
	sum, want := 0.0, 0.0 // Parseval's theorem
	for i, x := range src {
		want += squaredAbs(x) / float64(n)
		sum += squaredAbs(got[i])
	}
	require.InEpsilon(t, want, sum, 1e-5)
	points := 6 // points compared with the defining sum
	if testcase.Long() {
		points = 32
	}
	rng := rand.New(rand.NewPCG(1, 1))
	few, exact := make([]complex64, points), make([]complex128, points)
	var wait sync.WaitGroup
	for i := range few {
		k := []int{0, n - 1, rng.IntN(n)}[min(i, 2)]
		few[i] = got[k]
		wait.Go(func() { exact[i] = ref.Sum(src, (n-k)%n, n) * complex(1/float64(n), 0) })
	}
	wait.Wait()
	require.LessOrEqual(t, ref.RelL2(few, exact), ref.Tolerance(n))
}

func squaredAbs(v complex64) float64 {
	x, y := float64(real(v)), float64(imag(v))
	return x*x + y*y
}

// TestProgramsOfSeveralSubmissions checks that a program of several submissions has scratch memory
// of its own, so that other programs may run between them.
func TestProgramsOfSeveralSubmissions(t *testing.T) {
	r := newHarness(t)
	const n = 256
	made, err := choose.MakeBy(plan.Problem{Shape: []int{n}, InPlace: true}, r.e.Device().Limits(), plan.Transposed)
	require.NoError(t, err)
	s := made.Schedule()
	require.NotEmpty(t, s.Scratch)
	for i := range s.Passes {
		s.Passes[i].Seconds = 2 * plan.LongestSubmission
	}
	long, err := r.e.Compile(s)
	require.NoError(t, err)
	defer long.Close()
	short, err := r.e.Compile(made.Schedule())
	require.NoError(t, err)
	defer short.Close()
	data := func(seed uint64) (Region, []complex64) {
		b, err := r.e.Device().NewBuffer("data", int64(n)*8, device.Storage)
		require.NoError(t, err)
		t.Cleanup(func() { b.Close() })
		src := ref.Uniform(seed, n)
		require.NoError(t, r.e.Upload(context.Background(), Region{Buffer: b}, bytesOf(src), nil))
		return Region{Buffer: b}, src
	}
	// One goroutine submits the short program repeatedly, while the other runs the long one.
	var wait sync.WaitGroup
	stop := make(chan struct{})
	other, _ := data(1)
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			s, err := short.Submit(context.Background(), other, other)
			if !assert.NoError(t, err) || !assert.NoError(t, s.Wait(context.Background())) {
				return
			}
		}
	})
	for i := range 30 {
		at, src := data(uint64(2 + i))
		require.NoError(t, long.Run(context.Background(), at, at))
		got := make([]complex64, n)
		require.NoError(t, r.e.Download(context.Background(), bytesOf(got), at, nil))
		requireClose(t, got, src, made.Problem, "a long program")
	}
	close(stop)
	wait.Wait()
	require.Len(t, long.ownScratch, len(s.Scratch))
	require.Empty(t, short.ownScratch)
	for _, b := range long.bindingSets { // the two may not have interleaved, so check the buffers as well
		require.True(t, b.ownScratch)
		for i := range s.Scratch {
			bound := long.argBinding(plan.Arg{Role: plan.Scratch, Index: i}, &b.arguments).Buffer
			require.Same(t, long.ownScratch[i], bound)
			require.NotSame(t, short.scratch[i], bound)
		}
	}
}
