package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// sectorsPerWarp returns the sectors that one access of 32 threads touches, divided by the number
// that its elements fill. The parameter at is the element that a thread accesses.
func sectorsPerWarp(groups, threads int, at func(thread int) int) float64 {
	touched, all := 0, 0
	for first := 0; first < groups*threads; first += min(warp, threads) {
		seen := map[int]bool{}
		for i := range min(warp, threads) {
			seen[at(first+i)/SectorPoints] = true
		}
		touched += len(seen)
		all += min(warp, threads)
	}
	return float64(touched*SectorPoints) / float64(all)
}

// Rows of a half spectrum have n/2+1 bins, so most begin within a sector. The shorter the runs of bins that a warp
// stores, the more sectors it touches in part. With mirror butterflies j and B - j in one thread, runs have B/2 bins.
func TestRowsOfBinsBeginWithinSectors(t *testing.T) {
	for _, at := range []struct {
		name    string
		n, runs int // points, threads of a transform
	}{
		{"fft128_16.8_p16_t4_split_pad4_outhalf256_scale0.5_mirror", 128, 8},
		{"fft128_8.4.4_p8_t2_split_pad3_outhalf256_scale0.5_mirror", 128, 16},
		{"fft128_8.4.4_p8_t4_split_pad3_outhalf256_scale0.5_mirror", 128, 16},
		{"fft512_32.16_p32_t2_split_pad5_outhalf1024_scale0.5_mirror", 512, 16},
		{"fft512_8.8.8_p16_t1_split_xor3_outhalf1024_scale0.5_mirror", 512, 32},
		{"fft512_8.8.8_p16_t2_split_pad3_outhalf1024_scale0.5_mirror", 512, 32},
	} {
		k := named(at.name)
		require.NoError(t, k.Check(wide), at.name)
		want := 0.0
		for _, mirrored := range []bool{false, true} {
			want += sectorsPerWarp(16, k.Invocations(), func(thread int) int {
				row, j := thread/at.runs, thread%at.runs
				if mirrored {
					if j = 2*at.runs - j; j == 2*at.runs {
						j = at.runs
					}
				}
				return row*(at.n+1) + j
			}) / 2
		}
		load, store := k.Transactions(SectorPoints)
		require.Equal(t, 1.0, load, at.name)
		require.InDelta(t, want, store, 0.07, at.name)
		require.Greater(t, store, 1.05, at.name)
	}
}

// Without mirror butterflies the pairs are dealt to all threads in a row, and runs of bins are as
// long as rows.
func TestRowsOfBinsStoredInPairs(t *testing.T) {
	k := named("fft128_16.8_p16_t4_split_pad4_outhalf256_scale0.5")
	require.NoError(t, k.Check(wide))
	want := 0.0
	for _, mirrored := range []bool{false, true} {
		want += sectorsPerWarp(16, k.Invocations(), func(thread int) int {
			row, bin := thread/65, thread%65
			if mirrored {
				bin = 128 - bin
			}
			return row*129 + bin
		}) / 2
	}
	_, store := k.Transactions(SectorPoints)
	require.InDelta(t, want, store, 0.02)
	require.Greater(t, store, 1.0)

	// In short rows a warp stores both ends of a row.
	short := named("fft8_8_p8_t32_split_linear_outhalf16_scale0.5")
	_, lines := short.Transactions(LinePoints)
	require.Less(t, lines, 2.4)

	points := k
	points.Store.Real, points.Store.Scale = Real{}, 0
	_, store = points.Transactions(SectorPoints)
	require.Equal(t, 1.0, store, "rows of 128 points begin with sectors")
}

// Different warps of a workgroup access rows that begin at different points of a sector. Rows of
// 1125 points begin at all four.
func TestEveryWarpOfAWorkgroupCounts(t *testing.T) {
	k := named("fft1125_9.5.25_p25_t4_split_linear")
	require.NoError(t, k.Check(wide))
	_, four := k.Transactions(SectorPoints)
	k.TransformsPerGroup = 1
	_, one := k.Transactions(SectorPoints)
	require.Equal(t, one, four)
	require.Greater(t, four, 1.05)
}
