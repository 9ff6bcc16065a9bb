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

// Interpret plays the kernels of a schedule on float64 values. It fails the test if lanes race, or
// if a pass misses an element of a contiguous array or writes one twice.
func Interpret(t *testing.T, p Plan, src []complex128) []complex128 {
	t.Helper()
	return interpretSchedule(t, p, p.Schedule(), src)
}

// InterpretCall is Interpret with the parameters of a call.
func InterpretCall(t *testing.T, p Plan, c Call, src []complex128) []complex128 {
	t.Helper()
	x := interpreter{T: t, plan: p, s: p.Schedule(), call: c}
	return x.play(src)
}

// An interpreter holds the memory of a schedule that is played. All arrays are complex. An element
// holds two neighboring real numbers, or the real and the imaginary part of planar data.
type interpreter struct {
	*testing.T
	plan    Plan
	s       Schedule
	call    Call
	memory  map[Arg][]complex128
	written map[Arg][]bool // whether a dispatch of the current pass wrote a real number
}

// interpretSchedule plays schedule s of a plan.
func interpretSchedule(t *testing.T, p Plan, s Schedule, src []complex128) []complex128 {
	t.Helper()
	x := interpreter{T: t, plan: p, s: s}
	return x.play(src)
}

// play plays all dispatches, and returns the result.
func (x *interpreter) play(src []complex128) []complex128 {
	x.Helper()
	s, p := x.s, x.plan
	poisoned := func(points int) []complex128 {
		return slices.Repeat([]complex128{complex(math.NaN(), math.NaN())}, points)
	}
	x.written = map[Arg][]bool{}
	x.memory = map[Arg][]complex128{{Role: Input}: slices.Clone(src),
		{Role: Output}: poisoned(complexes(s.Target.Bytes, p.out))}
	if p.Problem.InPlace {
		x.memory = map[Arg][]complex128{{Role: Output}: slices.Clone(src)}
	}
	for i := range s.Scratch {
		x.memory[Arg{Role: Scratch, Index: i}] = poisoned(int(s.Scratch[i].Bytes / ElementBytes))
	}
	for i := range s.Passes {
		x.dispatch(i)
	}
	return x.memory[Arg{Role: Output}]
}

// dispatch plays dispatch i of the schedule. After the last dispatch of the pass, it checks the
// words that the pass has written.
func (x *interpreter) dispatch(i int) {
	x.Helper()
	pass := x.s.Passes[i]
	k := pass.Kernel.(wgsl.Kernel)
	part := x.part(pass)
	bindings := k.Bindings()
	require.Len(x, pass.Args, len(bindings))
	var from, to Arg
	arrays, targets := map[string][]complex128{}, map[string]*words{}
	source, target := k.Kinds()
	for n, b := range bindings {
		a, end, isReal := pass.Args[n], &k.Store, target == wgsl.Numbers
		switch b.Role {
		case wgsl.RoleTable:
			require.Equal(x, Table, a.Role)
			require.Equal(x, tables.Constants(b, wgsl.F32{}).Name(), x.s.Tables[a.Index].Name())
			continue
		case wgsl.RoleGiven:
			x.checkSegment(b, a, pass.Args[n-1], b.Tables[0].(wgsl.Given).Segments)
			arrays[b.Name] = x.given(a)
			continue
		case wgsl.RoleCall:
			require.Equal(x, CallData, a.Role)
			arrays[b.Name] = x.s.CallTables[a.Index].entries(x.call)
			require.Len(x, arrays[b.Name], x.s.CallTables[a.Index].Len()/ElementBytes)
			continue
		case wgsl.RoleParameters:
			continue
		case wgsl.RoleSource:
			end, isReal = &k.Load, source == wgsl.Numbers
		case wgsl.RoleInPlace:
			isReal = isReal || source == wgsl.Numbers
		}
		switch {
		case b.Part == 0:
			if to = a; b.Role != wgsl.RoleTarget {
				from = a
			}
			x.checkSegment(b, a, a, end.View.Segments)
		case end.Planar:
			require.True(x, a.Imag)
			require.Equal(x, pass.Args[n-1].WithoutOffset(), a.WithoutOffset())
		default:
			x.checkSegment(b, a, pass.Args[n-1], end.View.Segments)
		}
		w := newWords(x.memory[a.WithoutOffset()], a, isReal, end.Planar)
		if b.Role == wgsl.RoleTarget {
			w.hide()
		}
		if b.Role != wgsl.RoleSource {
			targets[b.Name] = w
		}
		arrays[b.Name] = w.played
	}
	x.checkAligned(k, pass, part)
	require.Equal(x, k.Dispatch.InPlace, from.WithoutOffset() == to.WithoutOffset())
	races, err := k.PlayPart(part, arrays)
	require.NoError(x, err, k.Name())
	require.Zero(x, races, k.Name())
	array := to.WithoutOffset()
	if x.written[array] == nil {
		x.written[array] = make([]bool, 2*len(x.memory[array]))
	}
	for name, w := range targets {
		if n, isTwice := w.store(x.written[array]); isTwice {
			x.Fatalf("%s writes number %d of %s twice", k.Name(), n, name)
		}
	}
	next := i + 1
	if next == len(x.s.Passes) || x.s.Passes[next].Kernel != pass.Kernel ||
		!slices.Contains(x.s.Passes[next].Args, to) {
		x.checkWritten(k, to, int64(part.Target)*x.plan.Problem.elementBytes(target), next == len(x.s.Passes))
		delete(x.written, array)
	}
}

