package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
)

// A folded Rader stage takes points i and p - i together, as the sum x[i] + x[p-i] and the
// difference x[i] - x[p-i]. Since -1 = g^(L/2), points i and p - i lie L/2 points apart in the convolution of L
// points. The first butterflies of the transform of L points, which uses the prime-factor algorithm (see Rader),
// begin with these sums and differences.
//
// The first radix is R_1 = 2^m b with b odd. Points i and p - i differ by R_1/2 in the first digit
// alone. With
//
//	i_1 = b j_1 + 2^m j_2 mod R_1     j_1 < 2^m, j_2 < b
//
// the first butterflies take the sums and differences for j_1 < 2^(m-1). The last butterflies compute two parts
// for each pair of outputs. The sum and the difference of the parts are the outputs. Both points of a pair share
// one place in workgroup memory. Threads load and store the pairs in order. The second transform is a forward
// one, which reverses the points. The last stage therefore scatters each pair to the place from which the first
// stage gathered it.
//
// The places are free of bank conflicts by an edge colouring of a bipartite graph (Koenig 1916).

// firstRadixFactors returns 2^m and b of the first radix.
func (r Rader) firstRadixFactors() (q, b int) {
	radix := int(r.Radices[0])
	q = radix & -radix
	return q, radix / q
}

// pairs returns the number of pairs i and p - i.
func (r Rader) pairs() int { return (r.Prime - 1) / 2 }

// checkFold returns an error if a kernel with a folded Rader stage is invalid.
func (k *Kernel) checkFold() error {
	s, t := k.Stages, k.Threads
	switch r := s.Rader; {
	case !r.Fold:
		return nil
	case !r.IsPFA() || r.Radices[0]%2 > 0:
		return fmt.Errorf("folded rader: radices %v: want pairwise coprime ones, the even one first", r.Radices)
	case k.N() != r.Prime:
		return fmt.Errorf("folded rader: %d points with a prime of %d: want no further stages", k.N(), r.Prime)
	case !k.Exchange.Layout.Digits.On || k.Exchange.Layout.Digits.OuterPad > 0:
		return fmt.Errorf("folded rader: want a digit layout without an outer pad, for the places of pairs")
	case k.Load.Path == Staged || k.Store.Path == Staged:
		return fmt.Errorf("folded rader: direct paths only: threads load and store pairs, not a block")
	case t.Order != [2]Order{}:
		return fmt.Errorf("folded rader: neighboring threads work on several transforms: use points-fastest order")
	case k.Exchange.slices() > 2 || k.Exchange.slices() > 1 && t.Transforms > 1:
		return fmt.Errorf("folded rader: %d slices of %d transforms: want one slice, or two of one transform",
			k.Exchange.slices(), t.Transforms)
	}
	return nil
}

// A FoldTable gives the places in workgroup memory where a folded Rader stage keeps its pairs. It
// has a word for each slot and butterfly of the first stage. The word holds the coordinates of the
// pair's place, with the innermost dimension in the lowest bits. Its highest bit is the sign of the
// difference. The places of all pairs in order follow, as threads load and store them.
type FoldTable struct {
	Stage   Rader
	Sizes   [maxDimensions]int // of workgroup memory, the innermost first; 0 beyond
	Threads int                // of a transform
	Banks   int                // banks of workgroup memory, and threads of one access
}

func (t FoldTable) String() string {
	return fmt.Sprintf("fold %v in %v, %d threads, %d banks", t.Stage, t.Sizes, t.Threads, t.Banks)
}

// Len returns the number of words.
func (t FoldTable) Len() int { return 2 * t.Stage.pairs() }

// Words returns the table.
func (t FoldTable) Words() []uint32 {
	r := t.Stage
	h, l := r.pairs(), r.Prime-1
	q, odd := r.firstRadixFactors()
	exponents, powers, butterflies := r.exponents(), GeneratorPowers(r.Prime), r.butterflies()
	words, pair := make([]uint32, 2*h), make([]int, h)
	for at := range h {
		s, j := at/butterflies, at%butterflies
		digit := (odd*(s/odd) + q*(s%odd)) % (q * odd) // of the point of the pair with the smaller j_1
		i := int(powers[l-exponents[digit*butterflies+j]])
		if i > h {
			i, words[at] = r.Prime-i, 1<<31
		}
		pair[at] = i - 1
	}
	place := t.places(pair)
	for at, p := range pair {
		words[at] |= t.pack(place[p])
	}
	for p := range h {
		words[h+p] = t.pack(place[p])
	}
	return words
}

// access returns the number of the access, of at most Banks threads, that touches item j of a list
// which threads take in order.
func (t FoldTable) access(j int) int {
	return j/t.Threads*((t.Threads+t.Banks-1)/t.Banks) + j%t.Threads/t.Banks
}

// accesses returns the number of accesses for a list of count items.
func (t FoldTable) accesses(count int) int {
	return t.access((count + t.Threads - 1) / t.Threads * t.Threads)
}

// places returns the place of each pair, given the pair at each slot and butterfly. Each access in
// order has Banks places of its own, one in each bank. A pair is an edge between its access in
// order and its access by butterflies, and its bank is the colour of that edge. At most Banks
// edges meet in a node, and then Banks colours suffice (Koenig 1916).
func (t FoldTable) places(pair []int) []int {
	n := t.Stage.butterflies()
	ends := [2][]int{make([]int, len(pair)), make([]int, len(pair))}
	for at, p := range pair {
		ends[0][p], ends[1][p] = t.access(p), at/n*t.accesses(n)+t.access(at%n)
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
			colour[e] = a + b - colour[e]
		}
		colour[edge] = a
		for _, e := range append(path, edge) {
			at[0][ends[0][e]][colour[e]], at[1][ends[1][e]][colour[e]] = e, e
		}
	}
	return colour
}

// pack returns the coordinates of a place as one word.
func (t FoldTable) pack(at int) uint32 {
	word, shift := uint32(0), 0
	for _, size := range t.sizes() {
		word |= uint32(at%size) << shift
		shift += bits.Len(uint(size - 1))
		at /= size
	}
	return word
}

// sizes returns the sizes of the dimensions of workgroup memory, the innermost first.
func (t FoldTable) sizes() []int { return t.Sizes[:len(t.Stage.Radices.List())] }

// foldTable returns the table of a kernel with a folded Rader stage, without the sizes of workgroup
// memory.
func (k *Kernel) foldTable() FoldTable {
	return FoldTable{Stage: k.Stages.Rader, Threads: k.ThreadsPerTransform(), Banks: 32 * 4 / k.exchangeBytes()}
}

// foldRows returns the outermost extent of workgroup memory that the sums of a folded Rader stage
// take, given the other sizes.
func (k *Kernel) foldRows(sizes []int) int {
	row, t := 1, k.foldTable()
	for _, size := range sizes {
		row *= size
	}
	return (t.accesses(t.Stage.pairs())*t.Banks + row - 1) / row
}

// foldExtent returns the outermost extent of workgroup memory that a folded Rader stage needs, given
// the other sizes. The differences lie behind the sums, or in their place in a second slice.
func (k *Kernel) foldExtent(sizes []int) int {
	if k.Exchange.slices() > 1 {
		return k.foldRows(sizes)
	}
	return 2 * k.foldRows(sizes)
}
