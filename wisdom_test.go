package wgfft

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/wisdomfile"
	"wgfft/plan"
	"wgfft/wgsl"
)

// openWith opens the GPU of the tests with wisdom from somewhere.
func openWith(t testing.TB, wisdom string) *Engine {
	t.Helper()
	first := openGPU(t)
	c, err := Open(Config{Device: first.Adapter().Name, Wisdom: wisdom})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// another is wisdom that a context has not: for rows of 60 points other radices than the planner's.
func another(t testing.TB, c *Engine) (w plan.Wisdom, p Problem, tree string) {
	t.Helper()
	p = Problem{Shape: []int{60}, Batch: 40}
	untuned, err := c.gpu.tree(p)
	require.NoError(t, err)
	for _, k := range plan.Ranked(60, 40, c.gpu.limits) {
		if k.Describe() == untuned.Passes[0].Describe() {
			continue
		}
		made, err := plan.From(p, c.gpu.limits, k)
		require.NoError(t, err)
		w = plan.Wisdom{Device: wisdomDevice(c.gpu.pipes.Device())}
		return w.Learn(plan.Entry{Key: plan.TuningKey(p, c.gpu.limits), Kernels: []string{k.Name()}, Batch: 40, Ms: 1, UntunedMs: 2, Error: 1e-8, Allowed: 1e-7, Compared: 2}), p, made.String()
	}
	t.Fatal("there are no other radices")
	return w, p, ""
}

func encoded(t testing.TB, w plan.Wisdom) []byte {
	t.Helper()
	text, err := w.Encode()
	require.NoError(t, err)
	return text
}

// rightRows transforms random rows and compares them.
func rightRows(t testing.TB, c *Engine, n, count int) {
	t.Helper()
	count = max(count, ref.Together(n)) // as many as are judged together
	seed := rand.Uint64()
	src := ref.Uniform(seed, n*count)
	got, err := c.FFT(ctx, nil, src, WithRows(n))
	if assert.NoError(t, err) { // in goroutines nothing may end the test
		worst, row := ref.WorstTogether(got, ref.Batch(src, n, false, 1), n)
		assert.LessOrEqual(t, worst, ref.Tolerance(n), "%d points, seed %d, row %d of %d", n, seed, row, count)
	}
}

func TestImportedWisdomPlans(t *testing.T) {
	c := openWith(t, NoWisdom)
	w, p, tree := another(t, c)
	before, err := c.Plan(p)
	require.NoError(t, err)
	require.NotEqual(t, tree, before.String())
	resident, err := c.PlanResident(p)
	require.NoError(t, err)
	defer resident.Close()
	kept := resident.String()
	rightRows(t, c, 60, 40)
	// What is not whole or not for here changes nothing.
	text := encoded(t, w)
	foreign := w
	foreign.Device.Driver += "."
	for _, bad := range [][]byte{nil, text[:len(text)-1], append([]byte(" "), text...), encoded(t, foreign)} {
		require.ErrorIs(t, c.ImportWisdom(bad), ErrWisdom)
		require.Zero(t, c.Wisdom().Choices)
	}
	require.NoError(t, c.ImportWisdom(text))
	require.Equal(t, WisdomState{Choices: 1}, c.Wisdom())
	after, err := c.Plan(p)
	require.NoError(t, err)
	require.Equal(t, tree, after.String())
	rightRows(t, c, 60, 40)
	for _, count := range []int{1, 11, 160} { // and batches near it
		rightRows(t, c, 60, count)
	}
	exported, err := c.ExportWisdom()
	require.NoError(t, err)
	require.Equal(t, string(text), string(exported))
	// A resident plan stays as it was made, also in the programs that it makes later.
	require.Equal(t, kept, resident.String())
	src := ref.Uniform(5, 60*40)
	b := upload(t, c, src)
	require.NoError(t, resident.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}))
	near(t, download(t, c, b, len(src)), src, 60, false, NormBackward)
	require.Equal(t, plan.Names(resident.trees[0].Passes)[0][:20], resident.programs[0][1].program.Schedule().Passes[0].Kernel.Name()[:20])
	// Quarantine comes with it.
	require.NoError(t, c.ImportWisdom(encoded(t, plan.Wisdom{Device: w.Device}.Reject(plan.Rejection{Kernels: w.Entries[0].Kernels, Evidence: "a test"}))))
	require.Equal(t, WisdomState{Quarantined: 1}, c.Wisdom())
	rightRows(t, c, 60, 40)
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
	made, err := again.Plan(p)
	require.NoError(t, err)
	require.Equal(t, tree, made.String())
	for _, none := range []string{"", ShippedWisdom, NoWisdom} {
		made, err = openWith(t, none).Plan(p)
		require.NoError(t, err)
		require.NotEqual(t, tree, made.String(), "%q: what lies in a directory does not count unless it is asked for", none)
	}
	// Another process may have learnt something meanwhile: nothing is lost.
	file := wisdomfile.For(dir, w.Device)
	other := w.Entries[0]
	other.Key = "60 3"
	_, _, err = file.Add(plan.Wisdom{Device: w.Device}.Learn(other))
	require.NoError(t, err)
	require.NoError(t, c.ImportWisdom(encoded(t, w)))
	have, _, err := file.Load()
	require.NoError(t, err)
	require.Len(t, have.Entries, 2)
	// A damaged file is set aside and said to be.
	require.NoError(t, os.WriteFile(file.Path, []byte("rubbish"), 0o600))
	damaged := openWith(t, dir)
	state := damaged.Wisdom()
	require.Equal(t, shipped, state.Choices)
	require.Contains(t, state.SetAside, "set aside")
	require.NoError(t, state.Err)
	require.FileExists(t, file.Path+".set-aside")
	// Where nothing can be written nothing is learnt, and the error says so.
	blocked := openWith(t, file.Path+".set-aside")
	require.Error(t, blocked.ImportWisdom(encoded(t, w)))
	require.Equal(t, shipped, blocked.Wisdom().Choices)
}

