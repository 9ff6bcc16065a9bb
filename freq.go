package wgfft

import (
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/plan"
)

// FFTFreq returns the frequencies of the n points of a transform, in cycles per unit of the sample
// distance d. Point k has the frequency k / (n d) for 2k < n, and (k-n) / (n d) otherwise. The
// result is nil for n < 1, for more points than a transform may have (2^31), and for a result above
// DefaultMemoryLimit.
func FFTFreq(n int, d float64) []float64 {
	if !isListable(n, n) {
		return nil
	}
	f := make([]float64, n)
	for k := range f {
		cycles := k
		if k >= (n+1)/2 {
			cycles = k - n
		}
		f[k] = float64(cycles) / (float64(n) * d)
	}
	return f
}

// RFFTFreq returns the frequencies of the n/2+1 bins of a real transform of n samples, in cycles
// per unit of the sample distance d. Bin k has the frequency k / (n d), for k = 0 ... n/2 with n/2
// rounded down. The result is nil for n < 1, for more points than a transform may have (2^31), and
// for a result above DefaultMemoryLimit.
func RFFTFreq(n int, d float64) []float64 {
	if !isListable(n, n/2+1) {
		return nil
	}
	f := make([]float64, n/2+1)
	for k := range f {
		f[k] = float64(k) / (float64(n) * d)
	}
	return f
}

// isListable reports whether a transform may have n points, and whether its frequencies fit into
// memory.
func isListable(n, frequencies int) bool {
	const few = 1 << 20 // any machine has memory for so few frequencies
	if n < 1 || int64(n) > plan.MaxPoints {
		return false
	}
	return n <= few || memory.Bytes[float64](frequencies) <= DefaultMemoryLimit()
}

// FFTShift moves the point of frequency 0 from the beginning of each axis to the middle. Point k
// goes to (k + n/2) mod n along each of the given axes, or along all axes if none is given.
//
// x holds row-major arrays of the shape, one after the other. A nil shape is one axis of len(x)
// points. The result is a new slice. FFTShift returns ErrSliceLength if x does not hold a whole
// number of arrays, and an error for a shape or axes that make no sense.
func FFTShift[T any](x []T, shape []int, axes ...int) ([]T, error) {
	return shift(x, shape, axes, func(n int) int { return n / 2 })
}

// IFFTShift is the inverse of FFTShift, and differs from it for odd n. Point k goes to (k - n/2)
// mod n along each of the given axes, or along all axes if none is given.
//
// x holds row-major arrays of the shape, one after the other. A nil shape is one axis of len(x)
// points. The result is a new slice. IFFTShift returns ErrSliceLength if x does not hold a whole
// number of arrays, and an error for a shape or axes that make no sense.
func IFFTShift[T any](x []T, shape []int, axes ...int) ([]T, error) {
	return shift(x, shape, axes, func(n int) int { return n - n/2 })
}

// shift moves the points of arrays by by(n) places along each of the axes, for an axis of n points.
func shift[T any](x []T, shape, axes []int, by func(n int) int) ([]T, error) {
	if shape == nil {
		shape = []int{len(x)}
	}
	if len(axes) == 0 {
		axes = nil // all
	}
	p := plan.Problem{Shape: shape, Axes: axes}
	if len(x) == 0 && len(shape) == 1 && shape[0] == 0 {
		return []T{}, nil
	}
	if err := p.Check(); err != nil {
		return nil, faced(err)
	}
	if n := p.Points(); len(x)%n != 0 {
		return nil, engine.LengthError("x", len(x), multiple(n, "arrays", "points"))
	}
	from := x
	inner := 1 // points of the axes after axis
	for axis := len(shape) - 1; axis >= 0; axis-- {
		if n := shape[axis]; p.IsTransformed(axis) && n > 1 {
			to := make([]T, len(x))
			run := n * inner
			cut := run - by(n)*inner // the points from here on come first
			for at := 0; at < len(x); at += run {
				copy(to[at+copy(to[at:], from[at+cut:at+run]):], from[at:at+cut])
			}
			from = to
		}
		inner *= shape[axis]
	}
	if len(x) > 0 && &from[0] == &x[0] {
		from = append([]T{}, x...)
	}
	return from, nil
}

// NextFastLen returns a length of at least n with fast transforms, for data that may be padded with
// zeros. It is at most the next power of two, or 3n/2. On a GPU it is the length with the least
// predicted time; the first call takes tens of milliseconds. On the CPU it is a product of a power
// of two and a small odd factor. NextFastLen returns 1 for n < 1, and n for more points than a
// transform may have (2^31).
func (eng *Engine) NextFastLen(n int) int {
	if eng.gpu != nil {
		return eng.gpu.FastLen(n)
	}
	return engine.FastOnCPU(n)
}
