package hier

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// columns returns a kernel for the columns of matrices, with radices of up to two axes.
func columns(count, elements, transforms int, axes ...[]int) (k wgsl.Kernel) {
	k.Threads = wgsl.Ownership{
		Elements: elements, Transforms: transforms, Order: [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest},
	}
	var all [2]wgsl.Radices
	for i, radices := range axes {
		all[i], _ = wgsl.MakeRadices(radices...)
	}
	k.Stages.Radices, k.Stages.Outer[0] = all[0], all[1]
	k.Load.View, k.Store.View = wgsl.Columns(count, k.N()), wgsl.Columns(count, k.N())
	return k
}

// dft returns the DFT of a x b points along both axes.
func dft(x []complex128, a, b int) []complex128 {
	y := make([]complex128, len(x))
	for k := range y {
		for j, v := range x {
			y[k] += v * wgsl.Root(a, j/b*(k/b)).Z * wgsl.Root(b, j%b*(k%b)).Z
		}
	}
	return y
}

// Pass twiddles multiply point j of column c by w^(j c), on load and on store.
func TestPassTwiddlesPlay(t *testing.T) {
	for i, c := range []struct {
		kernel  wgsl.Kernel
		twiddle PassTwiddle
		columns int
		outer   int // points of the outer axis
	}{
		{columns(12, 4, 4, []int{4, 4}), PassTwiddle{Order: 192, Columns: 12}, 12, 1},
		{columns(12, 8, 4, []int{4, 4}), PassTwiddle{Order: 192, Columns: 12}, 12, 1},
		{columns(12, 6, 4, []int{6, 5}), PassTwiddle{Order: 360, Columns: 12}, 12, 1},
		{columns(12, 4, 4, []int{4, 4}), PassTwiddle{Order: 64, Columns: 4, Interleave: 3}, 12, 1},
		{columns(12, 4, 4, []int{4}, []int{4}), PassTwiddle{Order: 48, Columns: 12}, 12, 4},
		{columns(12, 4, 4, []int{2, 4}, []int{4}), PassTwiddle{Order: 96, Columns: 12}, 12, 4},
		{columns(33000, 4, 8, []int{4}), PassTwiddle{Order: 132000, Columns: 33000}, 33000, 1},
	} {
		for side := range 2 {
			k, n := c.kernel, c.kernel.N()
			ends := [2]*wgsl.End{&k.Load, &k.Store}
			ends[side].Ops[0] = c.twiddle
			batch := 2 * c.columns
			if c.columns > 100 {
				batch = c.columns
			}
			r := rand.New(rand.NewPCG(1, uint64(i)))
			x, y := make([]complex128, batch*n), make([]complex128, batch*n)
			for j := range x {
				x[j] = complex(r.NormFloat64(), r.NormFloat64())
			}
			races, err := k.Play(batch, map[string][]complex128{"src": x, "dst": y})
			require.NoError(t, err)
			require.Zero(t, races)
			twiddle := func(q, j int) complex128 {
				column := q / max(1, c.twiddle.Interleave) % c.twiddle.Columns
				return wgsl.Root(c.twiddle.Order, j%(n/c.outer)*column).Z
			}
			for q := 0; q < batch; q += max(1, batch/100) {
				z := make([]complex128, n)
				for j := range z {
					if z[j] = x[k.Load.View.At(q, j)]; side == 0 {
						z[j] *= twiddle(q, j)
					}
				}
				for j, want := range dft(z, c.outer, n/c.outer) {
					if side == 1 {
						want *= twiddle(q, j)
					}
					off := cmplx.Abs(y[k.Store.View.At(q, j)] - want)
					require.Less(t, off, 1e-12, "case %d, side %d, column %d, point %d", i, side, q, j)
				}
			}
			parsed, err := wgsl.ParseKernel(k.Name(), Parsers())
			require.NoError(t, err)
			require.Equal(t, k, parsed)
		}
	}
}

// Equal tables of both ends have one place, and tables of different orders have functions of their own.
func TestPassTwiddleTables(t *testing.T) {
	k := columns(12, 4, 4, []int{4, 4})
	k.Load.Ops[0], k.Store.Ops[0] = PassTwiddle{Order: 192, Columns: 12}, PassTwiddle{Order: 192, Columns: 12}
	tables := func() []wgsl.Table {
		for _, b := range k.Module().Bindings {
			if b.Name == "roots" {
				return b.Tables
			}
		}
		return nil
	}
	slots := SlotRoots{Order: 192, Slots: 4, Apart: 4, Columns: 12}
	require.Equal(t, []wgsl.Table{Roots{192}, slots}, tables())
	k.Store.Ops[0] = PassTwiddle{Order: 384, Columns: 12}
	require.Len(t, tables(), 4)
	text := k.Module().Text
	for _, order := range []int{192, 384} {
		require.Equal(t, 1, strings.Count(text, fmt.Sprintf("fn root%d(", order)))
	}
}

func TestInvalidPassTwiddles(t *testing.T) {
	l := wgsl.Limits{Invocations: 1024, WorkgroupBytes: 1 << 20, Workgroups: 65535, StorageBindings: 10}
	for _, op := range []PassTwiddle{{}, {Order: 192}, {Columns: 12}, {192, 12, 1}, {192, 12, -1}} {
		k := columns(12, 4, 4, []int{4, 4})
		k.Load.Ops[0] = op
		require.ErrorContains(t, k.Check(l), "pass twiddle of order", op.Tag())
	}
	k := columns(12, 4, 4, nil, []int{4})
	k.Load.Ops[0] = PassTwiddle{Order: 48, Columns: 12}
	require.ErrorContains(t, k.Check(l), "one point")
	for _, name := range []string{"twiddle192", "twiddle1x2x3x4", "twiddleax2"} {
		_, err := wgsl.ParseKernel("fft4_4_p4_t1_in("+name+")", Parsers())
		require.Error(t, err, name)
	}
}
