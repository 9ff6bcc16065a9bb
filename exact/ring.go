package exact

import (
	"fmt"

	"wgfft"
	"wgfft/internal/modular"
	"wgfft/internal/parallel"
	"wgfft/wgsl"
)

// ErrModulus is wrapped by the errors of [Modulo].
var ErrModulus = modular.ErrModulus

// An ElementError reports a word that is not below the prime of a ring.
type ElementError struct {
	Slice       string // the name of the argument
	Index       int
	Word, Prime uint32
}

func (e *ElementError) Error() string {
	return fmt.Sprintf("exact: %s[%d] is %d: want a residue below %d", e.Slice, e.Index, e.Word, e.Prime)
}

// A Ring is the residues modulo a prime, or the pairs of them: see the package documentation. [Mersenne31] and
// [Modulo] return rings. Rings are comparable.
type Ring struct{ field modular.Field }

// Mersenne31 returns the pairs of residues modulo 2^31 - 1. Its transforms have 1, 2, 4, ... 2^31 points.
func Mersenne31() Ring {
	r, _ := Modulo(modular.Mersenne31, 0) // it is a prime
	return r
}

// Modulo returns the ring of a prime below 2^31. generator generates the residues other than 0, or is 0 for the
// smallest one. It must be 0 if the prime is 3 modulo 4. The error wraps ErrModulus.
func Modulo(prime, generator uint32) (Ring, error) {
	f, err := modular.New(prime, generator)
	if err != nil {
		return Ring{}, fmt.Errorf("exact: %w", err)
	}
	return Ring{f}, nil
}

// Prime returns the prime.
func (r Ring) Prime() uint32 { return r.field.P }

// Words returns the number of words of an element: 1 for residues, and 2 for pairs.
func (r Ring) Words() int {
	if r.field.IsSplit() {
		return 1
	}
	return 2
}

// CheckLength returns a wgfft.LengthError unless the ring has transforms of n points.
func (r Ring) CheckLength(n int) error {
	if err := r.check(); err != nil {
		return err
	}
	if err := r.field.HasRoot(n); err != nil {
		return &wgfft.LengthError{N: n, Reason: err.Error()}
	}
	return nil
}

// check returns an error for the zero Ring.
func (r Ring) check() error {
	if r == (Ring{}) {
		return fmt.Errorf("exact: the zero Ring: %w: use Mersenne31 or Modulo", ErrModulus)
	}
	return nil
}

// checkElements returns an *ElementError for the first word that is not below the prime.
func (r Ring) checkElements(slice string, x []uint32) error {
	for i, v := range x {
		if v >= r.field.P {
			return &ElementError{slice, i, v, r.field.P}
		}
	}
	return nil
}

// number returns the number format of kernels.
func (r Ring) number() wgsl.Residue { return wgsl.Residue{Field: r.field} }

// Multiply multiplies elements: z[i] = x[i] y[i]. The slices have the same number of words, and z may be x or y. It
// returns ErrSliceLength or an [ElementError].
func (r Ring) Multiply(z, x, y []uint32) error {
	if err := r.check(); err != nil {
		return err
	}
	if len(x) != len(z) || len(y) != len(z) || len(z)%r.Words() != 0 {
		return fmt.Errorf("exact: %w: Multiply of %d and %d words to %d: want one number of words, a multiple of %d",
			wgfft.ErrSliceLength, len(x), len(y), len(z), r.Words())
	}
	if err := r.checkElements("x", x); err != nil {
		return err
	}
	if err := r.checkElements("y", y); err != nil {
		return err
	}
	f := r.field
	eachBlock(len(z)/r.Words(), func(first, end int) {
		for i := first; i < end; i++ {
			if f.IsSplit() {
				z[i] = f.Mul(x[i], y[i])
				continue
			}
			v := f.Product2(modular.Pair{A: x[2*i], B: x[2*i+1]}, modular.Pair{A: y[2*i], B: y[2*i+1]})
			z[2*i], z[2*i+1] = v.A, v.B
		}
	})
	return nil
}

// eachBlock calls f with consecutive parts of 0 ... n-1, on several goroutines if n is large.
func eachBlock(n int, f func(first, end int)) {
	const block = 1 << 14
	parallel.Each((n+block-1)/block, 1, func(i int) { f(i*block, min((i+1)*block, n)) })
}
