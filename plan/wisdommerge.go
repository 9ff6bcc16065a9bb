package plan

import (
	"fmt"
	"slices"
)

// Merge is what two wisdoms of one device know together: of each key the faster choice, all that is in quarantine, and no choice that it touches.
// It does not depend on their order. Wisdom of another device, or of kernels of another generation, is refused.
func (w Wisdom) Merge(other Wisdom) (Wisdom, error) { return w.merge(other, Entry.isFaster) }

// Over is what is known of a device by measurements on it, w, and by those of others of its sort, as they come with the module: as Merge, but of each key the choice of w, which
// was measured beside the other or in its place, unless the other took so much less that clocks don't explain it.
func (w Wisdom) MergeOver(others Wisdom) (Wisdom, error) {
	return w.merge(others, func(other, own Entry) bool { return other.msPerArray() < clockTolerance*own.msPerArray() })
}

// byClocks is how much less time the same kernels take on another device of a sort, or at another time: up to 8 % on an NVIDIA H200, whose clocks fall with its power.
const clockTolerance = 0.9

// merge is Merge, by what makes a choice of the other better than one of w.
func (w Wisdom) merge(other Wisdom, better func(other, own Entry) bool) (Wisdom, error) {
	if err := w.Device.Same(other.Device); err != nil {
		return Wisdom{}, err
	}
	merged := Wisdom{Device: w.Device, Speed: w.Speed.best(other.Speed)}
	merged.Entries = union(w.Entries, other.Entries, compareEntries, better)
	merged.Rejected = union(w.Rejected, other.Rejected, compareRejections, func(a, b Rejection) bool { return a.Evidence < b.Evidence })
	for _, f := range merged.Rejected {
		merged.Entries = slices.DeleteFunc(merged.Entries, func(c Entry) bool { return f.isIn(c.Kernels) })
	}
	return merged, merged.checkCounts()
}

// union joins sorted lists; of equals it takes that of a, unless that of b is better.
func union[T any](a, b []T, compare func(a, b T) int, better func(a, b T) bool) []T {
	all := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := compare(a[0], b[0]); {
		case c < 0:
			all, a = append(all, a[0]), a[1:]
		case c > 0:
			all, b = append(all, b[0]), b[1:]
		default:
			one := a[0]
			if better(b[0], one) {
				one = b[0]
			}
			all, a, b = append(all, one), a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// best is the better of two probes: others may have kept the device busy.
func (s Speed) best(t Speed) Speed {
	if s.Dispatch == 0 || t.Dispatch > 0 && t.Dispatch < s.Dispatch {
		s.Dispatch = t.Dispatch
	}
	s.Copy = max(s.Copy, t.Copy)
	return s
}

// Same says what is different about another device; nil if nothing.
func (d WisdomDevice) Same(other WisdomDevice) error {
	for _, f := range []struct {
		what       string
		have, want any
	}{
		{"vendor", other.Vendor, d.Vendor}, {"device", other.Name, d.Name}, {"driver", other.Driver, d.Driver}, {"backend", other.Backend, d.Backend},
		{"invocations per workgroup", other.Invocations, d.Invocations}, {"bytes of workgroup memory", other.WorkgroupBytes, d.WorkgroupBytes},
		{"generation of kernels", other.KernelVersion, d.KernelVersion},
	} {
		if f.have != f.want {
			return fmt.Errorf("%w: it is that of another %s, %v: this is %v; tune here", ErrWisdom, f.what, f.have, f.want)
		}
	}
	return nil
}
