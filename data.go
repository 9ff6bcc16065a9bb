package wgfft

import (
	"fmt"
	"unsafe"

	"wgfft/plan"
)

// element is what arrays hold.
type element interface{ complex64 | float32 }

// data are the elements of arrays: complex points or real numbers.
type data struct {
	points []complex64
	reals  []float32
}

// dataOf are elements of either kind.
func dataOf[T element](s []T) data {
	if p, ok := any(s).([]complex64); ok {
		return data{points: p}
	}
	return data{reals: any(s).([]float32)}
}

// bytes is the memory of the elements.
func (d data) bytes() []byte {
	if d.reals != nil {
		return bytesOf(d.reals)
	}
	return bytesOf(d.points)
}

// bytesOf is the memory of elements.
func bytesOf[T element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// match checks the slices of a transform that holds so many elements in dst and in src.
func match[D, S element](dst []D, src []S, out, in int) error {
	if len(src) != in {
		return lengthError("src", len(src), fmt.Sprint(in))
	}
	if len(dst) != out {
		return lengthError("dst", len(dst), fmt.Sprint(out))
	}
	return overlap(dst, src)
}

// overlap refuses slices that share memory, but for those that are the same.
func overlap[D, S element](dst []D, src []S) error {
	if len(dst) == 0 || len(src) == 0 {
		return nil
	}
	d, s := bytesOf(dst), bytesOf(src)
	if same(dst, src) {
		if _, kept := any(dst).([]S); kept && len(d) == len(s) {
			return nil
		}
		return fmt.Errorf("%w: dst is src, which has another shape; pass another slice, or nil: half spectra replace their numbers in GPU buffers only", ErrOverlap)
	}
	begin := func(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
	if begin(d) < begin(s)+uintptr(len(s)) && begin(s) < begin(d)+uintptr(len(d)) {
		return fmt.Errorf("%w: dst and src share part of their memory; use the same slice for both, or two that are apart", ErrOverlap)
	}
	return nil
}

// same says whether slices begin at one place.
func same[D, S element](dst []D, src []S) bool {
	return unsafe.Pointer(unsafe.SliceData(dst)) == unsafe.Pointer(unsafe.SliceData(src))
}

// ends are how many elements one of the arrays has before and after, and their bytes.
func (a arrays) ends() (in, out plan.Array) {
	e := plan.ArraysOf(a.kind, a.inverse, a.points(), max(1, a.shape[a.half]))
	return e[0], e[1]
}
