package wgsl

import "fmt"

// A Ring is the exact arithmetic of a [Number]. An element is a pair a + b I of integers below 2^53, held as a
// complex128, with I*I = -1. A real number is an element with b = 0. The player computes in the ring of the kernel's
// number format. A format that is no Ring has floating-point numbers; the player computes in complex128 for it.
type Ring interface {
	// HasRoot returns an error unless the ring has a root of unity w_n. The error names the lengths that have one.
	HasRoot(n int) error
	// Element returns the element that a constant names. It returns an error if there is none.
	Element(c Constant) (complex128, error)
	Sum(a, b complex128) complex128
	Difference(a, b complex128) complex128
	Product(a, b complex128) complex128
}

// HasRoot returns an error unless a number format has a root of unity w_n. Floating-point numbers have all roots.
func HasRoot(n Number, order int) error {
	if r, ok := n.(Ring); ok {
		return r.HasRoot(order)
	}
	return nil
}

// floats is complex128 as the Ring of floating-point numbers.
type floats struct{}

func (floats) HasRoot(int) error                      { return nil }
func (floats) Element(c Constant) (complex128, error) { return c.Z, nil }
func (floats) Sum(a, b complex128) complex128         { return a + b }
func (floats) Difference(a, b complex128) complex128  { return a - b }
func (floats) Product(a, b complex128) complex128     { return a * b }

// ring returns the ring of the kernel's number format.
func (k *Kernel) ring() Ring {
	if r, ok := k.Number.(Ring); ok {
		return r
	}
	return floats{}
}

// checkRing returns an error if the stages need a root of unity or a constant that the ring has not.
func (k *Kernel) checkRing() error {
	r, ok := k.Number.(Ring)
	if !ok {
		return nil
	}
	if k.Twiddles.FMA {
		return fmt.Errorf("twiddles: number format %s has no tangents: leave FMA out", k.Number.Tag())
	}
	s := &k.Stages
	if s.Rader.Prime > 0 {
		return fmt.Errorf("rader: number format %s has no spectra of roots: use a length without a Rader stage",
			k.Number.Tag())
	}
	for _, radices := range [...]Radices{s.Radices, s.Outer[0], s.Outer[1]} {
		if err := r.HasRoot(radices.N()); err != nil {
			return fmt.Errorf("stages: %w", err)
		}
	}
	return nil
}

// checkConstants returns an error if the ring of the number format has not all constants of a program.
func (p *program) checkConstants() error {
	r, ok := p.kernel.Number.(Ring)
	if !ok {
		return nil
	}
	for _, t := range p.tables.all {
		for _, part := range t.parts {
			var last Constant
			for _, c := range part.Entries() {
				if c.isLike(last) {
					continue
				}
				if _, err := r.Element(c); err != nil {
					return fmt.Errorf("table %v: %w", part, err)
				}
				last = c
			}
		}
	}
	shared := &moduleParts{names: map[string]bool{}}
	p.run(newWriter(p.kernel.Number, shared))
	return shared.err
}
