package nd

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"wgfft/nd/internal/expr"
)

// MaxArgs is the largest number of operands of a Func.
const MaxArgs = 8

// A Func is a function of elements, for [Queue.Apply].
//
//	var kick = nd.Func{
//		WGSL: `fn kick(psi: C, v: R, dt: R) -> C { return cmul(psi, cis(-dt * v)); }`,
//		Go:   func(psi complex128, v, dt float64) complex128 { return psi * cmplx.Rect(1, -dt*v) },
//	}
//
// WGSL is one function in the language of WebGPU, with its name and its types. Type R is a real
// number. Type C is a complex number with real part x and imaginary part y. Both have the precision
// of the arrays. The function may use let, var, if, for, return, arithmetic, and the functions abs,
// atan, atan2, ceil, clamp, cos, exp, floor, fma, log, max, min, pow, round, select, sign, sin,
// sqrt, tan, tanh, cmul, cdiv, conj, cabs, cabs2, cexp and cis. A for has a constant number of
// rounds, such as for (var k = 0; k < 9; k += 1) { ... }, where k is an R. Its body does not return.
// Other loops, pointers, indexing, other functions, names that begin with nd_, more than 63 ifs that
// return, and more than 2000 operations in all rounds are errors. The parameters
// are the elements of the operands at the index that is computed. A function that needs the index
// takes it as a parameter, from [Iota].
//
// Go is the same function for the CPU engine. It takes and returns float64 for R and complex128 for
// C, in either precision of the arrays. A function of more than four operands is a func(x Args)
// complex128. If Go is nil, the CPU engine refuses the function with ErrFunc. A panic in Go is an
// error of the step. Go must not use the engine, its queues or its arrays, because they wait for the step.
//
// A Func is checked at its first use, and must not be changed or copied afterwards. [CheckFunc]
// compares both sides.
type Func struct {
	WGSL string
	Go   any

	once  sync.Once
	inner expr.Func
	err   error
}

// Args are the operands of a Func with more than four.
type Args struct{ x []complex128 }

// R returns operand i, which is real.
func (a Args) R(i int) float64 { return real(a.x[i]) }

// C returns operand i, which is complex.
func (a Args) C(i int) complex128 { return a.x[i] }

// funcs is the number of functions that were checked.
var funcs atomic.Uint64

// prepare checks a function at its first use.
func (f *Func) prepare() error {
	f.once.Do(func() { f.inner, f.err = f.check() })
	return f.err
}

// check parses the text, compares the types of both sides, and numbers the function.
func (f *Func) check() (expr.Func, error) {
	p, err := expr.Parse(f.WGSL, false)
	if err != nil {
		return expr.Func{}, fmt.Errorf("%w: %w", ErrFunc, err)
	}
	if len(p.Params) < 1 || len(p.Params) > MaxArgs {
		return expr.Func{}, fmt.Errorf("%w: %d parameters, want 1 to %d", ErrFunc, len(p.Params), MaxArgs)
	}
	inner := expr.Func{ID: funcs.Add(1), Text: f.WGSL, Function: p}
	switch g := f.Go.(type) {
	case nil:
		return inner, nil
	case func(Args) complex128:
		inner.Call = func(x []complex128) complex128 { return g(Args{x}) }
		return inner, nil
	}
	if want, got := p.Signature(), reflect.TypeOf(f.Go).String(); want != got {
		return inner, fmt.Errorf("%w: Go is a %s, want a %s", ErrFunc, got, want)
	}
	if reflect.ValueOf(f.Go).IsNil() {
		return inner, fmt.Errorf("%w: Go is a nil %s", ErrFunc, p.Signature())
	}
	if inner.Call = expr.Adapt(f.Go); inner.Call == nil {
		return inner, fmt.Errorf("%w: Go must be a func(nd.Args) complex128 for more than four operands", ErrFunc)
	}
	return inner, nil
}

// name returns the name of the function in its text.
func (f *Func) name() string {
	if f.inner.Function == nil {
		return "Apply"
	}
	return f.inner.Name
}

// Apply returns f of the elements of its operands. Their shapes combine as in Add. A real operand
// may be passed for a parameter of type C.
func (q *Queue) Apply(f *Func, args ...Array) Array {
	if f == nil {
		return q.fail("Apply", fmt.Errorf("%w: f is nil", ErrFunc), args...)
	}
	if err := f.prepare(); err != nil {
		return q.fail(f.name(), err, args...)
	}
	if len(args) != len(f.inner.Params) {
		err := fmt.Errorf("%w: %d operands, want %d", ErrFunc, len(args), len(f.inner.Params))
		return q.fail(f.name(), err, args...)
	}
	n, r := q.begin(f.name(), kindElement, args...)
	if n == nil {
		return r
	}
	if err := n.apply(&f.inner); err != nil {
		return q.fail(f.name(), err, args...)
	}
	return r
}

// apply sets the type, the extent and the work of a node of Apply.
func (n *node) apply(f *expr.Func) error {
	if f.Call == nil && !n.q.on.m.HasText() {
		return fmt.Errorf("%w: it has no Go function, which the CPU engine needs", ErrFunc)
	}
	for i, a := range n.args {
		if a.n.dtype.IsComplex() && f.Params[i] == expr.TypeR {
			return fmt.Errorf("%w: operand %d is complex, want R", ErrType, i+1)
		}
	}
	calc, err := combined(n.args)
	if err == nil {
		err = n.q.checkScalars(calc, n.args)
	}
	if err == nil {
		err = n.spread()
	}
	n.dtype = calc.Real()
	if f.Result == expr.TypeC {
		n.dtype = calc.Complex()
	}
	n.work = elementwise{code: expr.OpApply, calc: calc, f: f}
	n.plan.estimate(n, 2*f.Work)
	return err
}
