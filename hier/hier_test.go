package hier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestSplitsAreAllOrderedFactorisations(t *testing.T) {
	require.Equal(t, [][]int{{16, 64}, {32, 32}, {64, 16}}, Splits(1024, 16, 64, 2))
	require.Empty(t, Splits(1024, 16, 1024, 1), "one factor is no split")
	require.Empty(t, Splits(1009*2, 16, 2048, 2), "a factor is too small")
	require.Empty(t, Splits(1_000_003, 16, 2048, 4))
	long := Splits(1<<24, 16, 2048, 3)
	require.NotEmpty(t, long)
	for _, f := range long {
		n := 1
		for _, r := range f {
			n *= r
		}
		require.Equal(t, 1<<24, n)
		require.LessOrEqual(t, len(f), 3)
	}
}

// TestPassesTouchEveryPointOnce checks that each pass reads and writes every point once, at the
// indices (1) and (3) of the package. It also checks that the last pass can work in place, or the
// first pass of the transposed order.
func TestPassesTouchEveryPointOnce(t *testing.T) {
	for _, factors := range [][]int{{4, 6}, {2, 3, 5}, {8, 2, 4}, {3, 3, 3, 3}} {
		for _, transposed := range []bool{false, true} {
			passes := Passes(factors, 1, transposed)
			n := 1
			for s, p := range passes {
				n *= p.R
				k := p.Kernel(wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: 1}})
				in, out := map[int]bool{}, map[int]bool{}
				for q := range p.Transforms() {
					for j := range p.R {
						from, to := k.Load.View.At(q, j), k.Store.View.At(q, j)
						require.False(t, in[from])
						require.False(t, out[to])
						in[from], out[to] = true, true
						far, near := q+j*p.Transforms(), q/p.P*p.P*p.R+q%p.P+j*p.P
						if transposed {
							far, near = near, far
						}
						require.Equal(t, from, far, "the formula of the package")
						require.Equal(t, to, near, "the formula of the package")
					}
				}
				require.Len(t, in, p.N)
				require.Len(t, out, p.N)
				require.Equal(t, p.P > 1 && !transposed, k.Load.Ops[0] != nil)
				require.Equal(t, p.P > 1 && transposed, k.Store.Ops[0] != nil)
				inPlace := s == len(passes)-1
				if transposed {
					inPlace = s == 0
				}
				require.Equal(t, inPlace, k.Load.View == k.Store.View,
					"the last pass can work in place, of the transposed the first")
			}
			require.Equal(t, passes[0].N, n)
		}
	}
}

// TestBlocks checks that passes to digit-reversed order work in place, and that every element has a
// place.
func TestBlocks(t *testing.T) {
	for _, factors := range [][]int{{4, 6}, {2, 3, 5}, {7}, {3, 3, 3, 3}} {
		blocks := DigitReversedPasses(factors, 1)
		n := blocks[0].B
		for s, b := range blocks {
			for _, back := range []bool{false, true} {
				k := b.Kernel(wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: 1}}, back)
				require.Equal(t, k.Load.View, k.Store.View)
				seen := map[int]bool{}
				for q := range n / b.R {
					for j := range b.R {
						seen[k.Load.View.At(q, j)] = true
					}
				}
				require.Len(t, seen, n)
				last := s == len(blocks)-1
				require.Equal(t, back && !last, k.Load.Ops[0] != nil)
				require.Equal(t, !back && !last, k.Store.Ops[0] != nil)
			}
		}
		places := map[int]bool{}
		for k := range n {
			places[DigitReverse(factors, k)] = true
		}
		require.Len(t, places, n)
		require.Contains(t, places, n-1)
	}
	require.Equal(t, 1*6+3, DigitReverse([]int{4, 6}, 1+4*3))
}

// TestSideBySide checks that interleaved transforms have the maps of one transform, times their
// number, and the same twiddles.
func TestSideBySide(t *testing.T) {
	const side = 3
	for _, transposed := range []bool{false, true} {
		for s, p := range Passes([]int{4, 6, 2}, side, transposed) {
			one := Passes([]int{4, 6, 2}, 1, transposed)[s].Kernel(wgsl.Kernel{})
			k := p.Kernel(wgsl.Kernel{})
			sideBySide(t, k, one, p.Transforms(), p.R, side)
		}
	}
	for s, b := range DigitReversedPasses([]int{4, 6, 2}, side) {
		for _, back := range []bool{false, true} {
			sideBySide(t, b.Kernel(wgsl.Kernel{}, back), DigitReversedPasses([]int{4, 6, 2},
				1)[s].Kernel(wgsl.Kernel{}, back), 48/b.R,
				b.R, side)
		}
	}
}

func sideBySide(t *testing.T, k, one wgsl.Kernel, transforms, r, side int) {
	t.Helper()
	require.Equal(t, side, k.Threads.Interleave)
	for i, end := range []wgsl.End{k.Load, k.Store} {
		want := [2]wgsl.End{one.Load, one.Store}[i].Ops
		if w, ok := want[0].(PassTwiddle); ok {
			w.Interleave = side
			want[0] = w
		}
		require.Equal(t, want, end.Ops)
	}
	for q := range transforms {
		for lane := range side {
			for j := range r {
				require.Equal(t, one.Load.View.At(q, j)*side+lane, k.Load.View.At(q*side+lane, j))
				require.Equal(t, one.Store.View.At(q, j)*side+lane, k.Store.View.At(q*side+lane, j))
			}
		}
	}
}
