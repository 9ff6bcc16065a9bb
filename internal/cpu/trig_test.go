package cpu

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

var trigs = []transforms.Kind{
	transforms.DCT1, transforms.DCT2, transforms.DCT3, transforms.DCT4,
	transforms.DST1, transforms.DST2, transforms.DST3, transforms.DST4,
}

// checkTrig transforms rows of n points by every kind, orthogonal or not, into poisoned and guarded
// memory and in place, and back again. It holds the worst row to the contract.
func checkTrig(t *testing.T, e *single, n, rows int) {
	t.Helper()
	ctx := context.Background()
	shape, axes := []int{n}, []int{0}
	src := ref.UniformReal(uint64(n), n*rows)
	for _, kind := range trigs {
		if kind == transforms.DCT1 && n < 2 {
			continue
		}
		length := kind.Period(n)
		plain := ref.TrigAxes(src, shape, axes, []transforms.Kind{kind}, false, 1)
		orthogonal := plain // types IV are the same
		switch kind {
		case transforms.DCT2, transforms.DST2: // except for one coefficient, the first or the last
			orthogonal = slices.Clone(plain)
			for i := range rows {
				k := i * n
				if kind == transforms.DST2 {
					k += n - 1
				}
				orthogonal[k] *= math.Sqrt2 / 2
			}
		case transforms.DCT1, transforms.DCT3, transforms.DST1, transforms.DST3:
			orthogonal = ref.TrigAxes(src, shape, axes, []transforms.Kind{kind}, true, 1)
		}
		for _, c := range []struct {
			ortho bool
			scale float64
		}{{false, 1}, {false, 1 / float64(length)}, {true, 1 / math.Sqrt(float64(length))}} {
			what := fmt.Sprintf("%v n %d rows %d ortho %v scale %g", kind, n, rows, c.ortho, c.scale)
			want := make([]float64, len(src))
			for i := range want {
				if want[i] = c.scale * plain[i]; c.ortho {
					want[i] = c.scale * orthogonal[i]
				}
			}
			out := ref.NewGuarded[float32](len(src))
			require.NoError(t, e.Trig(ctx, out.Data, src, shape, axes,
				Trig{Kinds: []transforms.Kind{kind}, IsOrthogonal: c.ortho, Scale: c.scale}), what)
			require.NoError(t, out.Check(), what)
			worst, row := ref.WorstReal(out.Data, want, n)
			require.LessOrEqual(t, worst, ref.Tolerance(length), "%s row %d", what, row)

			same := ref.NewGuarded[float32](len(src))
			copy(same.Data, src)
			require.NoError(
				t, e.Trig(ctx, same.Data, same.Data, shape, axes,
					Trig{Kinds: []transforms.Kind{kind}, IsOrthogonal: c.ortho, Scale: c.scale}), what,
			)
			require.NoError(t, same.Check(), what)
			require.Equal(t, out.Data, same.Data, "in place, %s", what)

			back := 1 / (c.scale * float64(length))
			inverse := []transforms.Kind{kind.Inverse()}
			require.NoError(t, e.Trig(ctx, same.Data, same.Data, shape, axes,
				Trig{Kinds: inverse, IsOrthogonal: c.ortho, Scale: back}), what)
			worst, row = worstWide(same.Data, src, n)
			require.LessOrEqual(t, worst, 2*ref.Tolerance(length), "round trip, %s row %d", what, row)
		}
	}
	require.Equal(t, ref.UniformReal(uint64(n), n*rows), src, "src was written to")
}

func TestTrigEveryLengthTo130(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for n := 1; n <= 130; n++ {
		checkTrig(t, e, n, 3)
	}
}

func TestTrigTheWorstOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{2, 3, 5, 6, 8, 15, 36, 37, 53, 61, 64, 113, 128, 216, 256, 257, 261, 324, 486, 512} {
		checkTrig(t, e, n, 100)
	}
}

func TestTrigLongerLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{
		1000, 1001, 1009, 1023, 1024, 1025, 1920, 2002, 2018, 4096, 6561, 8191, 10007,
		30030, 65536, 131071,
	} {
		if (n == 30030 || n == 131071) && !testcase.Long() {
			continue
		}
		checkTrig(t, e, n, 1)
	}
	if !testing.Short() && os.Getenv("WGFFT_LONG") != "" {
		for _, n := range []int{510510, 999983, 1000000, 1<<20 - 1, 1 << 20, 1<<20 + 1} {
			checkTrig(t, e, n, 1)
		}
	}
}

func TestTrigBatches(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, c := range []struct{ n, rows int }{
		{1, 1}, {1, 33000}, {2, 32}, {7, 32}, {16, 2100}, {77, 430}, {1000, 34}, {1009, 40},
		{blockPoints - 1, 3}, {blockPoints, 2}, {blockPoints + 1, 3}, {30030, 2},
	} {
		checkTrig(t, e, c.n, c.rows)
	}
}

// TestTrigOfUnitsIsTheDefinition shares nothing with the reference's fast transform: column j of a
// transform's matrix is the transform of unit vector j.
func TestTrigOfUnitsIsTheDefinition(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, kind := range trigs {
		for n := 2; n <= 20; n++ {
			units := make([]float32, n*n)
			for j := range n {
				units[j*n+j] = 1
			}
			bins := make([]int, n)
			for k := range bins {
				bins[k] = k
			}
			got := make([]float32, n*n)
			require.NoError(
				t, e.Trig(context.Background(), got, units, []int{n}, []int{0},
					Trig{Kinds: []transforms.Kind{kind}, Scale: 1}),
			)
			for j := range n {
				unit := make([]float64, n)
				unit[j] = 1
				want := ref.TrigBins(unit, kind, bins)
				require.LessOrEqual(t, ref.RelL2Real(got[j*n:(j+1)*n], want), ref.Eps, "%v of %d, point %d", kind, n, j)
			}
		}
	}
}

func TestTrigNaNStaysInItsRow(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{13, 64, 100, 1009, 1024} {
		clean := ref.UniformReal(1, 3*n)
		dirty := append([]float32(nil), clean...)
		dirty[n+n/2] = float32(math.NaN())
		for _, kind := range trigs {
			want, got := make([]float32, 3*n), make([]float32, 3*n)
			require.NoError(t, e.Trig(ctx, want, clean, []int{n}, []int{0},
				Trig{Kinds: []transforms.Kind{kind}, IsOrthogonal: true, Scale: 1}))
			require.NoError(t, e.Trig(ctx, got, dirty, []int{n}, []int{0},
				Trig{Kinds: []transforms.Kind{kind}, IsOrthogonal: true, Scale: 1}))
			require.Equal(t, want[:n], got[:n])
			require.Equal(t, want[2*n:], got[2*n:])
			require.True(t, math.IsNaN(float64(got[n])))
		}
	}
}
