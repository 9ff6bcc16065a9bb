package choose

import (
	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// A Model is the cost model of a device. It has weights for row kernels, for column kernels, and
// for rows that read or write half spectra (Bins). The family bounds what a multiprocessor holds.
type Model struct {
	Rows, Columns, Bins Weights
	Family              wgsl.Family
}

// ModelOf returns the reference model for the family of a device.
func ModelOf(l wgsl.Limits) Model {
	m := ReferenceModel
	m.Family = familyOf(l)
	return m
}

// Weights are the fitted parameters of the cost model. The unit of time is one pass: reading and
// writing all points at the speed of a copy. A field's meaning motivates its term; the fitted value
// need not describe the hardware.
type Weights struct {
	Instructions float64 // arithmetic instructions per point that take as long as one pass
	Accesses     float64 // 4-byte accesses to workgroup memory per point that take as long as one pass
	Overlap      float64 // part of arithmetic and accesses that memory traffic does not hide
	Exchange     float64 // instructions per access, for its address
	Condition    float64 // instructions per point and round of an exchange whose slices cut butterflies
	Barrier      float64 // cost of a barrier if a multiprocessor holds one workgroup
	Starved      float64 // bytes in flight per multiprocessor that keep memory busy
	Slow         float64 // cost if only half of these bytes are in flight
	Held         float64 // registers per live element
	HeldComplex  float64 // the same if both components are exchanged together
	Registers    float64 // registers of a thread without elements
	Spill        float64 // cost per register over those that a thread may have
	Load         float64 // cost of loaded sectors over those that the points fill
	Store        float64 // the same for stores
	Lines        float64 // cost of memory lines over twice those that the points fill
	MultiAxis    float64 // factor for several axes with sliced exchanges in flat layouts; 0 means 1
	LowOccupancy float64 // cost of few workgroups of several axes in digit layouts, with no points in flight
	SingleGroup  float64 // added cost if only one such workgroup is resident
	Unaligned    float64 // cost of mirrored columns that fill half a sector of unaligned half spectra
	InPlace      float64 // cost of an in-place pass whose columns fill one memory line
}

// ReferenceModel is the model of an NVIDIA H200 (driver 580, Vulkan). bench/fit fitted it to
// kernels of bench/sweep_h200.csv.gz; bench/LOG.md has its errors. LowOccupancy, SingleGroup and
// Unaligned were set by hand.
var ReferenceModel = Model{
	Family: wgsl.ReferenceFamily(),
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
		Unaligned:    1.5, // set by hand
		InPlace:      0.192,
	},
}

// of returns the weights for a kernel.
func (m Model) of(k wgsl.Kernel) Weights {
	switch {
	case CanBeColumns(k):
		return m.Columns
	case realdct.HermitianBins(k.Load)+realdct.HermitianBins(k.Store) > 0:
		return m.Bins
	}
	return m.Rows
}

// CanBeColumns reports whether a kernel has the weights of columns. These are batch-fastest
// kernels, except Rader rows with staged paths, which access memory contiguously.
func CanBeColumns(k wgsl.Kernel) bool {
	isStaged := k.Load.Path != wgsl.Direct && k.Store.Path != wgsl.Direct
	return k.IsBatchFastest() && (k.Stages.Rader.Prime == 0 || !isStaged)
}

// Cost is the cost of a kernel in passes over memory: its predicted time, and what it pays for breaking
// rules of the family.
func (m Model) Cost(f Features) float64 { return m.time(f, 1) + ruleCost(f.Kernel, f.Held, m.Family) }

// FullCost is the Cost of a kernel from all its features.
func (m Model) FullCost(k wgsl.Kernel) float64 { return m.Cost(FullFeatures(k)) }

// time predicts the time of a kernel whose memory traffic is the given number of passes: less than 1
// if it does not read and write all points.
func (m Model) time(f Features, passes float64) float64 {
	return m.of(f.Kernel).cost(f, passes, m.Family)
}

// resident estimates how many workgroups of a kernel share a multiprocessor.
func (m Weights) resident(k wgsl.Kernel, w wgsl.Work, on wgsl.Family) float64 {
	return on.Resident(k, min(m.registers(k, w), float64(on.ThreadRegisters)))
}

