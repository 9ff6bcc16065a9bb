package device

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTimestamps(t *testing.T) {
	d := open(t)
	if !d.Adapter().Timestamps {
		_, err := d.NewTimestamps(2)
		require.ErrorIs(t, err, ErrNoTimestamps)
		t.Skip(err)
	}
	_, err := d.NewTimestamps(0)
	require.Error(t, err)
	_, err = d.NewTimestamps(1 << 20)
	requireLimit(t, err, 1<<20, maxTimestamps)
	ts, err := d.NewTimestamps(4)
	require.NoError(t, err)
	r := newRoundTrip(t, d, 1024)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.Error(t, e.Timestamp(ts, -1))
	require.Error(t, e.Timestamp(ts, 4))
	require.Error(t, e.Timestamp(nil, 0))
	for i := range 3 { // the last keeps the time of NewTimestamps
		require.NoError(t, e.Timestamp(ts, i))
		require.NoError(t, e.Dispatch(r.p, r.b, 16, 1, 1))
	}
	require.NoError(t, r.up.Unmap())
	require.NoError(t, e.Copy(r.src, 0, r.up, 0, 64))
	_, err = e.Submit()
	require.NoError(t, err)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = ts.Read(cancelled)
	for range 2 {
		ticks, err := ts.Read(t.Context())
		require.NoError(t, err)
		require.Len(t, ticks, 4)
		require.LessOrEqual(t, ticks[0], ticks[1])
		require.LessOrEqual(t, ticks[1], ticks[2])
		require.LessOrEqual(t, ticks[3], ticks[0])
		require.NotZero(t, ticks[3])
	}
	ns, err := d.TickNs(t.Context())
	require.NoError(t, err)
	require.Greater(t, ns, 0.0)
	_, err = d.TickNs(cancelled)
	require.ErrorIs(t, err, context.Canceled)
	again, err := d.TickNs(t.Context())
	require.NoError(t, err)
	require.Equal(t, ns, again, "cached")
	t.Log("a tick is", ns, "ns")
	e, err = d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Timestamp(ts, 0))
	require.NoError(t, ts.Close())
	require.NoError(t, ts.Close())
	_, err = e.Submit()
	require.ErrorIs(t, err, ErrClosed)
	_, err = ts.Read(t.Context())
	require.ErrorIs(t, err, ErrClosed)
}
