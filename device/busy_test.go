package device

import (
	"context"
	"slices"
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
	calls := []func() error{
		func() error { _, err := submitted.SubmitContext(ctx); return err },
		func() error { _, err := d.NewBufferContext(ctx, "late", 4, Storage); return err },
		func() error { _, err := d.NewBufferInPartsContext(ctx, "late", 4, nil); return err },
		func() error { _, err := d.NewPipelineContext(ctx, copyModule()); return err },
		func() error { _, err := d.NewBindingsContext(ctx, r.p, Whole(r.src), Whole(r.dst)); return err },
		func() error { return r.dst.WriteAtContext(ctx, make([]byte, 4), 0) },
	}
	if stamps != nil {
		calls = append(calls, func() error { _, err := d.NewTimestampsContext(ctx, 2); return err })
	}
	errs := make(chan error, len(calls))
	for _, call := range calls {
		go func() { errs <- call() }()
	}
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

// TestMemoryWhileTheDriverIsBusy gives memory to the GPU and requests it while another call has the driver. Both take
// effect when the driver is free. A write whose caller has left has no effect.
func TestMemoryWhileTheDriverIsBusy(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 4)
	words := []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}
	fetch := func(from *Buffer) []byte {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, e.Copy(r.down, 0, from, 0, 16))
		_, err = e.Submit()
		require.NoError(t, err)
		require.NoError(t, r.down.Map(t.Context()))
		got := slices.Clone(r.down.Bytes())
		require.NoError(t, r.down.Unmap())
		return got
	}
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Copy(r.down, 0, r.src, 0, 16))

	d.mu.Lock()
	copy(r.up.Bytes(), words)
	require.NoError(t, r.up.Unmap())
	require.Nil(t, r.up.Bytes())
	require.NoError(t, r.down.BeginMap())
	require.Error(t, r.src.BeginMap(), "a storage buffer")
	require.False(t, r.src.Same(r.dst))
	require.Nil(t, r.src.Memory())
	ctx, cancel := context.WithCancel(t.Context())
	wrote := make(chan error)
	go func() { wrote <- r.src.WriteAtContext(ctx, words, 0) }()
	cancel()
	require.ErrorIs(t, <-wrote, context.Canceled)
	d.mu.Unlock()

	_, err = e.Submit()
	require.ErrorContains(t, err, "a mapping is under way")
	require.NoError(t, r.down.Map(t.Context()))
	require.NoError(t, r.down.Unmap())
	require.Equal(t, words, fetch(r.up))
	require.Equal(t, make([]byte, 16), fetch(r.src), "a call that its caller has left wrote")
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, r.src.WriteAtContext(ctx, words, 0))
	require.Equal(t, words, fetch(r.src))
	r.close()
	require.ErrorIs(t, r.up.Unmap(), ErrClosed)
	require.ErrorIs(t, r.up.BeginMap(), ErrClosed)
}

// failingDriver is a driver whose calls fail while text is not empty.
type failingDriver struct {
	driver
	text string
}

func (d *failingDriver) failed() bool { return d.text != "" || d.driver.failed() }

func (d *failingDriver) takeError() (errorKind, string, error) {
	if d.text != "" {
		return errorInvalid, d.text, nil
	}
	return d.driver.takeError()
}

// TestLateErrorOfUnmap checks that Map returns the error of an Unmap that waited for the driver.
func TestLateErrorOfUnmap(t *testing.T) {
	d := open(t)
	b, err := d.NewBuffer("late", 16, Upload)
	require.NoError(t, err)
	failing := &failingDriver{driver: d.n}
	d.mu.Lock()
	d.n = failing
	require.NoError(t, b.Unmap())
	failing.text = "refused"
	d.mu.Unlock()
	d.mu.Lock()
	failing.text = ""
	d.mu.Unlock()
	require.ErrorContains(t, b.Map(t.Context()), "unmap of buffer late: refused")
	require.NoError(t, b.Map(t.Context()))
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
