package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/plan"
	"wgfft/wgsl"
)

// commonDevice opens the device that all tests share, except those that close it: the best adapter, or a
// software adapter if there is no GPU.
var commonDevice = sync.OnceValues(func() (*device.Device, error) {
	d, err := device.Open(device.Choice{})
	if errors.Is(err, device.ErrNoAdapter) {
		d, err = device.Open(device.Choice{Kind: device.AnySoftware})
	}
	return d, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if d, err := commonDevice(); err == nil {
		if err := d.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "closing the device of the tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// openDevice returns the device that the tests share. Without any adapter it skips the test, or fails it
// if WGFFT_REQUIRE_ADAPTER is 1.
func openDevice(t testing.TB) *device.Device {
	t.Helper()
	d, err := commonDevice()
	if errors.Is(err, device.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	return d
}

// openOwnDevice opens a device for one test.
func openOwnDevice(t testing.TB) *device.Device {
	t.Helper()
	return testgpu.Open(t)
}

// hangTimeout ends a test that hangs. A slow machine must not meet it.
const hangTimeout = 10 * time.Minute

func openEngine(t testing.TB) *Engine {
	t.Helper()
	e := New(openDevice(t))
	t.Cleanup(func() { require.NoError(t, e.close(hangTimeout)) })
	return e
}

// runsCase reports whether case i of a test runs. All cases run if WGFFT_ALL is 1, and those of the shard
// if WGFFT_SHARD is set. Otherwise the usual cases run, or the first third of them in a short run. The
// usual cases include one of each form, because the interpreted tests of package plan cover the others.
func runsCase(t testing.TB, i int, usual ...int) bool {
	t.Helper()
	switch {
	case testcase.Long():
		return true
	case os.Getenv("WGFFT_SHARD") != "":
		return testcase.Shard(t, i)
	case testing.Short():
		usual = usual[:(len(usual)+2)/3]
	}
	return slices.Contains(usual, i)
}

// usualCases returns cases that have all forms of n cases between them. forms returns the forms of case i,
// or nothing if the case is not usual. The greedy search takes the case with the most new forms, and the
// first of several.
func usualCases(n int, forms func(i int) []any) []int {
	var usual []int
	met := map[any]bool{}
	for {
		best, most := 0, 0
		for i := range n {
			fresh := map[any]bool{}
			for _, f := range forms(i) {
				if !met[f] {
					fresh[f] = true
				}
			}
			if len(fresh) > most {
				best, most = i, len(fresh)
			}
		}
		if most == 0 {
			return usual
		}
		for _, f := range forms(best) {
			met[f] = true
		}
		usual = append(usual, best)
	}
}

func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 8*len(s))
}

// guardBytes is the size of the guard on each side of the data: a multiple of every offset
// alignment.
const guardBytes = ref.GuardElements * 8

// A harness runs schedules on guarded buffers.
type harness struct {
	e        *Engine
	src, dst *device.Buffer
	call     plan.Call // parameters of runs
}

func newHarness(t testing.TB) *harness {
	t.Helper()
	return &harness{e: openEngine(t)}
}

// reserve makes *b hold at least the given number of bytes.
func (r *harness) reserve(t testing.TB, b **device.Buffer, bytes int64) {
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

// put writes guarded points to a buffer and returns the region of the points.
func (r *harness) put(t testing.TB, b *device.Buffer, g *ref.Guarded[complex64]) Region {
	t.Helper()
	require.NoError(t, b.WriteAt(bytesOf(g.All()), 0))
	return Region{Buffer: b, Offset: guardBytes}
}

// get returns the points at a region and checks the guards around them.
func (r *harness) get(t testing.TB, at Region, points int, what string) []complex64 {
	t.Helper()
	all := make([]complex64, points+2*ref.GuardElements)
	require.NoError(t, r.e.Download(context.Background(), bytesOf(all), Region{Buffer: at.Buffer}, nil))
	require.NoError(t, ref.CheckGuards(all), "%s: outside its points", what)
	return all[ref.GuardElements : ref.GuardElements+points]
}

// poison fills the scratch of a program with NaN, so that the result shows any read of unwritten
// scratch.
func (r *harness) poison(t testing.TB, p *Program) {
	t.Helper()
	if passes := p.schedule.Passes; passesPerSubmission(passes) < len(passes) {
		require.NoError(t, p.allocateOwnScratch())
	}
	for _, buffers := range [][]*device.Buffer{p.scratch, p.ownScratch} {
		for i, b := range buffers {
			bad := make([]complex64, p.schedule.Scratch[i].Bytes/plan.ElementBytes)
			ref.Poison(bad)
			require.NoError(t, r.e.Upload(context.Background(), Region{Buffer: b}, bytesOf(bad), nil))
		}
	}
}

// play runs a schedule on src and returns the points of its destination. Scratch and destination
// are poisoned first. The bindings extend over the guard behind the data, so that a stray write
// changes the guard.
func (r *harness) play(t testing.TB, s plan.Schedule, src []complex64, points int) []complex64 {
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
	submitted, err := prog.SubmitCall(context.Background(), r.call, to, from)
	require.NoError(t, err, name)
	require.NoError(t, submitted.Wait(context.Background()), name)
	got := r.get(t, to, points, name)
	if !inPlace {
		require.True(t, slices.Equal(ref.Words(src), ref.Words(r.get(t, from, len(src), name))),
			"%s writes its source", name)
	}
	return got
}

// check runs a plan on random points and compares the result with float64.
func (r *harness) check(t testing.TB, p plan.Plan) {
	t.Helper()
	n, batch := p.Problem.Points(), p.Problem.Count()
	src := ref.Uniform(uint64(n), n*batch)
	got := r.play(t, p.Schedule(), src, n*batch)
	requireClose(t, got, src, p.Problem, p.Passes[0].Name())
}

// requireClose compares got with the float64 transforms of src.
func requireClose(t testing.TB, got, src []complex64, p plan.Problem, name string) {
	t.Helper()
	n := p.Points()
	worst, row := ref.Worst(got, ref.Batch(src, n, p.Inverse, p.Scale()), n)
	if worst > ref.Tolerance(n) {
		require.LessOrEqual(t, worst, ref.Tolerance(n), "%v, inverse %v, %v: %s, transform %d, %d points not written",
			p, p.Inverse, p.Norm, name, row, ref.Poisoned(got))
	}
}

// makePlan plans a problem.
func (r *harness) makePlan(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	pl, err := choose.Make(p, r.e.Device().Limits())
	require.NoError(t, err)
	return pl
}

// planWith plans a problem with kernel k.
func (r *harness) planWith(t testing.TB, p plan.Problem, k wgsl.Kernel) plan.Plan {
	t.Helper()
	pl, err := choose.From(p, r.e.Device().Limits(), k)
	require.NoError(t, err)
	return pl
}

// parseChain parses a radix list.
func parseChain(s string) wgsl.Radices {
	c, err := wgsl.ParseRadices(s)
	if err != nil {
		panic(err)
	}
	return c
}
