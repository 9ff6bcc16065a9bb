package wgsl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// alignedKernels are kernels of rows of one and of several in a workgroup, some with threads that fill no warp.
var alignedKernels = []string{
	"fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5", "fft512_8.8.8_p16_t2_one_xor3_outhalf1024_scale0.5", "fft512_8.8.8_p8_t4_complex_xor3_outhalf1024_scale0.5",
	"fft32_4.8_p8_t1_one_linear_outhalf64_scale0.5", "fft32_4.8_p8_t16_one2_linear_outhalf64_scale0.5", "fft500_10.10.5_p10_t5_complex_pad3_outhalf1000_scale0.5",
	"fft960_10.12.8_p24_t3_one_pad5_outhalf1920_scale0.5", "fft3_3_p3_t7_one_linear_outhalf6_scale0.5", "fft1_1_p2_t4_one_linear_outhalf2_scale0.5",
}

// Every bin is stored once by the threads of the workgroup that has its row, and accesses begin with lines: those of bins that ascend, and with bins by themselves all.
func TestAlignedStores(t *testing.T) {
	for _, name := range alignedKernels {
		for aligned := uint8(1); aligned <= alignedBins; aligned++ {
			k := named(name)
			if k.Aligned = aligned; k.N() == 1 {
				require.Error(t, k.Check(wide), name)
				continue
			}
			require.NoError(t, k.Check(wide), k.Name())
			r := k.Store.Real
			_, all := k.dealt()
			stored := map[int]int{}
			const groups = 5
			for group := range groups {
				for i := range all {
					at, ok := k.alignedAt(group*k.Transforms, i, false)
					mirror, _ := k.alignedAt(group*k.Transforms, i, true)
					if !ok {
						continue
					}
					require.Equal(t, i%LinePoints, at%LinePoints, "%s: place %d", k.Name(), i)
					require.Equal(t, group, at/(k.Transforms*r.Len()))
					stored[at]++
					if aligned == alignedPairs && mirror != at {
						require.Equal(t, at/r.Len(), mirror/r.Len())
						stored[mirror]++
					}
				}
			}
			require.Len(t, stored, groups*k.Transforms*r.Len())
			for at, count := range stored {
				require.Equal(t, 1, count, "%s: element %d", k.Name(), at)
			}
		}
	}
}

// There are as few accesses as places to go through: of 1024 numbers as many as without, where pairs are stored, and fewer stores where bins are.
func TestAlignedAccesses(t *testing.T) {
	for name, stores := range map[string][3]int{ // by Aligned: of how many pairs or bins
		"fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5":       {9, 9, 17},
		"fft512_8.8.8_p16_t2_one_xor3_outhalf1024_scale0.5":       {9, 9, 17},
		"fft512_8.8.8_p16_t4_one_xor3_outhalf1024_scale0.5":       {9, 9, 17},
		"fft512_8.8.8_p8_t1_one_xor3_outhalf1024_scale0.5":        {5, 5, 9},
		"fft500_10.10.5_p10_t5_complex_pad3_outhalf1000_scale0.5": {6, 6, 11},
	} {
		for aligned, count := range stores {
			k := named(name)
			k.Aligned = uint8(aligned)
			require.NoError(t, k.Check(wide))
			require.Equal(t, count, strings.Count(k.Module().Text, "    out_"), k.Name())
			parsed, err := ParseFFT(k.Name())
			require.NoError(t, err)
			require.Equal(t, k, parsed)
			require.Equal(t, name+[]string{"", "_aligned", "_aligned2"}[aligned], k.Name())
			checkText(t, k)
		}
	}
	_, err := ParseFFT("fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5_aligned1")
	require.Error(t, err)
}

