package wgsl

import "slices"

// Work is the cost of a kernel for each point, in addition to its global memory traffic. Cost
// models use it.
type Work struct {
	Flops      float64 // instructions of butterflies and twiddles per point
	Exchanged  float64 // accesses of 4 bytes to workgroup memory per point
	Conditions float64 // slices that the index of a point is compared with, if slices divide butterflies
	Barriers   int     // per workgroup
	Held       int     // the largest number of points that a thread holds
	Idle       float64 // threads of the workgroup per busy thread, as the mean over the stages; at least 1
}

// Costs estimates what a valid kernel costs.
type Costs struct{ p *program }

// Costs returns the estimates of a kernel, or the error of Check for every device.
func (k Kernel) Costs() (Costs, error) {
	p, err := k.lower()
	return Costs{p}, err
}

// Work estimates the work of a valid kernel.
func (k Kernel) Work() Work {
	c, err := k.Costs()
	if err != nil {
		return Work{}
	}
	return c.Work()
}

// A worker is an instruction with work. It adds its own. Exchanged counts exchanges until all
// instructions have been asked.
type worker interface{ addWork(w *Work) }

// Work estimates the work.
func (c Costs) Work() (w Work) {
	for _, i := range c.p.instructions {
		if i, ok := i.(worker); ok {
			i.addWork(&w)
		}
	}
	w.Exchanged *= 4 * max(1, w.Idle)
	return w
}

// perPoint returns the instructions per point if each thread does a number of them.
func (p *program) perPoint(count float64) float64 {
	return count * float64(p.kernel.ThreadsPerTransform()) / float64(p.kernel.N())
}

func (t twiddling) addWork(w *Work) {
	w.Flops += t.p.perPoint(float64(len(t.fragment.units) * 6 * (t.fragment.stage.R - 1)))
}

func (d butterflies) addWork(w *Work) {
	st, units := d.fragment.stage, d.fragment.units
	ops := d.p.kernel.Stages.DFT.ops(st.R)
	if units[0].Seq != nil {
		ops += 12 // number of the butterfly and of the column
	}
	w.Flops += d.p.perPoint(float64(len(units)) * ops)
	threads := float64(d.p.kernel.ThreadsPerTransform() * len(units))
	w.Idle += threads / float64(st.butterflies()) / float64(len(d.p.stages))
	w.Held = max(w.Held, len(units)*st.R)
}

func (x *exchange) addWork(w *Work) {
	e, isDigits := x.p.kernel.Exchange, x.p.kernel.Exchange.Layout.Digits.On
	rounds := e.slices()
	if e.Split {
		rounds *= 2
	}
	w.Exchanged++
	w.Barriers += 2 * rounds
	if isDigits && e.slices() == 1 && !x.isFirst { // threads write the words that they have read
		w.Barriers--
	}
	// Digit layouts compare a fiber with a slice, not each point.
	if from, to := x.from.stage, x.to.stage; e.slices() > 1 && !isDigits && from != nil && to != nil {
		slice := x.p.kernel.slice()
		if slice%(from.P*from.R) != 0 {
			w.Conditions += float64(e.slices())
		}
		if slice%(to.N/to.R) != 0 {
			w.Conditions += 2
		}
	}
}

// ops estimates the instructions of a DFT of radix r. A multiplication with an addition counts as
// one. Cost models are fitted to these estimates, which are those of DFTs in parts: split radix and
// FMA take less.
func (d DFT) ops(r int) float64 {
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
		return 2*d.ops(r-1) + 4*float64(r-1)
	case a == 1:
		return 10*half + 4*half*half
	case gcd(a, b) == 1:
		return float64(a)*d.ops(b) + float64(b)*d.ops(a)
	}
	return float64(a)*d.ops(b) + float64(b)*d.ops(a) + 4*float64((a-1)*(b-1))
}

// The banks and the warp of every GPU that the layouts are made for: 32 banks of 4 bytes, 32
// threads that access them together.
const (
	banks = 32
	warp  = 32
)

// An access is a sample of what the threads of a warp access at once, by their lanes: elements of
// the tile or of global memory. Lanes without one are left out.
type access []int

// ConflictDegrees estimates the bank conflicts that the exchanges have with each of the layouts: the
// mean degree over a sample of accesses in which each thread of a warp accesses 4 bytes. The degree
// of an access is the largest number of different words that it asks of a bank; 1 means no
// conflicts. An element of 8 bytes is two accesses.
func (k Kernel) ConflictDegrees(layouts ...Layout) []float64 {
	k.Exchange.Layout = Layout{}
	degrees := slices.Repeat([]float64{1}, len(layouts))
	c, err := k.Costs()
	if err != nil {
		return degrees
	}
	all, together := c.p.exchanged()
	for i, l := range layouts {
		sum := 0
		for _, a := range all {
			sum += l.conflicts(a, together)
		}
		if len(all) > 0 {
			degrees[i] = float64(sum) / float64(len(all))
		}
	}
	return degrees
}

