package plan

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/dft"
	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// Interpret runs a schedule on complex128 values: the mathematics of the passes without their WGSL.
// It fails the test if a pass out of place reads its target, misses a point, or writes one twice.
func Interpret(t *testing.T, p Plan, src []complex128) []complex128 {
	t.Helper()
	return interpretSchedule(t, p, p.Schedule(), src)
}

// interpretSchedule runs schedule s of a plan.
func interpretSchedule(t *testing.T, p Plan, s Schedule, src []complex128) []complex128 {
	t.Helper()
	poisoned := func(points int) []complex128 {
		x := make([]complex128, points)
		for i := range x {
			x[i] = complex(math.NaN(), math.NaN())
		}
		return x
	}
	memory := map[Arg][]complex128{{Role: Input}: slices.Clone(src),
		{Role: Output}: poisoned(complexes(s.Target.Bytes, p.out))}
	if p.Problem.InPlace {
		memory = map[Arg][]complex128{{Role: Output}: slices.Clone(src)}
	}
	for i := range s.Scratch {
		memory[Arg{Role: Scratch, Index: i}] = poisoned(int(s.Scratch[i].Bytes / ElementBytes))
	}
	known := map[Recipe][]complex128{} // factor tables
	done := map[Arg][]bool{}           // elements that the dispatches of one pass wrote
	numbers := map[Arg][]bool{}        // real numbers that they wrote
	for i, pass := range s.Passes {
		k, ok := pass.Kernel.(wgsl.Kernel)
		require.True(t, ok)
		bindings := k.Bindings()
		require.Len(t, pass.Args, len(bindings))
		var from, to Arg
		var in, between, out []complex128 // factor tables
		first, end, rows := 0, -1, 0
		skipped := [2]int{} // elements before the first of source and target
		factors := func(a Arg) []complex128 {
			require.Equal(t, Table, a.Role)
			r := s.Tables[a.Index]
			if known[r] == nil {
				known[r] = exact(r)
			}
			return known[r]
		}
		for i, a := range pass.Args {
			b := bindings[i]
			if b.Segment > 1 && a.Role == Table && a.Offset == 0 { // there is no such segment
				continue
			}
			if b.Segment > 1 { // a segment follows the one before
				require.Equal(t, pass.Args[i-1].WithoutOffset(), a.WithoutOffset())
				require.Equal(t, pass.Args[i-1].Offset+pass.Args[i-1].Bytes, a.Offset)
				require.LessOrEqual(t, a.Bytes, pass.Args[i-1].Bytes)
				continue
			}
			// a table may be shorter
			if b.Segment == 1 && (a.Role != Table || a.Bytes > int64(p.SegmentSize)*ElementBytes) {
				require.EqualValues(t, p.SegmentSize*ElementBytes, a.Bytes)
			}
			switch b.Name {
			case wgsl.Source.Name, wgsl.SourceReal.Name:
				from = a
			case wgsl.Target.Name, wgsl.TargetReal.Name:
				to = a
			case wgsl.SourceAndTarget.Name, wgsl.DataReal.Name:
				from, to = a, a
			case wgsl.RealRootTable.Name:
				require.Equal(t, tables.RealRoots(k), s.Tables[a.Index])
			// in the interpreter, memory is complex
			case wgsl.SourceImag.Name, wgsl.TargetImag.Name, wgsl.DataImag.Name:
				require.True(t, a.Imag)
				a.Imag = false
				require.Equal(t, pass.Args[i-1], a)
			case wgsl.TwiddleTable.Name:
				require.Equal(t, Table, a.Role)
				require.Equal(t, tables.Twiddles(k), s.Tables[a.Index])
			case wgsl.RootTable.Name:
				require.Equal(t, Table, a.Role)
				require.Equal(t, tables.PassRoots(k), s.Tables[a.Index])
			case wgsl.PowerTable.Name:
				require.Equal(t, tables.Permutation(k), s.Tables[a.Index])
			case wgsl.SpectrumTable.Name:
				between = factors(a)
			case wgsl.LoadFactors.Name:
				in = factors(a)
			case wgsl.StoreFactors.Name:
				out = factors(a)
			case wgsl.BatchCount.Name:
				require.Equal(t, Uniform, a.Role)
				end = int(s.Uniforms[a.Index][0])
				if u := s.Uniforms[a.Index]; k.Dispatch.Offset {
					first = int(u[1])
					skipped = [2]int{int(u[2]), int(u[3])}
				}
				if u := s.Uniforms[a.Index]; len(u) > 4 {
					rows = int(u[4])
				}
			}
		}
		for i, a := range pass.Args { // elements of several numbers are aligned in bindings and in parts of a batch
			size := map[string]int64{"array<vec4<f32>>": 4, "array<vec2<f32>>": 2}[bindings[i].Type]
			if a.Role == Table || a.Role == Uniform || size == 0 {
				continue
			}
			require.Zero(t, a.Offset%(4*size))
			require.Zero(t, a.Bytes%(4*size))
			if as := k.Load.Real; a == from && as.IsReal() {
				require.Zero(t, int64(skipped[0])%size)
			}
			if as := k.Store.Real; a == to && as.IsReal() {
				require.Zero(t, int64(skipped[1])%size)
			}
		}
		require.Equal(t, k.Dispatch.InPlace, from.WithoutOffset() == to.WithoutOffset())
		groups := pass.Groups[0] * pass.Groups[1]
		switch {
		case !k.Dispatch.Tail: // every workgroup is full
			end = first + groups*k.Threads.Transforms
		default:
			require.GreaterOrEqual(t, first+groups*k.Threads.Transforms, end)
		}
		bound := to
		odd := [2]int{} // numbers before the first of real arrays, beyond whole elements
		for i, a := range []struct {
			*Arg
			real wgsl.Real
		}{{&from, k.Load.Real}, {&to, k.Store.Real}} {
			bytes := int64(skipped[i]) * elementSize(a.real)
			odd[i] = int(bytes % ElementBytes / (ElementBytes / 2))
			bytes -= bytes % ElementBytes
			a.Offset += bytes
			if a.Bytes > 0 {
				a.Bytes -= bytes
			}
		}
		source, target := part(memory[from.WithoutOffset()], from), part(memory[to.WithoutOffset()], to)
		result := target
		if !k.Dispatch.InPlace {
			require.NotEqual(t, from.WithoutOffset(), to.WithoutOffset())
		} else {
			result = slices.Clone(target) // transforms read before any writes
		}
		if reals := numbers[to.WithoutOffset()]; reals == nil {
			numbers[to.WithoutOffset()] = make([]bool, 2*len(memory[to.WithoutOffset()]))
		}
		reals := numbers[to.WithoutOffset()]
		written := done[to.WithoutOffset()]
		if written == nil {
			written = make([]bool, len(memory[to.WithoutOffset()]))
			done[to.WithoutOffset()] = written
		}
		interpreter, n, name, begin := NewKernelInterpreter(k), k.N(), k.Name(), int(to.Offset/ElementBytes)
		var both accessLog
		if k.Dispatch.InPlace && p.Problem.isInPlaceReal() {
			both = accessLog{}
		}
		for number := first; number < end; number++ {
			q, stored := interpreter.transform(number)
			if !stored {
				continue
			}
			interpreter.rows, interpreter.odd = rows, odd
			interpreter.Run(q, result, source, in, between, out)
			for _, at := range interpreter.written {
				if at = 2*begin + at; reals[at] {
					t.Fatalf("%s writes number %d twice", name, at)
				}
				reals[at] = true
				written[at/2] = true
				both.wrote(q, at-2*begin)
			}
			both.read(q, interpreter.read)
			if k.Store.Real.Form != wgsl.Complex {
				continue
			}
			for j := range n {
				at, exists := k.Store.View.At(k.Store.Map.At(q, j))
				if !exists || k.Store.Bound > 0 && elementNumber(k.Store.Map, k.Threads.Interleave, q, j) >= k.Store.Bound {
					continue
				}
				if written[begin+at] {
					t.Fatalf("%s writes %d twice", name, at)
				}
				written[begin+at] = true
				both.wrote(q, 2*at, 2*at+1)
				if k.Load.Real.Form == wgsl.HalfSpectrum {
					continue
				}
				if from, _ := k.Load.View.At(k.Load.Map.At(q, j)); k.Dispatch.InPlace && from != at {
					t.Fatalf("%s in place reads %d and writes %d", name, from, at)
				}
			}
		}
		both.check(t, name)
		copy(target, result)
		// the last dispatch of its pass
		if i+1 == len(s.Passes) || s.Passes[i+1].Kernel != pass.Kernel || begins(s.Passes[i+1], bound) {
			bytes := to.Bytes
			switch {
			case k.Store.Segments.Count > 0:
				bytes = p.boundBytes(to)
			case bytes == 0:
				bytes = int64(len(target)) * ElementBytes
			}
			all := written[to.Offset/ElementBytes:][:bytes/ElementBytes]
			// arrays grow and shrink between passes
			if (p.response > 0 || p.Problem.Kind == C2C && p.arrays[0].Elements < p.Problem.Points()) &&
				i+1 < len(s.Passes) {
				all = all[:len(all)-trailing(all)]
				require.NotEmpty(t, all)
			}
			// a temporary array may be larger than needed
			whole := p.Problem.Kind == C2C || i+1 == len(s.Passes) && !p.Problem.isInPlaceReal()
			if k.Store.View == (wgsl.StridedView{}) && whole &&
				(to.Role != Scratch || p.ArraysPerBinding == p.Problem.Count()) {
				require.False(t, slices.Contains(all, false), "%s misses a point", name)
			}
			delete(done, to.WithoutOffset())
			delete(numbers, to.WithoutOffset())
		}
	}
	return memory[Arg{Role: Output}]
}

