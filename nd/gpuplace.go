package nd

import (
	"encoding/binary"
	"fmt"
	"strconv"

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
func (l *load) appendVariables(all []placeVariable, rank int) []placeVariable {
	if l.shift != nil && l.shift.wraps {
		for axis, s := range l.stride[:rank] {
			if x := l.shift.axes[axis]; s != 0 && x.n > 0 {
				all = append(all, placeVariable{axis, x.by})
			}
		}
	}
	if l.offset != 0 {
		all = append(all, placeVariable{offsetAxis, l.offset})
	}
	return all
}

// appendNumbers appends the variables of a load as parameters.
func (l *load) appendNumbers(all []complex128, rank int) []complex128 {
	var list [MaxRank + 1]placeVariable
	for _, v := range l.appendVariables(list[:0], rank) {
		all = append(all, wholeNumber(v.value))
	}
	return all
}

// wholeNumber returns a whole number of 32 bits as a parameter: the lower 16 bits and the higher ones, which every
// format holds exactly. See text.whole.
func wholeNumber(x int) complex128 { return complex(float64(x&0xffff), float64(x>>16)) }

// appendTextKey appends what the text of a load depends on.
func (l *load) appendTextKey(b []byte, rank int) []byte {
	b = append(b, byte(boolIndex(l.offset != 0)))
	for _, s := range l.stride[:rank] {
		b = binary.AppendVarint(b, int64(s))
	}
	if l.shift == nil || !l.shift.wraps {
		return l.shift.appendKey(b, rank)
	}
	b = append(b, 2)
	for _, x := range l.shift.axes[:rank] {
		b = binary.AppendVarint(b, int64(x.n))
	}
	return b
}

// hasVariablePlace reports whether the place of the result has variables. The offset of a kernel that stores words
// decides which elements have a word in common.
func (k *kernel) hasVariablePlace() bool { return k.dst.mem != nil && !k.storesWords() }

// A placeText has the expressions of the variables of a load.
type placeText struct {
	shift  [MaxRank]wgsl.Value
	offset wgsl.Value // no text for none
}

// declarePlace makes parameters of the variables of a load. kernel.numbers lists them in the same order.
func (t *text) declarePlace(l *load) {
	p := &placeText{}
	for _, v := range l.appendVariables(nil, t.k.rank) {
		x := wgsl.Value{Text: t.whole()}
		if v.axis == offsetAxis {
			p.offset = x
		} else {
			p.shift[v.axis] = x
		}
	}
	if t.places == nil {
		t.places = map[*load]*placeText{}
	}
	t.places[l] = p
}

// whole returns the expression of the next parameter, a whole number.
func (t *text) whole() string {
	name, high := "nd_variable", "y"
	if f := t.paramFormat(); f != single {
		name = "nd2_variable"
		if f.isPair {
			high = "z"
		}
	}
	t.add(fmt.Sprintf("fn %s(p: %s) -> i32 { return i32(p.x) + 65536 * i32(p.%s); }\n", name, t.paramType(), high))
	return call(name, []string{t.next()})
}

// place returns the expression of the index of an element in its array.
func (t *text) place(l *load) wgsl.Value {
	p := t.places[l]
	if p == nil { // a place without variables, or one whose variables are in the text
		p = &placeText{}
		if l.offset != 0 {
			p.offset = whole(l.offset)
		}
	}
	if l.isContiguous(&t.k.extent) {
		return sumOf(wgsl.Value{Text: "i"}, p.offset)
	}
	var terms []wgsl.Value
	for axis, s := range l.stride[:t.k.rank] {
		if s != 0 {
			terms = append(terms, product(l.shift.text(axis, p.shift[axis]), s))
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
