package wgsl

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// anyCoupled draws a kernel of couples.
func anyCoupled(r *rand.Rand) Kernel {
	for {
		k := Kernel{
			Radices:            anyChain(r, 1024),
			ElementsPerThread:  1 + r.IntN(32),
			TransformsPerGroup: 1 + r.IntN(8),
			Exchange:           Exchange{r.IntN(2) == 0, uint8(r.IntN(4))},
			Layout:             Layout{Kind: LayoutKind(r.IntN(3)), Shift: uint8(2 + r.IntN(6))},
			MatrixProduct:      r.IntN(5) == 0,
			MirrorInRow:        true,
			Tail:               r.IntN(2) == 0,
		}
		n := k.N()
		side := 1 + r.IntN(3)
		k.Load.Map, k.Store.Map = Contiguous(n), Contiguous(n)
		if side > 1 {
			k.Load.Map = Map{Stride: side, Dist: n * side, Inner: side}
			k.Store.Map, k.Interleave = k.Load.Map, side
		}
		k.Load.Order, k.Store.Order = Order(r.IntN(2)), Order(r.IntN(2))
		k.Load.SwapReIm, k.Store.SwapReIm = r.IntN(2) == 0, r.IntN(2) == 0
		row := Real{N: 2 * n}
		if r.IntN(3) == 0 && side == 1 {
			row = Real{N: n, TwoForOne: true}
		}
		if side > 1 {
			row.InnerExtent = side
		}
		load, store := row, row
		switch r.IntN(6) {
		case 0:
			load.Form, store.Form = RealPoints, HalfSpectrum
		case 1:
			load.Form, store.Form = HalfSpectrum, RealPoints
		case 2:
			load.Form, store.Form = EvenOdd, DCT2Bins
		case 3:
			load.Form, store.Form = DCT2Bins, EvenOdd
		case 4:
			load = Real{Form: SymmetricExtension, N: n + 1, InnerExtent: row.InnerExtent}
			store = load
		default:
			load, store = Real{Form: HalfSpectrum, N: n, ZeroImag: true, InnerExtent: row.InnerExtent}, Real{Form: RealPoints, N: n, ZeroImag: true, InnerExtent: row.InnerExtent}
		}
		k.Load.Real, k.Store.Real = load, store
		k.MirrorHalf = r.IntN(2) == 0 && (load.HasHalfMirror() || store.HasHalfMirror())
		if k.Check(wide) == nil && k.LiveElements() <= 64 {
			return k
		}
	}
}

// Threads have every pair of points whole, and every pair that is not of the odd transform's butterfly 0 once.
func TestCouplesHoldEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 300 {
		k := anyCoupled(r)
		k.Load.Real, k.Store.Real, k.MirrorHalf = Real{}, Real{Form: HalfSpectrum, N: 2 * k.N()}, false
		if side := k.Interleave; side > 1 {
			k.Store.Real.InnerExtent = side
		}
		require.NoError(t, k.Check(wide))
		steps := k.steps()
		st := steps[len(steps)-1]
		h, stored := k.N(), make([]int, k.N()/2+1)
		require.True(t, st.coupled)
		for thread := range k.Threads() {
			for b := 0; b < k.perThread(st); b += st.members() {
				j, active := k.coupledAt(st, thread, b)
				if !active {
					continue
				}
				pairs := st.pairsOf(b)
				require.Len(t, pairs, (st.members()*st.R+1)/2)
				point := func(b, slot int) int {
					j, _ := k.coupledAt(st, thread, b)
					lo, hi := k.coupleSpan(st, b)
					require.True(t, lo <= j && j <= hi, "%s: butterfly %d is not within %d ... %d", k.Name(), j, lo, hi)
					return st.Out(j, slot)
				}
				for _, p := range pairs {
					n, mate := point(p.b, p.slot), point(p.other, p.mate)
					if j == 0 {
						mate = point(p.b, p.own)
					}
					require.LessOrEqual(t, 2*n, h, k.Name())
					require.Equal(t, (h-n)%h, mate, "%s: thread %d, couple %d, point %d", k.Name(), thread, b, n)
					if j > 0 || p.b == b || st.selfMate() > 0 {
						stored[n]++
					}
				}
				if butterfly, slot, there := st.middle(b); there && j == 0 {
					require.Equal(t, h, 2*point(butterfly, slot), k.Name())
					stored[h/2]++
				}
			}
		}
		for n, times := range stored {
			require.Equal(t, 1, times, "%s: pair %d", k.Name(), n)
		}
	}
}

