package choose

import "wgfft/wgsl"

// Rules for devices of a family to which the weights are not fitted. By the documents of their
// vendors, three things cost time:
//
//	spills           more registers than an invocation may have
//	one workgroup    no room for a second workgroup on a multiprocessor
//	slow zeroing     workgroup memory, if one invocation zeroes it at the start of a workgroup
//
// The reference family and software drivers have no rules: see wgsl.ReferenceFamily and
// wgsl.SoftwareFamily.

const (
	// Costs, in passes, of a spill and of a single resident workgroup. They exceed the differences
	// between other kernels of a length.
	spillCost = 16.0
	aloneCost = 8.0
	// zeroing is the time of one invocation for zeroing 4 bytes, divided by the time of a
	// multiprocessor for reading and writing a point. A store and its index take a few cycles, and a
	// point takes one.
	zeroing = 4.0
)

// familyOf returns the family of a device. It is the reference family if the limits have none.
func familyOf(l wgsl.Limits) wgsl.Family {
	if l.Family == (wgsl.Family{}) {
		return wgsl.ReferenceFamily()
	}
	return l.Family
}

// hasRules reports whether the rules apply to a family.
func hasRules(f wgsl.Family) bool { return f.Name != wgsl.Reference && f.Name != wgsl.Software }

// ruleCost returns the cost, in passes, of the rules that a kernel breaks.
func ruleCost(k *Features, f wgsl.Family) float64 {
	if !hasRules(f) {
		return 0
	}
	cost, resident := 0.0, residentByRules(k, f)
	if over := spilled(k.Held, f); over > 0 {
		cost += spillCost + over/float64(f.ThreadRegisters)
	}
	if resident == 1 {
		cost += aloneCost
	}
	if f.ZeroesSlowly {
		points := float64(k.Kernel.N() * k.Kernel.Threads.Transforms)
		cost += zeroing * float64(k.Bytes/4) / points / resident
	}
	return cost
}

// spilled returns how many registers of a thread spill, if it holds the given number of points.
func spilled(held int, f wgsl.Family) float64 {
	return max(0, registersOf(held)-float64(f.ThreadRegisters))
}

// spills reports whether a kernel spills by the rules.
func spills(k wgsl.Kernel, l wgsl.Limits) bool {
	f := familyOf(l)
	return hasRules(f) && spilled(k.Work().Held, f) > 0
}

// residentByRules returns how many workgroups of a kernel share a multiprocessor, by the estimate
// of registers.
func residentByRules(k *Features, f wgsl.Family) float64 {
	return f.Resident(k.Kernel.Invocations(), k.Bytes, min(registersOf(k.Held), float64(f.ThreadRegisters)))
}

// isRuledOut reports whether a kernel breaks a rule of the device, so that a measurement on another
// family does not speak for it.
func isRuledOut(k wgsl.Kernel, l wgsl.Limits) bool {
	f := familyOf(l)
	if !hasRules(f) {
		return false
	}
	rough := RoughFeatures(k)
	return ruleCost(&rough, f) > 0
}

// maxElements returns the most points that a thread can hold without spilling.
func maxElements(f wgsl.Family) int {
	return max(2, int((float64(f.ThreadRegisters)-fixedRegisters)/pointRegisters))
}

// layoutBytes returns the most workgroup memory that a layout of a kernel with the given costs may take. A layout does
// not take the place of a second workgroup.
func layoutBytes(of wgsl.Costs, l wgsl.Limits) int {
	f := familyOf(l)
	if !hasRules(f) {
		return l.WorkgroupBytes
	}
	if rough := roughFeatures(of); residentByRules(&rough, f) > 1 {
		return min(l.WorkgroupBytes, f.WorkgroupBytes/2-f.ReservedBytes)
	}
	return l.WorkgroupBytes
}
