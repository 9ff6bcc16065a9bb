package signals

import (
	"errors"
	"fmt"
	"math"

	"wgfft"
)

// Errors to tell apart with errors.Is. Those of [wgfft] come through as they are: ErrSliceLength, ErrInvalidLength, ErrClosed and so on.
var (
	// ErrWindow: there is no window of that name, or none with that parameter.
	ErrWindow = errors.New("signals: bad window")
	// ErrShort: the signal has too few samples for a frame.
	ErrShort = errors.New("signals: the signal is too short")
	// ErrNOLA: a sample has no weight in any frame, so that no inverse finds it again.
	ErrNOLA = errors.New("signals: samples without weight")
	// ErrCOLA: overlapping windows don't add up to a constant.
	ErrCOLA = errors.New("signals: windows do not add up to a constant")
)

// sized is dst, or if that is nil a slice of n elements.
func resultSlice[T any](dst []T, n int) ([]T, error) {
	switch {
	case dst == nil:
		return make([]T, n), nil
	case len(dst) != n:
		return nil, fmt.Errorf("%w: dst has %d elements, want %d", wgfft.ErrSliceLength, len(dst), n)
	}
	return dst[:n:n], nil
}

// product is the bytes of a times b elements of a size, -1 where an int64 does not hold it.
func bytesOf(size, a, b int) int64 {
	if a > 0 && int64(size)*int64(b) > math.MaxInt64/int64(a) {
		return -1
	}
	return int64(size) * int64(a) * int64(b)
}
