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

// randomMirrorInRow draws a kernel with MirrorInRow, and with MirrorHalf if its forms allow it.
func randomMirrorInRow(r *rand.Rand) Kernel {
	for {
		k := Kernel{
			Radices:            randomRadices(r, 1024),
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
			load = Real{Form: HalfSpectrum, N: n, ZeroImag: true, InnerExtent: row.InnerExtent}
			store = Real{Form: RealPoints, N: n, ZeroImag: true, InnerExtent: row.InnerExtent}
		}
		k.Load.Real, k.Store.Real = load, store
		k.MirrorHalf = r.IntN(2) == 0 && (load.HasHalfMirror() || store.HasHalfMirror())
		if k.Check(wide) == nil && k.LiveElements() <= 64 {
			return k
		}
	}
}

// TestMirrorInRowHoldsEveryPair checks that threads hold each point pair once. For an odd butterfly count,
// butterfly 0 is its own partner and has its pairs twice.
func TestMirrorInRowHoldsEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 300 {
		k := randomMirrorInRow(r)
		k.Load.Real, k.Store.Real, k.MirrorHalf = Real{}, Real{Form: HalfSpectrum, N: 2 * k.N()}, false
		if side := k.Interleave; side > 1 {
			k.Store.Real.InnerExtent = side
		}
		require.NoError(t, k.Check(wide))
		steps := k.steps()
		st := steps[len(steps)-1]
		h, stored := k.N(), make([]int, k.N()/2+1)
		require.True(t, st.mirrorInRow)
		for thread := range k.Threads() {
			for b := 0; b < k.butterfliesPerThread(st); b += st.pairSize() {
				j, active := k.mirrorButterfly(st, thread, b)
				if !active {
					continue
				}
				pairs := st.pointPairs(b)
				require.Len(t, pairs, (st.pairSize()*st.R+1)/2)
				point := func(b, slot int) int {
					j, _ := k.mirrorButterfly(st, thread, b)
					lo, hi := k.mirrorSpan(st, b)
					require.True(t, lo <= j && j <= hi, "%s: butterfly %d is not within %d ... %d", k.Name(), j, lo, hi)
					return st.Out(j, slot)
				}
				for _, p := range pairs {
					n, partner := point(p.b, p.slot), point(p.partner, p.partnerSlot)
					if j == 0 {
						partner = point(p.b, p.selfSlot)
					}
					require.LessOrEqual(t, 2*n, h, k.Name())
					require.Equal(t, (h-n)%h, partner, "%s: thread %d, butterfly %d, point %d", k.Name(), thread, b, n)
					if j > 0 || p.b == b || st.zeroPartner() > 0 {
						stored[n]++
					}
				}
				if butterfly, slot, there := st.nyquist(b); there && j == 0 {
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

// TestHalfMirrorHoldsEveryPair checks that threads hold each pair of points n and h-1-n once. The self-conjugate middle
// butterfly has its pairs twice.
func TestHalfMirrorHoldsEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 300 {
		k := randomMirrorInRow(r)
		k.Interleave, k.Load.Map, k.Store.Map = 0, Contiguous(k.N()), Contiguous(k.N())
		rotated := Real{Form: DCT4Rotation, N: 2 * k.N()}
		k.Load.Real, k.Store.Real, k.MirrorInRow, k.MirrorHalf = rotated, rotated, false, true
		if k.LiveElements() > 64 {
			continue
		}
		require.NoError(t, k.Check(wide))
		steps := k.steps()
		for _, st := range []step{steps[0], steps[len(steps)-1]} {
			require.True(t, st.mirrorInRow)
			at := st.In
			if len(steps) > 1 && st.P > 1 {
				at = st.Out
			}
			taken := map[int]int{}
			for thread := range k.Threads() {
				for b := 0; b < k.butterfliesPerThread(st); b += st.pairSize() {
					first, active := k.mirrorButterfly(st, thread, b)
					if !active {
						continue
					}
					point := func(b, slot int) int {
						j, _ := k.mirrorButterfly(st, thread, b)
						lo, hi := k.mirrorSpan(st, b)
						require.True(t, lo <= j && j <= hi,
							"%s: butterfly %d is not within %d ... %d", k.Name(), j, lo, hi)
						return at(j, slot)
					}
					for _, p := range st.pointPairs(b) {
						n, partner := point(p.b, p.slot), point(p.partner, p.partnerSlot)
						require.Equal(t, k.N()-1, n+partner, k.Name())
						require.LessOrEqual(t, n, partner, k.Name())
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

// TestMirrorInRowSavesAnExchange checks that MirrorInRow removes the accesses and barriers of one exchange.
func TestMirrorInRowSavesAnExchange(t *testing.T) {
	k := named("fft8192_32.16.16_p32_t1_split2_pad5_outhalf16384")
	paired := k
	paired.MirrorInRow = true
	require.NoError(t, paired.Check(wide))
	complexes := k
	complexes.Store.Real = Real{}
	require.Equal(t, complexes.Work(), paired.Work(), "what the complex transform costs")
	require.Equal(t, 1.5*float64(paired.Work().Barriers), float64(k.Work().Barriers))
	require.Equal(t, 1.5*paired.Work().Exchanged, k.Work().Exchanged)
	require.Equal(t, paired.Work().Conditions+2, k.Work().Conditions)
	one := named("fft16_16_p16_t8_split_linear_outhalf32")
	require.Positive(t, one.WorkgroupBytes())
	one.MirrorInRow = true
	require.NoError(t, one.Check(wide))
	require.Zero(t, one.WorkgroupBytes(), "a thread has all points of its transform")
}

// TestInvalidMirrorKernels checks the errors of invalid kernels with MirrorInRow or MirrorHalf.
func TestInvalidMirrorKernels(t *testing.T) {
	for name, why := range map[string]string{
		"fft16_4.4_p8_t4_split_linear_mirror":                                    "takes points k and -k together",
		"fft16_4.4_p8_t4_split_linear_indct4rotation32_outdct4rotation32_mirror": "takes points k and -k together",
		"fft16_4.4_p8_t4_split_linear_inreal32_outreal32_mirrorhalf":             "MirrorHalf needs a real transform",
		"fft15_5.3_p6_t4_split_linear_inevenodd30_outdct2bins30_mirrorhalf":      "MirrorHalf needs a real transform",
		"fft8_4.2_p4_t4_interleave3_split_linear_in3x24x3_inbatchfastest" +
			"_indct4rotation16.inner3_out3x24x3_outbatchfastest_outdct4rotation16.inner3" +
			"_mirrorhalf": "MirrorHalf needs a real transform",
		"fft37_rader37x36_1_p12_t4_split_linear_outhalf74_mirror": "need one axis of several points",
		"fft16_4.4_p8_t4_split_linear_convolve1_outhalf16_mirror": "need one axis of several points",
		"fft16_4.4_p4_t8_split_linear_in16x256x16_inbatchfastest_inhalf512_out16x256x16" +
			"_outbatchfastest_outreal512_mirror": "need whole transforms of the rows",
		"fft16_16_p16_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16" +
			"_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirror_mirrorcolumns": "need one axis of several stages",
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err, name)
		require.ErrorContains(t, k.Check(wide), why, name)
	}
}

// TestMirrorInRowKernelsCompile checks names and texts of random kernels with tint, if it is on the PATH.
func TestMirrorInRowKernelsCompile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	tint, err := exec.LookPath("tint")
	if err != nil {
		t.Log("tint is not on the PATH")
	}
	for i := range 200 {
		k := randomMirrorInRow(r)
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
