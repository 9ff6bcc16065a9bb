package cpu

import (
	"math"

	"wgfft/internal/parallel"
	"wgfft/internal/transforms"
)

// Precision is the precision of the elements of slices.
type Precision uint8

// The precisions: complex64 and float32, complex128 and float64.
const (
	Single Precision = iota
	Double

	wide // complex128 inside an engine in single precision
)

// complexSize returns the bytes of a complex number.
func (p Precision) complexSize() float64 {
	if p == Single {
		return 8
	}
	return 16
}

// A Machine is the part of an engine that its need of memory depends on.
type Machine struct {
	Precision
	Threads parallel.Threads // as in New
}

// inDouble returns the machine that computes tables in complex128 inside an engine in single precision.
func (m Machine) inDouble() Machine { return Machine{wide, m.Threads} }

// isFourStepIn is isFourStep for an engine in a precision.
func isFourStepIn(n int, p Precision) bool {
	if p == Double {
		return exactMethod(n) == fourSteps
	}
	return isFourStep(n)
}

// isCircleIn is isCircle for an engine in a precision.
func isCircleIn(n int, p Precision) bool {
	if p == Double {
		return exactMethod(n) == convolution
	}
	return isCircle(n)
}

// ComplexBytes estimates the additional memory for transforms of row-major arrays of complex points
// along some axes. It is the memory of tables and of the goroutines' scratch arrays, without source
// and destination. arrays is the number of arrays. Arrays of fewer than 2^14 points count nothing,
// because they take a few megabytes. The result is at most math.MaxInt64.
func ComplexBytes(m Machine, shape, axes []int, arrays int) int64 {
	return transformBytes(m, shape, axes, arrays, func(i int) need { return complexNeed(float64(shape[axes[i]]), m) })
}

// RealBytes is ComplexBytes for transforms between real arrays of a shape and the half spectra of
// their last listed axis.
func RealBytes(m Machine, shape, axes []int, arrays int) int64 {
	points, last := productOf(shape), len(axes)-1
	if points < LeastCounted || last < 0 {
		return 0
	}
	bytes := transformBytes(m, shape, axes, arrays, func(i int) need {
		n := float64(shape[axes[i]])
		if i < last {
			return complexNeed(n, m)
		}
		return realNeed(n, m)
	})
	if last > 0 { // half spectra on their way back
		return saturated(float64(bytes) + min(max(heldPoints, points), points*float64(arrays))*m.complexSize())
	}
	return bytes
}

// TrigBytes is ComplexBytes for cosine and sine transforms of real arrays, axes[i] by kinds[i].
func TrigBytes(m Machine, shape, axes []int, kinds []transforms.Kind, arrays int) int64 {
	return transformBytes(m, shape, axes, arrays, func(i int) need {
		return trigNeed(float64(shape[axes[i]]), kinds[i], m)
	})
}

// transformBytes adds up the needs of the transforms along each of the axes.
func transformBytes(m Machine, shape, axes []int, arrays int, of func(i int) need) int64 {
	points := productOf(shape)
	if points < LeastCounted {
		return 0
	}
	sum := 0.0
	for i, axis := range axes {
		n, need := shape[axis], of(i)
		lines := points / float64(n) * float64(arrays)
		sum += need.tables + need.scratch*m.workers(lines)
		if side := productOf(shape[axis+1:]); side > 1 { // columns become rows in scratch memory
			of := neighbourhood{int(min(side, 4*wideLine)), int(min(lines, 32*wideLine)), int(m.complexSize())}
			block := min(lines, float64(together(n, of)))
			sum += m.workers(lines/block) * block * float64(n+2+rowPadding) * 2 * m.complexSize()
		}
	}
	return saturated(sum)
}

// ConvolutionBytes estimates the additional memory for convolutions of the given number of arrays.
// It is the memory of their filter and of the goroutines' scratch arrays. points are the lengths of
// the transforms along each axis. Everything else is as in ComplexBytes.
func ConvolutionBytes(m Machine, points []int, arrays int, real bool) int64 {
	n := productOf(points)
	if n < LeastCounted {
		return 0
	}
	axes := make([]int, 0, len(points))
	for axis := range points {
		axes = append(axes, axis)
	}
	transforms := ComplexBytes(m, points, axes, arrays)
	if real {
		transforms = RealBytes(m, points, axes, arrays)
	}
	// The filter, the roots and the scratch array of its transform have twice the precision.
	filter := n * (3*2*m.complexSize() + 2*m.complexSize())
	pool := m.workers(float64(arrays)) * (n + groupPoints) * m.complexSize()
	return saturated(filter + pool + float64(transforms))
}

