package wgsl

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomMirrorRows draws a kernel with MirrorRows.
func randomMirrorRows(r *rand.Rand) Kernel {
	for {
		k := Kernel{
			Radices:            randomRadices(r, 256),
			ElementsPerThread:  1 + r.IntN(32),
			TransformsPerGroup: 2 + 2*r.IntN(8),
			Exchange:           Exchange{r.IntN(2) == 0, uint8(r.IntN(4))},
			Layout:             Layout{Kind: LayoutKind(r.IntN(4)), Shift: uint8(2 + r.IntN(6))},
			MirrorInRow:        true,
			MirrorColumns:      true,
			MirrorRows:         RowGrid{1 + r.IntN(5), 2 + r.IntN(20)},
			Tail:               r.IntN(2) == 0,
			Offset:             r.IntN(4) == 0,
		}
		k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
		k.Load.Order, k.Store.Order = Order(r.IntN(2)), Order(r.IntN(2))
		k.Store.Real = Real{Form: HalfSpectrum, N: 2 * k.N()}
		if r.IntN(2) == 0 {
			k.Load.Real, k.Store.Real = k.Store.Real, Real{}
		}
		k.Load.SwapReIm, k.Store.SwapReIm = r.IntN(2) == 0, r.IntN(2) == 0
		if k.Check(wide) == nil && k.LiveElements() <= 64 {
			return k
		}
	}
}

// TestRowGrid checks that Mirror negates the frequency, and that the first rows and their mirrors are all rows.
func TestRowGrid(t *testing.T) {
	for _, g := range []RowGrid{{1, 2}, {1, 3}, {1, 8}, {2, 2}, {3, 2}, {2, 5}, {4, 6}, {5, 7}} {
		met := 0
		for row := range g.Rows() {
			other := g.Mirror(row)
			require.Equal(t, row, g.Mirror(other))
			require.Zero(t, (row/g[1]+other/g[1])%g[0])
			require.Zero(t, (row%g[1]+other%g[1])%g[1])
			if row <= g.lastRow() || other <= g.lastRow() {
				met++
			}
		}
		require.Equal(t, g.Rows(), met, "%v: every row is one of the first, or the mirror of one", g)
	}
}

// TestMirrorRowsHoldEveryPair checks that each row is owned by one transform, that each point pair is in one
// thread, and that butterflies stay within mirrorRowsSpan.
func TestMirrorRowsHoldEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for range 300 {
		k := randomMirrorRows(r)
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k.Name(), parsed.Name())
		owned := map[int]int{}
		half, rows := k.TransformsPerGroup/2, k.MirrorRows.Rows()
		for q := range 2 * k.MirroredTransforms() { // two arrays
			first, partner, own := k.MirrorTransform(q)
			require.Equal(t, first/rows, partner/rows)
			require.Equal(t, k.MirrorRows.Mirror(first%rows), partner%rows)
			if own {
				owned[first]++
				require.Equal(t, partner, k.columnMirror().number(q+half))
				if partner != first {
					owned[partner]++
				}
			}
		}
		require.Len(t, owned, 2*rows, k.Name())
		for row, times := range owned {
			require.Equal(t, 1, times, "%s: row %d", k.Name(), row)
		}
		steps := k.steps()
		st, at := steps[len(steps)-1], steps[len(steps)-1].Out
		if k.hasMirrorColumnsLoad() {
			st, at = steps[0], steps[0].In
		}
		require.True(t, st.mirrorColumns)
		pairs := map[[2]int]int{} // of slots of the workgroup and points
		for invocation := range k.Invocations() {
			for b := 0; b < k.butterfliesPerThread(st); b += 2 {
				q, j, active := k.assignmentOf(st, invocation, b)
				other, partner, _ := k.assignmentOf(st, invocation, b+1)
				if !active {
					continue
				}
				require.Equal(t, q+half, other)
				for i, j := range []int{j, partner} {
					lo, hi := k.mirrorColumnsSpan(st, b+i)
					require.True(t, lo <= j && j <= hi, "%s: butterfly %d is not within %d ... %d", k.Name(), j, lo, hi)
				}
				for i := range st.R {
					slot := st.R - 1 - i
					if j == 0 {
						slot = (st.R - i) % st.R
					}
					require.Zero(t, (at(j, i)+at(partner, slot))%k.N(), "%s: butterfly %d slot %d", k.Name(), j, i)
					pairs[[2]int{q, at(j, i)}]++
				}
			}
		}
		require.Len(t, pairs, half*k.N())
		for pair, times := range pairs {
			require.Equal(t, 1, times, "%s: %v", k.Name(), pair)
		}
	}
}

// TestInvalidMirrorRows checks that inconsistent kernels are refused.
func TestInvalidMirrorRows(t *testing.T) {
	k := named("fft64_8.8_p16_t4_split_linear_outhalf128_mirrorrows3x10_mirror_mirrorcolumns")
	require.NoError(t, k.Check(wide))
	for _, spoil := range []func(k *Kernel){
		func(k *Kernel) { k.MirrorColumns = false },
		func(k *Kernel) { k.MirrorInRow = false },
		func(k *Kernel) { k.TransformsPerGroup = 3 },
		func(k *Kernel) { k.MirrorRows[1] = 1 },
		func(k *Kernel) { k.MirrorRows[0] = 0 },
		func(k *Kernel) { k.Store.Real.N = 64 },
		func(k *Kernel) { k.Store.Real.Form = DCT2Bins },
		func(k *Kernel) { k.Store.Real.ZeroImag, k.Store.Real.N = true, 64 },
		func(k *Kernel) { k.Store.Real = Real{} },
		func(k *Kernel) { k.Load.Real = Real{Form: HalfSpectrum, N: 128} },
		func(k *Kernel) { k.Load.Map = Map{Stride: 8, Dist: 512, Inner: 8} },
		func(k *Kernel) { k.Load.PassTwiddle = PassTwiddle{Order: 512, Inner: 8} },
		func(k *Kernel) { k.Interleave = 2 },
		func(k *Kernel) { k.Load.Path = Staged },
	} {
		other := k
		spoil(&other)
		require.Error(t, other.Check(wide), other.Name())
	}
}

// TestMirrorRowsKernelsCompile checks texts of random kernels with naga and tint, if they are on the PATH.
func TestMirrorRowsKernelsCompile(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	dir := t.TempDir()
	for i := range 12 {
		k := randomMirrorRows(r)
		k.TwiddleBasis = uint8(i % 4)
		require.NoError(t, k.Check(wide))
		text := k.Module().Text
		require.NotContains(t, text, "%!", k.Name())
		file := filepath.Join(dir, "kernel.wgsl")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		for _, compiler := range [][]string{{"naga"}, {"tint", "--format", "wgsl"}} {
			path, err := exec.LookPath(compiler[0])
			if err != nil {
				t.Logf("%s is not on the PATH", compiler[0])
				continue
			}
			out, err := exec.Command(path, append(compiler[1:], file)...).CombinedOutput()
			require.NoError(t, err, "%s %s: %s", compiler[0], k.Name(), out)
		}
	}
}
