package plan

import (
	"cmp"
	"fmt"
	"slices"

	"wgfft/hier"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// The ops of a kernel happen in this order:
//	load   ops of real rows or of the problem, Swap, Factor, PassTwiddle
//	store  PassTwiddle, Swap, Factor, Scale, ops of real rows or of the problem

// opRank returns the place of an op in this order.
func opRank(o wgsl.Op, isStore bool) int {
	rank := map[bool]int{false: 0, true: 4}[isStore]
	switch o.(type) {
	case hier.PassTwiddle:
		rank = 4 - rank
	case wgsl.Swap:
		rank = 1
	case wgsl.Factor:
		rank = 2
	case wgsl.Scale:
		rank = 3
	}
	return rank
}

// setOp adds an op to the load or to the store of a kernel. It replaces an op of the same type. If
// is is false, it only removes the op of that type.
func setOp[T wgsl.Op](k *wgsl.Kernel, isStore bool, o T, is bool) {
	ops := opsOf(k, isStore)
	all := slices.DeleteFunc(ops.List(), hasType[T])
	if is {
		all = append(all, o)
	}
	*ops = inOrder(all, isStore)
}

// opsOf returns the ops of the load or of the store of a kernel.
func opsOf(k *wgsl.Kernel, isStore bool) *wgsl.Ops {
	if isStore {
		return &k.Store.Ops
	}
	return &k.Load.Ops
}

// inOrder returns the ops of a load or of a store in the order in which they happen. It sorts all.
func inOrder(all []wgsl.Op, isStore bool) wgsl.Ops {
	slices.SortStableFunc(all, func(a, b wgsl.Op) int {
		return cmp.Compare(opRank(a, isStore), opRank(b, isStore))
	})
	return wgsl.MakeOps(all...)
}

// addTo adds the ops of a problem to the first and the last pass of an axis.
func (o Ops) addTo(u AxisPlan, first, last *wgsl.Kernel) error {
	for side, list := range [2][]Op{o.Load, o.Store} {
		isStore, k := side == 1, [2]*wgsl.Kernel{first, last}[side]
		for _, op := range list {
			placed, ops := op.At(u.placeOf(*k)), opsOf(k, isStore)
			if u.AxisCount > 1 {
				return fmt.Errorf("plan: %s on load or store needs kernels of one axis, and %s transforms several: "+
					"choose kernels for each axis", placed.Tag(), k.Name())
			}
			*ops = inOrder(append(ops.List(), placed), isStore)
		}
	}
	return nil
}

// hasType reports whether an op is of type T.
func hasType[T wgsl.Op](o wgsl.Op) bool {
	_, ok := o.(T)
	return ok
}

// setSwaps makes a kernel swap real and imaginary parts on load and on store, or not. An inverse
// transform is a forward transform of swapped parts, swapped back.
func setSwaps(k *wgsl.Kernel, load, store bool) {
	setOp(k, false, wgsl.Swap{}, load)
	setOp(k, true, wgsl.Swap{}, store)
}

// setScale makes a kernel multiply its results by a factor.
func setScale(k *wgsl.Kernel, by float64) { setOp(k, true, wgsl.Scale{By: by}, by != 1) }

// hasFactors reports whether a kernel multiplies by the factors that its caller gives, on load and
// on store.
func hasFactors(k wgsl.Kernel) (load, store bool) {
	return slices.ContainsFunc(k.Load.Ops.List(), hasType[wgsl.Factor]),
		slices.ContainsFunc(k.Store.Ops.List(), hasType[wgsl.Factor])
}

// HasTwiddle reports whether ops of an end are the twiddles of a pass.
func HasTwiddle(e wgsl.End) bool { return slices.ContainsFunc(e.Ops.List(), hasType[hier.PassTwiddle]) }

// Spectra returns the number of spectra of a kernel that is a convolution, and 0 for others.
func Spectra(k wgsl.Kernel) int {
	s, _ := k.Stages.Filter.(wgsl.Spectra)
	return s.Count
}

// Convolving returns k as a convolution with a number of contiguous spectra, or as a transform if
// there are none.
func Convolving(k wgsl.Kernel, spectra int) wgsl.Kernel {
	s := wgsl.Spectra{Count: spectra}
	if spectra > 1 {
		s.View, s.Interleave = wgsl.Rows(k.N(), k.N()), k.Threads.Interleave
	}
	k.Stages.Filter = nil
	if spectra > 0 {
		k.Stages.Filter = s
	}
	return k
}

// ParseKernel returns the kernel with the given name, the inverse of its method Name.
func ParseKernel(name string) (wgsl.Kernel, error) {
	return wgsl.ParseKernel(name, hier.Parsers(), realdct.Parsers(), stepParsers())
}
