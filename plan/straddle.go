package plan

import (
	"cmp"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Rows and the columns across them take a trip through memory each, and long columns two. But what a row leaves free in a workgroup is room for a factor of the
// columns: a kernel that straddles both axes does r rows that lie far apart and the transforms of r points across them, and writes them one after
// the other. That is the first pass of the columns in Stockham's order, done on the way; what is left of them is shorter by the factor r. 4096 x 4096 points take
// two trips, of 4 x 4096 points and of columns of 1024, where rows, and columns in two passes, take three.
//
// On an NVIDIA H200 4096 x 4096 points took 0.72 ms so (0.79 before), 2048 x 2048 0.60 (0.65). Arrays that grow as they are transformed are not done so, for then
// rows of zeros would be read, nor are transforms in place, which need no scratch otherwise.

// What is left of the columns may go together with the axis beyond them: see thirdaxis.go.

// A straddle is rows together with the first factor of the columns across them.
type straddle struct {
	rows, columns Line
	r             int
	beyond        Line // the next axis, if the rest of the columns goes with it; else it has no points
}

// straddleOf is the straddle that kernels begin with if they are of some lines, and how many of them it takes; 0 if they don't.
func straddleOf(kernels []wgsl.FFT, lines []Line) (straddle, int) {
	head := kernels[0]
	if len(lines) < 2 || head.Load.Map.Run == 0 || head.Over[1] != (wgsl.Chain{}) || head.Side > 1 {
		return straddle{}, 0
	}
	s := straddle{rows: lines[0], columns: lines[1], r: head.Over[0].N()}
	if !s.fine() || head.Chain.N() != s.rows.N || len(kernels) < 2 {
		return straddle{}, 0
	}
	if tail := kernels[1]; !tail.Flat() {
		if len(lines) > 2 {
			s.beyond = lines[2]
		}
		if !s.reaches() || tail.Over[1] != (wgsl.Chain{}) || tail.Side > 1 || tail.Over[0].N() != s.beyond.N || tail.Chain.N() != s.columns.N/s.r {
			return straddle{}, 0
		}
		return s, 2
	}
	return s, 1 + direct(kernels[1:], s.columns.N/s.r)
}

// lines is how many lines it takes.
func (s straddle) lines() int {
	if s.beyond.N > 0 {
		return 3
	}
	return 2
}

// Straddles says whether the kernels of a problem may straddle axes: not in place, where the others need no scratch, nor of arrays that grow.
func (p Problem) Straddles() bool { return !p.InPlace && !p.grows() }

// straddles says whether one of the kernels straddles two axes.
func straddles(kernels []wgsl.FFT) bool {
	return slices.ContainsFunc(kernels, func(k wgsl.FFT) bool { return k.Load.Map.Run > 0 })
}

// fine says whether there can be the straddle: of complex rows that nothing lies beside, and a proper factor of the columns.
func (s straddle) fine() bool {
	return s.rows.Kind == C2C && s.columns.Kind == C2C && s.rows.Side == 1 && s.columns.Side == s.rows.N && s.r > 1 && s.columns.N%s.r == 0 && s.r < s.columns.N
}

// reaches says whether the rest of the columns can go with the line beyond them: complex, and next to them.
func (s straddle) reaches() bool {
	return s.beyond.N > 1 && s.beyond.Kind == C2C && s.beyond.Side == s.rows.N*s.columns.N
}

// line is all its lines in one.
func (s straddle) line() Line {
	if s.beyond.N > 0 {
		return Line{N: s.beyond.Side * s.beyond.N, Side: 1, Outer: s.beyond.Outer, Inverse: s.beyond.Inverse}
	}
	return Line{N: s.rows.N * s.columns.N, Side: 1, Outer: s.columns.Outer, Inverse: s.columns.Inverse}
}

// head places a kernel that does rows and the first factor.
func (s straddle) head(k wgsl.FFT) wgsl.FFT {
	n, apart := s.rows.N, s.columns.N/s.r
	k.Load.Map = wgsl.Map{Stride: apart * n, Dist: s.columns.N * n, Inner: apart, Run: n}
	k.Store.Map = wgsl.Contiguous(s.r * n)
	return k
}

// places are those of all passes, of columns in these factors after the first.
func (s straddle) places(factors ...int) []place {
	all := []place{s.head}
	for _, p := range hier.Passes(append([]int{s.r}, factors...), s.rows.N, false)[1:] {
		all = append(all, p.Kernel)
	}
	return all
}

// tail places a kernel that does all the rest of the columns, and the line beyond if there is one: the columns of all its rows follow one another at the same distance.
func (s straddle) tail() place {
	columns := s.places(s.columns.N / s.r)[1]
	return func(k wgsl.FFT) wgsl.FFT {
		k = columns(k)
		if s.beyond.N > 0 {
			k.Load.Map.Dist *= s.beyond.N
			k.Store.Map.Dist *= s.beyond.N
		}
		return k
	}
}

// usual says whether the kernels are placed as those of the straddle are.
func (s straddle) usual(kernels []wgsl.FFT) bool {
	if s.beyond.N > 0 {
		places := []place{s.head, s.tail()}
		return placedAs(kernels, func(i int) place { return places[i] })
	}
	var factors []int
	for _, k := range kernels[1:] {
		factors = append(factors, k.N())
	}
	places := s.places(factors...)
	return placedAs(kernels, func(i int) place { return places[i] })
}

// mostStraddled is the largest first factor of columns.
const mostStraddled = 16

// straddlesPriced is how many of the first factors, the most promising by a rough price, Choose looks at.
const straddlesPriced = 2

// straddled are the ways to do two lines so, or three, in less than a cost, the cheapest by the model first: for so many first factors, with one pass for all the rest.
func straddled(lines []Line, points, count int, l wgsl.Limits, most int, below float64) []chosen {
	type way struct {
		straddle
		heads []wgsl.FFT
		rest  float64 // cost of the tail
		cost  float64 // roughly, of both
	}
	var ways []way
	prices := prices{l: l, known: map[priceKey]chosen{}}
	for _, s := range firstFactors(lines, l) {
		heads := s.heads(points, count, l)
		rest, ok := s.rest(&prices)
		if len(heads) == 0 || !ok {
			continue
		}
		heads = cheapest(heads, roughly, planesShortlist)
		if cost := (roughly(heads[0]) + rest) * float64(points); cost < below {
			ways = append(ways, way{s, heads, rest, cost})
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(a.cost, b.cost) })
	var all []chosen
	for _, w := range ways[:min(most, len(ways))] {
		head := ranked(w.heads, l)[0]
		tail, rest := w.bestTail(w.rest, l)
		all = append(all, chosen{[]wgsl.FFT{head, tail}, (H200.Cost(Full(head)) + rest) * float64(points)})
	}
	slices.SortStableFunc(all, func(a, b chosen) int { return cmp.Compare(a.cost, b.cost) })
	return all
}

// firstFactors are the straddles of lines worth pricing, by their first factors.
func firstFactors(lines []Line, l wgsl.Limits) []straddle {
	if len(lines) == 3 {
		return thirdAxes(lines, l)
	}
	var all []straddle
	for r := 2; r <= mostStraddled && len(lines) == 2; r++ {
		s := straddle{rows: lines[0], columns: lines[1], r: r}
		if s.fine() && s.columns.N/r >= leastFactor && s.columns.N/r <= mostFactor {
			all = append(all, s)
		}
	}
	return all
}

// rest is roughly the cost of the tail, if there is one.
func (s straddle) rest(prices *prices) (float64, bool) {
	if s.beyond.N > 0 {
		tails := cheapest(s.wideTails(prices.l), roughlyAcross, 1)
		if len(tails) == 0 {
			return 0, false
		}
		return roughlyAcross(tails[0]), true
	}
	tail, ok := prices.of(priceKey{s.columns.N / s.r, Columns}, s.tail())
	return tail.cost, ok
}

// bestTail is the tail that the model likes best, and its cost: that of columns alone is what it is roughly.
func (s straddle) bestTail(rest float64, l wgsl.Limits) (wgsl.FFT, float64) {
	if s.beyond.N > 0 {
		tail := rankedAcross(s.wideTails(l), l)[0]
		return tail, H200.Cost(Full(tail))
	}
	return pass(Columns, s.columns.N/s.r, s.tail(), l), rest
}

// heads are the kernels for rows and the first factor, each in its place: of two axes those in which these meet without an exchange.
func (s straddle) heads(points, count int, l wgsl.Limits) []wgsl.FFT {
	if s.beyond.N > 0 {
		return s.wideHeads(points, count, l)
	}
	if LargestPrime(s.rows.N) > MaxPrime || s.rows.N*s.r > Capacity(l) {
		return nil
	}
	batch := min(points/(s.rows.N*s.r)*count, mostSharing)
	var all []wgsl.FFT
	for _, k := range s.bodies() {
		k.Points = s.r * int(k.Chain[0])
		if k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N()); k.Points > maxPoints || k.Threads() > l.Invocations || !k.Merges() || k.Held() > mostTogether {
			continue
		}
		for _, k.Transforms = range sharing(k, batch, l) {
			for _, k := range exchanges(k, l) {
				if k.Load.Path == wgsl.Direct {
					all = append(all, s.head(k))
				}
			}
		}
	}
	return all
}

