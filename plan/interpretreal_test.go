package plan

import (
	"math"
	"math/cmplx"

	"wgfft/wgsl"
)

// rowAccess reads or writes the real rows of one complex transform, by the formulas of package
// realdct.
type rowAccess struct {
	wgsl.Real
	at     [2]int // offsets of the rows
	second bool   // there is a second row
	get    func(e int) complex128
	set    func(e int, v complex128)
}

// rowAccess returns the accessor of transform row, which holds one or two real rows.
func (p *kernelInterpreter) rowAccess(r wgsl.Real, row, inner int) rowAccess {
	extent := max(1, r.InnerExtent)
	a := rowAccess{Real: r}
	switch {
	case r.TwoForOne && extent == 1:
		a.at = [2]int{2 * row * r.Len(), (2*row + 1) * r.Len()}
		a.second = 2*row+1 < p.rows
	case r.TwoForOne:
		a.at = [2]int{row*r.Len()*extent + 2*inner, row*r.Len()*extent + 2*inner + 1}
		a.second = 2*inner+1 < extent
	default:
		a.at[0] = row*r.Len()*extent + inner
	}
	return a
}

func (p *kernelInterpreter) source(r wgsl.Real, src []complex128, row, inner int) rowAccess {
	a := p.rowAccess(r, row, inner)
	a.get = func(e int) complex128 {
		e, exists := p.k.Load.View.At(e)
		switch {
		case !exists:
			return 0
		case r.Form == wgsl.HalfSpectrum:
			p.read = append(p.read, 2*e, 2*e+1)
			return src[e]
		}
		p.read = append(p.read, e+p.odd[0])
		return complex(numberOf(src, e+p.odd[0]), 0)
	}
	return a
}

func (p *kernelInterpreter) target(r wgsl.Real, dst []complex128, row, inner int) rowAccess {
	a := p.rowAccess(r, row, inner)
	a.set = func(e int, v complex128) {
		e, exists := p.k.Store.View.At(e)
		switch {
		case !exists:
		case r.Form == wgsl.HalfSpectrum:
			dst[e] = v
			p.written = append(p.written, 2*e, 2*e+1)
		default:
			e += p.odd[1]
			if e%2 == 0 {
				dst[e/2] = complex(real(v), imag(dst[e/2]))
			} else {
				dst[e/2] = complex(real(dst[e/2]), real(v))
			}
			p.written = append(p.written, e)
		}
	}
	return a
}

// numberOf returns real number e of complex memory.
func numberOf(x []complex128, e int) float64 {
	if e%2 == 0 {
		return real(x[e/2])
	}
	return imag(x[e/2])
}

// w returns w_n^e.
func w(n, e int) complex128 { return cmplx.Exp(complex(0, -2*math.Pi*float64(e)/float64(n))) }

// orthoEnd multiplies x by the factor of the ortho norm if end is set.
func (a rowAccess) orthoEnd(x complex128, end bool, factor float64) complex128 {
	if a.OrthoEnds && end {
		return x * complex(factor, 0)
	}
	return x
}

// number returns x[n] of a row.
func (a rowAccess) number(row, n int) complex128 {
	return a.get(a.at[row] + n*max(1, a.InnerExtent))
}

// v returns v[n] of a row, the input of the complex transform.
func (a rowAccess) v(row, n int) complex128 {
	sign := complex128(1)
	switch a.Form {
	case wgsl.RealPoints:
		if a.Bound > 0 && n >= a.Bound {
			return 0
		}
	case wgsl.EvenOdd:
		if n *= 2; n >= a.N {
			n = 2*a.N - 1 - n
		}
		if a.Sine && n%2 == 1 {
			sign = -1
		}
	case wgsl.SymmetricExtension:
		if a.Sine { // the extension is 0, x, 0, -x reversed
			switch m := a.N + 1; {
			case n%m == 0:
				return 0
			case n > m:
				return -a.number(row, 2*m-n-1)
			}
			return a.number(row, n-1)
		}
		if m := a.N - 1; n > m {
			n = 2*m - n
		}
		return a.orthoEnd(a.number(row, n), n == 0 || n == a.N-1, math.Sqrt2)
	case wgsl.DCT4Odd:
		n, sign = angle(a.N, n)
		if a.Sine {
			n = a.N - 1 - n
		}
	}
	return sign * a.number(row, n)
}

// angle returns the number j and the sign at angle 8c+n of 8n.
func angle(n, c int) (j int, sign complex128) {
	u := (8*c + n) % (8 * n)
	sign = 1
	if u > 4*n {
		u = 8*n - u
	}
	if u > 2*n {
		u, sign = 4*n-u, -1
	}
	return (u - 1) / 2, sign
}

