package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// keptKernels are kernels of rows of one and of several in a workgroup, some with threads that fill no warp.
var keptKernels = []string{
	"fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5", "fft512_8.8.8_p16_t2_one_xor3_outhalf1024_scale0.5", "fft512_8.8.8_p8_t4_complex_xor3_outhalf1024_scale0.5",
	"fft32_4.8_p8_t1_one_linear_outhalf64_scale0.5", "fft500_10.10.5_p10_t5_complex_pad3_outhalf1000_scale0.5", "fft500_25.5.4_p20_t3_one_pad3_outhalf1000_scale0.5",
	"fft960_10.12.8_p24_t3_one_pad5_outhalf1920_scale0.5", "fft16_4.4_p4_t8_one_linear_inacross_outacross_outhalf32_scale0.5",
}

// A kernel that keeps points has a name of its own, moves half the points of the last exchange, and both parts at once.
func TestKeptKernels(t *testing.T) {
	for _, name := range keptKernels {
		k := named(name)
		require.NoError(t, k.Check(wide), name)
		require.True(t, k.CanKeep(), name)
		dealt := k
		k.Keeps = true
		require.NoError(t, k.Check(wide), k.Name())
		require.Equal(t, name+"_keeps", k.Name())
		parsed, err := ParseFFT(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
		checkText(t, k)
		_, last, _ := strings.Cut(k.Module().Text, "// points k and -k of a transform together")
		parts := 8 / k.Exchange.elementBytes()
		require.Equal(t, k.Points/2*parts, strings.Count(last, "    shared_points["), "%s: writes", name)
		require.Equal(t, 2*k.Points/2*parts, strings.Count(last, "shared_points["), "%s: reads and writes", name)
		require.Equal(t, 2, strings.Count(last, "workgroupBarrier"), name)
		require.Equal(t, k.Points/2+1, strings.Count(last, "out_pair("), name)
		require.InDelta(t, dealt.Work().Exchanged-2*max(1, k.Work().Idle), k.Work().Exchanged, 1e-9, name)
		require.Equal(t, dealt.Work().Barriers-2*(parts-1), k.Work().Barriers, name)
		require.Equal(t, dealt.WorkgroupBytes(), k.WorkgroupBytes(), name)
	}
}

// The points of the last stage are those that keepPairs takes threads to have, and by its arithmetic every bin is stored once, the other point coming from where its thread put it.
func TestKeptPointsMakeEveryBin(t *testing.T) {
	for _, name := range keptKernels {
		k := named(name)
		n, threads, half := k.N(), k.Threads(), k.Points/2
		last := k.steps()[len(k.steps())-1]
		put := map[int]int{} // point by place
		for thread := range threads {
			have := map[int]bool{}
			for b := range k.perThread(last) {
				j, active := k.unitOf(last, thread, b)
				require.True(t, active, name)
				for m := range last.R {
					have[last.Out(j, m)] = true
				}
			}
			require.Len(t, have, k.Points)
			for i := range k.Points {
				require.True(t, have[thread+i*threads], "%s: thread %d, point %d", name, thread, i)
			}
			for i := half; i < k.Points; i++ {
				put[thread+(i-half)*threads] = thread + i*threads
			}
		}
		stored := map[int]int{n / 2: 1}
		for thread := range threads {
			for i := range half {
				point := thread + i*threads
				if point > 0 {
					require.Equal(t, n-point, put[n/2-point], name)
				}
				stored[point]++
				stored[n-point]++
			}
		}
		require.Len(t, stored, n+1, name)
		for bin, count := range stored {
			require.Equal(t, 1, count, "%s: bin %d", name, bin)
		}
	}
}

// With Once the roots of the pairs are made of one that is read.
func TestKeptPointsLendRoots(t *testing.T) {
	for _, name := range keptKernels[:2] {
		k := named(name)
		k.Keeps = true
		_, last, _ := strings.Cut(k.Module().Text, "// points k and -k of a transform together")
		require.NotContains(t, last, "wave(")
		k.Once = true
		require.True(t, k.Lends())
		_, last, _ = strings.Cut(k.Module().Text, "// points k and -k of a transform together")
		require.Equal(t, 1, strings.Count(last, "wave("))
		require.Equal(t, k.Points/2-1, strings.Count(last, "turn(out_w_0, "))
		checkText(t, k)
	}
	k := named("fft8_8_p8_t4_one_linear_outcosine16_keeps") // has no roots of one order
	require.NoError(t, k.Check(wide))
	require.False(t, k.Lends())
}

// Others have no points that a thread could keep.
func TestWhatKeepsNoPoints(t *testing.T) {
	for _, name := range []string{
		"fft512_8.8.8_p16_t1_one_xor3", "fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5_coupled", "fft512_8.8.8_p16_t1_one2_xor3_outhalf1024_scale0.5", "fft16_4.4_p4_t4_one_linear_inswap_inhalf32_outswap",
		"fft125_5.5.5_p5_t4_one_linear_outhalf250_scale0.5", "fft15_3.5_p6_t4_one_linear_outhalf30_scale0.5", "fft60_6.10_p8_t4_one_linear_outhalf120_scale0.5",
		"fft16_4.4_p4_t8_one_linear_in16x256x16_inacross_inturn256x16_out16x256x16_outacross_outhalf512_scale0.5_mated", "fft4_4_p4_t4_one_linear_infolded8_outcosine8_coupled",
		"fft16_4.4_p4_t4_one_linear_outhalf20_scale0.5", "fft16_4.4_p4_t4_one_linear_outhalf32_outfactor_scale0.5", "fft16_4.4_p4_t4_one_linear_outhalf32_outlen16_scale0.5",
		"fft192_24.8_p24_t4_complex_linear_in1x83_inlen83_infactor_convolve1_out1x83_outswap_outhalf166_outlen83_outfactor_scale0.5_guard", "fft37_rader37x6.6_1_p2_t4_one_linear_outhalf74_scale0.5",
	} {
		k := named(name)
		require.NoError(t, k.Check(wide), name)
		require.False(t, k.CanKeep(), name)
		k.Keeps = true
		require.ErrorContains(t, k.Check(wide), "keep points", name)
	}
}

// What a warp stores lies together where it has one transform.
func TestKeptPointsTouchFewSectors(t *testing.T) {
	k := named(keptKernels[0])
	_, dealt := k.Touched(SectorPoints)
	k.Keeps = true
	_, kept := k.Touched(SectorPoints)
	require.InDelta(t, dealt, kept, 0.02)
	k = named("fft32_4.8_p8_t8_one_linear_outhalf64_scale0.5_keeps") // of 4 threads each
	_, kept = k.Touched(SectorPoints)
	require.Greater(t, kept, 1.4)
}