// Aligned stores touch fewer sectors and lines than others do in the mean, those of bins by themselves hardly more than they fill.
func TestAlignedStoresTouchFewSectors(t *testing.T) {
	for _, name := range alignedKernels[:2] {
		k := named(name)
		for _, unit := range []int{SectorPoints, LinePoints} {
			met, points, all := 0, 0, k.Transforms*257 // without, of as many workgroups as begin at different places of a line
			for group := range LinePoints {
				for first := 0; first < all; first += warp {
					for _, mirrored := range []bool{false, true} {
						var seen unitsMet
						for pair := first; pair < min(first+warp, all); pair++ {
							bin := pair % 257
							if mirrored {
								bin = 512 - bin
							}
							seen.add(((group*k.Transforms+pair/257)*513 + bin) / unit)
							points++
						}
						met += seen.n
					}
				}
			}
			without := float64(met*unit) / float64(points)
			k.Aligned = alignedPairs
			_, pairs := k.Touched(unit)
			k.Aligned = alignedBins
			_, bins := k.Touched(unit)
			t.Logf("%s, units of %d: %.3f, %.3f, %.3f", name, unit, without, pairs, bins)
			require.Less(t, pairs, without-0.01, "%s, units of %d points", name, unit)
			require.Less(t, bins, pairs-0.02, "%s, units of %d points", name, unit)
			require.Less(t, bins, 1.04, "%s, units of %d points", name, unit)
		}
	}
}

// What goes to aligned stores lies as it is, where neighbouring threads write neighbouring points; elsewhere it has the layout of the other exchanges.
func TestLayoutsBeforeAlignedStores(t *testing.T) {
	for name, plain := range map[string]bool{
		"fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5": true, "fft512_8.8.8_p16_t4_complex_pad3_outhalf1024_scale0.5": true, "fft64_8.8_p8_t4_one_xor3_outhalf128_scale0.5": false,
		"fft512_8.8.8_p16_t4_one2_xor3_outhalf1024_scale0.5": false, "fft64_64_p64_t32_one_pad5_outhalf128_scale0.5": false,
	} {
		for aligned := range uint8(alignedBins + 1) {
			k := named(name)
			k.Aligned = aligned
			require.NoError(t, k.Check(wide))
			_, last, _ := strings.Cut(k.Module().Text, "// points k and -k of a transform together")
			require.Equal(t, plain && aligned > 0, !strings.Contains(last, "place("), k.Name())
		}
	}
}

// Other stores have nothing to align.
func TestWhatCannotBeAligned(t *testing.T) {
	for _, name := range []string{
		"fft512_8.8.8_p16_t1_one_xor3", "fft512_8.8.8_p16_t1_one_xor3_outhalf1024_scale0.5_coupled", "fft5_5_p5_t4_one_linear_inreals5.rows_outhalf5.rows_scale0.5",
		"fft16_4.4_p4_t4_one_linear_inswap_inhalf32_outswap", "fft4_4_p4_t4_one_linear_infolded8_outcosine8", "fft1_1_p1_t64_complex_linear_outhalf1024_scale0.5",
		"fft5_5_p5_t4_one_linear_inreals5.alone_outhalf5.alone", "fft16_4.4_p4_t8_one_linear_in16x256x16_inacross_inturn256x16_out16x256x16_outacross_outhalf512_scale0.5_mated",
		"fft4_4_p4_t4_lanes3_one_linear_in3x12x3_inacross_inhalf8.side3_out3x12x3_outacross_outhalf8.side3", "fft16_4.4_p4_t4_one_linear_inacross_outacross_outhalf32_scale0.5",
	} {
		k := named(name)
		require.NoError(t, k.Check(wide), name)
		require.False(t, k.CanAlign())
		for aligned := uint8(1); aligned <= alignedBins; aligned++ {
			k.Aligned = aligned
			require.ErrorContains(t, k.Check(wide), "can be aligned", name)
		}
	}
	k := named(alignedKernels[0])
	require.True(t, k.CanAlign())
	k.Aligned = alignedBins + 1
	require.ErrorContains(t, k.Check(wide), fmt.Sprintf("by bins, %d", alignedBins))
}
