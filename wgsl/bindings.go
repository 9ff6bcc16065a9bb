package wgsl

import (
	"fmt"
	"strings"
)

// header writes the comment at the top of a kernel: name, formula, index maps and options.
func (e *emitter) header() {
	k := e.k
	e.line("// %s", k.Name())
	if k.IsOneAxis() {
		e.line("// X[k] = sum over j of x[j] w_%d^(jk), w_%d = exp(-2 pi i / %d)%s", k.N(), k.N(), k.N(), e.options())
	} else {
		inner := ""
		if k.innerExtent() > 1 {
			inner = fmt.Sprintf(", inner extent %d", k.InnerExtent)
		}
		e.line("// the transform of %s%s, w_n = exp(-2 pi i / n)%s", k.shape(), inner, e.options())
	}
	e.line("// point j of transform q: x at %v, X at %v", k.Load.Map, k.Store.Map)
	if k.Load.Bound > 0 {
		e.line("// elements from number %d on read as zero", k.Load.Bound)
	}
	if p := k.Load.View; p != (StridedView{}) {
		e.line("// source view: %v (extent x stride of each dimension, the innermost first, and offset)", p)
	}
	if p := k.Store.View; p != (StridedView{}) {
		e.line("// target view: %v (extent x stride of each dimension, the innermost first, and offset)", p)
	}
	if s := k.Load.Samples; s != Float32 {
		e.line("// source samples: %v", s)
	}
	if s := k.Store.Samples; s != Float32 {
		e.line("// target samples: %v, rounded to the nearest and clamped", s)
	}
	if p := k.Load.Segments; p.Count > 0 {
		e.line("// the source has %d segments of %d elements", p.Count, p.Size)
	}
	if p := k.Store.Segments; p.Count > 0 {
		e.line("// the target has %d segments of %d elements", p.Count, p.Size)
	}
	if k.Store.Bound > 0 {
		e.line("// elements from number %d on are not stored", k.Store.Bound)
	}
	if w := k.Load.PassTwiddle; w.Order > 0 {
		e.line("// x[j] is multiplied by w_%d^(%s (q mod %d)) on load", w.Order, k.lastAxisIndex("j"), w.Inner)
	}
	if w := k.Store.PassTwiddle; w.Order > 0 {
		e.line("// X[k] is multiplied by w_%d^(%s (q mod %d)) on store", w.Order, k.lastAxisIndex("k"), w.Inner)
	}
	if k.interleave() > 1 {
		e.line("// transforms of %d arrays are interleaved; for twiddles, q is q div %d", k.Interleave, k.Interleave)
	}
	if r := k.Rader; r.Prime > 0 {
		e.line("// the first %d points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_%d^(g^(b-a)), g = %d",
			r.Prime, r.Prime, Generator(r.Prime))
		if r.IsPFA() {
			e.line("// a and b by residues (Good and Thomas): %s", r.numbering())
		}
	}
	e.line("// %d transforms per workgroup, %d threads each", k.TransformsPerGroup, k.Threads())
	e.line("")
}

// lastAxisIndex returns the formula of the index of point j along the last axis.
func (k *Kernel) lastAxisIndex(j string) string {
	if k.IsOneAxis() {
		return j
	}
	return fmt.Sprintf("(%s mod %d)", j, k.Radices.N())
}

// shape returns the lengths of the axes: 24 x 24 points.
func (k *Kernel) shape() string {
	s := ""
	for i, c := range [...]Radices{k.OuterRadices[1], k.OuterRadices[0], k.Radices} {
		if c != (Radices{}) || i == 2 || s != "" {
			s += fmt.Sprintf("%d x ", c.N())
		}
	}
	return strings.TrimSuffix(s, " x ") + " points"
}

