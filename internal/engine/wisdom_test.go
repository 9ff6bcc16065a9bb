package engine

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A resident plan keeps its kernels when wisdom changes, also in the programs that it compiles
// later.
func TestResidentPlansKeepTheirKernels(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	w, p, tree := another(t, g)
	r, err := g.NewResident(ctx, p, Single)
	require.NoError(t, err)
	defer r.Close()
	kept := r.String()
	text, err := w.Encode()
	require.NoError(t, err)
	require.NoError(t, g.ImportWisdom(text))
	after, err := g.tree(p)
	require.NoError(t, err)
	require.Equal(t, tree, after.String())
	require.Equal(t, kept, r.String())
	src := ref.Uniform(5, 60*40)
	b, err := g.Device().NewBuffer("test", int64(len(src))*plan.ElementBytes, device.Storage)
	require.NoError(t, err)
	defer b.Close()
	at := pipeline.Region{Buffer: b}
	require.NoError(t, g.Upload(ctx, at, DataOf(src), Single))
	require.NoError(t, r.Run(ctx, at, at, false))
	made := r.directions[0].tree.(interface{ Schedule() plan.Schedule }).Schedule()
	inPlace := r.directions[0].programs[1].program.(gpuProgram).Schedule()
	require.Equal(t, made.Passes[0].Kernel.Name()[:20], inPlace.Passes[0].Kernel.Name()[:20])
}

// Transforms go on while wisdom changes under them.
func TestWisdomChangesUnderTransforms(t *testing.T) {
	g := openGPU(t, GPUConfig{Wisdom: WisdomSource{Shipped: true}})
	w, _, _ := another(t, g)
	back := wisdom.Wisdom{Device: w.Device}
	stop, transformed := make(chan bool), make(chan bool)
	var wait sync.WaitGroup
	for i := range 3 {
		wait.Go(func() {
			for k := 0; ; k++ {
				rightRows(t, g, 60, 10+(i+k)%4*10)
				select {
				case <-stop:
					return
				case transformed <- true:
				}
			}
		})
	}
	for i := range 30 {
		next := w
		if i%2 == 1 {
			next = back
		}
		require.NoError(t, g.changeWisdom(func(wisdom.Wisdom) (wisdom.Wisdom, error) { return next, nil }))
		<-transformed
	}
	close(stop)
	wait.Wait()
}

// With a time for tuning, a problem is tuned once, when it is first planned, even if several
// goroutines plan it.
func TestTuneFirst(t *testing.T) {
	g := openGPU(t, GPUConfig{
		Wisdom:    WisdomSource{Shipped: true, Dir: t.TempDir()},
		TuneFirst: time.Nanosecond, // the untuned choice is measured in any case
	})
	var calls atomic.Int32
	tune := g.wisdom.first
	g.wisdom.first = func(p plan.Problem) wisdom.Wisdom {
		calls.Add(1)
		return tune(p)
	}
	g.use(g.kernels.Load().Wisdom)
	before := g.WisdomState().Choices
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() { rightRows(t, g, 36, 30) })
	}
	wait.Wait()
	require.Equal(t, before+1, g.WisdomState().Choices)
	require.NoError(t, g.WisdomState().Err)
	asked := calls.Load()
	require.Positive(t, asked)
	for range 5 {
		rightRows(t, g, 36, 30)
	}
	require.Equal(t, asked, calls.Load(), "it is known now")
	r, err := g.NewResident(ctx, plan.Problem{Shape: []int{20}, Batch: 40}, Single)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Equal(t, before+2, g.WisdomState().Choices)

	// Several passes have the kernels of f32, for any storage of their points.
	halves := plan.Problem{Shape: []int{20, 3 << 12}}
	halves.In.Element, halves.Out.Element = wgsl.Halves{}, wgsl.Halves{}
	r, err = g.NewResident(ctx, halves, Single)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Equal(t, before+3, g.WisdomState().Choices)
	require.NoError(t, g.WisdomState().Err)
}

// After tuning without a result a problem is not tuned again, and compiled programs stay.
func TestTuneFirstInVain(t *testing.T) {
	g := openGPU(t, GPUConfig{TuneFirst: time.Hour})
	rows := plan.Problem{Shape: []int{77}, Batch: 2}
	g.wisdom.tried.Store(plan.TuningKey(rows, g.limits), true)
	g.wisdom.mu.Lock() // tuning would wait for it
	rightRows(t, g, 77, 2)
	g.wisdom.mu.Unlock()
	require.Zero(t, g.WisdomState().Choices)
	kept := g.programs.recent.Len()
	require.Positive(t, kept)
	require.NoError(t, g.changeWisdom(func(w wisdom.Wisdom) (wisdom.Wisdom, error) { return w, nil }))
	require.Equal(t, kept, g.programs.recent.Len())
}
