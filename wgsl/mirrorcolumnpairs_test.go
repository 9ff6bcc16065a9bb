package wgsl

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// mirrorColumnsLoad is a first pass that loads mirror columns.
const mirrorColumnsLoad = "fft16_4.4_p8_t8_split_linear_in16x256x16_inbatchfastest" +
	"_inswap_inhalf512_outswap_mirror_mirrorcolumns"

// randomMirrorColumns draws a kernel with MirrorColumns and MirrorInRow.
func randomMirrorColumns(r *rand.Rand) Kernel {
	for {
		k := Kernel{
			Radices:            randomRadices(r, 256),
			ElementsPerThread:  1 + r.IntN(32),
			TransformsPerGroup: 2 + 2*r.IntN(8),
			Exchange:           Exchange{r.IntN(2) == 0, uint8(r.IntN(4))},
			Layout:             Layout{Kind: LayoutKind(r.IntN(3)), Shift: uint8(2 + r.IntN(6))},
			MatrixProduct:      r.IntN(5) == 0,
			MirrorInRow:        true,
			MirrorColumns:      true,
			Tail:               r.IntN(2) == 0,
		}
		n, columns := k.N(), 2+r.IntN(40)
		k.Load.Map = Map{Stride: columns, Dist: n * columns, Inner: columns}
		k.Store.Map, k.Load.PassTwiddle = k.Load.Map, PassTwiddle{Order: n * columns, Inner: columns}
		k.Load.Order, k.Store.Order = Order(r.IntN(2)), Order(r.IntN(2))
		k.Store.SwapReIm = r.IntN(2) == 0
		k.Store.Real = Real{Form: Form(r.IntN(2))*(DCT2Bins-HalfSpectrum) + HalfSpectrum, N: 2 * n * columns}
		if r.IntN(4) == 0 {
			k.Store.Real.N, k.Store.Real.TwoForOne = n*columns, true
		}
		if r.IntN(2) == 0 { // as the first of several passes, in either order
			k.Load.Real, k.Store.Real = Real{Form: k.Store.Real.Form, N: 2 * n * columns}, Real{}
			if k.Store.PassTwiddle, k.Load.PassTwiddle = k.Load.PassTwiddle, (PassTwiddle{}); r.IntN(2) == 0 {
				k.Store.Map, k.Store.PassTwiddle = Contiguous(n), PassTwiddle{}
			}
			k.Load.SwapReIm = k.Store.SwapReIm
		}
		if k.Check(wide) == nil && k.LiveElements() <= 64 {
			return k
		}
	}
}

// TestMirrorColumnsHoldEveryPair checks that threads hold each point pair once, and that butterflies stay within
// mirrorColumnsSpan.
func TestMirrorColumnsHoldEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range many(300) {
		k := randomMirrorColumns(r)
		steps := k.steps()
		st, at := steps[len(steps)-1], steps[len(steps)-1].Out
		if k.Load.Real.IsMerge() {
			st, at = steps[0], steps[0].In
		}
		require.True(t, st.mirrorColumns)
		columns, half, groups := k.mirrorColumnsCounts()
		h := columns * k.N()
		stored := make([]int, h)
		for number := range groups * k.Invocations() {
			group, invocation := number/k.Invocations(), number%k.Invocations()
			for b := 0; b < k.butterfliesPerThread(st); b += 2 {
				slot, u, active := k.assignmentOf(st, invocation, b)
				column := group*half + slot
				if !active || column > k.lastColumn() {
					continue
				}
				require.Less(t, slot, half, k.Name())
				first, second, there := st.ColumnMirrorPair(column, columns, u)
				if !there {
					continue
				}
				none := first == second
				for i, of := range []ColumnButterfly{first, second} {
					if none && i == 1 {
						continue
					}
					lo, hi := k.mirrorColumnsSpan(st, b+i)
					require.True(t, lo <= of.Butterfly && of.Butterfly <= hi,
						"%s: butterfly %d is not within %d ... %d", k.Name(), of.Butterfly, lo, hi)
				}
				if q, j, _ := k.assignmentOf(st, invocation, b+1); column > 0 {
					require.Equal(t, ColumnButterfly{column, u}, first)
					number := k.columnMirror().number(group*k.TransformsPerGroup + q)
					require.Equal(t, ColumnButterfly{number % columns, j}, second)
				}
				point := func(of ColumnButterfly, m int) int { return of.Column + at(of.Butterfly, m)*columns }
				has := func(n, partner int) {
					require.Equal(t, (h-n)%h, partner, "%s: column %d, pair %d", k.Name(), column, u)
					stored[n]++
					if partner != n {
						stored[partner]++
					}
				}
				alone := column == 0 && u == 0
				for m := range (st.R + 1) / 2 {
					if alone {
						has(point(first, m), point(first, (st.R-m)%st.R))
					} else {
						has(point(first, m), point(second, st.R-1-m))
					}
				}
				for m := range st.R / 2 {
					switch {
					case none:
					case alone:
						has(point(second, m), point(second, st.R-1-m))
					default:
						has(point(second, m), point(first, st.R-1-m))
					}
				}
				if middle := []ColumnButterfly{first, second}[st.R%2]; alone && !(none && st.R%2 == 1) {
					has(point(middle, st.R/2), point(middle, st.R/2))
				}
			}
		}
		for point, times := range stored {
			require.Equal(t, 1, times, "%s: point %d", k.Name(), point)
		}
	}
}

