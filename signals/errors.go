package signals

import (
	"errors"
	"fmt"
	"math"

	"wgfft"
)

// Errors for errors.Is. Errors of package [wgfft], such as ErrSliceLength, LengthError and
// ErrClosed, are returned unchanged or wrapped.
var (
	// ErrWindow reports a window name that is unknown, or a parameter out of range.
	ErrWindow = errors.New("signals: bad window")
	// ErrShort reports a signal without a frame: an empty one, or one shorter than a Whole frame.
	ErrShort = errors.New("signals: the signal is too short")
	// ErrNOLA reports samples that have zero weight in every frame, and cannot be reconstructed.
	// NOLA is the nonzero overlap-add condition of scipy.signal.
	ErrNOLA = errors.New("signals: samples without weight")
	// ErrCOLA reports overlapping windows that do not add up to a constant. COLA is the constant
	// overlap-add condition of scipy.signal.
	ErrCOLA = errors.New("signals: windows do not add up to a constant")
)

// resultSlice returns dst, which must have n elements, or a new slice if dst is nil.
func resultSlice[T any](dst []T, n int) ([]T, error) {
	switch {
	case dst == nil:
		return make([]T, n), nil
	case len(dst) != n:
		return nil, fmt.Errorf("%w: dst has %d elements, want %d", wgfft.ErrSliceLength, len(dst), n)
	}
	return dst[:n:n], nil
}

// bytesOf returns size*a*b, or -1 if that overflows int64.
func bytesOf(size, a, b int) int64 {
	if a > 0 && int64(size)*int64(b) > math.MaxInt64/int64(a) {
		return -1
	}
	return int64(size) * int64(a) * int64(b)
}
