package nd_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
	"wgfft/plan"
)

// TestExactPrograms runs random steps whose results need no rounding, so both engines and all kernels must compute them
// exactly. The arrays have all element types, infinities and NaN. Steps use two queues in turn. They end with Flush or
// Encode, and some arrays lie in buffers of the program. Each program runs twice, the second time with all temporaries
// in memory.
func TestExactPrograms(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		other := nd.NewQueue(q.Engine())
		defer other.Close()
		for _, seed := range seeds(q, 8) {
			for _, isPinned := range []bool{false, true} {
				runExact(t, [2]*nd.Queue{q, other}, seed, isPinned)
			}
		}
	})
}

// An exactRun is the state of a program with exact results.
type exactRun struct {
	isRounded bool // an operation of the current result rounds
}

// allTypes are the element types of arrays.
var allTypes = []nd.DType{nd.Float32, nd.Float64, nd.Complex64, nd.Complex128, nd.Uint8, nd.Int8, nd.Uint16, nd.Int16,
	nd.Int32, nd.Float16, nd.Bfloat16}

func isDouble(d nd.DType) bool  { return d == nd.Float64 || d == nd.Complex128 }
func isInteger(d nd.DType) bool { return d >= nd.Uint8 && d <= nd.Int32 }

// isFloat32 reports whether float32 holds a number.
func isFloat32(x float64) bool { return float64(float32(x)) == x || math.IsNaN(x) }

func isFinite(z complex128) bool { x := real(z) - real(z) + imag(z) - imag(z); return x == 0 }

// accepts reports whether a result of type d was computed without rounding. float32 holds its numbers, or int32 if
// d is Int32. Complex numbers are finite, and numbers of double precision are not infinite.
func (e *exactRun) accepts(d nd.DType, want *dense) bool {
	isBad := e.isRounded
	e.isRounded = false
	for _, z := range want.elements {
		x := real(z)
		isBad = isBad || d.IsComplex() && !isFinite(z) || isDouble(d) && math.IsInf(x, 0)
		if d != nd.Int32 {
			isBad = isBad || !isFloat32(x) || !isFloat32(imag(z)) || math.Abs(x) > 0x1p30 && !math.IsInf(x, 0) ||
				math.Abs(x) < 0x1p-30 && x != 0
		}
	}
	return !isBad
}

// exactly returns x and notes whether float32 does not hold it.
func (e *exactRun) exactly(x float64) float64 {
	e.isRounded = e.isRounded || !isFloat32(x)
	return x
}

// stored returns a number as an array of type d holds it.
func (e *exactRun) stored(d nd.DType, z complex128) complex128 {
	x := real(z)
	if isInteger(d) || d == nd.Float16 || d == nd.Bfloat16 {
		e.isRounded = e.isRounded || isInteger(d) && math.IsNaN(x) // not defined
		for _, s := range storageTypes {
			if s.d == d && d != nd.Int32 {
				return re(s.round(float32(x)))
			}
		}
		return re(min(max(math.RoundToEven(x), math.MinInt32), math.MaxInt32))
	}
	e.exactly(x)
	e.exactly(imag(z))
	return z
}

// newExact returns an array of type d of the program. Some arrays of two types lie in buffers of the program.
func (p *program) newExact(t *testing.T, d nd.DType, shape []int) {
	n := plan.Product(shape)
	want := &dense{shape: shape, isReal: !d.IsComplex()}
	special := []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)}
	part := func() float64 {
		switch k := p.rand.IntN(24); {
		case k == 0 && (d == nd.Float32 || d == nd.Float16 || d == nd.Bfloat16):
			return special[p.rand.IntN(len(special))]
		case k == 0 && d == nd.Float64:
			return math.NaN()
		case k < 3 && d == nd.Int32:
			return float64(int32(p.rand.Uint32()))
		case k == 3:
			return 0
		}
		return float64(p.rand.IntN(33)-16) / 2
	}
	for range n {
		z := complex(part(), 0)
		if d.IsComplex() {
			z = complex(real(z), part())
		}
		want.elements = append(want.elements, p.exact.stored(d, z))
	}
	var a nd.Array
	if k := p.rand.IntN(2); k == 0 && (d == nd.Float32 || d == nd.Complex64) {
		b, err := p.q.Engine().NewBuffer(n)
		require.NoError(t, err)
		t.Cleanup(func() { _ = b.Close() })
		a = p.q.Adopt(wgfft.Region{Buffer: b}, d, shape...)
	} else {
		a = p.q.New(d, shape...)
	}
	p.upload(a, want)
	p.exact.isRounded = false
	p.owned = append(p.owned, pair{a, want})
}

// upload stores elements in an array.
func (p *program) upload(a nd.Array, want *dense) {
	switch a.DType() {
	case nd.Float32:
		uploadOf[float32](p.q, a, want)
	case nd.Float64:
		uploadOf[float64](p.q, a, want)
	case nd.Complex64:
		uploadOf[complex64](p.q, a, want)
	case nd.Complex128:
		uploadOf[complex128](p.q, a, want)
	case nd.Uint8:
		uploadOf[uint8](p.q, a, want)
	case nd.Int8:
		uploadOf[int8](p.q, a, want)
	case nd.Uint16:
		uploadOf[uint16](p.q, a, want)
	case nd.Int16:
		uploadOf[int16](p.q, a, want)
	case nd.Int32:
		uploadOf[int32](p.q, a, want)
	case nd.Float16:
		uploadOf[wgfft.Half](p.q, a, want)
	case nd.Bfloat16:
		uploadOf[wgfft.Bfloat](p.q, a, want)
	}
}

