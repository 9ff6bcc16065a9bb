package plan

import (
	"wgfft/internal/dft"
	"wgfft/wgsl"
)

// kernelInterpreter runs one kernel on complex128 values. Its tables follow from the kernel and are
// made once.
type kernelInterpreter struct {
	k                     wgsl.Kernel
	n                     int
	powers                []uint32        // generator powers of the Rader stage
	points                []int           // points of the Rader convolution, by index
	forward, inverse      []butterflies   // stages of the convolution, if there is one
	stages                []butterflies   // stages after a Rader stage, or all stages
	axes                  [][]butterflies // stages of several axes or with an inner extent, the last axis first
	loadRoots, storeRoots dft.Roots       // tables of pass twiddles
	x, spare              []complex128

	rows    int    // number of rows, if two of them share a transform
	odd     [2]int // numbers of source and target before the first
	written []int  // numbers of the target that the last transform of real rows wrote
	read    []int  // numbers of the source that the last transform read
}

// butterflies is a stage with its roots.
type butterflies struct {
	wgsl.Stage
	roots    []complex128 // of order R
	twiddles dft.Roots
	plain    bool // without twiddles
}

func NewKernelInterpreter(k wgsl.Kernel) *kernelInterpreter {
	p := &kernelInterpreter{k: k, n: k.N(), loadRoots: dft.NewRoots(max(1, k.Load.PassTwiddle.Order)),
		storeRoots: dft.NewRoots(max(1, k.Store.PassTwiddle.Order))}
	p.x, p.spare = make([]complex128, p.n), make([]complex128, p.n)
	before := 1
	if k.Stages.Rader.Prime > 0 {
		before = k.Stages.Rader.Prime
		p.powers = wgsl.GeneratorPowers(before)
		p.points, _ = numbering(k.Stages.Rader)
		p.forward, p.inverse = withRoots(k.Stages.Rader.Radices.Stages(), 1), withRoots(k.Stages.Rader.Radices.Reversed().Stages(), 1)
		for _, all := range [][]butterflies{p.forward, p.inverse} {
			for s := range all {
				all[s].plain = k.Stages.Rader.IsPFA()
			}
		}
	}
	if k.Stages.Outer != [2]wgsl.Radices{} || k.Stages.InnerExtent > 1 {
		for _, chain := range []wgsl.Radices{k.Stages.Radices, k.Stages.Outer[0], k.Stages.Outer[1]} {
			p.axes = append(p.axes, withRoots(chain.Stages(), 1))
		}
		return p
	}
	p.stages = withRoots(k.Stages.Radices.Stages(), before)
	if k.Stages.ConvolutionSpectra > 0 {
		p.inverse = withRoots(k.Stages.Radices.Reversed().Stages(), 1)
	}
	return p
}

// withRoots returns the stages after stages with a product of radices of before.
func withRoots(stages []wgsl.Stage, before int) []butterflies {
	var all []butterflies
	for _, st := range stages {
		st.N, st.P = st.N*before, st.P*before
		b := butterflies{Stage: st, roots: make([]complex128, st.R), twiddles: dft.NewRoots(st.P * st.R)}
		for e := range b.roots {
			b.roots[e] = wgsl.Root(st.R, e)
		}
		all = append(all, b)
	}
	return all
}

// numbering returns the order of points before the first and after the last transform of a Rader
// stage, and the order of frequencies in between. Both are natural without PFA. With PFA, points
// are ordered by residues and frequencies by digits.
func numbering(r wgsl.Rader) (points, frequencies []int) {
	l := r.Prime - 1
	points, frequencies = make([]int, l), make([]int, l)
	for n := range l {
		point, frequency := n, n
		if r.IsPFA() {
			point, frequency = 0, 0
			weight, below := l, 1
			for _, radix := range r.Radices.List() {
				weight /= radix
				point += n % radix * weight
				// the digit: n is the sum of k_s l / radix
				for k := range radix {
					if (n-k*(l/radix))%radix == 0 {
						frequency += k * below
					}
				}
				below *= radix
			}
		}
		points[point], frequencies[frequency] = n, n
	}
	return points, frequencies
}

// runStages runs stages on x and returns the buffer with the result, and the other buffer.
func runStages(all []butterflies, x, spare []complex128) (result, other []complex128) {
	var in [wgsl.MaxRadix]complex128
	for _, st := range all {
		for j := range st.Butterflies() {
			for i := range st.R {
				e, _ := st.Twiddle(j, i)
				if st.plain {
					e = 0
				}
				in[i] = x[st.In(j, i)] * st.twiddles.At(e)
			}
			for m := range st.R {
				sum, e := complex128(0), 0
				for _, v := range in[:st.R] {
					sum += v * st.roots[e]
					if e += m; e >= st.R {
						e -= st.R
					}
				}
				spare[st.Out(j, m)] = sum
			}
		}
		x, spare = spare, x
	}
	return x, spare
}

// rader runs the Rader stage on p.x.
func (p *kernelInterpreter) rader(spectrum []complex128) {
	prime := len(p.powers)
	subs := p.n / prime
	y, a, spare := p.spare, make([]complex128, prime-1), make([]complex128, prime-1)
	for sub := range subs {
		for at, e := range p.points {
			a[at] = p.x[sub+subs*int(p.powers[prime-1-e])]
		}
		b, other := runStages(p.forward, a, spare)
		y[sub*prime] = p.x[sub] + b[0]
		for e := range b {
			b[e] *= spectrum[e]
			if e == 0 {
				b[e] += p.x[sub]
			}
			b[e] = complex(imag(b[e]), real(b[e]))
		}
		a, spare = runStages(p.inverse, b, other)
		for at, v := range a {
			y[sub*prime+int(p.powers[p.points[at]])] = complex(imag(v), real(v))
		}
	}
	p.x, p.spare = y, p.x
}