func TestTheCacheDirectory(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	t.Setenv("HOME", home)
	dir, err := wisdomfile.CacheDir()
	require.NoError(t, err)
	require.Equal(t, filepath.Join("wgfft", "wisdom"), strings.TrimPrefix(dir, filepath.Dir(filepath.Dir(dir))+string(filepath.Separator)))
	require.Equal(t, dir, filepath.Dir(openWith(t, CachedWisdom).Wisdom().Path))
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	c := openWith(t, CachedWisdom)
	require.Error(t, c.Wisdom().Err, "no cache directory is no reason to fail")
	rightRows(t, c, 60, 4)
}

func TestTune(t *testing.T) {
	dir := t.TempDir()
	c := openWith(t, dir)
	before := c.Wisdom().Choices
	p := Problem{Shape: []int{48}, Batch: 100}
	seen := 0
	results, err := c.TuneWith(ctx, TuneOptions{Budget: 2 * time.Second, Progress: func(p TuneProgress) {
		require.Equal(t, 1, p.Number)
		require.Positive(t, p.BestMs)
		seen++
	}}, p)
	require.NoError(t, err)
	require.Len(t, results, 1)
	r := results[0]
	require.NoError(t, r.Err)
	require.Equal(t, seen, r.Compared)
	require.LessOrEqual(t, r.Ms, r.UntunedMs)
	require.Empty(t, r.Quarantined)
	require.Equal(t, before+1, c.Wisdom().Choices)
	made, err := c.Plan(p)
	require.NoError(t, err)
	require.Equal(t, r.Plan, made.String())
	rightRows(t, c, 48, 100)
	kept, _, err := wisdomfile.For(dir, wisdomDevice(c.gpu.pipes.Device())).Load()
	require.NoError(t, err)
	require.Len(t, kept.Entries, 1)
	require.Positive(t, kept.Speed.Dispatch)
	// Ended early: what is known stays known.
	short, cancel := context.WithCancel(ctx)
	cancel()
	_, err = c.Tune(short, time.Hour, p)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before+1, c.Wisdom().Choices)
	_, err = c.Tune(ctx, time.Second, Problem{Shape: []int{0}})
	require.ErrorIs(t, err, ErrInvalidLength)
}