// trailing returns the number of false values at the end of all.
func trailing(all []bool) int {
	n := 0
	for n < len(all) && !all[len(all)-1-n] {
		n++
	}
	return n
}

// complexes returns the number of complex elements that hold the given bytes of an array.
func complexes(bytes int64, at resolvedLayout) int {
	if at.planar {
		return int(bytes / at.elementBytes())
	}
	return int((bytes + ElementBytes - 1) / ElementBytes)
}

// part returns the buffer from the argument's offset on.
func part(all []complex128, a Arg) []complex128 { return all[a.Offset/ElementBytes:] }

// begins reports whether a pass writes to another target than the argument.
func begins(next Pass, to Arg) bool {
	return !slices.ContainsFunc(next.Args, func(a Arg) bool { return a == to })
}

// exact returns a factor table in float64, without the rounding to float32.
func exact(r Recipe) []complex128 {
	return r.(interface{ Values() []complex128 }).Values()
}

// elementNumber returns the number of element j within its transform's array, without the offset of
// the batch and of interleaved arrays.
func elementNumber(m wgsl.Map, interleave, q, j int) int {
	return m.At(q%max(1, m.Inner), j) / max(1, interleave)
}

// Rounded is the largest error of an interpreted schedule. Its scale, a float32, causes it.
const Rounded = 1e-13