// occupancyLoss corrects the cost of several axes in digit layouts if few workgroups are resident.
// Up to three workgroups need 16384 points in flight together. A single one also waits at its
// barriers.
func (m Weights) occupancyLoss(k wgsl.Kernel, w wgsl.Work, on wgsl.Family) float64 {
	const enough, few = 16384, 3
	m.Held = 3.6 // registers of an element in a digit layout, which needs no indices
	resident := m.resident(k, w, on)
	switch {
	case resident > few:
		return 0
	case resident == 1:
		return m.SingleGroup + m.LowOccupancy*max(0, 1-float64(k.N()*k.Threads.Transforms)/enough)
	}
	return m.LowOccupancy * max(0, 1-resident*float64(k.N()*k.Threads.Transforms)/enough)
}

// registers predicts the registers of a thread.
func (m Weights) registers(k wgsl.Kernel, w wgsl.Work) float64 {
	if k.Exchange.Split {
		return m.Held*float64(w.Held) + m.Registers
	}
	return m.HeldComplex*float64(w.Held) + m.Registers
}

// spilling returns the registers of a thread for the spill term. Without an exchange, registers
// would be far too large, and the driver's count replaces it.
func (m Weights) spilling(k wgsl.Kernel, w wgsl.Work) float64 {
	if !k.HasExchange() {
		return EstimateRegisters(k)
	}
	return m.registers(k, w)
}

// Features are the properties of a kernel that the model uses.
type Features struct {
	wgsl.Work
	Kernel      wgsl.Kernel
	Conflicts   float64 // mean bank-conflict degree of an access to workgroup memory
	Load, Store float64 // sectors touched over sectors filled
	Lines       float64 // memory lines touched over lines filled, beyond 2, for loads and stores together
}

// RoughFeatures returns the features that are cheap to compute. The others have their best values.
func RoughFeatures(k wgsl.Kernel) Features { return roughFeatures(k, k.Estimate()) }

func roughFeatures(k wgsl.Kernel, of wgsl.Costs) Features {
	return Features{Kernel: k, Work: of.Work(), Conflicts: 1, Load: 1, Store: 1}
}

// kernelsOf returns the kernels of features.
func kernelsOf(all []Features) []wgsl.Kernel {
	ks := make([]wgsl.Kernel, len(all))
	for i, f := range all {
		ks[i] = f.Kernel
	}
	return ks
}

// FullFeatures returns all features of a kernel.
func FullFeatures(k wgsl.Kernel) Features { return fullFeatures(k, k.Estimate()) }

func fullFeatures(k wgsl.Kernel, of wgsl.Costs) Features {
	f := roughFeatures(k, of)
	f.Conflicts = of.ConflictDegrees(k.Exchange.Layout)[0]
	f.Load, f.Store = of.Transactions(wgsl.SectorPoints)
	load, store := of.Transactions(wgsl.LinePoints)
	f.Lines = max(0, load-2) + max(0, store-2)
	return f
}

// Cost predicts the cost of a kernel that reads and writes all its points, on the reference family.
func (m Weights) Cost(f Features) float64 { return m.cost(f, 1, wgsl.ReferenceFamily()) }

// cost predicts the cost of a kernel whose memory traffic is the given number of passes.
func (m Weights) cost(f Features, passes float64, on wgsl.Family) float64 {
	k := f.Kernel
	threads := float64(on.WholeSubgroups(k.Invocations()))
	lanes := threads / float64(k.Invocations())
	alu := lanes * (f.Flops + m.Exchange*f.Exchanged + m.Condition*f.Conditions + 16) / m.Instructions
	lsu := lanes * (f.Exchanged*f.Conflicts + 4) / m.Accesses
	resident := m.resident(k, f.Work, on)
	flying := resident * float64(k.N()*k.Threads.Transforms) * plan.ElementBytes
	cost := max(passes, alu, lsu) + m.Overlap*(alu+lsu)
	cost += m.Barrier * float64(f.Barriers) / resident
	cost += m.Slow * m.Starved / flying
	if over := m.spilling(k, f.Work) - float64(on.ThreadRegisters); over > 0 {
		cost += m.Spill * over
	}
	if k.Dispatch.InPlace {
		cost += m.InPlace * wgsl.LinePoints / float64(k.Threads.Transforms)
	}
	if k.MirroredTransforms() > 0 && isUnaligned(realdct.HermitianBins(k.Store)) {
		cost += m.Unaligned * wgsl.SectorPoints / float64(k.Threads.Transforms/2)
	}
	switch {
	case k.IsOneAxis():
	case k.Exchange.Layout.Digits.On:
		cost += m.occupancyLoss(k, f.Work, on)
	case m.MultiAxis > 0 && k.Exchange.Slices > 1:
		cost *= m.MultiAxis
	}
	return cost + m.Load*(f.Load-1) + m.Store*(f.Store-1) + m.Lines*f.Lines
}
