package device

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func requireLimit(t *testing.T, err error, need, have int64) {
	t.Helper()
	var l *LimitError
	require.ErrorAs(t, err, &l)
	require.Equal(t, need, l.Need, err)
	require.Equal(t, have, l.Have, err)
	require.NotEmpty(t, l.Hint)
}

func TestBufferInput(t *testing.T) {
	d := open(t)
	for _, n := range []int64{0, -1, -1 << 63} {
		_, err := d.NewBuffer("b", n, Storage)
		require.ErrorContains(t, err, "at least one")
	}
	most := d.Limits().AllocationBytes &^ 3
	for _, n := range []int64{most + 1, 1<<63 - 1} {
		_, err := d.NewBuffer("b", n, Storage)
		requireLimit(t, err, n, most)
	}
	_, err := d.NewBuffer("b", 4, 99)
	require.ErrorContains(t, err, "usage")
	b, err := d.NewBuffer("bad \xff label", 5, Storage)
	require.NoError(t, err)
	require.EqualValues(t, 8, b.Size())

	require.NoError(t, b.WriteAt(make([]byte, 4), 4))
	require.NoError(t, b.WriteAt(nil, 8))
	for _, c := range []struct{ n, off int64 }{{4, 8}, {4, -4}, {4, 2}, {3, 0}, {12, 0}, {4, 1<<63 - 4}, {0, 9}} {
		require.Error(t, b.WriteAt(make([]byte, c.n), c.off), c)
	}
	require.ErrorContains(t, b.Map(t.Context()), "only Upload, Download and Shared")
	require.Nil(t, b.Bytes())
	require.NoError(t, b.Unmap())
	up, err := d.NewBuffer("up", 8, Upload)
	require.NoError(t, err)
	require.Len(t, up.Bytes(), 8)
	require.ErrorContains(t, up.WriteAt(make([]byte, 4), 0), "copied to")
	down, err := d.NewBuffer("down", 8, Download)
	require.NoError(t, err)
	require.NoError(t, down.Map(t.Context()))
	require.ErrorContains(t, down.WriteAt(make([]byte, 4), 0), "mapped")
	require.Equal(t, make([]byte, 8), down.Bytes())
}

func TestKernelInput(t *testing.T) {
	d := open(t)
	l := d.Limits()
	change := func(f func(*wgsl.Module)) wgsl.Module {
		m := copyModule()
		f(&m)
		return m
	}
	for name, m := range map[string]wgsl.Module{
		"syntax":      change(func(m *wgsl.Module) { m.Text = "fn main( {" }),
		"type":        change(func(m *wgsl.Module) { m.Text = strings.Replace(m.Text, "1u", "1.0", 1) }),
		"utf-8":       change(func(m *wgsl.Module) { m.Text += "// \xff" }),
		"entry":       change(func(m *wgsl.Module) { m.Entry = "other" }),
		"empty entry": change(func(m *wgsl.Module) { m.Entry = "" }),
		"empty":       change(func(m *wgsl.Module) { m.Text = "" }),
		"nul":         change(func(m *wgsl.Module) { m.Text = "\x00" + m.Text }),
		"binding":     change(func(m *wgsl.Module) { m.Bindings = m.Bindings[:1] }),
		"access":      change(func(m *wgsl.Module) { m.Bindings[1].Access = 77 }),
		"read-only":   change(func(m *wgsl.Module) { m.Bindings[1].Access = wgsl.Read }),
		"zero size":   change(func(m *wgsl.Module) { m.Workgroup[1] = 0 }),
		"large text":  change(func(m *wgsl.Module) { m.Text = strings.Replace(m.Text, "64", "65536", 1) }),
		"directive":   change(func(m *wgsl.Module) { m.Text = "enable nothing;" + m.Text }),
	} {
		_, err := d.NewPipeline(m)
		require.Error(t, err, name)
		require.ErrorContains(t, err, "kernel add1", name)
		require.True(t, strings.HasPrefix(err.Error(), "device: "), err)
	}
	_, err := d.NewPipeline(change(func(m *wgsl.Module) { m.WorkgroupBytes = l.WorkgroupBytes + 4 }))
	requireLimit(t, err, int64(l.WorkgroupBytes+4), int64(l.WorkgroupBytes))
	_, err = d.NewPipeline(change(func(m *wgsl.Module) { m.Workgroup = [3]int{l.Invocations / 2, 4, 1} }))
	requireLimit(t, err, int64(2*l.Invocations), int64(l.Invocations))
	_, err = d.NewPipeline(change(func(m *wgsl.Module) { m.Workgroup = [3]int{1 << 40, 1 << 40, 1 << 40} }))
	require.ErrorAs(t, err, new(*LimitError))
	// The device can still be used.
	require.NoError(t, newRoundTrip(t, d, 64).trip(t.Context(), 1))
}

