package wgsl_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/wgsl"
	"wgfft/hier"
	"wgfft/realdct"
	"wgfft/wgsl"
	devicewgsl "wgfft/wgsl"
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
	bound  float64 // relative to Eps; 0 for that of a transform of N points
}

// A row is what a transform writes: elements and their values.
type row []element

type element struct {
	at int
	z  complex128
}

// A scalar is how a real number of a test lies in memory. Number formats and elements of tests have its
// methods.
type scalar interface {
	Bytes() int // of a real number
	Put(b []byte, x float64) []byte
	Get(b []byte) float64
	Eps() float64 // spacing of numbers at 1
}

// single is the scalar of f32.
type single struct{ wgsl.F32 }

func (s single) Put(b []byte, x float64) []byte { return s.Append(b, complex(x, 0))[:len(b)+4] }
func (single) Get(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}
func (single) Eps() float64 { return ref.Eps }

// octet is the scalar of samples of one byte.
type octet struct{}

func (octet) Bytes() int                     { return 1 }
func (octet) Put(b []byte, x float64) []byte { return append(b, byte(x)) }
func (octet) Get(b []byte) float64           { return float64(b[0]) }
func (octet) Eps() float64                   { return 0 }

// arithmetic returns the scalar of a kernel's number format.
func arithmetic(k *wgsl.Kernel) scalar {
	if s, ok := k.Number.(scalar); ok {
		return s
	}
	return single{}
}

// stored returns the scalar of an end's elements.
func stored(k *wgsl.Kernel, e *wgsl.End) scalar {
	switch x := e.Element.(type) {
	case scalar:
		return x
	case wgsl.Samples:
		return map[wgsl.Samples]scalar{wgsl.Uint8: octet{}}[x]
	}
	return arithmetic(k)
}

// isReal reports whether the bindings of an end hold real numbers.
func isReal(e *wgsl.End, isStore bool) bool {
	memory := wgsl.Points
	for i, o := range e.Ops {
		if o != nil && (isStore || i == 0) {
			memory, _ = o.Kinds()
		}
	}
	return memory == wgsl.Numbers || e.Planar
}

// cut returns the bindings of an array: planes, segments, or one.
func cut(e *wgsl.End, name string, all []complex128) map[string][]complex128 {
	g, to := e.View.Segments, map[string][]complex128{}
	switch {
	case e.Planar:
		for _, z := range all {
			to[name+"_re"] = append(to[name+"_re"], complex(real(z), 0))
			to[name+"_im"] = append(to[name+"_im"], complex(imag(z), 0))
		}
	case g.Count > 1:
		for s := range g.Count {
			to[fmt.Sprintf("%s%d", name, s+1)] = all[s*g.Size : min((s+1)*g.Size, len(all))]
		}
	default:
		to[name] = all
	}
	return to
}

// join is the inverse of cut.
func join(e *wgsl.End, name string, from map[string][]complex128) (all []complex128) {
	for i, re := range from[name+"_re"] {
		all = append(all, re+1i*from[name+"_im"][i])
	}
	for s := range e.View.Segments.Count {
		all = append(all, from[fmt.Sprintf("%s%d", name, s+1)]...)
	}
	return append(all, from[name]...)
}

// poison is the byte of memory that no kernel should read, and of results that none has written: NaN as a
// floating-point number.
const poison = 0xff

// encode returns numbers in memory.
func encode(s scalar, isReal bool, all []complex128) (b []byte) {
	for _, z := range all {
		if b = s.Put(b, real(z)); !isReal {
			b = s.Put(b, imag(z))
		}
	}
	return b
}

// decode is the inverse of encode.
func decode(s scalar, isReal bool, b []byte) (all []complex128) {
	for n := s.Bytes(); len(b) > 0; b = b[n:] {
		z := complex(s.Get(b), 0)
		if !isReal {
			b = b[n:]
			z += complex(0, s.Get(b))
		}
		all = append(all, z)
	}
	return all
}

// rounded returns numbers as memory holds them.
func rounded(s scalar, all []complex128) []complex128 { return decode(s, false, encode(s, false, all)) }

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
	tr.compare(t, k.Name()+": Play", tr.play(t), want, math.Hypot(1e-14, write))
	tr.compare(t, k.Name()+": device", tr.onDevice(t, d), want, math.Hypot(bound*arithmetic(k).Eps(), write))
}

// tolerance returns the bound of a transform of n points: c sqrt(max(4, log2 n)), c = 1/2 for smooth n.
func tolerance(n int) float64 { return ref.Tolerance(n) / ref.Eps }

