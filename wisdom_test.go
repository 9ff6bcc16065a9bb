package wgfft

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// openWith opens the GPU of the tests with wisdom from somewhere.
func openWith(t testing.TB, wisdom string) *Engine {
	t.Helper()
	source, err := ParseWisdomSource(wisdom)
	require.NoError(t, err)
	return openNamedGPU(t, Config{Wisdom: source})
}

// another is wisdom that a context has not: for rows of 16 points other radices than the planner's.
func another(t testing.TB, c *Engine) (w wisdom.Wisdom, p Problem, tree string) {
	t.Helper()
	p = Problem{Shape: []int{16}, Batch: 40}
	text, err := c.ExportWisdom()
	require.NoError(t, err)
	known, err := wisdom.Parse(text)
	require.NoError(t, err)
	untuned, err := plan.Make(of(p), c.gpu.Limits(), wisdom.Chooser{Wisdom: known})
	require.NoError(t, err)
	for _, k := range choose.Ranked(16, 40, c.gpu.Limits()) {
		if k.Describe() == untuned.Passes[0].Describe() {
			continue
		}
		made, err := choose.From(of(p), c.gpu.Limits(), k)
		require.NoError(t, err)
		w = wisdom.Wisdom{Device: engine.WisdomDevice(c.gpu.Device())}
		return w.Learn(wisdom.Entry{
			Key: plan.TuningKey(of(p), c.gpu.Limits()), Kernels: []string{k.Name()}, Batch: 40, Ms: 1, UntunedMs: 2,
			Error: 1e-8, Allowed: 1e-7, Compared: 2,
		}), p, made.String()
	}
	t.Fatal("there are no other radices")
	return w, p, ""
}

func encoded(t testing.TB, w wisdom.Wisdom) []byte {
	t.Helper()
	text, err := w.Encode()
	require.NoError(t, err)
	return text
}

// rightRows transforms random rows and compares them.
func rightRows(t testing.TB, c *Engine, n, count int) {
	t.Helper()
	count = max(count, ref.Together(n)) // the number of rows that are judged together
	seed := rand.Uint64()
	src := ref.Uniform(seed, n*count)
	got, err := c.FFT(ctx, nil, src, WithRowLength(n))
	if assert.NoError(t, err) { // in goroutines nothing may end the test
		worst, row := ref.WorstTogether(got, ref.Batch(src, n, false, 1), n)
		assert.LessOrEqual(t, worst, ref.Tolerance(n), "%d points, seed %d, row %d of %d", n, seed, row, count)
	}
}

func TestImportedWisdomPlans(t *testing.T) {
	c := openWith(t, "off")
	w, p, tree := another(t, c)
	before, err := c.Plan(ctx, p)
	require.NoError(t, err)
	require.NotEqual(t, tree, before.String())
	resident, err := c.PlanResident(ctx, p)
	require.NoError(t, err)
	defer resident.Close()
	kept := resident.String()
	rightRows(t, c, 16, 40)
	// Wisdom that is damaged or of another device changes nothing.
	text := encoded(t, w)
	foreign := w
	foreign.Device.Driver += "."
	for _, bad := range [][]byte{nil, text[:len(text)-1], append([]byte(" "), text...), encoded(t, foreign)} {
		require.ErrorIs(t, c.ImportWisdom(bad), ErrWisdom)
		require.Zero(t, c.Wisdom().Choices)
	}
	require.NoError(t, c.ImportWisdom(text))
	require.Equal(t, WisdomState{Choices: 1}, c.Wisdom())
	after, err := c.Plan(ctx, p)
	require.NoError(t, err)
	require.Equal(t, tree, after.String())
	rightRows(t, c, 16, 40)
	for i, count := range []int{11, 1, 160} { // and batches near it
		if !isUsual(c, i, 1) {
			continue
		}
		rightRows(t, c, 16, count)
	}
	exported, err := c.ExportWisdom()
	require.NoError(t, err)
	require.Equal(t, string(text), string(exported))
	// A resident plan does not change, also not in the programs that it makes later.
	require.Equal(t, kept, resident.String())
	src := ref.Uniform(5, 16*40)
	b := upload(t, c, src)
	require.NoError(t, resident.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}))
	near(t, download(t, c, b, len(src)), src, 16, false, NormBackward)
	// The quarantine is imported, too.
	require.NoError(
		t,
		c.ImportWisdom(encoded(
			t,
			wisdom.Wisdom{Device: w.Device}.Reject(wisdom.Rejection{Kernels: w.Entries[0].Kernels, Evidence: "a test"}),
		)),
	)
	require.Equal(t, WisdomState{Quarantined: 1}, c.Wisdom())
	rightRows(t, c, 16, 40)
}

func TestWisdomIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wisdom")
	c := openWith(t, dir)
	shipped := openWith(t, "").Wisdom().Choices
	require.NoError(t, c.Wisdom().Err)
	require.Equal(t, dir, filepath.Dir(c.Wisdom().Path))
	w, p, tree := another(t, c)
	require.NoError(t, c.ImportWisdom(encoded(t, w)))
	again := openWith(t, dir)
	require.Equal(t, shipped+1, again.Wisdom().Choices)
	made, err := again.Plan(ctx, p)
	require.NoError(t, err)
	require.Equal(t, tree, made.String())
	for _, none := range []string{"", "shipped", "off"} {
		made, err = openWith(t, none).Plan(ctx, p)
		require.NoError(t, err)
		require.NotEqual(
			t, tree, made.String(), "%q: what lies in a directory does not count unless it is asked for", none,
		)
	}
	// Another process may have saved wisdom at the same time. Nothing is lost.
	file := wisdom.For(dir, w.Device)
	other := w.Entries[0]
	other.Key = "16 3"
	_, _, err = file.Add(wisdom.Wisdom{Device: w.Device}.Learn(other))
	require.NoError(t, err)
	require.NoError(t, c.ImportWisdom(encoded(t, w)))
	have, _, err := file.Load()
	require.NoError(t, err)
	require.Len(t, have.Entries, 2)
	// A damaged file is set aside and reported.
	require.NoError(t, os.WriteFile(file.Path, []byte("rubbish"), 0o600))
	damaged := openWith(t, dir)
	state := damaged.Wisdom()
	require.Equal(t, shipped, state.Choices)
	require.Contains(t, state.SetAside, "set aside")
	require.NoError(t, state.Err)
	require.FileExists(t, file.Path+".set-aside")
	// If nothing can be written, nothing is learnt, and an error reports it.
	blocked := openWith(t, file.Path+".set-aside")
	require.Error(t, blocked.ImportWisdom(encoded(t, w)))
	require.Equal(t, shipped, blocked.Wisdom().Choices)
}

