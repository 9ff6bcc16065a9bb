package wgsl_test

import (
	"bytes"
	"context"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/wgsl"
)

// inPlace runs a shader that changes its first binding, and returns what the binding holds then.
func inPlace(t *testing.T, d *device.Device, m wgsl.Module, groups int, data ...[]byte) []byte {
	t.Helper()
	pipeline, err := d.NewPipeline(m)
	require.NoError(t, err)
	defer pipeline.Close()
	var bound []device.Binding
	for i, b := range data {
		buffer, err := d.NewBuffer(m.Bindings[i].Name, int64(len(b)), device.Storage)
		require.NoError(t, err)
		defer buffer.Close()
		require.NoError(t, buffer.WriteAt(b, 0))
		bound = append(bound, device.Whole(buffer))
	}
	bindings, err := d.NewBindings(pipeline, bound...)
	require.NoError(t, err)
	defer bindings.Close()
	down, err := d.NewBuffer("down", int64(len(data[0])), device.Download)
	require.NoError(t, err)
	defer down.Close()
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(pipeline, bindings, groups, 1, 1))
	require.NoError(t, e.Copy(down, 0, bound[0].Buffer, 0, down.Size()))
	_, err = e.Submit()
	require.NoError(t, err)
	require.NoError(t, down.Map(context.Background()))
	return bytes.Clone(down.Bytes())
}

// Bins and gains have any number format.
func TestGains(t *testing.T) {
	d := open(t)
	for _, n := range []wgsl.Number{nil, wgsl.F64{}, wgsl.DoubleSingle{}} {
		if (n == wgsl.F64{}) && !d.Adapter().F64 {
			continue
		}
		s := arithmetic(&wgsl.Kernel{Number: n})
		for _, k := range []wgsl.Gains{{}, {Complex: true}, {Complex: true, ComplexGains: true}} {
			k.Bins, k.Arrays, k.Number = 300, 3, n
			require.NoError(t, k.Check(wgsl.DefaultLimits()), k.Name())
			bins, gains := noise(k.Bins*k.Arrays), noise(k.Bins+1)
			x := encode(s, !k.Complex, bins)
			table := encode(s, !k.ComplexGains, gains)
			require.EqualValues(t, k.Bytes(), len(x))
			require.EqualValues(t, k.TableBytes(), len(table))
			bins, gains = decode(s, !k.Complex, x), decode(s, !k.ComplexGains, table)
			groups, _ := k.Groups()
			off, norm := 0.0, 0.0
			for i, got := range decode(s, !k.Complex, inPlace(t, d, k.Module(), groups, x, table)) {
				want := bins[i] * gains[i%k.Bins]
				if i%k.Bins == 0 {
					want += gains[k.Bins]
				}
				off, norm = math.Hypot(off, cmplx.Abs(got-want)), math.Hypot(norm, cmplx.Abs(want))
			}
			require.LessOrEqual(t, off/norm, s.Eps(), k.Name())
		}
	}
}

// Gains in f32 have one spelling.
func TestGainsErrors(t *testing.T) {
	k := wgsl.Gains{Bins: 4, Arrays: 1, Number: wgsl.F32{}}
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "leave it nil")
	k.Number = wgsl.DoubleSingle{Product: 7}
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "use the constants")
}
