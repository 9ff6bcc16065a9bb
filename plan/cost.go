package plan

import "wgfft/wgsl"

// A Model is the cost model of a device: its proportions, as kernels of rows meet them, kernels of columns, and kernels of rows that read or write half a
// spectrum.
type Model struct{ Rows, Columns, Bins Weights }

// Weights are those of the cost model. Times are in units of one trip through
// global memory (read and write of all points at the speed of a copy). The fields are fitted; what they stand for is the
// reason they are there, not a promise about the hardware.
type Weights struct {
	Instructions float64 // arithmetic instructions per point that take one trip
	Accesses     float64 // 4-byte accesses to workgroup memory per point that take one trip
	Overlap      float64 // part of arithmetic and accesses that memory traffic does not hide
	Exchange     float64 // instructions per access, for its address
	Condition    float64 // instructions per point and round of an exchange whose slices cut butterflies
	Barrier      float64 // trips per barrier of the only workgroup on a multiprocessor
	Starved      float64 // bytes in flight per multiprocessor that keep memory busy
	Slow         float64 // trips lost where half of them are there
	Held         float64 // registers per point held
	HeldComplex  float64 // the same where both components are exchanged together
	Registers    float64 // registers besides
	Spill        float64 // trips per register over 255
	Load         float64 // trips per sector that loads touch beside those their points fill
	Store        float64 // the same for stores
	Lines        float64 // trips per line that loads or stores touch beside twice those their points fill
	MultiAxis    float64 // factor for transforms of several axes whose exchanges go in rounds, but for cubes; 0 means 1
	LowOccupancy float64 // trips lost where few workgroups with planes in cubes have next to no points in flight
	SingleGroup  float64 // trips lost where there is only one of them
	Unaligned    float64 // trips lost where half of a workgroup's columns fill one sector of rows of bins that begin within sectors
	InPlace      float64 // trips lost in place where a workgroup's columns fill a line; twice as many where they fill half
}

// H200 is the model of an NVIDIA H200 (driver 580, Vulkan, November 2026), fitted by bench/fit to a part of what bench/sweep_h200.csv holds: 734 kernels of rows
// and 1080 of columns, flat and in rounds with one component at a time, and all 1115 of rows of bins. Of all that it holds the choice of the weights of rows takes
// 1.09 of the fastest kernel measured in the mean of 54 lengths, their predictions of 1860 kernels are off by 17 % in the median (15 % of those they were fitted to);
// that of the weights of columns takes 1.12 in the mean of 23 (1.08 to 1.12, as ties fall), and of 1230 kernels they are off by 11 %. That of the weights of rows
// of bins takes 1.03 in the mean of 86 transforms of even length there and back, and they are off by 8 %.
var ReferenceModel = Model{
	Rows: Weights{
		Instructions: 69.38,
		Accesses:     20.35,
		Overlap:      0.008829,
		Exchange:     1.034,
		Condition:    19.13,
		Barrier:      0.006425,
		Starved:      2.412e+04,
		Slow:         0.1362,
		Held:         7.003,
		HeldComplex:  0.4313,
		Registers:    1.728,
		Spill:        0.1053,
		Load:         0.03511,
		Store:        0.4717,
		Lines:        0.03437,
		MultiAxis:    1.5,
		LowOccupancy: 0.55,
		SingleGroup:  0.1,
	},
	Bins: Weights{
		Instructions: 67.81,
		Accesses:     28.09,
		Overlap:      0.008829,
		Exchange:     0.8533,
		Condition:    13.26,
		Barrier:      0.08434,
		Starved:      1.993e+04,
		Slow:         0.2868,
		Held:         1.828,
		HeldComplex:  1.944,
		Registers:    29.46,
		Spill:        0.2343,
		Load:         0.0155,
		Store:        0.4027,
		Lines:        0.03543,
		MultiAxis:    1.5,
		LowOccupancy: 0.55,
		SingleGroup:  0.1,
	},
	Columns: Weights{
		Instructions: 48.8,
		Accesses:     25.1,
		Exchange:     0.306,
		Condition:    2.59,
		Barrier:      0.0226,
		Starved:      1.58e+04,
		Slow:         0.566,
		Held:         3.54,
		HeldComplex:  0.247,
		Registers:    10.9,
		Spill:        0.0505,
		Load:         0.107,
		Store:        0.114,
		Lines:        0.052,
		Unaligned:    1.5, // by hand, from 120 kernels of 128 and 512 points (November 2026, an NVIDIA H100)
		InPlace:      0.192,
	},
}

// of are the weights for a kernel.
func (m Model) of(k wgsl.Kernel) Weights {
	switch {
	case CanBeColumns(k):
		return m.Columns
	case k.Load.Real.IsHermitian() || k.Store.Real.IsHermitian():
		return m.Bins
	}
	return m.Rows
}

// AsColumns says whether a kernel has the weights of columns: those whose threads go across, but for rows of a Rader stage, which staged paths touch in a row.
func CanBeColumns(k wgsl.Kernel) bool {
	return k.IsBatchFastest() && (k.Rader.Prime == 0 || k.Load.Path == wgsl.Direct || k.Store.Path == wgsl.Direct)
}

// Cost estimates the time of a kernel.
func (m Model) Cost(f Features) float64 { return m.of(f.Kernel).cost(f, 1) }

