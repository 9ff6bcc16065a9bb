package wgsl

import (
	"fmt"
	"math"
	"strings"
)

// A small DFT as a product of its matrix with the points. With s_j = x_j + x_(r-j) and d_j = x_j - x_(r-j), j = 1 ... h, h = (r-1) div 2,
//
//	y[k], y[r-k] = e_k -+ i o_k,  e_k = x_0 + [r even] (-1)^k x_(r/2) + sum c_jk s_j,  o_k = sum s_jk d_j,  c_jk + i s_jk = w_r^(-jk)
//
// so that a pair of outputs takes 2 h products of a point with a real constant, a quarter of what the matrix as it stands takes. The pair
// k = 0 is y[0], and y[r/2] where r is even. Unlike a butterfly of smaller ones the product has no order to keep, so that the pairs can be shared
// out to several threads, each of which has all the points and constants of its own in its text.

// matrixProduct writes the function of a product shared out as h says.
func (w *writer) matrixProduct(h shares) {
	r := h.r
	params := make([]string, 0, r+1)
	if h.parts > 1 {
		params = append(params, "c: u32")
	}
	for i := range r {
		params = append(params, fmt.Sprintf("x%d: vec2<f32>", i))
	}
	fields := make([]string, h.slots())
	for i := range fields {
		fields[i] = fmt.Sprintf("y%d: vec2<f32>", i)
	}
	w.line("struct %s { %s }", h.result(), strings.Join(fields, ", "))
	w.line("")
	w.line("// y[k] = sum over j of x[j] w_%d^(jk) as a matrix product, x[j] and x[r-j] combined%s", r, h.remark())
	w.line("fn %s(%s) -> %s {", h.function(), strings.Join(params, ", "), h.result())
	for j := 1; j <= (r-1)/2; j++ {
		w.line("let s%d = x%d + x%d;", j, j, r-j)
		w.line("let d%d = x%d - x%d;", j, j, r-j)
	}
	for c := range h.parts {
		if c < h.parts-1 {
			w.line("if (c == %du) {", c)
		}
		w.line("return %s(%s);", h.result(), strings.Join(w.part(h, c), ", "))
		if c < h.parts-1 {
			w.line("}")
		}
	}
	w.line("}")
	w.line("")
}

// part writes what part c of a product takes, and returns its outputs in the order of their slots.
func (w *writer) part(h shares, c int) []string {
	y := make([]string, h.r)
	for p := c * h.each; p < min((c+1)*h.each, h.pairs()); p++ {
		even := func(k int) string { return halves("x0", combined(h.r, k, "s")) }
		if p == 0 {
			y[0] = even(0)
			if h.r%2 == 0 {
				y[h.r/2] = even(h.r / 2)
			}
			continue
		}
		w.line("let e%d = %s;", p, even(p))
		w.line("let o%d = %s;", p, halves("", combined(h.r, p, "d")))
		y[p] = fmt.Sprintf("vec2<f32>(e%d.x + o%d.y, e%d.y - o%d.x)", p, p, p, p)
		y[h.r-p] = fmt.Sprintf("vec2<f32>(e%d.x - o%d.y, e%d.y + o%d.x)", p, p, p, p)
	}
	outputs := make([]string, h.slots())
	for slot, k := range h.outputs(c) {
		outputs[slot] = "vec2<f32>()" // nothing that anyone reads
		if k >= 0 {
			outputs[slot] = y[k]
		}
	}
	return outputs
}

// combined returns the terms of e_k without x_0, for the name "s", or of o_k, for the name "d".
func combined(r, k int, name string) []string {
	var terms []string
	for j := 1; j <= (r-1)/2; j++ {
		c := real(Root(r, j*k))
		if name == "d" {
			c = -imag(Root(r, j*k))
		}
		x := fmt.Sprintf("%s%d", name, j)
		switch {
		case c == 0:
		case c == 1:
			terms = append(terms, x)
		case c == -1:
			terms = append(terms, "-"+x)
		default:
			terms = append(terms, fmt.Sprintf("%s * %s", float(c), x))
		}
	}
	if name == "s" && r%2 == 0 {
		terms = append(terms, map[bool]string{true: "-"}[k%2 == 1]+fmt.Sprintf("x%d", r/2))
	}
	return terms
}

// productOps counts the floating-point instructions of one thread's part of a product, a multiplication with an addition as one: those that
// combine the points, and those of its pairs, of which pair 0 takes less.
func productOps(h shares) float64 {
	n, middle := float64((h.r-1)/2), float64(2*(1-h.r%2))
	pair, first := 4*n+4+middle, 2*n
	if middle > 0 {
		first += 2*n + 4
	}
	if h.parts > 1 {
		return 4*n + float64(h.each)*pair
	}
	return 4*n + first + float64(h.pairs()-1)*pair
}

// diverging is how many parts of a product a warp does in the mean, one after the other, where so many threads in a row have the same part.
func (h shares) diverging(run int) float64 {
	if h.parts == 1 || run%warp == 0 {
		return 1
	}
	return math.Min(float64(h.parts), 1+float64(warp-1)/float64(run))
}
