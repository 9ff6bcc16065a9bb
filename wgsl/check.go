package wgsl

import "fmt"

// Check returns an error if the kernel is not valid or exceeds the limits of a device. The error
// names the part of the kernel, or is a [LimitError].
func (k Kernel) Check(l Limits) error {
	_, err := k.Costs(l)
	return err
}

// checked returns the program of a kernel, or its sketch. It returns an error if the kernel is not valid within
// the limits.
func (k *Kernel) checked(l Limits, isSketch bool) (*program, error) {
	switch {
	case k.Threads.Elements < 1:
		return nil, k.limitError("elements per thread", 1, k.Threads.Elements)
	case k.Threads.Transforms < 1:
		return nil, k.limitError("transforms per workgroup", 1, k.Threads.Transforms)
	}
	if err := k.checkCanonical(); err != nil {
		return nil, fmt.Errorf("wgsl: %s: %w", k.Name(), err)
	}
	if n := k.Invocations(); n > l.Invocations {
		return nil, k.limitError("invocations per workgroup", n, l.Invocations)
	}
	p, err := k.program(isSketch)
	if err != nil {
		return nil, fmt.Errorf("wgsl: %s: %w", k.Name(), err)
	}
	if n := p.storageBindings(); n > l.StorageBindings {
		return nil, k.limitError("storage bindings", n, l.StorageBindings)
	}
	if n := p.workgroupBytes(); n > l.WorkgroupBytes {
		return nil, k.limitError("bytes of workgroup memory", n, l.WorkgroupBytes)
	}
	if !isSketch {
		if err := p.checkConstants(); err != nil {
			return nil, fmt.Errorf("wgsl: %s: %w", k.Name(), err)
		}
	}
	return p, nil
}

// limitError returns the error for a quantity of the kernel that is out of range.
func (k *Kernel) limitError(what string, need, have int) error {
	return &LimitError{
		What: "wgsl: " + k.Name() + ": " + what, Need: int64(need), Have: int64(have), Hint: "choose another kernel",
	}
}

// storageBindings returns the number of storage bindings. It does not make the bindings, because planning needs
// only their number for most kernels.
func (p *program) storageBindings() int {
	n := p.moves[loads].array.bindingCount() + p.storageOperands()
	if !p.kernel.Dispatch.InPlace {
		n += p.moves[stores].array.bindingCount()
	}
	for _, t := range p.tables.all {
		n += t.array.bindingCount()
	}
	return n
}

// checkCanonical returns an error if a field has a second spelling of its default, or a value that is not a
// constant of its type. The name of a canonical kernel holds all its fields.
func (k *Kernel) checkCanonical() error {
	s, t, x := &k.Stages, &k.Threads, &k.Exchange
	second := func(what string) error { return fmt.Errorf("%s: leave it 0, which means the same", what) }
	unknown := func(what string, value any) error {
		return fmt.Errorf("%s: no value %v: use the constants", what, value)
	}
	switch {
	case s.InnerExtent == 1:
		return second("inner extent 1")
	case t.Interleave == 1:
		return second("interleave 1")
	case x.Slices == 1:
		return second("slices 1")
	case k.Number == Number(F32{}):
		return second("number format F32")
	case k.checkNumber() != nil:
		return k.checkNumber()
	case !x.Layout.Digits.On && x.Layout.Digits != (Digits{}):
		return second("digit layout that is not on")
	case s.InnerExtent < 0 || t.Interleave < 0:
		return fmt.Errorf("inner extent %d, interleave %d: want at least 0", s.InnerExtent, t.Interleave)
	case s.DFT == DFT(Butterflies):
		return second("DFT Butterflies")
	case k.Twiddles.Fence > FenceBarriers:
		return unknown("fence", uint8(k.Twiddles.Fence))
	case max(t.Order[loads], t.Order[stores]) > BatchFastest:
		return unknown("thread order", max(t.Order[loads], t.Order[stores]))
	case max(k.Load.Path, k.Store.Path) > Staged:
		return unknown("path", max(k.Load.Path, k.Store.Path))
	case max(t.Mirror[loads].Centre, t.Mirror[stores].Centre) > Half:
		return unknown("centre", max(t.Mirror[loads].Centre, t.Mirror[stores].Centre))
	}
	return nil
}

// checkNumber returns an error if the number format does not exist.
func (k *Kernel) checkNumber() error {
	if c, ok := k.Number.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}
