package large

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
