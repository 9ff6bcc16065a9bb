package nd

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
)

// TestFailedEncode encodes a step for an encoder of another device. After the error the engine has
// no work of the program, so later steps need not wait for any.
func TestFailedEncode(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer eng.Close()
	other := device.NewHost(1 << 20)
	defer other.Close()
	enc, err := other.NewEncoder()
	require.NoError(t, err)
	defer enc.Discard()
	q := NewQueue(eng)
	x := q.New(Float32, 4)
	q.Set(x, Scalar(1))
	require.ErrorContains(t, q.Encode(enc), "belongs to another device")
	require.False(t, q.on.m.IsExposed())
	q.Set(x, Scalar(1))
	require.NoError(t, q.Flush(context.Background()))
}
