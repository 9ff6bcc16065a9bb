package wgsl

import (
	"fmt"
	"strings"
)

// The points of a butterfly of a first or last stage of radix R lie h/R apart, h points in all, so that their roots of order m h differ by those of
// order m R, which are constants: where butterflies go in couples a thread looks up the roots of slot 0 of each, and gives the functions of two
// points together those of the point they are called for. A product costs error where the roots were one read each, which are those of up to directWaves: for
// dct4 a fifth, for 7 % less time. Half spectra of such rows are left out: there it gains nothing, and c2r of 1920 numbers, with 30 points a thread, took 0.168 ms
// on an H200 in place of 0.141.

// A given root is w^(by n + at) of point n, of the order of the arrangement's.
type baseRoot struct {
	name           string
	stride, offset int
}

// An end is where a kernel takes points by twos: its load or its store.
type kernelEnd struct {
	Real
	store bool
}

// loaded and stored are the ends of a kernel.
func (k *Kernel) loadEnd() kernelEnd  { return kernelEnd{k.Load.Real, false} }
func (k *Kernel) storeEnd() kernelEnd { return kernelEnd{k.Store.Real, true} }

// givens are the roots that the functions of two points at an end take; those of others look them up.
func (k *Kernel) baseRoots(r kernelEnd) []baseRoot {
	h := r.Inner()
	switch {
	case r.TwoForOne || r.ZeroImag:
	case k.MirrorInRow && r.Form == HalfSpectrum && (k.MirrorColumns || k.RealRootOrder() > maxDirectRoots):
		return []baseRoot{{"w", 1, 0}}
	case k.MirrorHalf && r.Form == DCT4Rotation && !r.store:
		return []baseRoot{{"w", 4, 1}, {"v", -4, 4*h - 3}}
	case k.MirrorHalf && r.Form == DCT4Rotation:
		return []baseRoot{{"w", 4, 0}, {"v", -4, 4*h - 4}}
	}
	return nil
}

// givenParams are the parameters of those functions.
func (k *Kernel) baseRootParams(r kernelEnd) string {
	s := ""
	for _, g := range k.baseRoots(r) {
		s += fmt.Sprintf(", %s: vec2<f32>", g.name)
	}
	return s
}

// givenNames are their arguments in a function that has them for parameters.
func (k *Kernel) baseRootArgs(r kernelEnd) string {
	s := ""
	for _, g := range k.baseRoots(r) {
		s += ", " + g.name
	}
	return s
}

// give looks up the roots of the point with which a butterfly begins, in variables whose names end in suffix.
func (e *emitter) readBaseRoots(r kernelEnd, point, suffix string) {
	for _, g := range e.k.baseRoots(r) {
		e.line("let %s = real_root(%s);", r.variable(g, suffix), g.exponent(point))
	}
}

// variable names the root of a butterfly: a transform of one stage may have such at both ends.
func (r kernelEnd) variable(g baseRoot, suffix string) string {
	return fmt.Sprintf("%s_%s_%s", map[bool]string{false: "in", true: "out"}[r.store], g.name, suffix)
}

// exponent is the WGSL of by n + at.
func (g baseRoot) exponent(n string) string {
	switch {
	case g.stride < 0:
		return fmt.Sprintf("%du - %du * %s", g.offset, -g.stride, n)
	case g.stride > 1:
		n = fmt.Sprintf("%du * %s", g.stride, n)
	}
	return plus(n, g.offset)
}

// withGiven are a point's number and its roots as arguments: the point is a slot of the butterfly, of radix radix, whose roots give looked up.
func (e *emitter) pointAndRoots(r kernelEnd, number, suffix string, radix, slot int) string {
	args := []string{number}
	order := radix * r.rootOrder(r.store) / r.Inner()
	for _, g := range e.k.baseRoots(r) {
		root := r.variable(g, suffix)
		if slot > 0 {
			root = fmt.Sprintf("cmul(%s, %s)", root, constantRoot(order, g.stride*slot))
		}
		args = append(args, root)
	}
	return strings.Join(args, ", ")
}

// withMiddle are the number of the point that is half of them all and its roots as arguments.
func (e *emitter) nyquistAndRoots(r kernelEnd, number string) string {
	args := []string{number}
	for _, g := range e.k.baseRoots(r) {
		args = append(args, constantRoot(2*r.rootOrder(r.store)/r.Inner(), g.stride)) // of half the points, and at is 0
	}
	return strings.Join(args, ", ")
}

// rootOf is the WGSL of w_n^e.
func constantRoot(n, e int) string {
	w := Root(n, e)
	return fmt.Sprintf("vec2<f32>(%s, %s)", float(real(w)), float(imag(w)))
}

// nth names what belongs to the b-th butterfly of a thread in stage s.
func butterflySuffix(s, b int) string { return fmt.Sprintf("%s%d", letter(s), b) }
