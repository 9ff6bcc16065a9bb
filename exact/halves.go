package exact

import "wgfft/internal/modular"

// halves converts between the spectra of residues and the halves of spectra of real numbers, of count arrays.
//
// With i*i = -1 modulo p, I -> -i maps the root exp(-2 pi i/n) in pairs to the root w of the residues. So the element
// at point k of the spectrum is a - i b for bin a + b I. The bin at -k is the conjugate, so the element at -k is
// a + i b. Of the last axis of n points the bins 0 ... n/2 are kept.
type halves struct {
	field modular.Field
	shape []int
	count int
}

// last returns the points of the last axis, its bins, and the number of rows of an array.
func (h halves) last() (n, bins, rows int) {
	n, rows = h.shape[len(h.shape)-1], 1
	for _, d := range h.shape[:len(h.shape)-1] {
		rows *= d
	}
	return n, n/2 + 1, rows
}

// words returns the number of words of all bins.
func (h halves) words() int {
	_, bins, rows := h.last()
	return 2 * bins * rows * h.count
}

// mirror returns the row at -k along all axes but the last, for row k of all arrays.
func (h halves) mirror(row int) int {
	at, weight := 0, 1
	for axis := len(h.shape) - 2; axis >= 0; axis-- {
		n := h.shape[axis]
		at += (n - row%n) % n * weight
		row, weight = row/n, weight*n
	}
	return at + row*weight
}

// unpack writes the spectra from their bins.
func (h halves) unpack(spectra, bins []uint32) {
	f, i := h.field, h.field.Residue(4)
	n, half, rows := h.last()
	eachBlock(rows*h.count*n, func(first, end int) {
		for at := first; at < end; at++ {
			row, k := at/n, at%n
			if k < half {
				b := bins[2*(row*half+k):]
				spectra[at] = f.Sub(b[0], f.Mul(i, b[1]))
			} else {
				b := bins[2*(h.mirror(row)*half+n-k):]
				spectra[at] = f.Add(b[0], f.Mul(i, b[1]))
			}
		}
	})
}

// pack writes the bins of spectra: with the elements u at k and v at -k, a = (u + v)/2 and b = (v - u)/(2 i).
func (h halves) pack(bins, spectra []uint32) {
	f, half := h.field, h.field.Inverse(2)
	by := f.Mul(half, f.Inverse(f.Residue(4)))
	n, kept, rows := h.last()
	eachBlock(rows*h.count*kept, func(first, end int) {
		for at := first; at < end; at++ {
			row, k := at/kept, at%kept
			u, v := spectra[row*n+k], spectra[h.mirror(row)*n+(n-k)%n]
			bins[2*at], bins[2*at+1] = f.Mul(f.Add(u, v), half), f.Mul(f.Sub(v, u), by)
		}
	})
}