// ConflictDegree estimates the bank conflicts of the exchanges (see ConflictDegrees).
func (k Kernel) ConflictDegree() float64 { return k.ConflictDegrees(k.Exchange.Layout)[0] }

// conflicts returns the degree of an access with a number of banks.
func (l Layout) conflicts(elements access, inUse int) (most int) {
	var count [banks]int // different words in each bank
	var last [banks]int  // the last of them, plus 1
	for _, i := range elements {
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

// exchanged returns a sample of the accesses of all exchanges, and the number of threads that access
// workgroup memory together: a warp accesses elements of 8 bytes in two halves.
func (p *program) exchanged() (all []access, together int) {
	k := &p.kernel
	together = warp * 4 / k.exchangeBytes()
	transform, point := k.N(), 1 // distances in the tile
	if k.interleaves() {
		transform, point = 1, k.Threads.Transforms
	}
	for _, i := range p.instructions {
		x, ok := i.(*exchange)
		if !ok {
			continue
		}
		for _, f := range []*fragment{x.from, x.to} {
			if f.stage == nil {
				continue // a block has no conflicts
			}
			s := p.sample(f, 0)
			for i := 0; i < f.stage.R; i += max(1, (f.stage.R-1)/2) { // the first slot, the middle one and the last
				for lo := 0; lo < s.lanes; lo += together {
					a := make(access, 0, together)
					for l := lo; l < min(lo+together, s.lanes); l++ {
						if s.active[l] {
							a = append(a, s.transform[l]*transform+(s.point[l]+s.offsets[i])*point)
						}
					}
					all = append(all, a)
				}
			}
		}
	}
	return all, together
}

// A sample is what the first warp of a workgroup has of a unit.
type sample struct {
	lanes            int
	active           [warp]bool
	transform, point [warp]int // of slot 0
	offsets          []int     // from the point of slot 0 to those of all slots
}

// sample returns the sample of unit b of a fragment. The points of its slots differ by constants.
func (p *program) sample(f *fragment, b int) *sample {
	s := &sample{lanes: min(warp, p.kernel.Invocations())}
	u, at := f.units[b], f.points()[b]
	u.Q.values(s.transform[:s.lanes], &Env{Vars: someBatch})
	at[0].values(s.point[:s.lanes], &Env{Vars: someBatch})
	_, first := at[0].split()
	for _, x := range at {
		_, off := x.split()
		s.offsets = append(s.offsets, off-first)
	}
	var active [warp]int
	if u.Active != nil {
		u.Active.values(active[:s.lanes], &Env{Vars: someBatch})
	}
	for l := range s.lanes {
		s.active[l] = u.Active == nil || active[l] != 0
	}
	return s
}

// Points in a sector of 32 bytes and in a line of 128 bytes, the units in which GPUs move memory.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Transactions estimates the memory transactions of load and store. It returns the number of units
// of a given number of points that the threads of a warp touch in one access, divided by the number
// that their points would fill. The result is the mean over a sample of accesses; 1 is best.
func (k Kernel) Transactions(unit int) (load, store float64) {
	load, store = 1, 1
	c, err := k.Costs()
	if err != nil {
		return load, store
	}
	for _, i := range c.p.instructions {
		switch v, ok := i.(*move); {
		case !ok || v.fragment.stage == nil:
		case v.side == loads:
			load = v.transactions(unit)
		default:
			store = v.transactions(unit)
		}
	}
	return load, store
}

// transactions returns the ratio of Transactions for one side.
func (v *move) transactions(unit int) float64 {
	k := &v.p.kernel
	touched, points := 0, 0
	next := k.Threads.Transforms // transforms from one warp to the next
	if k.Threads.Order == [2]Order{} {
		next = max(1, min(warp, k.Invocations())*k.Threads.Transforms/k.Invocations())
	} else if v.array.Real {
		unit *= 2
	}
	var seen access
	for b := range min(2, len(v.fragment.units)) {
		s := v.p.sample(v.fragment, b)
		for _, slot := range [...]int{0, len(s.offsets) / 2} {
			for begin := range SectorPoints { // warps begin at every point of a sector
				seen = seen[:0]
				for l := range s.lanes {
					if !s.active[l] {
						continue
					}
					points++
					at := v.end.View.At(begin*next+s.transform[l], s.point[l]+s.offsets[slot]) / unit
					if !slices.Contains(seen, at) {
						seen = append(seen, at)
					}
				}
				touched += len(seen)
			}
		}
	}
	return float64(touched*unit) / float64(points)
}
