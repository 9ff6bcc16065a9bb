package wgsl

import "fmt"

// checkCanonical returns an error if a field has a second spelling of its default, or is no value
// of its type.
func (k *Kernel) checkCanonical() error {
	s, t, x := &k.Stages, &k.Threads, &k.Exchange
	for what, is := range map[string]bool{
		"inner extent 1":    s.InnerExtent == 1,
		"interleave 1":      t.Interleave == 1,
		"slices 1":          x.Slices == 1,
		"the number format": k.Number == Number(F32{}),
		"digits":            !x.Layout.Digits.On && x.Layout.Digits != (Digits{}),
	} {
		if is {
			return fmt.Errorf("%s: leave the zero value, which means the same", what)
		}
	}
	for what, is := range map[string]bool{
		"inner extent": s.InnerExtent < 0, "interleave": t.Interleave < 0, "spectra": s.Spectra.Count < 0,
		"fence":  k.Twiddles.Fence > FenceBarriers,
		"order":  max(t.Order[loads], t.Order[stores]) > BatchFastest,
		"path":   max(k.Load.Path, k.Store.Path) > Staged,
		"centre": max(t.Mirror[loads].Centre, t.Mirror[stores].Centre) > Half,
	} {
		if is {
			return fmt.Errorf("%s: the value is none of its type", what)
		}
	}
	return nil
}