// bin returns V[k] of a row, for any k.
func (a rowAccess) bin(row, k int) complex128 {
	if k > a.N/2 {
		return cmplx.Conj(a.bin(row, a.N-k))
	}
	if a.Form == wgsl.HalfSpectrum {
		x := a.number(row, k)
		if k == 0 || 2*k == a.N {
			return complex(real(x), 0)
		}
		return x
	}
	at := func(k int) complex128 { // the input of DCT-III
		if k == a.N {
			return 0
		}
		if a.Sine {
			k = a.N - 1 - k
		}
		return a.number(row, k)
	}
	if k == 0 {
		return a.orthoEnd(at(0), true, math.Sqrt2)
	}
	return (at(k) - 1i*at(a.N-k)) * w(4*a.N, -k)
}

// point returns point n of the complex transform.
func (a rowAccess) point(n int) complex128 {
	spectral := a.Form == wgsl.HalfSpectrum || a.Form == wgsl.DCT2Bins
	switch {
	case a.ZeroImag && spectral:
		return a.bin(0, n)
	case a.ZeroImag:
		return a.v(0, n)
	}
	other := complex128(0)
	switch {
	case a.Form == wgsl.DCT4Rotation:
		x, y := a.number(0, 2*n), a.number(0, a.N-1-2*n)
		if a.Sine {
			x, y = y, x
		}
		return (x + 1i*y) * w(8*a.N, 4*n+1)
	case a.TwoForOne && spectral:
		if a.second {
			other = a.bin(1, n)
		}
		return a.bin(0, n) + 1i*other
	case a.TwoForOne:
		if a.second {
			other = a.v(1, n)
		}
		return a.v(0, n) + 1i*other
	case spectral:
		p, c := a.bin(0, n), cmplx.Conj(a.bin(0, a.N/2-n))
		return p + c + 1i*(p-c)*w(a.N, -n)
	}
	return a.v(0, 2*n) + 1i*a.v(0, 2*n+1)
}

// put stores point n of the complex transform.
func (a rowAccess) put(n int, z complex128) {
	set := func(row, n int, x float64) { a.set(a.at[row]+n*max(1, a.InnerExtent), complex(x, 0)) }
	number := func(row, n int, x float64) {
		if a.Bound > 0 && n >= a.Bound {
			return
		}
		if a.Form == wgsl.EvenOdd {
			if n *= 2; n >= a.N {
				n = 2*a.N - 1 - n
				if a.Sine {
					x = -x
				}
			}
		}
		set(row, n, x)
	}
	switch {
	case a.Form == wgsl.DCT4Rotation:
		z *= w(2*a.N, n)
		y := -imag(z)
		if a.Sine {
			y = -y
		}
		set(0, 2*n, real(z))
		set(0, a.N-1-2*n, y)
	case a.ZeroImag && (a.Form == wgsl.HalfSpectrum || a.Form == wgsl.DCT2Bins || a.Form == wgsl.DCT4Odd):
		if n <= a.N/2 {
			a.putBin(0, n, z)
		}
	case a.ZeroImag:
		number(0, n, real(z))
	case a.TwoForOne:
		number(0, n, real(z))
		if a.second {
			number(1, n, imag(z))
		}
	default:
		number(0, 2*n, real(z))
		number(0, 2*n+1, imag(z))
	}
}

// spectrum stores bin k of the rows, made from points k and -k of the complex transform. Its values
// are twice the bins.
func (a rowAccess) spectrum(k int, z func(k int) complex128) {
	m := a.Inner()
	p, c := z(k%m), cmplx.Conj(z((m-k%m)%m))
	if a.TwoForOne {
		a.putBin(0, k, p+c)
		if a.second {
			a.putBin(1, k, -1i*(p-c))
		}
		return
	}
	a.putBin(0, k, p+c-1i*w(2*m, k)*(p-c))
}

// putBin stores bin k of a row. v is twice V[k].
func (a rowAccess) putBin(row, k int, v complex128) {
	set := func(n int, x complex128) { a.set(a.at[row]+n*max(1, a.InnerExtent), x) }
	switch a.Form {
	case wgsl.HalfSpectrum:
		set(k, v)
	case wgsl.DCT2Bins:
		x := w(4*a.N, k) * v
		for i, n := range []int{k, a.N - k} {
			if n == a.N || i == 1 && n == k {
				continue
			}
			y := complex([2]float64{real(x), -imag(x)}[i], 0)
			if a.Sine {
				n = a.N - 1 - n
			}
			set(n, a.orthoEnd(y, k == 0, 1/math.Sqrt2))
		}
	case wgsl.SymmetricExtension:
		switch {
		case !a.Sine:
			set(k, a.orthoEnd(complex(real(v), 0), k == 0 || k == a.N-1, 1/math.Sqrt2))
		case k > 0 && k <= a.N:
			set(k-1, complex(-imag(v), 0))
		}
	case wgsl.DCT4Odd:
		for d := range a.N {
			if bin := 8 * d % a.N; bin == k || bin == a.N-k {
				u := v
				if bin != k {
					u = cmplx.Conj(v)
				}
				n, sign := angle(a.N, d)
				if a.Sine && n%2 == 1 {
					sign = -sign
				}
				set(n, sign*complex(math.Sqrt2*real(w(8, a.N)*u), 0))
			}
		}
	}
}

