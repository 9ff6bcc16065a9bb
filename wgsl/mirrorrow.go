package wgsl

import "fmt"

// Mirror in row: one thread holds butterflies j and B - j of the first or the last stage, so that
// the conjugate partners k and N - k meet in its registers. Real transforms need both points at
// once for the Hermitian split and merge, and no exchange brings them together.
//
// The stage has radix R and B = N/R butterflies. Slot c of butterfly j is point j + c B; a mirror
// pair of butterflies holds these points:
//
//	butterfly j | partner | slot c with
//	0 < j < B   | B - j   | slot R-1-c of the partner
//	0           | itself  | slot (R-c) mod R of the same butterfly
//	B/2, B even | itself  | slot R-1-c of the same butterfly
//
// The last two butterflies are self-conjugate. They share a thread as pair 0, where a select takes
// the partners from the same butterfly. For odd B, butterfly 0 is alone in pair 0.
// The symmetry of real data, X[N-k] = conj X[k], is used as in Cooley, Lewis and Welch 1970.

// MirrorPairs returns the number of mirror pairs that the butterflies of the stage form.
func (s Stage) MirrorPairs() int { return (s.Butterflies() + 1) / 2 }

// MirrorPair returns the butterflies of mirror pair u: u and B - u of B. Pair 0 is butterfly 0 and
// B/2, or butterfly 0 twice if B is odd.
func (s Stage) MirrorPair(u int) (j, partner int) {
	if u == 0 {
		return 0, s.zeroPartner()
	}
	return u, s.Butterflies() - u
}

// zeroPartner returns the butterfly that shares a thread with butterfly 0: the other
// self-conjugate one, or 0 if there is none.
func (s Stage) zeroPartner() int {
	if b := s.Butterflies(); b%2 == 0 {
		return b / 2
	}
	return 0
}

// pairSize returns the number of butterflies in a mirror pair: 2, or 1 if the stage has only one
// butterfly.
func (s Stage) pairSize() int { return min(2, s.Butterflies()) }

// markMirrorPairs marks the steps whose threads hold mirror pairs.
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
	first.mirrorHalf = k.hasHalfMirrorLoad()
	last.mirrorHalf = len(all) > 1 && k.hasHalfMirrorStore() // a single butterfly is its own partner either way
	first.mirrorInRow = k.hasMirrorLoad() || k.hasHalfMirrorLoad()
	last.mirrorInRow = last.mirrorInRow || k.MirrorInRow && k.Store.Real.IsSplit() || k.hasHalfMirrorStore()
}

// hasMirrorLoad reports whether the load merges points k and -k in the registers of a mirror pair.
func (k *Kernel) hasMirrorLoad() bool { return k.MirrorInRow && k.Load.Real.IsMerge() }

// mirrorPair returns the butterflies of mirror pair u of the step, by either symmetry.
func (st step) mirrorPair(u int) (j, partner int) {
	if st.mirrorHalf {
		return st.HalfMirrorPair(u)
	}
	return st.MirrorPair(u)
}

// mirrorButterfly returns the b-th butterfly of thread t in a step of mirror pairs. It reports
// false if the thread has no such butterfly.
func (k *Kernel) mirrorButterfly(st step, t, b int) (j int, active bool) {
	m := st.pairSize()
	u := t + b/m*k.Threads()
	j, partner := st.mirrorPair(u)
	if b%m == 1 {
		j = partner
	}
	return j, u < st.MirrorPairs()
}

// mirrorSpan returns the smallest and the largest b-th butterfly over all threads.
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

// checkMirror returns an error if a kernel with MirrorInRow or MirrorHalf is inconsistent.
func (k *Kernel) checkMirror() error {
	load, store := k.Load, k.Store
	whole := func(r Real, m Map, t PassTwiddle, length int, factor bool) bool {
		return r.Inner() == k.N() && m.Stride == k.interleave() && max(1, m.Inner) == k.interleave() &&
			t == PassTwiddle{} && length == 0 && !factor
	}
	switch {
	case !k.MirrorInRow && !k.MirrorHalf:
	case k.MirrorColumns && !k.MirrorHalf:
		return k.checkMirrorColumnPairs()
	case k.MirrorInRow && !load.Real.IsMerge() && !store.Real.IsSplit():
		return fmt.Errorf("MirrorInRow needs a real transform that takes points k and -k together")
	case k.MirrorHalf && !load.Real.HasHalfMirror() && !store.Real.HasHalfMirror():
		return fmt.Errorf("MirrorHalf needs a real transform that makes points n and -1-n of adjacent numbers")
	case !k.IsOneAxis() || k.N() == 1 || k.Rader.Prime > 0 || k.ConvolutionSpectra > 0 || k.MirrorColumns:
		return fmt.Errorf("MirrorInRow and MirrorHalf need one axis of several points, and no convolution")
	case (k.hasMirrorLoad() || k.hasHalfMirrorLoad()) &&
		!whole(load.Real, load.Map, load.PassTwiddle, load.Bound, load.TableFactor),
		(k.MirrorInRow && store.Real.IsSplit() || k.hasHalfMirrorStore()) &&
			!whole(store.Real, store.Map, store.PassTwiddle, store.Bound, store.TableFactor):
		return fmt.Errorf("MirrorInRow and MirrorHalf need whole transforms of the rows in a workgroup")
	}
	return nil
}

// mirrorIndex writes the number of the b-th butterfly of this thread in a step of mirror pairs.
func (e *emitter) mirrorIndex(s int, st step, b int) (j string) {
	m, threads, all := st.pairSize(), e.k.Threads(), st.MirrorPairs()
	j = fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.threadNames(st.phase)
	switch number := plus(t, b/m*threads); {
	case b%m == 1 && st.mirrorHalf:
		e.line("let %s = %du - j%s%d; // the half-mirror butterfly", j, st.Butterflies()-1, letter(s), b-1)
	case b%m == 1:
		partner := fmt.Sprintf("%du - j%s%d", st.Butterflies(), letter(s), b-1)
		if b == 1 {
			partner = fmt.Sprintf("select(%s, %du, %s)", partner, st.zeroPartner(), isSelfConjugate(s))
		}
		e.line("let %s = %s; // the mirror butterfly", j, partner)
	case (b/m+1)*threads <= all:
		e.line("let %s = %s;", j, number)
	default:
		e.line("let %s = min(%s, %du); // threads without a mirror pair repeat the last", j, number, all-1)
	}
	return j
}

// isSelfConjugate returns the condition that the first mirror pair of a thread is pair 0, whose
// butterflies are self-conjugate.
func isSelfConjugate(s int) string { return fmt.Sprintf("j%s0 == 0u", letter(s)) }

// A pointPair is points k and -k in the registers of a mirror pair, with k at most half the point
// count. Point k is a slot of one butterfly. Point -k is a slot of the partner, or of the same
// butterfly if that is self-conjugate.
type pointPair struct {
	b, slot               int // of point k
	partner               int // the butterfly with the partner
	partnerSlot, selfSlot int // the partner's slot there, and in butterfly b if that is its own partner
}

// pointPairs returns the point pairs of the mirror pair that begins with the b-th butterfly of a
// thread.
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

// nyquist returns the butterfly and the slot of the Nyquist point N/2, which is its own partner
// and belongs to pair 0. It reports false if N is odd.
func (st step) nyquist(b int) (butterfly, slot int, there bool) {
	if st.R%2 == 0 {
		return b, st.R / 2, true
	}
	return b + 1, st.R / 2, st.Butterflies()%2 == 0
}
