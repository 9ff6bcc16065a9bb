package nd_test

import (
	"flag"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
	"wgfft/plan"
)

// The programs that tests run. For example, -programs 20000 runs many, and -programs 1 -first 57 repeats one.
var (
	programs = flag.Int("programs", 0, "the `number` of random programs of each kind; 0 for the usual number")
	first    = flag.Int("first", 0, "the `seed` of the first random program")
)

// seeds returns the seeds of the programs of a test on the engine of a queue. A usual run takes few of them.
func seeds(q *nd.Queue, few int) []uint64 {
	n := *programs
	switch {
	case n > 0:
	case isSpare(q):
		n = 1
	case !testcase.Long():
		n = few
	case isGPU(q):
		n = 10
	default:
		n = 100
	}
	all := make([]uint64, n)
	for i := range all {
		all[i] = uint64(*first + i)
	}
	return all
}

// TestPrograms runs random steps of operations, views, transforms, reductions and Sets. It compares the arrays with
// the results of the same operations on slices of complex128, one after the other. On the CPU engine, programs that
// keep all temporaries in memory have the same results, bit by bit.
func TestPrograms(t *testing.T) {
	check := func(t *testing.T, q *nd.Queue, isHost bool) {
		for i, seed := range seeds(q, 8) {
			comparePinned(t, q, seed, func(isPinned bool) [][]complex128 {
				return runProgram[float32, complex64](t, q, seed, 2e-3, isPinned, isHost)
			})
			if *programs == 0 && (isSpare(q) || !testcase.Long() && i > 4) {
				continue
			}
			comparePinned(t, q, seed, func(isPinned bool) [][]complex128 {
				return runProgram[float64, complex128](t, q, seed, 1e-10, isPinned, isHost)
			})
		}
	}
	onBoth(t, func(t *testing.T, q *nd.Queue) { check(t, q, false) })
	t.Run("slices", func(t *testing.T) {
		q := nd.NewQueue(openEngine(t, true), nd.QueueOptions{Host: true})
		defer q.Close()
		check(t, q, true)
	})
}

// array returns an array with the elements of src: over src itself for a queue on host memory.
func array[T nd.Element](q *nd.Queue, isHost bool, src []T, shape ...int) nd.Array {
	if isHost {
		return nd.Over(q, src, shape...)
	}
	return nd.From(q, src, shape...)
}

// comparePinned runs a program. On the CPU engine it compares its results with those with pinned temporaries.
func comparePinned(t *testing.T, q *nd.Queue, seed uint64, run func(isPinned bool) [][]complex128) {
	t.Helper()
	want := run(false)
	if !isGPU(q) {
		require.Equal(t, want, run(true), "seed %d, pinned", seed)
	}
}

// programSizes are the shapes of the arrays of programs. Most are small, so that programs take little time. The large
// ones need several blocks, chunks of reductions, and passes of transforms.
var programSizes = [][2]int{{6, 8}, {5, 7}, {6, 8}, {6, 8}, {32, 44}, {6, 8}, {6, 8}, {96, 128}, {6, 8}, {4, 8192}}

// A dense is an array of the reference, in row-major order.
type dense struct {
	shape    []int
	elements []complex128
	isReal   bool
}

// newDense returns an array with the elements f(index).
func newDense(shape []int, isReal bool, f func(at []int) complex128) *dense {
	d := &dense{shape: slices.Clone(shape), isReal: isReal}
	at := make([]int, len(shape))
	for range plan.Product(shape) {
		d.elements = append(d.elements, f(at))
		for axis := len(at) - 1; axis >= 0; axis-- {
			if at[axis]++; at[axis] < shape[axis] {
				break
			}
			at[axis] = 0
		}
	}
	return d
}

// place returns the place of an element. Axes of length 1 are repeated.
func (d *dense) place(at []int) int {
	place := 0
	for axis, n := range d.shape {
		place = place*n + min(at[axis], n-1)
	}
	return place
}

func (d *dense) get(at []int) complex128 { return d.elements[d.place(at)] }

// size returns the largest magnitude.
func (d *dense) size() (most float64) {
	for _, x := range d.elements {
		most = max(most, cmplx.Abs(x))
	}
	return most
}

// A pair is an array and its reference.
type pair struct {
	array nd.Array
	want  *dense
}

// A program makes random operations.
type program struct {
	q      *nd.Queue
	rand   *rand.Rand
	owned  []pair // arrays of the program
	values []pair // temporaries of the step
	text   []string

	number   nd.DType  // the type of real numbers
	isPinned bool      // keeps each temporary in memory
	exact    *exactRun // for programs with exact results; nil for others
}

