package wisdom

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// KernelVersion is the version of the kernels' texts. Raise it when the text of a kernel changes:
// times of one version say nothing about another.
const KernelVersion = 7

// A Device is the device that measurements are valid for: one kind of device, one driver, and
// one kernel version. It is comparable.
type Device struct {
	Vendor         string `json:"vendor"`
	Name           string `json:"name"`
	Driver         string `json:"driver"`
	Backend        string `json:"backend"`
	Invocations    int    `json:"invocations"`     // per workgroup
	WorkgroupBytes int    `json:"workgroup_bytes"` // of memory
	KernelVersion  int    `json:"kernel_version"`
}

// Wisdom holds the measurements of a device. These are its speed, the times of the formats of double
// precision, the fastest choices of kernels, and kernels that gave wrong results. Lists are sorted by their
// keys. Treat Wisdom as a value: Learn, Reject and Merge return new ones.
type Wisdom struct {
	Device   Device       `json:"device"`
	Speed    choose.Speed `json:"speed"`
	Double   DoubleTimes  `json:"double,omitzero"`
	Entries  []Entry      `json:"entries"`
	Rejected []Rejection  `json:"rejected"`
}

// An Entry is the fastest choice of kernels measured for the problems of a tuning key. The untuned
// choice is among those measured.
type Entry struct {
	Key       string   `json:"key"`        // TuningKey
	Kernels   []string `json:"kernels"`    // names in the order of plan.Join
	Batch     int      `json:"batch"`      // number of arrays in the measurement
	Ms        float64  `json:"ms"`         // time of the whole batch
	UntunedMs float64  `json:"untuned_ms"` // time of the untuned choice in the same run; 0 if it failed
	Error     float64  `json:"error"`      // largest relative error against float64
	Allowed   float64  `json:"allowed"`    // largest error allowed
	Compared  int      `json:"compared"`   // number of choices and kernels measured in the run
}

// A Rejection is a set of kernels that gave wrong results together, or that the device did not
// accept. It is usually one kernel.
type Rejection struct {
	Kernels  []string `json:"kernels"`
	Evidence string   `json:"evidence"` // the problem that they computed, and the result
}

// maxBatchRatio is the largest ratio between a problem's batch and the measured batch of an entry
// that serves it.
const maxBatchRatio = 4

// Choice returns the kernels learnt for a problem: the kernels of its key, or of the nearest batch
// within a factor of four. It returns false if there are none, or if Validate refuses them, or if
// they are rejected.
func (w Wisdom) Choice(p plan.Problem, l wgsl.Limits) (axes []plan.AxisChoice, ok bool) {
	axes, _ = w.Nearest(p, l)
	return axes, axes != nil
}

// Nearest is Choice, together with the entry that the kernels come from. It returns nil if there is
// none. If there is no entry for the storage of the problem, it takes an entry for the problem
// without storage. Problems with Quick have no entries.
func (w Wisdom) Nearest(p plan.Problem, l wgsl.Limits) (axes []plan.AxisChoice, from Entry) {
	if p.Quick {
		return nil, Entry{}
	}
	if axes, from = w.nearest(p, l); axes == nil && p.Storage() != nil {
		return w.nearest(p.WithoutStorage(), l)
	}
	return axes, from
}

// nearest is Nearest for one storage.
func (w Wisdom) nearest(p plan.Problem, l wgsl.Limits) (axes []plan.AxisChoice, from Entry) {
	head, batch := splitKey(plan.TuningKey(p, l))
	best := math.Inf(1)
	for _, c := range w.Entries {
		h, b := splitKey(c.Key)
		away := math.Abs(math.Log(float64(b) / float64(batch)))
		if h != head || away > math.Log(maxBatchRatio) || away >= best {
			continue
		}
		ks, err := parseKernels(c.Kernels)
		if err != nil || w.IsRejected(ks, p.Number) || !p.CanFuseAxes() && plan.HasAxisFusion(ks) {
			continue
		}
		isLarge := func(k wgsl.Kernel) bool { return k.Threads.Transforms > max(1, p.Count()) }
		if away > 0 && slices.ContainsFunc(ks, isLarge) {
			continue
		}
		choice, err := plan.ByAxis(p, l, ks...)
		if err != nil {
			continue
		}
		if _, err := choose.ValidateAxes(p, l, choice...); err == nil {
			axes, from, best = choice, c, away
		}
	}
	return axes, from
}

