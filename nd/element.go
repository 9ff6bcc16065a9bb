package nd

import (
	"fmt"
	"math"

	"wgfft/nd/internal/expr"
)

// combined returns the type in which an operation of several operands computes. Numbers of Scalar
// take the precision of the other operands. Real operands become complex if another operand is
// complex. Operands of a storage type have double precision if another operand has it, and single
// precision otherwise.
func combined(args []operand) (expr.DType, error) {
	isDouble, isSingle, isComplex, isStorage := false, false, false, false
	for _, a := range args {
		d := a.n.dtype
		isComplex = isComplex || d.IsComplex()
		isDouble = isDouble || d.IsDouble()
		isSingle = isSingle || d.IsSingle()
		isStorage = isStorage || d.IsStorage()
	}
	d := expr.WeakReal
	switch {
	case isSingle && isDouble:
		return 0, fmt.Errorf("%w: operands of single and of double precision; use Cast", ErrType)
	case isDouble:
		d = expr.Float64
	case isSingle, isStorage:
		d = expr.Float32
	}
	if isComplex {
		d = d.Complex()
	}
	return d, nil
}

// element records an element-wise operation.
func (q *Queue) element(code expr.Opcode, args ...Array) Array {
	return q.elementOf(expr.Operations[code].Name, code, args...)
}

// elementOf is element for an operation whose errors name op.
func (q *Queue) elementOf(op string, code expr.Opcode, args ...Array) Array {
	info := expr.Operations[code]
	n, r := q.begin(op, kindElement, args...)
	if n == nil {
		return r
	}
	calc, err := calcOf(code, n.args)
	if err == nil {
		err = q.checkScalars(calc, n.args)
	}
	if err == nil && info.Takes == expr.RealNumbers && calc.IsComplex() {
		err = fmt.Errorf("%w: complex operand; use Real, Imag or Abs", ErrType)
	}
	if err == nil {
		err = n.spread()
	}
	if err != nil {
		return q.fail(op, err, args...)
	}
	n.op, n.work = info.Name, elementwise{code: code, calc: calc}
	n.dtype = info.Result(calc)
	n.plan.estimate(n, info.Work)
	return r
}

// spread sets the extent of an operation to the combined extents of its operands.
func (n *node) spread() (err error) {
	for _, a := range n.args {
		if n.Extent, err = broadcast(n.Extent, a.n.Extent); err != nil {
			return err
		}
	}
	return nil
}

// Scalar returns a number as an array of rank 0. It takes the precision of the other operands. It
// belongs to no queue and no step, and allocates nothing. Its value is a parameter of kernels, so a
// new value needs no new kernel.
func Scalar(x float64) Array { return Array{n: &scalar, num: complex(x, 0)} }

// ComplexScalar returns a complex number as an array of rank 0. See [Scalar].
func ComplexScalar(x complex128) Array { return Array{n: &complexScalar, num: x} }

// Add returns a + b.
func (q *Queue) Add(a, b Array) Array { return q.element(expr.OpAdd, a, b) }

// Sub returns a - b.
func (q *Queue) Sub(a, b Array) Array { return q.element(expr.OpSub, a, b) }

// Mul returns a b, element by element.
func (q *Queue) Mul(a, b Array) Array { return q.element(expr.OpMul, a, b) }

// Div returns a / b.
func (q *Queue) Div(a, b Array) Array { return q.element(expr.OpDiv, a, b) }

// MulAdd returns a b + c.
func (q *Queue) MulAdd(a, b, c Array) Array { return q.element(expr.OpMulAdd, a, b, c) }

// Scale returns s a.
func (q *Queue) Scale(s float64, a Array) Array { return q.element(expr.OpMul, Scalar(s), a) }

// Neg returns -a.
func (q *Queue) Neg(a Array) Array { return q.element(expr.OpMul, Scalar(-1), a) }

// Conj returns the complex conjugates.
func (q *Queue) Conj(a Array) Array { return q.element(expr.OpConj, a) }

// Abs returns the absolute values, which are real.
func (q *Queue) Abs(a Array) Array { return q.element(expr.OpAbs, a) }

// Abs2 returns the squares of the absolute values, which are real.
func (q *Queue) Abs2(a Array) Array { return q.element(expr.OpAbs2, a) }

// Phase returns the angles, from -pi to pi, which are real.
func (q *Queue) Phase(a Array) Array { return q.element(expr.OpPhase, a) }

// Real returns the real parts.
func (q *Queue) Real(a Array) Array { return q.element(expr.OpReal, a) }

// Imag returns the imaginary parts.
func (q *Queue) Imag(a Array) Array { return q.element(expr.OpImag, a) }

// Complex returns re + i im. Both operands are real.
func (q *Queue) Complex(re, im Array) Array { return q.element(expr.OpComplex, re, im) }

// Exp returns e to the power of a.
func (q *Queue) Exp(a Array) Array { return q.element(expr.OpExp, a) }

// Log returns the natural logarithms. For complex elements it returns the principal values.
func (q *Queue) Log(a Array) Array { return q.element(expr.OpLog, a) }

// Sqrt returns the square roots. For complex elements it returns the principal values.
func (q *Queue) Sqrt(a Array) Array { return q.element(expr.OpSqrt, a) }