func TestTheCacheDirectory(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	t.Setenv("HOME", home)
	dir, err := wisdom.CacheDir()
	require.NoError(t, err)
	require.Equal(
		t, filepath.Join("wgfft", "wisdom"),
		strings.TrimPrefix(dir, filepath.Dir(filepath.Dir(dir))+string(filepath.Separator)),
	)
	require.Equal(t, dir, filepath.Dir(openWith(t, "cache").Wisdom().Path))
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	c := openWith(t, "cache")
	require.Error(t, c.Wisdom().Err, "no cache directory is no reason to fail")
	rightRows(t, c, 16, 4)
}

func TestTune(t *testing.T) {
	dir := t.TempDir()
	c := openWith(t, dir)
	before := c.Wisdom().Choices
	p := Problem{Shape: []int{2}, Batch: 100}
	seen := 0
	budget := time.Nanosecond // measures the choice of the planner only
	if testcase.Long() {
		budget = time.Hour
	}
	results, err := c.Tune(ctx, TuneOptions{Budget: budget, Progress: func(p TuneProgress) {
		require.Equal(t, 1, p.Number)
		require.Positive(t, p.Best)
		seen++
	}}, p)
	require.NoError(t, err)
	require.Len(t, results, 1)
	r := results[0]
	require.NoError(t, r.Err)
	require.Positive(t, seen)
	require.Equal(t, seen, r.Compared)
	require.LessOrEqual(t, r.Time, r.UntunedTime)
	require.Empty(t, r.Quarantined)
	require.Equal(t, before+1, c.Wisdom().Choices)
	made, err := c.Plan(ctx, p)
	require.NoError(t, err)
	require.Equal(t, r.Plan, made.String())
	rightRows(t, c, 2, 100)
	kept, _, err := wisdom.For(dir, engine.WisdomDevice(c.gpu.Device())).Load()
	require.NoError(t, err)
	require.Len(t, kept.Entries, 1)
	require.Positive(t, kept.Speed.Dispatch)
	// If tuning ends early, earlier results stay.
	short, cancel := context.WithCancel(ctx)
	cancel()
	_, err = c.Tune(short, TuneOptions{Budget: time.Hour}, p)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before+1, c.Wisdom().Choices)
	_, err = c.Tune(ctx, TuneOptions{Budget: time.Second}, Problem{Shape: []int{0}})
	require.ErrorIs(t, err, ErrInvalidLength)
}

func TestWisdomNeedsAGPU(t *testing.T) {
	c := openCPU(t)
	_, err := c.Tune(ctx, TuneOptions{Budget: time.Second}, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = c.ExportWisdom()
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, c.ImportWisdom(nil), ErrNoAdapter)
	require.Equal(t, WisdomState{}, c.Wisdom())
	g := openGPU(t)
	require.NoError(t, g.Close())
	_, err = g.Tune(ctx, TuneOptions{Budget: time.Second}, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, g.ImportWisdom(nil), ErrClosed)
}

// The result for a problem is kept before the next problem is begun.
func TestTuningKeepsAtOnce(t *testing.T) {
	dir := t.TempDir()
	c := openWith(t, dir)
	before, seen := c.Wisdom().Choices, false
	until, end := context.WithCancel(ctx)
	defer end()
	o := TuneOptions{Budget: time.Hour, Progress: func(p TuneProgress) {
		if p.Number == 2 && !seen {
			seen = true
			defer end() // the rest tells nothing new
			require.Equal(t, before+1, c.Wisdom().Choices)
			kept, _, err := wisdom.For(dir, engine.WisdomDevice(c.gpu.Device())).Load()
			require.NoError(t, err)
			require.Len(t, kept.Entries, 1)
		}
	}}
	_, err := c.Tune(until, o, Problem{Shape: []int{2}, Batch: 100}, Problem{Shape: []int{4}, Batch: 100})
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, seen)
}

// memoryStore is a WisdomStore in memory.
type memoryStore map[string][]byte

func (m memoryStore) Get(name string) ([]byte, error)    { return m[name], nil }
func (m memoryStore) Put(name string, text []byte) error { m[name] = text; return nil }

// TestWisdomInAStore keeps wisdom in a store, where the next engine finds it.
func TestWisdomInAStore(t *testing.T) {
	store := memoryStore{}
	choices := 0
	for range 2 {
		c := openNamedGPU(t, Config{Wisdom: WisdomSource{Kind: WisdomStored, Store: store}})
		if choices == 0 {
			choices = c.Wisdom().Choices + 1
			w, _, _ := another(t, c)
			require.NoError(t, c.ImportWisdom(encoded(t, w)))
		}
		require.Equal(t, choices, c.Wisdom().Choices)
		require.Contains(t, store, c.Wisdom().Path)
		require.NoError(t, c.Close())
	}
}
