package plan

import (
	"fmt"

	"wgfft/wgsl"
)

// MaxChoiceBatch is the batch size from which the choice of kernels does not change.
const MaxChoiceBatch = 1024

// TuningKey returns the part of a problem that the choice of kernels depends on, apart from the
// limits. Problems with one key have the same kernels.
func TuningKey(p Problem, l wgsl.Limits) string {
	key := ""
	if p.Number != nil {
		key = p.Number.Tag() + " "
	}
	if s := p.tunedStorage(l); s != "" {
		key = s + " "
	}
	p, l = p.AsSingle(l)
	half := p.halvedAxis()
	if p.HasMirrorRows(l) {
		key += "mirrored "
	}
	for axis, n := range p.Shape {
		switch {
		case !p.IsTransformed(axis):
			key += fmt.Sprintf("(%d) ", n)
		case p.Kind.IsTrig() || axis == half:
			key += fmt.Sprintf("%v %d ", p.KindOf(axis), n)
		default:
			key += fmt.Sprintf("%d ", n)
		}
	}
	if p.PackPairs {
		key += "packed "
	}
	if p.Quick {
		key += "quick "
	}
	batch := min(p.Count(), MaxChoiceBatch)
	if p.Kind == C2C && len(p.Shape) == 1 && p.Shape[0] > OnePassPoints(l) {
		batch = 1 // a workgroup holds one transform at most
	}
	return key + fmt.Sprint(batch)
}

// IgnoresStorage reports whether a problem with a Storage takes the kernels of the same problem without a
// Storage.
func IgnoresStorage(p Problem, l wgsl.Limits) bool {
	return p.Storage() != nil && p.tunedStorage(l) == ""
}

// tunedStorage returns the name of the storage of a problem if kernels are tuned for this storage. They are
// tuned for transforms of one axis in one pass, which take half the time with halves. It returns "" for other
// problems.
func (p Problem) tunedStorage(l wgsl.Limits) string {
	h, ok := p.Storage().(wgsl.Halves)
	if !ok || len(p.Shape) > 1 || p.Shape[0] > OnePassPoints(l) {
		return ""
	}
	return h.String()
}

// LargestPrime returns the largest prime factor of n, or 1.
func LargestPrime(n int) int {
	largest := 1
	for d := 2; d*d <= n; d++ {
		for n%d == 0 {
			largest, n = d, n/d
		}
	}
	return max(largest, n)
}

// MaxPrime is the largest prime factor that has a butterfly. A thread that does a whole transform
// of prime length may have up to MaxAloneElements points.
const MaxPrime = 31

// Capacity returns the largest number of points that one workgroup can hold: 25 for each of its
// invocations. The size of workgroup memory determines the number of slices of their exchange.
func Capacity(l wgsl.Limits) int { return 25 * l.Invocations }

// OnePassPoints returns 16 points for each invocation of a workgroup. Transforms of up to this number
// of points take one pass if possible. Longer complex rows up to Capacity take one pass or several, by
// their costs. Longer real rows and columns, and longer arrays of several axes, take several.
func OnePassPoints(l wgsl.Limits) int { return 16 * l.Invocations }

// Usual bounds of a transform in several passes. A pass of a smaller factor does too little work for
// its memory traffic. No workgroup holds enough columns of a larger one. Lengths without passes in
// these bounds, like 13^5, take smaller factors or more passes.
const (
	MinFactor = 16
	MaxFactor = 2048
	MaxPasses = 4
)

// Largest numbers of elements per thread. 32 elements take 64 registers, and the exchange needs
// another 32.
const (
	MaxThreadElements = 32
	MaxAloneElements  = 49 // without an exchange
	MaxLongElements   = 50 // with one row of more than OnePassPoints
)

// MaxLiveExchanging is the largest number of live elements per thread of a kernel with an exchange.
// It exceeds MaxThreadElements because stages need not divide the elements evenly, and mirror pairs need
// more.
const MaxLiveExchanging = MaxThreadElements + MaxThreadElements/2

// Names returns the names of the kernels.
func Names(kernels []wgsl.Kernel) []string {
	names := make([]string, len(kernels))
	for i, k := range kernels {
		names[i] = k.Name()
	}
	return names
}