func TestWisdomNeedsAGPU(t *testing.T) {
	c := openCPU(t)
	_, err := c.Tune(ctx, time.Second, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = c.ExportWisdom()
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, c.ImportWisdom(nil), ErrNoAdapter)
	require.Equal(t, WisdomState{}, c.Wisdom())
	g := openGPU(t)
	require.NoError(t, g.Close())
	_, err = g.Tune(ctx, time.Second, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, g.ImportWisdom(nil), ErrClosed)
}

// Transforms go on while wisdom changes under them.
func TestWisdomChangesUnderTransforms(t *testing.T) {
	c := openGPU(t)
	w, _, _ := another(t, c)
	back := plan.Wisdom{Device: w.Device}
	stop := make(chan bool)
	var wait sync.WaitGroup
	for g := range 3 {
		wait.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					rightRows(t, c, 60, 10+(g+i)%4*10)
				}
			}
		})
	}
	for i := range 30 {
		next := w
		if i%2 == 1 {
			next = back
		}
		require.NoError(t, c.gpu.change(func(plan.Wisdom) (plan.Wisdom, error) { return next, nil }))
		time.Sleep(10 * time.Millisecond)
	}
	close(stop)
	wait.Wait()
}

// With TuneFirst a problem is tuned when it is first planned, once, by however many goroutines.
func TestTuneFirst(t *testing.T) {
	first := openGPU(t)
	c, err := Open(Config{Device: first.Adapter().Name, Wisdom: t.TempDir(), TuneFirst: 500 * time.Millisecond})
	require.NoError(t, err)
	defer c.Close()
	var calls atomic.Int32
	tune := c.gpu.keeper.first
	c.gpu.keeper.first = func(p Problem) plan.Wisdom {
		calls.Add(1)
		return tune(p)
	}
	c.gpu.know(c.gpu.choices.Load().wisdom)
	before := c.Wisdom().Choices
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() { rightRows(t, c, 36, 30) })
	}
	wait.Wait()
	require.Equal(t, before+1, c.Wisdom().Choices)
	require.NoError(t, c.Wisdom().Err)
	asked := calls.Load()
	require.Positive(t, asked)
	for range 5 {
		rightRows(t, c, 36, 30)
	}
	require.Equal(t, asked, calls.Load(), "it is known now")
	r, err := c.PlanResident(Problem{Shape: []int{20}, Batch: 40})
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Equal(t, before+2, c.Wisdom().Choices)
	_, err = c.Plan(Problem{Shape: []int{0}})
	require.ErrorIs(t, err, ErrInvalidLength)
}

// What comes with the module is whole, lies under the name of its device, and is about this generation of kernels; what it chooses is admitted.
// What was tuned in vain is not tuned again, and what was compiled stays where nothing was learnt.
func TestTuneFirstInVain(t *testing.T) {
	c, err := Open(Config{Device: openGPU(t).Adapter().Name, Wisdom: NoWisdom, TuneFirst: time.Hour})
	require.NoError(t, err)
	defer c.Close()
	rows := Problem{Shape: []int{77}, Batch: 2}
	c.gpu.keeper.tried.Store(plan.TuningKey(rows, c.gpu.limits), true)
	c.gpu.keeper.mu.Lock() // which tuning would wait for
	rightRows(t, c, 77, 2)
	c.gpu.keeper.mu.Unlock()
	require.Zero(t, c.Wisdom().Choices)
	kept := c.gpu.programs.recent.Len()
	require.Positive(t, kept)
	require.NoError(t, c.gpu.change(func(w plan.Wisdom) (plan.Wisdom, error) { return w, nil }))
	require.Equal(t, kept, c.gpu.programs.recent.Len())
}

