package tables

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"wgfft/hier"
	"wgfft/internal/dft"
	"wgfft/internal/parallel"
	"wgfft/wgsl"
)

// A Recipe computes a table that kernels read. Recipes of one name give equal tables.
type Recipe interface {
	Name() string
	Len() int // bytes
	Bytes() []byte
}

// Values are the entries of a table, computed in float64. Values of one name are equal.
type Values interface {
	Name() string
	Count() int
	Values() []complex128
}

// constants is the recipe of a table with content that follows from the kernel.
type constants struct {
	binding wgsl.Binding
	number  wgsl.Number
}

// Constants returns the recipe of a kernel's binding of role RoleTable.
func Constants(b wgsl.Binding, n wgsl.Number) Recipe { return constants{b, n} }

// Name returns the names of the parts of the table, and of a number format other than f32.
func (c constants) Name() string {
	if words := c.binding.Words; words != nil {
		return words.String()
	}
	var parts []string
	for _, part := range c.binding.Tables {
		parts = append(parts, part.String())
	}
	return withFormat(strings.Join(parts, ", "), c.number)
}

// withFormat returns the name of a table with its number format, unless that is f32.
func withFormat(name string, n wgsl.Number) string {
	if n == wgsl.Number(wgsl.F32{}) {
		return name
	}
	return name + " in " + n.Tag()
}

// Len returns the size of the table.
func (c constants) Len() int {
	if words := c.binding.Words; words != nil {
		return 4 * words.Len()
	}
	n := 0
	for _, part := range c.binding.Tables {
		n += part.Len()
	}
	return 2 * c.number.Bytes() * n
}

// Bytes returns the table.
func (c constants) Bytes() (all []byte) {
	if c.binding.Words != nil {
		for _, w := range c.binding.Words.Words() {
			all = binary.LittleEndian.AppendUint32(all, w)
		}
		return all
	}
	for _, part := range c.binding.Tables {
		entries := part.Entries()
		all = slices.Grow(all, 2*c.number.Bytes()*len(entries))
		for _, e := range entries {
			all = c.number.Append(all, e)
		}
	}
	return all
}

// given is the recipe of a table that the caller of a kernel gives.
type given struct {
	Values
	layout wgsl.Given
	number wgsl.Number
}

// Given returns the recipe of values, in the layout that a kernel reads.
func Given(v Values, layout wgsl.Given, n wgsl.Number) Recipe { return given{v, layout, n} }

// Name returns the name of the values and their layout.
func (g given) Name() string {
	name := withFormat(g.Values.Name(), g.number)
	if g.layout.Apart > 0 {
		name += fmt.Sprintf(" in pairs, %d apart", g.layout.Apart)
	}
	return name
}

// Len returns the size of the table.
func (g given) Len() int {
	count := g.Count()
	if pairs := 2 * g.layout.Apart; pairs > 0 {
		count = (count + pairs - 1) / pairs * pairs
	}
	return 2 * g.number.Bytes() * count
}

// Entries returns the table in float64.
func (g given) Entries() []complex128 { return g.layout.Arranged(g.Values.Values()) }

// Bytes returns the table.
func (g given) Bytes() []byte {
	all := make([]byte, 0, g.Len())
	for _, z := range g.Entries() {
		all = g.number.Append(all, wgsl.Constant{Z: z})
	}
	return all
}

// eachPoint calls f with 0 ... n-1, from several goroutines if n is large.
func eachPoint(n int, f func(j int)) {
	const block = 4096
	parallel.Do((n+block-1)/block, parallel.CacheRun, func() func(int) {
		return func(i int) {
			for j := i * block; j < min((i+1)*block, n); j++ {
				f(j)
			}
		}
	})
}

// chirp is Bluestein's chirp c[j] = exp(-i pi j^2 / n), or of its conjugate for the
// inverse.
type chirp struct {
	n       int
	inverse bool
}

// Name returns the fields.
func (c chirp) Name() string { return fmt.Sprintf("chirp %d inverse %v", c.n, c.inverse) }

// at returns c[j]. The exponent j^2 is reduced modulo 2n in integers. A float64 would lose low
// digits of j^2 from j = 2^26 on, and low digits of the angle earlier.
func (c chirp) at(j int) complex128 {
	hi, lo := bits.Mul64(uint64(j), uint64(j))
	w := wgsl.Root(2*c.n, int(bits.Rem64(hi, lo, uint64(2*c.n)))).Z
	if c.inverse {
		return complex(real(w), -imag(w))
	}
	return w
}

// Count returns the number of entries.
func (c chirp) Count() int { return c.n }

// Values returns the table in float64.
func (c chirp) Values() []complex128 {
	table := make([]complex128, c.n)
	eachPoint(c.n, func(j int) { table[j] = c.at(j) })
	return table
}

// Chirp returns the values of the chirp of n points.
func Chirp(n int, inverse bool) Values { return chirp{n, inverse} }

// spectrum is the spectrum of Bluestein's convolution: the DFT of the conjugate
// chirp, wrapped around m points, divided by m. It is in digit-reversed order by the factors of m
// if there are several.
type spectrum struct {
	chirp
	m       int
	factors [maxFactors]int
}

// maxFactors is the largest number of factors of the points of a convolution.
const maxFactors = 4

// ChirpSpectrum returns the spectrum of a convolution of m points with the chirp of n points.
// factors are the factors of m for a spectrum in digit-reversed order.
func ChirpSpectrum(n int, inverse bool, m int, factors []int) Values {
	s := spectrum{chirp: chirp{n, inverse}, m: m}
	copy(s.factors[:], factors)
	return s
}

// Name returns the fields.
func (s spectrum) Name() string {
	name := fmt.Sprintf("spectrum %d of %s", s.m, s.chirp.Name())
	if f := s.split(); len(f) > 1 {
		name += fmt.Sprintf(" reversed by %v", f)
	}
	return name
}

// split returns the factors of the digit-reversed order, or none.
func (s spectrum) split() []int {
	return slices.DeleteFunc(slices.Clone(s.factors[:]), func(f int) bool { return f == 0 })
}

// Count returns the number of entries.
func (s spectrum) Count() int { return s.m }

// Values returns the table in float64.
func (s spectrum) Values() []complex128 {
	b := make([]complex128, s.m)
	eachPoint(s.n, func(j int) {
		w := s.at(j)
		w = complex(real(w)/float64(s.m), -imag(w)/float64(s.m))
		b[j] = w
		if j > 0 {
			b[s.m-j] = w
		}
	})
	b = dft.Transform(b, 0)
	if f := s.split(); len(f) > 1 {
		natural := b
		b = make([]complex128, s.m)
		for k, v := range natural {
			b[hier.DigitReverse(f, k)] = v
		}
	}
	return b
}
