package gpu

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// A placeVariable is a whole number in the place of an element that is a parameter of the kernel: the offset of a
// view, or the shift of Roll along an axis. The text of the kernel does not depend on its value, so a loop over the
// rows of an array compiles one kernel.
type placeVariable struct {
	axis  int // of the shift; offsetAxis for the offset
	value int
}

// offsetAxis stands for no axis.
const offsetAxis = -1

// appendVariables appends the variables of a load along the first axes.
func appendVariables(l *expr.Load, all []placeVariable, rank int) []placeVariable {
	if l.Shift != nil && l.Shift.Wraps {
		for axis, s := range l.Stride[:rank] {
			if x := l.Shift.Axes[axis]; s != 0 && x.N > 0 {
				all = append(all, placeVariable{axis, x.By})
			}
		}
	}
	if l.Offset != 0 {
		all = append(all, placeVariable{offsetAxis, l.Offset})
	}
	return all
}

// appendPlace appends the variables of a load as parameters.
func appendPlace(l *expr.Load, all []complex128, rank int) []complex128 {
	var list [expr.MaxRank + 1]placeVariable
	for _, v := range appendVariables(l, list[:0], rank) {
		all = append(all, wholeNumber(v.value))
	}
	return all
}

// wholeNumber returns a whole number of 32 bits as a parameter: the lower 16 bits and the higher ones, which every
// format holds exactly. See text.whole.
func wholeNumber(x int) complex128 { return complex(float64(x&0xffff), float64(x>>16)) }

// appendPlaceKey appends what the text of a load depends on.
func appendPlaceKey(l *expr.Load, b []byte, rank int) []byte {
	b = append(b, byte(expr.Bit(l.Offset != 0)))
	for _, s := range l.Stride[:rank] {
		b = binary.AppendVarint(b, int64(s))
	}
	if l.Shift == nil || !l.Shift.Wraps {
		return l.Shift.AppendKey(b, rank)
	}
	b = append(b, 2)
	for _, x := range l.Shift.Axes[:rank] {
		b = binary.AppendVarint(b, int64(x.N))
	}
	return b
}

// hasVariablePlace reports whether the place of the result has variables. The offset of a kernel that stores words
// decides which elements have a word in common.
func hasVariablePlace(k *expr.Kernel) bool { return k.Dst.Memory != nil && !storesWords(k) }

// A placeText has the expressions of the variables of a load.
type placeText struct {
	shift  [expr.MaxRank]wgsl.Value
	offset wgsl.Value // no text for none
}

// declarePlace makes parameters of the variables of a load. kernel.numbers lists them in the same order.
func (t *text) declarePlace(l *expr.Load) {
	p := &placeText{}
	for _, v := range appendVariables(l, nil, t.k.Rank) {
		x := wgsl.Value{Text: t.whole()}
		if v.axis == offsetAxis {
			p.offset = x
		} else {
			p.shift[v.axis] = x
		}
	}
	if t.places == nil {
		t.places = map[*expr.Load]*placeText{}
	}
	t.places[l] = p
}

// whole returns the expression of the next parameter, a whole number.
func (t *text) whole() string {
	name, high := "nd_variable", "y"
	if f := t.paramFormat(); f != expr.Single {
		name = "nd2_variable"
		if f.IsPair {
			high = "z"
		}
	}
	t.Add(fmt.Sprintf("fn %s(p: %s) -> i32 { return i32(p.x) + 65536 * i32(p.%s); }\n", name, t.paramType(), high))
	return expr.Call(name, []string{t.next()})
}

// place returns the expression of the index of an element in its array.
func (t *text) place(l *expr.Load) wgsl.Value {
	p := t.places[l]
	if p == nil { // a place without variables, or one whose variables are in the text
		p = &placeText{}
		if l.Offset != 0 {
			p.offset = whole(l.Offset)
		}
	}
	if l.IsContiguous(&t.k.Extent) {
		return sumOf(wgsl.Value{Text: "i"}, p.offset)
	}
	var terms []wgsl.Value
	for axis, s := range l.Stride[:t.k.Rank] {
		if s != 0 {
			terms = append(terms, product(shiftText(l.Shift, axis, p.shift[axis]), s))
			t.indices = true
		}
	}
	return sumOf(append(terms, p.offset)...)
}

// sumOf returns the sum of terms, without those that have no text.
func sumOf(terms ...wgsl.Value) (sum wgsl.Value) {
	for _, x := range terms {
		switch {
		case x.Text == "":
		case sum.Text == "":
			sum = x
		default:
			sum = wgsl.Binary("+", sum, x)
		}
	}
	if sum.Text == "" {
		return whole(0)
	}
	return sum
}

// whole returns the literal of an i32.
func whole(n int) wgsl.Value { return wgsl.Value{Text: strconv.Itoa(n), Real: true} }

// shiftText returns the WGSL of the index in the operand. Outside of the operand it is the index of the
// nearest element. by is the expression of the shift of Roll.
func shiftText(s *expr.Shift, axis int, by wgsl.Value) wgsl.Value {
	k := axisIndex(axis)
	if s == nil || s.Axes[axis].N == 0 {
		return k
	}
	x := s.Axes[axis]
	if s.Wraps {
		inside, wrapped := wgsl.Binary("-", k, by), wgsl.Binary("-", wgsl.Binary("+", k, whole(x.N)), by)
		return wgsl.Value{Text: expr.Call("select", []string{inside.Text, wrapped.Text, wgsl.Binary("<", k, by).Text})}
	}
	return wgsl.Value{Text: fmt.Sprintf("clamp(%s, 0, %d)", wgsl.Binary("-", k, whole(x.By)).Text, x.N-1)}
}

// axisIndex returns the index along an axis.
func axisIndex(axis int) wgsl.Value { return wgsl.Value{Text: fmt.Sprintf("k%d", axis)} }

// insideText returns the WGSL condition that the index lies within the operand.
func insideText(s *expr.Shift) string {
	var terms []string
	for i, x := range s.Axes {
		if x.By > 0 {
			terms = append(terms, fmt.Sprintf("k%d >= %d", i, x.By))
		}
		if x.N > 0 {
			terms = append(terms, fmt.Sprintf("k%d < %d", i, x.By+x.N))
		}
	}
	return strings.Join(terms, " && ")
}

// load returns the expression of an element of an array in memory, or of 0 outside of the operand
// of Pad.
func (t *text) load(array string, l *expr.Load) string {
	x := ""
	switch {
	case t.end.readsPair(l.Memory):
		return elementParam(t.end.number(l.Memory))
	case l.Memory.Type.PerWord() > 1:
		x = t.loadPart(array, l)
	default:
		x = fmt.Sprintf("%s[%s]", array, t.place(l).Text)
	}
	if l.Shift == nil || l.Shift.Wraps || insideText(l.Shift) == "" {
		return x
	}
	t.indices = true
	typ := t.typeOf(l.Memory.Type)
	return fmt.Sprintf("select(%s(), %s, %s)", typ, x, insideText(l.Shift))
}
