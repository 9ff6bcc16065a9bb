package device

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func newHostDevice(t *testing.T) *Device {
	t.Helper()
	d := NewHost(1 << 20)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func newHostBuffer(t *testing.T, d *Device, bytes int64, u Usage) *Buffer {
	t.Helper()
	b, err := d.NewBuffer("test", bytes, u)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

// TestHostCommands checks that writes, copies, functions and mappings of a host device take effect in their order.
func TestHostCommands(t *testing.T) {
	d := newHostDevice(t)
	up, down := newHostBuffer(t, d, 8, Upload), newHostBuffer(t, d, 8, Download)
	a, b := newHostBuffer(t, d, 8, Storage), newHostBuffer(t, d, 10, Storage)
	require.EqualValues(t, 12, b.Size())
	require.Len(t, b.Memory(), 12)
	copy(up.Bytes(), "uploaded")
	require.NoError(t, up.Unmap())
	require.NoError(t, a.WriteAt([]byte("at first"), 0))

	started, release := make(chan struct{}), make(chan struct{})
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, e.Call(func() error {
		close(started)
		<-release
		copy(b.Memory()[4:], a.Memory())
		return nil
	}, a, b))
	require.NoError(t, e.Copy(a, 0, up, 0, 8))
	require.NoError(t, e.Copy(down, 4, b, 4, 4))
	first, err := e.Submit()
	require.NoError(t, err)
	require.NoError(t, a.WriteAt([]byte("late"), 4))
	<-started
	require.False(t, first.Done())
	require.NoError(t, down.BeginMap())
	ended, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, down.Map(ended), context.DeadlineExceeded)
	require.ErrorIs(t, first.Wait(ended), context.DeadlineExceeded)
	require.EqualValues(t, 1, d.Stats().Pending)
	close(release)

	require.NoError(t, first.Wait(t.Context()))
	require.True(t, first.Done())
	require.NoError(t, down.Map(t.Context()))
	require.Equal(t, "\x00\x00\x00\x00at f", string(down.Bytes()))
	require.NoError(t, down.Unmap())
	require.Equal(t, "at first", string(b.Memory()[4:]))
	require.Equal(t, "uploaded"[:4]+"late", string(a.Memory()))
	require.Equal(t, Stats{Buffers: 4, BufferBytes: 8 + 8 + 8 + 12, Submissions: 1}, d.Stats())
}

// TestHostErrors checks that a call that waits returns the error of a function, and that closed and mapped buffers are
// refused.
func TestHostErrors(t *testing.T) {
	d := newHostDevice(t)
	odd := errors.New("odd")
	for _, c := range []struct {
		f    func() error
		want string
	}{
		{func() error { return odd }, "device: wait for the GPU: odd"},
		{func() error { panic("no") }, "device: wait for the GPU: a function of Encoder.Call panicked: no"},
	} {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, e.Call(c.f))
		s, err := e.Submit()
		require.NoError(t, err)
		err = s.Wait(t.Context())
		for err == nil { // the submission may have been done before the first poll
			e, _ = d.NewEncoder()
			s, _ = e.Submit()
			err = s.Wait(t.Context())
		}
		require.EqualError(t, err, c.want)
		if c.want[len(c.want)-3:] == "odd" {
			require.ErrorIs(t, err, odd)
		}
	}

	b, up := newHostBuffer(t, d, 8, Storage), newHostBuffer(t, d, 8, Upload)
	submit := func(use *Buffer) error {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, e.Call(func() error { panic("not submitted") }, use))
		_, err = e.Submit()
		return err
	}
	require.ErrorContains(t, submit(up), "mapped: Unmap it before commands use it")
	require.NoError(t, b.Close())
	require.ErrorIs(t, submit(b), ErrClosed)
	require.Nil(t, b.Memory())
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.ErrorContains(t, e.Call(nil), "the function is nil")
	require.ErrorContains(t, e.Call(func() error { return nil }, nil), "a buffer is nil")
}