// cost is Cost, of a kernel whose points take so many trips: fewer than one where they are not all read and written.
func (m Model) cost(f Features, trips float64) float64 { return m.of(f.Kernel).cost(f, trips) }

// What a multiprocessor has: workgroup memory (and what a workgroup takes of it besides), registers, threads, workgroups.
const (
	smBytes     = 64 << 10
	groupBytes  = 1 << 10
	smRegisters = 64 << 10
	smThreads   = 2048
	smGroups    = 32
)

// resident estimates how many workgroups of a kernel share a multiprocessor.
func (m Weights) resident(k wgsl.Kernel, w wgsl.Work) float64 {
	threads := float64((k.Invocations() + 31) &^ 31)
	n := min(smThreads/threads, smGroups, smRegisters/(threads*min(m.registers(k, w), 255)))
	if b := k.WorkgroupBytes(); b > 0 {
		n = min(n, smBytes/float64(b+groupBytes))
	}
	return max(1, float64(int(n)))
}

// lonely is what planes in cubes lose where workgroups are few, by hand from some 60 kernels of 3840 to 16384 points (November 2026): to three of them
// 16384 points in flight are enough, and one by itself waits at its barriers.
func (m Weights) occupancyLoss(k wgsl.Kernel, w wgsl.Work) float64 {
	const enough, few = 16384, 3
	m.Held = 3.6 // registers of a point in a cube, where no index is held
	resident := m.resident(k, w)
	switch {
	case resident > few:
		return 0
	case resident == 1:
		return m.SingleGroup + m.LowOccupancy*max(0, 1-float64(k.N()*k.TransformsPerGroup)/enough)
	}
	return m.LowOccupancy * max(0, 1-resident*float64(k.N()*k.TransformsPerGroup)/enough)
}

func (m Weights) registers(k wgsl.Kernel, w wgsl.Work) float64 {
	if k.Exchange.Split {
		return m.Held*float64(w.Held) + m.Registers
	}
	return m.HeldComplex*float64(w.Held) + m.Registers
}

// spilling is registers where they are too many. Weights fitted to kernels that exchange would have 49 points without an exchange take ten times as long as they do:
// there it is what the driver says.
func (m Weights) spilling(k wgsl.Kernel, w wgsl.Work) float64 {
	if !k.HasExchange() {
		return EstimateRegisters(k)
	}
	return m.registers(k, w)
}

// Features are what the model knows of a kernel.
type Features struct {
	wgsl.Work
	Kernel      wgsl.Kernel
	Conflicts   float64 // mean number of turns an access to workgroup memory takes
	Load, Store float64 // sectors touched over sectors filled
	Lines       float64 // lines touched over lines filled, beyond 2, for loads and stores together
}

// Rough returns the features that cost nothing to find out, the others at their best.
func RoughFeatures(k wgsl.Kernel) Features {
	all := k // the model knows neither what reading a twiddle costs nor what a product in its place does, which was less where it was measured
	all.TwiddleBasis, all.ShareTwiddles = 0, false
	return Features{Kernel: k, Work: all.Work(), Conflicts: 1, Load: 1, Store: 1}
}

// Full returns all features.
func FullFeatures(k wgsl.Kernel) Features {
	f := RoughFeatures(k)
	f.Conflicts = k.ConflictDegree()
	f.Load, f.Store = k.Transactions(wgsl.SectorPoints)
	load, store := k.Transactions(wgsl.LinePoints)
	f.Lines = max(0, load-2) + max(0, store-2)
	return f
}

// Cost is that of a kernel whose points take one trip.
func (m Weights) Cost(f Features) float64 { return m.cost(f, 1) }

func (m Weights) cost(f Features, trips float64) float64 {
	k := f.Kernel
	threads := float64((k.Invocations() + 31) &^ 31)
	lanes := threads / float64(k.Invocations())
	alu := lanes * (f.Flops + m.Exchange*f.Exchanged + m.Condition*f.Conditions + 16) / m.Instructions
	lsu := lanes * (f.Exchanged*f.Conflicts + 4) / m.Accesses
	resident := m.resident(k, f.Work)
	flying := resident * float64(k.N()*k.TransformsPerGroup) * ElementBytes
	cost := max(trips, alu, lsu) + m.Overlap*(alu+lsu)
	cost += m.Barrier * float64(f.Barriers) / resident
	cost += m.Slow * m.Starved / flying
	if r := m.spilling(k, f.Work); r > 255 {
		cost += m.Spill * (r - 255)
	}
	if k.InPlace {
		cost += m.InPlace * wgsl.LinePoints / float64(k.TransformsPerGroup)
	}
	if k.MirrorColumns && isUnaligned(k.Store.Real) {
		cost += m.Unaligned * wgsl.SectorPoints / float64(k.TransformsPerGroup/2)
	}
	switch {
	case k.IsOneAxis():
	case k.Layout.Kind == wgsl.Digits:
		cost += m.occupancyLoss(k, f.Work)
	case m.MultiAxis > 0 && k.Exchange.Slices > 1:
		cost *= m.MultiAxis
	}
	return cost + m.Load*(f.Load-1) + m.Store*(f.Store-1) + m.Lines*f.Lines
}
