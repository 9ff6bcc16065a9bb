package large

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// Files that are no source or no result are refused, and nothing is left.
func TestBadFiles(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	fails := func(other File, says string) {
		t.Helper()
		require.ErrorContains(t, TransformFile(t.Context(), eng.Transforms, other), says)
		requireAlone(t, filepath.Dir(f.In), "in.npy")
		requireAlone(t, f.Scratch)
	}
	other := f
	other.Out = f.In
	fails(other, "is the source and the result")
	other.Out = f.Scratch
	fails(other, "not a regular file: name another result")
	other.Out = ""
	fails(other, "set File.Out")
	other = f
	other.In += "x"
	fails(other, "no such file")
	for _, suffix := range []string{".part", ".journal"} {
		other.Out, other.In = f.In, f.In+suffix
		require.NoError(t, os.Rename(f.In, other.In))
		require.ErrorContains(t, TransformFile(t.Context(), eng.Transforms, other), suffix+" is the source")
		require.NoError(t, os.Rename(other.In, f.In))
		require.NoFileExists(t, other.In)
	}
	other = f
	other = f
	other.In = filepath.Dir(f.In)
	fails(other, "is not a regular file")
	other = f
	other.Kind = wgfft.R2C
	fails(other, "has elements complex64, want float32")
	other.Kind, other.Length = wgfft.C2R, 100
	fails(other, "2048 bins belong to 4094 or 4095 samples")
	other = f
	other.Axes = []int{3}
	fails(other, "out of range")
	other = f
	other.Scratch = filepath.Join(other.Scratch, "missing")
	fails(other, "missing")

	other = f
	other.buffers = 0
	other.Memory = 1 << 20
	err := TransformFile(t.Context(), eng.Transforms, other)
	var memory *MemoryError
	require.ErrorAs(t, err, &memory)
	require.ErrorIs(t, err, ErrMemory)
	requireAlone(t, filepath.Dir(f.In), "in.npy")
	other.Memory = memory.Least + 8<<20 // the process grows by some megabytes meanwhile
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, other))
	require.NoError(t, os.Remove(f.Out))

	require.NoError(t, os.Truncate(f.In, 1000))
	fails(f, "cut short")
}

// A source that shrinks or changes during the run ends it.
func TestSourceChanges(t *testing.T) {
	eng := engineOn(t)
	for _, change := range []func(name string) error{
		func(name string) error { return os.Truncate(name, 4000) },
		func(name string) error { return os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)) },
	} {
		f := small(t)
		lines := 0
		f.event = func(name string) error {
			if name == "end of the line" {
				lines++
			}
			if lines == 3 {
				return change(f.In)
			}
			return nil
		}
		err := TransformFile(t.Context(), eng.Transforms, f)
		require.Error(t, err)
		if !errors.Is(err, ErrChanged) {
			require.ErrorContains(t, err, "the source: it ends at byte")
		}
		require.NoFileExists(t, f.Out)
		f.event = nil
		require.Error(t, TransformFile(t.Context(), eng.Transforms, f), "the journal is of another source")
	}
}

// A full disk is an error with a way out, and the run goes on later.
func TestFullDisk(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	full := &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
	for _, event := range []string{"line", "sync of the slabs"} {
		seen := 0
		f.event = func(name string) error {
			if name == event {
				seen++
			}
			if seen > 2 {
				return full
			}
			return nil
		}
		err := TransformFile(t.Context(), eng.Transforms, f)
		require.ErrorIs(t, err, ErrSpace)
		require.ErrorContains(t, err, "free some space")
		require.NoFileExists(t, f.Out)
		f.event = nil
		require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
		got, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.NoError(t, os.Remove(f.Out))
	}

	// The space is checked before the start.
	p := work[complex64, float32]{File: f}
	p.plan = &Plan[complex64, float32]{layout: layout{items: 1 << 27, result: 1 << 30,
		steps: []step{{inSize: 8, outSize: 8}}}}
	if _, known := freeSpace(filepath.Dir(f.Out)); known {
		require.ErrorIs(t, p.checkSpace(1<<60), ErrSpace)
	}
}

// A store that fails ends the run with its error, in each step.
func TestStoresFail(t *testing.T) {
	eng := engineOn(t)
	p := planned(t, eng.Transforms, testShape{arena: 34000, steps: 2, split: true},
		wgfft.Problem{Shape: []int{2048}}, false)
	in, out, tiles := p.Sizes()
	src, dst, between := make(slice, in), make(slice, out), make(slice, tiles)
	wrong := errors.New("wrong")
	for part := range 4 {
		for _, after := range []int{0, 3} {
			fail := func(s Store, i int) Store {
				if i == part {
					return failingAfter(s, after, wrong, false)
				}
				return s
			}
			source, result := fail(src, 0), fail(dst, 1)
			temporary := fail(between, 2)
			if part == 3 {
				temporary = failingAfter(between, after, wrong, true)
			}
			err := p.Run(t.Context(), result, source, temporary, nil)
			require.ErrorIs(t, err, wrong, "store %d", part)
		}
	}
	require.ErrorContains(t, p.Run(t.Context(), dst, src, nil, nil), "no place")
	require.ErrorIs(t, p.Run(t.Context(), dst, src[:100], between, nil), io.ErrUnexpectedEOF)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, p.Run(ctx, dst, src, between, nil), context.Canceled)
	full, short := make([]complex64, 2048), make([]complex64, 2047)
	require.ErrorIs(t, Slices(t.Context(), p, short, full, between), wgfft.ErrSliceLength)
	require.ErrorIs(t, Slices(t.Context(), p, full, short, between), wgfft.ErrSliceLength)
}

// failing is a Store that fails after some calls: all of them, or those that read.
type failing struct {
	Store
	left      atomic.Int64
	err       error
	readsOnly bool
}

func failingAfter(s Store, left int, err error, readsOnly bool) *failing {
	f := &failing{Store: s, err: err, readsOnly: readsOnly}
	f.left.Store(int64(left))
	return f
}

func (f *failing) ReadAt(p []byte, off int64) (int, error) {
	if f.left.Add(-1) < 0 {
		return 0, f.err
	}
	return f.Store.ReadAt(p, off)
}

func (f *failing) WriteAt(p []byte, off int64) (int, error) {
	if !f.readsOnly && f.left.Add(-1) < 0 {
		return 0, f.err
	}
	return f.Store.WriteAt(p, off)
}
