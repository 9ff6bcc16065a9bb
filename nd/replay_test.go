package nd_test

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

const replayRuns = 4 // steps of each structure of TestReplayedSteps

// replaySteps is the number of structures of TestReplayedSteps on an engine.
func replaySteps(q *nd.Queue) uint64 {
	switch {
	case testcase.Long():
		return 150
	case isGPU(q):
		return 3
	}
	return 50
}

// TestReplayedSteps records steps of random operations on arrays of many types. It runs each
// structure several times, with different arrays, numbers and uploads. In some runs one array is
// two operands of the structure. The test runs the same steps on the CPU engine, without fusion of
// operations, and compares arrays and copies.
func TestReplayedSteps(t *testing.T) {
	ref := nd.NewQueue(openEngine(t, true), nd.QueueOptions{Check: true})
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for seed := range replaySteps(q) {
			for run := range replayRuns {
				x := newReplay(q, seed, run, false)
				want, got := newReplay(ref, seed, run, true).step(t), x.step(t)
				for i := range want {
					if isFar(want[i], got[i]) {
						y := newReplay(q, seed, run, false)
						y.recordAll()
						t.Fatalf("structure %d, run %d, result %d: %v, want %v\n%s", seed, run, i, got[i], want[i],
							q.Explain())
					}
				}
			}
		}
	})
}

// isFar reports whether results differ by more than rounding errors of single precision.
func isFar(want, got []complex128) bool {
	size := 1.0
	for _, x := range want {
		size = max(size, cmplx.Abs(x))
	}
	for i := range want {
		if !(cmplx.Abs(got[i]-want[i]) <= 3e-5*size) {
			return true
		}
	}
	return len(got) != len(want)
}

// A replayStep records the operations of a structure.
type replayStep struct {
	q         *nd.Queue
	r         *rand.Rand // chooses the operations; equal for all runs of a structure
	run       int
	hasDouble bool // two of the arrays have double precision
	isAlone   bool // keep every value in memory
	own       []nd.Array
	values    []nd.Array // real and complex ones
	whole     []nd.Array // values that are integers from -100 to 100
	fetched   []nd.Fetched
	isComplex []bool // whether each copy is complex
}

// side is the number of elements along both axes of the arrays.
const side = 6

// replayTypes are the types of the owned arrays. Arrays from index replayWhole on hold integers.
var replayTypes = []nd.DType{
	nd.Complex64, nd.Complex64, nd.Complex64, nd.Float32, nd.Float32, nd.Complex128, nd.Float64,
	nd.Int8, nd.Int8, nd.Int16, nd.Float16, nd.Int32,
}

const replayWhole = 7

// newReplay returns the arrays of a run of a structure.
func newReplay(q *nd.Queue, seed uint64, run int, isAlone bool) *replayStep {
	x := &replayStep{q: q, r: rand.New(rand.NewPCG(seed, 7)), run: run, isAlone: isAlone}
	x.hasDouble = seed%5 == 0
	for i, d := range replayTypes {
		if d == nd.Complex128 || d == nd.Float64 {
			if !x.hasDouble {
				d = map[nd.DType]nd.DType{nd.Complex128: nd.Complex64, nd.Float64: nd.Float32}[d]
			}
		}
		if run == replayRuns-1 && i > 0 && d == x.own[i-1].DType() && x.r.IntN(2) == 0 {
			x.own = append(x.own, x.own[i-1])
			continue
		}
		a := q.New(d, side, side).Named(fmt.Sprint("a", i))
		x.own = append(x.own, a)
		x.upload(a, i+100*run)
	}
	x.r = rand.New(rand.NewPCG(seed, 8))
	for i, a := range x.own {
		if i >= replayWhole {
			x.whole = append(x.whole, a)
		} else {
			x.values = append(x.values, a)
		}
	}
	return x
}

// upload stores numbers in an array.
func (x *replayStep) upload(a nd.Array, seed int) {
	switch n := a.Len(); a.DType() {
	case nd.Complex64:
		nd.Upload(x.q, a, numbers[complex64](n, seed))
	case nd.Complex128:
		nd.Upload(x.q, a, numbers[complex128](n, seed))
	case nd.Float32:
		nd.Upload(x.q, a, numbers[float32](n, seed))
	case nd.Float64:
		nd.Upload(x.q, a, numbers[float64](n, seed))
	case nd.Int8:
		nd.Upload(x.q, a, integersOf[int8](n, seed))
	case nd.Int16:
		nd.Upload(x.q, a, integersOf[int16](n, seed))
	case nd.Int32:
		nd.Upload(x.q, a, integersOf[int32](n, seed))
	case nd.Float16:
		nd.Upload(x.q, a, integersOf[wgfft.Half](n, seed))
	}
}

