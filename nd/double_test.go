package nd

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/attach"
	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// inexact is the format of a device without double precision.
type inexact struct{}

func (inexact) Close() error { return nil }

func (inexact) KernelFormat(context.Context) (wgsl.Number, attach.Conversion, error) {
	return nil, nil, errors.ErrUnsupported
}

// TestNoDouble computes on a device without double precision. A step with double precision returns
// an error, and nothing of it is computed. Other steps are computed.
func TestNoDouble(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	defer eng.Close()
	attach.Of(eng).SetDouble(inexact{})
	q := NewQueue(eng)
	x, y := From(q, []float32{1, 2}, 2), q.New(Float64, 2)
	require.NoError(t, q.Flush(t.Context()))
	q.Set(x, q.Scale(2, x))
	q.Set(y, q.Cast(Float64, x))
	require.ErrorIs(t, q.Flush(t.Context()), errors.ErrUnsupported)
	got, err := Download[float32](t.Context(), q, nil, x)
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2}, got)
	square := Func{WGSL: `fn square(x: R) -> R { return x * x; }`, Go: func(x float64) float64 { return x * x }}
	require.NoError(t, CheckFunc(t.Context(), eng, &square, 1e-6, nil, nil))
}
