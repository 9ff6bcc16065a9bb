package wgsl

import "fmt"

// Where a stage of radix R is the first or the last of a transform of h points, slot c of its butterfly j is point j + c B of what is loaded or
// stored, B = h/R. The point that makes a pair with it, h-j-cB, is slot R-1-c of butterfly B-j. So a thread that does both has the pairs whole
// in its registers, and no exchange brings them together. Two butterflies are their own mates: butterfly 0, slot c with slot R-c, and B/2 of an
// even B. They make a couple, too, in which a select takes the other mates; for an odd B butterfly 0 goes with itself.

// Couples is how many couples the butterflies of the stage make.
func (s Stage) MirrorPairs() int { return (s.Butterflies() + 1) / 2 }

// Couple returns the butterflies of couple u: u and B-u of B, of couple 0 butterfly 0 and B/2, or itself where B is odd.
func (s Stage) MirrorPair(u int) (j, mate int) {
	if u == 0 {
		return 0, s.zeroPartner()
	}
	return u, s.Butterflies() - u
}

// selfMate is the butterfly that makes a couple with butterfly 0.
func (s Stage) zeroPartner() int {
	if b := s.Butterflies(); b%2 == 0 {
		return b / 2
	}
	return 0
}

// members is how many butterflies a couple has: a transform's only butterfly is one.
func (s Stage) pairSize() int { return min(2, s.Butterflies()) }

// couple marks the steps whose butterflies go in couples.
func (k *Kernel) markMirrorPairs(all []step) {
	if len(all) == 0 {
		return
	}
	switch {
	case k.hasMirrorColumnsLoad():
		all[0].mirrorColumns = k.MirrorInRow
		return
	case k.MirrorColumns:
		all[len(all)-1].mirrorColumns = k.MirrorInRow
		return
	}
	first, last := &all[0], &all[len(all)-1]
	first.mirrorHalf, last.mirrorHalf = k.hasHalfMirrorLoad(), len(all) > 1 && k.hasHalfMirrorStore() // a transform's only butterfly is every couple
	first.mirrorInRow = k.hasMirrorLoad() || k.hasHalfMirrorLoad()
	last.mirrorInRow = last.mirrorInRow || k.MirrorInRow && k.Store.Real.IsSplit() || k.hasHalfMirrorStore()
}

// joins says whether the load takes points k and -k of couples.
func (k *Kernel) hasMirrorLoad() bool { return k.MirrorInRow && k.Load.Real.IsMerge() }

// couple returns the butterflies of couple u of the step.
func (st step) mirrorPair(u int) (j, mate int) {
	if st.mirrorHalf {
		return st.HalfMirrorPair(u)
	}
	return st.MirrorPair(u)
}

// coupledAt is the b-th butterfly of a thread in a step of couples.
func (k *Kernel) mirrorButterfly(st step, t, b int) (j int, active bool) {
	m := st.pairSize()
	u := t + b/m*k.Threads()
	j, mate := st.mirrorPair(u)
	if b%m == 1 {
		j = mate
	}
	return j, u < st.MirrorPairs()
}

// coupleSpan is the range of the numbers of all threads' b-th butterflies.
func (k *Kernel) mirrorSpan(st step, b int) (lo, hi int) {
	m, all := st.pairSize(), st.Butterflies()
	lo, hi = b/m*k.Threads(), min((b/m+1)*k.Threads(), st.MirrorPairs())-1
	switch {
	case b%m == 0:
		return lo, hi
	case st.mirrorHalf:
		return all - 1 - hi, all - 1 - lo
	case lo > 0:
		return all - hi, all - lo
	case hi > 0:
		return st.zeroPartner(), all - 1
	}
	return st.zeroPartner(), st.zeroPartner()
}

