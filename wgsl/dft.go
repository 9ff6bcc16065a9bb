package wgsl

import (
	"fmt"
	"slices"
	"strconv"
)

// A DFT is an algorithm of the r-point DFTs in registers,
//
//	y[k] = sum over j of x[j] w_r^(j k)   j, k = 0 ... r-1, w_r = exp(-2 pi i / r)         (1)
//
// Each radix is one function of the shader, from r values to r values. It computes the forward
// transform. The inverse swaps real and imaginary parts before and after the forward transform. An algorithm
// without a DFT for a radix uses the DFT of Butterflies.
type DFT interface {
	// Tag is the algorithm's part of a kernel's name.
	Tag() string
	// Function returns the DFT (1) of r points. If fma is set, the constant twiddles inside it are
	// merged into sums (see scaledValue).
	Function(r int, fma bool) *Func
	// Instructions estimates the instructions of the DFT. A multiplication with an addition counts as
	// one.
	Instructions(r int) float64
}

// dft returns the algorithm of the butterflies.
func (s *Stages) dft() DFT {
	if s.DFT == nil {
		return Butterflies
	}
	return s.DFT
}

// checkDFT returns an error if the kernel names an algorithm that does not exist, or that none of its radices has.
func (k *Kernel) checkDFT() error {
	d, ok := k.Stages.DFT.(Algorithm)
	switch {
	case !ok || slices.ContainsFunc(k.stageRadices(), d.Has):
		return nil
	case int(d) >= len(algorithms):
		return fmt.Errorf("stages: DFT %s is no algorithm: use one of Algorithms", d.Tag())
	}
	return fmt.Errorf("stages: no radix of %v has DFT %s: leave it out", k.stageRadices(), d.Tag())
}

// A dftBody computes a DFT from its inputs.
type dftBody func(m Machine, x []Value) []Value

// newDFT returns the function of an r-point DFT. Its comment is formula (1) with a factor of x[j],
// and a remark.
func newDFT(name string, r int, factor, remark string, body dftBody) *Func {
	f := &Func{
		Name:    name,
		Comment: fmt.Sprintf("y[k] = sum over j of x[j]%s w_%d^(jk)%s", factor, r, remark),
		Results: r,
		Body:    func(m Machine, _ []*Index, x []Value) []Value { return body(m, x) },
	}
	for j := range r {
		f.Params = append(f.Params, numbered("x", j))
	}
	return f
}

// numbered returns a name that ends with a number. It is quicker than fmt.Sprintf, because instructions name
// their values for every lane of a player.
func numbered(name string, n int) string { return name + strconv.Itoa(n) }

// usualDFT returns the DFT of Butterflies.
func usualDFT(r int, fma bool) *Func {
	return newDFT(numbered("dft", r), r, "", derivation(r), butterfly(r, fma))
}

// butterfly returns the default algorithm of a radix.
func butterfly(r int, fma bool) dftBody {
	a, b := factors(r)
	switch {
	case r == 2:
		return func(m Machine, x []Value) []Value { return []Value{m.Add(x[0], x[1]), m.Sub(x[0], x[1])} }
	case r == 4:
		return dft4
	case isRader(r):
		return raderDFT(r, fma)
	case a == 1:
		return matrixProduct(r)
	case gcd(a, b) == 1:
		return goodThomas(a, b, fma)
	}
	return cooleyTukey(a, b, fma)
}

// derivation describes the default algorithm of a radix for a comment.
func derivation(r int) string {
	switch a, b := factors(r); {
	case r == 2 || r == 4:
		return ""
	case isRader(r):
		return fmt.Sprintf(", as a convolution of %d (Rader)", r-1)
	case a == 1:
		return ", x[j] and x[r-j] combined"
	case gcd(a, b) == 1:
		return fmt.Sprintf(", as %d by %d (Good and Thomas)", a, b)
	default:
		return fmt.Sprintf(", as %d by %d (Cooley and Tukey)", a, b)
	}
}

// factors returns the two factors of a composite radix, or 1 and r if the DFT is written out. It
// prefers coprime factors, which need no twiddles, and then the most equal factors.
func factors(r int) (a, b int) {
	if r == 4 {
		return 1, 4
	}
	best, isCoprime := 1, false
	for d := 2; d*d <= r; d++ {
		if r%d != 0 {
			continue
		}
		if c := gcd(d, r/d) == 1; c || !isCoprime {
			best, isCoprime = d, c || isCoprime
		}
	}
	return best, r / best
}

