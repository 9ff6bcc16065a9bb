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

// toDevice copies the bytes from begin to end of a part to staging memory. exponents has an element for each item of
// the part. It gets the exponents of the items that begin there, and has those of the items that began before.
func (s *Stream) toDevice(dst, part []byte, begin, end int64, exponents []int) {
	if s.Conversion == nil {
		parallelCopy(dst, part[begin:end])
		return
	}
	forEachItem(begin, end, s.ItemBytes, func(i int, from, to int64) {
		if first := int64(i) * s.ItemBytes; first == from {
			exponents[i] = s.Conversion.Exponent(part[first:][:s.ItemBytes])
		}
		s.Conversion.ToDevice(dst[from-begin:], part[from:to], exponents[i])
	})
}

// toHost copies the bytes from begin to end of a part from staging memory. exponents has those of all items.
func (s *Stream) toHost(part, src []byte, begin, end int64, exponents []int) {
	if s.Conversion == nil {
		parallelCopy(part[begin:end], src)
		return
	}
	forEachItem(begin, end, s.resultSize(), func(i int, from, to int64) {
		s.Conversion.ToHost(part[from:to], src[from-begin:to-begin], exponents[i]+s.Exponent)
	})
}

// forEachItem calls f for every item that has some of the bytes from begin to end, and for the range of these bytes,
// on several goroutines if that pays.
func forEachItem(begin, end, itemBytes int64, f func(i int, from, to int64)) {
	first, last := begin/itemBytes, (end-1)/itemBytes
	parallel.Each(int(last-first+1), int(max(1, bytesPerWorker/itemBytes)), func(i int) {
		item := first + int64(i)
		f(int(item), max(begin, item*itemBytes), min(end, (item+1)*itemBytes))
	})
}
