package wgsl

import (
	"slices"
	"sync"
)

// Work is the cost of a kernel for each point, in addition to its global memory traffic. Cost
// models use it.
type Work struct {
	Flops      float64 // instructions of butterflies and twiddles per point
	Products   float64 // instructions per point for products of twiddles, which take the place of reads
	Exchanged  float64 // accesses of 4 bytes to workgroup memory per point
	Conditions float64 // slices that the index of a point is compared with, if slices divide butterflies
	Barriers   int     // per workgroup
	Held       int     // the largest number of points that a thread holds
	Idle       float64 // threads of the workgroup per busy thread, as the mean over the stages; at least 1
}

// Costs estimates what a valid kernel costs.
type Costs struct {
	p        *program
	exchange Exchange // in the place of the kernel's
}

// Costs returns the estimates of a kernel, or the error of Check. It takes little longer than Check.
func (k Kernel) Costs(l Limits) (Costs, error) {
	p, err := k.checked(l, false)
	return Costs{p, k.Exchange}, err
}

// RoughCosts is Costs without looking for the registers of pairs and of joined stages: it has no error
// if a mirror is not valid.
func (k Kernel) RoughCosts(l Limits) (Costs, error) {
	p, err := k.checked(l, true)
	return Costs{p, k.Exchange}, err
}

// Work estimates the work of a valid kernel.
func (k Kernel) Work() Work { return k.Estimate().Work() }

// Estimate returns the estimates of a valid kernel, without the pairs of points that Check looks for.
func (k Kernel) Estimate() Costs {
	p, err := k.sketch()
	if err != nil {
		return Costs{&program{kernel: k}, k.Exchange}
	}
	return Costs{p, k.Exchange}
}

// A worker is an instruction with work. It adds its own for a kind of exchange. Exchanged counts exchanges until all
// instructions have been asked.
type worker interface{ addWork(e Exchange, w *Work) }

// With returns the costs of the kernel with another flat exchange. Of these only Work and
// WorkgroupBytes are defined. It takes much less time than Costs, because instructions stay the same.
func (c Costs) With(x Exchange) Costs { return Costs{c.p, x} }

// kernel returns the kernel with its exchange.
func (c Costs) kernel() Kernel {
	k := c.p.kernel
	k.Exchange = c.exchange
	return k
}

// WorkgroupBytes returns the size of the workgroup memory.
func (c Costs) WorkgroupBytes() int {
	if c.p.memory.shape == nil {
		return 0
	}
	k := c.kernel()
	return k.memory().words() * k.exchangeBytes()
}

// Work estimates the work.
func (c Costs) Work() (w Work) {
	for _, i := range c.p.instructions {
		if i, ok := i.(worker); ok {
			i.addWork(c.exchange, &w)
		}
	}
	w.Exchanged *= 4 * max(1, w.Idle)
	return w
}

// perPoint returns the instructions per point if each thread does a number of them.
func (k *Kernel) perPoint(count float64) float64 {
	return count * float64(k.ThreadsPerTransform()) / float64(k.N())
}

func (d butterflies) addWork(_ Exchange, w *Work) {
	k, st, count := &d.p.kernel, d.fragment.stage, d.fragment.size()
	ops := k.Stages.dft().Instructions(st.R)
	if made := d.fragment.list.made; made != nil && made[0].names != nil { // mirror columns
		ops += 12 // number of the butterfly and of the column
	}
	if st.Role&(gathers|scatters) != 0 {
		ops += 6 * float64(st.R) // addresses
	}
	w.Flops += k.perPoint(float64(count) * ops)
	threads := float64(k.ThreadsPerTransform() * count)
	w.Idle += threads / float64(st.butterflies()) / float64(len(d.p.stages))
	w.Held = max(w.Held, count*st.R)
}

func (x raderProduct) addWork(_ Exchange, w *Work) {
	w.Flops += x.p.kernel.perPoint(float64(x.fragment.size() * 6 * x.fragment.stage.R))
}

func (d foldedButterflies) addWork(e Exchange, w *Work) {
	d.butterflies.addWork(e, w)
	w.Flops += d.p.kernel.perPoint(float64(d.fragment.size() * 6 * d.fragment.stage.R)) // addresses in the table
}

func (x *exchange) addWork(e Exchange, w *Work) {
	k, isDigits := x.p.kernel, e.Layout.Digits.On
	k.Exchange = e
	rounds := e.slices()
	if e.Split {
		rounds *= 2
	}
	w.Exchanged++
	w.Barriers += 2 * rounds
	if isDigits && e.slices() == 1 && !x.isFirst { // threads write the words that they have read
		w.Barriers--
	}
	if x.to.isPairs && e.slices() > 1 { // a thread reads points of any slice
		w.Conditions += float64(e.slices())
	}
	// Digit layouts compare a fiber with a slice, not each point.
	if from, to := x.from.stage, x.to.stage; e.slices() > 1 && !isDigits && from != nil && to != nil {
		slice := k.slice()
		if slice%(from.P*from.R) != 0 {
			w.Conditions += float64(e.slices())
		}
		if slice%(to.N/to.R) != 0 {
			w.Conditions += 2
		}
	}
}