func uploadOf[T nd.Element](q *nd.Queue, a nd.Array, want *dense) {
	data := make([]T, len(want.elements))
	for i, z := range want.elements {
		data[i] = of[T](z)
	}
	nd.Upload(q, a, data)
}

// runExact runs four steps, and compares all arrays after each of them.
func runExact(t *testing.T, queues [2]*nd.Queue, seed uint64, isPinned bool) {
	t.Helper()
	p := &program{q: queues[0], rand: rand.New(rand.NewPCG(seed, 2)), isPinned: isPinned, exact: &exactRun{}}
	size := programSizes[seed%uint64(len(programSizes))]
	h, w := size[0], size[1]
	shapes := [][]int{{h, w}, {h, w}, {w, h}, {1, w}, {h, w}, {h, 1}}
	for i, k := range p.rand.Perm(len(allTypes))[:8] {
		p.newExact(t, allTypes[k], shapes[i%len(shapes)])
	}
	require.NoError(t, p.q.Flush(ctx))
	for step := range 4 {
		p.q = queues[step%2]
		p.values, p.text = nil, nil
		isEncoded := p.rand.IntN(3) == 0
		if !isEncoded && p.rand.IntN(2) == 0 {
			o := &p.owned[p.rand.IntN(len(p.owned))]
			p.upload(o.array, o.want)
		}
		for range 4 + p.rand.IntN(12) {
			p.exactOperation()
		}
		for range 3 {
			p.exactSet()
		}
		kept := len(p.owned)
		for _, v := range p.values[max(0, len(p.values)-3):] {
			p.owned = append(p.owned, pair{p.q.Keep(v.array), v.want})
		}
		explained := p.q.Explain()
		if isEncoded {
			enc := encoderOf(t, p.q)
			require.NoError(t, p.q.Encode(enc))
			_, err := enc.Submit()
			require.NoError(t, err)
		}
		for i, o := range p.owned {
			got := download(t, p.q, o.array)
			for k, want := range o.want.elements {
				if x := got[k]; x != want && !(isNaN(x) && isNaN(want)) {
					require.Failf(t, "wrong element",
						"%v, seed %d, step %d, pinned %v: element %d of %d is %v, want %v\n%s\n%s", o.array, seed, step,
						isPinned, k, i, x, want, strings.Join(p.text, "\n"), explained)
				}
			}
			if i >= kept {
				require.NoError(t, o.array.Close())
			}
		}
		p.owned = p.owned[:kept]
	}
	for _, o := range p.owned {
		require.NoError(t, o.array.Close())
	}
}

func isNaN(z complex128) bool { return real(z) != real(z) }

// exactOperation records an operation or a Set.
func (p *program) exactOperation() {
	switch p.rand.IntN(9) {
	case 0:
		p.exactSet()
	case 1:
		p.exactFunction()
	case 2, 3:
		p.exactChoice()
	case 4:
		p.move()
	case 5:
		p.exactReduction()
	case 6:
		p.exactCast()
	default:
		p.exactArithmetic()
	}
}

// cast returns v with elements of type d. It reports false if the result is not defined or not exact.
func (p *program) cast(v pair, d nd.DType) (pair, bool) {
	want := v.want.each(!d.IsComplex(), func(z complex128) complex128 { return p.exact.stored(d, z) })
	if !p.exact.accepts(d, want) {
		return v, false
	}
	return pair{p.q.Cast(d, v.array), want}, true
}

// operands returns operands of one precision whose shapes combine. If they are not all integers of a selection, float32
// holds their numbers. Operands that are complex or of double precision have no infinities.
func (p *program) operands(count int, isSelection bool, accepts func(v pair) bool) (all []pair, names string, ok bool) {
	shape := &dense{shape: []int{1, 1}}
	areDouble, areSingle, isComplex, areIntegers := false, false, false, true
	for i := range count {
		v, name, ok := p.pickPair(func(v pair) bool { return v.want.fits(shape) && (accepts == nil || accepts(v)) })
		if !ok {
			return nil, "", false
		}
		d := v.array.DType()
		areDouble, areSingle = areDouble || isDouble(d), areSingle || isSingle(d)
		isComplex, areIntegers = isComplex || d.IsComplex(), areIntegers && isInteger(d)
		shape = &dense{shape: combined(shape.shape, v.want.shape)}
		all, names = append(all, v), names+", "+name
		if i == 0 {
			names = name
		}
	}
	for i := range all {
		v := &all[i]
		d := v.array.DType()
		if areDouble && areSingle {
			to := map[bool]nd.DType{false: nd.Float64, true: nd.Complex128}[d.IsComplex()]
			if *v, ok = p.cast(*v, to); !ok {
				return nil, "", false
			}
		}
		for _, z := range v.want.elements {
			isBad := isComplex && !isFinite(z) || areDouble && math.IsInf(real(z), 0)
			if isBad || !(areIntegers && isSelection) && !isFloat32(real(z)) {
				return nil, "", false
			}
		}
	}
	return all, names, true
}

// wants returns the dense arrays of operands.
func wants(all []pair) (w []*dense) {
	for _, v := range all {
		w = append(w, v.want)
	}
	return w
}
