package wisdom

import (
	"bytes"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

var someDevice = Device{Vendor: "Mesa", Name: "llvmpipe (LLVM 15.0.6, 256 bits)", Driver: "llvmpipe 1",
	Backend: "vulkan", Invocations: 1024, WorkgroupBytes: 32 << 10, KernelVersion: KernelVersion}

// entryOf returns an entry of wisdom for a problem.
func entryOf(t testing.TB, p plan.Problem, l wgsl.Limits, ms float64, kernels ...wgsl.Kernel) Entry {
	t.Helper()
	if kernels == nil {
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		kernels = plan.Join(axes)
	}
	return Entry{Key: plan.TuningKey(p, l), Kernels: plan.Names(kernels), Batch: p.Count(), Ms: ms, UntunedMs: ms * 1.5,
		Error: 1e-7, Allowed: 2e-7, Compared: 3}
}

func someWisdom(t testing.TB, l wgsl.Limits) Wisdom {
	w := Wisdom{Device: someDevice, Speed: choose.Speed{Copy: 1e10, Dispatch: 1e-5}}
	for i, p := range []plan.Problem{
		{Shape: []int{64}, Batch: 100}, {Shape: []int{1 << 16}}, {Kind: plan.R2C, Shape: []int{12, 20}, Batch: 3},
		{Shape: []int{1009}},
	} {
		w = w.Learn(entryOf(t, p, l, 1+float64(i)/3))
	}
	return w.Reject(Rejection{Kernels: plan.Names(choose.Ranked(256, 100, l)[:1]),
		Evidence: "c2c:256*100: relative error 0.3 against float64, 2.4e-07 allowed"})
}

func TestWisdomIsReadAsWritten(t *testing.T) {
	l := wgsl.DefaultLimits()
	double := Wisdom{Device: someDevice, Double: DoubleTimes{0.25, 1.5}}
	for _, w := range []Wisdom{{Device: someDevice}, someWisdom(t, l), double} {
		file, err := w.Encode()
		require.NoError(t, err)
		require.Less(t, len(file), 1<<14)
		again, err := Parse(file)
		require.NoError(t, err)
		second, err := again.Encode()
		require.NoError(t, err)
		require.Equal(t, string(file), string(second))
		require.Equal(t, w.Double, again.Double)
	}
}

// If there are two measurements of the formats of double precision, the one with the smaller sum
// stays.
func TestDoubleTimesAreMerged(t *testing.T) {
	none, loud, quiet := DoubleTimes{}, DoubleTimes{2, 9}, DoubleTimes{3, 1}
	for _, c := range []struct{ s, t, want DoubleTimes }{
		{none, none, none}, {none, loud, loud}, {loud, quiet, quiet}, {DoubleTimes{1, 3}, quiet, DoubleTimes{1, 3}},
	} {
		for _, pair := range [][2]DoubleTimes{{c.s, c.t}, {c.t, c.s}} {
			w := Wisdom{Device: someDevice, Double: pair[0]}
			merged, err := w.Merge(Wisdom{Device: someDevice, Double: pair[1]})
			require.NoError(t, err)
			require.Equal(t, c.want, merged.Double)
		}
	}
	require.Equal(t, "float64 0.25 ms, double-single 1.5 ms", DoubleTimes{0.25, 1.5}.String())
}

// A file with any byte changed, left out or added is refused. A file with the same content in
// another form, or with more content, is refused, too.
func TestDamagedWisdomIsRefused(t *testing.T) {
	r := rand.New(rand.NewSource(22))
	file, err := someWisdom(t, wgsl.DefaultLimits()).Encode()
	require.NoError(t, err)
	refused := func(file []byte, what string) {
		w, err := Parse(file)
		require.ErrorIs(t, err, ErrUnusable, what)
		require.Equal(t, Wisdom{}, w)
	}
	for range 300 {
		i := r.Intn(len(file))
		bad := slices.Clone(file)
		bad[i] ^= 1 << r.Intn(8)
		refused(bad, fmt.Sprint("bit of byte ", i))
		refused(file[:i], fmt.Sprint("cut after ", i))
		refused(slices.Insert(slices.Clone(file), i, ' '), fmt.Sprint("space at ", i))
	}
	refused(nil, "nothing")
	refused(make([]byte, MaxBytes+1), "too long")
	_, body, _ := bytes.Cut(file, []byte("\n"))
	signed := func(body string) []byte { return []byte(wisdomHead([]byte(body)) + body) }
	good := string(body)
	_, err = Parse(signed(good))
	require.NoError(t, err)
	for what, other := range map[string]string{
		"other spaces":        strings.Replace(good, " ", "  ", 1),
		"another field":       strings.Replace(good, `"device"`, `"more": 1, "device"`, 1),
		"a field twice":       strings.Replace(good, `"vendor": "Mesa"`, `"vendor": "Mesa", "vendor": "Mesa"`, 1),
		"a field in capitals": strings.Replace(good, `"vendor"`, `"Vendor"`, 1),
		"more after it":       good + "{}",
		"no list":             `{"device": {}}`,
		"a list":              "[]",
	} {
		require.NotEqual(t, good, other)
		refused(signed(other), what)
	}
	version := fmt.Sprintf("wisdom %d ", wisdomVersion)
	_, err = Parse([]byte(strings.Replace(string(file), version, "wisdom 99 ", 1)))
	require.ErrorContains(t, err, "version 99")
}

func TestInvalidWisdom(t *testing.T) {
	file, err := someWisdom(t, wgsl.DefaultLimits()).Encode()
	require.NoError(t, err)
	for what, change := range map[string]func(w *Wisdom){
		"no device":         func(w *Wisdom) { w.Device.Invocations = 0 },
		"a device of lines": func(w *Wisdom) { w.Device.Name = "a\nb" },
		"no kernel version": func(w *Wisdom) { w.Device.KernelVersion = 0 },
		"order":             func(w *Wisdom) { slices.Reverse(w.Entries) },
		"a key twice":       func(w *Wisdom) { w.Entries[1] = w.Entries[0] },
		"no key":            func(w *Wisdom) { w.Entries[0].Key = "abc" },
		"a batch beyond":    func(w *Wisdom) { w.Entries[0].Key = "64 5000" },
		"no time":           func(w *Wisdom) { w.Entries[0].Ms = 0 },
		"infinite time":     func(w *Wisdom) { w.Entries[0].UntunedMs = math.Inf(1) },
		"slower":            func(w *Wisdom) { w.Entries[0].Ms = 100 },
		"wrong":             func(w *Wisdom) { w.Entries[0].Error = 1 },
		"not a number":      func(w *Wisdom) { w.Entries[0].Error = math.NaN() },
		"no allowance":      func(w *Wisdom) { w.Entries[0].Allowed = 0 },
		"no batch":          func(w *Wisdom) { w.Entries[0].Batch = 0 },
		"no kernels":        func(w *Wisdom) { w.Entries[0].Kernels = nil },
		"no kernel":         func(w *Wisdom) { w.Entries[0].Kernels = []string{"fft64"} },
		"a long name":       func(w *Wisdom) { w.Entries[0].Kernels[0] = strings.Repeat("x", maxTextBytes+1) },
		"many kernels":      func(w *Wisdom) { w.Entries[0].Kernels = make([]string, maxEntryKernels+1) },
		"many choices":      func(w *Wisdom) { w.Entries = make([]Entry, maxEntries+1) },
		"many failures":     func(w *Wisdom) { w.Rejected = make([]Rejection, maxRejections+1) },
		"no evidence line":  func(w *Wisdom) { w.Rejected[0].Evidence = "\x1b[2J" },
		"a rejected kernel": func(w *Wisdom) { w.Rejected[0].Kernels = w.Entries[0].Kernels },
		"negative speed":    func(w *Wisdom) { w.Speed.Copy = -1 },
		"few registers":     func(w *Wisdom) { w.Speed.Registers = -1 },
		"many registers":    func(w *Wisdom) { w.Speed.Registers = 1 << 20 },
		"one format":        func(w *Wisdom) { w.Double.Float64 = 1 },
		"a negative format": func(w *Wisdom) { w.Double = DoubleTimes{-1, 1} },
	} {
		w, err := Parse(file)
		require.NoError(t, err)
		change(&w)
		_, err = w.Encode()
		require.ErrorIs(t, err, ErrUnusable, what)
	}
}

func TestWisdomChooses(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	p := plan.Problem{Shape: []int{256}, Batch: 100}
	third := choose.Ranked(256, 100, l)[2]
	w := Wisdom{Device: someDevice}.Learn(entryOf(t, p, l, 1, third))
	chosen := func(p plan.Problem) []wgsl.Kernel { axes, _ := w.Choice(p, l); return plan.Join(axes) }
	require.Equal(t, []wgsl.Kernel{third}, chosen(p))
	_, ok := w.Entry(p, l)
	require.True(t, ok)
	for batch, known := range map[int]bool{24: false, 25: true, 400: true, 401: false, 5000: false} {
		q := p
		q.Batch = batch
		require.Equal(t, known && batch >= third.Threads.Transforms, chosen(q) != nil, "batch %d", batch)
		_, ok := w.Entry(q, l)
		require.False(t, ok)
	}
	other := p
	other.Shape = []int{2, 128}
	require.Nil(t, chosen(other))
	q := p
	q.Batch = 120
	second := choose.Ranked(256, 100, l)[1]
	w = w.Learn(entryOf(t, q, l, 1, second))
	require.Equal(t, []wgsl.Kernel{second}, chosen(q))
	q.Batch = 115
	require.Equal(t, []wgsl.Kernel{second}, chosen(q), "the nearer one")
	// Kernels that Validate refuses are not used.
	c := entryOf(t, p, l, 1, third)
	c.Kernels = plan.Names(choose.Ranked(128, 100, l)[:1])
	w = Wisdom{Device: someDevice}.Learn(c)
	require.Nil(t, chosen(p))
	swapped := third
	swapped.Load.Ops = wgsl.MakeOps(wgsl.Swap{})
	w = w.Learn(entryOf(t, p, l, 1, swapped))
	require.Nil(t, chosen(p))
}

func TestMerge(t *testing.T) {
	l := wgsl.DefaultLimits()
	p, q := plan.Problem{Shape: []int{64}, Batch: 10}, plan.Problem{Shape: []int{128}, Batch: 10}
	empty := Wisdom{Device: someDevice}
	slow := empty.Learn(entryOf(t, p, l, 3)).Learn(entryOf(t, q, l, 1))
	fast := empty.Learn(entryOf(t, p, l, 2,
		choose.Ranked(64, 10, l)[1])).Reject(Rejection{Kernels: plan.Names(choose.Ranked(128, 10,
		l)[:1]), Evidence: "no"})
	slow = slow.Learn(entryOf(t, q, l, 1, choose.Ranked(128, 10, l)[0]))
	for _, pair := range [][2]Wisdom{{slow, fast}, {fast, slow}} {
		m, err := pair[0].Merge(pair[1])
		require.NoError(t, err)
		require.Len(t, m.Entries, 1, "the other is rejected")
		require.Equal(t, 2.0, m.Entries[0].Ms)
		require.Len(t, m.Rejected, 1)
		again, err := m.Merge(pair[0])
		require.NoError(t, err)
		require.Equal(t, m, again)
		_, err = m.Encode()
		require.NoError(t, err)
	}
	probed, err := Wisdom{Device: someDevice,
		Speed: choose.Speed{Copy: 1, Dispatch: 2, Registers: 134}}.Merge(Wisdom{Device: someDevice,
		Speed: choose.Speed{Copy: 3, Dispatch: 4, Registers: 80}})
	require.NoError(t, err)
	require.Equal(t, choose.Speed{Copy: 3, Dispatch: 2, Registers: 134}, probed.Speed)
	_, err = probed.Encode()
	require.NoError(t, err)
	for _, other := range []func(d *Device){
		func(d *Device) { d.Vendor = "x" }, func(d *Device) { d.Name = "x" },
		func(d *Device) { d.Driver = "x" }, func(d *Device) { d.Backend = "x" },
		func(d *Device) { d.Invocations++ }, func(d *Device) { d.WorkgroupBytes++ },
		func(d *Device) { d.KernelVersion++ },
	} {
		w := Wisdom{Device: someDevice}
		other(&w.Device)
		_, err := slow.Merge(w)
		require.ErrorIs(t, err, ErrUnusable)
	}
}

// An entry of a device's own wisdom has precedence over shipped wisdom if its time is within the
// tolerance of clocks. A faster shipped entry replaces it. Kernels that either rejects are not
// used.
func TestMergeOver(t *testing.T) {
	l := wgsl.DefaultLimits()
	p, q := plan.Problem{Shape: []int{64}, Batch: 10}, plan.Problem{Shape: []int{128}, Batch: 10}
	empty := Wisdom{Device: someDevice}
	own := empty.Learn(entryOf(t, p, l, 1.05, choose.Ranked(64, 10, l)[1]))
	for ms, stays := range map[float64]bool{0.5: false, 0.94: false, 0.95: true, 1: true, 2: true} {
		others := empty.Learn(entryOf(t, p, l, ms, choose.Ranked(64, 10, l)[0])).Learn(entryOf(t, q, l, 1))
		both, err := own.MergeOver(others)
		require.NoError(t, err)
		require.Len(t, both.Entries, 2)
		i := slices.IndexFunc(both.Entries, func(c Entry) bool { return c.Key == plan.TuningKey(p, l) })
		require.Equal(t, stays, both.Entries[i].Ms == 1.05, "%v", ms)
	}
	failed, err := own.MergeOver(empty.Reject(Rejection{Kernels: plan.Names(choose.Ranked(64, 10, l)[1:2]),
		Evidence: "no"}))
	require.NoError(t, err)
	require.Empty(t, failed.Entries)
	_, err = own.MergeOver(Wisdom{})
	require.ErrorIs(t, err, ErrUnusable)
}

func FuzzParseWisdom(f *testing.F) {
	l := wgsl.DefaultLimits()
	file, err := someWisdom(f, l).Encode()
	require.NoError(f, err)
	_, body, _ := bytes.Cut(file, []byte("\n"))
	f.Add(file, false)
	f.Add(body, true)
	f.Add([]byte("wgfft wisdom 1 sha256 00\n{}"), false)
	f.Add([]byte(strings.Replace(string(body), "_p", "_p-", 1)), true)
	f.Fuzz(func(t *testing.T, text []byte, sign bool) {
		// a valid digest lets the parser see the rest
		if sign {
			text = append([]byte(wisdomHead(text)), text...)
		}
		w, err := Parse(text)
		if err != nil {
			require.ErrorIs(t, err, ErrUnusable)
			require.Equal(t, Wisdom{}, w)
			return
		}
		again, err := w.Encode()
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
		for _, p := range []plan.Problem{
			{Shape: []int{64}, Batch: 100}, {Shape: []int{1 << 16}},
			{Kind: plan.R2C, Shape: []int{12, 20}, Batch: 3}, {Shape: []int{1009}},
		} {
			if axes, ok := w.Choice(p, l); ok {
				_, err := choose.ValidateAxes(p, l, axes...)
				require.NoError(t, err)
			}
		}
		_, err = w.Merge(w)
		require.NoError(t, err)
	})
}