// checkCouples says what is wrong with a kernel of couples.
func (k *Kernel) checkMirror() error {
	load, store := k.Load, k.Store
	whole := func(r Real, m Map, t PassTwiddle, length int, factor bool) bool {
		return r.Inner() == k.N() && m.Stride == k.interleave() && max(1, m.Inner) == k.interleave() && t == PassTwiddle{} && length == 0 && !factor
	}
	switch {
	case !k.MirrorInRow && !k.MirrorHalf:
	case k.MirrorColumns && !k.MirrorHalf:
		return k.checkMirrorColumnPairs()
	case k.MirrorInRow && !load.Real.IsMerge() && !store.Real.IsSplit():
		return fmt.Errorf("butterflies go in couples where a real transform takes points k and -k together")
	case k.MirrorHalf && !load.Real.HasHalfMirror() && !store.Real.HasHalfMirror():
		return fmt.Errorf("butterflies face each other where a real transform takes points n and -1-n of neighbouring numbers")
	case !k.IsOneAxis() || k.N() == 1 || k.Rader.Prime > 0 || k.ConvolutionSpectra > 0 || k.MirrorColumns:
		return fmt.Errorf("butterflies go in couples where the first and the last stage have whole butterflies of one axis")
	case (k.hasMirrorLoad() || k.hasHalfMirrorLoad()) && !whole(load.Real, load.Map, load.PassTwiddle, load.Bound, load.TableFactor),
		(k.MirrorInRow && store.Real.IsSplit() || k.hasHalfMirrorStore()) && !whole(store.Real, store.Map, store.PassTwiddle, store.Bound, store.TableFactor):
		return fmt.Errorf("butterflies go in couples where a workgroup has whole transforms of the rows' points")
	}
	return nil
}

// coupleIndex writes the number of the b-th butterfly of this thread, as butterflyIndex does.
func (e *emitter) mirrorIndex(s int, st step, b int) (j string) {
	m, threads, all := st.pairSize(), e.k.Threads(), st.MirrorPairs()
	j = fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.threadNames(st.phase)
	switch number := plus(t, b/m*threads); {
	case b%m == 1 && st.mirrorHalf:
		e.line("let %s = %du - j%s%d; // the butterfly that faces it", j, st.Butterflies()-1, letter(s), b-1)
	case b%m == 1:
		mate := fmt.Sprintf("%du - j%s%d", st.Butterflies(), letter(s), b-1)
		if b == 1 {
			mate = fmt.Sprintf("select(%s, %du, %s)", mate, st.zeroPartner(), isSelfConjugate(s))
		}
		e.line("let %s = %s; // the butterfly with the mates", j, mate)
	case (b/m+1)*threads <= all:
		e.line("let %s = %s;", j, number)
	default:
		e.line("let %s = min(%s, %du); // threads without a couple repeat the last", j, number, all-1)
	}
	return j
}

// firstCouple is the condition under which a thread's first couple is couple 0, whose butterflies are their own mates.
func isSelfConjugate(s int) string { return fmt.Sprintf("j%s0 == 0u", letter(s)) }

// A pair is points k and -k in the registers of a couple: point k, up to half the points, is slot c of one of its butterflies, and the mate
// slot R-1-c of the other or, where butterflies are their own mates, of this one: slot R-c of butterfly 0.
type pointPair struct {
	b, slot               int // of point k
	partner               int // the butterfly with the mate
	partnerSlot, selfSlot int // the mate's slot there, and in butterfly b if that is its own mate
}

// pairsOf are the pairs of the couple that begins with the b-th butterfly of a thread.
func (st step) pointPairs(b int) []pointPair {
	var all []pointPair
	second := st.pairSize() - 1
	for c := range (st.R + 1) / 2 {
		all = append(all, pointPair{b, c, b + second, st.R - 1 - c, (st.R - c) % st.R})
	}
	for c := range st.R / 2 * second {
		own := st.R - 1 - c
		if st.zeroPartner() == 0 {
			own = (st.R - c) % st.R
		}
		all = append(all, pointPair{b + 1, c, b, st.R - 1 - c, own})
	}
	return all
}

// middle is the butterfly and the slot of the point that is half of them all, which couple 0 has beside its pairs: its own mate. An odd number
// of points has none.
func (st step) nyquist(b int) (butterfly, slot int, there bool) {
	if st.R%2 == 0 {
		return b, st.R / 2, true
	}
	return b + 1, st.R / 2, st.Butterflies()%2 == 0
}
