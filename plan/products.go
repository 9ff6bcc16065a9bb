package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Form is how kernels of whole small arrays do their small DFTs, as Mitra and Srinivasan 2011 compared them.
type Form uint8

// The forms. Those with matrix products are not compared by the rule: what the model says of them counts their multiplications, additions,
// accesses and idle threads, but with weights fitted to butterflies, and is a prediction until they are measured (bench/small).
const (
	Butterflies Form = iota // each made of smaller ones, in one thread
	Mixed                   // mixed radices, each small DFT a matrix product in one thread
	DirectForm              // one matrix product for the whole of each axis, done by one thread or shared by several
)

// String is the form's name.
func (f Form) String() string {
	names := [...]string{"butterflies", "mixed", "direct"}
	if int(f) < len(names) {
		return names[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// ParseForm reads a form's name.
func ParseForm(s string) (Form, error) {
	var names []string
	for f := Butterflies; f <= DirectForm; f++ {
		if s == f.String() {
			return f, nil
		}
		names = append(names, f.String())
	}
	return 0, fmt.Errorf("plan: form %q: use %s", s, strings.Join(names, ", "))
}

// LargestProduct is the longest axis that is done as one matrix product: with more points its sums are as inexact as they are slow.
const LargestProduct = 32

// sharings are the numbers of threads that may share a matrix product.
var sharings = []int{1, 2, 3, 4, 6, 8, 12, 16}

// Arrays returns kernels of a form that transform whole arrays of a shape, along all axes, in one pass on a device of the given limits, with
// the layout left linear. batch bounds the arrays of a workgroup. There are none for arrays that no workgroup holds, of more than three axes that
// count or with prime factors that no butterfly is written for; no direct ones with axes longer than LargestProduct, and no mixed ones where no
// axis has two factors.
func Arrays(shape []int, form Form, batch int, l wgsl.Limits) []wgsl.FFT {
	lines, n := Problem{Shape: shape}.lines(l), product(shape)
	if len(lines) > 3 || n < 2 || n > Capacity(l) || slices.ContainsFunc(lines, func(line Line) bool { return LargestPrime(line.N) > MaxPrime }) {
		return nil
	}
	var bodies []wgsl.FFT
	switch form {
	case Butterflies:
		if len(lines) == 1 {
			return Variants(n, batch, l)
		}
		bodies = combined(lines, oneStage)
		for _, body := range combined(lines, twoStages) {
			if !slices.Contains(bodies, body) {
				bodies = append(bodies, body)
			}
		}
	case Mixed:
		for _, body := range combined(lines, twoStages) {
			if len(body.Radices()) > len(lines) {
				body.Product = 1
				bodies = append(bodies, body)
			}
		}
	case DirectForm:
		bodies = shared(lines)
	}
	var all []wgsl.FFT
	for _, body := range bodies {
		for _, k := range threadings(body, batch, l) {
			all = append(all, k)
			if k.Product > 1 && k.Transforms > 1 { // with arrays side by side a warp does the same part of more products
				k.Load.Order, k.Store.Order = wgsl.TransformsFirst, wgsl.TransformsFirst
				all = append(all, k)
			}
		}
	}
	return all
}

// oneStage returns the chains that kernels of several axes usually have: of fewest stages.
func oneStage(n int) []wgsl.Chain { return few(chains(n, maxPoints, 1)) }

// twoStages returns those of at least two stages, where there are any.
func twoStages(n int) []wgsl.Chain {
	all := chains(n, maxPoints, 2)
	if several := slices.DeleteFunc(slices.Clone(all), func(c wgsl.Chain) bool { return len(c.Radices()) < 2 }); len(several) > 0 {
		return few(several)
	}
	return few(all)
}

// shared returns the kernels of one matrix product along each line, shared in every way that differs.
func shared(lines []Line) []wgsl.FFT {
	direct := func(n int) []wgsl.Chain {
		if n > LargestProduct {
			return nil
		}
		return []wgsl.Chain{{uint16(n)}}
	}
	var all []wgsl.FFT
	for _, body := range combined(lines, direct) {
		for _, threads := range sharings {
			body.Product = threads
			if !slices.ContainsFunc(all, func(k wgsl.FFT) bool { return slices.Equal(k.Outputs(), body.Outputs()) }) {
				all = append(all, body)
			}
		}
	}
	return all
}

// Candidates returns kernels of Arrays worth measuring, each with the layout that suits it: by the model the best for every number of threads
// that share a product and that share an array, the cheapest of them first, then the second best for each, and so on.
func Candidates(shape []int, form Form, batch int, l wgsl.Limits) []wgsl.FFT {
	const each = 4
	type way struct{ product, threads int }
	ways := map[way][]wgsl.FFT{}
	for _, k := range Arrays(shape, form, batch, l) {
		w := way{k.Product, k.Threads()}
		ways[w] = append(ways[w], k)
	}
	type candidate struct {
		k    wgsl.FFT
		rank int // in its way
		cost float64
	}
	var all []candidate
	for _, ks := range ways {
		ks = cheapest(ks, func(k wgsl.FFT) float64 { return H200.Cost(Rough(k)) }, 2*each)
		for i := range ks {
			ks[i].Layout = BestLayout(ks[i], l)
		}
		for rank, k := range cheapest(ks, func(k wgsl.FFT) float64 { return H200.Cost(Full(k)) }, each) {
			all = append(all, candidate{k, rank, H200.Cost(Full(k))})
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.cost, b.cost), strings.Compare(a.k.Name(), b.k.Name()))
	})
	best := make([]wgsl.FFT, len(all))
	for i, c := range all {
		best[i] = c.k
	}
	return best
}
