package nd_test

import (
	"math"
	"math/cmplx"
	"strings"
)

// A specialCase has the results of an operation.
type specialCase struct {
	specialRule
	*special
	columns [][]float64 // the operands
	values  []float64   // the values of an operand
	wants   []complex128
	precise []complex128 // the results of double precision
}

// operands returns the operands of result i.
func (c *specialCase) operands(i int) []float64 {
	x := make([]float64, len(c.columns))
	for k := range x {
		x[k] = c.columns[k][i]
	}
	return x
}

const (
	leastNormal   = 0x1p-126 // of single precision
	leastDenormal = 0x1p-149
)

// accepts reports whether got is right for result i.
func (c *specialCase) accepts(i int, got complex128) bool {
	x := c.operands(i)
	if c.pair && !c.isInRange(i, x) || c.matches(i, got) {
		return true
	}
	if c.isTurn() && !c.single {
		// Arguments of sines and cosines have limits in double precision.
		limit := 0x1p32
		if c.pair {
			limit = 6000
		}
		y := math.Abs(x[len(x)-1])
		return y >= limit && (c.pair || cmplx.IsNaN(got))
	}
	if c.pair && c.name == "%" {
		return math.Abs(x[0]/x[1]) > 0x1p40
	}
	if c.flushes && !c.isExact {
		return c.acceptsFlushed(i, x, got)
	}
	return false
}

// isTurn reports whether the operation computes sines or cosines.
func (c *specialCase) isTurn() bool {
	switch c.name {
	case "sin", "cos", "tan", "cis", "cexp":
		return true
	}
	return c.name == "Exp" && len(c.columns) == 2
}

// acceptsFlushed reports whether got is right if the device takes some denormal operands for zero.
func (c *specialCase) acceptsFlushed(i int, x []float64, got complex128) bool {
	for set := 1; set < 1<<len(x); set++ {
		j := 0
		for k := range x {
			digit := c.digit(i, k)
			if set>>k&1 == 1 && x[k] != 0 && math.Abs(x[k]) < leastNormal {
				if digit = 0; x[k] < 0 {
					digit = 1 // the second value is -0
				}
			}
			j = j*len(c.values) + digit
		}
		if c.matches(j, got) {
			return true
		}
	}
	return false
}

// digit returns the number of the value of operand k in result i.
func (c *specialCase) digit(i, k int) int {
	for range len(c.columns) - 1 - k {
		i /= len(c.values)
	}
	return i % len(c.values)
}

// isInRange reports whether double-single holds the operands and the result.
func (c *specialCase) isInRange(i int, x []float64) bool {
	holds := func(x float64) bool {
		u := math.Abs(x)
		return x == 0 || math.IsNaN(x) || u >= 1e-23 && u <= 3.4e38
	}
	for _, operand := range x {
		if !holds(operand) {
			return false
		}
	}
	return holds(real(c.wants[i])) && holds(imag(c.wants[i]))
}

// matches reports whether got is result i.
func (c *specialCase) matches(i int, got complex128) bool {
	want := c.wants[i]
	tol := 1e-6
	switch {
	case c.pair:
		tol = 1e-12
	case !c.single:
		tol = 1e-14
	}
	if strings.EqualFold(c.name, "pow") {
		tol *= 10
	}
	size := cmplx.Abs(want)
	if cmplx.IsNaN(want) && !math.IsInf(size, 0) {
		size = math.Abs(real(want))
		if math.IsNaN(size) {
			size = math.Abs(imag(want)) // a NaN fails no comparison of the other part
		}
	}
	return c.matchesPart(real(got), real(want), real(c.precise[i]), tol*size) &&
		c.matchesPart(imag(got), imag(want), imag(c.precise[i]), tol*size) ||
		c.isTooLarge(i, got) || c.isFused(i, got)
}

// isQuotient reports whether the operation adds products of parts of two complex numbers that it has scaled. A device
// may round a product together with the sum, so that terms do not cancel.
func (c *specialCase) isQuotient() bool {
	return len(c.columns) == 4 && (c.name == "Div" || c.name == "cdiv")
}

// isFused reports whether got is the result i of a device that rounds some products together with sums.
func (c *specialCase) isFused(i int, got complex128) bool {
	x := c.operands(i)
	switch {
	case !c.fuses || !c.single || c.name != "MulAdd" && c.name != "Mul":
	case len(x) == 3:
		return c.isNear(real(got), math.FMA(x[0], x[1], x[2]), math.Abs(x[2]))
	case len(x) >= 4:
		var add [2]float64
		copy(add[:], x[4:])
		return c.isProduct(real(got), [4]float64{x[0], x[2], -x[1], x[3]}, add[0]) &&
			c.isProduct(imag(got), [4]float64{x[0], x[3], x[1], x[2]}, add[1])
	}
	return false
}

// isProduct reports whether got is x0 x1 + x2 x3 + add, where one of the products may have more digits and a larger
// range than the numbers.
func (c *specialCase) isProduct(got float64, x [4]float64, add float64) bool {
	round := func(v float64) float64 { return float64(float32(v)) }
	p, q := x[0]*x[1], x[2]*x[3]
	size := max(math.Abs(p), math.Abs(q), math.Abs(add))
	for _, sum := range []float64{round(p) + round(q), p + round(q), round(p) + q} {
		if c.isNear(got, round(sum)+add, size) {
			return true
		}
	}
	return false
}

// isNear reports whether got is v in single precision, with an error relative to v or to size. Denormals may be 0.
func (c *specialCase) isNear(got, v, size float64) bool {
	v = float64(float32(v))
	switch {
	case math.IsNaN(v):
		return math.IsNaN(got)
	case math.IsInf(v, 0):
		return got == v
	case c.flushes && math.Abs(v) < leastNormal && got == 0:
		return true
	}
	return math.Abs(got-v) <= 1e-6*max(math.Abs(v), size)
}

// isTooLarge reports whether got is infinite, and single precision can't hold the larger part of result i, of finite
// operands. The smaller part is not defined, because errors are relative to the magnitude of the result.
func (c *specialCase) isTooLarge(i int, got complex128) bool {
	u, v := math.Abs(real(c.precise[i])), math.Abs(imag(c.precise[i]))
	large, small := max(u, v), min(u, v)
	if !c.single || math.IsInf(large, 0) || large <= math.MaxFloat32 || small > 1e-6*large {
		return false
	}
	if u == large {
		return math.IsInf(real(got), int(math.Copysign(1, real(c.precise[i])))) && !math.IsNaN(imag(got))
	}
	return math.IsInf(imag(got), int(math.Copysign(1, imag(c.precise[i])))) && !math.IsNaN(real(got))
}

// matchesPart compares a real or an imaginary part. precise is the part in double precision.
func (c *specialCase) matchesPart(got, want, precise, limit float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case math.IsInf(want, 0):
		return got == want
	case want == 0 && c.fuses && c.isQuotient() && limit > 0 && !math.IsInf(limit, 0):
		return math.Abs(got) <= limit
	case want == 0 && (precise == 0 || !c.single):
		return got == 0 && (c.pair || math.Signbit(got) == math.Signbit(want))
	case c.single && math.Abs(want) < leastNormal:
		return math.Abs(got-want) <= max(limit, 2*leastDenormal) || c.flushes && !c.isExact && got == 0
	}
	return math.Abs(got-want) <= limit
}
