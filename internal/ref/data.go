package ref

import (
	"fmt"
	"math/rand/v2"
	"unsafe"
)

// Real is the type of real numbers in either precision.
type Real interface{ float32 | float64 }

// Complex is the type of complex numbers in either precision.
type Complex interface{ complex64 | complex128 }

// Element is the type of elements in guarded memory.
type Element interface{ Real | Complex }

// Uniform returns n points with real and imaginary parts that are uniform in [-1, 1). The same seed
// gives the same points on every machine.
func Uniform(seed uint64, n int) []complex64 {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	out := make([]complex64, n)
	for i := range out {
		re := 2*rng.Float32() - 1
		im := 2*rng.Float32() - 1
		out[i] = complex(re, im)
	}
	return out
}

// Uniform128 returns n points with real and imaginary parts that are uniform in [-1, 1]. All bits
// of the mantissas are random. The same seed gives the same points on every machine.
func Uniform128(seed uint64, n int) []complex128 {
	out := make([]complex128, n)
	for i, v := 0, Uniform64(seed, 2*n); i < n; i++ {
		out[i] = complex(v[2*i], v[2*i+1])
	}
	return out
}

// Uniform64 is Uniform128 for real numbers.
func Uniform64(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(int64(rng.Uint64())) / (1 << 63)
	}
	return out
}

// Random returns n uniform elements, the result of Uniform, UniformReal, Uniform128 or Uniform64.
func Random[T Element](seed uint64, n int) []T {
	switch any(*new(T)).(type) {
	case float32:
		return any(UniformReal(seed, n)).([]T)
	case float64:
		return any(Uniform64(seed, n)).([]T)
	case complex64:
		return any(Uniform(seed, n)).([]T)
	}
	return any(Uniform128(seed, n)).([]T)
}

// PoisonWord is the 32-bit word that Poison writes: a quiet NaN with a payload no computation
// produces. Two of them are such a NaN in float64.
const PoisonWord uint32 = 0x7ff8dead

// guardWord returns the i-th word of a guard: quiet NaNs in float32 and, two together, in float64.
// Neighbours differ, and none equals PoisonWord.
func guardWord(i int) uint32 { return 0x7ff80000 | 0x5a<<12 | uint32(i)&0xfff }

// Words returns the memory of s as 32-bit words, without copying. A NaN keeps
// its payload when it is read and written through them.
func Words[T Element](s []T) []uint32 {
	if len(s) == 0 {
		return nil
	}
	n := len(s) * int(unsafe.Sizeof(s[0])) / 4
	return unsafe.Slice((*uint32)(unsafe.Pointer(&s[0])), n)
}

// Poison fills s with PoisonWord. An element that nobody writes is then a NaN, for which RelL2
// gives +Inf.
func Poison[T Element](s []T) {
	w := Words(s)
	for i := range w {
		w[i] = PoisonWord
	}
}

// Poisoned returns how many elements of s still hold a poison word.
func Poisoned[T Element](s []T) int {
	w := Words(s)
	if len(w) == 0 {
		return 0
	}
	per, count := len(w)/len(s), 0
	for i := 0; i < len(w); i += per {
		for _, v := range w[i : i+per] {
			if v == PoisonWord {
				count++
				break
			}
		}
	}
	return count
}

// GuardElements is the number of guard elements on each side of Guarded data.
const GuardElements = 64

// Guarded is a slice with guard words before and after it in the same memory.
type Guarded[T Element] struct {
	// Data is the guarded slice, poisoned to begin with. Its capacity ends at
	// its length.
	Data []T

	all []T
}

// NewGuarded returns n elements between two guards of GuardElements each.
func NewGuarded[T Element](n int) *Guarded[T] {
	all := make([]T, n+2*GuardElements)
	w := Words(all)
	for i := range w {
		w[i] = guardWord(i)
	}
	g := &Guarded[T]{all: all, Data: all[GuardElements : GuardElements+n : GuardElements+n]}
	Poison(g.Data)
	return g
}

// All returns the data with its guards, for a test that uploads all of it and
// reads all of it back. The data begins at element GuardElements.
func (g *Guarded[T]) All() []T { return g.all }

// Check returns an error that names the first changed guard word, or nil if both guards are intact.
func (g *Guarded[T]) Check() error { return CheckGuards(g.all) }

// CheckGuards is Check for a copy of All that came back from elsewhere.
func CheckGuards[T Element](all []T) error {
	if len(all) < 2*GuardElements {
		return fmt.Errorf("ref: %d elements: too few to hold two guards of %d", len(all), GuardElements)
	}
	w := Words(all)
	side := len(w) / len(all) * GuardElements
	for i, v := range w {
		if i >= side && i < len(w)-side {
			continue
		}
		if want := guardWord(i); v != want {
			return fmt.Errorf("ref: guard word %d of %d: %#08x was overwritten with %#08x", i, len(w), want, v)
		}
	}
	return nil
}
