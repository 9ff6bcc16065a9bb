package large

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/internal/ref"
)

// small is a transform of a file in several slabs of both steps.
func small(t *testing.T) File {
	t.Helper()
	dir := t.TempDir()
	f := File{In: filepath.Join(dir, "in.npy"), Out: filepath.Join(dir, "out.npy"), Scratch: t.TempDir(),
		Config: Config{Memory: 1 << 30}, buffers: 34000}
	saved(t, f.In, []int{2048}, ref.Uniform(1, 2048))
	return f
}

// saved writes a .npy file. Its time is in the past, so that a later change has another time.
func saved[T npy.Element](t *testing.T, name string, shape []int, data []T) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, shape, data))
	require.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
	past := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	require.NoError(t, os.Chtimes(name, past, past))
}

// loaded reads a .npy file.
func loaded[T npy.Element](t *testing.T, name string) npy.Array[T] {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	array, err := npy.Read[T](bytes.NewReader(text))
	require.NoError(t, err)
	return array
}

// resultOf returns the bytes of a transform without an interruption.
func resultOf(t *testing.T, eng *wgfft.Engine, f File) []byte {
	t.Helper()
	f.Out = filepath.Join(t.TempDir(), "whole.npy")
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	text, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	return text
}

// requireAlone requires that a folder has no other files.
func requireAlone(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var have []string
	for _, e := range entries {
		have = append(have, e.Name())
	}
	require.ElementsMatch(t, names, have)
}

// Files of all kinds and of both precisions have the results of the engine, and leave no other files.
func TestFiles(t *testing.T) {
	eng := engineOn(t)
	t.Run("single", func(t *testing.T) { filesIn(t, eng.Transforms, ref.Single) })
	t.Run("double", func(t *testing.T) { filesIn(t, eng.Double(), ref.Double) })
}

func filesIn[C wgfft.Complex, R wgfft.Real](t *testing.T, in *wgfft.Transforms[C, R], precision ref.Precision) {
	ctx := t.Context()
	f := small(t)
	f.buffers *= int64(complexBytes[C]() / 8)
	shape := []int{2, 40, 60}
	s := testShape{shape: shape, axes: []int{2, 1}}
	options := []wgfft.Option{wgfft.WithAxes(s.axes...)}
	f.Axes = []int{-1, 1}

	points := ref.Random[C](3, 4800)
	saved(t, f.In, shape, points)
	f.Inverse = true
	require.NoError(t, TransformFile(ctx, in, f))
	want, err := in.IFFTN(ctx, nil, points, shape, options...)
	require.NoError(t, err)
	got := loaded[C](t, f.Out)
	require.Equal(t, shape, got.Shape)
	compare(t, got.Data, want, toleranceOf(precision, s), "complex")
	f.Inverse = false

	samples := ref.Random[R](4, 4800)
	saved(t, f.In, shape, samples)
	f.Kind = wgfft.R2C
	var last Progress
	f.Progress = func(p Progress) {
		require.GreaterOrEqual(t, p.Done, last.Done)
		last = p
	}
	require.NoError(t, TransformFile(ctx, in, f))
	require.Equal(t, last.Total, last.Done)
	require.Equal(t, 2, last.Step)
	bins, err := in.RFFTN(ctx, nil, samples, shape, options...)
	require.NoError(t, err)
	got = loaded[C](t, f.Out)
	require.Equal(t, []int{2, 21, 60}, got.Shape)
	compare(t, got.Data, bins, toleranceOf(precision, s), "real")

	saved(t, f.In, []int{2, 21, 60}, bins)
	f.Kind, f.Progress = wgfft.C2R, nil
	require.NoError(t, TransformFile(ctx, in, f))
	back := loaded[R](t, f.Out)
	require.Equal(t, shape, back.Shape)
	compare(t, back.Data, samples, 2*toleranceOf(precision, s), "back")
	requireAlone(t, filepath.Dir(f.Out), "in.npy", "out.npy")
	requireAlone(t, f.Scratch)
}

var errStopped = errors.New("stopped by the test")

