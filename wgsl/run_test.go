package wgsl_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"maps"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/hier"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// A trial is a kernel, its source, and its target computed in float64. It runs twice: by Play, and on
// a device, where it may be off by the error rule.
type trial struct {
	kernel wgsl.Kernel
	batch  int
	source []complex128            // elements of the array in memory
	target int                     // elements of the target
	given  map[string][]complex128 // tables of the caller, rounded
	want   func(source []complex128) []row
	bound  float64 // relative to Eps; 0 for the bound of a transform of N points
}

// A row is the result of a transform: elements and their values.
type row []element

type element struct {
	at int
	z  complex128
}

// run checks the kernel's name, its values by Play, and its values on the device.
func (tr trial) run(t *testing.T, d *device.Device, parsers ...wgsl.Parsers) {
	t.Helper()
	k := &tr.kernel
	l := d.Limits()
	require.NoError(t, k.Check(wgsl.Limits{Invocations: l.Invocations, WorkgroupBytes: l.WorkgroupBytes,
		Workgroups: l.Workgroups, StorageBindings: l.StorageBindings}))
	parsed, err := wgsl.ParseKernel(k.Name(), append(parsers, hier.Parsers(), realdct.Parsers())...)
	require.NoError(t, err)
	require.Equal(t, *k, parsed)

	tr.source = rounded(stored(k, &k.Load), tr.source)
	want, write := tr.want(tr.source), 0.0
	if k.Store.Element != nil {
		write = stored(k, &k.Store).Eps()
	}
	bound := tr.bound
	if bound == 0 {
		bound = tolerance(k.N())
	}
	tr.compare(t, "Play", tr.play(t), want, math.Hypot(1e-14, write))
	if (k.Number == wgsl.F64{}) && !d.Adapter().F64 {
		return
	}
	tr.compare(t, "device", tr.onDevice(t, d), want, math.Hypot(bound*arithmetic(k).Eps(), write))
}

// tolerance returns the bound of a transform of n points: c sqrt(max(4, log2 n)), c = 1/2 for smooth n.
func tolerance(n int) float64 { return ref.Tolerance(n) / ref.Eps }

// compare checks a target. Rows of few points are judged together.
func (tr trial) compare(t *testing.T, what string, got []complex128, want []row, bound float64) {
	t.Helper()
	isWritten, worst := map[int]bool{}, 0.0
	for from, to := range ref.Groups(len(want), len(want[0])) {
		off, norm := 0.0, 0.0
		for _, r := range want[from:to] {
			for _, e := range r {
				isWritten[e.at] = true
				off += math.Pow(cmplx.Abs(got[e.at]-e.z), 2)
				norm += math.Pow(cmplx.Abs(e.z), 2)
			}
		}
		require.LessOrEqual(t, math.Sqrt(off/norm), bound, "%s: %s, transforms %d to %d",
			tr.kernel.Name(), what, from, to-1)
		worst = max(worst, math.Sqrt(off/norm)/bound)
	}
	t.Logf("%s: %s: %.2f of the bound", tr.kernel.Name(), what, worst)
	for i, z := range got {
		require.True(t, isWritten[i] || cmplx.IsNaN(z), "%s: %s: element %d is written", tr.kernel.Name(), what, i)
	}
}

// play returns the target that the player computes.
func (tr trial) play(t *testing.T) []complex128 {
	t.Helper()
	k := &tr.kernel
	target := make([]complex128, tr.target)
	for i := range target {
		target[i] = cmplx.NaN()
	}
	arrays := cut(&k.Load, "src", tr.source)
	maps.Copy(arrays, cut(&k.Store, "dst", target))
	for _, b := range k.Bindings() {
		if b.Role == wgsl.RoleGiven {
			arrays[b.Name] = b.Tables[0].(wgsl.Given).Arranged(tr.given[b.Name])
		}
	}
	races, err := k.Play(tr.batch, arrays)
	require.NoError(t, err)
	require.Zero(t, races)
	return join(&k.Store, "dst", arrays)
}

