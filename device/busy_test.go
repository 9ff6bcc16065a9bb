package device

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCallsWhileTheDriverIsBusy makes calls while another call has the driver, as a submission has that hangs. Calls
// with a context return when it ends. Calls without a result return at once, and take effect when the driver is free.
func TestCallsWhileTheDriverIsBusy(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 64)
	require.NoError(t, r.trip(t.Context(), 1))
	require.NoError(t, r.down.Map(t.Context()))
	var stamps *Timestamps
	if d.Adapter().Timestamps {
		var err error
		stamps, err = d.NewTimestamps(2)
		require.NoError(t, err)
	}
	recorded := func() *Encoder {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, e.Dispatch(r.p, r.b, 1, 1, 1))
		return e
	}
	dropped, submitted := recorded(), recorded()
	before := d.Stats()

	d.mu.Lock()
	require.Len(t, r.down.Bytes(), 256)
	late := recorded()
	dropped.Discard()
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error, 3)
	go func() { _, err := submitted.SubmitContext(ctx); errs <- err }()
	go func() { _, err := d.NewBufferContext(ctx, "late", 4, Storage); errs <- err }()
	go func() { _, err := d.NewPipelineContext(ctx, copyModule()); errs <- err }()
	cancel()
	for range cap(errs) {
		require.ErrorIs(t, <-errs, context.Canceled)
	}
	r.close()
	if stamps != nil {
		require.NoError(t, stamps.Close())
	}
	require.Equal(t, before.Buffers, d.Stats().Buffers, "the driver is busy")
	d.mu.Unlock()

	_, err := late.Submit()
	require.ErrorIs(t, err, ErrClosed)
	require.NoError(t, d.Close())
	after := d.Stats()
	require.Zero(t, after.Buffers)
	require.Equal(t, before.Submissions, after.Submissions, "a call that its caller has left submitted")
}

// TestEndedSubmission submits with a context that has ended. The encoder ends, too, and drops its commands.
func TestEndedSubmission(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 64)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(r.p, r.b, 1, 1, 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e.SubmitContext(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "device: submit: ")
	require.Zero(t, r.b.pins.Load())
	_, err = e.Submit()
	require.ErrorIs(t, err, ErrClosed)
}