// Instructions estimates the instructions of a DFT of radix r. A multiplication with an addition counts as
// one. Cost models are fitted to these estimates, which are those of DFTs in parts: split radix and
// FMA take less.
func (d Algorithm) Instructions(r int) float64 {
	half := float64((r - 1) / 2)
	a, b := factors(r)
	switch {
	case d == MatrixProduct && r%2 == 0:
		return 8*half + 4 + half*(4*half+6)
	case d == MatrixProduct:
		return 6*half + half*(4*half+4)
	case r == 2:
		return 4
	case r == 4:
		return 16
	case isRader(r):
		return 2*d.Instructions(r-1) + 4*float64(r-1)
	case a == 1:
		return 10*half + 4*half*half
	case gcd(a, b) == 1:
		return float64(a)*d.Instructions(b) + float64(b)*d.Instructions(a)
	}
	return float64(a)*d.Instructions(b) + float64(b)*d.Instructions(a) + 4*float64((a-1)*(b-1))
}

// The banks and the warp of every GPU that the layouts are made for: 32 banks of 4 bytes, 32
// threads that access them together.
const (
	banks = 32
	warp  = 32
)

// ConflictDegrees estimates the bank conflicts that the exchanges have with each of the layouts: the
// mean degree over a sample of accesses in which each thread of a warp accesses 4 bytes. The degree
// of an access is the largest number of different words that it asks of a bank; 1 means no
// conflicts. An element of 8 bytes is two accesses.
func (c Costs) ConflictDegrees(layouts ...Layout) []float64 {
	k := c.p.kernel
	together := warp * 4 / k.exchangeBytes() // a warp accesses elements of 8 bytes in two halves
	all, fibers := sync.OnceValue(c.p.exchanged), sync.OnceValue(func() []*fiberSample { return c.p.fibers(together) })
	degrees := make([]float64, len(layouts))
	for i, l := range layouts {
		sum, count := 0, 0
		if l.Digits.On {
			k.Exchange.Layout = l
			strides := k.digitStrides()
			for _, s := range fibers() {
				sum += s.conflicts(strides, together)
			}
			count = len(fibers())
		} else {
			for _, elements := range all() {
				for lo := 0; lo < len(elements); lo += together {
					sum += l.conflicts(elements[lo:min(lo+together, len(elements))], together)
					count++
				}
			}
		}
		degrees[i] = 1
		if count > 0 {
			degrees[i] = float64(sum) / float64(count)
		}
	}
	return degrees
}

// ConflictDegrees estimates the bank conflicts of a valid kernel (see [Costs.ConflictDegrees]).
func (k Kernel) ConflictDegrees(layouts ...Layout) []float64 {
	if len(layouts) > 0 {
		k.Exchange.Layout = layouts[0]
		k.Threads.Cyclic = k.Threads.Cyclic && layouts[0].Digits.On
	}
	return k.Estimate().ConflictDegrees(layouts...)
}

// ConflictDegree estimates the bank conflicts of a valid kernel (see [Costs.ConflictDegrees]).
func (k Kernel) ConflictDegree() float64 { return k.ConflictDegrees(k.Exchange.Layout)[0] }

// conflicts returns the degree with which threads access elements of the tile in a number of banks.
func (l Layout) conflicts(elements []int, inUse int) (most int) {
	var count [banks]int // different words in each bank
	var last [banks]int  // the last of them, plus 1
	for _, i := range elements {
		if i == none {
			continue
		}
		word := l.place(i)
		bank := word % inUse
		if last[bank] != word+1 {
			last[bank] = word + 1
			count[bank]++
			most = max(most, count[bank])
		}
	}
	return most
}

// A sample is what the first warp of a workgroup has of a unit.
type sample struct {
	lanes     int
	transform [warp]int // of the workgroup; none for lanes that have no such unit
	first     [warp]int // points of slot 0
	at        []*Index  // points of the slots
}

// none stands for the element of a lane that has none.
const none = -1

