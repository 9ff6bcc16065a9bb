package memory

import (
	"errors"
	"fmt"
	"math"
	"unsafe"
)

// ErrLimit is wrapped by every [Error].
var ErrLimit = errors.New("wgfft: more memory than the limit")

// An Error reports that a call needs more host memory than it may allocate.
type Error struct {
	What  string // the call
	Need  int64  // bytes; math.MaxInt64 if there are more
	Limit int64  // bytes
}

func (e *Error) Error() string {
	return fmt.Sprintf("wgfft: %s: needs %s of memory, the limit is %s: "+
		"work on less at a time, or raise Config.MemoryLimit",
		e.What, Size(e.Need), Size(e.Limit))
}

func (e *Error) Unwrap() error { return ErrLimit }

// A Limit is the largest number of bytes that a call may allocate.
type Limit int64

// None is the limit of the address space.
const None Limit = math.MaxInt

// Of(bytes) is the limit for a configured number of bytes. For 0 it is Default(), and for negative
// numbers it is None.
func Of(bytes int64) Limit {
	switch {
	case bytes < 0:
		return None
	case bytes == 0:
		return Default()
	}
	return min(Limit(bytes), None)
}

// Check returns an [Error] if the sum of need exceeds the limit. Otherwise it allocates nothing.
func Check[S fmt.Stringer](l Limit, what S, need ...int64) error {
	if sum := Sum(need...); sum > int64(l) {
		return &Error{What: what.String(), Need: sum, Limit: int64(l)}
	}
	return nil
}

// Sum returns the sum of byte counts, or math.MaxInt64 if it overflows or a count is negative.
func Sum(bytes ...int64) int64 {
	sum := int64(0)
	for _, b := range bytes {
		if b < 0 || sum > math.MaxInt64-b {
			return math.MaxInt64
		}
		sum += b
	}
	return sum
}

// Product returns the product of counts, or math.MaxInt64 if it overflows or a count is negative.
func Product(counts ...int64) int64 {
	product := int64(1)
	for _, n := range counts {
		if n < 0 || n > 0 && product > math.MaxInt64/n {
			return math.MaxInt64
		}
		product *= n
	}
	return product
}

// Bytes returns the size of an array of T with the given dimensions, or math.MaxInt64 if it
// overflows.
func Bytes[T any](counts ...int) int64 {
	bytes := int64(unsafe.Sizeof(*new(T)))
	for _, n := range counts {
		bytes = Product(bytes, int64(n))
	}
	return bytes
}

// Size formats a number of bytes, such as 3.0 GiB.
func Size(bytes int64) string {
	const units = "KMGTPE"
	if bytes < 1<<10 {
		return fmt.Sprintf("%d bytes", bytes)
	}
	size, unit := float64(bytes)/(1<<10), 0
	for size >= 1<<10 && unit < len(units)-1 {
		size /= 1 << 10
		unit++
	}
	return fmt.Sprintf("%.1f %ciB", size, units[unit])
}
