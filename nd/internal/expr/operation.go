package expr

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

// Operation describes an element-wise operation.
type Operation struct {
	Name   string
	Takes  Domain
	Result func(calc DType) DType // the type of the result
	Work   int                    // an estimate of its instructions
}

// Operations describes the element-wise operations.
var Operations = map[Opcode]Operation{
	OpCast:    {"Cast", AnyNumbers, same, 1},
	OpAdd:     {"Add", AnyNumbers, same, 1},
	OpSub:     {"Sub", AnyNumbers, same, 1},
	OpMul:     {"Mul", AnyNumbers, same, 2},
	OpDiv:     {"Div", AnyNumbers, same, 8},
	OpMulAdd:  {"MulAdd", AnyNumbers, same, 2},
	OpConj:    {"Conj", AnyNumbers, same, 1},
	OpAbs:     {"Abs", AnyNumbers, DType.Real, 4},
	OpAbs2:    {"Abs2", AnyNumbers, DType.Real, 2},
	OpPhase:   {"Phase", AnyNumbers, DType.Real, 20},
	OpReal:    {"Real", AnyNumbers, DType.Real, 0},
	OpImag:    {"Imag", AnyNumbers, DType.Real, 0},
	OpComplex: {"Complex", RealNumbers, DType.Complex, 0},
	OpExp:     {"Exp", AnyNumbers, same, 20},
	OpLog:     {"Log", AnyNumbers, same, 20},
	OpSqrt:    {"Sqrt", AnyNumbers, same, 8},
	OpPow:     {"Pow", RealNumbers, same, 30},
	OpMinimum: {"Minimum", RealNumbers, same, 1},
	OpMaximum: {"Maximum", RealNumbers, same, 1},
	OpClamp:   {"Clamp", RealNumbers, same, 2},
	OpLess:    {"Less", RealNumbers, DType.Number, 1},
	OpWhere:   {"Where", AnyNumbers, same, 1},
	OpScale:   {"Mul", AnyNumbers, same, 2},
	OpDivide:  {"Div", AnyNumbers, same, 4},
	OpRound:   {"Cast", RealNumbers, same, 4},
	OpMatch:   {"Match", RealNumbers, same, 4},
	OpTruth:   {"Truth", AnyNumbers, same, 1},

	OpOrdinal:     {"Ordinal", RealNumbers, same, 4},
	OpOrdinalLow:  {"OrdinalLow", RealNumbers, same, 4},
	OpFromOrdinal: {"FromOrdinal", RealNumbers, same, 4},
	OpBelow:       {"Below", RealNumbers, same, 4},
}

// same is the result type of operations that keep their operands' type.
func same(d DType) DType { return d }

// Selects reports whether the results of an operation are elements of operands, or depend on their order alone.
func (op Opcode) Selects() bool {
	return op == OpMinimum || op == OpMaximum || op == OpClamp || op == OpLess || op == OpWhere || op == OpMatch
}
