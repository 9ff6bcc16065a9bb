package wgsl

import "fmt"

// After the last stage thread t of T has the points t + iT. Of the pairs of points k and -k that a store takes it so has one in any case: a thread that keeps the points below the
// half of them all needs the other half alone, which is half as much as an exchange that deals pairs to threads moves, and of both parts at once in the room of one.
// With Once the roots of its pairs, T apart, are that of the first times constants, too.

// CanKeep says whether threads can keep points of the pairs that the kernel stores: an even number of them, which the last stage leaves as its threads go.
func (k FFT) CanKeep() bool {
	steps := k.steps()
	if !k.gathers() || k.Store.Real.Inner() != k.N() || k.Store.Length > 0 || k.Store.Factor || k.Mated || !k.Flat() || k.Exchange.rounds() > 1 || k.Points%2 != 0 || k.Threads()*k.Points != k.N() || len(steps) == 0 {
		return false
	}
	last := steps[len(steps)-1]
	return last.P*last.R == k.N() && last.all()%last.threads == 0 && !last.scatter
}

// keepPairs stores what the held points make, by pairs of points k and -k of a transform of which a thread keeps those below the half.
func (e *emitter) keepPairs(held []cluster) {
	k := e.k
	r, n, threads, half := k.Store.Real, k.N(), k.Threads(), k.Points/2
	points := make([]string, k.Points) // of number t + i threads
	for b, c := range held {
		for m, v := range c.values {
			points[b+m*len(held)] = v
		}
	}
	at := func(index string, off int) string {
		if k.Transforms > 1 {
			index = k.spot("q", index)
		}
		if k.interleaved() {
			off *= k.Transforms
		}
		index = plus(index, off)
		if k.keepsLayout() {
			return "place(" + index + ")"
		}
		return index
	}
	e.line("// points k and -k of a transform together: a thread has k, and the %d of the other half come from others", half)
	e.barrier()
	e.exchanged = true
	for i, v := range points[half:] {
		if !k.Exchange.Component {
			e.line("shared_points[%s] = %s;", at("t", i*threads), v)
			continue
		}
		e.line("shared_points[%s] = %s.x;", at("t", i*threads), v)
		e.line("shared_points[%s] = %s.y;", at("t", n/2+i*threads), v)
	}
	e.barrier()
	e.line("let back0 = min(%du - t, %du); // point 0 is its own mate", n/2, n/2-1)
	for i, v := range points[:half] {
		back := fmt.Sprintf("back%d", i)
		if i > 0 {
			e.line("let %s = %du - t;", back, n/2-i*threads)
		}
		mate := fmt.Sprintf("shared_points[%s]", at(back, 0))
		if k.Exchange.Component {
			mate = fmt.Sprintf("vec2<f32>(%s, shared_points[%s])", mate, at(back, n/2))
		}
		if i == 0 {
			mate = fmt.Sprintf("select(%s, %s, t == 0u)", mate, v)
		}
		e.line("let c%d = %s;", i, mate)
	}
	e.open("", "first + q")
	defer e.line("}")
	e.pairRows("out", "first + q")
	end := k.stored()
	store := func(number, p, c string) {
		e.line("out_pair(%s, %s, %s, %s);", r.bases("out"), number, e.result(p, ""), e.result(c, "")) // which have no factors
	}
	e.give(end, "t", "0")
	for i, v := range points[:half] { // t is as the butterfly of radix Points that has them all
		store(e.withGiven(end, plus("t", i*threads), "0", k.Points, i), v, fmt.Sprintf("c%d", i))
	}
	e.line("if (t == 0u) {")
	store(e.withMiddle(end, fmt.Sprintf("%du", n/2)), points[half], points[half])
	e.line("}")
}

// lendsWaves says whether the roots of a thread's pairs are made of that of the first.
func (k *FFT) lendsWaves() bool { return k.Keeps && k.Once && k.Store.Real.OfBins() }

// keepsLayout says whether points on the way to the threads that keep their mates have the layout of the other exchanges: where a warp has one transform it reads and writes neighbouring points,
// and those that lie as they are have no conflicts.
func (k *FFT) keepsLayout() bool {
	return k.Layout.Kind != Linear && (k.interleaved() || k.Threads() < warp)
}
