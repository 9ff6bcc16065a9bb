package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
)

// A folded Rader stage takes points i and p - i together, as the sum x[i] + x[p-i] and the
// difference x[i] - x[p-i]. Since -1 = g^(L/2), the two are half the convolution of L points
// apart. The first butterflies of a transform of L points begin with these sums and differences
// (Rader 1968 with PFA, see there).
//
// The first radix is R_1 = 2^m b with b odd. Points i and p - i differ by R_1/2 in the first digit
// alone. With
//
//	i_1 = b j_1 + 2^m j_2 mod R_1     j_1 < 2^m, j_2 < b
//
// the first butterflies take the sums and differences for j_1 < 2^(m-1). The last butterflies
// leave two parts, whose sum and difference are the two outputs. Both points of a pair share one
// place in workgroup memory. Threads load and store the pairs in order. The second transform is a
// forward one, too, which reverses the points; the last step therefore scatters each pair to the
// place that it was gathered from.
//
// The places are free of bank conflicts by an edge colouring of a bipartite graph (Koenig 1916).

// firstRadixFactors returns 2^m and b of the first radix.
func (r Rader) firstRadixFactors() (q, b int) {
	q, b = 1, int(r.Radices[0])
	for b%2 == 0 {
		q, b = 2*q, b/2
	}
	return q, b
}

// foldDigit returns the first digit of the point at slot s of the first butterflies. It is the
// point of its pair with the smaller j_1. The outputs of the last butterflies have the same
// digits.
func (r Rader) foldDigit(s int) int {
	q, b := r.firstRadixFactors()
	return (b*(s/b) + q*(s%b)) % (q * b)
}

// pairCount returns the number of pairs i and p - i, half the points of the convolution.
func (r Rader) pairCount() int { return (r.Prime - 1) / 2 }

// A FoldTable gives the places in workgroup memory where a folded Rader stage keeps its pairs. For
// each slot and butterfly of the first step it holds the coordinates of the pair's place, the
// innermost dimension in the lowest bits, and in the highest bit the sign of the difference. The
// places of all pairs in order follow, as threads load and store them.
type FoldTable struct {
	Stage   Rader
	Sizes   [maxDimensions]int // of workgroup memory, the innermost first; 0 beyond
	Threads int                // of a transform
	Banks   int                // of workgroup memory, and threads of one access
}

// Count returns the number of words of the table.
func (t FoldTable) Count() int { return 2 * t.Stage.pairCount() }

// Words returns the table.
func (t FoldTable) Words() []uint32 {
	r := t.Stage
	h, l, radix := r.pairCount(), r.Prime-1, int(r.Radices[0])
	exponents, powers := r.exponents(), GeneratorPowers(r.Prime)
	butterflies := l / radix
	words, pair := make([]uint32, t.Count()), make([]int, h)
	for s := range radix / 2 {
		for j := range butterflies {
			at := s*butterflies + j
			i := int(powers[l-exponents[r.foldDigit(s)*butterflies+j]])
			if i > h {
				i, words[at] = r.Prime-i, 1<<31
			}
			pair[at] = i - 1
		}
	}
	place := t.places(pair)
	for at, p := range pair {
		words[at] |= t.pack(place[p])
	}
	for p := range words[h:] {
		words[h+p] = t.pack(place[p])
	}
	return words
}

// access returns the number of the access, of at most Banks threads, that touches item j of a list
// which threads take in order.
func (t FoldTable) access(j int) int {
	return j/t.Threads*((t.Threads+t.Banks-1)/t.Banks) + j%t.Threads/t.Banks
}

// accessCount returns the number of accesses for a list of count items.
func (t FoldTable) accessCount(count int) int {
	return t.access((count + t.Threads - 1) / t.Threads * t.Threads)
}

// places returns the place of each pair, given the pair at each slot and butterfly. Each access in
// order has Banks places of its own, one in each bank. A pair is an edge between its access in
// order and its access by butterflies, and its bank is the colour of that edge. At most Banks
// edges meet in a node, and then Banks colours suffice (Koenig 1916).
func (t FoldTable) places(pair []int) []int {
	h := len(pair)
	butterflies := (t.Stage.Prime - 1) / int(t.Stage.Radices[0])
	gathered := make([]int, h) // by pair, the access
	for at, p := range pair {
		gathered[p] = at/butterflies*t.accessCount(butterflies) + t.access(at%butterflies)
	}
	ends := [2][]int{make([]int, h), gathered}
	for p := range h {
		ends[0][p] = t.access(p)
	}
	place := edgeColouring(ends, t.Banks)
	for p := range place {
		place[p] += t.access(p) * t.Banks
	}
	return place
}

