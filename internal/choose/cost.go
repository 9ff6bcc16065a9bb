package choose

import (
	"math"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Weights are the fitted parameters of the cost model. The unit of time is one pass: reading and
// writing all points at the speed of a copy. With the [Features] of a kernel, per point,
//
//	addresses = Exchanged + 8 Conditions, and 0 in a digit layout
//	work      = (Flops + Address addresses) / Instructions + Exchanged Conflicts / Accesses
//	resident  = workgroups of a multiprocessor
//	time      = max(passes, work) + Memory Excess + Barrier Barriers / (resident sqrt(warps))
//	            + Flight / (bytes of resident workgroups) + Spill lacking + Unaligned cut
//
// where lacking are the registers per element that a thread lacks, and cut is the number of sectors
// that a workgroup's part of a row cuts at its ends over those that it fills.
//
// A field's meaning motivates its term; the fitted value need not describe the hardware.
type Weights struct {
	Instructions float64 // arithmetic instructions per point that take as long as one pass
	Accesses     float64 // 4-byte accesses to workgroup memory per point that take as long as one pass
	Address      float64 // instructions for the address of an access in a flat layout
	Memory       float64 // cost of memory transactions over those that the points fill, see Features.Excess
	Barrier      float64 // cost of a barrier if a multiprocessor holds one workgroup of one warp
	Flight       float64 // bytes of a multiprocessor's points for which latency costs as much as one pass
	Registers    float64 // registers per live word: a real or an imaginary part
	Spill        float64 // cost of a register per element that a thread lacks
	Unaligned    float64 // cost of cut sectors: mirrored columns store rows that begin within sectors
}

// ReferenceModel is the model of an NVIDIA H200 (driver 580, Vulkan), for rows, columns, real data
// and several axes. bench/fit fitted it to bench/sweep_h200.csv.gz; bench/LOG.md has its errors.
var ReferenceModel = Weights{
	Instructions: 89.6,
	Accesses:     80.66,
	Address:      0.6186,
	Memory:       0.04998,
	Barrier:      0.1223,
	Flight:       13630,
	Registers:    1.231,
	Spill:        0.1403,
	Unaligned:    1.5, // from mirrored columns of 128 and 512 points; the sweep has none
}

// CanBeColumns reports whether a kernel accesses memory as columns: it is batch-fastest, and not a
// Rader row with staged paths, which accesses memory contiguously.
func CanBeColumns(k wgsl.Kernel) bool {
	isStaged := k.Load.Path != wgsl.Direct && k.Store.Path != wgsl.Direct
	return k.IsBatchFastest() && (k.Rader.Prime == 0 || !isStaged)
}

// fullCost predicts the time of a kernel from all its features.
func fullCost(k wgsl.Kernel) float64 { return ReferenceModel.Cost(FullFeatures(k)) }

// Resources of a multiprocessor.
const (
	smBytes     = 64 << 10 // workgroup memory
	groupBytes  = 1 << 10  // workgroup memory that the driver adds to a workgroup
	smRegisters = 64 << 10
	smThreads   = 2048
	smGroups    = 32 // workgroups
)

// Constants of the terms.
const (
	idleRegisters  = 20 // registers of a thread without elements
	fixedFlops     = 16 // instructions per point beside butterflies and twiddles
	fixedAccesses  = 4  // accesses per point beside the exchanges
	conditionCost  = 8  // addresses whose instructions compare a point with a slice
	mostPerThread  = 255
	threadsPerWarp = 32
)

// wholeWarps returns the threads of a workgroup, rounded up to whole warps.
func wholeWarps(k wgsl.Kernel) float64 {
	return float64((k.Invocations() + threadsPerWarp - 1) / threadsPerWarp * threadsPerWarp)
}

// liveWords returns the words per live element. An exchange of both components in slices reads
// elements of the next stage while a thread still holds elements of the last one. In a digit layout
// a thread may hold all elements of both.
func liveWords(k wgsl.Kernel) float64 {
	switch {
	case k.Exchange.Slices <= 1 || k.Exchange.Split || !k.HasExchange():
		return 2
	case k.Layout.Kind == wgsl.Digits:
		return 4
	}
	return 3
}

// registers predicts the registers that a thread needs.
func (m Weights) registers(k wgsl.Kernel, w wgsl.Work) float64 {
	return idleRegisters + m.Registers*liveWords(k)*float64(w.Held)
}

// maxRegistersPerThread returns the registers that a thread can have.
func maxRegistersPerThread(k wgsl.Kernel) float64 {
	return min(mostPerThread, float64(int(smRegisters/wholeWarps(k))))
}

// resident estimates how many workgroups of a kernel share a multiprocessor.
func (m Weights) resident(k wgsl.Kernel, w wgsl.Work) float64 {
	threads := wholeWarps(k)
	n := min(smThreads/threads, smGroups, smRegisters/(threads*min(m.registers(k, w), maxRegistersPerThread(k))))
	if b := k.WorkgroupBytes(); b > 0 {
		n = min(n, smBytes/float64(b+groupBytes))
	}
	return max(1, float64(int(n)))
}

// Features are the properties of a kernel that the model uses.
type Features struct {
	wgsl.Work
	Kernel    wgsl.Kernel
	Conflicts float64 // mean bank-conflict degree of an access to workgroup memory
	Excess    float64 // memory sectors touched over sectors filled, beyond 1, and lines, beyond 2, of load and store
}

// RoughFeatures returns the features that are cheap to compute. The others have their best values.
func RoughFeatures(k wgsl.Kernel) Features {
	all := k // the model does not count reads of twiddles, nor the products that replace them
	all.TwiddleBasis, all.ShareTwiddles = 0, false
	return Features{Kernel: k, Work: all.Work(), Conflicts: 1}
}

// FullFeatures returns all features of a kernel.
func FullFeatures(k wgsl.Kernel) Features {
	f := RoughFeatures(k)
	f.Conflicts = k.ConflictDegree()
	load, store := k.Transactions(wgsl.SectorPoints)
	f.Excess = load - 1 + store - 1
	load, store = k.Transactions(wgsl.LinePoints)
	f.Excess += max(0, load-2) + max(0, store-2)
	return f
}

// Cost predicts the time of a kernel in passes over memory.
func (m Weights) Cost(f Features) float64 { return m.cost(f, 1) }

// cost is Cost for a kernel whose memory traffic is the given number of passes: less than 1 if it
// does not read and write all points.
func (m Weights) cost(f Features, passes float64) float64 {
	k := f.Kernel
	idle := wholeWarps(k) / float64(k.Invocations())
	instructions := f.Flops + fixedFlops
	if k.Layout.Kind != wgsl.Digits {
		instructions += m.Address * (f.Exchanged + conditionCost*f.Conditions)
	}
	work := idle * (instructions/m.Instructions + (f.Exchanged*f.Conflicts+fixedAccesses)/m.Accesses)
	resident := m.resident(k, f.Work)
	warps := wholeWarps(k) / threadsPerWarp
	cost := max(passes, work) + m.Memory*f.Excess + m.Barrier*float64(f.Barriers)/(resident*math.Sqrt(warps))
	cost += m.Flight / (resident * float64(k.N()*k.TransformsPerGroup) * plan.ElementBytes)
	lacking := max(0, m.registers(k, f.Work)-maxRegistersPerThread(k))
	cost += m.Spill * lacking / float64(k.ElementsPerThread)
	if k.MirrorColumns && isUnaligned(k.Store.Real) {
		cost += m.Unaligned * wgsl.SectorPoints / float64(k.TransformsPerGroup/2)
	}
	return cost
}