// part returns the part of the batch that a pass computes.
func (x *interpreter) part(pass Pass) wgsl.Part {
	x.Helper()
	k := pass.Kernel.(wgsl.Kernel)
	var u []uint32
	for i, b := range k.Bindings() {
		if a := pass.Args[i]; b.Role == wgsl.RoleParameters {
			require.Equal(x, Uniform, a.Role)
			u = x.s.Uniforms[a.Index]
		}
	}
	var p wgsl.Part
	if k.Dispatch.Offset {
		p.First, p.Source, p.Target = int(u[1]), int(u[2]), int(u[3])
	}
	if len(u) > 4 {
		p.Rows = int(u[4])
	}
	p.End = p.First + pass.Groups[0]*pass.Groups[1]*k.Threads.Transforms // every workgroup is full
	if k.Dispatch.Tail {
		require.GreaterOrEqual(x, p.End, int(u[0]))
		p.End = int(u[0])
	}
	return p
}

// given returns the entries of a table, or of a segment of one.
func (x *interpreter) given(a Arg) []complex128 {
	x.Helper()
	require.Equal(x, Table, a.Role)
	all := x.s.Tables[a.Index].(interface{ Entries() []complex128 }).Entries()[a.Offset/ElementBytes:]
	if a.Bytes > 0 {
		all = all[:a.Bytes/ElementBytes]
	}
	return all
}

// checkSegment checks that a binding of a segmented array follows the binding of the segment before. A
// table may be shorter than one segment, and has one binding then.
func (x *interpreter) checkSegment(b wgsl.Binding, a, before Arg, g wgsl.Segments) {
	x.Helper()
	size := int64(x.plan.SegmentSize) * ElementBytes
	switch {
	case g.Count < 2 || a.Role == Table && a.Offset == 0 && a.Bytes <= size:
	case b.Part == 0:
		require.EqualValues(x, size, a.Bytes)
	default:
		require.Equal(x, before.WithoutOffset(), a.WithoutOffset())
		require.Equal(x, before.Offset+before.Bytes, a.Offset)
		require.LessOrEqual(x, a.Bytes, before.Bytes)
	}
}

// checkAligned checks that elements of several numbers are aligned in bindings and in parts of a batch.
func (x *interpreter) checkAligned(k wgsl.Kernel, pass Pass, part wgsl.Part) {
	x.Helper()
	source, target := k.Kinds()
	for i, b := range k.Bindings() {
		a, size := pass.Args[i], map[string]int{"array<vec4<f32>>": 4, "array<vec2<f32>>": 2}[b.Type]
		if a.Role == Table || a.Role == Uniform || a.Role == CallData || size == 0 {
			continue
		}
		require.Zero(x, a.Offset%int64(4*size))
		require.Zero(x, a.Bytes%int64(4*size))
		if source == wgsl.Numbers && b.Role != wgsl.RoleTarget {
			require.Zero(x, part.Source%size)
		}
		if target == wgsl.Numbers && b.Role != wgsl.RoleSource {
			require.Zero(x, part.Target%size)
		}
	}
}

