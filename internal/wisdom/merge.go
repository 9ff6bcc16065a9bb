package wisdom

import (
	"fmt"
	"slices"

	"wgfft/internal/choose"
)

// Merge combines two wisdoms of one device: the faster entry of each key, and all rejections.
// Entries that use rejected kernels are dropped. The result does not depend on the order of the
// two. Merge refuses wisdom of another device or kernel version.
func (w Wisdom) Merge(other Wisdom) (Wisdom, error) { return w.merge(other, Entry.isFaster) }

// MergeOver combines w, measured on this device, with wisdom of other devices of the same kind,
// such as the shipped one. It works like Merge, but keeps the entry of w unless the other entry is
// faster by more than the tolerance for different clocks.
func (w Wisdom) MergeOver(others Wisdom) (Wisdom, error) {
	return w.merge(others, func(other, own Entry) bool { return other.msPerArray() < clockTolerance*own.msPerArray() })
}

// clockTolerance is the smallest ratio of times of the same kernels on two devices of a kind, with
// different clocks.
const clockTolerance = 0.9

// merge is Merge with its own rule for replacing an entry of w.
func (w Wisdom) merge(other Wisdom, better func(other, own Entry) bool) (Wisdom, error) {
	if err := w.Device.Same(other.Device); err != nil {
		return Wisdom{}, err
	}
	merged := Wisdom{
		Device: w.Device, Speed: bestSpeed(w.Speed, other.Speed), Double: bestDouble(w.Double, other.Double),
	}
	merged.Entries = union(w.Entries, other.Entries, compareEntries, better)
	merged.Rejected = union(w.Rejected, other.Rejected, compareRejections,
		func(a, b Rejection) bool { return a.Evidence < b.Evidence })
	for _, f := range merged.Rejected {
		merged.Entries = slices.DeleteFunc(merged.Entries, func(c Entry) bool { return f.isIn(c.Kernels) })
	}
	return merged, merged.checkCounts()
}

// union merges two sorted lists. If both have an element, it takes the element of a, unless the element of b is
// better.
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

// bestSpeed combines two probes of one device. Each takes its better value, because other work may have
// slowed a probe down.
func bestSpeed(s, t choose.Speed) choose.Speed {
	if s.Dispatch == 0 || t.Dispatch > 0 && t.Dispatch < s.Dispatch {
		s.Dispatch = t.Dispatch
	}
	s.Copy, s.Registers = max(s.Copy, t.Copy), max(s.Registers, t.Registers)
	return s
}

// Same returns an error that names the first difference to another device, and nil if there is
// none.
func (d Device) Same(other Device) error {
	for _, f := range []struct {
		what       string
		have, want any
	}{
		{"vendor", other.Vendor, d.Vendor},
		{"device", other.Name, d.Name},
		{"driver", other.Driver, d.Driver},
		{"backend", other.Backend, d.Backend},
		{"invocations per workgroup", other.Invocations, d.Invocations},
		{"bytes of workgroup memory", other.WorkgroupBytes, d.WorkgroupBytes},
		{"kernel version", other.KernelVersion, d.KernelVersion},
	} {
		if f.have != f.want {
			return fmt.Errorf("%w: it was measured with another %s, %v: this is %v; tune here",
				ErrUnusable, f.what, f.have, f.want)
		}
	}
	return nil
}