// RequireTransform interprets a plan on random data and compares each transform with a float64
// reference.
func RequireTransform(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	n, batch := p.Problem.Points(), p.Problem.Count()
	src := RandomPoints(r, n*batch)
	got := Interpret(t, p, src)
	for q := range batch {
		want := transformedAxes(src[q*n:(q+1)*n], p.Problem)
		require.LessOrEqual(t, Distance(got[q*n:(q+1)*n], want), Rounded, "%v: %s", p, p.Passes[0].Name())
	}
}

func RandomPoints(r *rand.Rand, n int) []complex128 {
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(r.Float64()-0.5, r.Float64()-0.5)
	}
	return x
}

// transformedAxes returns the float64 transform of an array along the axes of a problem.
func transformedAxes(x []complex128, p Problem) []complex128 {
	y, stride := slices.Clone(x), len(x)
	for axis, n := range p.Shape {
		stride /= n
		if !p.IsTransformed(axis) {
			continue
		}
		transform, row := dft.New(n), make([]complex128, n)
		direction := transform.Forward
		if p.Inverse {
			direction = transform.Inverse
		}
		for first := range y {
			if first/stride%n > 0 {
				continue
			}
			for j := range row {
				row[j] = y[first+j*stride]
			}
			for j, v := range direction(row, row) {
				y[first+j*stride] = v
			}
		}
	}
	scale := complex(p.Scale(), 0)
	for i := range y {
		y[i] *= scale
	}
	return y
}

// Transformed returns the float64 transform of x.
func Transformed(x []complex128, inverse bool, scale float64) []complex128 {
	transform, y := dft.New(len(x)), make([]complex128, len(x))
	if inverse {
		transform.Inverse(y, x)
	} else {
		transform.Forward(y, x)
	}
	for i := range y {
		y[i] *= complex(scale, 0)
	}
	return y
}

// Distance returns the relative L2 distance, +Inf if there is a NaN.
func Distance(got, want []complex128) float64 {
	num, den := 0.0, 0.0
	for k, w := range want {
		d := got[k] - w
		num += real(d)*real(d) + imag(d)*imag(d)
		den += real(w)*real(w) + imag(w)*imag(w)
	}
	e := math.Sqrt(num / den)
	if math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}
