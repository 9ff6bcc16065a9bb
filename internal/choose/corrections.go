package choose

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// Correction factors for rows of convolutions whose kernel was not measured. The model
// underestimates them: short rows least, rows with a sliced exchange most.
const (
	shortRowFactor       = 1.12
	wholeExchangeFactor  = 1.45
	slicedExchangeFactor = 1.7
	shortRowPoints       = 256 // largest number of points of a short row
)

// rowCorrection returns the factor by which the model underestimates rows of convolutions. It is 1
// for all other kernels and for measured ones.
func rowCorrection(k wgsl.Kernel) float64 {
	if plan.Spectra(k) <= 1 || k.IsBatchFastest() {
		return 1
	}
	f, there := measured().passes[passKey{Convolved, k.N()}]
	switch {
	case there && Convolved.isSame(f.kernel, k):
		return 1
	case k.Exchange.Slices > 1:
		return slicedExchangeFactor
	case k.N() <= shortRowPoints:
		return shortRowFactor
	}
	return wholeExchangeFactor
}

// isSame reports whether two kernels of a pass of the kind differ only in their positions.
func (kind PassKind) isSame(a, b wgsl.Kernel) bool {
	at := kind.at(a.N(), measuredCofactor)
	return a.N() == b.N() && at(Tunable(a)) == at(Tunable(b))
}

// correctedCost returns the cost of a kernel of a pass, times its rowCorrection.
func (m Model) correctedCost(f Features) float64 { return m.Cost(f) * rowCorrection(f.Kernel) }