// checkWritten checks that a pass has written every element of an array without gaps. The array begins
// the skipped bytes after its binding. A pass in place is not checked, because a value that it writes
// may equal the old one. The comparison with the reference finds elements that such a pass misses.
func (x *interpreter) checkWritten(k wgsl.Kernel, to Arg, skipped int64, isLast bool) {
	x.Helper()
	written := x.written[to.WithoutOffset()]
	bytes := to.Bytes - skipped
	switch {
	case k.Store.View.Segments.Count > 0:
		bytes = x.plan.boundBytes(to)
	case to.Bytes == 0:
		bytes = int64(len(written))*(ElementBytes/2) - to.Offset - skipped
	}
	all := make([]bool, bytes/ElementBytes)
	first := (to.Offset + skipped) / ElementBytes * 2
	for i := range all {
		all[i] = written[first+int64(2*i)] || written[first+int64(2*i)+1]
	}
	// arrays grow and shrink between passes
	holdsLess := x.plan.Problem.Kind == C2C && x.plan.arrays[0].Elements < x.plan.Problem.Points()
	if (x.plan.response > 0 || holdsLess) && !isLast {
		for len(all) > 0 && !all[len(all)-1] {
			all = all[:len(all)-1]
		}
		require.NotEmpty(x, all)
	}
	// a temporary array may be larger than needed
	whole := x.plan.Problem.Kind == C2C || isLast && !x.plan.Problem.isInPlaceReal()
	if k.Store.View.Array == (wgsl.Strides{}) && whole && !k.Dispatch.InPlace &&
		(to.Role != Scratch || x.plan.ArraysPerBinding == x.plan.Problem.Count()) {
		require.NotContains(x, all, false, "%s misses a point", k.Name())
	}
}

// words are the elements of a binding as a kernel sees them: complex numbers, or real numbers.
type words struct {
	memory      []complex128
	first, step int          // word i begins at real number first + i step of memory
	isReal      bool         // words are single real numbers
	played      []complex128 // the array that the kernel reads and writes
	before      []complex128 // the array before the kernel ran
}

// newWords returns the words of an argument.
func newWords(memory []complex128, a Arg, isReal, isPlanar bool) *words {
	w := words{memory: memory, first: int(a.Offset / (ElementBytes / 2)), step: 2, isReal: isReal || isPlanar}
	count := 2*len(memory) - w.first
	if a.Bytes > 0 {
		count = int(a.Bytes / (ElementBytes / 2))
	}
	switch {
	case isReal:
		w.step = 1
	case a.Imag:
		w.first++
	}
	w.played = make([]complex128, count/w.step)
	for i := range w.played {
		at := w.first + i*w.step
		w.played[i] = complex(realNumber(memory, at), 0)
		if !w.isReal {
			w.played[i] = memory[at/2]
		}
	}
	w.before = slices.Clone(w.played)
	return &w
}

// unwritten is a word that no kernel computes.
const unwritten = complex(-0x1.23456789p900, 0x1.23456789p900)

// hide sets all words to unwritten, so that store recognizes words that the kernel does not write.
func (w *words) hide() {
	for i := range w.played {
		w.played[i], w.before[i] = unwritten, unwritten
	}
}

// store copies the words that have changed to memory, and marks their real numbers in written. If a
// number is marked already, store returns it and true.
func (w *words) store(written []bool) (number int, isTwice bool) {
	for i, z := range w.played {
		if isSame(real(z), real(w.before[i])) && isSame(imag(z), imag(w.before[i])) {
			continue
		}
		at := w.first + i*w.step
		last := at
		switch {
		case !w.isReal:
			last++
			w.memory[at/2] = z
		case at%2 == 0:
			w.memory[at/2] = complex(real(z), imag(w.memory[at/2]))
		default:
			w.memory[at/2] = complex(real(w.memory[at/2]), real(z))
		}
		for ; at <= last; at++ {
			if written[at] {
				return at, true
			}
			written[at] = true
		}
	}
	return 0, false
}

// isSame reports whether numbers have the same bits.
func isSame(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }

// realNumber returns real number e of complex memory.
func realNumber(x []complex128, e int) float64 {
	if e%2 == 0 {
		return real(x[e/2])
	}
	return imag(x[e/2])
}

// complexes returns the number of complex elements that hold the given bytes of an array.
func complexes(bytes int64, at resolvedLayout) int {
	if at.planar {
		return int(bytes / at.elementBytes())
	}
	return int((bytes + ElementBytes - 1) / ElementBytes)
}

// Rounded is the largest error of an interpreted schedule. It comes from the scale, because the scale
// is a float32.
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