// alongAxes runs the stages of a kernel of several axes on p.x, one axis after another.
func (p *kernelInterpreter) alongAxes() {
	stride := max(1, p.k.Stages.InnerExtent)
	for _, all := range p.axes {
		n := 1
		for _, st := range all {
			n *= st.R
		}
		row, spare := make([]complex128, n), make([]complex128, n)
		for first := range p.x {
			if first/stride%n > 0 {
				continue
			}
			for j := range row {
				row[j] = p.x[first+j*stride]
			}
			row, spare = runStages(all, row, spare)
			for j, v := range row {
				p.x[first+j*stride] = v
			}
		}
		stride *= n
	}
}

// Run runs transform q from load to store.
func (p *kernelInterpreter) Run(q int, dst, src, in, between, out []complex128) {
	k := &p.k
	p.written, p.read = p.written[:0], p.read[:0]
	if k.N() == 1 && k.Store.Real.IsSplit() {
		p.runWithoutStages(q, dst, src)
		return
	}
	switch {
	case k.MirrorRows != wgsl.RowGrid{} && k.Store.Real.IsSplit():
		p.splitMirrorRows(q, dst, src)
		return
	case k.MirrorRows != wgsl.RowGrid{}:
		p.checkMirrorRow(p.stages[0].Stage, p.stages[0].In)
	case k.MirrorColumns && k.Load.Real.IsMerge():
		p.checkMirrorMerge(q % k.Columns())
	case k.MirrorColumns:
		p.mirrorColumns(q, dst, src)
		return
	}
	p.loadAndTransform(q, src, in, between)
	if k.MirrorHalf && k.Load.Real.HasHalfMirror() {
		p.checkHalfMirror(p.stages[0].Stage, p.stages[0].In)
	}
	if k.MirrorHalf && k.Store.Real.HasHalfMirror() {
		last := p.stages[len(p.stages)-1]
		p.checkHalfMirror(last.Stage, last.Out)
	}
	if k.Store.Real.IsSplit() {
		p.split(q, dst, out)
		return
	}
	own := q / max(1, k.Threads.Interleave) // the transform without its interleaved index
	for j, v := range p.x {
		if turn := k.Store.PassTwiddle; turn.Order > 0 {
			v *= p.storeRoots.At(p.twiddleIndex(j) * (own % turn.Inner) % turn.Order)
		}
		if k.Store.SwapReIm {
			v = complex(imag(v), real(v))
		}
		at := elementNumber(k.Store.Map, k.Threads.Interleave, q, j)
		if k.Store.Bound > 0 && at >= k.Store.Bound {
			continue
		}
		if k.Store.TableFactor {
			v *= out[at]
		}
		if k.Store.Scale != 0 {
			v *= complex(k.Store.Scale, 0)
		}
		if r := k.Store.Real; r.Form != wgsl.Complex {
			p.target(r, dst, q/max(1, k.Store.Map.Inner), q%max(1, k.Store.Map.Inner)%max(1, k.Threads.Interleave)).put(at, v)
			continue
		}
		if to, exists := k.Store.View.At(k.Store.Map.At(q, j)); exists {
			dst[to] = v
		}
	}
}

// twiddleIndex returns the index of point j in its pass twiddle: the point along the last axis.
func (p *kernelInterpreter) twiddleIndex(j int) int {
	if p.k.IsOneAxis() {
		return j
	}
	return j % p.k.Stages.Radices.N()
}

// loadAndTransform runs transform q from the load to the end of the stages. The result is in p.x.
func (p *kernelInterpreter) loadAndTransform(q int, src, in, between []complex128) {
	k := &p.k
	own := q / max(1, k.Threads.Interleave) // the transform without its interleaved index
	for j := range p.x {
		p.x[j] = 0
		at := elementNumber(k.Load.Map, k.Threads.Interleave, q, j)
		from, exists := k.Load.View.At(k.Load.Map.At(q, j))
		if !exists || k.Load.Bound > 0 && at >= k.Load.Bound {
			continue
		}
		var v complex128
		if r := k.Load.Real; k.MirrorRows != (wgsl.RowGrid{}) && r.Form != wgsl.Complex {
			v = p.mergedPoint(q, at, src)
		} else if r.Form != wgsl.Complex {
			v = p.source(r, src, q/max(1, k.Load.Map.Inner), q%max(1, k.Load.Map.Inner)%max(1, k.Threads.Interleave)).point(at)
		} else {
			v = src[from]
			p.read = append(p.read, 2*from, 2*from+1)
		}
		if k.Load.SwapReIm {
			v = complex(imag(v), real(v))
		}
		if k.Load.TableFactor {
			v *= in[at]
		}
		if turn := k.Load.PassTwiddle; turn.Order > 0 {
			v *= p.loadRoots.At(p.twiddleIndex(j) * (own % turn.Inner) % turn.Order)
		}
		p.x[j] = v
	}
	if p.powers != nil {
		p.rader(between)
	}
	p.alongAxes()
	p.x, p.spare = runStages(p.stages, p.x, p.spare)
	if k.Stages.ConvolutionSpectra > 0 {
		for j, v := range p.x {
			at := own%k.Stages.ConvolutionSpectra*p.n + j
			if s := k.Stages.Spectra; s != (wgsl.Spectra{}) {
				at = s.Map.At(q/max(1, s.Interleave)%k.Stages.ConvolutionSpectra, j)
			}
			v *= between[at]
			p.x[j] = complex(imag(v), real(v))
		}
		p.x, p.spare = runStages(p.inverse, p.x, p.spare)
	}
}
