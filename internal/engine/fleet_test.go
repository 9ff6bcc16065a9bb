package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// A failing engine does work until it fails, and spoils what it computed then.
type failing struct {
	Engine
	runs  atomic.Int32
	after int32 // the number of runs that succeed
	err   error
	wait  func(ctx context.Context) // called before each run
}

func (f *failing) Run(ctx context.Context, dst, src Data, j Job) error {
	if f.wait != nil {
		f.wait(ctx)
	}
	if f.runs.Add(1) > f.after {
		clear(dst.Bytes()) // a piece that was computed in part
		return f.err
	}
	return f.Engine.Run(ctx, dst, src, j)
}

// fleetOf returns a fleet of engines on the processor.
func fleetOf(t *testing.T, members ...*Member) *Fleet {
	t.Helper()
	f := NewFleet(members)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// cpuMember returns a member on the processor.
func cpuMember(share float64) *Member {
	return &Member{Engine: NewCPU(0), Name: "processor", Share: share, IsCPU: true}
}

// rowsOfFleet is a number of rows of 4096 points: several pieces.
const rowsOfFleet = 300

// transformed returns rows of 4096 points transformed by an engine, in place or not.
func transformed(t *testing.T, e Engine, inPlace bool) []complex64 {
	t.Helper()
	src := ref.Uniform(7, rowsOfFleet*4096)
	dst := make([]complex64, len(src))
	if inPlace {
		dst = src
	}
	require.NoError(t, e.Run(ctx, DataOf(dst), DataOf(src), rowOf(4096, Single)))
	return dst
}

// TestFleet compares fleets with one engine: the CPU engine computes the same bits for any piece.
func TestFleet(t *testing.T) {
	want := transformed(t, NewCPU(0), false)
	for _, shares := range [][]float64{{0}, {0, 0, 0}, {1, 3}, {0, 1}, {1, 0, 5}} {
		var members []*Member
		for _, s := range shares {
			members = append(members, cpuMember(s))
		}
		f := fleetOf(t, members...)
		for _, inPlace := range []bool{false, true} {
			require.Equal(t, want, transformed(t, f, inPlace), "%v", shares)
		}
		require.NoError(t, f.Run(ctx, DataOf([]complex64{}), DataOf([]complex64{}), rowOf(4096, Single)))
	}
}

// TestFleetHandsPiecesOver has members that fail at some piece. The others compute it, also in place.
func TestFleetHandsPiecesOver(t *testing.T) {
	want := transformed(t, NewCPU(0), false)
	broken := errors.New("broken")
	for _, failed := range []error{broken, device.ErrDeviceLost} {
		for after := range int32(4) {
			for _, inPlace := range []bool{false, true} {
				for _, share := range []float64{0, 1} {
					bad := &failing{Engine: NewCPU(0), after: after, err: failed}
					f := fleetOf(t, cpuMember(share), &Member{Engine: bad, Name: "bad", Share: share})
					require.Equal(t, want, transformed(t, f, inPlace))
					before := bad.runs.Load()
					require.Equal(t, want, transformed(t, f, inPlace))
					if failed == device.ErrDeviceLost && before > after {
						require.Equal(t, before, bad.runs.Load(), "a lost member gets no more work")
					}
				}
			}
		}
	}
	none := fleetOf(t, &Member{Engine: &failing{Engine: NewCPU(0), err: broken}, Name: "bad"})
	src := ref.Uniform(7, 4096)
	err := none.Run(ctx, DataOf(make([]complex64, 4096)), DataOf(src), rowOf(4096, Single))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "no member of the fleet is left: bad: broken")
}

// TestFleetTakesFromSlowMembers has a member that computes one piece and waits. The other one computes all others.
func TestFleetTakesFromSlowMembers(t *testing.T) {
	fast, slow := &failing{Engine: NewCPU(0), after: 1 << 20}, &failing{Engine: NewCPU(0), after: 1 << 20}
	f := fleetOf(t, &Member{Engine: fast, Name: "fast", IsCPU: true}, &Member{Engine: slow, Name: "slow", IsCPU: true})
	in, _ := rowOf(4096, Single).Ends()
	p := f.piecesOf(rowOf(4096, Single), rowsOfFleet)
	require.Equal(t, in.Bytes(), p.in)
	total := int32(p.total())
	require.Greater(t, total, int32(6))
	begun, done := make(chan struct{}), make(chan struct{})
	var once sync.Once
	slow.wait = func(context.Context) {
		close(begun)
		<-done
	}
	fast.wait = func(context.Context) {
		<-begun
		if fast.runs.Load() == total-2 { // this is the last piece but the one that waits
			once.Do(func() { close(done) })
		}
	}
	require.Equal(t, transformed(t, NewCPU(0), false), transformed(t, f, false))
	require.Equal(t, total-1, fast.runs.Load())
	require.EqualValues(t, 1, slow.runs.Load())
}

