package cpu

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// allocated returns how many bytes do allocates.
func allocated(t *testing.T, do func() error) uint64 {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // pools keep their content
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, do())
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// allocations is testing.AllocsPerRun without garbage collections: these empty pools, which then
// allocate.
func allocations(runs int, f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(runs, f)
}

// The estimates are at least the allocations of a new engine, and at most 16 times these.
func TestEstimatesOfMemory(t *testing.T) {
	t.Run("single", func(t *testing.T) { checkEstimates[complex64, float32](t, Single) })
	t.Run("double", func(t *testing.T) { checkEstimates[complex128, float64](t, Double) })
}

func checkEstimates[C Complex, R Float](t *testing.T, p Precision) {
	if raceEnabled {
		t.Skip("under the race detector a sync.Pool drops values at random")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // a sync.Pool keeps scratch memory for each processor
	ctx := context.Background()
	for i, shape := range [][]int{{1 << 17}, {1 << 14, 8}, {1 << 20}, {3 << 18}, {1000003}, {512, 1024}, {16, 40009},
		{13 * 13 * 13 * 13 * 13}, {2 * 3 * 7 * 11 * 1024}, {600000}, {100003}} {
		if i > 1 && shape[0] != 100003 && !testcase.Long() {
			continue
		}
		axes := []int{}
		for axis := range shape {
			axes = append(axes, axis)
		}
		n := product(shape)
		z, x := make([]C, n), make([]R, n)
		half := make([]C, n/shape[len(shape)-1]*(shape[len(shape)-1]/2+1))
		check := func(what string, estimate int64, do func(e *Engine[C, R]) error) {
			e := New[C, R](0)
			defer e.Close()
			defer runtime.GC()
			used := allocated(t, func() error { return do(e) })
			assert.LessOrEqual(t, used, uint64(estimate)+1<<20, "%s of %v", what, shape)
			assert.LessOrEqual(t, uint64(estimate), 16*used+1<<24, "%s of %v", what, shape)
		}
		check("complex", ComplexBytes(Machine{Precision: p}, shape, axes, 1), func(e *Engine[C, R]) error {
			return e.TransformAxes(ctx, z, z, shape, axes, Ends{Scale: 1})
		})
		check("real", RealBytes(Machine{Precision: p}, shape, axes, 1), func(e *Engine[C, R]) error {
			return e.RealForward(ctx, half, x, shape, axes, 1)
		})
		check("real inverse", RealBytes(Machine{Precision: p}, shape, axes, 1),
			func(e *Engine[C, R]) error { return e.RealInverse(ctx, x, half, shape, axes, 1) })
		for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
			if kind%3 != transforms.DCT2%3 && !testcase.Long() {
				continue
			}
			kinds := []transforms.Kind{kind, kind}[:len(axes)]
			check(kind.String(), TrigBytes(Machine{Precision: p}, shape, axes, kinds, 1),
				func(e *Engine[C, R]) error { return e.Trig(ctx, x, x, shape, axes, Trig{Kinds: kinds, Scale: 1}) })
		}
	}
}

// The estimate of a size that overflows is above any limit.
func TestEstimatesDoNotOverflow(t *testing.T) {
	for _, n := range []int{math.MaxInt32, math.MaxInt32 / 2, math.MaxInt, math.MaxInt / 2} {
		for _, bytes := range []int64{
			ComplexBytes(Machine{}, []int{n}, []int{0}, n), RealBytes(Machine{}, []int{n}, []int{0}, n),
			TrigBytes(Machine{}, []int{n}, []int{0}, []transforms.Kind{transforms.DCT1}, n),
			ComplexBytes(Machine{}, []int{n, n, n}, []int{0, 1, 2}, n),
			RealBytes(Machine{}, []int{n, n}, []int{0, 1}, n),
			ConvolutionBytes(Machine{}, []int{n, n}, n, true),
		} {
			require.Greater(t, bytes, int64(1)<<32, "%d", n)
		}
	}
	require.Equal(t, int64(math.MaxInt64), ComplexBytes(Machine{}, []int{math.MaxInt}, []int{0}, 1))
}