// edgeColouring returns a colour below most for each edge of a bipartite graph, given the nodes at
// its ends. No two edges of a colour meet. At most most edges may meet in a node.
func edgeColouring(ends [2][]int, most int) []int {
	var at [2][][]int // by node and colour, the edge, or -1
	for side := range at {
		at[side] = make([][]int, slices.Max(ends[side])+1)
		for node := range at[side] {
			at[side][node] = slices.Repeat([]int{-1}, most)
		}
	}
	colour := make([]int, len(ends[0]))
	for edge := range colour {
		u, v := ends[0][edge], ends[1][edge]
		a, b := slices.Index(at[0][u], -1), slices.Index(at[1][v], -1)
		// Swap colours a and b along their path from v. Then a is free at v, too. The path does not
		// reach u, because it would arrive there by colour a.
		var path []int
		for node, side, c := v, 1, a; a != b && at[side][node][c] >= 0; c = a + b - c {
			path = append(path, at[side][node][c])
			side = 1 - side
			node = ends[side][path[len(path)-1]]
		}
		for _, e := range path {
			at[0][ends[0][e]][colour[e]], at[1][ends[1][e]][colour[e]] = -1, -1
		}
		for _, e := range append(path, edge) {
			if e == edge {
				colour[e] = a
			} else {
				colour[e] = a + b - colour[e]
			}
			at[0][ends[0][e]][colour[e]], at[1][ends[1][e]][colour[e]] = e, e
		}
	}
	return colour
}

// pack returns the coordinates of a place as one word.
func (t FoldTable) pack(at int) uint32 {
	word, shift := uint32(0), 0
	for _, size := range t.dimensions() {
		word |= uint32(at%size) << shift
		shift += bits.Len(uint(size - 1))
		at /= size
	}
	return word
}

// dimensions returns the sizes of the dimensions of workgroup memory.
func (t FoldTable) dimensions() []int { return t.Sizes[:len(t.Stage.Radices.List())] }

// FoldTable returns the table of a kernel with a folded Rader stage.
func (k Kernel) FoldTable() FoldTable {
	t := k.foldTableWithoutSizes()
	copy(t.Sizes[:], k.digitArray().sizes)
	return t
}

// foldTableWithoutSizes returns the table without the sizes of workgroup memory.
func (k *Kernel) foldTableWithoutSizes() FoldTable {
	return FoldTable{Stage: k.Rader, Threads: k.Threads(), Banks: banks * 4 / k.Exchange.elementBytes()}
}

// A foldRound is what one round of the exchange moves: one component or both (part), of sums (half
// 0), of differences (half 1), or of both.
type foldRound struct {
	part   string
	halves []int
}

// foldRounds returns the rounds in order.
func (k *Kernel) foldRounds() []foldRound {
	var all []foldRound
	for _, part := range k.Exchange.components() {
		if k.Exchange.slices() == 1 {
			all = append(all, foldRound{part, []int{0, 1}})
			continue
		}
		all = append(all, foldRound{part, []int{0}}, foldRound{part, []int{1}})
	}
	return all
}

// foldRows returns the outermost extent of workgroup memory that the sums take, given the other
// sizes.
func (k *Kernel) foldRows(sizes []int) int {
	row, t := 1, k.foldTableWithoutSizes()
	for _, size := range sizes {
		row *= size
	}
	return (t.accessCount(t.Stage.pairCount())*t.Banks + row - 1) / row
}

// checkFold returns an error if a kernel with a folded Rader stage is inconsistent.
func (k *Kernel) checkFold() error {
	switch r := k.Rader; {
	case !r.Fold:
		return nil
	case !r.IsPFA() || r.Radices[0]%2 > 0:
		return fmt.Errorf("a folded Rader stage needs pairwise coprime radices, the even one first")
	case k.Radices != Radices{} || k.Layout.Kind != Digits || k.IsBatchFastest():
		return fmt.Errorf("a folded Rader stage needs a kernel of its own, a digit layout, and points-fastest order")
	case k.Exchange.slices() > 2 || k.Exchange.slices() > 1 && k.TransformsPerGroup > 1:
		return fmt.Errorf("a folded Rader stage exchanges in one slice, or in two with one transform per workgroup")
	case k.Load.Real != Real{} || k.Store.Real != Real{} || k.Load.TableFactor || k.Store.TableFactor:
		return fmt.Errorf("a folded Rader stage loads and stores complex points without table factors")
	}
	return nil
}
