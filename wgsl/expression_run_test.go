package wgsl_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// each is the number of expressions for each slot of a unit. Transform q stores the value of expression q mod each.
const each = 16

// An expressions op replaces the points of a store by random expressions. Their values depend on the transform, the
// point and the value of the point. All values are exact in every number format.
type expressions struct{ seed int }

func (e expressions) Tag() string                            { return fmt.Sprintf("expressions%d", e.seed) }
func (expressions) Kinds() (memory, register wgsl.Kind)      { return wgsl.Points, wgsl.Points }
func (expressions) Tables(wgsl.Site) []wgsl.Table            { return []wgsl.Table{naturals{}} }
func (expressions) Begin(wgsl.Machine, wgsl.Site) wgsl.Value { return wgsl.Value{} }

// Apply makes the expressions.
func (e expressions) Apply(m wgsl.Machine, s wgsl.Site, _, v wgsl.Value) wgsl.Value {
	g := &generator{Rand: rand.New(rand.NewPCG(uint64(e.seed), uint64(s.Slot))), m: m, s: s,
		point: m.Let(fmt.Sprintf("point%d_%d", s.Unit, s.Slot), v)}
	var chosen wgsl.Value
	for i := range each {
		x := g.value(3).Value
		if i%2 == 0 {
			x = g.natural(g.index(3)).Value
		}
		if i == 0 {
			chosen = x
			continue
		}
		chosen = m.Choose(s.Sequence.Mod(each).Equal(wgsl.Const(i)), x, chosen)
	}
	return chosen
}

// naturals is the table of the numbers 0, 1, 2 ...
type naturals struct{}

func (naturals) String() string { return "naturals" }
func (naturals) Len() int       { return 1 << 10 }
func (n naturals) Entries() (all []wgsl.Constant) {
	for i := range n.Len() {
		all = append(all, wgsl.Float(float64(i)))
	}
	return all
}

// A generator draws expressions. It draws the same ones for all machines and lanes.
type generator struct {
	*rand.Rand
	m     wgsl.Machine
	s     wgsl.Site
	point wgsl.Value
}

// A limited index is at most most. Its operands are never negative, so that it has the same value with any number of
// bits.
type limited struct {
	*wgsl.Index
	most int
}

// leaf returns a variable.
func (g *generator) leaf() limited {
	if g.IntN(2) == 0 {
		return limited{g.s.Point, 63}
	}
	return limited{g.s.Sequence, 63}
}

// index returns an index with operations nested up to depth.
func (g *generator) index(depth int) limited {
	if depth == 0 {
		return g.leaf()
	}
	a, b, n := g.index(depth-1), g.index(g.IntN(depth)), 1+g.IntN(9)
	for a.most*max(b.most, 16) >= 1<<30 {
		a, b = g.leaf(), g.leaf()
	}
	switch g.IntN(14) {
	case 0:
		return limited{a.Add(n), a.most + n}
	case 1:
		return limited{a.Plus(b.Index), a.most + b.most}
	case 2:
		return limited{wgsl.Const(a.most).Minus(a.Index), a.most}
	case 3:
		return limited{a.Minus(a.Min(b.Index)), a.most}
	case 4: // a sum with a difference on the right
		return limited{b.Plus(wgsl.Const(a.most + n).Minus(a.Index)), a.most + b.most + n}
	case 5:
		return limited{a.Times(n), a.most * n}
	case 6:
		return limited{a.Mul(b.Index), a.most * b.most}
	case 7:
		return limited{a.Div(n), a.most / n}
	case 8:
		return limited{a.Mod(n), n - 1}
	case 9:
		return limited{a.BitAnd(n), n}
	case 10:
		return limited{a.ShiftRight(n % 4), a.most >> (n % 4)}
	case 11:
		return limited{a.Term(), a.most}
	case 12:
		return limited{a.Min(b.Index), a.most}
	}
	return limited{wgsl.Select(g.condition(depth-1), a.Index, b.Index), max(a.most, b.most)}
}

// condition returns a condition with operations nested up to depth.
func (g *generator) condition(depth int) *wgsl.Index {
	if depth > 0 {
		a, b := g.condition(depth-1), g.condition(g.IntN(depth))
		switch g.IntN(5) {
		case 0:
			return wgsl.Both(a, b)
		case 1:
			return wgsl.Either(a, b)
		case 2:
			return wgsl.Not(a)
		}
	}
	a, b := g.index(min(depth, 2)), g.index(min(depth, 1))
	return []func(*wgsl.Index) *wgsl.Index{
		a.Less, a.AtMost, a.Greater, a.AtLeast, a.Equal, a.NotEqual,
	}[g.IntN(6)](b.Index)
}