// TestHostRefusals checks the errors of calls that a host device does not have.
func TestHostRefusals(t *testing.T) {
	d := newHostDevice(t)
	require.Equal(t, Host, d.Adapter().Kind)
	require.Equal(t, "host", Host.String())
	_, err := d.NewPipeline(wgsl.Module{Name: "k", Entry: "k", Text: "k", Workgroup: [3]int{1, 1, 1}})
	require.EqualError(t, err, "device: kernel k: the CPU engine runs no kernels: "+
		"use package nd for operations of your own, or open a GPU")
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = d.NewTimestamps(2)
	require.ErrorIs(t, err, ErrNoTimestamps)
	_, err = d.TickNs(t.Context())
	require.ErrorIs(t, err, ErrNoTimestamps)
	var limit *LimitError
	_, err = d.NewBuffer("large", 1<<20+1, Storage)
	require.ErrorAs(t, err, &limit)
	require.EqualValues(t, 1<<20, limit.Have)
	huge := NewHost(math.MaxInt64)
	_, err = huge.NewBuffer("huge", math.MaxInt64, Storage)
	require.ErrorAs(t, err, &limit)
	require.NoError(t, huge.Close())
	parts, err := d.NewBufferInParts("parts", 1<<20+16, []int64{16})
	require.NoError(t, err)
	require.Nil(t, parts.Memory())
	require.NoError(t, parts.Close())

	all, err := Adapters()
	if err == nil {
		for _, a := range all {
			require.NotEqual(t, Host, a.Kind)
		}
	}
	none := NewHost(-1)
	_, err = none.NewBuffer("none", 4, Storage)
	require.ErrorAs(t, err, &limit)
	require.NoError(t, none.Close())
	_, err = none.NewEncoder()
	require.ErrorIs(t, err, ErrClosed)
}

// TestGPURefusesFunctions checks the error of Encoder.Call on a GPU.
func TestGPURefusesFunctions(t *testing.T) {
	d := open(t)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	require.ErrorIs(t, e.Call(func() error { return nil }), errors.ErrUnsupported)
	b, err := d.NewBuffer("test", 8, Storage)
	require.NoError(t, err)
	require.Nil(t, b.Memory())
	require.NoError(t, b.Close())
}

// TestHostManyGoroutines checks that submissions of several goroutines do not run at the same time.
func TestHostManyGoroutines(t *testing.T) {
	d := newHostDevice(t)
	counter := newHostBuffer(t, d, 4, Storage)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				e, err := d.NewEncoder()
				if err == nil {
					err = e.Call(func() error {
						counter.Memory()[0]++
						return nil
					}, counter)
				}
				var s *Submission
				if err == nil {
					s, err = e.Submit()
				}
				if err == nil {
					err = s.Wait(t.Context())
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 8*50%256, counter.Memory()[0])
}

// TestAppend checks that an encoder takes the commands of another one, and closes buffers when it ends.
func TestAppend(t *testing.T) {
	for name, newDevice := range map[string]func(t *testing.T) *Device{
		"host": newHostDevice, "gpu": func(t *testing.T) *Device { return open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDevice(t)
			a, b := newHostBuffer(t, d, 8, Storage), newHostBuffer(t, d, 8, Storage)
			down := newHostBuffer(t, d, 8, Download)
			kept, err := d.NewBuffer("closed by the encoder", 8, Storage)
			require.NoError(t, err)
			require.NoError(t, kept.WriteAt([]byte("contents"), 0))
			first, err := d.NewEncoder()
			require.NoError(t, err)
			other, err := d.NewEncoder()
			require.NoError(t, err)
			require.NoError(t, other.Copy(a, 0, kept, 0, 8))
			require.NoError(t, other.CloseAfter(kept))
			require.NoError(t, other.Copy(b, 4, a, 0, 4))
			require.NoError(t, first.Append(other))
			require.ErrorIs(t, first.Append(other), ErrClosed)
			require.ErrorIs(t, other.CloseAfter(kept), ErrClosed)
			require.ErrorContains(t, first.Append(first), "the same")
			require.ErrorContains(t, first.Append(nil), "nil")
			require.NoError(t, first.Copy(down, 0, b, 0, 8))
			_, err = first.Submit()
			require.NoError(t, err)
			require.True(t, kept.closed.Load())
			require.NoError(t, down.Map(t.Context()))
			require.Equal(t, "\x00\x00\x00\x00cont", string(down.Bytes()))
			require.NoError(t, down.Unmap())

			dropped, err := d.NewEncoder()
			require.NoError(t, err)
			require.NoError(t, dropped.CloseAfter(a))
			dropped.Discard()
			require.True(t, a.closed.Load())
		})
	}
}