// onDevice returns the target that a device computes. The target is poisoned, and behind each array lie
// poisoned guard words.
func (tr trial) onDevice(t *testing.T, d *device.Device) []complex128 {
	t.Helper()
	k, m := &tr.kernel, tr.kernel.Module()
	source, size := cut(&k.Load, "src", tr.source), cut(&k.Store, "dst", make([]complex128, tr.target))
	pipeline, err := d.NewPipeline(m)
	require.NoError(t, err)
	defer pipeline.Close()
	enc, err := d.NewEncoder()
	require.NoError(t, err)
	bound := make([]device.Binding, len(m.Bindings))
	results := map[string]*device.Buffer{}
	lengths := map[string]int{}
	for i, b := range m.Bindings {
		data, use := []byte{}, device.Storage
		switch b.Role {
		case wgsl.RoleSource:
			data = encode(stored(k, &k.Load), isReal(&k.Load, false) || k.Load.Planar, source[b.Name])
		case wgsl.RoleTarget:
			data = encode(stored(k, &k.Store), isReal(&k.Store, true) || k.Store.Planar, size[b.Name])
			lengths[b.Name] = len(data)
			data = bytes.Repeat([]byte{poison}, len(data))
		case wgsl.RoleTable:
			for _, part := range b.Tables {
				for _, z := range part.Entries() {
					data = numberOf(k).Append(data, z)
				}
			}
			if b.Words != nil {
				for _, w := range b.Words.Words() {
					data = binary.LittleEndian.AppendUint32(data, w)
				}
			}
		case wgsl.RoleGiven:
			for _, z := range b.Tables[0].(wgsl.Given).Arranged(tr.given[b.Name]) {
				data = numberOf(k).Append(data, wgsl.Constant{Z: z})
			}
		case wgsl.RoleParameters: // end, first, begins of source and target, rows
			for _, n := range []int{tr.batch, 0, 0, 0, 2 * tr.batch, 0, 0, 0} {
				data = binary.LittleEndian.AppendUint32(data, uint32(n))
			}
			use = device.Uniform
		default:
			t.Fatalf("%s: no data for role %d", b.Name, b.Role)
		}
		if use == device.Storage {
			data = append(data, bytes.Repeat([]byte{poison}, 64+(-len(data)&3))...)
		}
		buffer, err := d.NewBuffer(b.Name, int64(len(data)), use)
		require.NoError(t, err)
		defer buffer.Close()
		require.NoError(t, buffer.WriteAt(data, 0))
		if bound[i] = device.Whole(buffer); b.Role == wgsl.RoleTarget {
			results[b.Name] = buffer
		}
	}
	bindings, err := d.NewBindings(pipeline, bound...)
	require.NoError(t, err)
	defer bindings.Close()
	x, y := k.Groups(tr.batch)
	require.NoError(t, enc.Dispatch(pipeline, bindings, x, y, 1))
	down := map[string]*device.Buffer{}
	for name, b := range results {
		down[name], err = d.NewBuffer("down", b.Size(), device.Download)
		require.NoError(t, err)
		defer down[name].Close()
		require.NoError(t, enc.Copy(down[name], 0, b, 0, b.Size()))
	}
	submission, err := enc.Submit()
	require.NoError(t, err)
	require.NoError(t, submission.Wait(context.Background()))
	target := map[string][]complex128{}
	for name, b := range down {
		require.NoError(t, b.Map(context.Background()))
		data, guard := b.Bytes()[:lengths[name]], b.Bytes()[lengths[name]:]
		require.Equal(t, bytes.Repeat([]byte{poison}, len(guard)), guard, "%s: words behind %s", m.Name, name)
		target[name] = decode(stored(k, &k.Store), isReal(&k.Store, true) || k.Store.Planar, data)
		require.NoError(t, b.Unmap())
	}
	return join(&k.Store, "dst", target)
}

// numberOf returns the number format of a kernel.
func numberOf(k *wgsl.Kernel) wgsl.Number {
	if k.Number == nil {
		return wgsl.F32{}
	}
	return k.Number
}

// open opens a device for a test.
func open(t *testing.T) *device.Device { return testgpu.Open(t) }

// A pointFunc is the function of an op: it returns the new value of point j of transform q.
type pointFunc func(q, j int, z complex128) complex128

// transform returns a trial of a kernel from points to points: X = store DFT load x. A nil function
// changes nothing.
func transform(k wgsl.Kernel, batch int, load, store pointFunc) trial {
	return convolution(k, batch, func(q int, x []complex128) []complex128 {
		change(q, x, load)
		x = forward(x)
		change(q, x, store)
		return x
	})
}

// forward returns the DFT of x, rounded once.
func forward(x []complex128) []complex128 {
	return narrow(ref.AxesDD(x, []int{len(x)}, []int{0}, false, one))
}

// inverse returns the inverse DFT of x without a factor, rounded once.
func inverse(x []complex128) []complex128 {
	return narrow(ref.AxesDD(x, []int{len(x)}, []int{0}, true, one))
}

var one = doubledouble.Real{Hi: 1}

// narrow returns points rounded to float64.
func narrow(points []doubledouble.Complex) []complex128 {
	all := make([]complex128, len(points))
	for i, z := range points {
		all[i] = z.Complex128()
	}
	return all
}

// change applies a function to the points of transform q.
func change(q int, x []complex128, f pointFunc) {
	for j := range x {
		if f != nil {
			x[j] = f(q, j, x[j])
		}
	}
}