// TestFleetEnds ends the context of a call while members compute. No member works on after the call.
func TestFleetEnds(t *testing.T) {
	ended, end := context.WithCancel(ctx)
	member := func() *Member {
		e := &failing{Engine: NewCPU(0), after: 1 << 20, wait: func(context.Context) { end() }}
		return &Member{Engine: e, Name: "processor", IsCPU: true}
	}
	f := fleetOf(t, member(), member())
	src := ref.Uniform(7, rowsOfFleet*4096)
	err := f.Run(ended, DataOf(make([]complex64, len(src))), DataOf(src), rowOf(4096, Single))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, transformed(t, NewCPU(0), false), transformed(t, f, false), "the fleet can be used again")
}

// TestFleetOfOtherKinds has members that can't do all jobs, and leading axes that make arrays.
func TestFleetOfOtherKinds(t *testing.T) {
	f := fleetOf(t, cpuMember(0), cpuMember(0))
	require.Error(t, f.Check(rowOf(4096, DoubleSingle), 1), "the processor has no double-single")
	p := plan.Problem{Kind: plan.R2C, Shape: []int{rowsOfFleet, 4096}, Axes: []int{1}}
	j := Transform(p, Single)
	require.NoError(t, f.Check(j, 1))
	require.Contains(t, f.Describe(j, 1), "pieces of")
	require.Positive(t, f.Work(rowOf(4096, Single), rowsOfFleet), "copies of pieces that are replaced")
	release, err := f.Prepare(ctx, j, 1)
	require.NoError(t, err)
	release()
	src := make([]float32, rowsOfFleet*4096)
	for i := range src {
		src[i] = float32(i%7) - 3
	}
	got, want := make([]complex64, rowsOfFleet*2049), make([]complex64, rowsOfFleet*2049)
	require.NoError(t, f.Run(ctx, DataOf(got), DataOf(src), j))
	require.NoError(t, NewCPU(0).Run(ctx, DataOf(want), DataOf(src), j))
	require.Equal(t, want, got)
	format, err := f.Format(ctx, Double)
	require.NoError(t, err)
	require.Equal(t, Float64, format.Number)
	found, err := f.For(ctx, j, 1)
	require.NoError(t, err)
	require.Same(t, f, found)
}

// TestFleetMeasuresShapes: convolutions with kernels of one shape share measured times, whose number is limited.
func TestFleetMeasuresShapes(t *testing.T) {
	f := fleetOf(t, cpuMember(0), cpuMember(0))
	src, dst := make([]float32, 64), make([]float32, 64)
	for i := range 3 {
		c := plan.Convolution{Shape: []int{64}, Kernel: []int{2}, Mode: plan.ModeSame, Real: true}
		j, err := Convolve(ctx, c, []float32{1, float32(i)}, Single)
		require.NoError(t, err)
		require.NoError(t, f.Run(ctx, DataOf(dst), DataOf(src), j))
	}
	require.Len(t, f.speeds, 1)
	for i := range 2 * maxSpeeds {
		f.speed(speedKey{arrays: i})
	}
	require.LessOrEqual(t, len(f.speeds), maxSpeeds)
}

// TestFleetDescribesShares: the description has the pieces of each member, and the times of earlier calls.
func TestFleetDescribesShares(t *testing.T) {
	j := rowOf(4096, Single)
	f := fleetOf(t, cpuMember(1), cpuMember(3))
	total := f.piecesOf(j, rowsOfFleet).total()
	require.Contains(t, f.Describe(j, rowsOfFleet), "processor, 2 of them, not measured: ")
	require.Contains(t, f.Describe(j, rowsOfFleet), "processor, 7 of them, not measured: ")
	require.Equal(t, 9, total)
	transformed(t, f, false)
	require.Regexp(t, `processor, 7 of them, [0-9.e+-]+ ms and [0-9.e+-]+ GB/s each: \(cpu`, f.Describe(j, rowsOfFleet))
	lost := fleetOf(t, cpuMember(0))
	lost.members[0].lost.Store(true)
	require.Contains(t, lost.Describe(j, 1), "lost")
}