// A run that stops at any event of the journal goes on, and has the bytes of a run without a stop.
func TestStopsEverywhere(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	source, err := os.ReadFile(f.In)
	require.NoError(t, err)
	for at := 0; ; at++ {
		events := 0
		f.event = func(string) error {
			events++
			if events > at {
				return errStopped
			}
			return nil
		}
		err := TransformFile(t.Context(), eng.Transforms, f)
		if at > 0 && err == nil {
			require.Greater(t, at, 12, "several slabs of both steps have events")
			break
		}
		require.ErrorIs(t, err, errStopped)
		f.event = nil
		require.NoError(t, TransformFile(t.Context(), eng.Transforms, f), "after event %d", at)
		got, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		require.Equal(t, want, got, "after event %d", at)
		requireAlone(t, filepath.Dir(f.Out), "in.npy", "out.npy")
		requireAlone(t, f.Scratch)
		require.NoError(t, os.Remove(f.Out))
	}
	after, err := os.ReadFile(f.In)
	require.NoError(t, err)
	require.Equal(t, source, after)
}

// stopped runs a transform that stops after some lines of the journal.
func stopped(t *testing.T, eng *wgfft.Engine, f File, lines int) {
	t.Helper()
	f.event = func(name string) error {
		if name == "end of the line" {
			lines--
		}
		if lines < 0 {
			return errStopped
		}
		return nil
	}
	require.ErrorIs(t, TransformFile(t.Context(), eng.Transforms, f), errStopped)
	require.FileExists(t, f.Out+".journal")
}

// killVariable makes TestKilledChild transform the file of this name.
const killVariable = "WGFFT_TEST_KILL"

// A process that is killed leaves files with which another one goes on.
func TestKilled(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	c := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	c.Env = append(os.Environ(), killVariable+"="+f.In)
	f.Scratch = filepath.Dir(f.In)
	out, err := c.CombinedOutput()
	require.ErrorContains(t, err, "killed", "%s", out)
	require.NoFileExists(t, f.Out)
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	got, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, want, got)
	requireAlone(t, filepath.Dir(f.Out), "in.npy", "out.npy")
}

// TestKilledChild kills its process after three lines of the journal.
func TestKilledChild(t *testing.T) {
	in := os.Getenv(killVariable)
	if in == "" {
		t.Skip("a child process of TestKilled")
	}
	lines := 0
	f := File{In: in, Out: filepath.Join(filepath.Dir(in), "out.npy"), Scratch: filepath.Dir(in),
		Config: Config{Memory: 1 << 30}, buffers: 34000}
	f.event = func(name string) error {
		if name == "end of the line" {
			lines++
		}
		if lines > 3 {
			process, err := os.FindProcess(os.Getpid())
			require.NoError(t, err)
			require.NoError(t, process.Kill())
			select {} // until the signal arrives
		}
		return nil
	}
	require.NoError(t, TransformFile(t.Context(), engineOn(t).Transforms, f))
	t.Fatal("the process was not killed")
}

// A journal may end in the middle of a line. A damaged line before the last one is an error.
func TestTornJournal(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	stopped(t, eng, f, 4)
	name := f.Out + ".journal"
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1] // after the last line end is nothing
	require.Greater(t, len(lines), 3)

	broken := slices.Clone(text)
	broken[len(lines[0])+len(lines[1])-2] ^= 1
	require.NoError(t, os.WriteFile(name, broken, 0o666))
	err = TransformFile(t.Context(), eng.Transforms, f)
	require.ErrorIs(t, err, ErrJournal)
	require.ErrorContains(t, err, "damaged")

	for _, cut := range []int{1, len(lines[len(lines)-1]) / 2} {
		require.NoError(t, os.WriteFile(name, text[:len(text)-cut], 0o666))
		j, err := os.OpenFile(name, os.O_RDWR, 0)
		require.NoError(t, err)
		read, head, err := readJournal(j)
		require.NoError(t, err)
		require.NotNil(t, head)
		require.Len(t, read.slabs, len(lines)-2)
		info, err := j.Stat()
		require.NoError(t, err)
		require.EqualValues(t, len(text)-len(lines[len(lines)-1]), info.Size())
		require.NoError(t, j.Close())
	}
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	got, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, want, got)

	// A journal without a whole first line belongs to no run.
	require.NoError(t, os.Remove(f.Out))
	require.NoError(t, os.WriteFile(name, text[:20], 0o666))
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))

	// A file of something else is kept.
	require.NoError(t, os.Remove(f.Out))
	for _, notes := range []string{"notes", "notes\n", "0123456789"} {
		require.NoError(t, os.WriteFile(name, []byte(notes), 0o666))
		require.ErrorIs(t, TransformFile(t.Context(), eng.Transforms, f), ErrJournal)
		kept, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, notes, string(kept))
	}
}

