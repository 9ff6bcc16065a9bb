package wgsl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// pairKernels are kernels whose Rader stage takes pairs, by every number of radices, exchange, grain and power of two.
var pairKernels = []string{
	"fft7_folded7x2.3_1_p2_t3_complex_digits0",
	"fft13_folded13x4.3_1_p4_t1_split_digits1.pad1x0",
	"fft61_folded61x4.15_1_p15_t4_complex_digits1",
	"fft97_folded97x32.3_1_p12_t2_split_digits0.pad1x0",
	"fft127_folded127x14.9_1_p14_t1_complex2_digits1.pad3x0",
	"fft211_folded211x10.3.7_1_p21_t2_complex_digits2down.pad2x1",
	"fft1009_folded1009x16.9.7_1_p32_t2_split_digits2down.pad2x1",
	"fft1021_folded1021x20.17.3_1_p16_t1_split2_digits0down.pad1x1",
	"fft2311_folded2311x6.5.7.11_1_p17_t1_complex2_digits1down.pad1x0",
	"fft2311_folded2311x2.3.5.7.11_1_p20_t1_complex_digits0",
	"fft8191_folded8191x26.35.9_1_p26_t1_complex2_digits0down.pad2x0",
	"fft16381_folded16381x36.35.13_1_p32_t1_split2_digits1down.pad2x0",
}

// Every pair has a place of its own in workgroup memory, where butterflies find both of its points, and no access meets a bank twice, neither in order nor by butterflies.
func TestPairTable(t *testing.T) {
	l, err := NamedLimits("h200")
	require.NoError(t, err)
	for _, name := range pairKernels {
		k, err := ParseKernel(name)
		require.NoError(t, err)
		require.NoError(t, k.Check(l))
		table, r := k.FoldTable(), k.Rader
		words := table.Words()
		require.Len(t, words, table.Count())
		half, butterflies := (r.Prime-1)/2, (r.Prime-1)/int(r.Radices[0])
		place := func(word uint32) int {
			at, span := 0, 1
			for _, size := range table.sizes() {
				x := 0
				for bit := 1; bit < size; bit *= 2 {
					x += int(word&1) * bit
					word >>= 1
				}
				require.Less(t, x, size, name)
				at, span = at+x*span, span*size
			}
			return at
		}
		owner := map[int]int{} // by place, the pair
		for j, word := range words[half:] {
			at := place(word)
			_, taken := owner[at]
			require.False(t, taken, name)
			owner[at] = j
		}
		// The points of a butterfly along the first digit are those of a coset of the numbers of order R_1, of which a pair has two.
		generator := r.power(-r.idempotents()[0])
		for j := range butterflies {
			coset := map[int]bool{}
			for s := range int(r.Radices[0]) / 2 {
				word := words[s*butterflies+j]
				i := owner[place(word)] + 1
				if word>>31 == 1 {
					i = r.Prime - i
				}
				coset[i], coset[r.Prime-i] = true, true
			}
			require.Len(t, coset, int(r.Radices[0]), name)
			for i := range coset {
				require.True(t, coset[i*generator%r.Prime], name)
			}
		}
		access := func(words []uint32) {
			for from := 0; from < len(words); from += table.Threads {
				for t0 := from; t0 < min(from+table.Threads, len(words)); t0 += table.Banks {
					seen := map[int]bool{}
					for _, word := range words[t0:min(t0+table.Banks, from+table.Threads, len(words))] {
						bank := place(word) % table.Banks
						require.False(t, seen[bank], name)
						seen[bank] = true
					}
				}
			}
		}
		access(words[half:])
		for s := range int(r.Radices[0]) / 2 {
			access(words[s*butterflies : (s+1)*butterflies])
		}
	}
}

// Edges of a colour never meet, whatever the graph.
func TestColours(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		most, nodes := 1+r.IntN(9), 1+r.IntN(12)
		var ends [2][]int
		var degree [2]map[int]int
		degree[0], degree[1] = map[int]int{}, map[int]int{}
		for range r.IntN(most*nodes) + 1 {
			u, v := r.IntN(nodes), r.IntN(nodes)
			if degree[0][u] < most && degree[1][v] < most {
				ends[0], ends[1] = append(ends[0], u), append(ends[1], v)
				degree[0][u]++
				degree[1][v]++
			}
		}
		colour := colours(ends, most)
		require.Len(t, colour, len(ends[0]))
		for side := range ends {
			seen := map[[2]int]bool{}
			for edge, c := range colour {
				require.True(t, c >= 0 && c < most)
				require.False(t, seen[[2]int{ends[side][edge], c}])
				seen[[2]int{ends[side][edge], c}] = true
			}
		}
	}
}

// What no such kernel can be is refused, and says why.
func TestPairsAreChecked(t *testing.T) {
	l, err := NamedLimits("h200")
	require.NoError(t, err)
	for name, why := range map[string]string{
		"fft127_folded127x9.14_1_p14_t1_complex_digits0":              "the even one first",
		"fft61_folded61x6.10_1_p6_t1_complex_digits0":                 "coprime radices",
		"fft61_folded61x60_1_p60_t1_complex_digits0":                  "coprime radices",
		"fft122_folded61x4.15_2_p15_t1_complex_digits0":               "a whole kernel",
		"fft61_folded61x4.15_1_p15_t1_complex_linear":                 "in a cube",
		"fft61_folded61x4.15_1_p15_t4_complex_digits0_inbatchfastest": "does not go across",
		"fft61_folded61x4.15_1_p15_t1_complex4_digits0":               "one round",
		"fft61_folded61x4.15_1_p15_t2_complex2_digits0":               "one round",
		"fft61_folded61x4.15_1_p15_t1_complex_digits0_outfactor":      "without factors",
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err)
		require.ErrorContains(t, k.Check(l), why, name)
	}
}