func TestBindingInput(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 1<<10)
	defer r.close()
	align := int64(d.Limits().StorageAlign)
	for name, b := range map[string]Binding{
		"no buffer":  {},
		"size 0":     {Buffer: r.src},
		"negative":   {Buffer: r.src, Size: -4},
		"beyond":     {Buffer: r.src, Offset: align, Size: r.src.Size()},
		"far beyond": {Buffer: r.src, Offset: 1 << 62, Size: 1 << 62},
		"before":     {Buffer: r.src, Offset: -align, Size: 4},
		"odd size":   {Buffer: r.src, Size: 6},
		"upload":     Whole(r.up),
		"read twice": Whole(r.dst),
		"nil":        Whole(nil),
	} {
		_, err := d.NewBindings(r.p, b, Whole(r.dst))
		require.ErrorContains(t, err, "add1: binding", name)
	}
	_, err := d.NewBindings(r.p, Binding{r.src, 4, 4}, Whole(r.dst))
	if align > 4 {
		requireLimit(t, err, 4, align)
	}
	_, err = d.NewBindings(r.p, Whole(r.src))
	require.ErrorContains(t, err, "got 1, want 2")
	_, err = d.NewBindings(nil, Whole(r.src))
	require.Error(t, err)
	if l := d.Limits(); l.BindingBytes < l.AllocationBytes && l.BindingBytes < 1<<28 {
		big, err := d.NewBuffer("big", l.BindingBytes+4, Storage)
		require.NoError(t, err)
		_, err = d.NewBindings(r.p, Whole(big), Whole(r.dst))
		requireLimit(t, err, l.BindingBytes+4, l.BindingBytes)
		require.NoError(t, big.Close())
	}
	other := open(t)
	foreign, err := other.NewBuffer("foreign", 64, Storage)
	require.NoError(t, err)
	_, err = d.NewBindings(r.p, Whole(foreign), Whole(r.dst))
	require.ErrorContains(t, err, "another device")
	_, err = other.NewBindings(r.p, Whole(foreign), Whole(foreign))
	require.ErrorContains(t, err, "another device")
}

func TestEncoderInput(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 256)
	defer r.close()
	e, err := d.NewEncoder()
	require.NoError(t, err)
	for _, n := range [][3]int{{0, 1, 1}, {1, -1, 1}, {1, 1, 1 << 40}, {d.Limits().Workgroups + 1, 1, 1}} {
		require.Error(t, e.Dispatch(r.p, r.b, n[0], n[1], n[2]), n)
	}
	require.Error(t, e.Dispatch(nil, r.b, 1, 1, 1))
	require.Error(t, e.Dispatch(r.p, nil, 1, 1, 1))
	size := r.src.Size()
	for _, c := range []struct {
		dst       *Buffer
		dstOff    int64
		src       *Buffer
		srcOff, n int64
		what      string
	}{
		{r.dst, 0, r.src, 0, size + 4, "too long"}, {r.dst, 4, r.src, 0, size, "past dst"},
		{r.dst, 0, r.src, 4, size, "past src"}, {r.dst, 2, r.src, 0, 4, "misaligned dst"},
		{r.dst, 0, r.src, 2, 4, "misaligned src"}, {r.dst, 0, r.src, 0, 3, "odd length"},
		{r.dst, 0, r.src, 0, 0, "nothing"}, {r.dst, 0, r.dst, 64, 4, "itself"}, {nil, 0, r.src, 0, 4, "nil"},
		{r.up, 0, r.src, 0, 4, "to upload"}, {r.dst, 0, r.down, 0, 4, "from download"},
		{r.dst, -4, r.src, 0, 4, "negative"}, {r.dst, 0, r.src, -1 << 63, 4, "very negative"},
	} {
		require.Error(t, e.Copy(c.dst, c.dstOff, c.src, c.srcOff, c.n), c.what)
	}
	require.Error(t, e.End(), "not adopted")
	// The encoder has recorded none of these commands.
	s, err := e.Submit()
	require.NoError(t, err)
	require.NoError(t, s.Wait(t.Context()))
	require.True(t, s.Done())
	_, err = e.Submit()
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, e.Copy(r.dst, 0, r.src, 0, 4), ErrClosed)
	e.Discard()

	// A submission that uses a mapped buffer would abort the process.
	e, err = d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, r.up.Map(t.Context()))
	require.NoError(t, e.Copy(r.src, 0, r.up, 0, 4))
	_, err = e.Submit()
	require.ErrorContains(t, err, "mapped")
	require.NoError(t, r.up.Unmap())
	// A buffer with a pending mapping would abort it, too.
	e, err = d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Copy(r.down, 0, r.src, 0, 4))
	require.NoError(t, r.down.BeginMap())
	require.NoError(t, r.down.BeginMap())
	_, err = e.Submit()
	require.ErrorContains(t, err, "mapping is under way")
	require.NoError(t, r.down.Unmap())
	require.NoError(t, r.trip(t.Context(), 5))
}

