package wgsl

import (
	"fmt"
	"strings"
)

// Base roots: the points of a butterfly of radix R in a first or last stage lie h/R apart (h points
// in all), so the real roots of its slots, of order m h, differ by constants, roots of order m R:
//
//	w_(m h)^(s (j + i h/R) + o) = w_(m h)^(s j + o) w_(m R)^(s i)
//
// If one thread has mirror butterflies, it reads the root of slot 0 of each and passes each pair of
// points its roots. A product adds a rounding error to roots that have a table entry each (see
// maxDirectRoots); half spectra with such roots read them all.

// A baseRoot is the root w^(stride n + offset) of point n, of the order of the real transform's
// roots.
type baseRoot struct {
	name           string
	stride, offset int
}

// A kernelEnd is the load or the store of a kernel, as the place where it takes pairs of points.
type kernelEnd struct {
	Real
	store bool
}

// loadEnd and storeEnd return the ends of a kernel.
func (k *Kernel) loadEnd() kernelEnd  { return kernelEnd{k.Load.Real, false} }
func (k *Kernel) storeEnd() kernelEnd { return kernelEnd{k.Store.Real, true} }

// baseRoots returns the roots that the functions of a pair of points have as parameters. Functions
// without any look their roots up.
func (k *Kernel) baseRoots(r kernelEnd) []baseRoot {
	h := r.Inner()
	switch {
	case r.TwoForOne || r.ZeroImag:
	case k.MirrorInRow && r.Form == HalfSpectrum && (k.MirrorColumns || k.RealRootOrder() > maxDirectRoots):
		return []baseRoot{{"w", 1, 0}}
	case k.MirrorInRow && r.isDCT2Pair():
		return dct2PairRoots
	case k.MirrorHalf && r.Form == DCT4Rotation && !r.store:
		return []baseRoot{{"w", 4, 1}, {"v", -4, 4*h - 3}}
	case k.MirrorHalf && r.Form == DCT4Rotation:
		return []baseRoot{{"w", 4, 0}, {"v", -4, 4*h - 4}}
	}
	return nil
}

// baseRootParams returns the parameters of those functions.
func (k *Kernel) baseRootParams(r kernelEnd) string {
	s := ""
	for _, g := range k.baseRoots(r) {
		s += fmt.Sprintf(", %s: vec2<f32>", g.name)
	}
	return s
}

// baseRootArgs returns the arguments by which a function passes its own base roots on.
func (k *Kernel) baseRootArgs(r kernelEnd) string {
	s := ""
	for _, g := range k.baseRoots(r) {
		s += ", " + g.name
	}
	return s
}

// readBaseRoots writes the base roots of a butterfly that begins with the given point, as variables
// with the given suffix.
func (e *emitter) readBaseRoots(r kernelEnd, point, suffix string) {
	for _, g := range e.k.baseRoots(r) {
		e.line("let %s = real_root(%s);", r.variable(g, suffix), g.exponent(point))
	}
}

// variable names the base root of a butterfly. A transform of one stage may have base roots at both
// ends.
func (r kernelEnd) variable(g baseRoot, suffix string) string {
	return fmt.Sprintf("%s_%s_%s", map[bool]string{false: "in", true: "out"}[r.store], g.name, suffix)
}

// exponent returns the WGSL of stride n + offset.
func (g baseRoot) exponent(n string) string {
	switch {
	case g.stride < 0:
		return fmt.Sprintf("%du - %du * %s", g.offset, -g.stride, n)
	case g.stride > 1:
		n = fmt.Sprintf("%du * %s", g.stride, n)
	}
	return plus(n, g.offset)
}

// pointAndRoots returns the arguments of a slot's point: its number, and its base roots times the
// constant of the slot.
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

// nyquistAndRoots returns the arguments of point h/2: its number, and its roots, which are
// constants.
func (e *emitter) nyquistAndRoots(r kernelEnd, number string) string {
	args := []string{number}
	for _, g := range e.k.baseRoots(r) {
		// The point is h/2, and the offset is 0.
		args = append(args, constantRoot(2*r.rootOrder(r.store)/r.Inner(), g.stride))
	}
	return strings.Join(args, ", ")
}

// constantRoot returns the WGSL of w_n^e.
func constantRoot(n, e int) string {
	w := Root(n, e)
	return fmt.Sprintf("vec2<f32>(%s, %s)", float(real(w)), float(imag(w)))
}

// butterflySuffix is the suffix of the names of butterfly b in stage s.
func butterflySuffix(s, b int) string { return fmt.Sprintf("%s%d", letter(s), b) }
