package cpu

import "fmt"

// A Filter is a kernel to convolve arrays with, as the spectrum of a circular
// convolution of at least as many points as they have: along each axis the array
// is followed by zeros, and the result is the first elements of what comes out.
// It is safe for concurrent use.
type Filter struct {
	shape, points, result []int // of the axes from the first transformed on
	axes                  []int // transformed
	lanes                 int   // elements side by side with the same element of the spectrum
	real                  bool  // the arrays; then spectrum is the half of it
	spectrum              []complex64
	scale                 float64
	group                 int // so many arrays are convolved together
	hop, before           int // of blocks: see NewBlocks; hop is 0 where arrays are whole
}

// groupPoints is about how many points are convolved together: so many that the
// transforms are a few blocks, and they stay in the L2 cache.
const groupPoints = 4 * blockPoints

// NewFilter returns the filter of a spectrum, row-major and divided by its
// number of points, for arrays of a shape, of real points or of complex ones, with
// results of another shape. The results are multiplied by scale. The spectrum of one for real
// points is that of real points. points are those of the transforms along each axis, 1 along axes that are
// not transformed: the first ones and the last ones may not be.
func NewFilter(shape, points, result []int, spectrum []complex64, scale float64, real bool) (*Filter, error) {
	first, end := 0, len(shape)
	for first < end && points[first] == 1 {
		first++
	}
	for end > first && points[end-1] == 1 {
		end--
	}
	f := &Filter{lanes: 1, spectrum: spectrum, scale: scale, group: 1}
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
			return nil, fmt.Errorf("cpu: axis %d: %d points for arrays of %d and results of %d: they need as many", axis, n, shape[axis], result[axis])
		}
		f.shape, f.points, f.result = append(f.shape, shape[axis]), append(f.points, n), append(f.result, result[axis])
		size *= n
	}
	if len(f.axes) == 0 {
		return nil, fmt.Errorf("cpu: transforms of %v points: a convolution needs an axis of more than one", points)
	}
	if size != len(spectrum)*f.lanes {
		return nil, fmt.Errorf("cpu: a spectrum of %d elements for transforms of %v points", len(spectrum), points)
	}
	f.group = max(1, groupPoints/size)
	f.halve(real)
	return f, nil
}

// NewBlocks returns the filter of a spectrum for rows of n elements, with results of another length, that are convolved in blocks of so many points: block b of the
// results is hop of them from number b hop on, and takes elements from number b hop - before on, wound round a circle on which number b hop comes
// first. The results are multiplied by scale.
func NewBlocks(n, result, points, hop, before int, spectrum []complex64, scale float64, real bool) (*Filter, error) {
	if len(spectrum) != points || hop < 1 || hop > points || before < 0 || before >= points {
		return nil, fmt.Errorf("cpu: a spectrum of %d elements for blocks of %d points, %d of them results, %d before these", len(spectrum), points, hop, before)
	}
	f := &Filter{
		shape: []int{n}, points: []int{points}, result: []int{result}, axes: []int{0}, lanes: 1,
		spectrum: spectrum, scale: scale, hop: hop, before: before,
	}
	f.group = max(1, blockPoints/points)
	f.halve(real)
	return f, nil
}

// halve makes f a filter of real points, if it shall be one.
func (f *Filter) halve(real bool) {
	if f.real = real; !real {
		return
	}
	n := f.points[f.axes[len(f.axes)-1]]
	bins := n/2 + 1
	half := make([]complex64, 0, len(f.spectrum)/n*bins)
	for at := 0; at < len(f.spectrum); at += n {
		half = append(half, f.spectrum[at:at+bins]...)
	}
	f.spectrum = half
}

// lay copies an array of a shape to the beginning of one that is longer along
// some axes, or back if take is set.
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

// layRow copies a row to the beginning of a longer one, or back if take is set.
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