// sample returns the sample of unit b of a fragment.
func (p *program) sample(f *fragment, b int) *sample {
	s := &sample{lanes: min(warp, p.kernel.Invocations()), at: f.points()[b]}
	u := f.units()[b]
	if u.usual != nil {
		u = *u.usual
		s.at = f.fill(f.stage, u)
	}
	u.Q.fill(s.transform[:s.lanes], &Env{Vars: someBatch})
	s.at[0].fill(s.first[:s.lanes], &Env{Vars: someBatch})
	if u.Active == nil {
		return s
	}
	var active [warp]int
	u.Active.fill(active[:s.lanes], &Env{Vars: someBatch})
	for l := range s.lanes {
		if active[l] == 0 {
			s.transform[l] = none
		}
	}
	return s
}

// points fills all with the points of a slot. Those of most slots differ from slot 0 by a constant.
func (s *sample) points(slot int, all []int) {
	base, first := s.at[0].split()
	other, off := s.at[slot].split()
	if other != base {
		s.at[slot].fill(all, &Env{Vars: someBatch})
		return
	}
	for l := range all {
		all[l] = s.first[l] + off - first
	}
}

// exchanged returns samples of the elements of the tile that the lanes of a warp access at once: in
// each exchange the first unit that writes and the first that reads, and of these the first slot,
// the middle one and the last.
func (p *program) exchanged() (all [][]int) {
	k := &p.kernel
	transform, point := k.N(), 1 // distances in the tile
	if k.interleaves() {
		transform, point = 1, k.Threads.Transforms
	}
	for _, i := range p.instructions {
		x, ok := i.(*exchange)
		if !ok || x.to.isPairs {
			continue
		}
		for _, f := range []*fragment{x.from, x.to} {
			if f.stage == nil {
				continue // a block has no conflicts
			}
			s := p.sample(f, 0)
			for i := 0; i < len(s.at); i += max(1, (len(s.at)-1)/2) {
				elements := make([]int, s.lanes)
				s.points(i, elements)
				for l, q := range s.transform[:s.lanes] {
					if elements[l] = q*transform + elements[l]*point; q == none {
						elements[l] = none
					}
				}
				all = append(all, elements)
			}
		}
	}
	return all
}

// A fiberSample is what a part of a warp has of a stage in a digit layout: coordinates of fibers by
// lane and dimension, and the transform behind them. The banks of the slots of a fiber differ by a
// constant only.
type fiberSample [][maxDimensions + 1]int

// fibers returns samples of each stage, for threads that access workgroup memory together.
func (p *program) fibers(together int) (all []*fiberSample) {
	k := &p.kernel
	lanes := min(2*warp, k.Invocations())
	var j, q, active [2 * warp]int
	for _, i := range p.instructions {
		d, ok := butterfliesIn(i)
		if !ok {
			continue
		}
		st, u := d.fragment.stage, d.fragment.units()[0]
		if u.usual != nil {
			u = *u.usual
		}
		_, digits := k.digits(st.Position, st.Cyclic)
		u.J.fill(j[:lanes], &Env{Vars: someBatch})
		u.Q.fill(q[:lanes], &Env{Vars: someBatch})
		if u.Active != nil {
			u.Active.fill(active[:lanes], &Env{Vars: someBatch})
		}
		var extents [maxDimensions]int // in a slice
		for _, d := range digits {
			extents[d.dimension] = k.extentInSlice(d.dimension)
		}
		for lo := 0; lo < lanes; lo += together {
			s := make(fiberSample, 0, together)
			for l := lo; l < min(lo+together, lanes); l++ {
				if u.Active != nil && active[l] == 0 {
					continue
				}
				at := [maxDimensions + 1]int{maxDimensions: q[l]}
				for _, d := range digits {
					at[d.dimension] = j[l] / d.span % d.radix % extents[d.dimension]
				}
				s = append(s, at)
			}
			all = append(all, &s)
		}
	}
	return all
}

// conflicts returns the degree with which the threads access their fibers in a number of banks.
func (s *fiberSample) conflicts(strides [maxDimensions + 1]int, inUse int) int {
	var words [warp]int
	for l, at := range *s {
		for d, c := range at {
			words[l] += c * strides[d]
		}
	}
	return Layout{}.conflicts(words[:len(*s)], inUse)
}

// digitStrides returns the words between neighboring coordinates of each dimension of a digit
// layout, and behind them between neighboring transforms.
func (k *Kernel) digitStrides() (strides [maxDimensions + 1]int) {
	m, dims := k.digitMemory(), slices.Clone(k.digitOrder())
	slices.Reverse(dims) // the outermost first
	switch {
	case k.interleaves():
		dims = append(dims, maxDimensions)
	case k.Threads.Transforms > 1:
		dims = append([]int{maxDimensions}, dims...)
	}
	for i, d := range dims {
		inner := memory{shape: m.shape[i+1:], outerPad: m.outerPad, structAt: m.structAt - i - 1}
		strides[d] = inner.words()
		if i == m.structAt {
			strides[d] += m.outerPad
		}
	}
	return strides
}

