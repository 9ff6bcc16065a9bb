package wgsl

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A butterfly is an r-point DFT in registers, y[k] = sum over j of x[j] w_r^(j k). Each radix
// becomes one WGSL function that takes r values and returns r values. Larger radices call smaller
// ones:
//
//	2, 4          sums and differences
//	odd primes    symmetric direct form: x[j] and x[r-j] combined first, (r-1)^2/2 real products
//	long primes   a convolution of r-1 points (Rader 1968)
//	r = a b       coprime a and b: no twiddles (Good 1958, Thomas 1963)
//	r = a b       otherwise: constant twiddles (Cooley and Tukey 1965)

// butterflies writes the WGSL functions of the given radices and of the smaller ones they call,
// each once and before its callers.
func (w *writer) butterflies(radices []int) {
	done := map[int]bool{}
	var define func(r int)
	define = func(r int) {
		if done[r] {
			return
		}
		done[r] = true
		if a, b := split(r); a > 1 {
			define(a)
			define(b)
			for k1 := 1; w.fma && gcd(a, b) > 1 && k1 < a; k1++ {
				w.twiddledButterfly(twiddledButterfly{b, r, k1})
			}
		}
		if isRader(r) {
			define(r - 1)
		}
		w.butterfly(r)
	}
	for _, r := range radices {
		define(r)
	}
}

// split returns the two factors of a composite radix, or 1 and r if the butterfly is written out.
// It prefers coprime factors, which need no twiddles, and then the most equal ones.
func split(r int) (a, b int) {
	if r == 4 {
		return 1, 4
	}
	best, coprime := 1, false
	for d := 2; d*d <= r; d++ {
		if r%d != 0 {
			continue
		}
		c := gcd(d, r/d) == 1
		if c || !coprime {
			best, coprime = d, c || coprime
		}
	}
	return best, r / best
}

// gcd is the greatest common divisor.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// butterfly writes the function of one radix, whose parts are defined already.
func (w *writer) butterfly(r int) {
	x := make([]string, r)
	params := make([]string, r)
	fields := make([]string, r)
	for i := range r {
		x[i] = fmt.Sprintf("x%d", i)
		params[i] = x[i] + ": vec2<f32>"
		fields[i] = fmt.Sprintf("y%d: vec2<f32>", i)
	}
	w.line("struct Points%d { %s }", r, strings.Join(fields, ", "))
	w.line("")
	w.line("// y[k] = sum over j of x[j] w_%d^(jk)%s", r, derivation(r))
	w.line("fn dft%d(%s) -> Points%d {", r, strings.Join(params, ", "), r)
	var y []string
	a, b := split(r)
	switch {
	case r == 2:
		y = []string{"x0 + x1", "x0 - x1"}
	case r == 4:
		y = w.dft4(x)
	case isRader(r):
		y = w.raderButterfly(r, x)
	case a == 1:
		y = w.direct(r, x)
	case gcd(a, b) == 1:
		y = w.goodThomas(a, b, x)
	default:
		y = w.cooleyTukey(a, b, x)
	}
	w.line("return Points%d(%s);", r, strings.Join(y, ", "))
	w.line("}")
	w.line("")
}

