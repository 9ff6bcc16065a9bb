package plan

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// Generation is that of the kernels' text: times measured with the kernels of one say nothing about another. Raise it when the text of kernels
// changes.
const KernelVersion = 6

// A WisdomDevice is what measurements hold for: one kind of device with one driver, and kernels of one generation. It is comparable.
type WisdomDevice struct {
	Vendor         string `json:"vendor"`
	Name           string `json:"name"`
	Driver         string `json:"driver"`
	Backend        string `json:"backend"`
	Invocations    int    `json:"invocations"`     // per workgroup
	WorkgroupBytes int    `json:"workgroup_bytes"` // of memory
	KernelVersion  int    `json:"kernel_version"`
}

// Wisdom is what was measured on a device: the fastest choices of kernels, and kernels that gave wrong results there. Lists are in the order of
// their keys. Treat it as a value: Learn, Quarantine and Merge return another.
type Wisdom struct {
	Device   WisdomDevice `json:"device"`
	Speed    Speed        `json:"speed"`
	Entries  []Entry      `json:"entries"`
	Rejected []Rejection  `json:"rejected"`
}

// Speed is what a short probe of the device found. The zero value is that of a device that was not probed.
type Speed struct {
	Copy     float64 `json:"copy_bytes_per_s"` // bytes read and written per second by a copy of much memory
	Dispatch float64 `json:"dispatch_s"`       // seconds of a pass with next to nothing to do
}

// Learnt is the fastest choice of kernels measured for the problems of a key, the choice without wisdom among them.
type Entry struct {
	Key       string   `json:"key"`        // ChoiceKey
	Kernels   []string `json:"kernels"`    // names, as Choose returns the kernels
	Batch     int      `json:"batch"`      // arrays that it was measured with
	Ms        float64  `json:"ms"`         // of all of them
	UntunedMs float64  `json:"untuned_ms"` // of the choice without wisdom in the same run; 0 where that one failed
	Error     float64  `json:"error"`      // the largest relative error against float64
	Allowed   float64  `json:"allowed"`    // what it may be
	Compared  int      `json:"compared"`   // choices and kernels measured in that run
}

// A Failure is kernels that gave wrong results together, mostly one alone, or that the device did not take.
type Rejection struct {
	Kernels  []string `json:"kernels"`
	Evidence string   `json:"evidence"` // what they were to do, and what came of it
}

// nearBatch is how many times more or fewer arrays a choice serves than it was measured with.
const maxBatchRatio = 4

// Choice returns the kernels learnt for a problem: those of its key, or of the same arrays in a batch within a factor of four, the nearest.
// It returns none that Admit refuses or that are quarantined.
func (w Wisdom) Choice(p Problem, l wgsl.Limits) (kernels []wgsl.Kernel, ok bool) {
	kernels, _ = w.Nearest(p, l)
	return kernels, kernels != nil
}

// Nearest is Choice, with what was learnt of the kernels when they were measured; nil if there are none.
func (w Wisdom) Nearest(p Problem, l wgsl.Limits) (kernels []wgsl.Kernel, from Entry) {
	head, batch := splitKey(TuningKey(p, l))
	best := math.Inf(1)
	for _, c := range w.Entries {
		h, b := splitKey(c.Key)
		away := math.Abs(math.Log(float64(b) / float64(batch)))
		if h != head || away > math.Log(maxBatchRatio) || away >= best {
			continue
		}
		ks, err := parseKernels(c.Kernels)
		if err != nil || w.IsRejected(ks) || !p.CanFuseAxes() && hasAxisFusion(ks) || away > 0 && slices.ContainsFunc(ks, func(k wgsl.Kernel) bool { return k.TransformsPerGroup > max(1, p.Count()) }) {
			continue
		}
		if _, err := Validate(p, l, ks...); err == nil {
			kernels, from, best = ks, c, away
		}
	}
	return kernels, from
}

// Choose chooses the kernels of a problem: those learnt, or else as the function Choose does, but for what is in
// quarantine. If every choice is in quarantine it returns the plainest nevertheless: no wisdom, which may be wrong
// or forged, takes a length away.
func (w Wisdom) Choose(p Problem, l wgsl.Limits) ([]wgsl.Kernel, error) {
	if kernels, ok := w.Choice(p, l); ok {
		return kernels, nil
	}
	kernels, err := Choose(p, l)
	if err != nil || !w.IsRejected(kernels) {
		return kernels, err
	}
	all, err := Alternatives(p, l)
	if err != nil {
		return kernels, nil
	}
	for _, a := range all {
		if !w.IsRejected(a.Kernels) {
			return a.Kernels, nil
		}
	}
	return plainest(all).Kernels, nil
}

// Entry is what was learnt for exactly the key of a problem.
func (w Wisdom) Entry(p Problem, l wgsl.Limits) (Entry, bool) {
	i, ok := slices.BinarySearchFunc(w.Entries, TuningKey(p, l), func(c Entry, key string) int { return strings.Compare(c.Key, key) })
	if !ok {
		return Entry{}, false
	}
	return w.Entries[i], true
}

// Fails says whether kernels that are in quarantine together are all among those given.
func (w Wisdom) IsRejected(kernels []wgsl.Kernel) bool {
	if len(w.Rejected) == 0 {
		return false
	}
	names := Names(kernels)
	return slices.ContainsFunc(w.Rejected, func(f Rejection) bool { return f.isIn(names) })
}

// in says whether all kernels of a failure are among names.
func (f Rejection) isIn(names []string) bool {
	return !slices.ContainsFunc(f.Kernels, func(name string) bool { return !slices.Contains(names, name) })
}

// Learn is the wisdom with one choice more, in the place of what there was for its key, unless kernels of the choice are in quarantine.
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

// Quarantine is the wisdom with one failure more and without the choices that it touches.
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

// per is the time of one array.
func (c Entry) msPerArray() float64 { return c.Ms / float64(c.Batch) }

// faster says which of two choices of a key is the better known to be fast: the one of less time for an array, and of equals one that does not
// depend on their order.
func (c Entry) isFaster(d Entry) bool {
	return cmp.Or(cmp.Compare(c.msPerArray(), d.msPerArray()), cmp.Compare(c.UntunedMs, d.UntunedMs), slices.Compare(c.Kernels, d.Kernels),
		cmp.Compare(c.Error, d.Error), cmp.Compare(c.Batch, d.Batch), cmp.Compare(c.Compared, d.Compared), cmp.Compare(c.Allowed, d.Allowed)) < 0
}

// splitKey takes the batch off a key.
func splitKey(key string) (head string, batch int) {
	i := strings.LastIndexByte(key, ' ')
	batch, err := strconv.Atoi(key[i+1:])
	if err != nil || batch < 1 {
		return "", 0
	}
	return key[:i+1], batch
}

// Names are those of kernels.
func Names(kernels []wgsl.Kernel) []string {
	names := make([]string, len(kernels))
	for i, k := range kernels {
		names[i] = k.Name()
	}
	return names
}

// parseKernels reads names.
func parseKernels(names []string) ([]wgsl.Kernel, error) {
	kernels := make([]wgsl.Kernel, len(names))
	for i, name := range names {
		var err error
		if kernels[i], err = wgsl.ParseKernel(name); err != nil {
			return nil, err
		}
	}
	return kernels, nil
}
