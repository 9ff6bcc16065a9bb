package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
)

// A Rader stage of pairs takes the points i and p - i together, by their sums and differences. Since -1 is g^(L/2), the generator's numbers of the
// two are half the convolution apart, and a transform of L points begins with just these sums and differences. Where its points are numbered by
// residues (residues.go) the two differ by half the first radix R_1 = 2^m b, b odd, in the first digit alone; and so do they after the transform back.
// Of
//
//	i_1 = b j_1 + 2^m j_2 mod R_1     j_1 below 2^m, j_2 below b
//
// the butterflies along the first digit take the sums and the differences for j_1 below 2^(m-1), and the last ones leave those that the two outputs are
// the sum and the difference of. So there is one place to find for two points, which threads load and store in order; and since the
// transform there taken once more leaves the convolution's points in the opposite order, what is scattered lies where it was gathered from.

// twos returns 2^m and b of the first radix.
func (r Rader) firstRadixFactors() (q, b int) {
	q, b = 1, int(r.Radices[0])
	for b%2 == 0 {
		q, b = 2*q, b/2
	}
	return q, b
}

// digit returns the first digit of a point that the first butterflies take as slot s, the one of the two whose j_1 is smaller. What the last ones
// make there is of the same digit: b m_1 + 2^m m_2 modulo R_1.
func (r Rader) foldDigit(s int) int {
	q, b := r.firstRadixFactors()
	return (b*(s/b) + q*(s%b)) % (q * b)
}

// half is half the points of the convolution: the number of pairs i and p - i.
func (r Rader) pairCount() int { return (r.Prime - 1) / 2 }

// A PairTable says where the pairs lie in workgroup memory that the first step of a Rader stage of pairs gathers and its last step scatters: by slot and
// butterfly the coordinates of the pair's place, the innermost in the lowest bits, and the sign of the difference in the highest. Behind come those of all
// pairs in order, as the threads that load and store them take them.
type FoldTable struct {
	Stage   Rader
	Sizes   [maxDimensions]int // of workgroup memory, the innermost first; 0 beyond
	Threads int                // of a transform
	Banks   int                // of workgroup memory, for one access of so many threads
}

// Count is how many words the table has.
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

// run is which access of as many threads as there are banks touches number j of what all threads touch in order, and runs how many there are.
func (t FoldTable) access(j int) int {
	return j/t.Threads*((t.Threads+t.Banks-1)/t.Banks) + j%t.Threads/t.Banks
}

func (t FoldTable) accessCount(count int) int {
	return t.access((count + t.Threads - 1) / t.Threads * t.Threads)
}

// places returns where pairs lie, given those that each slot and butterfly takes. The pairs that are touched together in order lie in a run of as many places as
// there are banks, each in a bank that none of those has which are gathered together with it: the bank is the colour of an edge between one access and the other, and since no
// more edges meet anywhere than there are banks, there are colours enough (Koenig 1916).
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

// colours returns a colour for each edge of a bipartite graph, given the nodes it ends at, such that no two edges of a colour meet. No more than so many meet
// anywhere.
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
		// Along the path of colours a and b from v the two change places, so that a is free there too. It does not reach u, where it would come by a.
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

// packed is the coordinates of a place.
func (t FoldTable) pack(at int) uint32 {
	word, shift := uint32(0), 0
	for _, size := range t.dimensions() {
		word |= uint32(at%size) << shift
		shift += bits.Len(uint(size - 1))
		at /= size
	}
	return word
}

// sizes are those of the dimensions that there are.
func (t FoldTable) dimensions() []int { return t.Sizes[:len(t.Stage.Radices.List())] }

// PairTable is that of a kernel whose Rader stage is one of pairs.
func (k Kernel) FoldTable() FoldTable {
	t := k.foldTableWithoutSizes()
	copy(t.Sizes[:], k.digitArray().sizes)
	return t
}

// pairs is that table but for the sizes of the memory.
func (k *Kernel) foldTableWithoutSizes() FoldTable {
	return FoldTable{Stage: k.Rader, Threads: k.Threads(), Banks: banks * 4 / k.Exchange.elementBytes()}
}

// A pairRound is what passes of pairs in one round: a component, or both, of sums (0) and of differences (1).
type foldRound struct {
	part   string
	halves []int
}

// pairRounds are the rounds in order.
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

// rowsOfPairs is how many rows of workgroup memory sums take, given the sizes of the memory but for the outermost.
func (k *Kernel) foldRows(sizes []int) int {
	row, t := 1, k.foldTableWithoutSizes()
	for _, size := range sizes {
		row *= size
	}
	return (t.accessCount(t.Stage.pairCount())*t.Banks + row - 1) / row
}

// checkPairs says what is wrong with a kernel whose Rader stage is one of pairs.
func (k *Kernel) checkFold() error {
	switch r := k.Rader; {
	case !r.Fold:
		return nil
	case !r.IsPFA() || r.Radices[0]%2 > 0:
		return fmt.Errorf("a Rader stage of pairs has coprime radices, the even one first")
	case k.Radices != Radices{} || k.Layout.Kind != Digits || k.IsBatchFastest():
		return fmt.Errorf("a Rader stage of pairs is a whole kernel, in a cube, and does not go across")
	case k.Exchange.slices() > 2 || k.Exchange.slices() > 1 && k.TransformsPerGroup > 1:
		return fmt.Errorf("a Rader stage of pairs exchanges in one round, or that of one transform in two: half its points have to lie there together")
	case k.Load.Real != Real{} || k.Store.Real != Real{} || k.Load.TableFactor || k.Store.TableFactor:
		return fmt.Errorf("a Rader stage of pairs takes and leaves complex points, without factors")
	}
	return nil
}
