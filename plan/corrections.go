package plan

import "wgfft/wgsl"

// How much longer than the model says rows there and back take on an NVIDIA H200 where their kernel was not measured by itself. What was chosen by the model
// alone took 1.2 to 1.7 times as long as it says with an exchange in one go, and 1.5 to 2 times with one in rounds (65537 points with rows of 400, 1000003
// with rows of 2048 and of 3136); the factors lie between: measured rows win where the lengths are alike, and not where theirs is much longer. Short rows
// took what the measured ones take, 1.12 of what the model says (16381 points with rows of 128).
const (
	shortRowFactor       = 1.12
	wholeExchangeFactor  = 1.45
	slicedExchangeFactor = 1.7
	shortRowPoints       = 256 // points
)

// doubt is the factor for what the model says of a kernel: 1 for all but rows there and back that are no favourite.
func rowCorrection(k wgsl.Kernel) float64 {
	if k.ConvolutionSpectra <= 1 || k.IsBatchFastest() {
		return 1
	}
	f, there := passTable()[passKey{Convolved, k.N()}]
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

// same says whether two kernels of a pass of the kind are the same but for their places.
func (kind PassKind) isSame(a, b wgsl.Kernel) bool {
	at := kind.at(a.N(), measuredCofactor)
	return a.N() == b.N() && at(tunable(a)) == at(tunable(b))
}

// doubted is what the model says of a kernel of a pass, with the doubt there is about it.
func correctedCost(f Features) float64 { return ReferenceModel.Cost(f) * rowCorrection(f.Kernel) }