// A bounded value is a multiple of unit with parts of at most size.
type bounded struct {
	wgsl.Value
	size, unit float64
}

// natural returns the value of an index as a number.
func (g *generator) natural(x limited) bounded {
	at := x.Index
	if most := (naturals{}).Len() - 1; x.most > most {
		at = at.Mod(most)
	}
	g.m.Declare(at)
	return bounded{g.s.Read(g.m, naturals{}, at), float64(naturals{}.Len()), 1}
}

// factors are the constants of products. Their products with exact numbers are exact.
var factors = []float64{1, -1, 2, -3, 5, 0.5, -0.5}

// value returns a complex value with operations nested up to depth.
func (g *generator) value(depth int) bounded {
	if depth == 0 {
		switch g.IntN(3) {
		case 0:
			re, im := float64(g.IntN(9)-4), float64(g.IntN(9)-4)
			return bounded{g.m.Constant(wgsl.Constant{Z: complex(re, im)}, false), 4, 1}
		case 1:
			return g.natural(g.index(g.IntN(2)))
		}
		return bounded{g.point, 4, 1}
	}
	a, b := g.value(depth-1), g.value(g.IntN(depth))
	for a.size*b.size/(a.unit*b.unit) > 1<<18 { // the largest product of all below is exact in f32
		a, b = bounded{g.point, 4, 1}, g.value(0)
	}
	size, unit := max(a.size, b.size), min(a.unit, b.unit)
	c := factors[g.IntN(len(factors))]
	switch g.IntN(11) {
	case 0:
		return bounded{g.m.Add(a.Value, b.Value), 2 * size, unit}
	case 1:
		return bounded{g.m.Sub(a.Value, b.Value), 2 * size, unit}
	case 2:
		return bounded{g.m.Mul(a.Value, b.Value), 2 * a.size * b.size, a.unit * b.unit}
	case 3:
		return bounded{g.m.Scale(wgsl.Float(c), a.Value), 5 * a.size, a.unit / 2}
	case 4:
		return bounded{g.m.ScaleExactly(wgsl.Float(c), a.Value), 5 * a.size, a.unit / 2}
	case 5:
		part := g.part(b)
		return bounded{g.m.Times(part.Value, a.Value), a.size * part.size, a.unit * part.unit}
	case 6:
		a.Value = g.m.Neg(a.Value)
	case 7:
		word := g.index(2)
		g.m.Declare(word.Index)
		a.Value = g.m.FlipSign(word.Mul(wgsl.Const(1<<25)), a.Value)
	case 8:
		re, im := g.part(a), g.part(b)
		return bounded{g.m.Join(re.Value, im.Value), max(re.size, im.size), min(re.unit, im.unit)}
	case 9:
		a.Value = g.m.Swap(a.Value)
	default:
		condition := g.condition(2)
		g.m.Declare(condition)
		return bounded{g.m.Choose(condition, a.Value, b.Value), size, unit}
	}
	return a
}

// part returns a real number made of the parts of a value.
func (g *generator) part(v bounded) bounded {
	switch g.IntN(4) {
	case 0:
		v.Value = g.m.Re(v.Value)
	case 1:
		v.Value = g.m.Im(v.Value)
	case 2:
		v.Value = g.m.Neg(g.m.Re(v.Value))
	default:
		v.Value, v.size = g.m.Sub(g.m.Re(v.Value), g.m.Im(v.Value)), 2*v.size
	}
	return v
}

// A device computes expressions of all operators as the player does, with the brackets that WGSL needs.
func TestExpressions(t *testing.T) {
	d := open(t)
	numbers := []wgsl.Number{nil, nil}
	if testcase.Long() {
		numbers = append(numbers, nil, nil, wgsl.DoubleSingle{})
		if d.Adapter().F64 {
			numbers = append(numbers, wgsl.F64{})
		}
	}
	for seed, number := range numbers {
		k := parse(t, "fft64_4.16_p16_t4_split")
		k.Number = number
		k.Store.Ops[0] = expressions{seed}
		tr := transform(k, 2*each, nil, nil)
		for i := range tr.source { // an impulse: all points of the result are equal
			tr.source[i] = 0
			if q := i / 64; i%64 == 0 {
				tr.source[i] = complex(float64(q%9-4), float64(q%7-3))
			}
		}
		got := tr.onDevice(t, d)
		for i, want := range tr.play(t) {
			require.Equal(t, want, got[i], "%s: transform %d, point %d", k.Name(), i/64, i%64)
		}
	}
}
