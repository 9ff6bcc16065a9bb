package cpu

import "fmt"

// A Filter is a kernel to convolve arrays with, as the spectrum of a circular convolution. Along
// each axis an array is padded with zeros to the points of the circular convolution, and the result
// is its first elements. A Filter is safe for concurrent use.
type Filter[C Complex] struct {
	shape, points, result []int // of the axes from the first transformed on
	axes                  []int // the transformed ones
	lanes                 int   // neighbouring elements that the same element of the spectrum multiplies
	real                  bool  // the arrays are real, and spectrum is a half spectrum
	spectrum              []C
	scale                 float64
	group                 int // how many arrays are convolved together
	hop, before           int // of blocks: see NewBlocks; hop is 0 if arrays are convolved whole
}

// groupPoints is about how many points are convolved together. The transforms of a group are a few
// blocks each, and the group stays in the L2 cache.
const groupPoints = 4 * blockPoints

// NewFilter returns the filter of a row-major spectrum for arrays of the given shape, with results
// of the given shape. The spectrum is divided by its number of points, and is a half spectrum
// for a filter of real points. The results are multiplied by scale.
//
// points are the lengths of the transforms along the axes. An axis with 1 point is not transformed.
// The first axis and the last one must be transformed.
func NewFilter[C Complex](
	shape, points, result []int, spectrum []C, scale float64, real bool,
) (*Filter[C], error) {
	first, end := 0, len(shape)
	for first < end && points[first] == 1 {
		first++
	}
	for end > first && points[end-1] == 1 {
		end--
	}
	f := &Filter[C]{lanes: 1, spectrum: spectrum, scale: scale, group: 1}
	size := 1
	for axis := first; axis < len(shape); axis++ {
		n := points[axis]
		switch {
		case axis >= end:
			n = shape[axis]
			f.lanes *= n
		case n > 1:
			f.axes = append(f.axes, axis-first)
		}
		if n < shape[axis] || n < result[axis] {
			return nil, fmt.Errorf("cpu: axis %d: transforms of %d points, want at least the %d of arrays and "+
				"the %d of results", axis, n, shape[axis], result[axis])
		}
		f.shape, f.points, f.result = append(f.shape, shape[axis]), append(f.points, n), append(f.result, result[axis])
		size *= n
	}
	if len(f.axes) == 0 {
		return nil, fmt.Errorf("cpu: transforms of %v points, want an axis of more than one point", points)
	}
	if size != len(spectrum)*f.lanes {
		return nil, fmt.Errorf("cpu: spectrum has %d elements, want one for each point of transforms of %v points",
			len(spectrum), points)
	}
	f.group = max(1, groupPoints/size)
	f.halve(real)
	return f, nil
}

// Blocks are overlapping blocks of rows, each a circular convolution of Points points. Block b gives the Hop
// elements of the result from b Hop on. It takes elements of the row from b Hop - Before on, rotated so that
// element b Hop comes first.
type Blocks struct{ Points, Hop, Before int }

// NewBlocks returns the filter of a spectrum for rows of n elements that are convolved in blocks. The
// results have result elements and are multiplied by scale.
func NewBlocks[C Complex](n, result int, b Blocks, spectrum []C, scale float64, real bool) (*Filter[C], error) {
	if len(spectrum) != b.Points || b.Hop < 1 || b.Hop > b.Points || b.Before < 0 || b.Before >= b.Points {
		return nil, fmt.Errorf("cpu: spectrum has %d elements, hop is %d and before is %d, want %d elements, "+
			"1 <= hop <= %d and 0 <= before < %d", len(spectrum), b.Hop, b.Before, b.Points, b.Points, b.Points)
	}
	f := &Filter[C]{
		shape: []int{n}, points: []int{b.Points}, result: []int{result}, axes: []int{0}, lanes: 1,
		spectrum: spectrum, scale: scale, hop: b.Hop, before: b.Before,
	}
	f.group = max(1, blockPoints/b.Points)
	f.halve(real)
	return f, nil
}

// halve makes f a filter of real points if real is set.
func (f *Filter[C]) halve(real bool) {
	if f.real = real; !real {
		return
	}
	n := f.points[f.axes[len(f.axes)-1]]
	bins := n/2 + 1
	half := make([]C, 0, len(f.spectrum)/n*bins)
	for at := 0; at < len(f.spectrum); at += n {
		half = append(half, f.spectrum[at:at+bins]...)
	}
	f.spectrum = half
}

// lay copies an array of a shape to the beginning of one that is longer along some axes, or back if
// take is set.
func lay[T any](watch *pace, long, short []T, longer, shape []int, take bool) error {
	if len(shape) == 1 {
		return layRow(watch, long, short[:shape[0]], take)
	}
	l, s := len(long)/longer[0], len(short)/shape[0]
	for i := range shape[0] {
		if err := lay(watch, long[i*l:(i+1)*l], short[i*s:(i+1)*s], longer[1:], shape[1:], take); err != nil {
			return err
		}
	}
	return nil
}

// layRow copies a row to the beginning of a longer row, or back if take is set.
func layRow[T any](watch *pace, long, short []T, take bool) error {
	for at := 0; at < len(short); at += piecePoints {
		end := min(at+piecePoints, len(short))
		if take {
			copy(short[at:end], long[at:end])
		} else {
			copy(long[at:end], short[at:end])
		}
		if err := watch.step(end - at); err != nil {
			return err
		}
	}
	return nil
}
