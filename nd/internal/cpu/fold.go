package cpu

import (
	"context"
	"math"
	"slices"

	"wgfft/nd/internal/expr"
)

// An exact is a sum of float64 numbers and its rounding error, by Knuth's TwoSum. For a minimum or
// a maximum, sum is that number.
type exact struct{ sum, low float64 }

// add adds a number.
func (e *exact) add(x float64) {
	s := e.sum + x
	z := s - e.sum
	e.low += (e.sum - (s - z)) + (x - z)
	e.sum = s
}

// value returns the sum, corrected by its rounding error. The rounding error of an infinite sum is
// NaN and is ignored.
func (e *exact) value() float64 {
	if v := e.sum + e.low; !math.IsNaN(v) {
		return v
	}
	return e.sum
}

// foldParts is the number of parts that a reduction to few results is divided into. It does not
// depend on the number of cores, so the result does not depend on it either.
const foldParts = 32

// A folder computes a part of a reduction.
type folder struct {
	kind expr.FoldKind
	sums [3][]exact // for each result: the real and the imaginary part, or the sums of squares of Norm
}

// newFolder returns a folder of n results, for elements of type d.
func newFolder(kind expr.FoldKind, d expr.DType, n int) *folder {
	f := &folder{kind: kind}
	count := 1
	switch {
	case kind == expr.FoldNorm:
		count = len(f.sums)
	case d.IsComplex():
		count = 2
	}
	for i := range count {
		f.sums[i] = make([]exact, n)
	}
	for i := range f.sums[0] {
		switch kind {
		case expr.FoldMin:
			f.sums[0][i].sum = math.Inf(1)
		case expr.FoldMax:
			f.sums[0][i].sum = math.Inf(-1)
		}
	}
	return f
}

// add adds a real element to a result.
func (f *folder) add(i int, x float64) {
	if f.kind == expr.FoldNorm {
		sum, scaled := expr.DoubleScales.Class(x)
		f.sums[sum][i].add(scaled * scaled)
		return
	}
	f.join(0, i, x)
}

// join adds a number to one of the sums of a result.
func (f *folder) join(sum, i int, x float64) {
	e := &f.sums[sum][i]
	switch f.kind {
	case expr.FoldMin:
		e.sum = min(e.sum, x)
	case expr.FoldMax:
		e.sum = max(e.sum, x)
	default:
		e.add(x)
	}
}

// reduceNow computes a reduction at once. It divides the elements into parts of consecutive blocks.
func (c *Machine) reduceNow(ctx context.Context, k *expr.Kernel, f *expr.Fold) error {
	n := k.Size()
	results, _ := f.Counts(&k.Extent)
	d := k.Code[len(k.Code)-1].Type
	blocks := (n + blockLen - 1) / blockLen
	count := max(1, min(foldParts, blocks/8, n/(8*results)))
	if err := c.eng.CheckMemory("nd: reduction", int64(count)*int64(results)*48); err != nil {
		return err
	}
	parts := make([]*folder, count)
	err := c.safely(ctx, count, func() func(i int) error {
		read := *k
		read.Dst = expr.Load{}
		w := newWorker(ctx, &read, min(n, blockLen))
		return func(i int) error {
			parts[i] = newFolder(f.Kind, d, results)
			for b := i * blocks / count; b < (i+1)*blocks/count; b++ {
				from, to := b*blockLen, min((b+1)*blockLen, n)
				w.values(from, to)
				parts[i].block(&w.read[len(k.Code)-1], d, &k.Dst, w.walk.start(&k.Extent, from, to-from))
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			return nil
		}
	})
	if err != nil {
		return err
	}
	c.inner().Threads().Each(results, blockLen, func(i int) {
		for _, p := range parts[1:] {
			parts[0].merge(p, i)
		}
	})
	parts[0].store(&k.Dst.Memory.Host, k.Dst.Memory.Type)
	return nil
}

// block adds the elements of b to the results. r has the indices of the elements, and l maps them
// to results.
func (f *folder) block(b *expr.Block, d expr.DType, l *expr.Load, r *rows) {
	switch d {
	case expr.Float32:
		foldReal(f, b.F32, l, r)
	case expr.Float64:
		foldReal(f, b.F64, l, r)
	case expr.Int32:
		foldIntegers(f, b.I32, l, r)
	case expr.Complex64:
		foldComplex(f, b.C64, l, r)
	default:
		foldComplex(f, b.C128, l, r)
	}
}

// foldReal adds real elements.
func foldReal[R expr.RealNumber](f *folder, s []R, l *expr.Load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, x := range s[r.done : r.done+r.count] {
			f.add(p, float64(x))
			p += step
		}
	}
}

// foldIntegers adds integers. Those of a row with one result are reduced as integers first.
func foldIntegers(f *folder, s []int32, l *expr.Load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		row := s[r.done : r.done+r.count]
		if step != 0 {
			for _, x := range row {
				f.add(p, float64(x))
				p += step
			}
			continue
		}
		sum := 0
		switch f.kind {
		case expr.FoldMin:
			sum = int(slices.Min(row))
		case expr.FoldMax:
			sum = int(slices.Max(row))
		default:
			for _, x := range row {
				sum += int(x)
			}
		}
		f.add(p, float64(sum))
	}
}

// foldComplex adds complex elements.
func foldComplex[C complex64 | complex128](f *folder, s []C, l *expr.Load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, x := range s[r.done : r.done+r.count] {
			f.addComplex(p, complex128(x))
			p += step
		}
	}
}

// addComplex adds a complex element to a result.
func (f *folder) addComplex(i int, z complex128) {
	if f.kind == expr.FoldNorm {
		f.add(i, real(z))
		f.add(i, imag(z))
		return
	}
	f.sums[0][i].add(real(z))
	f.sums[1][i].add(imag(z))
}

// merge adds result i of another part to result i.
func (f *folder) merge(other *folder, i int) {
	for sum := range f.sums {
		if s := f.sums[sum]; s != nil {
			f.join(sum, i, other.sums[sum][i].sum)
			s[i].low += other.sums[sum][i].low
		}
	}
}

// value returns result i.
func (f *folder) value(i int) complex128 {
	if f.kind == expr.FoldNorm {
		root := expr.DoubleScales.Root(f.sums[expr.SmallSquares][i].value(), f.sums[expr.MiddleSquares][i].value(),
			f.sums[expr.LargeSquares][i].value())
		return complex(root, 0)
	}
	if f.sums[1] == nil {
		return complex(f.sums[0][i].value(), 0)
	}
	return complex(f.sums[0][i].value(), f.sums[1][i].value())
}

// store stores the results.
func (f *folder) store(dst *expr.Block, d expr.DType) {
	for i := range f.sums[0] {
		z := f.value(i)
		switch d {
		case expr.Float32:
			dst.F32[i] = float32(real(z))
		case expr.Float64:
			dst.F64[i] = real(z)
		case expr.Int32:
			dst.I32[i] = int32(real(z))
		case expr.Complex64:
			dst.C64[i] = complex64(z)
		default:
			dst.C128[i] = z
		}
	}
}