func TestOffsets(t *testing.T) {
	d := open(t)
	p, err := d.NewPipeline(copyModule())
	require.NoError(t, err)
	a := int64(d.Limits().StorageAlign)
	src, err := d.NewBuffer("src", 4*a, Storage)
	require.NoError(t, err)
	dst, err := d.NewBuffer("dst", 4*a, Storage)
	require.NoError(t, err)
	data := make([]byte, 4*a)
	for i := range data {
		data[i] = byte(i % 100)
	}
	require.NoError(t, src.WriteAt(data[:2*a], 0))
	require.NoError(t, src.WriteAt(data[2*a:], 2*a))
	b, err := d.NewBindings(p, Binding{src, a, a}, Binding{dst, 2 * a, a})
	require.NoError(t, err)
	down, err := d.NewBuffer("down", 4*a, Download)
	require.NoError(t, err)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(p, b, 1, 1, 1)) // 64 words, more than a binding
	require.NoError(t, e.Dispatch(p, b, 1, 1, 1)) // the same pass
	require.NoError(t, e.Copy(down, 0, dst, 0, 4*a))
	_, err = e.Submit()
	require.NoError(t, err)
	require.NoError(t, down.Map(t.Context()))
	want := make([]byte, 4*a)
	for i := range min(a, 256) {
		want[2*a+i] = data[a+i]
		if i%4 == 0 {
			want[2*a+i]++
		}
	}
	require.Equal(t, want, down.Bytes())
	require.NoError(t, down.Close())
	require.Nil(t, down.Bytes())
}

// TestLateErrors checks that errors that wgpu finds only while it encodes become errors of
// Submit, and that the device stays usable.
func TestLateErrors(t *testing.T) {
	d := open(t)
	m := wgsl.Module{
		Name: "uniform", Entry: "main", Workgroup: [3]int{1, 1, 1},
		Bindings: []wgsl.Binding{{Name: "by", Access: wgsl.Uniform}, {Name: "dst", Access: wgsl.ReadWrite}},
		Text: `
@group(0) @binding(0) var<uniform> by: vec4<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(1, 1, 1)
fn main() { dst[0] = dst[0] + by.y; }
`,
	}
	p, err := d.NewPipeline(m)
	require.NoError(t, err)
	twin, err := d.NewPipeline(m)
	require.NoError(t, err)
	by, err := d.NewBuffer("by", 16, Uniform)
	require.NoError(t, err)
	dst, err := d.NewBuffer("dst", 16, Storage)
	require.NoError(t, err)
	down, err := d.NewBuffer("down", 16, Download)
	require.NoError(t, err)
	require.NoError(t, by.WriteAt([]byte{0, 0, 0, 0, 5, 0, 0, 0}, 0))
	_, err = d.NewBindings(p, Whole(dst), Whole(dst))
	require.ErrorContains(t, err, "uniform")
	small, err := d.NewBindings(p, Binding{Buffer: by, Size: 8}, Whole(dst))
	require.NoError(t, err)
	good, err := d.NewBindings(p, Whole(by), Whole(dst))
	require.NoError(t, err)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(p, small, 1, 1, 1))
	submitted, err := e.Submit()
	if err == nil { // a browser reports errors later
		err = submitted.Wait(t.Context())
	}
	require.ErrorContains(t, err, "device: ")

	e, err = d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(p, good, 1, 1, 1))
	require.NoError(t, e.Dispatch(twin, good, 1, 1, 1), "bindings fit every kernel with the same accesses")
	require.ErrorContains(t, e.Dispatch(newRoundTrip(t, d, 1).p, good, 1, 1, 1), "other bindings")
	require.NoError(t, e.Copy(down, 0, dst, 0, 16))
	_, err = e.Submit()
	require.NoError(t, err)
	require.NoError(t, down.Map(t.Context()))
	require.EqualValues(t, 10, down.Bytes()[0])
}