// runProgram runs three steps that record the same operations on different data, as long as the conditions on the
// data allow them.
//
// runProgram returns the elements of all arrays after all steps. With isPinned, all temporaries are kept in memory.
// With isHost, the arrays are slices of the program.
func runProgram[R, C nd.Element](
	t *testing.T, q *nd.Queue, seed uint64, tol float64, isPinned, isHost bool,
) (all [][]complex128) {
	t.Helper()
	p := &program{q: q, isPinned: isPinned}
	size := programSizes[seed%uint64(len(programSizes))]
	h, w := size[0], size[1]
	for i, shape := range [][]int{{h, w}, {h, w}, {w, h}, {1, w}, {h, 1}, {h, w - 3}} {
		n := plan.Product(shape)
		if i%2 == 0 {
			p.own(array(q, isHost, numbers[R](n, i), shape...), wides(numbers[R](n, i)), true)
		} else {
			p.own(array(q, isHost, numbers[C](n, i), shape...), wides(numbers[C](n, i)), false)
		}
	}
	stored, halves := storedNumbers[int8](h*w), storedNumbers[wgfft.Half](h*w)
	p.own(array(q, isHost, stored, h, w), wides(stored), true)
	p.own(array(q, isHost, halves, w, h), wides(halves), true)
	p.number = p.owned[0].array.DType()
	for step := range 3 {
		p.rand = rand.New(rand.NewPCG(seed, 1))
		p.values, p.text = nil, nil
		for range 4 + p.rand.IntN(16) {
			p.operation()
		}
		for range 3 {
			p.set()
		}
		kept := len(p.owned)
		for _, v := range p.values[max(0, len(p.values)-3):] {
			p.owned = append(p.owned, pair{q.Keep(v.array), v.want})
		}
		steps := q.Explain()
		for i, o := range p.owned {
			got, limit := download(t, q, o.array), tol*(1+o.want.size())
			all = append(all, got)
			for k, want := range o.want.elements {
				if off := cmplx.Abs(got[k] - want); !(off <= limit) {
					require.Failf(t, "wrong element", "%v, seed %d, step %d: element %d of %d is %v, want %v\n%s\n%s",
						o.array, seed, step, k, i, got[k], want, strings.Join(p.text, "\n"), steps)
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
	return all
}

// storedNumbers returns numbers from -3 to 3 of a storage type.
func storedNumbers[T nd.Element](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = of[T](complex(math.Round(12*number(i, 9))/4, 0))
	}
	return s
}

// own adds an array of the program.
func (p *program) own(a nd.Array, elements []complex128, isReal bool) {
	p.owned = append(p.owned, pair{a, &dense{a.Shape(), elements, isReal}})
}

// add adds a temporary. It makes large ones smaller, so that errors stay small. An exact program only gets results
// without rounding.
func (p *program) add(text string, a nd.Array, want *dense) {
	if p.exact != nil && !p.exact.accepts(a.DType(), want) {
		return
	}
	if size := want.size(); size > 3 && p.exact == nil {
		s := 1 / math.Exp2(math.Ceil(math.Log2(size)))
		a, want = p.q.Scale(s, a), want.each(want.isReal, func(x complex128) complex128 { return complex(s, 0) * x })
	}
	if p.isPinned {
		a = p.q.Pin(a)
	}
	p.text = append(p.text, fmt.Sprintf("v%d = %s -> %v%v", len(p.values), text, a.DType(), want.shape))
	p.values = append(p.values, pair{a, want})
}

// each returns the results of a function of each element.
func (d *dense) each(isReal bool, f func(x complex128) complex128) *dense {
	return newDense(d.shape, isReal, func(at []int) complex128 { return f(d.get(at)) })
}

// pick returns an array or a temporary, perhaps as a view.
func (p *program) pick(accepts func(d *dense) bool) (pair, string, bool) {
	return p.pickPair(func(v pair) bool { return accepts == nil || accepts(v.want) })
}

// pickPair is pick with a condition on the array, too.
func (p *program) pickPair(accepts func(v pair) bool) (pair, string, bool) {
	for range 20 {
		var v pair
		var name string
		if i := p.rand.IntN(len(p.owned) + 2*len(p.values)); i < len(p.owned) {
			v, name = p.owned[i], fmt.Sprint("x", i)
		} else {
			i = (i - len(p.owned)) / 2
			v, name = p.values[i], fmt.Sprint("v", i)
		}
		if p.number == nd.Float64 && !isDouble(v.array.DType()) { // a storage type, whose results would be single
			v, name = pair{p.q.Cast(nd.Float64, v.array), v.want}, fmt.Sprintf("Cast(float64, %s)", name)
		}
		if p.rand.IntN(3) == 0 {
			v, name = p.view(v, name)
		}
		if accepts(v) {
			return v, name, true
		}
	}
	return pair{}, "", false
}

// view returns a random view.
func (p *program) view(v pair, name string) (pair, string) {
	shape := v.want.shape
	axis := p.rand.IntN(2)
	n := shape[axis]
	moved := func(shape []int, from func(at, to []int)) *dense {
		to := make([]int, 2)
		return newDense(shape, v.want.isReal, func(at []int) complex128 {
			copy(to, at)
			from(at, to)
			return v.want.get(to)
		})
	}
	switch p.rand.IntN(4) {
	case 0:
		return pair{v.array.Flip(axis), moved(shape, func(at, to []int) { to[axis] = n - 1 - at[axis] })},
			fmt.Sprintf("%s.Flip(%d)", name, axis)
	case 1:
		return pair{v.array.Transpose(), moved([]int{shape[1], shape[0]}, func(at, to []int) {
			to[0], to[1] = at[1], at[0]
		})}, name + ".Transpose()"
	case 2:
		from, end := p.rand.IntN(n), n
		step := []int{1, 2, -1, -3}[p.rand.IntN(4)]
		short := slices.Clone(shape)
		short[axis] = (n-from-1)/step + 1
		if step < 0 {
			end, short[axis] = -1, from/-step+1
		}
		return pair{v.array.Slice(axis, from, end, step), moved(short, func(at, to []int) {
			to[axis] = from + at[axis]*step
		})}, fmt.Sprintf("%s.Slice(%d, %d, %d, %d)", name, axis, from, end, step)
	}
	i := p.rand.IntN(n)
	one := slices.Clone(shape)
	one[axis] = 1
	return pair{v.array.At(axis, i).Expand(axis), moved(one, func(_, to []int) { to[axis] = i })},
		fmt.Sprintf("%s.At(%d, %d).Expand(%d)", name, axis, i, axis)
}

// fits reports whether the shapes combine to fewer than 2^17 elements.
func (d *dense) fits(other *dense) bool {
	size := 1
	for axis, n := range d.shape {
		m := other.shape[axis]
		if n != m && n != 1 && m != 1 {
			return false
		}
		size *= max(n, m)
	}
	return size < 1<<17
}

// combined returns the larger length along each axis.
func combined(a, b []int) []int {
	all := slices.Clone(a)
	for axis, n := range b {
		all[axis] = max(all[axis], n)
	}
	return all
}

// combine returns a function of the elements of several arrays.
func combine(isReal bool, f func(x []complex128) complex128, all ...*dense) *dense {
	shape := all[0].shape
	for _, d := range all[1:] {
		shape = combined(shape, d.shape)
	}
	x := make([]complex128, len(all))
	return newDense(shape, isReal, func(at []int) complex128 {
		for i, d := range all {
			x[i] = d.get(at)
		}
		return f(x)
	})
}

func isReal(d *dense) bool { return d.isReal }

// operation records an operation or a Set.
func (p *program) operation() {
	switch p.rand.IntN(8) {
	case 0:
		p.set()
	case 1:
		p.function()
	case 2:
		p.choice()
	case 3:
		p.move()
	case 4:
		p.reduction()
	case 5, 6:
		p.transform()
	default:
		p.arithmetic()
	}
}

// set stores a value in an array, or in a view of it.
func (p *program) set() {
	i := p.rand.IntN(len(p.owned) - 2) // not one of the last two, which have storage types
	to := p.owned[i]
	axis, from := p.rand.IntN(2), 0
	if p.rand.IntN(2) == 0 {
		from = p.rand.IntN(to.want.shape[axis])
	}
	n := to.want.shape[axis]
	shape := slices.Clone(to.want.shape)
	shape[axis] = n - from
	v, name, ok := p.pick(func(d *dense) bool {
		all := dense{shape: combined(d.shape, shape)}
		return (d.isReal || !to.want.isReal) && slices.Equal(all.shape, shape) && d.fits(&all)
	})
	if !ok {
		return
	}
	dst, label := to.array, fmt.Sprint("x", i)
	if from > 0 {
		dst, label = dst.Slice(axis, from, n, 1), fmt.Sprintf("x%d.Slice(%d, %d, %d, 1)", i, axis, from, n)
	}
	p.q.Set(dst, v.array)
	p.text = append(p.text, fmt.Sprintf("Set(%s, %s)", label, name))
	p.owned[i].want = newDense(to.want.shape, to.want.isReal, func(at []int) complex128 {
		if at[axis] < from {
			return to.want.get(at)
		}
		source := slices.Clone(at)
		source[axis] -= from
		return v.want.get(source)
	})
}