// dft4 is the 4-point DFT as two stages of sums and differences.
func dft4(m Machine, x []Value) []Value {
	a := m.Let("a", m.Add(x[0], x[2]))
	b := m.Let("b", m.Sub(x[0], x[2]))
	c := m.Let("c", m.Add(x[1], x[3]))
	// -i (x1 - x3)
	d := m.Let("d", m.Join(m.Sub(m.Im(x[1]), m.Im(x[3])), m.Sub(m.Re(x[3]), m.Re(x[1]))))
	return []Value{m.Add(a, c), m.Add(b, d), m.Sub(a, c), m.Sub(b, d)}
}

// productDFT returns the DFT of MatrixProduct. It has no constant twiddles.
func productDFT(_ DFT, r int, _ bool) *Func {
	remark := " as a matrix product, x[j] and x[r-j] combined"
	return newDFT(numbered("product", r), r, "", remark, matrixProduct(r))
}

// matrixProduct is formula (1) by w^(j(r-k)) = conj(w^(jk)). With w_r^(jk) = c_jk - i s_jk, and
// j = 1 ... h, h = (r-1) div 2,
//
//	e_k    = x_0 + [r even] (-1)^k x_(r/2) + sum over j of c_jk (x_j + x_(r-j))            (2)
//	o_k    = sum over j of s_jk (x_j - x_(r-j))                                            (3)
//	y[k]   = e_k - i o_k                                                                   (4)
//	y[r-k] = e_k + i o_k                                                                   (5)
//
// A pair of outputs takes 2 h products of a point with a real constant, a quarter of the products
// of the full matrix. Outputs y[0] and, for even r, y[r/2] have no sum (3).
func matrixProduct(r int) dftBody {
	h, roots := (r-1)/2, make([]Constant, r)
	for e := range roots {
		roots[e] = Root(r, e)
	}
	return func(m Machine, x []Value) []Value {
		s, d := make([]Value, h), make([]Value, h)
		for j := range h {
			s[j] = m.Let(numbered("s", j+1), m.Add(x[j+1], x[r-1-j]))
			d[j] = m.Let(numbered("d", j+1), m.Sub(x[j+1], x[r-1-j]))
		}
		even := func(k int) Value {
			terms := multiples(m, s, func(j int) Constant { return roots[j*k%r].Re() })
			if r%2 == 0 {
				terms = append(terms, multiple(m, Float(1-2*float64(k%2)), x[r/2]))
			}
			return twoSums(m, terms, x[0])
		}
		y := make([]Value, r)
		y[0] = even(0)
		if r%2 == 0 {
			y[r/2] = even(r / 2)
		}
		for k := 1; k <= h; k++ {
			e := m.Let(numbered("e", k), even(k))
			o := twoSums(m, multiples(m, d, func(j int) Constant { return roots[j*k%r].Im().Neg() }))
			o = m.Let(numbered("o", k), o)
			y[k] = m.Join(m.Add(m.Re(e), m.Im(o)), m.Sub(m.Im(e), m.Re(o)))
			y[r-k] = m.Join(m.Sub(m.Re(e), m.Im(o)), m.Add(m.Im(e), m.Re(o)))
		}
		return y
	}
}

// multiples returns the terms of a sum: v[j-1] times constant(j), j = 1 ... len(v). It leaves out terms with
// constant 0. Terms with constant 1 or -1 have no product.
func multiples(m Machine, v []Value, constant func(j int) Constant) []Value {
	terms := make([]Value, 0, len(v)+1)
	for j, x := range v {
		if c := constant(j + 1); c.Z != 0 {
			terms = append(terms, multiple(m, c, x))
		}
	}
	return terms
}

// multiple returns c v, without a factor 1 or -1.
func multiple(m Machine, c Constant, v Value) Value {
	switch m.Round(c.Float64()) {
	case 1:
		return v
	case -1:
		return m.Neg(v)
	}
	return m.Scale(c, v)
}

