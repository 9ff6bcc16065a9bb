package nd_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// An operation is an element-wise operation of up to three operands, and its definition.
type operation struct {
	name     string
	operands int
	record   func(q *nd.Queue, a, b, c nd.Array) nd.Array
	want     func(a, b, c complex128) complex128
	kind     int // onReal, onComplex or both
	isReal   bool
	positive bool // operands are positive
}

const (
	onReal    = 1
	onComplex = 2
	onAll     = 3
)

func re(x float64) complex128 { return complex(x, 0) }

var operations = []operation{
	{"Add", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Add(a, b) },
		func(a, b, _ complex128) complex128 { return a + b }, onAll, false, false},
	{"Sub", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Sub(a, b) },
		func(a, b, _ complex128) complex128 { return a - b }, onAll, false, false},
	{"Mul", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Mul(a, b) },
		func(a, b, _ complex128) complex128 { return a * b }, onAll, false, false},
	{"Div", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Div(a, b) },
		func(a, b, _ complex128) complex128 { return a / b }, onAll, false, true},
	{"MulAdd", 3, func(q *nd.Queue, a, b, c nd.Array) nd.Array { return q.MulAdd(a, b, c) },
		func(a, b, c complex128) complex128 { return a*b + c }, onAll, false, false},
	{"Scale", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Scale(-2.5, a) },
		func(a, _, _ complex128) complex128 { return -2.5 * a }, onAll, false, false},
	{"Conj", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Conj(a) },
		func(a, _, _ complex128) complex128 { return cmplx.Conj(a) }, onAll, false, false},
	{"Abs", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Abs(a) },
		func(a, _, _ complex128) complex128 { return re(cmplx.Abs(a)) }, onAll, true, false},
	{"Abs2", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Abs2(a) },
		func(a, _, _ complex128) complex128 { return a * cmplx.Conj(a) }, onAll, true, false},
	{"Phase", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Phase(a) },
		func(a, _, _ complex128) complex128 { return re(cmplx.Phase(a)) }, onAll, true, false},
	{"Real", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Real(a) },
		func(a, _, _ complex128) complex128 { return re(real(a)) }, onAll, true, false},
	{"Imag", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Imag(a) },
		func(a, _, _ complex128) complex128 { return re(imag(a)) }, onAll, true, false},
	{"Complex", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Complex(a, b) },
		func(a, b, _ complex128) complex128 { return complex(real(a), real(b)) }, onReal, false, false},
	{"Exp", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Exp(a) },
		func(a, _, _ complex128) complex128 { return cmplx.Exp(a) }, onAll, false, false},
	{"Log", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Log(a) },
		func(a, _, _ complex128) complex128 { return cmplx.Log(a) }, onAll, false, true},
	{"Sqrt", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Sqrt(a) },
		func(a, _, _ complex128) complex128 { return cmplx.Sqrt(a) }, onAll, false, true},
	{"Sqrt of any", 1, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Sqrt(a) },
		func(a, _, _ complex128) complex128 { return cmplx.Sqrt(a) }, onComplex, false, false},
	{"Pow", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Pow(a, b) },
		func(a, b, _ complex128) complex128 { return re(math.Pow(real(a), real(b))) }, onReal, true, true},
	{"Minimum", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Minimum(a, b) },
		func(a, b, _ complex128) complex128 { return re(min(real(a), real(b))) }, onReal, true, false},
	{"Maximum", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Maximum(a, b) },
		func(a, b, _ complex128) complex128 { return re(max(real(a), real(b))) }, onReal, true, false},
	{"Clamp", 3, func(q *nd.Queue, a, _, _ nd.Array) nd.Array { return q.Clamp(a, nd.Scalar(-0.25), nd.Scalar(0.5)) },
		func(a, _, _ complex128) complex128 { return re(max(-0.25, min(0.5, real(a)))) }, onReal, true, false},
	{"Less", 2, func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Less(a, b) },
		func(a, b, _ complex128) complex128 {
			if real(a) < real(b) {
				return 1
			}
			return 0
		}, onReal, true, false},
	{"Where", 3, func(q *nd.Queue, a, b, c nd.Array) nd.Array { return q.Where(q.Less(q.Real(a), nd.Scalar(0)), b, c) },
		func(a, b, c complex128) complex128 {
			if real(a) < 0 {
				return b
			}
			return c
		}, onAll, false, false},
}

// TestOperations compares every element-wise operation with its definition. It uses each element
// type, and operands that are broadcast.
func TestOperations(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testOperations[float32](t, q)
		testOperations[complex64](t, q)
		testOperations[float64](t, q)
		testOperations[complex128](t, q)
	})
}

// TestMixed combines real and complex operands.
func TestMixed(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testMixed[complex64, float32](t, q)
		if isSpare(q) {
			return
		}
		testMixed[complex128, float64](t, q)
	})
}

