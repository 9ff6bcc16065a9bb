package wgsl

import (
	"fmt"
	"slices"
)

// LiveElements returns the largest number of points that a thread of a valid kernel holds. The number of
// transforms of a workgroup does not matter, and may be 0.
func (k Kernel) LiveElements() int {
	w := k.workload()
	return w.fixed.Held
}

// LiveElementsFirst returns the number of points that a thread of a valid kernel holds in the first
// stage.
func (k Kernel) LiveElementsFirst() int {
	k.Threads.Transforms = max(1, k.Threads.Transforms)
	stages := k.stages()
	if k.checkStages() != nil || len(stages) == 0 {
		return 1
	}
	return k.unitCount(stages[0], k.mirrorOf(0, len(stages))) * stages[0].R
}

// Groups returns the workgroups of a dispatch for a batch of transforms.
func (k Kernel) Groups(batch int) (x, y int) {
	groups := (batch + k.Threads.Transforms - 1) / k.Threads.Transforms
	if k.Dispatch.Fold {
		return foldGrid(groups)
	}
	return groups, 1
}

// WorkgroupBytes returns the size of the workgroup memory that a valid kernel declares.
func (k Kernel) WorkgroupBytes() int {
	if k.checkStages() != nil || !k.needsMemory() {
		return 0
	}
	return k.memory().words() * k.exchangeBytes()
}

// needsMemory reports whether the kernel has an exchange: between stages, on a staged path, or before a store that
// takes pairs of points.
func (k *Kernel) needsMemory() bool {
	stages := k.stages()
	isExchanged := func(st *Stage) bool { return st.Source == exchanged }
	switch {
	case len(stages) == 0:
		return false
	case k.Load.Path == Staged, k.Store.Path == Staged, k.Stages.Rader.Fold,
		slices.ContainsFunc(stages[1:], isExchanged):
		return true
	}
	return k.takesPairs()
}

// workgroupBytes returns the size of the workgroup memory.
func (p *program) workgroupBytes() int { return p.memory.words() * p.kernel.exchangeBytes() }

// IsBatchFastest reports whether neighboring threads work on neighboring transforms in the load or
// the store.
func (k Kernel) IsBatchFastest() bool { return k.Threads.Order != [2]Order{} }

// StageRadices returns the radices of all stages in the order of the axes. The radices of a
// convolution appear once, although it has two transforms.
func (k Kernel) StageRadices() []int { return k.stageRadices() }

// IsOneAxis reports whether the kernel transforms one axis and has no inner extent.
func (k *Kernel) IsOneAxis() bool { return k.Stages.isOneAxis() }

// HasExchange reports whether an exchange lies between stages. Load and store may then have
// different thread orders.
func (k Kernel) HasExchange() bool {
	all := k.stages()
	return len(all) > 1 && slices.ContainsFunc(all[1:], func(st *Stage) bool { return st.Source == exchanged })
}

// HasTwiddles reports whether a stage has twiddles.
func (k Kernel) HasTwiddles() bool { return slices.ContainsFunc(k.stages(), (*Stage).hasTwiddles) }

// CanRunInPlace reports whether every transform writes the elements that it reads, so that source
// and destination can be one array. It ignores strides, segments, planes and types of elements, which are
// properties of the arrays.
//
// Rows of real numbers and their half spectra can share an array if each transform is a whole row. Rows of real
// numbers and complex points cannot.
func (k Kernel) CanRunInPlace() bool {
	source, target := k.Kinds()
	load, store := &k.Load.View, &k.Store.View
	isRow := load.Points == [2]Dim{{Stride: 1}} && load.Batch[1] == Dim{} && k.Threads.MirrorRows() == RowGrid{}
	switch {
	case source == target && load.Rows == store.Rows:
	case (source == Bins) == (target == Bins), !isRow, load.Rows.inner() > 1, store.Rows.inner() > 1:
		return false
	}
	k.Dispatch.InPlace = true
	for _, e := range []*End{&k.Load, &k.Store} {
		e.View.Array, e.View.Segments, e.Element, e.Planar = Strides{}, Segments{}, nil, false
	}
	_, err := k.lower()
	return err == nil
}

// Bindings returns the bindings of a valid kernel in order.
func (k Kernel) Bindings() []Binding {
	p, err := k.lower()
	if err != nil {
		return nil
	}
	return p.bindings()
}

// Describe returns a short form of the stages: 4.16.16, or 127(14.9).8 with a Rader stage first.
func (k Kernel) Describe() string {
	s := &k.Stages
	axes, _ := s.printAxes()
	switch {
	case s.innerExtent() > 1:
		return fmt.Sprintf("%sx(%d)", axes, s.InnerExtent)
	case s.Rader.Prime == 0:
		return axes
	}
	rader := s.Rader.String()
	if s.Radices == (Radices{}) {
		return rader
	}
	return rader + "." + axes
}

// Kinds returns the kinds of the elements of the source and of the target.
func (k Kernel) Kinds() (source, target Kind) {
	if o := k.Load.Ops[0]; o != nil {
		source, _ = o.Kinds()
	}
	if all := k.Store.Ops.List(); len(all) > 0 {
		target, _ = all[len(all)-1].Kinds()
	}
	return source, target
}