// convolution returns a trial of a kernel from points to points. of returns the result of transform
// q from its points x.
func convolution(k wgsl.Kernel, batch int, of func(q int, x []complex128) []complex128) trial {
	tr := trial{kernel: k, batch: batch}
	sources, targets := 0, 0
	for q := range batch {
		for j := range k.N() {
			if at, ok := place(&k.Load.View, q, j); ok {
				sources = max(sources, at+1)
			}
			if at, ok := place(&k.Store.View, q, j); ok {
				targets = max(targets, at+1)
			}
		}
	}
	tr.source, tr.target = noise(sources), targets
	tr.want = func(source []complex128) (all []row) {
		for q := range batch {
			x := make([]complex128, k.N())
			for j := range x {
				if at, ok := place(&k.Load.View, q, j); ok {
					x[j] = source[at]
				}
			}
			var r row
			for j, z := range of(q, x) {
				if at, ok := place(&k.Store.View, q, j); ok {
					r = append(r, element{at, z})
				}
			}
			all = append(all, r)
		}
		return all
	}
	return tr
}

// place returns where point j of transform q lies, and reports whether it exists. The bound applies
// to each row.
func place(v *wgsl.View, q, j int) (at int, exists bool) {
	if v.Bound > 0 && j*v.Points[0].Stride >= v.Bound {
		return 0, false
	}
	return v.Array.At(v.At(q, j))
}

// noise returns n random points.
func noise(n int) []complex128 {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	all := make([]complex128, n)
	for i := range all {
		all[i] = complex(2*r.Float64()-1, 2*r.Float64()-1)
	}
	return all
}

// realRows returns a trial of a kernel between rows of n numbers or bins and others, contiguous.
func realRows(k wgsl.Kernel, batch, n, to int, of func(x []complex128) []complex128) trial {
	tr := trial{kernel: k, batch: batch, source: noise(batch * n), target: batch * to}
	if isReal(&k.Load, false) {
		for i, z := range tr.source {
			tr.source[i] = complex(real(z), 0)
		}
	}
	tr.want = func(source []complex128) (all []row) {
		for q := range batch {
			var r row
			for i, z := range of(source[q*n : (q+1)*n]) {
				r = append(r, element{q*to + i, z})
			}
			all = append(all, r)
		}
		return all
	}
	return tr
}

// parse returns a kernel by name.
func parse(t *testing.T, name string) wgsl.Kernel {
	t.Helper()
	k, err := wgsl.ParseKernel(name, hier.Parsers(), realdct.Parsers())
	require.NoError(t, err)
	return k
}

// shapes returns a kernel of each idea: one stage; several with a split exchange in slices; a digit
// layout; columns with pass twiddles; a Rader stage; a Hermitian split.
func shapes(t *testing.T) map[string]trial {
	return map[string]trial{
		"one stage": transform(parse(t, "fft16_16_p16_t4_instaged_outstaged"), 12, nil, nil),
		"slices":    transform(parse(t, "fft512_8.8.8_p8_t2_split2_xor5"), 6, nil, nil),
		"digits":    transform(parse(t, "fft60_3.4.5_p12_t2_split_digits_down_secondpad1_tail"), 5, nil, nil),
		"pass twiddles": transform(parse(t, "fft16_4.4_p4_t8_split_inbatchfastest_inpoints16_inbatch16x1.256"+
			"_outbatchfastest_outpoints16_outbatch16x1.256_out(twiddle256x16)"), 32, nil, passTwiddle),
		"Rader": transform(parse(t, "fft74_rader37_by4.9_2_p8_t2_split"), 6, nil, nil),
		"half spectra": realRows(
			parse(t, "fft16_8.2_p8_t4_split_outrow17x0_outmirrorzero_out(scale0.5)(split32)_tail"),
			9, 16, 17, halfSpectrum),
	}
}

// passTwiddle is the factor of point j of column q of 16.
func passTwiddle(q, j int, z complex128) complex128 {
	return doubledouble.FromComplex(z).Mul(doubledouble.Root(256, j*(q%16))).Complex128()
}

// halfSpectrum returns the bins of a row of numbers, which are the parts of points.
func halfSpectrum(points []complex128) []complex128 {
	var x []complex128
	for _, z := range points {
		x = append(x, complex(real(z), 0), complex(imag(z), 0))
	}
	return forward(x)[:len(x)/2+1]
}

// usual returns the trials of a usual run: one in count, in the order of their names.
func usual(t *testing.T, all map[string]trial, count int) map[string]trial {
	some := map[string]trial{}
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if testcase.ShardOf(t, i, count) {
			some[name] = all[name]
		}
	}
	return some
}