// Points in a sector of 32 bytes and in a line of 128 bytes, the units in which GPUs move memory.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Transactions estimates the memory transactions of load and store. It returns the number of units
// of a given number of points that the threads of a warp touch in one access, divided by the number
// that their points would fill. The result is the mean over a sample of accesses; 1 is best.
func (c Costs) Transactions(unit int) (load, store float64) {
	ratios := [2]float64{1, 1}
	for _, i := range c.p.instructions {
		switch v, ok := i.(*move); {
		case !ok:
		case v.fragment.isPairs && v.mirror().isRow():
			ratios[v.side] = v.pairTransactions(unit)
		case v.fragment.stage != nil || v.fragment.isPairs:
			ratios[v.side] = v.transactions(unit)
		}
	}
	return ratios[loads], ratios[stores]
}

// Transactions estimates the memory transactions of a valid kernel (see [Costs.Transactions]).
func (k Kernel) Transactions(unit int) (load, store float64) {
	return k.Estimate().Transactions(unit)
}

// transactions returns the ratio of Transactions for one side.
func (v *move) transactions(unit int) float64 {
	if v.array.Real && v.p.kernel.IsBatchFastest() {
		unit *= 2
	}
	touched, points := 0, 0
	var seen [warp]int
	for _, elements := range v.accesses() {
		n := 0
		for _, e := range elements {
			if at := e / unit; e != none && !slices.Contains(seen[:n], at) {
				seen[n] = at
				n++
			}
		}
		touched += n
		points += len(elements)
	}
	if points == 0 { // a folded Rader stage
		return 1
	}
	return float64(touched*unit) / float64(points)
}

// isHalfSpectrum reports whether a row is the half spectrum of a row of numbers of even length: it has
// one element more than points, so that most rows begin within a sector.
func (v *move) isHalfSpectrum() bool {
	k := &v.p.kernel
	return !v.array.Real && v.end.View.Rows.Length == k.N()+1 && !k.IsBatchFastest()
}

// pairTransactions returns the ratio of Transactions for bins that are stored in pairs k and h-k, which
// are dealt to the threads of the workgroup in a row.
func (v *move) pairTransactions(unit int) float64 {
	k := &v.p.kernel
	if !v.isHalfSpectrum() {
		return 1
	}
	touched, points, h, pairs := 0, 0, k.N(), k.N()/2+1
	threads := min(warp, k.Invocations())
	for begin := range SectorPoints {
		for _, isMirrored := range []bool{false, true} {
			seen := make(map[int]bool, threads)
			for t := range threads {
				pair := begin*(k.Threads.Transforms*pairs+threads) + t
				at := pair % pairs
				if isMirrored {
					at = h - at
				}
				seen[(pair/pairs*(h+1)+at)/unit] = true
			}
			touched += len(seen)
			points += threads
		}
	}
	return float64(touched*unit) / float64(points)
}

// accesses returns the elements that the threads of a warp access at once: a sample of two units, two
// slots of each, and warps that begin at every point of a sector.
func (v *move) accesses() [][]int {
	if v.sampled != nil {
		return v.sampled
	}
	k := &v.p.kernel
	next := k.Threads.Transforms // transforms from one warp to the next
	if !k.IsBatchFastest() {
		next = max(1, min(warp, k.Invocations())*k.Threads.Transforms/k.Invocations())
	}
	numbers, view := v.p.numbers(SectorPoints*next), v.end.View
	if v.isHalfSpectrum() {
		view.Batch[0].Stride++
	}
	f := v.fragment
	if f.isPairs {
		f = v.p.columnSample(f)
	}
	for b, u := range f.units()[:min(2, f.size())] {
		if u.point != nil { // one point of a transform
			break
		}
		s := v.p.sample(f, b)
		var points [warp]int
		for _, slot := range [...]int{0, len(s.at) / 2} {
			s.points(slot, points[:s.lanes])
			for begin := range SectorPoints {
				elements := make([]int, 0, s.lanes)
				for l, q := range s.transform[:s.lanes] {
					if q != none {
						at, exists := v.array.Strides.At(view.At(numbers[begin*next+q], points[l]))
						if !exists {
							at = none
						}
						elements = append(elements, at)
					}
				}
				v.sampled = append(v.sampled, elements)
			}
		}
	}
	return v.sampled
}

// numbers returns the numbers in the batch of the first transforms that workgroups take.
func (p *program) numbers(count int) []int {
	all := make([]int, count+p.kernel.Threads.Transforms)
	q := lane
	if c, ok := p.kernel.pairing(); ok {
		q = c.mirrored().Body(lane)
	}
	q.fill(all, &Env{})
	return all
}
