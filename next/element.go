package wgsl

// An Element is the type of an element in memory, if it is not that of the kernel's number format:
// what a load converts from, and a store to. Elements are comparable; Tag is their part of a
// kernel's name.
type Element interface {
	Tag() string
	// IsReal reports whether an element is a real number.
	IsReal() bool
	// Type returns the WGSL type of the words that hold elements. Words that lanes write in parts are
	// atomic.
	Type(isWritten bool) string
	// Read returns the statements that return element at of an array, in f32.
	Read(array, at string) string
	// Write returns the statements that store v, in f32, as element at of an array.
	Write(array, at string) string
	// Functions returns the WGSL functions that Write calls.
	Functions() []Func
	// Round returns the number that an element holds after z is written.
	Round(z complex128) complex128
}
