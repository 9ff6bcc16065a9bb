package wgsl

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A butterfly is an r-point DFT in registers. Each radix becomes one WGSL function that takes r values and
// returns r values, made of smaller ones:
//
//	2, 4          sums and differences
//	odd primes    the symmetric direct form: x_k and x_(r-k) combined first, (r-1)^2/2 real products; long ones as convolutions, see raderbutterfly.go
//	r = a b       coprime a and b: Good and Thomas, no twiddles; else Cooley and Tukey with constant twiddles, see tangents.go

// butterflies writes the WGSL functions of the given radices and of the smaller ones they call, each once and
// before its callers.
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

// split returns the two radices a composite butterfly is made of, or 1 and r for one that is written out.
// Coprime factors come first (no twiddles); else the factors are as equal as can be.
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

func (w *writer) dft4(x []string) []string {
	w.line("let a = %s + %s;", x[0], x[2])
	w.line("let b = %s - %s;", x[0], x[2])
	w.line("let c = %s + %s;", x[1], x[3])
	w.line("let d = vec2<f32>(%s.y - %s.y, %s.x - %s.x);", x[1], x[3], x[3], x[1]) // -i (x1 - x3)
	return []string{"a + c", "b + d", "a - c", "b - d"}
}

// direct writes a butterfly of odd radix r as a matrix product that uses w^(j(r-k)) = conj(w^(jk)):
// y[k], y[r-k] = (x0 + sum c_jk s_j) -+ i (sum s_jk d_j) with s_j = x_j + x_(r-j), d_j = x_j - x_(r-j).
// From r = 11 on the sums are taken in two halves: a running sum's rounding errors grow with its length, and halves cost
// one addition (trees of short sums cost a third more time at r = 31 on an H200).
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

// halves writes first + the sum of the terms, in two running sums if they are many. An empty first is none.
func twoSums(first string, terms []string) string {
	h := 0
	if len(terms) >= 5 {
		h = len(terms) / 2
	}
	near, far := terms[:h:h], terms[h:]
	if first != "" {
		near = append([]string{first}, near...)
	}
	if h == 0 {
		return sum(append(near, far...))
	}
	return "(" + sum(near) + ") + (" + sum(far) + ")"
}

// sum joins terms by their signs.
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

// goodThomas writes an ab-point butterfly for coprime a and b: with j = b j1 + a j2 and k the residue that is
// k1 mod a and k2 mod b, w_ab^(jk) = w_a^(j1 k1) w_b^(j2 k2).
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

// cooleyTukey writes an ab-point butterfly: with j = b j1 + j2 and k = k1 + a k2,
// w_ab^(jk) = w_a^(j1 k1) w_ab^(j2 k1) w_b^(j2 k2).
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

// turn writes x * w_n^e for constant n and e, with no product where the turn is a quarter and one real
// factor where it is an eighth.
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

// turns says whether butterflies of a radix have constant twiddles, in one of more points than so many.
func hasConstantTwiddles(r, above int) bool {
	a, b := split(r)
	return a > 1 && (gcd(a, b) > 1 && r > above || hasConstantTwiddles(a, above) || hasConstantTwiddles(b, above)) || isRader(r) && hasConstantTwiddles(r-1, above)
}

// needsTurn says whether the functions of the radices multiply by complex numbers, where constant twiddles go by their tangents or do not.
func needsCmul(radices []int, tangents bool) bool {
	return slices.ContainsFunc(radices, func(r int) bool { return hasRaderButterfly(r) || !tangents && hasConstantTwiddles(r, 8) })
}
