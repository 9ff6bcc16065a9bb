package wgsl

import (
	"slices"
)

// A Computed element has no array of its own. The text of Read computes element at of the source from
// operands. The text of Write computes results from the value v of element at and from operands, and stores
// them in operands. Both texts compute in the kernel's number format.
//
// A kernel calls Write exactly once for each element of the result, so Write may read an operand that it also
// writes. In particular, only one of two equal points of a Hermitian pair is written, and threads without a
// butterfly of their own write nothing. Read may be called more than once for an element.
//
// Tag identifies the texts. [ParseKernel] can't parse the name of a kernel with computed elements.
type Computed interface {
	Element
	// Operands returns the arrays and uniforms that the texts use.
	Operands() []Operand
}

// An Operand is an array or a uniform of the caller that a [Computed] element uses. If load and store of a
// kernel have an operand with the same number, it is one binding.
type Operand struct {
	Number int    // the binding has the name operandNUMBER
	Type   string // WGSL type
	Access Access
}

// Name returns the name of the binding.
func (o Operand) Name() string { return numbered("operand", o.Number) }

// operands returns the operands of load and store, ordered by number. An operand that both use is ReadWrite
// if either of them writes it.
func (p *program) operands() (all []Operand) {
	for _, v := range p.moves {
		c, ok := v.end.Element.(Computed)
		if !ok {
			continue
		}
		for _, o := range c.Operands() {
			i := slices.IndexFunc(all, func(have Operand) bool { return have.Number == o.Number })
			switch {
			case i < 0:
				all = append(all, o)
			case o.Access == ReadWrite:
				all[i].Access = ReadWrite
			}
		}
	}
	slices.SortFunc(all, func(a, b Operand) int { return a.Number - b.Number })
	return all
}

// operandBindings returns the bindings of the operands.
func (p *program) operandBindings() (all []Binding) {
	for _, o := range p.operands() {
		all = append(all, Binding{Name: o.Name(), Access: o.Access, Type: o.Type, Role: RoleOperand, Part: o.Number})
	}
	return all
}

// storageOperands returns the number of operands that are not uniforms.
func (p *program) storageOperands() (n int) {
	for _, o := range p.operands() {
		if o.Access != Uniform {
			n++
		}
	}
	return n
}

// isComputed reports whether elements are computed from operands, so that their array has no bindings. A store writes
// each of them exactly once: see [Computed].
func isComputed(e Element) bool {
	_, ok := e.(Computed)
	return ok
}
