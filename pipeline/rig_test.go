package pipeline

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// openDevice opens the best adapter, a software one if need be. Without any it skips, or fails where one is required.
func openDevice(t testing.TB) *device.Device {
	t.Helper()
	dev, err := device.Open(device.Choice{})
	if errors.Is(err, device.ErrNoAdapter) {
		dev, err = device.Open(device.Choice{Kind: device.AnySoftware})
	}
	if errors.Is(err, device.ErrNoAdapter) && os.Getenv("WGFFT_REQUIRE_ADAPTER") != "1" {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, dev.Close()) })
	return dev
}

func openEngine(t testing.TB) *Engine {
	t.Helper()
	e := New(openDevice(t))
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 8*len(s))
}

// guardBytes is the size of the guard on each side of the data of a rig: a multiple of any alignment of offsets.
const guardBytes = ref.GuardElements * 8

// A rig plays schedules on guarded buffers.
type rig struct {
	e        *Engine
	src, dst *device.Buffer
}

func newRig(t testing.TB) *rig {
	t.Helper()
	return &rig{e: openEngine(t)}
}

// reserve makes the buffer at least so large.
func (r *rig) reserve(t testing.TB, b **device.Buffer, bytes int64) {
	t.Helper()
	if *b != nil && (*b).Size() >= bytes {
		return
	}
	if *b != nil {
		require.NoError(t, (*b).Close())
	}
	var err error
	*b, err = r.e.Device().NewBuffer("guarded", bytes, device.Storage)
	require.NoError(t, err)
}

// put writes guarded points to a buffer.
func (r *rig) put(t testing.TB, b *device.Buffer, g *ref.Guarded[complex64]) Region {
	t.Helper()
	require.NoError(t, b.WriteAt(bytesOf(g.All()), 0))
	return Region{Buffer: b, Offset: guardBytes}
}

// get reads as many points, and checks the guards.
func (r *rig) get(t testing.TB, at Region, points int, what string) []complex64 {
	t.Helper()
	all := make([]complex64, points+2*ref.GuardElements)
	require.NoError(t, r.e.Download(context.Background(), bytesOf(all), Region{Buffer: at.Buffer}))
	require.NoError(t, ref.CheckGuards(all), "%s: outside its points", what)
	return all[ref.GuardElements : ref.GuardElements+points]
}

// poison fills the scratch of a program with NaN, so that a pass that reads what none wrote before is seen.
func (r *rig) poison(t testing.TB, p *Program) {
	t.Helper()
	if passes := p.schedule.Passes; submission(passes) < len(passes) {
		require.NoError(t, p.scratchOfItsOwn())
	}
	for _, buffers := range [][]*device.Buffer{p.scratch, p.own} {
		for i, b := range buffers {
			bad := make([]complex64, p.schedule.Scratch[i].Bytes/plan.ElementBytes)
			ref.Poison(bad)
			require.NoError(t, r.e.Upload(context.Background(), Region{Buffer: b}, bytesOf(bad)))
		}
	}
}

// play runs a schedule whose source is src and whose destination has points points, poisoned before as the scratch is. The bindings
// reach over the guard behind the data, so that a stray write does harm and is seen.
func (r *rig) play(t testing.TB, s plan.Schedule, src []complex64, points int) []complex64 {
	t.Helper()
	name := s.Passes[0].Kernel.Name()
	inPlace := !slices.ContainsFunc(s.Passes[0].Args, func(a plan.Arg) bool { return a.Role == plan.Input })
	s.Source.Bytes = int64(max(len(src), points))*8 + guardBytes
	s.Target = s.Source
	prog, err := r.e.Compile(s)
	require.NoError(t, err, name)
	defer prog.Close()
	r.poison(t, prog)
	in, out := ref.NewGuarded[complex64](len(src)), ref.NewGuarded[complex64](points)
	copy(in.Data, src)
	r.reserve(t, &r.src, s.Source.Bytes+guardBytes)
	r.reserve(t, &r.dst, s.Source.Bytes+guardBytes)
	from := r.put(t, r.src, in)
	to := from
	if !inPlace {
		to = r.put(t, r.dst, out)
	}
	require.NoError(t, prog.Run(context.Background(), to, from), name)
	got := r.get(t, to, points, name)
	if !inPlace {
		require.True(t, slices.Equal(ref.Words(src), ref.Words(r.get(t, from, len(src), name))), "%s writes its source", name)
	}
	return got
}

// check runs a plan on random points and compares it with float64.
func (r *rig) check(t testing.TB, p plan.Plan) {
	t.Helper()
	n, batch := p.Problem.Points(), p.Problem.Count()
	src := ref.Uniform(uint64(n), n*batch)
	got := r.play(t, p.Schedule(), src, n*batch)
	near(t, got, src, p.Problem, p.Passes[0].Name())
}

// near compares the transforms of src with float64.
func near(t testing.TB, got, src []complex64, p plan.Problem, name string) {
	t.Helper()
	n := p.Points()
	worst, row := ref.Worst(got, ref.Batch(src, n, p.Inverse, p.Scale()), n)
	if worst > ref.Tolerance(n) {
		require.LessOrEqual(t, worst, ref.Tolerance(n), "%v, inverse %v, %v: %s, transform %d, %d points not written", p, p.Inverse, p.Norm, name, row, ref.Poisoned(got))
	}
}

// made plans a problem.
func (r *rig) made(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	pl, err := plan.Make(p, r.e.Device().Limits())
	require.NoError(t, err)
	return pl
}

// forced plans a problem with a kernel.
func (r *rig) forced(t testing.TB, p plan.Problem, k wgsl.Kernel) plan.Plan {
	t.Helper()
	pl, err := plan.From(p, r.e.Device().Limits(), k)
	require.NoError(t, err)
	return pl
}

// chain parses a chain.
func chain(s string) wgsl.Radices {
	c, err := wgsl.ParseRadices(s)
	if err != nil {
		panic(err)
	}
	return c
}
