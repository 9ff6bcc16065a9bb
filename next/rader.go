package wgsl

// A Rader is the first stage of a kernel whose radix is a prime p too large for a butterfly.
type Rader struct {
	Prime   int     // 0 for a kernel without
	Radices Radices // of Prime - 1 points
	Fold    bool    // points i and Prime - i go together, by their sums and differences
}

// IsPFA reports whether the convolution numbers its points by residues (Good and Thomas).
func (r Rader) IsPFA() bool { return false }

// An Element is a type of elements in memory.
type Element interface{ Tag() string }
