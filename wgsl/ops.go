package wgsl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// pointwise has the methods of an op that changes points and reads no table.
type pointwise struct{}

func (pointwise) Kinds() (memory, register Kind) { return Points, Points }
func (pointwise) Tables(Site) []Table            { return nil }
func (pointwise) Begin(Machine, Site) Value      { return Value{} }

// Swap exchanges real and imaginary parts. A transform of swapped values is the inverse transform
// with swapped results.
type Swap struct{ pointwise }

// Tag returns "swap".
func (Swap) Tag() string { return "swap" }

// Remark describes the op.
func (Swap) Remark() string { return "real and imaginary parts swapped" }

// Apply returns the swapped value.
func (Swap) Apply(m Machine, _ Site, _, v Value) Value { return m.Swap(v) }

// Scale multiplies by the real number Norm(By). The product has the error of a single rounding, even if the factor
// is not in the number format.
type Scale struct {
	pointwise
	By float64
}

// Tag returns the factor: scale0.5.
func (s Scale) Tag() string { return "scale" + strconv.FormatFloat(s.By, 'g', -1, 64) }

// Remark describes the op.
func (s Scale) Remark() string { return fmt.Sprintf("times %v", s.By) }

// Check returns an error if the factor is 1 or not finite.
func (s Scale) Check(Site) error {
	if s.By == 1 || math.IsInf(s.By, 0) || math.IsNaN(s.By) {
		return fmt.Errorf("scale by %v: want a finite factor other than 1", s.By)
	}
	return nil
}

// Apply returns the product.
func (s Scale) Apply(m Machine, _ Site, _, v Value) Value {
	digit := func(r rune) rune {
		switch r {
		case '.':
			return '_'
		case '-':
			return 'm'
		case '+':
			return -1
		}
		return r
	}
	name := strings.Map(digit, strconv.FormatFloat(s.By, 'g', -1, 64))
	scale := func(m Machine, _ []*Index, v []Value) []Value {
		return []Value{m.ScaleExactly(Norm(s.By), v[0])}
	}
	f := &Func{Name: "scaled_" + name, Params: []string{"v"}, Results: 1, Body: scale}
	return m.Call(f, "", nil, []Value{v})[0]
}

// Factor multiplies element n of an array by entry n of a table that the caller gives: in_factors on
// load, out_factors on store.
type Factor struct{ pointwise }

// Tag returns "factor".
func (Factor) Tag() string { return "factor" }

// Remark describes the op.
func (Factor) Remark() string { return "element n times entry n of the factors" }

// Tables returns the factors.
func (Factor) Tables(s Site) []Table { return []Table{s.given(s.End + "_factors")} }

// Fetch reads a pair of factors.
func (Factor) Fetch(m Machine, s Site) {
	if g := s.given(s.End + "_factors"); g.Apart > 0 {
		s.readGiven(m, g, s.Number)
	}
}

// Apply returns the product.
func (f Factor) Apply(m Machine, s Site, _, v Value) Value {
	return m.Mul(v, s.readGiven(m, s.given(s.End+"_factors"), s.Number))
}