// Entry returns the entry with exactly the key of a problem.
func (w Wisdom) Entry(p plan.Problem, l wgsl.Limits) (Entry, bool) {
	key := plan.TuningKey(p, l)
	compareKey := func(c Entry, key string) int { return strings.Compare(c.Key, key) }
	i, ok := slices.BinarySearchFunc(w.Entries, key, compareKey)
	if !ok {
		return Entry{}, false
	}
	return w.Entries[i], true
}

// IsRejected reports whether kernels, in a number format, include all kernels of a rejection.
func (w Wisdom) IsRejected(kernels []wgsl.Kernel, n wgsl.Number) bool {
	if len(w.Rejected) == 0 {
		return false
	}
	names := NamesIn(kernels, n)
	return slices.ContainsFunc(w.Rejected, func(f Rejection) bool { return f.isIn(names) })
}

// NamesIn returns the names that kernels would have in a number format. plan.Names returns the names of kernels
// in their own format.
func NamesIn(kernels []wgsl.Kernel, n wgsl.Number) []string {
	var names []string
	for _, k := range kernels {
		names = append(names, k.WithNumber(n).Name())
	}
	return names
}

// isIn reports whether all kernels of a rejection are among names.
func (f Rejection) isIn(names []string) bool {
	return !slices.ContainsFunc(f.Kernels, func(name string) bool { return !slices.Contains(names, name) })
}

// Learn returns the wisdom with the entry, which replaces one of the same key. It returns w
// unchanged if kernels of the entry are rejected.
func (w Wisdom) Learn(c Entry) Wisdom {
	if slices.ContainsFunc(w.Rejected, func(f Rejection) bool { return f.isIn(c.Kernels) }) {
		return w
	}
	w.Entries = slices.Clone(w.Entries)
	i, ok := slices.BinarySearchFunc(w.Entries, c, compareEntries)
	if ok {
		w.Entries[i] = c
	} else {
		w.Entries = slices.Insert(w.Entries, i, c)
	}
	return w
}

// Reject returns the wisdom with the rejection added, and without entries that use its kernels.
func (w Wisdom) Reject(f Rejection) Wisdom {
	f.Kernels = slices.Sorted(slices.Values(f.Kernels))
	i, ok := slices.BinarySearchFunc(w.Rejected, f, compareRejections)
	if !ok {
		w.Rejected = slices.Insert(slices.Clone(w.Rejected), i, f)
	}
	w.Entries = slices.DeleteFunc(slices.Clone(w.Entries), func(c Entry) bool { return f.isIn(c.Kernels) })
	return w
}

func compareEntries(a, b Entry) int        { return strings.Compare(a.Key, b.Key) }
func compareRejections(a, b Rejection) int { return slices.Compare(a.Kernels, b.Kernels) }

// msPerArray returns the time of one array.
func (c Entry) msPerArray() float64 { return c.Ms / float64(c.Batch) }

// isFaster reports whether c is faster than d, per array. Ties are broken independently of the
// order of the two.
func (c Entry) isFaster(d Entry) bool {
	return cmp.Or(
		cmp.Compare(c.msPerArray(), d.msPerArray()),
		cmp.Compare(c.UntunedMs, d.UntunedMs),
		slices.Compare(c.Kernels, d.Kernels),
		cmp.Compare(c.Error, d.Error),
		cmp.Compare(c.Batch, d.Batch),
		cmp.Compare(c.Compared, d.Compared),
		cmp.Compare(c.Allowed, d.Allowed),
	) < 0
}

// splitKey splits the batch off a tuning key.
func splitKey(key string) (head string, batch int) {
	i := strings.LastIndexByte(key, ' ')
	batch, err := strconv.Atoi(key[i+1:])
	if err != nil || batch < 1 {
		return "", 0
	}
	return key[:i+1], batch
}

// parseKernels parses names of kernels.
func parseKernels(names []string) ([]wgsl.Kernel, error) {
	kernels := make([]wgsl.Kernel, len(names))
	for i, name := range names {
		var err error
		if kernels[i], err = plan.ParseKernel(name); err != nil {
			return nil, err
		}
	}
	return kernels, nil
}