// TestMirrorColumnsAreStoredOnce checks that the owned transforms of a first pass are the columns of a row, each once.
func TestMirrorColumnsAreStoredOnce(t *testing.T) {
	for _, columns := range []int{2, 6, 16, 30, 100} {
		k := named(mirrorColumnsLoad)
		k.Load.Map, k.Load.Real.N = Map{Stride: columns, Dist: 16 * columns, Inner: columns}, 32*columns
		require.NoError(t, k.Check(wide))
		seen := map[int]int{}
		for q := range k.MirroredTransforms() {
			if first, partner, own := k.MirrorTransform(q); own {
				seen[first]++
				seen[partner]++
			}
		}
		require.Len(t, seen, columns)
		for c, times := range seen {
			require.Equal(t, 1, times, "column %d of %d", c, columns)
		}
	}
}

// TestInvalidMirrorColumnsLoad checks the errors of invalid kernels with mirror columns on load.
func TestInvalidMirrorColumnsLoad(t *testing.T) {
	fine := named(mirrorColumnsLoad)
	require.NoError(t, fine.Check(wide))
	for what, change := range map[string]func(k *Kernel){
		"need MirrorInRow": func(k *Kernel) { k.MirrorInRow = false },
		"an even column count": func(k *Kernel) {
			k.Load.Map, k.Load.Real.N = Map{Stride: 15, Dist: 240, Inner: 15}, 480
		},
		"pairs of real numbers": func(k *Kernel) {
			k.Load.Real = Real{Form: HalfSpectrum, N: 256, TwoForOne: true}
		},
		"whole rows": func(k *Kernel) { k.Load.Map.Dist = 512 },
		"one axis of several stages": func(k *Kernel) {
			k.Radices, k.ElementsPerThread, k.Load.Order = Radices{16}, 16, PointsFastest
		},
		"no pass twiddle":             func(k *Kernel) { k.Load.PassTwiddle = PassTwiddle{Order: 256, Inner: 16} },
		"without interleave or bound": func(k *Kernel) { k.Load.TableFactor = true },
	} {
		k := fine
		change(&k)
		require.ErrorContains(t, k.Check(wide), what)
	}
}

// TestWorkOfMirrorColumnsLoad checks that mirror columns on load add only index computations.
func TestWorkOfMirrorColumnsLoad(t *testing.T) {
	paired := named("fft128_16.8_p32_t32_split_pad5_in256x32768x256_inbatchfastest" +
		"_inswap_inhalf65536_outswap_mirror_mirrorcolumns")
	require.NoError(t, paired.Check(wide))
	require.Equal(t, 32, paired.LiveElements())
	complexes := paired
	complexes.MirrorInRow, complexes.MirrorColumns, complexes.Load.Real = false, false, Real{}
	want := complexes.Work()
	want.Flops += 12.0 / 16
	require.Equal(t, want, paired.Work())
	load, _ := paired.Transactions(LinePoints)
	require.Equal(t, 1.5, load, "half the columns of a workgroup are one memory line, and their partners straddle two")
}

// TestMirrorColumnPairsSaveAnExchange checks that MirrorInRow removes one exchange of a kernel with mirror columns.
func TestMirrorColumnPairsSaveAnExchange(t *testing.T) {
	paired := named("fft128_8.16_p32_t32_split_pad5_in256x32768x256_inbatchfastest_intwiddle32768x256" +
		"_out256x32768x256_outbatchfastest_outhalf65536_scale0.5_mirror_mirrorcolumns")
	require.NoError(t, paired.Check(wide))
	require.Equal(t, 32, paired.LiveElements())
	exchanged, complexes := paired, paired
	exchanged.MirrorInRow = false
	complexes.MirrorInRow, complexes.MirrorColumns, complexes.Store.Real = false, false, Real{}
	want := complexes.Work()
	want.Flops += 12.0 / 16
	require.Equal(t, want, paired.Work(), "the complex transform and the butterfly indices")
	require.Equal(t, 2*paired.Work().Barriers, exchanged.Work().Barriers)
	require.Equal(t, 2*paired.Work().Exchanged, exchanged.Work().Exchanged)
}

// TestMirrorColumnsKernelsCompile checks names and texts of random kernels with tint, if it is on the PATH.
func TestMirrorColumnsKernelsCompile(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	tint, err := exec.LookPath("tint")
	if err != nil {
		t.Log("tint is not on the PATH")
	}
	for i := range 100 {
		k := randomMirrorColumns(r)
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k.Name(), parsed.Name())
		text := k.Module().Text
		require.NotContains(t, text, "%!", k.Name())
		if tint == "" || i%5 > 0 {
			continue
		}
		file := filepath.Join(t.TempDir(), "kernel.wgsl")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		out, err := exec.Command(tint, "--format", "wgsl", file).CombinedOutput()
		require.NoError(t, err, "%s: %s", k.Name(), out)
	}
}
