package wgsl

import "slices"

// An Element is the type of an element in memory, if it differs from the kernel's number format. A load converts
// from it, and a store converts to it. Elements are comparable. Tag is their part of a kernel's name. An element
// may have a method Check() error, which returns an error for an invalid type, and may be a [PairWriter].
type Element interface {
	Tag() string
	// String returns the name of the type in texts and messages.
	String() string
	// IsReal reports whether an element is a real number.
	IsReal() bool
	// Bytes returns the size of an element.
	Bytes() int
	// Type returns the WGSL type of the words that hold elements. Words that lanes write in parts are
	// atomic.
	Type(isWritten bool) string
	// Read returns the statements that return element at of an array, in f32.
	Read(array, at string) string
	// Write returns the statements that store v, in f32, as element at of an array.
	Write(array, at string) string
	// Functions returns the WGSL functions that Read or Write calls.
	Functions(isWrite bool) []Func
	// Round returns the number that an element holds after z is written.
	Round(z complex128) complex128
}

// A PairWriter is an element that can store two neighbors with fewer accesses than one at a time.
type PairWriter interface {
	// WritePair returns the statements that store v.x and v.y as elements at and at + 1 of an array.
	// The elements have the numbers e and e + 1.
	WritePair(array, at string) string
}

// A Dual element is a format of numbers that both real and complex elements may have.
type Dual interface {
	// For returns the element for real or complex numbers.
	For(isReal bool) Element
}

// An Extended element needs WGSL extensions, such as f16.
type Extended interface{ Extensions() []string }

// extensions returns the WGSL extensions that the elements of a kernel need.
func (k *Kernel) extensions() (all []string) {
	for _, e := range []Element{k.Load.Element, k.Store.Element} {
		if x, ok := e.(Extended); ok {
			all = append(all, x.Extensions()...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
