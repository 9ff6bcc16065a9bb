package tables

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"wgfft/hier"
	"wgfft/internal/dft"
	"wgfft/internal/parallel"
	"wgfft/wgsl"
)

// A Recipe computes a table that kernels read. Recipes are comparable: equal recipes give equal
// tables.
type Recipe interface {
	Name() string
	Len() int // the number of 32-bit words
	Words() []float32
}

// twiddles is the recipe of the twiddle table for the twiddle groups of a kernel.
type twiddles struct{ groups [3]wgsl.TwiddleGroup }

func (t twiddles) Name() string {
	name := "twiddles"
	for _, l := range t.groups {
		switch {
		case l == wgsl.TwiddleGroup{}:
		case l.Before > 1:
			name += fmt.Sprintf(" %v after %d", l.Radices, l.Before)
		default:
			name += " " + l.Radices.String()
		}
	}
	return name
}

func (t twiddles) Len() int { return 2 * wgsl.TwiddleCount(t.groups[:]...) }

func (t twiddles) Words() []float32 { return wgsl.Twiddles(t.groups[:]...) }

// vec4Twiddles is the recipe of the twiddle table of a kernel that reads two twiddles per load.
type vec4Twiddles struct {
	twiddles
	basis uint8 // the twiddle basis: which twiddles are read
}

func (w vec4Twiddles) Name() string {
	return fmt.Sprintf("%s as vec4, basis %d", w.twiddles.Name(), w.basis)
}

func (w vec4Twiddles) Len() int { return 2 * wgsl.Vec4TwiddleCount(w.basis, w.groups[:]...) }

func (w vec4Twiddles) Words() []float32 { return wgsl.Vec4Twiddles(w.basis, w.groups[:]...) }

// Twiddles returns the recipe of the twiddle table of a kernel.
func Twiddles(k wgsl.Kernel) Recipe {
	t := twiddles{k.TwiddleGroups()}
	if k.Twiddles.Vec4 {
		return vec4Twiddles{t, k.Twiddles.Basis}
	}
	return t
}

// permutationTable is the recipe of the input and output permutations of a Rader stage. Its words
// are integers.
type permutationTable struct{ stage wgsl.Rader }

func (p permutationTable) Name() string { return fmt.Sprintf("permutation %v", p.stage) }

func (p permutationTable) Len() int { return p.stage.TableCount() }

func (p permutationTable) Words() []float32 { return integerWords(p.stage.Table()) }

// foldTable is the recipe of the table of a folded Rader stage. Its words are integers.
type foldTable struct{ wgsl.FoldTable }

func (p foldTable) Name() string {
	return fmt.Sprintf("fold %v in %v, %d threads, %d banks", p.Stage, p.Sizes, p.Threads, p.Banks)
}

func (p foldTable) Len() int { return p.Count() }

func (p foldTable) Words() []float32 { return integerWords(p.FoldTable.Words()) }

// Permutation returns the recipe of the table of indices of a kernel's Rader stage.
func Permutation(k wgsl.Kernel) Recipe {
	if k.Stages.Rader.Fold {
		return foldTable{k.FoldTable()}
	}
	return permutationTable{k.Stages.Rader}
}

// integerWords returns integers as words of a table, bit by bit.
func integerWords(all []uint32) []float32 {
	words := make([]float32, len(all))
	for i, x := range all {
		words[i] = math.Float32frombits(x)
	}
	return words
}

// rader is the recipe of the spectrum of a Rader stage: the DFT of w_p^(g^c), c = 0 ... p-2,
// divided by p-1, in the order of the frequencies of the stage.
type rader struct{ stage wgsl.Rader }

func (r rader) Name() string { return fmt.Sprintf("rader %v", r.stage) }

func (r rader) Len() int { return 2 * (r.stage.Prime - 1) }

func (r rader) Words() []float32 { return complexWords(r.Values()) }

// Values returns the table in float64.
func (r rader) Values() []complex128 {
	natural := dft.Transform(r.sequence())
	table := make([]complex128, len(natural))
	for at, f := range r.stage.Frequencies() {
		table[at] = natural[f]
	}
	return table
}

// Rader returns the recipe of the spectrum of a kernel's Rader stage.
func Rader(k wgsl.Kernel) Recipe { return rader{k.Stages.Rader} }