// options returns what the kernel does apart from the transform, each option after a semicolon.
func (e *emitter) options() string {
	s := ""
	if e.k.Load.SwapReIm {
		s += "; parts swapped on load"
	}
	if e.k.Load.TableFactor {
		s += "; x[n] times in_factors[n]"
	}
	switch n := e.k.ConvolutionSpectra; {
	case n == 1:
		s += "; X[k] times spectrum[k], parts swapped, and the transform again"
	case n > 1:
		s += fmt.Sprintf("; X[k] times %s, parts swapped, and the transform again", e.k.Spectra.describe(n, e.k.N()))
	}
	if e.k.Store.TableFactor {
		s += "; X[n] times out_factors[n]"
	}
	if e.k.Store.SwapReIm {
		s += "; parts swapped on store"
	}
	if e.k.Store.isScaled() {
		s += fmt.Sprintf("; times %v", e.k.Store.Scale)
	}
	return s
}

// Bindings returns the bindings of the kernel in order.
func (k Kernel) Bindings() []Binding {
	in, out := k.runLengths()
	source := Source.ofReal(k.Load.Real).samplesOf(k.Load.Samples).ofRuns(in).segments(k.Load.Segments)
	target := Target.ofReal(k.Store.Real).samplesOf(k.Store.Samples).ofRuns(out).segments(k.Store.Segments)
	data := k.dataBinding().ofRuns(in).segments(k.Load.Segments)
	if k.Load.Planar {
		source, data = []Binding{SourceReal, SourceImag}, []Binding{DataReal, DataImag}
	}
	if k.Store.Planar {
		target = []Binding{TargetReal, TargetImag}
	}
	all := append(source, target...)
	if k.InPlace {
		all = data
	}
	if k.HasTwiddles() {
		all = append(all, TwiddleTable.withVec4(k.Vec4Tables))
	}
	if k.PassRoots().Order > 0 {
		all = append(all, RootTable)
	}
	if k.RealRootOrder() > 0 {
		all = append(all, RealRootTable)
	}
	if k.Load.TableFactor {
		factors := LoadFactors.withVec4(k.FactorStride() > 0)
		all = append(all, factors.segments(k.tableSegments(k.Load.Segments, k.Load.Real))...)
	}
	if k.ConvolutionSpectra > 1 {
		all = append(all, SpectrumTable.segments(k.spectraSegments())...)
	}
	if k.ConvolutionSpectra == 1 || k.Rader.Prime > 0 {
		all = append(all, SpectrumTable.withVec4(k.SpectrumStride() > 0))
	}
	if k.Rader.Prime > 0 {
		all = append(all, PowerTable)
	}
	if k.Store.TableFactor {
		factors := StoreFactors.withVec4(k.FactorStride() > 0)
		all = append(all, factors.segments(k.tableSegments(k.Store.Segments, k.Store.Real))...)
	}
	if k.hasBatchEnd() || k.Offset || k.hasRowCount() {
		all = append(all, BatchCount)
	}
	return all
}

// hasBatchEnd reports whether the kernel reads the end of the batch from a uniform.
func (k *Kernel) hasBatchEnd() bool { return k.Tail || k.Fence != NoFence }

// declarations writes the bindings, the functions that access arrays, and the workgroup memory.
func (e *emitter) declarations() {
	k := e.k
	switch {
	case k.hasRowCount():
		e.line("struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }")
	case k.Offset:
		e.line("struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32 }")
	case k.hasBatchEnd():
		e.line("struct Batch { end: u32 }")
	}
	for i, b := range k.Bindings() {
		space := [...]string{"storage, read", "storage, read_write", "uniform"}[b.Access]
		e.line("@group(0) @binding(%d) var<%s> %s: %s;", i, space, b.Variable(), b.Type)
	}
	e.line("")
	e.accessors()
	e.realLoadFunctions()
	e.realStoreFunctions()
	e.mirrorColumnsFunction()
	if k.hasExchange() {
		slice, kind := k.memory()
		if slice != "" {
			e.line("struct PaddedSlice { %s }", slice)
			e.line("")
		}
		e.line("var<workgroup> shared_points: %s;", kind)
		e.line("")
	}
}