// compare checks a target. Rows of few points are judged together.
func (tr trial) compare(t *testing.T, what string, got []complex128, want []row, bound float64) {
	t.Helper()
	isWritten := map[int]bool{}
	for from, to := range ref.Groups(len(want), len(want[0])) {
		off, norm := 0.0, 0.0
		for _, r := range want[from:to] {
			for _, e := range r {
				isWritten[e.at] = true
				off += math.Pow(cmplx.Abs(got[e.at]-e.z), 2)
				norm += math.Pow(cmplx.Abs(e.z), 2)
			}
		}
		require.LessOrEqual(t, math.Sqrt(off/norm), bound, "%s: transforms %d to %d", what, from, to-1)
	}
	for i, z := range got {
		require.True(t, isWritten[i] || cmplx.IsNaN(z), "%s: element %d is written", what, i)
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

// content returns what a binding holds before the kernel runs.
func (tr trial) content(b wgsl.Binding) (data []byte) {
	k := &tr.kernel
	switch b.Role {
	case wgsl.RoleSource:
		data = encode(stored(k, &k.Load), isReal(&k.Load, false), cut(&k.Load, "src", tr.source)[b.Name])
	case wgsl.RoleTarget:
		n := len(cut(&k.Store, "dst", make([]complex128, tr.target))[b.Name])
		data = encode(stored(k, &k.Store), isReal(&k.Store, true), make([]complex128, n))
		data = bytes.Repeat([]byte{poison}, len(data))
	case wgsl.RoleTable:
		for _, part := range b.Tables {
			data = append(data, encode(arithmetic(k), false, part.Entries())...)
		}
		if b.Words != nil {
			data, _ = binary.Append(data, binary.LittleEndian, b.Words.Words())
		}
	case wgsl.RoleGiven:
		data = encode(arithmetic(k), false, b.Tables[0].(wgsl.Given).Arranged(tr.given[b.Name]))
	case wgsl.RoleParameters: // end, first, begins of source and target, rows
		n := uint32(tr.batch)
		data, _ = binary.Append(data, binary.LittleEndian, []uint32{n, 0, 0, 0, 2 * n, 0, 0, 0})
	}
	return data
}

// onDevice returns the target that a device computes. The target is poisoned, and behind each array lie
// poisoned guard words.
func (tr trial) onDevice(t *testing.T, d *device.Device) []complex128 {
	t.Helper()
	ctx, k, m := context.Background(), &tr.kernel, tr.kernel.Module()
	pipeline, err := d.NewPipeline(deviceModule(m))
	require.NoError(t, err)
	defer pipeline.Close()
	encoder, err := d.NewEncoder()
	require.NoError(t, err)
	buffer := func(size int, use device.Usage) *device.Buffer {
		b, err := d.NewBuffer(m.Name, int64(size), use)
		require.NoError(t, err)
		return b
	}
	bound, down, lengths := []device.Binding{}, map[string]*device.Buffer{}, map[string]int{}
	for _, b := range m.Bindings {
		data, use := tr.content(b), device.Storage
		if lengths[b.Name] = len(data); b.Role == wgsl.RoleParameters {
			use = device.Uniform
		} else {
			data = append(data, bytes.Repeat([]byte{poison}, 64+(-len(data)&3))...)
		}
		to := buffer(len(data), use)
		defer to.Close()
		require.NoError(t, to.WriteAt(data, 0))
		bound = append(bound, device.Whole(to))
		if b.Role == wgsl.RoleTarget {
			down[b.Name] = buffer(len(data), device.Download)
			defer down[b.Name].Close()
		}
	}
	bindings, err := d.NewBindings(pipeline, bound...)
	require.NoError(t, err)
	defer bindings.Close()
	x, y := k.Groups(tr.batch)
	require.NoError(t, encoder.Dispatch(pipeline, bindings, x, y, 1))
	for i, b := range m.Bindings {
		if to := down[b.Name]; to != nil {
			require.NoError(t, encoder.Copy(to, 0, bound[i].Buffer, 0, to.Size()))
		}
	}
	submission, err := encoder.Submit()
	require.NoError(t, err)
	require.NoError(t, submission.Wait(ctx))
	target := map[string][]complex128{}
	for name, b := range down {
		require.NoError(t, b.Map(ctx))
		data, guard := b.Bytes()[:lengths[name]], b.Bytes()[lengths[name]:]
		require.Equal(t, bytes.Repeat([]byte{poison}, len(guard)), guard, "%s: words behind %s", m.Name, name)
		target[name] = decode(stored(k, &k.Store), isReal(&k.Store, true), data)
		require.NoError(t, b.Unmap())
	}
	return join(&k.Store, "dst", target)
}

// deviceModule returns a module as the device package takes it.
func deviceModule(m wgsl.Module) devicewgsl.Module {
	to := devicewgsl.Module{
		Name: m.Name, Text: m.Text, Entry: m.Entry, Workgroup: m.Workgroup, WorkgroupBytes: m.WorkgroupBytes,
	}
	for _, b := range m.Bindings {
		to.Bindings = append(to.Bindings, devicewgsl.Binding{
			Name: b.Name, Access: devicewgsl.Access(b.Access), Type: b.Type,
		})
	}
	return to
}
