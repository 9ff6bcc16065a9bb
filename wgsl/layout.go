package wgsl

import "fmt"

// A Layout places points in workgroup memory. The zero value is linear: element i of the tile lies at i. Most
// devices have 32 banks of 4 bytes. Threads that access different words of one bank wait for each other.
//
//	Pad p       element i at i + i/2^p: one word of padding after every 2^p
//	Swizzle s   element i at i xor (i/2^s mod 32), without padding
//	Digits      a dimension for each stage; points stay at their coordinates (see digits.go)
type Layout struct {
	Pad     uint8
	Swizzle uint8
	Digits  Digits
}

// Digits is a layout with one dimension for each stage: the order of its dimensions and their
// padding. The zero value is none.
type Digits struct {
	On        bool
	Inner     uint8 // the innermost dimension
	Falling   bool  // the other dimensions follow from the last to the first; if false, from the first to the last
	InnerPad  uint8 // empty words after each fiber of the innermost dimension
	SecondPad uint8 // empty words after each fiber of the second dimension
	OuterPad  uint8 // empty words between the slices of the outermost dimension
}

// place returns where element i of the tile lies, for a layout without digits.
func (l Layout) place(i int) int {
	switch {
	case l.Swizzle > 0:
		return i ^ i>>l.Swizzle&31
	case l.Pad > 0:
		return i + i>>l.Pad
	}
	return i
}

// size returns the words that n elements of the tile take, padding included.
func (l Layout) size(n int) int {
	switch {
	case l.Swizzle > 0:
		return (n + 31) &^ 31
	case l.Pad > 0:
		return n + (n-1)>>l.Pad
	}
	return n
}

// isPlaced reports whether elements lie at a function of their number.
func (l Layout) isPlaced() bool { return !l.Digits.On && (l.Swizzle > 0 || l.Pad > 0) }

// function returns the WGSL function of place.
func (l Layout) function() string {
	if l.Swizzle > 0 {
		return fmt.Sprintf("fn shared_index(i: u32) -> u32 { return i ^ ((i >> %du) & 31u); }", l.Swizzle)
	}
	return fmt.Sprintf("fn shared_index(i: u32) -> u32 { return i + (i >> %du); }", l.Pad)
}

// isAdditive reports whether place(i + off) = place(i) + place(off) for every multiple i of step
// plus less than apart.
func (l Layout) isAdditive(step, apart, off int) bool {
	switch {
	case l.Pad > 0:
		carries := step%(1<<l.Pad) != 0 || off%(1<<l.Pad)+apart > 1<<l.Pad
		return !carries || off%(1<<l.Pad) == 0
	case l.Swizzle > 0:
		return off%(1<<(l.Swizzle+5)) == 0
	}
	return true
}
