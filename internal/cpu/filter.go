package cpu

import (
	"fmt"
	"sync"
)

// A Filter is a kernel to convolve arrays with, as the spectrum of a circular
// convolution of at least as many points as they have: along each axis the array
// is followed by zeros, and the result is the first elements of what comes out.
// It is safe for concurrent use.
type Filter struct {
	shape, points, result []int // of the axes from the first transformed on
	axes                  []int // transformed
	lanes                 int   // elements side by side with the same element of the spectrum
	spectrum              []complex64
	rooms                 sync.Pool // *[]complex64, of several arrays of points
	group                 int       // of so many
	hop, before           int       // of blocks: see NewBlocks; hop is 0 where arrays are whole
}

// groupPoints is about how many points are convolved together: so many that the
// transforms are a few blocks, and they stay in the L2 cache.
const groupPoints = 4 * blockPoints

// NewFilter returns the filter of a spectrum, row-major and divided by its
// number of points, for arrays of a shape, with results of another. points are
// those of the transforms along each axis, 1 along axes that are not transformed:
// the first ones and the last ones may not be.
func NewFilter(shape, points, result []int, spectrum []complex64) (*Filter, error) {
	first, end := 0, len(shape)
	for first < end && points[first] == 1 {
		first++
	}
	for end > first && points[end-1] == 1 {
		end--
	}
	f := &Filter{lanes: 1, spectrum: spectrum, group: 1}
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
	if size != len(spectrum)*f.lanes {
		return nil, fmt.Errorf("cpu: a spectrum of %d elements for transforms of %v points", len(spectrum), points)
	}
	f.group = max(1, groupPoints/size)
	f.rooms.New = func() any {
		room := make([]complex64, f.group*size)
		return &room
	}
	return f, nil
}

// NewBlocks returns the filter of a spectrum for rows of n elements, with results of another length, that are convolved in blocks of so many points: block b of the
// results is hop of them from number b hop on, and takes elements from number b hop - before on, wound round a circle on which number b hop comes
// first.
func NewBlocks(n, result, points, hop, before int, spectrum []complex64) (*Filter, error) {
	if len(spectrum) != points || hop < 1 || hop > points || before < 0 || before >= points {
		return nil, fmt.Errorf("cpu: a spectrum of %d elements for blocks of %d points, %d of them results, %d before these", len(spectrum), points, hop, before)
	}
	f := &Filter{shape: []int{n}, points: []int{points}, result: []int{result}, axes: []int{0}, lanes: 1, spectrum: spectrum, hop: hop, before: before}
	f.group = max(1, blockPoints/points)
	f.rooms.New = func() any {
		room := make([]complex64, f.group*points)
		return &room
	}
	return f, nil
}

// size is how many points an array has while it is being convolved.
func (f *Filter) size() int { return f.lanes * len(f.spectrum) }

// lay copies an array of a shape to the beginning of one that is longer along
// some axes, or back if take is set.
func lay(long, short []complex64, longer, shape []int, take bool) {
	if len(shape) == 1 {
		if take {
			copy(short, long[:shape[0]])
		} else {
			copy(long, short)
		}
		return
	}
	l, s := len(long)/longer[0], len(short)/shape[0]
	for i := range shape[0] {
		lay(long[i*l:(i+1)*l], short[i*s:(i+1)*s], longer[1:], shape[1:], take)
	}
}