// A tile that changed on the disk is found. The next run computes it again.
func TestDamagedTile(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	p, err := newPlan(t.Context(), eng.Transforms, wgfft.Problem{Shape: []int{2048}}, f.Config,
		budget{limit: f.buffers})
	require.NoError(t, err)
	first := len(p.steps[0].slabs)
	require.NoError(t, p.Close())

	var tiles []string
	damaged := false
	f.event = func(name string) error {
		if tiles, _ = filepath.Glob(filepath.Join(f.Scratch, "*.tiles")); len(tiles) == 0 || damaged {
			return nil
		}
		if text, err := os.ReadFile(f.Out + ".journal"); err == nil && bytes.Count(text, []byte("\n")) == first+1 {
			damaged = true // the first step is complete
			return errStopped
		}
		return nil
	}
	require.ErrorIs(t, TransformFile(t.Context(), eng.Transforms, f), errStopped)
	require.Len(t, tiles, 1)
	text, err := os.ReadFile(tiles[0])
	require.NoError(t, err)
	text[5000] ^= 4
	require.NoError(t, os.WriteFile(tiles[0], text, 0o666))
	f.event = nil
	require.ErrorContains(t, TransformFile(t.Context(), eng.Transforms, f), "damaged")
	require.NoFileExists(t, f.Out)
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	got, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// A journal of another source, problem or memory is refused, and so is a run without its files.
func TestOtherRuns(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	want := resultOf(t, eng, f)
	stopped(t, eng, f, 3)
	refused := func(f File, says string) {
		t.Helper()
		err := TransformFile(t.Context(), eng.Transforms, f)
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, "out.npy.journal to start again")
		require.FileExists(t, f.Out+".part")
	}
	other := f
	other.Inverse = true
	refused(other, "problem c2c:2048*1, not c2c:2048*1 inverse")
	other = f
	other.Norm = wgfft.NormOrtho
	refused(other, "norm backward, not ortho")
	other = f
	other.Memory++
	refused(other, "memory 1073741824, not 1073741825")
	now := time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	info, err := os.Stat(f.In)
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(f.In, now, now))
	refused(f, "time ")
	require.NoError(t, os.Chtimes(f.In, info.ModTime(), info.ModTime()))
	journal, err := os.ReadFile(f.Out + ".journal")
	require.NoError(t, err)
	first, others, _ := bytes.Cut(journal, []byte("\n"))
	var head heading
	require.NoError(t, json.Unmarshal(first[9:], &head))
	head.Limit *= 2
	require.NoError(t, os.WriteFile(f.Out+".journal", append(sealed(head), others...), 0o666))
	refused(f, "divides arrays in another way")
	require.NoError(t, os.WriteFile(f.Out+".journal", journal, 0o666))

	tiles, err := filepath.Glob(filepath.Join(f.Scratch, "*.tiles"))
	require.NoError(t, err)
	require.Len(t, tiles, 1)
	require.NoError(t, os.Rename(tiles[0], tiles[0]+".away"))
	refused(f, "bring the file back")
	require.NoError(t, os.WriteFile(tiles[0], nil, 0o666))
	refused(f, "another size")
	require.NoError(t, os.Rename(tiles[0]+".away", tiles[0]))
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	got, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

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
