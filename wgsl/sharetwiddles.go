package wgsl

import (
	"fmt"
	"slices"
)

// The butterflies of one thread are a constant distance d apart, so their twiddles are constant
// multiples of those of its butterfly 0. With ShareTwiddles a thread reads those of butterfly 0 only. For a
// stage of radix R with p the product of the radices before it, and w = w_(R p):
//
//	w^(i (j + d)) = w^(i j) w^(i d)           butterfly j + d
//	w^(i (e - j)) = w^(i e) conj(w^(i j))     mirror butterfly e - j
//
// Each product adds a rounding error.

// A derivedTwiddle describes how the twiddles of a butterfly derive from those of the thread's
// butterfly 0: w or its conjugate, times w^(i shift). The thread whose butterfly 0 is its own
// mirror may have another shift, selfShift.
type derivedTwiddle struct {
	conjugate        bool
	shift, selfShift int
}

// derivedTwiddle returns how butterfly b of a step gets its twiddles from butterfly 0. It reports
// false if it reads them: without ShareTwiddles, or if the relation differs between threads.
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
		switch shift := mine - first; {
		case !active:
		case t == 0:
			l.selfShift, l.shift = shift, shift
		case !found && (l.conjugate && !st.mirrorHalf && b == 1 || shift == l.selfShift):
			l.shift, found = shift, true
		case shift != l.shift:
			return derivedTwiddle{}, false
		}
	}
	return l, true
}

// CanShareTwiddles reports whether ShareTwiddles changes the kernel: whether threads have
// butterflies whose twiddles differ by constants.
func (k Kernel) CanShareTwiddles() bool {
	k.ShareTwiddles = true
	return slices.ContainsFunc(k.steps(), func(st step) bool { return k.derivedTwiddles(st) > 0 })
}

// derivedTwiddles is the number of twiddles of a step that a thread derives from those of its
// butterfly 0.
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

// expression returns the WGSL of the twiddle of slot i from w, the twiddle of slot i of butterfly
// 0. The order of the twiddles is n, and self is the condition for the butterfly that is its own
// mirror.
func (l derivedTwiddle) expression(w string, n, i int, self string) string {
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
	shift, selfShift := (l.shift*i%n+n)%n, (l.selfShift*i%n+n)%n
	switch {
	case shift != selfShift:
		return fmt.Sprintf("cmul(%s, select(%s, %s, %s))", w, root(shift), root(selfShift), self)
	case shift == 0:
		return w
	case 4*shift == n: // w^shift = -i
		return fmt.Sprintf("vec2<f32>(%s, -%s)", y, x)
	case 2*shift == n:
		return fmt.Sprintf("vec2<f32>(-%s, %s)", x, minus)
	case 4*shift == 3*n:
		return fmt.Sprintf("vec2<f32>(%s, %s)", minus, x)
	}
	return fmt.Sprintf("cmul(%s, %s)", w, root(shift))
}
