package wgsl

import (
	"fmt"
	"strings"
)

// A matrix product is the direct DFT of r points in one thread's registers (Mitra and Srinivasan, Small
// discrete Fourier transforms on GPUs, 2011). It replaces the butterflies of a kernel if Kernel.MatrixProduct is set.
// With s_j = x_j + x_(r-j), d_j = x_j - x_(r-j) and w_r^(-jk) = c_jk + i s_jk, for j = 1 ... h, h = (r-1) div 2,
//
//	e_k    = x_0 + [r even] (-1)^k x_(r/2) + sum over j of c_jk s_j    (1)
//	o_k    = sum over j of s_jk d_j                                    (2)
//	y[k]   = e_k - i o_k                                               (3)
//	y[r-k] = e_k + i o_k                                               (4)
//
// A pair of outputs takes 2 h products of a point with a real constant. The full matrix takes four times as
// many. y[0] and, for even r, y[r/2] have no sum (2).

// products writes the function of each radix of the kernel.
func (e *emitter) products() {
	done := map[int]bool{}
	for _, r := range e.k.StageRadices() {
		if !done[r] {
			done[r] = true
			e.matrixProduct(r)
		}
	}
}

// matrixProduct writes the function productR, the matrix product of r points.
func (w *writer) matrixProduct(r int) {
	params, fields := make([]string, r), make([]string, r)
	for i := range r {
		params[i] = fmt.Sprintf("x%d: vec2<f32>", i)
		fields[i] = fmt.Sprintf("y%d: vec2<f32>", i)
	}
	w.line("struct Points%d { %s }", r, join(fields))
	w.line("")
	w.line("// y[k] = sum over j of x[j] w_%d^(jk) as a matrix product, x[j] and x[r-j] combined", r)
	w.line("fn product%d(%s) -> Points%d {", r, join(params), r)
	for j := 1; j <= (r-1)/2; j++ {
		w.line("let s%d = x%d + x%d;", j, j, r-j)
		w.line("let d%d = x%d - x%d;", j, j, r-j)
	}
	w.line("return Points%d(%s);", r, strings.Join(w.matrixOutputs(r), ", "))
	w.line("}")
	w.line("")
}

// matrixOutputs writes e_k and o_k, and returns the expressions of y[0] ... y[r-1].
func (w *writer) matrixOutputs(r int) []string {
	even := func(k int) string { return twoSums("x0", combined(r, k, "s")) }
	y := make([]string, r)
	y[0] = even(0)
	if r%2 == 0 {
		y[r/2] = even(r / 2)
	}
	for k := 1; k <= (r-1)/2; k++ {
		w.line("let e%d = %s;", k, even(k))
		w.line("let o%d = %s;", k, twoSums("", combined(r, k, "d")))
		y[k] = fmt.Sprintf("vec2<f32>(e%d.x + o%d.y, e%d.y - o%d.x)", k, k, k, k)
		y[r-k] = fmt.Sprintf("vec2<f32>(e%d.x - o%d.y, e%d.y + o%d.x)", k, k, k, k)
	}
	return y
}

// combined returns the terms of e_k without x_0 if name is "s", and those of o_k if name is "d".
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
		sign := ""
		if k%2 == 1 {
			sign = "-"
		}
		terms = append(terms, fmt.Sprintf("%sx%d", sign, r/2))
	}
	return terms
}

// productOps counts the floating-point instructions of a matrix product of r points. A multiplication with an
// addition counts as one.
func productOps(r int) float64 {
	h := float64((r - 1) / 2)
	if r%2 == 0 {
		return 4*h + 4*h + 4 + h*(4*h+6)
	}
	return 4*h + 2*h + h*(4*h+4)
}

// smallFunction returns the name of the function that does the small DFTs of a step.
func (k *Kernel) smallFunction(st step) string {
	switch {
	case k.MatrixProduct:
		return fmt.Sprintf("product%d", st.R)
	case k.Rader.Fold && st.gather:
		return fmt.Sprintf("folded_dft%d", st.R)
	case k.Rader.Fold && st.scatter:
		return fmt.Sprintf("unfolded_dft%d", st.R)
	}
	return fmt.Sprintf("dft%d", st.R)
}

// smallOps estimates the floating-point instructions of one small DFT of a step.
func (k *Kernel) smallOps(st step) float64 {
	if k.MatrixProduct {
		return productOps(st.R)
	}
	return butterflyOps(st.R)
}
