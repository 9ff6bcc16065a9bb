package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// A three-axis fusion needs two passes. The first does rows with the first factor of the columns.
// The second does the rest of the columns together with the third axis, for several neighboring
// columns (see ColumnKernels). 256 x 256 x 256 points take a pass of 32 x 256 points and a pass of
// 256 x 8 points across.

// minColumnsAcross is the smallest number of neighboring columns in a workgroup of the second pass.
// They fill half a memory line.
const minColumnsAcross = 8

// threeAxisFusions returns the fusions of three axes with kernels that fit into a workgroup, by
// rising first factor.
func threeAxisFusions(axes []plan.Axis, l wgsl.Limits) []plan.AxisFusion {
	var all []plan.AxisFusion
	for r := 2; len(axes) == 3 && r <= axes[1].N/2; r++ {
		s := plan.AxisFusion{Rows: axes[0], Columns: axes[1], Factor: r, Beyond: axes[2]}
		most := plan.OnePassPoints(l)
		fits := r*s.Rows.N <= most && s.Columns.N/r*s.Beyond.N*minColumnsAcross <= most
		largest := max(plan.LargestPrime(s.Rows.N), plan.LargestPrime(s.Columns.N), plan.LargestPrime(s.Beyond.N))
		if s.IsValid() && s.HasThirdAxis() && fits && largest <= plan.MaxPrime {
			all = append(all, s)
		}
	}
	return all
}

// threeAxisFirsts returns the placed kernels for rows and a first factor of one or several stages.
func (s FusionFinder) threeAxisFirsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
	batch := min(points/(s.Rows.N*s.Factor)*count, plan.MaxChoiceBatch)
	var all []wgsl.Kernel
	for _, body := range CombinedStages([]plan.Axis{{N: s.Rows.N, InnerExtent: 1}, {N: s.Factor}}, OneStage(l)) {
		for _, k := range Threadings(body, batch, l) {
			if k.Load.Path == wgsl.Direct && k.LiveElements() <= plan.MaxLiveExchanging {
				all = append(all, s.maps().First(k))
			}
		}
	}
	return all
}

// threeAxisRests returns the placed kernels for the rest of the columns with the third axis.
func (s FusionFinder) threeAxisRests(l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, body := range CombinedStages([]plan.Axis{{N: s.Columns.N / s.Factor, InnerExtent: 1},
		{N: s.Beyond.N}}, OneStage(l)) {
		all = append(all, ColumnThreadings(body, s.maps().Rest, l, false, DefaultBudget)...)
	}
	return slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return k.Threads.Transforms < minColumnsAcross })
}

// threeAxisCandidates returns the candidates of threeAxisRests.
func (s FusionFinder) threeAxisCandidates(l wgsl.Limits) []candidate {
	return columnCandidatesOf(s.threeAxisRests(l), l)
}

// columnCandidatesOf returns candidates for valid column kernels of several axes. Their rough cost is RoughCost with
// the cost of partial memory lines.
func columnCandidatesOf(ks []wgsl.Kernel, l wgsl.Limits) []candidate {
	all := withRoughCosts(candidatesOf(ks), ModelOf(l))
	for i := range all {
		all[i].cost += PartialLineCost(ks[i])
	}
	return all
}
