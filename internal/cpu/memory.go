package cpu

import (
	"math"
	"runtime"
)

// ComplexBytes estimates the memory that transforms of so many row-major arrays of complex points along some axes
// take beside source and destination: tables, and room for the goroutines at work. It counts nothing for arrays of
// fewer than 2^14 points, which take a few megabytes. It returns math.MaxInt64 where that is less.
func ComplexBytes(shape, axes []int, arrays int) int64 {
	return transformBytes(shape, axes, arrays, func(i int) need { return complexNeed(float64(shape[axes[i]]), sizeOf[complex64]()) })
}

// RealBytes is ComplexBytes for transforms between real arrays of a shape and the half spectra of their last listed
// axis.
func RealBytes(shape, axes []int, arrays int) int64 {
	points, last := productOf(shape), len(axes)-1
	if points < LeastCounted || last < 0 {
		return 0
	}
	bytes := transformBytes(shape, axes, arrays, func(i int) need {
		n := float64(shape[axes[i]])
		if i < last {
			return complexNeed(n, sizeOf[complex64]())
		}
		return realNeed(n)
	})
	if last > 0 { // half spectra on their way back
		return whole64(float64(bytes) + min(max(heldPoints, points), points*float64(arrays))*8)
	}
	return bytes
}

// TrigBytes is ComplexBytes for cosine and sine transforms of real arrays, axes[i] by kinds[i].
func TrigBytes(shape, axes []int, kinds []Trig, arrays int) int64 {
	return transformBytes(shape, axes, arrays, func(i int) need { return trigNeed(float64(shape[axes[i]]), kinds[i]) })
}

// transformBytes adds up what transforms along each of the axes need.
func transformBytes(shape, axes []int, arrays int, of func(i int) need) int64 {
	points := productOf(shape)
	if points < LeastCounted {
		return 0
	}
	sum := 0.0
	for i, axis := range axes {
		n, need := shape[axis], of(i)
		lines := points / float64(n) * float64(arrays)
		sum += need.tables + need.room*workers(lines)
		if side := productOf(shape[axis+1:]); side > 1 { // columns become rows in a room of their own
			block := min(lines, float64(together(n, int(min(side, lineWidth)))))
			sum += workers(lines/block) * block * float64(n+2+apart) * 16
		}
	}
	return whole64(sum)
}

// ConvolutionBytes estimates the memory that convolutions of so many arrays take, beside source and destination, by
// transforms of so many points along each axis: their filter and room for the goroutines at work. In all else it is
// like ComplexBytes.
func ConvolutionBytes(points []int, arrays int, real bool) int64 {
	n := productOf(points)
	if n < LeastCounted {
		return 0
	}
	axes := make([]int, 0, len(points))
	for axis := range points {
		axes = append(axes, axis)
	}
	transforms := ComplexBytes(points, axes, arrays)
	if real {
		transforms = RealBytes(points, axes, arrays)
	}
	filter := n * (3*16 + 2*8) // in float64 with the room of its transform, and rounded
	rooms := workers(float64(arrays)) * (n + groupPoints) * 8
	return whole64(filter + rooms + float64(transforms))
}

// LeastCounted is the number of points of an array from which memory is counted.
const LeastCounted = 1 << 14

// need is the bytes that transforms of one length take: tables, and the room of each goroutine. Its numbers are
// float64, which don't overflow.
type need struct{ tables, room float64 }

// complexNeed is what transforms of n complex points of so many bytes take. See plan.bytes for the factors.
func complexNeed(n float64, size int64) need {
	points := n * float64(size)
	switch {
	case n > math.MaxInt/8: // beyond what lengths can count to
		return need{math.Inf(1), 0}
	case n < 1:
		return need{}
	case byFourSteps(int(n)):
		n1, n2 := split(int(n))
		columns, rows := complexNeed(float64(n1), size), complexNeed(float64(n2), size)
		return need{columns.tables + rows.tables, points + float64(apart*n1)*float64(size) + columns.room + rows.room +
			workers(float64(n2))*lineWidth*float64(n1+n2+2*apart)*float64(size)}
	case byCircle(int(n)):
		m := float64(circular(2*int(n) - 1))
		if smooth(int(n)) && size == sizeOf[complex64]() { // the contract needs float64
			return complexNeed(n, sizeOf[complex128]()).with(0, 2*points)
		}
		return complexNeed(m, size).with(points+m*float64(size), m*float64(size))
	case convolves(int(n)):
		return need{28 * points, 2 * points}
	}
	return need{10 * points, 2 * points}
}

// with is need with more tables and more room.
func (d need) with(tables, room float64) need { return need{d.tables + tables, d.room + room} }

// realNeed is what transforms of n real points to half spectra and back take.
func realNeed(n float64) need {
	return halfNeed(n, sizeOf[complex64]()).with(0, 8*n+16)
}

// trigNeed is what cosine and sine transforms of n points take: type I is in float64, and of n-1 or n+1 points.
func trigNeed(n float64, t Trig) need {
	double := sizeOf[complex128]()
	switch t {
	case DCT1:
		return halfNeed(n-1, double).with(8*n+16, 16*n+16)
	case DST1:
		return halfNeed(n+1, double).with(8*n+32, 16*n+32)
	}
	of := realNeed(n)
	if n < math.MaxInt && convolves(int(n)) && smooth(int(n)) { // made in float32 first
		twice := halfNeed(n, double)
		of = of.with(twice.tables, twice.room)
	}
	return of.with(8*n+16, 0)
}

// halfNeed is what n real points take as complex ones of so many bytes: as half as many, or as n, in a room of
// their own, if n is odd.
func halfNeed(n float64, size int64) need {
	if math.Mod(n, 2) == 0 {
		return complexNeed(n/2, size)
	}
	return complexNeed(n, size).with(0, n*float64(size))
}

// workers returns the number of goroutines that share the given number of lines.
func workers(lines float64) float64 {
	return max(1, min(float64(runtime.GOMAXPROCS(0)), math.Ceil(lines)))
}

// productOf is the number of elements of a shape.
func productOf(shape []int) float64 {
	p := 1.0
	for _, n := range shape {
		p *= float64(n)
	}
	return p
}

// whole64 is a number of bytes, math.MaxInt64 where that is less.
func whole64(bytes float64) int64 {
	if bytes >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(math.Ceil(bytes))
}
