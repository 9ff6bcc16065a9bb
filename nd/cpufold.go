package nd

import (
	"context"
	"math"

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
	kind   foldKind
	re, im []exact // the results
}

// newFolder returns a folder of n results.
func newFolder(kind foldKind, d DType, n int) *folder {
	f := &folder{kind: kind, re: make([]exact, n)}
	if d.IsComplex() {
		f.im = make([]exact, n)
	}
	for i := range f.re {
		switch kind {
		case foldMin:
			f.re[i].sum = math.Inf(1)
		case foldMax:
			f.re[i].sum = math.Inf(-1)
		}
	}
	return f
}

// add adds a real number to a result.
func (f *folder) add(i int, x float64) {
	switch f.kind {
	case foldMin:
		f.re[i].sum = min(f.re[i].sum, x)
	case foldMax:
		f.re[i].sum = max(f.re[i].sum, x)
	default:
		f.re[i].add(x)
	}
}

// reduceNow computes a reduction at once. It divides the elements into parts of consecutive blocks.
func (c *cpu) reduceNow(ctx context.Context, k *kernel, f *fold) error {
	n := k.size()
	results, _ := f.counts(&k.extent)
	d := k.dst.mem.dtype
	blocks := (n + blockLen - 1) / blockLen
	count := max(1, min(foldParts, blocks/8, n/(8*results)))
	if err := c.on.eng.CheckMemory("nd: reduction", int64(count)*int64(results)*32); err != nil {
		return err
	}
	parts := make([]*folder, count)
	err := c.safely(ctx, count, func() func(i int) error {
		read := *k
		read.dst = load{}
		w := newWorker(&read, min(n, blockLen))
		return func(i int) error {
			parts[i] = newFolder(f.kind, d, results)
			for b := i * blocks / count; b < (i+1)*blocks/count; b++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				from, to := b*blockLen, min((b+1)*blockLen, n)
				w.values(from, to)
				parts[i].block(&w.read[len(k.code)-1], d, &k.dst, w.walk.start(&k.extent, from, to-from))
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
	parts[0].store(&k.dst.mem.host, d)
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
		foldReal(f, b.i32, l, r)
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

// foldComplex adds complex elements.
func foldComplex[C complex64 | complex128](f *folder, s []C, l *load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, x := range s[r.done : r.done+r.count] {
			f.re[p].add(real(complex128(x)))
			f.im[p].add(imag(complex128(x)))
			p += step
		}
	}
}

// merge adds result i of another part to result i.
func (f *folder) merge(other *folder, i int) {
	f.add(i, other.re[i].sum)
	f.re[i].low += other.re[i].low
	if f.im != nil {
		f.im[i].add(other.im[i].sum)
		f.im[i].low += other.im[i].low
	}
}

// store stores the results.
func (f *folder) store(dst *block, d DType) {
	for i := range f.re {
		x := f.re[i].value()
		switch d {
		case Float32:
			dst.f32[i] = float32(x)
		case Float64:
			dst.f64[i] = x
		case Int32:
			dst.i32[i] = int32(x)
		case Complex64:
			dst.c64[i] = complex(float32(x), float32(f.im[i].value()))
		default:
			dst.c128[i] = complex(x, f.im[i].value())
		}
	}
}
