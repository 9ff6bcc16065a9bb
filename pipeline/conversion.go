package pipeline

import "wgfft/internal/parallel"

// A Conversion converts items between the host's numbers and the device's, which have the same size. The
// device's numbers may have a smaller range. An item is therefore divided by 2^exponent on its way to the
// device, and multiplied by 2^exponent on its way back.
type Conversion interface {
	// Check returns an error if the device can't hold numbers without an exponent.
	Check(src []byte) error
	// Exponent returns the exponent of an item.
	Exponent(item []byte) int
	// ToDevice and ToHost convert whole numbers of 8 bytes from src to dst.
	ToDevice(dst, src []byte, exponent int)
	ToHost(dst, src []byte, exponent int)
}

// convertToDevice copies numbers to staging memory.
func convertToDevice(dst, src []byte, c Conversion, exponent int) {
	if c == nil {
		parallelCopy(dst, src)
		return
	}
	c.ToDevice(dst, src, exponent)
}

// convertToHost copies numbers from staging memory.
func convertToHost(dst, src []byte, c Conversion, exponent int) {
	if c == nil {
		parallelCopy(dst, src)
		return
	}
	c.ToHost(dst, src, exponent)
}

// toDevice copies items of itemBytes to staging memory, and returns their exponents.
func (s Stream) toDevice(dst, src []byte, itemBytes int64) (exponents []int) {
	if s.Conversion == nil {
		parallelCopy(dst, src)
		return nil
	}
	exponents = make([]int, int64(len(src))/itemBytes)
	forEachItem(len(exponents), itemBytes, func(i int) {
		item := src[int64(i)*itemBytes:][:itemBytes]
		exponents[i] = s.Conversion.Exponent(item)
		s.Conversion.ToDevice(dst[int64(i)*itemBytes:], item, exponents[i])
	})
	return exponents
}

// toHost copies items of itemBytes with the given exponents from staging memory.
func (s Stream) toHost(dst, src []byte, itemBytes int64, exponents []int) {
	if s.Conversion == nil {
		parallelCopy(dst, src)
		return
	}
	forEachItem(len(exponents), itemBytes, func(i int) {
		to := dst[int64(i)*itemBytes:][:itemBytes]
		s.Conversion.ToHost(to, src[int64(i)*itemBytes:][:itemBytes], exponents[i]+s.Exponent)
	})
}

// forEachItem calls f for count items, on several goroutines if that pays.
func forEachItem(count int, itemBytes int64, f func(i int)) {
	parallel.Each(count, int(max(1, bytesPerWorker/itemBytes)), f)
}