// integersOf returns n integers from -100 to 100.
func integersOf[T nd.Element](n, seed int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = of[T](complex(float64(int(100*number(i, seed))), 0))
	}
	return s
}

// step computes the step and returns the arrays and the copies.
func (x *replayStep) step(t *testing.T) (results [][]complex128) {
	t.Helper()
	defer func() {
		for _, a := range x.own {
			require.NoError(t, a.Close())
		}
	}()
	require.NoError(t, x.q.Flush(ctx))
	x.recordAll()
	require.NoError(t, x.q.Flush(ctx))
	for _, a := range x.own {
		results = append(results, download(t, x.q, a))
	}
	for i, f := range x.fetched {
		if x.isComplex[i] {
			s, err := nd.Receive[complex64](ctx, f, nil)
			require.NoError(t, err)
			results = append(results, wides(s))
			continue
		}
		s, err := nd.Receive[float32](ctx, f, nil)
		require.NoError(t, err)
		results = append(results, wides(s))
	}
	return results
}

// recordAll records the structure.
func (x *replayStep) recordAll() {
	for range 4 + x.r.IntN(26) {
		x.record()
	}
	x.store(x.own[x.r.IntN(len(x.own))])
}

// any returns a value in single precision. The value is complex if isComplex is 1, and real if
// isComplex is 0.
func (x *replayStep) any(isComplex int) nd.Array {
	a := x.values[x.r.IntN(len(x.values))]
	if x.r.IntN(8) == 0 {
		a = x.q.Mul(nd.Scalar(1./64), x.anyWhole())
	}
	a = x.single(a)
	switch {
	case isComplex == 1 && !a.DType().IsComplex():
		return x.q.Complex(a, x.q.Mul(x.number(), a))
	case isComplex == 0 && a.DType().IsComplex():
		if x.r.IntN(2) == 0 {
			return x.q.Imag(a)
		}
		return x.q.Real(a)
	}
	return a
}

// single returns a value in single precision.
func (x *replayStep) single(a nd.Array) nd.Array {
	switch a.DType() {
	case nd.Float64:
		return x.q.Cast(nd.Float32, a)
	case nd.Complex128:
		return x.q.Cast(nd.Complex64, a)
	}
	return a
}

// double returns a value in double precision.
func (x *replayStep) double(a nd.Array) nd.Array {
	if a.DType().IsComplex() {
		return x.q.Cast(nd.Complex128, a)
	}
	return x.q.Cast(nd.Float64, a)
}

// anyWhole returns a value of integers.
func (x *replayStep) anyWhole() nd.Array { return x.whole[x.r.IntN(len(x.whole))] }

// number returns a scalar that differs from run to run.
func (x *replayStep) number() nd.Array {
	return nd.Scalar(0.9 * number(x.r.IntN(1000), x.run))
}

// value adds a to the values.
func (x *replayStep) value(a nd.Array) {
	if x.isAlone {
		a = x.q.Pin(a)
	}
	x.values = append(x.values, a)
}

// axis returns an axis.
func (x *replayStep) axis() int { return x.r.IntN(2) }

// store stores a value in an array, or in a view of it.
func (x *replayStep) store(dst nd.Array) {
	q := x.q
	var src nd.Array
	switch d := dst.DType(); {
	case d != nd.Float32 && d != nd.Float64 && !d.IsComplex():
		src = x.anyWhole()
	case d.IsComplex():
		src = x.any(-1)
	default:
		src = x.any(0)
	}
	k := x.r.IntN(4)
	switch x.r.IntN(9) {
	case 0:
		dst = dst.Flip(x.axis())
	case 1:
		dst = dst.Transpose()
	case 2:
		dst, src = dst.Slice(0, k, k+3, 1), src.Slice(0, 1, 4, 1)
	case 3:
		dst, src = dst.Slice(1, k, k+1, 1), src.Slice(1, 1, 2, 1)
	case 4:
		dst, src = dst.At(0, k), src.At(1, 5-k)
	case 5:
		src = src.Slice(x.axis(), k, k+1, 1)
	}
	q.Set(dst, src)
}

