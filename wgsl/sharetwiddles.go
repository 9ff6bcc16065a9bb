package wgsl

import (
	"fmt"
	"slices"
)

// Butterflies of one thread are a fixed number apart, so that the twiddles of all of them are those of the first times constants: those of butterfly j + d of a stage of
// radix R with p points before are w^(i (j+d)) = w^(ij) w^(id), w = w_Rp. Butterflies of a couple, B apart from their opposites (couples.go), have conjugates: w^(i (e-j)) = w^(ie) conj(w^(ij)).
// With Once a thread reads the twiddles of its first butterfly of a stage alone: of 6561 points by radices 27.9.27, 27 a thread, 34 in place of 50, of 8192 by 32.32.8, 32 a thread, 38 in place of 59; with few, fewer yet.
// A product more is a rounding more: errors rose by 1 to 13 % in one pass. On an NVIDIA H200 6561 points took 0.293 ms so, with few twiddles (few.go), 0.303 by radices 27.27.9 without, 128x128 0.321 and 0.331.

// A loan says how the twiddles of a thread's butterfly are made of those of its first: conjugated or not, times w^(i by). For couple 0, whose butterflies are their own mates, by
// may be another number.
type derivedTwiddle struct {
	conjugate        bool
	shift, selfShift int
}

// loan returns how the b-th butterfly of a step gets its twiddles from the first, if it does: with Once, where that is the same for all threads.
func (k *Kernel) derivedTwiddle(st step, b int) (l derivedTwiddle, ok bool) {
	if !k.ShareTwiddles || b == 0 || st.mirrorColumns {
		return derivedTwiddle{}, false
	}
	index := func(t, b int) (int, bool) {
		j, active := k.butterflyOf(st, t, b)
		return k.twiddleExponent(st, j), active
	}
	l.conjugate = st.mirrorInRow && b%st.pairSize() == 1
	found := false
	for t := range k.Threads() {
		first, _ := index(t, 0)
		mine, active := index(t, b)
		if l.conjugate {
			first = -first
		}
		switch by := mine - first; {
		case !active:
		case t == 0:
			l.selfShift, l.shift = by, by
		case !found && (l.conjugate && !st.mirrorHalf && b == 1 || by == l.selfShift):
			l.shift, found = by, true
		case by != l.shift:
			return derivedTwiddle{}, false
		}
	}
	return l, true
}

// Lends says whether threads have butterflies whose twiddles differ by constants: where Once makes a difference.
func (k Kernel) CanShareTwiddles() bool {
	k.ShareTwiddles = true
	return slices.ContainsFunc(k.steps(), func(st step) bool { return k.derivedTwiddles(st) > 0 })
}

// lent is how many twiddles of a step a thread makes of others of the same slot.
func (k *Kernel) derivedTwiddles(st step) int {
	if !st.hasTwiddles() {
		return 0
	}
	count := 0
	for b := range k.butterfliesPerThread(st) {
		if _, ok := k.derivedTwiddle(st, b); ok {
			count += st.R - 1 - k.productTwiddles(st.R)
		}
	}
	return count
}

// of is twiddle w of slot i of a stage whose twiddles are of order n, as the loan says; first is the condition for couple 0.
func (l derivedTwiddle) expression(w string, n, i int, first string) string {
	x, y, minus := w+".x", w+".y", "-"+w+".y"
	if l.conjugate {
		y, minus = minus, y
	}
	root := func(e int) string {
		c := Root(n, e)
		return fmt.Sprintf("vec2<f32>(%s, %s)", float(real(c)), float(imag(c)))
	}
	if l.conjugate {
		w = fmt.Sprintf("vec2<f32>(%s, %s)", x, y)
	}
	by, zero := (l.shift*i%n+n)%n, (l.selfShift*i%n+n)%n
	switch {
	case by != zero:
		return fmt.Sprintf("cmul(%s, select(%s, %s, %s))", w, root(by), root(zero), first)
	case by == 0:
		return w
	case 4*by == n: // w^by is -i
		return fmt.Sprintf("vec2<f32>(%s, -%s)", y, x)
	case 2*by == n:
		return fmt.Sprintf("vec2<f32>(-%s, %s)", x, minus)
	case 4*by == 3*n:
		return fmt.Sprintf("vec2<f32>(%s, %s)", minus, x)
	}
	return fmt.Sprintf("cmul(%s, %s)", w, root(by))
}
