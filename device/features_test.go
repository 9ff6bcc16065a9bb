package device

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// TestFeatures runs a kernel for each feature that the adapter has. The default build has none. A
// kernel that uses a missing feature does not compile.
func TestFeatures(t *testing.T) {
	d := open(t)
	word := func(v uint32) uint64 { return uint64(v) }
	for _, c := range []struct {
		name string
		has  bool
		text string // sets the word in dst[0] and, for 8 bytes, in dst[1]
		want uint64
	}{
		{"f64", d.Adapter().F64, `
@group(0) @binding(0) var<storage, read_write> dst: array<f64>;
@compute @workgroup_size(1, 1, 1)
fn main() { dst[0] = 1.0lf / 3.0lf; }
`, math.Float64bits(1.0 / 3)},
		{"f16", d.Adapter().F16, `enable f16;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> half: f16;
@compute @workgroup_size(1, 1, 1)
fn main() {
	half = 2048.0h;
	dst[0] = u32(half + 1.0h);
}
`, word(2048)}, // 2049 rounds to 2048 in f16
		{"64-bit integers", d.Adapter().Int64, `
@group(0) @binding(0) var<storage, read_write> dst: array<u64>;
@compute @workgroup_size(1, 1, 1)
fn main() { dst[0] = 0xffffffff00000001lu * 3lu; }
`, 0xfffffffd00000003},
		{"subgroups", d.Adapter().Subgroups, `
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(1, 1, 1)
fn main() { dst[0] = subgroupAdd(7u); }
`, word(7)},
	} {
		t.Log(c.name, c.has)
		p, err := d.NewPipeline(wgsl.Module{
			Name: c.name, Entry: "main", Workgroup: [3]int{1, 1, 1}, Text: c.text,
			Bindings: []wgsl.Binding{{Name: "dst", Access: wgsl.ReadWrite}},
		})
		if !c.has {
			require.ErrorContains(t, err, "kernel "+c.name)
			continue
		}
		require.NoError(t, err, c.name)
		dst, err := d.NewBuffer("dst", 256, Storage)
		require.NoError(t, err)
		down, err := d.NewBuffer("down", 256, Download)
		require.NoError(t, err)
		g, err := d.NewBindings(p, Whole(dst))
		require.NoError(t, err)
		e, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, e.Dispatch(p, g, 1, 1, 1))
		require.NoError(t, e.Copy(down, 0, dst, 0, 256))
		_, err = e.Submit()
		require.NoError(t, err)
		require.NoError(t, down.Map(t.Context()))
		require.Equal(t, c.want, binary.NativeEndian.Uint64(down.Bytes()), c.name)
	}
	// The device can still be used.
	require.NoError(t, newRoundTrip(t, d, 64).trip(t.Context(), 1))
}