// Butterflies that face each other have points n and h-1-n, and a thread's slots each once but for the butterfly in the middle.
func TestFacingHoldsEveryRun(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 300 {
		k := anyCoupled(r)
		k.Interleave, k.Load.Map, k.Store.Map = 0, Contiguous(k.N()), Contiguous(k.N())
		rotated := Real{Form: DCT4Rotation, N: 2 * k.N()}
		k.Load.Real, k.Store.Real, k.MirrorInRow, k.MirrorHalf = rotated, rotated, false, true
		if k.LiveElements() > 64 {
			continue
		}
		require.NoError(t, k.Check(wide))
		steps := k.steps()
		for _, st := range []step{steps[0], steps[len(steps)-1]} {
			require.True(t, st.coupled)
			at := st.In
			if len(steps) > 1 && st.P > 1 {
				at = st.Out
			}
			taken := map[int]int{}
			for thread := range k.Threads() {
				for b := 0; b < k.perThread(st); b += st.members() {
					first, active := k.coupledAt(st, thread, b)
					if !active {
						continue
					}
					point := func(b, slot int) int {
						j, _ := k.coupledAt(st, thread, b)
						lo, hi := k.coupleSpan(st, b)
						require.True(t, lo <= j && j <= hi, "%s: butterfly %d is not within %d ... %d", k.Name(), j, lo, hi)
						return at(j, slot)
					}
					for _, p := range st.pairsOf(b) {
						n, mate := point(p.b, p.slot), point(p.other, p.mate)
						require.Equal(t, k.N()-1, n+mate, k.Name())
						require.LessOrEqual(t, n, mate, k.Name())
						if p.b == b || 2*first+1 != st.Butterflies() {
							taken[n]++
						}
					}
				}
			}
			for n := range (k.N() + 1) / 2 {
				require.Equal(t, 1, taken[n], "%s: point %d", k.Name(), n)
			}
		}
	}
}

// Couples take the place of an exchange: of its accesses and its barriers.
func TestCouplesSaveAnExchange(t *testing.T) {
	k := named("fft8192_32.16.16_p32_t1_split2_pad5_outhalf16384")
	coupled := k
	coupled.MirrorInRow = true
	require.NoError(t, coupled.Check(wide))
	complexes := k
	complexes.Store.Real = Real{}
	require.Equal(t, complexes.Work(), coupled.Work(), "what the complex transform costs")
	require.Equal(t, 1.5*float64(coupled.Work().Barriers), float64(k.Work().Barriers))
	require.Equal(t, 1.5*coupled.Work().Exchanged, k.Work().Exchanged)
	require.Equal(t, coupled.Work().Conditions+2, k.Work().Conditions)
	one := named("fft16_16_p16_t8_split_linear_outhalf32")
	require.Positive(t, one.WorkgroupBytes())
	one.MirrorInRow = true
	require.NoError(t, one.Check(wide))
	require.Zero(t, one.WorkgroupBytes(), "a thread has all points of its transform")
}

func TestWhereCouplesAreRefused(t *testing.T) {
	for name, why := range map[string]string{
		"fft16_4.4_p8_t4_split_linear_mirror":                                    "takes points k and -k together",
		"fft16_4.4_p8_t4_split_linear_indct4rotation32_outdct4rotation32_mirror": "takes points k and -k together",
		"fft16_4.4_p8_t4_split_linear_inreal32_outreal32_mirrorhalf":             "face each other where",
		"fft15_5.3_p6_t4_split_linear_inevenodd30_outdct2bins30_mirrorhalf":      "face each other where",
		"fft8_4.2_p4_t4_interleave3_split_linear_in3x24x3_inbatchfastest_indct4rotation16.inner3_out3x24x3_outbatchfastest_outdct4rotation16.inner3_mirrorhalf": "face each other where",
		"fft37_rader37x36_1_p12_t4_split_linear_outhalf74_mirror":                                                                                       "whole butterflies of one axis",
		"fft16_4.4_p8_t4_split_linear_convolve1_outhalf16_mirror":                                                                                       "whole butterflies of one axis",
		"fft16_4.4_p4_t8_split_linear_in16x256x16_inbatchfastest_inhalf512_out16x256x16_outbatchfastest_outreal512_mirror":                              "whole transforms of the rows' points",
		"fft16_16_p16_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirror_mirrorcolumns": "the last stage of several",
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err, name)
		require.ErrorContains(t, k.Check(wide), why, name)
	}
}

// Names and compilers, of kernels of couples as of the others.
func TestKernelsOfCouples(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	tint, err := exec.LookPath("tint")
	if err != nil {
		t.Log("tint is not on the PATH")
	}
	for i := range 200 {
		k := anyCoupled(r)
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k.Name(), parsed.Name())
		text := k.Module().Text
		require.NotContains(t, text, "%!", k.Name())
		if tint == "" || i >= 40 {
			continue
		}
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.wgsl", i))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		out, err := exec.Command(tint, "--format", "wgsl", file).CombinedOutput()
		require.NoError(t, err, "%s: %s", k.Name(), out)
	}
}