// LeastCounted is the number of points of an array from which memory is counted.
const LeastCounted = 1 << 14

// need is the bytes that transforms of one length take: tables, and the scratch arrays of each
// goroutine. It uses float64 because that does not overflow.
type need struct{ tables, scratch float64 }

// complexNeed returns the need of transforms of n complex points. plan.bytes explains the factors.
func complexNeed(n float64, m Machine) need {
	size := m.complexSize()
	points := n * size
	switch {
	case n > math.MaxInt/8: // more than an int can count
		return need{math.Inf(1), 0}
	case n < 1:
		return need{}
	case m.Precision == Double && exactMethod(int(n)) == passes:
		return need{4 * points, 2 * points}
	case isFourStepIn(int(n), m.Precision):
		n1, n2 := split(int(n))
		columns, rows := complexNeed(float64(n1), m), complexNeed(float64(n2), m)
		tables := columns.tables + rows.tables
		if m.Precision == Double {
			tables += (lineWidth + float64(n2)/lineWidth + 1) * float64(n1) * size
		}
		return need{tables, points + float64(rowPadding*n1)*size + columns.scratch + rows.scratch +
			m.workers(float64(n2))*lineWidth*float64(n1+n2+2*rowPadding)*size}
	case isCircleIn(int(n), m.Precision):
		circle := float64(circular(2*int(n) - 1))
		if m.Precision == Single && isSmooth(int(n)) { // the contract needs float64
			return complexNeed(n, m.inDouble()).with(0, 2*points)
		}
		tables := points + circle*size
		if m.Precision == Double {
			tables += 4 * circle * size // while the spectrum is made
		}
		return complexNeed(circle, m).with(tables, circle*size)
	case isConvolved(int(n)):
		return need{28 * points, 2 * points}
	}
	return need{10 * points, 2 * points}
}

// with returns the need with more tables and more scratch memory.
func (d need) with(tables, scratch float64) need { return need{d.tables + tables, d.scratch + scratch} }

// realNeed returns the need of transforms of n real points to half spectra and back.
func realNeed(n float64, m Machine) need {
	if m.Precision == Double {
		return halfNeed(n, m).with(4*n+16, (n+2)*m.complexSize())
	}
	return halfNeed(n, m).with(0, (n+2)*m.complexSize())
}

// trigNeed returns the need of cosine and sine transforms of n points. Type I transforms n-1 or n+1
// points in float64, or the whole period in double precision.
func trigNeed(n float64, t transforms.Kind, m Machine) need {
	switch {
	case m.Precision == Double && t == transforms.DCT1:
		return realNeed(2*(n-1), m)
	case m.Precision == Double && t == transforms.DST1:
		return realNeed(2*(n+1), m)
	case t == transforms.DCT1:
		return halfNeed(n-1, m.inDouble()).with(8*n+16, 16*n+16)
	case t == transforms.DST1:
		return halfNeed(n+1, m.inDouble()).with(8*n+32, 16*n+32)
	}
	of := realNeed(n, m)
	if m.Precision == Single && n < math.MaxInt && isConvolved(int(n)) && isSmooth(int(n)) { // made in float32 first
		twice := halfNeed(n, m.inDouble())
		of = of.with(twice.tables, twice.scratch)
	}
	return of.with(8*n+16, 0)
}

// halfNeed returns the need of n real points. They are transformed as n/2 complex points, or as n
// complex points in scratch memory if n is odd.
func halfNeed(n float64, m Machine) need {
	if math.Mod(n, 2) == 0 {
		return complexNeed(n/2, m)
	}
	return complexNeed(n, m).with(0, n*m.complexSize())
}

// workers returns the number of goroutines that share the given number of lines.
func (m Machine) workers(lines float64) float64 {
	return max(1, min(float64(m.Threads.Count()), math.Ceil(lines)))
}

// productOf returns the number of elements of a shape.
func productOf(shape []int) float64 {
	p := 1.0
	for _, n := range shape {
		p *= float64(n)
	}
	return p
}

// saturated converts a number of bytes to int64, at most math.MaxInt64.
func saturated(bytes float64) int64 {
	if bytes >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(math.Ceil(bytes))
}
