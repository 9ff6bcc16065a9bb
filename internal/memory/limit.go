package memory

import (
	"errors"
	"fmt"
	"math"
	"unsafe"
)

// ErrLimit is what every [Error] wraps.
var ErrLimit = errors.New("wgfft: more memory than the limit")

// An Error reports that a call needs more host memory than it may allocate.
type Error struct {
	What  string // what needs the memory
	Need  int64  // bytes; math.MaxInt64 where there are more
	Limit int64  // bytes
}

func (e *Error) Error() string {
	return fmt.Sprintf("wgfft: %s: needs %s of memory, the limit is %s: work on less at a time, or raise Config.MemoryLimit",
		e.What, Size(e.Need), Size(e.Limit))
}

func (e *Error) Unwrap() error { return ErrLimit }

// A Limit is the most bytes that a call may allocate.
type Limit int64

// None is the limit where nothing but the address space limits memory.
const None Limit = math.MaxInt

// Of returns the limit that a configuration asks for: bytes if positive, the default of the machine for 0, none if
// negative.
func Of(bytes int64) Limit {
	switch {
	case bytes < 0:
		return None
	case bytes == 0:
		return Default()
	}
	return min(Limit(bytes), None)
}

// Check returns an [Error] if the sum of need is above the limit. It allocates nothing otherwise.
func Check[S fmt.Stringer](l Limit, what S, need ...int64) error {
	if sum := Sum(need...); sum > int64(l) {
		return &Error{What: what.String(), Need: sum, Limit: int64(l)}
	}
	return nil
}

// Sum adds byte counts. It returns math.MaxInt64 where the sum is larger, or a count is negative.
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

// Product multiplies counts. It returns math.MaxInt64 where the product is larger, or a count is negative.
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

// Bytes is the size of as many elements as the product of counts says. It returns math.MaxInt64 where that is larger.
func Bytes[T any](counts ...int) int64 {
	bytes := int64(unsafe.Sizeof(*new(T)))
	for _, n := range counts {
		bytes = Product(bytes, int64(n))
	}
	return bytes
}

// Size is a number of bytes as text: 3.0 GiB.
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
