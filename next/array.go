package wgsl

import "fmt"

// An Array is an array of global memory as an instruction sees it: numbers or complex numbers, by
// element number.
type Array struct {
	Name string
	Real bool // elements are real numbers

	Pairs    bool     // an element is two complex numbers, which are read together
	Run      int      // an element is a vector of several real numbers; 0 for one
	Segments Segments // bindings of the array
}

// element returns the WGSL of element at.
func (a *Array) element(at *Index) string { return fmt.Sprintf("%s[%v]", a.Name, at) }

// assignment returns the WGSL that stores a value as element at.
func (a *Array) assignment(at *Index, v string) string {
	return fmt.Sprintf("%s[%v] = %s;", a.Name, at, v)
}

// access writes the accessors of an array, unless they exist.
func (d *moduleParts) access(a *Array, n Number, isWrite bool) {}