// twoSums returns the sum of all values. From 5 terms on it uses two running sums, because rounding errors
// grow with the length of a running sum. The value lead, if any, does not count as a term.
func twoSums(m Machine, terms []Value, lead ...Value) Value {
	sum := func(v []Value) Value {
		s := v[0]
		for _, t := range v[1:] {
			s = m.Add(s, t)
		}
		return s
	}
	if len(terms) < 5 {
		return sum(append(lead, terms...))
	}
	h := len(terms) / 2
	first := sum(append(lead, terms[:h]...))
	first.Text, first.syntax = first.within(primary), primary // the text shows two sums
	return m.Add(first, sum(terms[h:]))
}

// goodThomas is the DFT of ab points for coprime a and b. With j = b j1 + a j2, and k the residue
// that is k1 mod a and k2 mod b,
//
//	w_ab^(jk) = w_a^(j1 k1) w_b^(j2 k2)                                                    (6)
func goodThomas(a, b int, fma bool) dftBody {
	n, first, second := a*b, usualDFT(a, fma), usualDFT(b, fma)
	return func(m Machine, x []Value) []Value {
		u := columns(m, first, b, func(j1, j2 int) Value { return x[(b*j1+a*j2)%n] })
		y := make([]Value, n)
		for k1 := range a {
			v := m.Call(second, numbered("v", k1), nil, u[k1])
			for k := k1; k < n; k += a {
				y[k] = v[k%b]
			}
		}
		return y
	}
}

// columns returns the DFTs f over j1 of x(j1, j2), for each j2 below b: [k1][j2].
func columns(m Machine, f *Func, b int, x func(j1, j2 int) Value) [][]Value {
	u := make([][]Value, f.Results)
	for k1 := range u {
		u[k1] = make([]Value, b)
	}
	for j2 := range b {
		in := make([]Value, f.Results)
		for j1 := range in {
			in[j1] = x(j1, j2)
		}
		for k1, v := range m.Call(f, numbered("u", j2), nil, in) {
			u[k1][j2] = v
		}
	}
	return u
}

// cooleyTukey is the DFT of ab points. With j = b j1 + j2 and k = k1 + a k2,
//
//	w_ab^(jk) = w_a^(j1 k1) w_ab^(j2 k1) w_b^(j2 k2)                                       (7)
//
// With fma the twiddles w_ab^(j2 k1) are part of the function of b points.
func cooleyTukey(a, b int, fma bool) dftBody {
	n, first, second := a*b, usualDFT(a, fma), make([]*Func, a)
	for k1 := range second {
		second[k1] = usualDFT(b, fma)
		if fma && k1 > 0 {
			second[k1] = twiddledDFT(b, n, k1)
		}
	}
	return func(m Machine, x []Value) []Value {
		u := columns(m, first, b, func(j1, j2 int) Value { return x[b*j1+j2] })
		y := make([]Value, n)
		for k1, in := range u {
			if !fma {
				for j2 := range in {
					in[j2] = rotate(m, in[j2], n, j2*k1)
				}
			}
			for k2, v := range m.Call(second[k1], numbered("v", k1), nil, in) {
				y[k1+a*k2] = v
			}
		}
		return y
	}
}

// rotate returns v w_n^e for constant n and e. A quarter of a turn needs no product, and an eighth
// one real factor.
func rotate(m Machine, v Value, n, e int) Value {
	e %= n
	if 8*e%n != 0 {
		return m.Mul(v, m.Constant(Root(n, e), false))
	}
	re, im := m.Re(v), m.Im(v)
	eighth := func(re, im Value) Value { return m.Scale(SqrtHalf(), m.Join(re, im)) }
	switch 8 * e / n {
	case 1:
		return eighth(m.Add(re, im), m.Sub(im, re))
	case 2:
		return timesMinusI(m, v)
	case 3:
		return eighth(m.Sub(im, re), m.Sub(m.Neg(re), im))
	case 4:
		return m.Neg(v)
	case 5:
		return eighth(m.Sub(m.Neg(re), im), m.Sub(re, im))
	case 6:
		return timesI(m, v)
	case 7:
		return eighth(m.Sub(re, im), m.Add(re, im))
	}
	return v
}

// timesI returns i v.
func timesI(m Machine, v Value) Value { return m.Join(m.Neg(m.Im(v)), m.Re(v)) }

// timesMinusI returns -i v.
func timesMinusI(m Machine, v Value) Value { return m.Join(m.Im(v), m.Neg(m.Re(v))) }
