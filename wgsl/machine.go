package wgsl

import (
	"strings"
)

// A Value is a number in a register: WGSL text for the writer, a number for the player.
type Value struct {
	Text   string     // a primary expression, unless Binary or Unary made it
	Real   bool       // a real number; its imaginary part is 0
	C      complex128 // element of the Ring of the number format
	syntax syntax     // of Text
}

// A Machine runs the instructions of a kernel. The writer is the Machine that prints WGSL. The player is the
// Machine that computes in a [Ring], lane by lane. Instructions, ops and butterflies are written once, for
// all machines.
//
// Indices are u32. Conditions are indices with the value 1 or 0. A nil condition always holds.
type Machine interface {
	// Comment adds a comment line.
	Comment(text string)
	// Declare names the lets of an index that have no line yet.
	Declare(x *Index)
	// Let names a value.
	Let(name string, v Value) Value

	Add(a, b Value) Value
	Sub(a, b Value) Value
	// Mul multiplies complex numbers.
	Mul(a, w Value) Value
	// Scale multiplies by a real constant.
	Scale(c Constant, v Value) Value
	// ScaleExactly multiplies by a real constant that the number format may not hold.
	ScaleExactly(c Constant, v Value) Value
	// Times multiplies a number by a real one.
	Times(r, v Value) Value
	Neg(v Value) Value
	// FlipSign returns -v where the highest bit of a word is set, and v otherwise.
	FlipSign(word *Index, v Value) Value
	Re(v Value) Value
	Im(v Value) Value
	// Join makes a complex number from two real numbers.
	Join(re, im Value) Value
	// Swap exchanges real and imaginary part.
	Swap(v Value) Value
	Constant(c Constant, isReal bool) Value
	// Round rounds a constant to the number format.
	Round(x float64) float64
	// Choose returns a where the condition holds, and b otherwise.
	Choose(condition *Index, a, b Value) Value

	// Call calls a function of the shader. A result of several values gets the name.
	Call(f *Func, name string, indices []*Index, args []Value) []Value

	// Read and Write access element at of an array of global memory.
	Read(a *Array, at *Index) Value
	Write(a *Array, at *Index, v Value)
	// ReadPair reads element at of an array of pairs, and names the pair.
	ReadPair(name string, a *Array, at *Index) [2]Value
	// WritePair writes the parts of a value as elements at and at + 1, if the array writes pairs.
	WritePair(a *Array, at *Index, v Value)
	// ReadRun and WriteRun access element at of an array of vectors.
	ReadRun(name string, a *Array, at *Index) []Value
	WriteRun(a *Array, at *Index, numbers []Value)
	// Get and Put access workgroup memory by its coordinates, the outermost first.
	Get(at []*Index, isReal bool) Value
	Put(at []*Index, v Value)

	// Var declares a variable, and Set assigns to it.
	Var(name string, isReal bool) *Value
	Set(to *Value, v Value)
	// If runs the body where the condition holds.
	If(condition *Index, body func())
	// Exit ends the workgroup if the condition holds. The condition is the same for all lanes.
	Exit(condition *Index)
	// Barrier waits until all lanes of the workgroup are here.
	Barrier()
}

// A Func is a function of the shader, from indices and values to values.
type Func struct {
	Name    string
	Comment string
	Indices []string // names of the u32 parameters
	Params  []string // names of the parameters that are complex numbers
	Numbers []string // names of the parameters that are real numbers, after Params
	Fields  []string // names of several results; nil for y0, y1 ...
	Results int
	Real    bool // a single result is a real number
	Body    func(m Machine, indices []*Index, args []Value) []Value
	Text    string // WGSL of the function, if it does not come from Body
}

// field returns the name of result i.
func (f *Func) field(i int) string {
	if f.Fields != nil {
		return f.Fields[i]
	}
	return numbered("y", i)
}

// isSingle reports whether the function returns one value and no struct.
func (f *Func) isSingle() bool { return f.Results == 1 && f.Fields == nil }

// structure returns the name of the struct of the results.
func (f *Func) structure() string {
	if f.Fields != nil {
		return "Pair" + strings.ToUpper(strings.Join(f.Fields, ""))
	}
	return numbered("Points", f.Results)
}
