package expr

import (
	"math"
	"math/cmplx"
)

// An Opcode is an element-wise operation, or another instruction of a kernel.
type Opcode uint8

// The instructions of kernels.
const (
	OpLoad   Opcode = iota // an element of an array in memory
	OpParam                // a number that is a parameter
	OpSource               // a value of a source
	OpResult               // an element of the result of a transform, in its store
	OpCast                 // the operand in another type
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMulAdd
	OpConj
	OpAbs
	OpAbs2
	OpPhase
	OpReal
	OpImag
	OpComplex
	OpExp
	OpLog
	OpSqrt
	OpPow
	OpMinimum
	OpMaximum
	OpClamp
	OpLess
	OpWhere
	OpApply
	OpScale  // a complex operand times a real one
	OpDivide // a complex operand divided by a real one
	OpRound  // a number rounded to the nearest one of a storage type
	OpShift  // an element at another index
	OpMatch  // the place of an element that equals another number or is NaN; otherwise the last place
	OpTruth  // 1 for an operand that is not 0, and 0 otherwise

	// The operations on ordinals.
	OpOrdinal     // the ordinal of a number, or the high one of two
	OpOrdinalLow  // the low ordinal of a number of double precision
	OpFromOrdinal // the number with the given ordinal or ordinals
	OpBelow       // 1 where the ordinals a and c come before the ordinals b and d, and 0 elsewhere

	// The instructions that kernel.merge makes.
	OpMulSub    // a b - c
	OpSubMul    // c - a b
	OpMulAddMul // a b + c d
	OpMulSubMul // a b - c d
	OpSqrtSum   // the square root of a b + c d
	OpWhereLess // c where a < b, and d elsewhere
	OpAffine    // s a + t, for numbers s and t
	OpLinear    // s a + t b
	OpMulLinear // a b + s c
	OpProduct   // s a b for complex a and b, with the imaginary part of a multiplied by t
)

// A Domain is the kind of numbers that an operation takes.
type Domain uint8

// The domains.
const (
	AnyNumbers  Domain = iota
	RealNumbers        // only real operands
)

// Operation describes an element-wise operation. A function of one operand needs no more than its row here, an Opcode
// before OpOrdinal, and a method in package nd.
type Operation struct {
	Name   string
	Takes  Domain
	Result func(calc DType) DType // the type of the result
	Work   int                    // an estimate of its instructions

	Sign  string    // the operator of WGSL, if it is one
	Calls [2]string // the functions of texts for real and for complex numbers, or "": see mathTexts
	Go    Computing // for the CPU; empty for operations with loops of their own
	// Texts has functions in the language of a Func that mathTexts does not have: for all formats, and for single
	// precision, or "" if it is the same. The first one is named Calls[0], and Go.Real is its value.
	Texts [2]string
}

// Computing has the Go functions of an operation.
type Computing struct {
	Real    func(x float64) float64       // of a real number
	Pair    func(x, y float64) float64    // of two real numbers
	Complex func(z complex128) complex128 // of a complex number
	Part    func(z complex128) float64    // of a complex number, with a real result
}

// Operations describes the element-wise operations.
var Operations = [OpProduct + 1]Operation{
	OpCast:   {Name: "Cast", Result: same, Work: 1},
	OpAdd:    {Name: "Add", Result: same, Work: 1, Sign: "+"},
	OpSub:    {Name: "Sub", Result: same, Work: 1, Sign: "-"},
	OpMul:    {Name: "Mul", Result: same, Work: 2, Sign: "*", Calls: [2]string{"", "cmul"}},
	OpDiv:    {Name: "Div", Result: same, Work: 8, Sign: "/", Calls: [2]string{"", "cdiv"}},
	OpMulAdd: {Name: "MulAdd", Result: same, Work: 2},
	OpConj:   {Name: "Conj", Result: same, Work: 1, Calls: [2]string{"", "conj"}},
	OpAbs: {Name: "Abs", Result: DType.Real, Work: 4, Calls: [2]string{"abs", "cabs"},
		Go: Computing{Part: cmplx.Abs}},
	OpAbs2: {Name: "Abs2", Result: DType.Real, Work: 2, Calls: [2]string{"nd_square", "cabs2"}},
	OpPhase: {Name: "Phase", Result: DType.Real, Work: 20, Calls: [2]string{"nd_phase1", "nd_phase"},
		Go: Computing{Real: func(x float64) float64 { return math.Atan2(0, x) }, Part: cmplx.Phase}},
	OpReal:    {Name: "Real", Result: DType.Real},
	OpImag:    {Name: "Imag", Result: DType.Real},
	OpComplex: {Name: "Complex", Takes: RealNumbers, Result: DType.Complex, Calls: [2]string{"C", ""}},
	OpExp: {Name: "Exp", Result: same, Work: 20, Calls: [2]string{"exp", "cexp"},
		Go: Computing{Real: math.Exp, Complex: ComplexExp}},
	OpLog: {Name: "Log", Result: same, Work: 20, Calls: [2]string{"log", "nd_clog"},
		Go: Computing{Real: math.Log, Complex: ComplexLog}},
	OpSqrt: {Name: "Sqrt", Result: same, Work: 8, Calls: [2]string{"sqrt", "nd_csqrt"},
		Go: Computing{Complex: ComplexSqrt}},
	OpPow: {Name: "Pow", Takes: RealNumbers, Result: same, Work: 30, Calls: [2]string{"pow", ""},
		Go: Computing{Pair: math.Pow}},
	OpMinimum: {Name: "Minimum", Takes: RealNumbers, Result: same, Work: 1, Calls: [2]string{"min", ""}},
	OpMaximum: {Name: "Maximum", Takes: RealNumbers, Result: same, Work: 1, Calls: [2]string{"max", ""}},
	OpClamp:   {Name: "Clamp", Takes: RealNumbers, Result: same, Work: 2, Calls: [2]string{"clamp", ""}},
	OpLess:    {Name: "Less", Takes: RealNumbers, Result: DType.Number, Work: 1},
	OpWhere:   {Name: "Where", Result: same, Work: 1},
	OpScale:   {Name: "Mul", Result: same, Work: 2, Sign: "*"},
	OpDivide:  {Name: "Div", Result: same, Work: 4, Sign: "/"},
	OpRound:   {Name: "Cast", Takes: RealNumbers, Result: same, Work: 4},
	OpMatch:   {Name: "Match", Takes: RealNumbers, Result: same, Work: 4},
	OpTruth:   {Name: "Truth", Result: same, Work: 1},

	OpOrdinal:     {Name: "Ordinal", Takes: RealNumbers, Result: same, Work: 4},
	OpOrdinalLow:  {Name: "OrdinalLow", Takes: RealNumbers, Result: same, Work: 4},
	OpFromOrdinal: {Name: "FromOrdinal", Takes: RealNumbers, Result: same, Work: 4},
	OpBelow:       {Name: "Below", Takes: RealNumbers, Result: same, Work: 4},
}

// same is the result type of operations that keep their operands' type.
func same(d DType) DType { return d }

// Selects reports whether the results of an operation are elements of operands, or depend on their order alone.
func (op Opcode) Selects() bool {
	return op == OpMinimum || op == OpMaximum || op == OpClamp || op == OpLess || op == OpWhere || op == OpMatch
}

// textsOf returns the texts of operations for all formats, or for single precision.
func textsOf(isSingle bool) (all []string) {
	for i := range Operations {
		if text := Operations[i].Texts[Bit(isSingle)]; text != "" {
			all = append(all, text)
		}
	}
	return all
}
