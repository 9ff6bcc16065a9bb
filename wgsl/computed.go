package wgsl

import (
	"fmt"
	"slices"
)

// A Computed element has no array of its own. Read computes element at of the source from operands, and Write
// stores results that it computes from element at and from operands. The texts compute in the kernel's number
// format. Its Tag identifies the texts, and a kernel with such an element can't be parsed from its name.
type Computed interface {
	Element
	// Operands returns the arrays and uniforms that the texts use.
	Operands() []Operand
}

// An Operand is an array or a uniform of the caller that a [Computed] element uses. Load and store of a kernel
// share operands of the same number.
type Operand struct {
	Number int    // the binding has the name operandNUMBER
	Type   string // WGSL type
	Access Access
}

// Name returns the name of the binding.
func (o Operand) Name() string { return fmt.Sprintf("operand%d", o.Number) }

// operands returns the operands of load and store, ordered by number. An operand of both is written if one of
// them writes it.
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

// isComputed reports whether elements are computed from operands, so that their array has no bindings. A store then
// writes each element once: what it computes may depend on what the element was before.
func isComputed(e Element) bool {
	_, ok := e.(Computed)
	return ok
}
