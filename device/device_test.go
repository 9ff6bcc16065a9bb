package device

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// open returns a device on the best hardware adapter, else on a software one. Without either the test is
// skipped, or fails where WGFFT_REQUIRE_ADAPTER=1.
func open(t testing.TB) *Device {
	t.Helper()
	d, err := Open(Choice{})
	if errors.Is(err, ErrNoAdapter) {
		d, err = Open(Choice{Kind: AnySoftware})
	}
	if errors.Is(err, ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// copyModule is a kernel that adds 1 to words on their way from src to dst.
func copyModule() wgsl.Module {
	return wgsl.Module{
		Name: "add1", Entry: "main", Workgroup: [3]int{64, 1, 1},
		Bindings: []wgsl.Binding{{Name: "src", Access: wgsl.Read}, {Name: "dst", Access: wgsl.ReadWrite}},
		Text: `
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64, 1, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
	if (id.x < arrayLength(&src) && id.x < arrayLength(&dst)) {
		dst[id.x] = src[id.x] + 1u;
	}
}
`,
	}
}

// A roundTrip holds the objects of a round trip of n words through the kernel.
type roundTrip struct {
	d        *Device
	n        int
	p        *Pipeline
	src, dst *Buffer
	up, down *Buffer
	b        *Bindings
}

func newRoundTrip(t testing.TB, d *Device, n int) *roundTrip {
	t.Helper()
	r := &roundTrip{d: d, n: n}
	var err error
	r.p, err = d.NewPipeline(copyModule())
	require.NoError(t, err)
	bytes := int64(4 * n)
	for _, b := range []struct {
		to **Buffer
		u  Usage
	}{{&r.src, Storage}, {&r.dst, Storage}, {&r.up, Upload}, {&r.down, Download}} {
		*b.to, err = d.NewBuffer(b.u.String(), bytes, b.u)
		require.NoError(t, err)
	}
	r.b, err = d.NewBindings(r.p, Whole(r.src), Whole(r.dst))
	require.NoError(t, err)
	return r
}

// trip sends words start, start+1, ... through the kernel and checks what comes back.
func (r *roundTrip) trip(ctx context.Context, start uint32) error {
	if err := r.up.Map(ctx); err != nil {
		return err
	}
	data := r.up.Bytes()
	for i := range r.n {
		binary.NativeEndian.PutUint32(data[4*i:], start+uint32(i))
	}
	if err := r.up.Unmap(); err != nil {
		return err
	}
	e, err := r.d.NewEncoder()
	if err != nil {
		return err
	}
	if err := e.Copy(r.src, 0, r.up, 0, r.src.Size()); err != nil {
		return err
	}
	if err := e.Dispatch(r.p, r.b, (r.n+63)/64, 1, 1); err != nil {
		return err
	}
	if err := e.Copy(r.down, 0, r.dst, 0, r.dst.Size()); err != nil {
		return err
	}
	if _, err = e.Submit(); err != nil {
		return err
	}
	if err := r.up.BeginMap(); err != nil {
		return err
	}
	if err := r.down.Map(ctx); err != nil {
		return err
	}
	data = r.down.Bytes()
	for i := range r.n {
		if got := binary.NativeEndian.Uint32(data[4*i:]); got != start+uint32(i)+1 {
			return errors.New("wrong word")
		}
	}
	return r.down.Unmap()
}

func (r *roundTrip) close() {
	r.b.Close()
	r.p.Close()
	for _, b := range []*Buffer{r.src, r.dst, r.up, r.down} {
		b.Close()
	}
}

func TestRoundTrip(t *testing.T) {
	d := open(t)
	t.Log(d.Adapter(), d.Limits())
	r := newRoundTrip(t, d, 256)
	for i := range 100 {
		require.NoError(t, r.trip(t.Context(), uint32(i*1000)))
	}
	r.close()
}

func BenchmarkRoundTrip(b *testing.B) {
	r := newRoundTrip(b, open(b), 512) // 256 complex points
	require.NoError(b, r.trip(b.Context(), 0))
	b.ReportAllocs()
	for b.Loop() {
		if err := r.trip(b.Context(), 7); err != nil {
			b.Fatal(err)
		}
	}
}