// Pow returns a to the power of b. Both operands are real. If b is a Scalar of 2, 3 or 4, Pow multiplies.
func (q *Queue) Pow(a, b Array) Array {
	if b.n == &scalar && a.n != nil && a.n != &wrong && !a.dtype().IsWeak() && !a.dtype().IsComplex() {
		switch b.num {
		case 2:
			return q.Mul(a, a)
		case 3:
			return q.Mul(q.Mul(a, a), a)
		case 4:
			square := q.Mul(a, a)
			return q.Mul(square, square)
		}
	}
	return q.element(expr.OpPow, a, b)
}

// Minimum returns the smaller of a and b, which are real. It is NaN if one of them is NaN. It compares integers
// of type Int32 as integers, and the result then has type Int32. The other operands are integers of any type, or
// scalars that are whole numbers of 32 bits. With other operands, integers are converted to their type, which
// rounds magnitudes above 2^24 in single precision. The same holds for Maximum, Clamp, Less, and both choices of
// Where.
func (q *Queue) Minimum(a, b Array) Array { return q.element(expr.OpMinimum, a, b) }

// Maximum returns the larger of a and b, which are real. It is NaN if one of them is NaN.
func (q *Queue) Maximum(a, b Array) Array { return q.element(expr.OpMaximum, a, b) }

// Clamp returns a, limited to the range from lo to hi. All operands are real. It is NaN if one of them is NaN, and hi
// if lo > hi.
func (q *Queue) Clamp(a, lo, hi Array) Array { return q.element(expr.OpClamp, a, lo, hi) }

// Less returns 1 where a < b, and 0 elsewhere. Both operands are real. It compares integers as [Queue.Minimum]
// does.
func (q *Queue) Less(a, b Array) Array { return q.element(expr.OpLess, a, b) }

// Where returns a where cond is not zero, and b elsewhere. NaN is not zero. The type of cond has no effect on
// the type of the result, unless a and b are scalars. Integers are chosen as in [Queue.Minimum].
func (q *Queue) Where(cond, a, b Array) Array { return q.element(expr.OpWhere, cond, a, b) }

// checkScalars returns an error for a scalar that numbers of type d do not hold.
func (q *Queue) checkScalars(d expr.DType, args []operand) error {
	if !q.on.concrete(d).IsSingle() {
		return nil
	}
	for _, a := range args {
		most := max(math.Abs(real(a.num)), math.Abs(imag(a.num)))
		if math.IsInf(float64(float32(most)), 1) && !math.IsInf(most, 1) {
			return fmt.Errorf("%w: scalar %g: single precision holds magnitudes up to %.3g; Cast the other operands "+
				"to double precision", ErrType, a.value(), math.MaxFloat32)
		}
	}
	return nil
}

// value returns the value of a scalar, as a real number if it has that type.
func (a *operand) value() any {
	if a.n.dtype == expr.WeakReal {
		return real(a.num)
	}
	return a.num
}

// Cast returns a with elements of type d. d may have another precision, be complex, or be a storage
// type. Cast does not convert complex numbers to real ones: see [Queue.Real] and [Queue.Abs].
//
// For a storage type, Cast rounds each number to the nearest one that the type holds, ties to even.
// It rounds to single precision first, unless d is Int32. Integers are limited to the range of the
// type. Numbers beyond the range of Float16 and Bfloat16 become infinite. The integer for NaN is
// not defined.
func (q *Queue) Cast(d DType, a Array) Array { return q.cast(d.inner(), a) }

// cast is Cast.
func (q *Queue) cast(d expr.DType, a Array) Array {
	n, r := q.begin("Cast", kindElement, a)
	if n == nil {
		return r
	}
	if !d.IsValid() || a.n.dtype.IsComplex() && !d.IsComplex() {
		return q.fail("Cast", fmt.Errorf("%w: %v to %v", ErrType, a.n.dtype, d), a)
	}
	if err := q.checkScalars(d, n.args); err != nil {
		return q.fail("Cast", err, a)
	}
	n.Extent, n.dtype, n.work = a.n.Extent, d, elementwise{code: expr.OpCast, calc: d}
	n.plan.estimate(n, 1)
	return r
}

// Pin returns v as a temporary that is computed once and kept in memory while the step needs it. It
// is for tuning. Results are the same up to rounding.
func (q *Queue) Pin(v Array) Array { return q.pin("Pin", v) }

// Copy returns the elements of v as a temporary in row-major order without gaps, for [Array.Reshape].
func (q *Queue) Copy(v Array) Array { return q.pin("Copy", v) }

// pin records a copy of v in memory.
func (q *Queue) pin(op string, v Array) Array {
	n, r := q.begin(op, kindElement, v)
	if n == nil {
		return r
	}
	if err := q.checkScalars(v.n.dtype, n.args); err != nil {
		return q.fail(op, err, v)
	}
	n.Extent, n.dtype, n.work = v.n.Extent, v.n.dtype, elementwise{code: expr.OpCast, calc: v.n.dtype}
	n.plan.hold("pinned")
	return r
}

// inMemory keeps the elements of a in memory for an operation that reads them several times. A GPU may round the
// same expression differently in two kernels.
func (q *Queue) inMemory(op string, a Array) Array {
	switch {
	case q.isClosed() || q.checkOne(a) != nil: // op reports the error
	case a.n.kind == kindSource:
		return q.Copy(a)
	case a.n.kind == kindElement && !a.n.plan.inMemory:
		a.n.plan.hold("read several times by " + op)
	}
	return a
}