// bins returns the number of bins that the points of the complex transform make.
func bins(r wgsl.Real) int {
	if r.TwoForOne {
		return r.N/2 + 1
	}
	return r.Inner() + 1
}

// split stores the bins that the points of p.x make.
func (p *kernelInterpreter) split(q int, dst, out []complex128) {
	k := &p.k
	r := k.Store.Real
	a := p.target(r, dst, q/max(1, k.Store.Map.Inner), q%max(1, k.Store.Map.Inner)%max(1, k.Threads.Interleave))
	if k.MirrorInRow {
		p.splitMirrorPairs(a)
		return
	}
	for bin := range bins(r) {
		a.spectrum(bin, func(n int) complex128 { return p.stored(p.x[n], n, out) })
	}
}

// splitMirrorPairs stores the bins by mirror pairs of the last stage. Each pair makes the bins
// whose points it holds. It panics unless every bin is made once.
func (p *kernelInterpreter) splitMirrorPairs(a rowAccess) {
	r, m := p.k.Store.Real, p.k.Store.Real.Inner()
	made, last := 0, p.stages[len(p.stages)-1]
	for u := range last.MirrorPairs() {
		have := p.mirrorPairPoints(last.Stage, u, last.Out)
		for bin := range bins(r) {
			if have[bin%m] && have[(m-bin%m)%m] {
				a.spectrum(bin, func(n int) complex128 { return p.stored(p.x[n], n, nil) })
				made++
			}
		}
	}
	if made != bins(r) {
		panic("mirror pairs do not make every bin once")
	}
}

// checkHalfMirror panics unless mirror pairs of the stage have points n and h-1-n together.
func (p *kernelInterpreter) checkHalfMirror(st wgsl.Stage, at func(j, i int) int) {
	for u := range st.MirrorPairs() {
		j, mirror := st.HalfMirrorPair(u)
		for i := range st.R {
			if at(j, i)+at(mirror, st.R-1-i) != p.n-1 {
				panic("a half mirror pair lacks points n and h-1-n")
			}
		}
	}
}

// mirrorPairPoints returns the points of mirror pair u of a stage. at maps a butterfly and an input
// or output to a point.
func (p *kernelInterpreter) mirrorPairPoints(st wgsl.Stage, u int, at func(j, i int) int) map[int]bool {
	points := map[int]bool{}
	j, mirror := st.MirrorPair(u)
	for i := range st.R {
		points[at(j, i)], points[at(mirror, i)] = true, true
	}
	return points
}

// stored applies the store's operations to point n before the rows are separated.
func (p *kernelInterpreter) stored(v complex128, n int, out []complex128) complex128 {
	s := p.k.Store
	if s.SwapReIm {
		v = complex(imag(v), real(v))
	}
	if s.TableFactor {
		v *= out[n]
	}
	if s.Scale != 0 {
		v *= complex(s.Scale, 0)
	}
	return v
}

// runWithoutStages runs pair q of a kernel without stages.
func (p *kernelInterpreter) runWithoutStages(q int, dst, src []complex128) {
	k := &p.k
	r, interleave := k.Store.Real, max(1, k.Threads.Interleave)
	inner, number := q%interleave, q/interleave
	row, pair := number/r.PairCount(), number%r.PairCount()
	z := func(n int) complex128 {
		v := complex128(0)
		if l := k.Load.Real; l.Form != wgsl.Complex {
			v = p.source(l, src, row, inner).point(n)
		} else {
			v = src[(row*r.Inner()+n)*interleave+inner]
		}
		if k.Load.SwapReIm {
			v = complex(imag(v), real(v))
		}
		return p.stored(v, n, nil)
	}
	a := p.target(r, dst, row, inner)
	a.spectrum(pair, z)
	if other := r.Inner() - pair; !r.TwoForOne && other != pair {
		a.spectrum(other, z)
	}
}

// transform returns the transform with the given number in the kernel's order, and reports whether
// the kernel stores it. Kernels that merge mirrored columns have another order and run some
// transforms twice.
func (p *kernelInterpreter) transform(number int) (q int, stored bool) {
	half := p.k.Threads.Transforms / 2
	switch {
	case !p.k.MirrorColumns || !p.k.Load.Real.IsMerge():
		return number, true
	case number%p.k.Threads.Transforms < half:
		q, _, stored = p.k.MirrorTransform(number)
	default:
		first, mirror, owned := p.k.MirrorTransform(number - half)
		q, stored = mirror, owned && (p.k.MirrorRows == wgsl.RowGrid{} || first != mirror)
	}
	return q, stored
}
