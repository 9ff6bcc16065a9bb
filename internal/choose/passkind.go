package choose

import (
	"fmt"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A PassKind is the part of a pass's position in a transform that affects the time of the pass.
type PassKind uint8

// The kinds of pass.
const (
	Columns   PassKind = iota // reads columns and writes columns
	ToRows                    // reads columns and writes rows
	FromRows                  // reads rows and writes columns
	Convolved                 // transforms rows forward, multiplies by the spectra, and transforms back
)

// String returns the kind's name.
func (k PassKind) String() string {
	names := [...]string{"columns", "to-rows", "from-rows", "convolved"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("pass-kind(%d)", uint8(k))
}

// ParsePassKind parses a kind's name.
func ParsePassKind(s string) (PassKind, error) {
	for k := Columns; k <= Convolved; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("plan: pass kind %q: use columns, to-rows, from-rows or convolved", s)
}

// at returns the placer of a pass of the kind with r points in a transform of r m points.
func (k PassKind) at(r, m int) Placer {
	switch k {
	case ToRows:
		return hier.Pass{N: r * m, R: r, P: 1}.Kernel
	case FromRows:
		return hier.Pass{N: r * m, R: r, P: 1, Transposed: true}.Kernel
	case Convolved:
		return ConvolutionPlacer(hier.DigitReversedPass{B: r, R: r}, r*m, false)
	}
	return hier.Pass{N: r * m, R: r, P: m}.Kernel
}

// PassKernels returns kernels for a pass of r points in a transform of r m points, the cheapest
// first. It is for measurements.
func PassKernels(kind PassKind, r, m int, l wgsl.Limits) []wgsl.Kernel {
	return ColumnKernels(r, kind != Columns, kind.at(r, m), l, false)
}

// PassVariants returns all kernels that PassKernels chooses from, each with its best layout. keep
// selects kernels by their index i of n. It is for measurements.
func PassVariants(kind PassKind, r, m int, l wgsl.Limits, keep func(i, n int) bool) []wgsl.Kernel {
	least := 2
	if kind == Columns {
		least = 1
	}
	bodies := Bodies(r, plan.MaxThreadElements, least, l)
	all := validKernels(columnVariants(bodies, kind.at(r, m), l, false, DefaultBudget), l)
	var kept []wgsl.Kernel
	for i, k := range all {
		if keep(i, len(all)) {
			k.Exchange.Layout = BestLayout(k, l)
			kept = append(kept, k)
		}
	}
	return kept
}

// PassKernel places a kernel in a pass of a transform of k.N() m points. It is for measurements.
func PassKernel(kind PassKind, k wgsl.Kernel, m int) wgsl.Kernel { return kind.at(k.N(), m)(k) }

// ConvolutionKernels returns the best one-pass kernels for Bluestein's convolution of n points,
// each of them for every length of the convolution. It is for measurements.
func ConvolutionKernels(n, batch, each int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, m := range bluesteinLengths(2*n-1, plan.OnePassPoints(l)) {
		if m > plan.OnePassPoints(l) {
			continue
		}
		found := 0
		for _, k := range Ranked(m, batch, l) {
			if k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct && found < each {
				k = plan.Convolving(k, 1)
				all = append(all, k)
				found++
			}
		}
	}
	return all
}
