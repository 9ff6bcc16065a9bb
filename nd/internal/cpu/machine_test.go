package cpu

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// memoryOf returns memory with numbers.
func memoryOf(x ...float64) *expr.Memory {
	return &expr.Memory{Type: expr.Float64, Count: len(x), Host: expr.Block{F64: x}}
}

// open returns a machine of a queue on host memory.
func open(t *testing.T) *Machine {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return NewHost(eng)
}

// chain returns the kernel of sqrt(x x + y y) s - 3 for each of n elements.
func chain(n int, x, y, dst *expr.Memory) *expr.Kernel {
	e := expr.Extent{Rank: 1, Shape: [expr.MaxRank]int{n}}
	instr := func(op expr.Opcode, number int, args ...int) expr.Instruction {
		return expr.Instruction{Op: op, Type: expr.Float64, Calc: expr.Float64, Number: number, Args: args}
	}
	return &expr.Kernel{
		Extent: e, Loads: []expr.Load{expr.RowMajor(e, x), expr.RowMajor(e, y)}, Dst: expr.RowMajor(e, dst),
		Params: []complex128{0.7, 3},
		Code: []expr.Instruction{
			instr(expr.OpLoad, 0), instr(expr.OpLoad, 1), instr(expr.OpMul, 0, 0, 0), instr(expr.OpMul, 0, 1, 1),
			instr(expr.OpAdd, 0, 2, 3), instr(expr.OpSqrt, 0, 4), instr(expr.OpParam, 0), instr(expr.OpMul, 0, 5, 6),
			instr(expr.OpParam, 1), instr(expr.OpSub, 0, 7, 8),
		},
	}
}

// TestMerge computes a kernel before and after its instructions are merged. The results are the same, bit by bit.
func TestMerge(t *testing.T) {
	const n = 3*blockLen + 5
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = math.Sin(float64(i)), 1/float64(i+1)
	}
	m := open(t)
	plain, merged := memoryOf(make([]float64, n)...), memoryOf(make([]float64, n)...)
	k := chain(n, memoryOf(x...), memoryOf(y...), plain)
	require.NoError(t, m.Compute(t.Context(), k))
	before := len(k.Code)
	m.Merge(k)
	require.Less(t, len(k.Code), before)
	k.Dst.Memory = merged
	require.NoError(t, m.Compute(t.Context(), k))
	require.Equal(t, plain.Host.F64, merged.Host.F64)
	require.InDelta(t, math.Hypot(x[7], y[7])*0.7-3, plain.Host.F64[7], 1e-15)
}

// TestViews computes elements that lie in another order in memory, and elements outside of the operand of Pad.
func TestViews(t *testing.T) {
	m := open(t)
	src, dst := memoryOf(1, 2, 3, 4, 5, 6), memoryOf(make([]float64, 15)...)
	e := expr.Extent{Rank: 2, Shape: [expr.MaxRank]int{3, 5}}
	l := expr.Load{Memory: src, Stride: [expr.MaxRank]int{1, 3}, Shift: &expr.Shift{}} // the transpose of 2 x 3
	l.Shift.Axes[1].By, l.Shift.Axes[1].N = 2, 2                                       // zeros around its 2 columns
	k := &expr.Kernel{Extent: e, Loads: []expr.Load{l}, Dst: expr.RowMajor(e, dst),
		Code: []expr.Instruction{{Op: expr.OpLoad, Type: expr.Float64}}}
	require.NoError(t, m.Compute(t.Context(), k))
	require.Equal(t, []float64{0, 0, 1, 4, 0, 0, 0, 2, 5, 0, 0, 0, 3, 6, 0}, dst.Host.F64)
}

// TestReduce reduces along the first axis.
func TestReduce(t *testing.T) {
	m := open(t)
	src, dst := memoryOf(1, 2, 3, 4, 5, -6), memoryOf(0, 0, 0)
	e := expr.Extent{Rank: 2, Shape: [expr.MaxRank]int{2, 3}}
	for kind, want := range map[expr.FoldKind][]float64{
		expr.FoldSum: {5, 7, -3}, expr.FoldMin: {1, 2, -6}, expr.FoldMax: {4, 5, 3},
	} {
		f := &expr.Fold{Kind: kind, Axes: [expr.MaxRank]bool{true}}
		k := &expr.Kernel{Extent: e, Loads: []expr.Load{expr.RowMajor(e, src)}, Dst: f.Target(e, dst),
			Code: []expr.Instruction{{Op: expr.OpLoad, Type: expr.Float64}}}
		require.NoError(t, m.Reduce(t.Context(), k, f, nil))
		require.Equal(t, want, dst.Host.F64, kind)
	}
}

// TestPanic computes a function of the program that panics.
func TestPanic(t *testing.T) {
	m := open(t)
	x, dst := memoryOf(1, 2), memoryOf(0, 0)
	k := chain(2, x, x, dst)
	apply := expr.Instruction{Op: expr.OpApply, Type: expr.Float64, Calc: expr.Float64, Args: []int{0}}
	apply.Func = &expr.Func{Call: func([]complex128) complex128 { panic("no") }}
	k.Code = append(k.Code[:1], apply)
	require.ErrorIs(t, m.Compute(t.Context(), k), ErrPanic)
	k.Code[1].Func.Call = func(x []complex128) complex128 { return 2 * x[0] }
	require.NoError(t, m.Compute(t.Context(), k))
	require.Equal(t, []float64{2, 4}, dst.Host.F64)
}

// TestInOrder computes a step at once as long as the program has no buffers of arrays, and in the order of the device
// then.
func TestInOrder(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer eng.Close()
	dev, err := eng.Device()
	require.NoError(t, err)
	m := New(eng, dev, &sync.Mutex{})
	var orders []bool
	step := func(isOrdered bool) error { orders = append(orders, isOrdered); return nil }
	require.NoError(t, m.InOrder(context.Background(), step))
	m.Expose()
	require.True(t, m.IsExposed())
	require.NoError(t, m.InOrder(context.Background(), step))
	require.Equal(t, []bool{false, true}, orders)
	failed := errors.New("failed")
	require.ErrorIs(t, m.InOrder(context.Background(), func(bool) error { return failed }), failed)
}