// sequence returns w_p^(g^c) / (p-1), whose DFT is the spectrum.
func (r rader) sequence() []complex128 {
	p := r.stage.Prime
	b := make([]complex128, p-1)
	for c, x := range wgsl.GeneratorPowers(p)[:p-1] {
		b[c] = wgsl.Root(p, int(x)) / complex(float64(p-1), 0)
	}
	return b
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

// complexWords rounds a table to float32 words: real part, imaginary part.
func complexWords(table []complex128) []float32 {
	words := make([]float32, 0, 2*len(table))
	for _, v := range table {
		words = append(words, float32(real(v)), float32(imag(v)))
	}
	return words
}

// roots is the recipe of the table of roots for pass twiddles.
type roots struct{ wgsl.PassRootTable }

func (r roots) Name() string { return "roots " + r.String() }
func (r roots) Len() int     { return 2 * r.Count() }

// PassRoots returns the recipe of the table of roots for the pass twiddles of a kernel.
func PassRoots(k wgsl.Kernel) Recipe { return roots{k.PassRoots()} }

// realRoots is the recipe of the table of roots of a real transform.
type realRoots struct{ order int }

func (w realRoots) Name() string     { return fmt.Sprintf("real roots %d", w.order) }
func (w realRoots) Len() int         { return 2 * wgsl.RealRootCount(w.order) }
func (w realRoots) Words() []float32 { return wgsl.RealRoots(w.order) }

// RealRoots returns the recipe of the table of roots of a kernel's real transform.
func RealRoots(k wgsl.Kernel) Recipe { return realRoots{k.RealRootOrder()} }

// chirp is the recipe of Bluestein's chirp c[j] = exp(-i pi j^2 / n), or of its conjugate for the
// inverse.
type chirp struct {
	n       int
	inverse bool
}

func (c chirp) Name() string { return fmt.Sprintf("chirp %d inverse %v", c.n, c.inverse) }

// at returns c[j]. The exponent j^2 is reduced modulo 2n in integers, because a float64 would lose
// its low digits from j = 2^26 on, and those of the angle earlier.
func (c chirp) at(j int) complex128 {
	hi, lo := bits.Mul64(uint64(j), uint64(j))
	w := wgsl.Root(2*c.n, int(bits.Rem64(hi, lo, uint64(2*c.n))))
	if c.inverse {
		return complex(real(w), -imag(w))
	}
	return w
}

func (c chirp) Len() int { return 2 * c.n }

func (c chirp) Words() []float32 { return complexWords(c.Values()) }

// Values returns the table in float64.
func (c chirp) Values() []complex128 {
	table := make([]complex128, c.n)
	eachPoint(c.n, func(j int) { table[j] = c.at(j) })
	return table
}

// Chirp returns the recipe of the chirp of n points.
func Chirp(n int, inverse bool) Recipe { return chirp{n, inverse} }

// spectrum is the recipe of the spectrum of Bluestein's convolution: the DFT of the conjugate
// chirp, wrapped around m points, divided by m. It is in digit-reversed order by the factors of m
// if there are several.
type spectrum struct {
	chirp
	m       int
	factors [maxFactors]int
}

// maxFactors is the largest number of factors of the points of a convolution.
const maxFactors = 4

// ChirpSpectrum returns the recipe of the spectrum of a convolution of m points with the chirp of n points.
// factors are those of m if it is in digit-reversed order.
func ChirpSpectrum(n int, inverse bool, m int, factors []int) Recipe {
	s := spectrum{chirp: chirp{n, inverse}, m: m}
	copy(s.factors[:], factors)
	return s
}

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

func (s spectrum) Len() int { return 2 * s.m }

func (s spectrum) Words() []float32 { return complexWords(s.Values()) }

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
	b = dft.Transform(b)
	if f := s.split(); len(f) > 1 {
		natural := b
		b = make([]complex128, s.m)
		for k, v := range natural {
			b[hier.DigitReverse(f, k)] = v
		}
	}
	return b
}

// vec4Table is the recipe of a table that a kernel reads two elements at a time. Elements k and
// k+stride of the original are neighbors. Zeros fill up the last block.
type vec4Table struct {
	of     Recipe
	stride int
}

// InVec4 returns the recipe of a table for a kernel that reads elements k and k+stride together, or
// r itself if stride is 0.
func InVec4(r Recipe, stride int) Recipe {
	if stride == 0 {
		return r
	}
	return vec4Table{r, stride}
}

func (a vec4Table) Name() string { return fmt.Sprintf("%s as vec4, stride %d", a.of.Name(), a.stride) }

func (a vec4Table) Len() int {
	block := 4 * a.stride
	return (a.of.Len() + block - 1) / block * block
}

// Values returns the original table in float64, or nil if it has none.
func (a vec4Table) Values() []complex128 {
	if of, ok := a.of.(interface{ Values() []complex128 }); ok {
		return of.Values()
	}
	return nil
}

func (a vec4Table) Words() []float32 {
	all, words := a.of.Words(), make([]float32, a.Len())
	for at := 0; at < len(all); at += 2 {
		block, within := at/(4*a.stride), at/2%(2*a.stride)
		to := 4*a.stride*block + 4*(within%a.stride) + 2*(within/a.stride)
		words[to], words[to+1] = all[at], all[at+1]
	}
	return words
}