// memory returns the WGSL type of the kernel's workgroup memory. With an outer pad its outermost
// dimension is an array of structs PaddedSlice, whose members it returns, too.
func (k *Kernel) memory() (slice, kind string) {
	element := "vec2<f32>"
	if k.Exchange.Split {
		element = "f32"
	}
	kind = element
	of := func(size int) { kind = fmt.Sprintf("array<%s, %d>", kind, size) }
	if k.Layout.Kind != Digits {
		of(k.Layout.size(k.slice()))
		return "", kind
	}
	c := k.digitArray()
	if c.transformsInside {
		of(k.TransformsPerGroup)
	}
	for i, size := range c.sizes {
		if c.outerPad > 0 && i == len(c.sizes)-1 {
			slice, kind = fmt.Sprintf("at: %s, pad: array<%s, %d>", kind, element, c.outerPad), "PaddedSlice"
		}
		of(size)
	}
	if !c.transformsInside && k.TransformsPerGroup > 1 {
		of(k.TransformsPerGroup)
	}
	return slice, kind
}

// hasCmul reports whether the text multiplies complex numbers.
func (k *Kernel) hasCmul() bool {
	return k.HasTwiddles() || !k.MatrixProduct && needsCmul(k.StageRadices(), k.FMA) ||
		k.PassRoots().Order > 0 || k.RealRootOrder() > 0 || k.Load.TableFactor || k.Store.TableFactor ||
		k.ConvolutionSpectra > 0 || k.Rader.Prime > 0
}

// functions writes the functions of roots, scaling, butterflies and layout.
func (e *emitter) functions() {
	radices := e.k.StageRadices()
	if e.k.hasCmul() {
		e.line("// a * w, complex")
		e.line("fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {")
		e.line("return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);")
		e.line("}")
		e.line("")
	}
	e.rootFunction("root", RootTable, e.k.PassRoots().Order)
	if n := e.k.RealRootOrder(); n > maxDirectRoots {
		e.rootFunction("real_root", RealRootTable, n)
	} else if n > 0 {
		e.line("// w_%d^e, e up to %d", n, n/2)
		e.line("fn real_root(e: u32) -> vec2<f32> { return real_roots[e]; }")
		e.line("")
	}
	if s := e.k.Store.Scale; e.k.Store.isScaled() {
		product := "v * " + float(s)
		if rest := s - float64(float32(s)); rest != 0 {
			e.line("// the factor as a sum of two f32: one alone would be off by up to eps/4")
			product = fmt.Sprintf("fma(v, vec2<f32>(%s), v * %s)", float(s), float(rest))
		}
		e.line("fn scaled(v: vec2<f32>) -> vec2<f32> { return %s; }", product)
		e.line("")
	}
	switch e.fma = e.k.FMA; {
	case e.k.MatrixProduct:
		e.products()
	case e.k.Rader.Fold:
		e.butterflies(e.k.foldedRadices())
		e.foldedButterflies(e.k.Rader)
	default:
		e.butterflies(radices)
	}
	if f := e.k.Layout.function(); f != "" && e.k.hasExchange() {
		e.line("%s", f)
		e.line("")
	}
}

// rootFunction writes the function name(e) = w_order^e, a product of a fine and a coarse table entry.
// It writes nothing for order 0.
func (e *emitter) rootFunction(name string, table Binding, order int) {
	if order == 0 {
		return
	}
	bits := fineBits(order)
	e.line("// w_%d^e = w^(e mod %d) w^(e - e mod %d)", order, 1<<bits, 1<<bits)
	e.line("fn %s(e: u32) -> vec2<f32> {", name)
	e.line("return cmul(%s[e & %du], %s[%du + (e >> %du)]);", table.Name, 1<<bits-1, table.Name, 1<<bits, bits)
	e.line("}")
	e.line("")
}
