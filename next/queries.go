package wgsl

// LiveElements returns the largest number of points that a thread of a valid kernel holds.
func (k Kernel) LiveElements() int { return k.Work().Held }

// LiveElementsFirst returns the number of points that a thread of a valid kernel holds in the first
// stage.
func (k Kernel) LiveElementsFirst() int {
	p, err := k.lower()
	if err != nil {
		return 0
	}
	for _, i := range p.instructions {
		if d, ok := butterfliesIn(i); ok {
			return len(d.fragment.units) * d.fragment.stage.R
		}
	}
	return 1
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
	p, err := k.lower()
	if err != nil {
		return 0
	}
	return p.workgroupBytes()
}

// workgroupBytes returns the size of the workgroup memory.
func (p *program) workgroupBytes() int { return p.memory.words() * p.kernel.exchangeBytes() }

// IsBatchFastest reports whether neighboring threads work on neighboring transforms in the load or
// the store.
func (k Kernel) IsBatchFastest() bool { return k.Threads.Order != [2]Order{} }
