package nd

import (
	"context"
	"math"
	"slices"

	"wgfft/internal/parallel"
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
	kind foldKind
	sums [3][]exact // for each result: the real and the imaginary part, or the sums of squares of Norm
}

// newFolder returns a folder of n results, for elements of type d.
func newFolder(kind foldKind, d DType, n int) *folder {
	f := &folder{kind: kind}
	count := 1
	switch {
	case kind == foldNorm:
		count = len(f.sums)
	case d.IsComplex():
		count = 2
	}
	for i := range count {
		f.sums[i] = make([]exact, n)
	}
	for i := range f.sums[0] {
		switch kind {
		case foldMin:
			f.sums[0][i].sum = math.Inf(1)
		case foldMax:
			f.sums[0][i].sum = math.Inf(-1)
		}
	}
	return f
}

// add adds a real element to a result.
func (f *folder) add(i int, x float64) {
	if f.kind == foldNorm {
		sum, scaled := doubleScales.class(x)
		f.sums[sum][i].add(scaled * scaled)
		return
	}
	f.join(0, i, x)
}

// join adds a number to one of the sums of a result.
func (f *folder) join(sum, i int, x float64) {
	e := &f.sums[sum][i]
	switch f.kind {
	case foldMin:
		e.sum = min(e.sum, x)
	case foldMax:
		e.sum = max(e.sum, x)
	default:
		e.add(x)
	}
}

// reduceNow computes a reduction at once. It divides the elements into parts of consecutive blocks.
func (c *cpu) reduceNow(ctx context.Context, k *kernel, f *fold) error {
	n := k.size()
	results, _ := f.counts(&k.extent)
	d := k.code[len(k.code)-1].d
	blocks := (n + blockLen - 1) / blockLen
	count := max(1, min(foldParts, blocks/8, n/(8*results)))
	if err := c.eng.CheckMemory("nd: reduction", int64(count)*int64(results)*48); err != nil {
		return err
	}
	parts := make([]*folder, count)
	err := c.safely(ctx, count, func() func(i int) error {
		read := *k
		read.dst = load{}
		w := newWorker(ctx, &read, min(n, blockLen))
		return func(i int) error {
			parts[i] = newFolder(f.kind, d, results)
			for b := i * blocks / count; b < (i+1)*blocks/count; b++ {
				from, to := b*blockLen, min((b+1)*blockLen, n)
				w.values(from, to)
				parts[i].block(&w.read[len(k.code)-1], d, &k.dst, w.walk.start(&k.extent, from, to-from))
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
	parallel.Each(results, blockLen, func(i int) {
		for _, p := range parts[1:] {
			parts[0].merge(p, i)
		}
	})
	parts[0].store(&k.dst.mem.host, k.dst.mem.dtype)
	return nil
}

// block adds the elements of b to the results. r has the indices of the elements, and l maps them
// to results.
func (f *folder) block(b *block, d DType, l *load, r *rows) {
	switch d {
	case Float32:
		foldReal(f, b.f32, l, r)
	case Float64:
		foldReal(f, b.f64, l, r)
	case Int32:
		foldIntegers(f, b.i32, l, r)
	case Complex64:
		foldComplex(f, b.c64, l, r)
	default:
		foldComplex(f, b.c128, l, r)
	}
}

// foldReal adds real elements.
func foldReal[R realNumber](f *folder, s []R, l *load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, x := range s[r.done : r.done+r.count] {
			f.add(p, float64(x))
			p += step
		}
	}
}

// foldIntegers adds integers. Those of a row with one result are reduced as integers first.
func foldIntegers(f *folder, s []int32, l *load, r *rows) {
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
		case foldMin:
			sum = int(slices.Min(row))
		case foldMax:
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
func foldComplex[C complex64 | complex128](f *folder, s []C, l *load, r *rows) {
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
	if f.kind == foldNorm {
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
	if f.kind == foldNorm {
		root := doubleScales.root(f.sums[smallSquares][i].value(), f.sums[middleSquares][i].value(),
			f.sums[largeSquares][i].value())
		return complex(root, 0)
	}
	if f.sums[1] == nil {
		return complex(f.sums[0][i].value(), 0)
	}
	return complex(f.sums[0][i].value(), f.sums[1][i].value())
}

// store stores the results.
func (f *folder) store(dst *block, d DType) {
	for i := range f.sums[0] {
		z := f.value(i)
		switch d {
		case Float32:
			dst.f32[i] = float32(real(z))
		case Float64:
			dst.f64[i] = real(z)
		case Int32:
			dst.i32[i] = int32(real(z))
		case Complex64:
			dst.c64[i] = complex64(z)
		default:
			dst.c128[i] = z
		}
	}
}