// derivation returns the algorithm of a radix for its comment.
func derivation(r int) string {
	switch a, b := split(r); {
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

// dft4 writes the 4-point DFT as two stages of sums and differences.
func (w *writer) dft4(x []string) []string {
	w.line("let a = %s + %s;", x[0], x[2])
	w.line("let b = %s - %s;", x[0], x[2])
	w.line("let c = %s + %s;", x[1], x[3])
	w.line("let d = vec2<f32>(%s.y - %s.y, %s.x - %s.x);", x[1], x[3], x[3], x[1]) // -i (x1 - x3)
	return []string{"a + c", "b + d", "a - c", "b - d"}
}

// direct writes a butterfly of odd radix r as a matrix product that uses w^(j(r-k)) = conj(w^(jk)):
//
//	y[k], y[r-k] = (x0 + sum over j of cos(2 pi j k / r) s_j) -+ i (sum over j of sin(2 pi j k / r) d_j)
//	s_j = x_j + x_(r-j), d_j = x_j - x_(r-j)
//
// From r = 11 on each sum is the sum of two running sums, because rounding errors grow with the
// length of a running sum.
func (w *writer) direct(r int, x []string) []string {
	h := (r - 1) / 2
	var sums []string
	for j := 1; j <= h; j++ {
		w.line("let s%d = %s + %s;", j, x[j], x[r-j])
		w.line("let d%d = %s - %s;", j, x[j], x[r-j])
		sums = append(sums, fmt.Sprintf("s%d", j))
	}
	y := make([]string, r)
	y[0] = twoSums(x[0], sums)
	for k := 1; k <= h; k++ {
		even, odd := make([]string, h), make([]string, h)
		for j := 1; j <= h; j++ {
			root := Root(r, j*k)
			even[j-1] = fmt.Sprintf("%s * s%d", float(real(root)), j)
			odd[j-1] = fmt.Sprintf("%s * d%d", float(-imag(root)), j)
		}
		w.line("let e%d = %s;", k, twoSums(x[0], even))
		w.line("let o%d = %s;", k, twoSums("", odd))
		y[k] = fmt.Sprintf("vec2<f32>(e%d.x + o%d.y, e%d.y - o%d.x)", k, k, k, k)
		y[r-k] = fmt.Sprintf("vec2<f32>(e%d.x - o%d.y, e%d.y + o%d.x)", k, k, k, k)
	}
	return y
}

// twoSums returns the WGSL of x + the sum of the terms, as two running sums if there are 5 or more
// terms. An empty x is 0.
func twoSums(x string, terms []string) string {
	h := 0
	if len(terms) >= 5 {
		h = len(terms) / 2
	}
	first, second := terms[:h:h], terms[h:]
	if x != "" {
		first = append([]string{x}, first...)
	}
	if h == 0 {
		return sum(append(first, second...))
	}
	return "(" + sum(first) + ") + (" + sum(second) + ")"
}

// sum returns the WGSL of the sum of terms, which may begin with a minus sign.
func sum(terms []string) string {
	s := terms[0]
	for _, t := range terms[1:] {
		if rest, negative := strings.CutPrefix(t, "-"); negative {
			s += " - " + rest
		} else {
			s += " + " + t
		}
	}
	return s
}

// goodThomas writes an ab-point butterfly for coprime a and b. With j = b j1 + a j2 and k the
// residue that is k1 mod a and k2 mod b, w_ab^(jk) = w_a^(j1 k1) w_b^(j2 k2).
func (w *writer) goodThomas(a, b int, x []string) []string {
	n := a * b
	for j2 := range b {
		in := make([]string, a)
		for j1 := range a {
			in[j1] = x[(b*j1+a*j2)%n]
		}
		w.line("let u%d = dft%d(%s);", j2, a, strings.Join(in, ", "))
	}
	y := make([]string, n)
	for k1 := range a {
		in := make([]string, b)
		for j2 := range b {
			in[j2] = fmt.Sprintf("u%d.y%d", j2, k1)
		}
		w.line("let v%d = dft%d(%s);", k1, b, strings.Join(in, ", "))
		for k := range n {
			if k%a == k1 {
				y[k] = fmt.Sprintf("v%d.y%d", k1, k%b)
			}
		}
	}
	return y
}

// cooleyTukey writes an ab-point butterfly. With j = b j1 + j2 and k = k1 + a k2, w_ab^(jk) =
// w_a^(j1 k1) w_ab^(j2 k1) w_b^(j2 k2).
func (w *writer) cooleyTukey(a, b int, x []string) []string {
	n := a * b
	for j2 := range b {
		in := make([]string, a)
		for j1 := range a {
			in[j1] = x[b*j1+j2]
		}
		w.line("let u%d = dft%d(%s);", j2, a, strings.Join(in, ", "))
	}
	y := make([]string, n)
	for k1 := range a {
		in := make([]string, b)
		for j2 := range b {
			in[j2] = fmt.Sprintf("u%d.y%d", j2, k1)
			if !w.fma {
				in[j2] = rotate(in[j2], n, j2*k1)
			}
		}
		function := fmt.Sprintf("dft%d", b)
		if w.fma && k1 > 0 {
			function = twiddledButterfly{b, n, k1}.function()
		}
		w.line("let v%d = %s(%s);", k1, function, strings.Join(in, ", "))
		for k2 := range b {
			y[k1+a*k2] = fmt.Sprintf("v%d.y%d", k1, k2)
		}
	}
	return y
}

// rotate returns the WGSL of x * w_n^e for constant n and e. A quarter of a turn needs no product,
// and an eighth one real factor.
func rotate(x string, n, e int) string {
	e %= n
	switch {
	case e == 0:
		return x
	case 4*e == n:
		return fmt.Sprintf("vec2<f32>(%s.y, -%s.x)", x, x)
	case 2*e == n:
		return "-" + x
	case 4*e == 3*n:
		return fmt.Sprintf("vec2<f32>(-%s.y, %s.x)", x, x)
	case 8*e == n:
		return fmt.Sprintf("%s * vec2<f32>(%s.x + %s.y, %s.y - %s.x)", float(math.Sqrt2/2), x, x, x, x)
	case 8*e == 3*n:
		return fmt.Sprintf("%s * vec2<f32>(%s.y - %s.x, -%s.x - %s.y)", float(math.Sqrt2/2), x, x, x, x)
	case 8*e == 5*n:
		return fmt.Sprintf("%s * vec2<f32>(-%s.x - %s.y, %s.x - %s.y)", float(math.Sqrt2/2), x, x, x, x)
	case 8*e == 7*n:
		return fmt.Sprintf("%s * vec2<f32>(%s.x - %s.y, %s.x + %s.y)", float(math.Sqrt2/2), x, x, x, x)
	}
	w := Root(n, e)
	return fmt.Sprintf("cmul(%s, vec2<f32>(%s, %s))", x, float(real(w)), float(imag(w)))
}

// hasConstantTwiddles reports whether butterflies of a radix have constant twiddles in a part of
// more than above points.
func hasConstantTwiddles(r, above int) bool {
	a, b := split(r)
	switch {
	case isRader(r):
		return hasConstantTwiddles(r-1, above)
	case a == 1:
		return false
	}
	return gcd(a, b) > 1 && r > above || hasConstantTwiddles(a, above) || hasConstantTwiddles(b, above)
}

// needsCmul reports whether the butterflies of the radices multiply by complex constants. With fma,
// twiddles are factored.
func needsCmul(radices []int, fma bool) bool {
	return slices.ContainsFunc(radices, func(r int) bool {
		return hasRaderButterfly(r) || !fma && hasConstantTwiddles(r, 8)
	})
}