// bodies are kernels of rows of every chain of fewest stages, and of the factor as one stage.
func (s straddle) bodies() []wgsl.FFT {
	factor, err := wgsl.MakeChain(s.r)
	if err != nil || wgsl.FewestStages(s.r, s.r) != 1 {
		return nil
	}
	var all []wgsl.FFT
	for _, chain := range chains(s.rows.N, maxPoints, 1) {
		body := wgsl.FFT{Chain: chain}
		body.Over[0] = factor
		all = append(all, body)
	}
	return all
}

// Straddled are the kernels of a part of a choice that straddles two lines, with each of some others in turn for one of its passes, the cheapest by the model first.
// There are none of parts of other kinds.
func Straddled(p Problem, l wgsl.Limits, part Part) [][]wgsl.FFT {
	lines, count := p.lines(l), min(p.Count(), mostSharing)
	s, n := straddleOf(part.Kernels, lines[part.Line:])
	if n != 2 {
		return nil
	}
	var all [][]wgsl.FFT
	for _, k := range settled(cheapest(otherwiseCut(s.heads(p.Points(), count, l), l), roughly, shortlist), l) {
		all = append(all, []wgsl.FFT{k, part.Kernels[1]})
	}
	for i, k := range s.tails(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), []wgsl.FFT{part.Kernels[0], k})
	}
	return all
}

// tails are kernels worth measuring for the tail, the cheapest by the model first.
func (s straddle) tails(l wgsl.Limits) []wgsl.FFT {
	if s.beyond.N > 0 {
		return settled(cheapest(otherwiseCut(s.wideTails(l), l), roughlyAcross, shortlist), l)
	}
	return columns(s.columns.N/s.r, false, s.tail(), l, false)
}

// settled are kernels in cubes, where they can be in one, or with the layouts that suit them.
func settled(ks []wgsl.FFT, l wgsl.Limits) []wgsl.FFT {
	forEach(len(ks), 1, func(i int) {
		if cube, ok := InCube(ks[i], l); ok {
			ks[i] = cube
		} else {
			ks[i].Layout = BestLayout(ks[i], l)
		}
	})
	return ks
}