func testMixed[C, R nd.Element](t *testing.T, q *nd.Queue) {
	z, x := numbers[C](3000, 1), numbers[R](3000, 2)
	for i := range x {
		x[i] = of[R](wide(x[i]) + 2)
	}
	az, ax := nd.From(q, z, 3000), nd.From(q, x, 3000)
	for _, c := range []struct {
		name   string
		record func() nd.Array
		want   func(z, x complex128) complex128
	}{
		{"Mul", func() nd.Array { return q.Mul(az, ax) },
			func(z, x complex128) complex128 { return z * x }},
		{"Mul of real", func() nd.Array { return q.Mul(ax, az) },
			func(z, x complex128) complex128 { return z * x }},
		{"Div", func() nd.Array { return q.Div(az, ax) },
			func(z, x complex128) complex128 { return z / x }},
		{"Div of real", func() nd.Array { return q.Div(ax, q.Add(az, nd.Scalar(3))) },
			func(z, x complex128) complex128 { return x / (z + 3) }},
		{"MulAdd", func() nd.Array { return q.MulAdd(ax, az, ax) },
			func(z, x complex128) complex128 { return x*z + x }},
		{"MulAdd of real", func() nd.Array { return q.MulAdd(ax, ax, az) },
			func(z, x complex128) complex128 { return x*x + z }},
		{"number", func() nd.Array { return q.Mul(ax, nd.ComplexScalar(2i)) },
			func(z, x complex128) complex128 { return 2i * x }},
	} {
		want := make([]complex128, len(z))
		for i := range want {
			want[i] = c.want(wide(z[i]), wide(x[i]))
		}
		requireClose(t, want, download(t, q, c.record()), 8*spacing(t, q, ax.DType()), c.name)
	}
}

func testOperations[T nd.Element](t *testing.T, q *nd.Queue) {
	const rows, columns = 37, 61 // more than one block
	shapes := [3][]int{{rows, columns}, {rows, 1}, {1, columns}}
	for _, o := range operations {
		var element T
		if _, isDouble := any(element).(complex128); isSpare(q) && isDouble && o.name != "Div" && o.name != "Exp" {
			continue
		}
		if _, isDouble := any(element).(float64); isSpare(q) && isDouble && o.name != "Pow" {
			continue
		}
		data := [3][]T{}
		var arrays [3]nd.Array
		for i, s := range shapes {
			data[i] = numbers[T](s[0]*s[1], i)
			if o.positive {
				for j, x := range data[i] {
					data[i][j] = of[T](complex(math.Abs(real(wide(x)))+0.1, imag(wide(x))))
				}
			}
			arrays[i] = nd.From(q, data[i], s...)
		}
		d := arrays[0].DType()
		tol := 8 * spacing(t, q, d)
		if isGPU(q) && isSingle(d) && (o.name == "Phase" || o.name == "Log" || o.name == "Pow") {
			tol = 2e-5 // WGSL allows more: atan2 may be off by 4096 units in the last place
		}
		if !d.IsComplex() && o.kind&onReal == 0 || d.IsComplex() && o.kind&onComplex == 0 {
			continue
		}
		got := o.record(q, arrays[0], arrays[1], arrays[2])
		want := make([]complex128, rows*columns)
		for i := range want {
			want[i] = o.want(wide(data[0][i]), wide(data[1][i/columns]), wide(data[2][i%columns]))
		}
		require.Equal(t, o.isReal || !d.IsComplex() && o.name != "Complex", !got.DType().IsComplex(), o.name)
		require.Equal(t, []int{rows, columns}, got.Shape(), o.name)
		isSame := got.DType() == d
		requireClose(t, want, download(t, q, got), tol, o.name+" of "+d.String())
		if isSame && (d == nd.Float32 || !isGPU(q)) && (!isSpare(q) || o.name == "MulAdd") {
			testInPlace(t, q, o, wholes(data, columns), want, tol)
		}
		for _, a := range arrays {
			require.NoError(t, a.Close())
		}
	}
}

// wholes repeats the operands of testOperations to the shape of the result.
func wholes[T nd.Element](data [3][]T, columns int) (all [3][]T) {
	for i := range data[0] {
		for k, j := range []int{i, i / columns, i % columns} {
			all[k] = append(all[k], data[k][j])
		}
	}
	return all
}

// testInPlace stores the result of an operation in each of its operands.
func testInPlace[T nd.Element](t *testing.T, q *nd.Queue, o operation, data [3][]T, want []complex128, tol float64) {
	t.Helper()
	for i := range o.operands {
		var arrays [3]nd.Array
		for k := range arrays {
			arrays[k] = nd.From(q, data[k], len(data[k]))
		}
		q.Set(arrays[i], o.record(q, arrays[0], arrays[1], arrays[2]))
		requireClose(t, want, download(t, q, arrays[i]), tol, fmt.Sprint(o.name, " in operand ", i))
		for _, a := range arrays {
			require.NoError(t, a.Close())
		}
	}
}