func TestShippedWisdom(t *testing.T) {
	files, err := shipped.ReadDir("wisdom")
	require.NoError(t, err)
	found := 0
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".wisdom" {
			continue
		}
		text, err := shipped.ReadFile("wisdom/" + f.Name())
		require.NoError(t, err)
		w, err := plan.ParseWisdom(text)
		require.NoError(t, err, f.Name())
		require.Equal(t, wisdomfile.Name(w.Device), f.Name())
		require.Equal(t, plan.KernelVersion, w.Device.KernelVersion, "tune again, or take the file away")
		require.NotEmpty(t, w.Entries)
		name, problems := "h200", []Problem{{Shape: []int{1000}, Batch: 67108}, {Shape: []int{1 << 20}}, {Shape: []int{65537}}, {Shape: []int{1024, 1024}, Batch: 64},
			{Kind: R2C, Shape: []int{1024}, Batch: 65536}, {Kind: DCT2, Shape: []int{512, 512}, Batch: 256}}
		if strings.HasPrefix(w.Device.Name, "llvmpipe") {
			name, problems = "lavapipe", []Problem{{Shape: []int{1024}, Batch: 1024}, {Shape: []int{4096}, Batch: 256},
				{Shape: []int{1000}, Batch: 1024}, {Shape: []int{512, 512}, Batch: 4}}
		}
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		require.Equal(t, l.Invocations, w.Device.Invocations)
		require.Equal(t, l.WorkgroupBytes, w.Device.WorkgroupBytes)
		for _, p := range problems {
			_, ok := w.Choice(p, l)
			require.True(t, ok, "%v", p)
		}
		if name == "h200" {
			choicesOfTheTable(t, w, l)
		}
		found++
	}
	require.Equal(t, 3, found)
	all, err := ShippedWisdoms()
	require.NoError(t, err)
	require.Len(t, all, found)
}

// choicesOfTheTable says that what wisdom has for the transforms that are compared with others is what plans with it do, none of it refused.
func choicesOfTheTable(t *testing.T, w plan.Wisdom, l wgsl.Limits) {
	table, err := os.ReadFile("bench/h200.csv")
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	known := 0
	for _, row := range rows {
		spec, _, _ := strings.Cut(row, ",")
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		learnt, ok := w.Entry(p, l)
		if !ok {
			continue // whose first plan is the best known
		}
		known++
		kernels, ok := w.Choice(p, l)
		require.True(t, ok, "%s: the kernels of %s are refused", spec, w.Device.Name)
		require.Equal(t, learnt.Kernels, plan.Names(kernels), spec)
	}
	require.Greater(t, known, len(rows)*2/3)
}

// What is found for a problem is kept before the next one is begun.
func TestTuningKeepsAtOnce(t *testing.T) {
	dir := t.TempDir()
	c := openWith(t, dir)
	before, seen := c.Wisdom().Choices, false
	until, end := context.WithCancel(ctx)
	defer end()
	o := TuneOptions{Budget: 10 * time.Second, Progress: func(p TuneProgress) {
		if p.Number == 2 && !seen {
			seen = true
			defer end() // the rest tells nothing new
			require.Equal(t, before+1, c.Wisdom().Choices)
			kept, _, err := wisdomfile.For(dir, wisdomDevice(c.gpu.pipes.Device())).Load()
			require.NoError(t, err)
			require.Len(t, kept.Entries, 1)
		}
	}}
	_, err := c.TuneWith(until, o, Problem{Shape: []int{8}, Batch: 100}, Problem{Shape: []int{9}, Batch: 100})
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, seen)
}
