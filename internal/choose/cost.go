package choose

import (
	"math"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// A Model is the cost model of a device. The family has the resources of a multiprocessor.
type Model struct {
	Weights
	Family wgsl.Family
}

// ModelOf returns the reference model for the family of a device.
func ModelOf(l wgsl.Limits) Model { return Model{ReferenceWeights, familyOf(l)} }

// Weights are the fitted parameters of the cost model. The unit of time is one pass: reading and
// writing all points at the speed of a copy. With the [Features] of a kernel, per point,
//
//	addresses = Exchanged + 8 Conditions, and 0 in a digit layout
//	idle      = threads of whole subgroups over threads that the kernel uses
//	work      = idle ((Flops + 16 + Address addresses) / Instructions + (Exchanged Conflicts + 4) / Accesses)
//	resident  = workgroups of a multiprocessor
//	time      = max(passes, work) + Memory Excess + Barrier Barriers / (resident subgroups^0.75)
//	            + Flight / (bytes of resident workgroups) + Spill lacking + Unaligned cut
//
// Here lacking is the number of registers per element that a thread lacks. A workgroup's part of a
// row cuts sectors at its ends; cut is the ratio of the cut sectors to the filled ones.
//
// The comment of each field explains its term. The fitted values need not be values of the
// hardware.
type Weights struct {
	Instructions float64 // arithmetic instructions per point that take as long as one pass
	Accesses     float64 // 4-byte accesses to workgroup memory per point that take as long as one pass
	Address      float64 // instructions for the address of an access in a flat layout
	Memory       float64 // cost of memory transactions beyond those that the points fill: see Features.Excess
	Barrier      float64 // cost of a barrier if a multiprocessor holds one workgroup of one subgroup
	Flight       float64 // bytes of a multiprocessor's points for which latency costs as much as one pass
	Registers    float64 // registers per live word: a real or an imaginary part
	Spill        float64 // cost of a register per element that a thread lacks
	Unaligned    float64 // cost of cut sectors: mirrored columns store rows that begin within sectors
}

// ReferenceWeights are the weights of an NVIDIA H200 (driver 580, Vulkan). The same weights serve rows,
// columns, real data and several axes. All but Unaligned are fitted to measured kernels: entry E131 of
// bench/LOG.md names them, and describes the fit.
var ReferenceWeights = Weights{
	Instructions: 107.2,
	Accesses:     51.83,
	Address:      0.9428,
	Memory:       0.02988,
	Barrier:      0.1901,
	Flight:       7052,
	Registers:    1.618,
	Spill:        0.1698,
	Unaligned:    1.5, // chosen by hand: the sweep has no mirrored columns
}

// CanBeColumns reports whether a kernel accesses memory as columns: it is batch-fastest, and not a
// Rader row with staged paths, which accesses memory contiguously.
func CanBeColumns(k *wgsl.Kernel) bool {
	isStaged := k.Load.Path != wgsl.Direct && k.Store.Path != wgsl.Direct
	return k.IsBatchFastest() && (k.Stages.Rader.Prime == 0 || !isStaged)
}

// Constants of the terms.
const (
	idleRegisters = 20 // registers of a thread without elements
	fixedFlops    = 16 // instructions per point beside butterflies and twiddles
	fixedAccesses = 4  // accesses per point beside the exchanges
	conditionCost = 8  // comparison of a point with a slice, in addresses

	barrierOverlap = 0.75 // exponent of the subgroups that share the wait at a barrier
)

// liveWords returns the words per live element. An exchange of both components in slices reads
// elements of the next stage while a thread still holds elements of the last one. In a digit layout
// a thread may hold all elements of both.
func (f *Features) liveWords() float64 {
	switch x := &f.Kernel.Exchange; {
	case x.Slices <= 1 || x.Split || !f.exchanges:
		return 2
	case x.Layout.Digits.On:
		return 4
	}
	return 3
}

// registers predicts the registers that a thread needs.
func (m Weights) registers(f *Features) float64 {
	return idleRegisters + m.Registers*f.liveWords()*float64(f.Held)
}

// Features are the properties of a kernel that the model uses.
type Features struct {
	wgsl.Work
	Kernel    *wgsl.Kernel
	Conflicts float64 // mean bank-conflict degree of an access to workgroup memory
	Excess    float64 // memory sectors touched over sectors filled, beyond 1, and lines, beyond 2, of load and store
	Bytes     int     // workgroup memory of a workgroup

	exchanges bool // whether an exchange lies between stages
	stages    int  // number of stages
}

// RoughFeatures returns the features that are cheap to compute. The others have their best values.
func RoughFeatures(k wgsl.Kernel) Features { return roughFeatures(k.Estimate()) }

func roughFeatures(of wgsl.Costs) Features {
	return Features{
		Kernel: of.Kernel(), Work: of.Work(), Conflicts: 1, Bytes: of.WorkgroupBytes(), exchanges: of.HasExchange(),
		stages: of.Stages(),
	}
}

// FullFeatures returns all features of a kernel.
func FullFeatures(k wgsl.Kernel) Features { return fullFeatures(k.Estimate()) }

func fullFeatures(of wgsl.Costs) Features {
	f := roughFeatures(of)
	f.Conflicts = of.ConflictDegrees(f.Kernel.Exchange.Layout)[0]
	load, store := of.Transactions(wgsl.SectorPoints)
	f.Excess = load - 1 + store - 1
	load, store = of.Transactions(wgsl.LinePoints)
	f.Excess += max(0, load-2) + max(0, store-2)
	return f
}

// Cost is the number by which kernels are compared: the predicted time of a kernel in passes over memory, with a
// penalty for each rule of the device's family that the kernel breaks, and for a long compile time.
func (m Model) Cost(f Features) float64 {
	return compileFactor(&f, m.Family)*m.Time(f) + ruleCost(&f, m.Family)
}

// Time is the predicted time of a kernel in passes over memory.
func (m Model) Time(f Features) float64 { return m.time(&f, 1) }

// leastCost returns a lower bound of the cost of a kernel with the given rough features. The sample of an access
// may have threads without a butterfly: in a stage, at least one in 1 + stages (Idle-1) has one. Threads with
// pairs of points may access a point twice.
func (m Model) leastCost(f Features) float64 {
	f.Conflicts = 1 / (1 + float64(f.stages)*(f.Idle-1))
	if f.Kernel.Threads.Mirror != [2]wgsl.Mirror{} {
		f.Excess = -1
	}
	return m.Cost(f)
}

// FullCost is the Cost of a kernel from all its features.
func (m Model) FullCost(k wgsl.Kernel) float64 { return m.Cost(FullFeatures(k)) }

// time predicts the time of a kernel with a memory traffic of the given number of passes. The number
// is less than 1 if the kernel does not read and write all points.
func (m Model) time(f *Features, passes float64) float64 {
	k, on := f.Kernel, &m.Family
	threads := float64(on.WholeSubgroups(k.Invocations()))
	idle := threads / float64(k.Invocations())
	instructions := f.Flops + fixedFlops
	if !k.Exchange.Layout.Digits.On {
		instructions += m.Address * (f.Exchanged + conditionCost*f.Conditions)
	}
	work := idle * (instructions/m.Instructions + (f.Exchanged*f.Conflicts+fixedAccesses)/m.Accesses)
	needs, has := m.registers(f), min(float64(on.ThreadRegisters), math.Floor(float64(on.Registers)/threads))
	resident := on.Resident(k.Invocations(), f.Bytes, min(needs, has))
	subgroups := threads / float64(max(1, on.SubgroupWidth))
	overlap := resident * math.Pow(subgroups, barrierOverlap)
	cost := max(passes, work) + m.Memory*f.Excess + m.Barrier*float64(f.Barriers)/overlap
	cost += m.Flight / (resident * float64(k.N()*k.Threads.Transforms) * plan.ElementBytes)
	cost += m.Spill * max(0, needs-has) / float64(k.Threads.Elements)
	if k.MirroredTransforms() > 0 && isUnaligned(realdct.HermitianBins(k.Store)) {
		cost += m.Unaligned * wgsl.SectorPoints / float64(k.Threads.Transforms/2)
	}
	return cost
}