// record records an operation.
func (x *replayStep) record() {
	q, half := x.q, nd.Scalar(0.5)
	switch x.r.IntN(29) {
	case 0, 1:
		x.value(q.MulAdd(x.number(), x.any(-1), q.Mul(half, x.any(-1))))
	case 2:
		x.value(q.Mul(half, q.Sub(x.any(-1), q.Mean(x.any(-1), x.axis()))))
	case 3:
		x.values = append(x.values, x.any(-1).Transpose())
	case 4:
		x.values = append(x.values, x.any(-1).Flip(x.axis()))
	case 5, 6, 7:
		axes := [][]int{{0}, {1}, nil}[x.r.IntN(3)]
		x.value(q.Transform(x.any(-1), nd.Transform{Norm: wgfft.NormOrtho, Axes: axes, Inverse: x.r.IntN(2) == 0}))
	case 8:
		size := []float64{6 + float64(x.run), 6}
		gain := nd.Grid{Type: nd.Float32, Shape: []int{side, side}, Size: size, Half: true}.K(0)
		x.value(q.IRFFT2(q.Mul(q.RFFT2(x.any(0)), q.MulAdd(x.number(), gain, half)), side))
	case 9:
		y := q.DCT(x.any(0), wgfft.DCT2)
		x.value(q.Scale(1./12, y))
	case 10, 11, 12, 13, 14:
		x.store(x.own[x.r.IntN(len(x.own))])
	case 15:
		x.value(q.Roll(x.any(-1), x.r.IntN(6), x.axis()))
	case 16:
		i := x.r.IntN(len(x.own))
		x.upload(x.own[i], 1000+100*x.run+i)
	case 17:
		a := x.any(-1)
		x.fetched, x.isComplex = append(x.fetched, q.Fetch(a)), append(x.isComplex, a.DType().IsComplex())
	case 18:
		x.wholes(q.Minimum(x.anyWhole(), x.anyWhole()))
	case 19:
		x.wholes(q.Clamp(q.Sub(x.anyWhole(), x.anyWhole()), nd.Scalar(float64(-90-x.run)), nd.Scalar(95)))
	case 20:
		x.wholes(q.Roll(x.anyWhole(), x.r.IntN(6), x.axis()))
	case 21:
		x.whole = append(x.whole, x.anyWhole().Flip(x.axis()))
	case 22:
		n := x.r.IntN(3)
		padded := q.Pad(x.any(-1), []int{n, 0}, []int{1, 0})
		x.values = append(x.values, padded.Slice(0, n/2, n/2+side, 1))
	case 23:
		x.value(q.Apply(&phase, x.any(1), x.any(0), x.number()))
	case 24:
		x.value(q.Add(q.Max(x.any(0), x.axis()), nd.Uniform(nd.Float32, uint64(x.run), side, side)))
		x.wholes(q.Max(x.anyWhole(), 0))
	case 26, 27, 28:
		x.stores()
	case 25:
		if x.hasDouble {
			y := q.FFT(q.Mul(x.number(), x.double(x.any(-1))))
			q.Set(x.own[5], q.MulAdd(y, half, x.own[5]))
			x.value(x.single(q.Scale(1./6, y)))
			return
		}
		isFirst := q.Less(nd.Iota(nd.Float32, 2, 0, side), nd.Scalar(2.5))
		x.value(q.Cast(nd.Complex64, q.Where(isFirst, x.any(1), x.any(-1))))
	}
}

// stores records a transform, and Sets that its store may compute. Other operations lie between
// them.
func (x *replayStep) stores() {
	q := x.q
	operand := x.any(1)
	if x.r.IntN(2) == 0 {
		operand = x.own[x.r.IntN(3)]
	}
	z := q.Transform(operand, nd.Transform{Norm: wgfft.NormOrtho, Axes: [][]int{{0}, {1}, nil}[x.r.IntN(3)]})
	x.values = append(x.values, z)
	for range 1 + x.r.IntN(4) {
		dst, other := x.own[x.r.IntN(3)], x.own[x.r.IntN(5)]
		switch x.r.IntN(7) {
		case 0:
			q.Set(dst, z)
		case 1:
			q.Set(dst, q.MulAdd(z, x.number(), q.Mul(nd.Scalar(0.25), dst)))
		case 2:
			q.Set(dst, q.Mul(z, other))
		case 3:
			q.Set(dst.Transpose(), q.Mul(z, other.Transpose()))
		case 4:
			q.Set(x.own[3+x.r.IntN(2)], q.Mul(q.Real(z), x.own[3+x.r.IntN(2)].Flip(0)))
		case 5:
			x.store(x.own[x.r.IntN(5)])
		case 6:
			x.value(q.Mul(other, x.number()))
		}
	}
}

// wholes adds a to the values of integers.
func (x *replayStep) wholes(a nd.Array) {
	if a.Dim(0) == 1 {
		a = x.q.Add(a, x.q.Mul(nd.Scalar(0), x.own[replayWhole]))
	}
	if x.isAlone {
		a = x.q.Pin(a)
	}
	x.whole = append(x.whole, a)
}
