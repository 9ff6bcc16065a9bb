package wgsl

import (
	"fmt"
	"slices"
)

// With Vec4Tables a kernel reads two table elements in one load of a vec4<f32>. The tables of
// twiddles, and of spectrum and factors if the kernel is a convolution, are stored in that order:
// the elements of two slots that one butterfly reads lie side by side. This halves the loads and
// their bounds checks, and may cost registers.
//
// Other tables are read one element at a time: factors of real rows and their bins, tables in
// segments, and the spectrum of a Rader stage.

// vec4Array is the WGSL type of a table that is read two elements at a time.
const vec4Array = "array<vec4<f32>>"

// withVec4 returns the binding with the type vec4Array if on is true.
func (b Binding) withVec4(on bool) Binding {
	if on {
		b.Type = vec4Array
	}
	return b
}

// SpectrumStride is the distance in the spectrum of the two elements that lie side by side in its
// table, or 0 if the table is in order. They belong to neighbouring slots of the last stage of
// the forward transform.
func (k Kernel) SpectrumStride() int {
	switch {
	case !k.Vec4Tables, k.ConvolutionSpectra != 1, k.spectraSegments().count() > 1:
		return 0
	case k.MirrorInRow, k.MirrorHalf, k.MirrorColumns:
		return 0
	}
	radices := k.StageRadices()
	return k.N() / radices[len(radices)-1]
}

// FactorStride is the same for the factors of load and store. They belong to neighbouring slots
// of the first stage, which is the last stage of the inverse transform.
func (k Kernel) FactorStride() int {
	inOrder := func(m Map, r Real, p Segments) bool { // the factor depends on the point's number only
		return m.Stride == k.interleave() && max(1, m.Inner) == k.interleave() && m.Run == 0 &&
			r.Form == Complex && k.tableSegments(p, r).count() == 1
	}
	load := inOrder(k.Load.Map, k.Load.Real, k.Load.Segments)
	store := inOrder(k.Store.Map, k.Store.Real, k.Store.Segments)
	if k.SpectrumStride() == 0 || !load || !store {
		return 0
	}
	return k.N() / k.StageRadices()[0]
}

// vec4Element returns the WGSL of the table element for slot i of butterfly b. The element of slot
// 0 has number j; elements of a pair are apart. It writes the vec4 load unless it is written
// already.
func (e *emitter) vec4Element(table Binding, j string, b, i, apart int) string {
	name := fmt.Sprintf("%s%d_%d", table.Name, b, i/2)
	e.declareOnce(name, fmt.Sprintf("%s[%s]", table.Name, plus(j, i/2*apart)))
	return name + vec4Halves[i%2]
}

// tableFactor returns the WGSL of the factor of element at, slot i of butterfly b. The element of
// slot 0 has number j.
func (e *emitter) tableFactor(factors access, at, j string, b, i int) string {
	if apart := e.k.FactorStride(); apart > 0 {
		return e.vec4Element(factors.binding, j, b, i, apart)
	}
	return factors.element(at)
}

// spectrumElement returns the WGSL of element at of the spectrum, slot m of butterfly b. The
// element of slot 0 has number j.
func (e *emitter) spectrumElement(at, j string, b, m int) string {
	if apart := e.k.SpectrumStride(); apart > 0 {
		return e.vec4Element(SpectrumTable, j, b, m, apart)
	}
	return table(SpectrumTable, e.k.spectraSegments()).element(at)
}

// vec4Halves selects the two elements of a vec4.
var vec4Halves = [...]string{".xy", ".zw"}

// basisSlots returns the slots of a butterfly of radix r whose twiddles are read with a twiddle
// basis.
func basisSlots(basis uint8, r int) []int {
	var slots []int
	k := Kernel{TwiddleBasis: basis}
	for i := 1; i < r; i++ {
		if read, _, _ := k.inBasis(i); read {
			slots = append(slots, i)
		}
	}
	return slots
}

// Vec4Twiddles returns the twiddle table of a kernel with Vec4Tables. Each stage has the twiddles
// of its basis, those of two slots side by side; zero pads an odd number of slots.
func Vec4Twiddles(basis uint8, groups ...TwiddleGroup) []float32 {
	var table []float32
	for _, l := range groups {
		for _, s := range l.stages(1) {
			if s.P == 1 {
				continue
			}
			for pair := range slices.Chunk(basisSlots(basis, s.R), 2) {
				for j := range s.P {
					for _, i := range pair {
						e, n := s.Twiddle(j, i)
						table = appendRoot(table, n, e)
					}
					if len(pair) == 1 {
						table = append(table, 0, 0)
					}
				}
			}
		}
	}
	return table
}

// Vec4TwiddleCount is the number of complex elements that Vec4Twiddles returns, padding included.
func Vec4TwiddleCount(basis uint8, groups ...TwiddleGroup) int {
	_, count := vec4Offset(basis, -1, groups)
	return 2 * count
}

// vec4Offset returns the first pair of the stage whose twiddles begin at element table of the table
// in order, and the number of all pairs.
func vec4Offset(basis uint8, table int, groups []TwiddleGroup) (offset, count int) {
	at := 0
	for _, l := range groups {
		for _, s := range l.stages(1) {
			if s.P == 1 {
				continue
			}
			if at == table {
				offset = count
			}
			at += s.P * (s.R - 1)
			count += s.P * ((len(basisSlots(basis, s.R)) + 1) / 2)
		}
	}
	return offset, count
}

// twiddleOffset is the first element of a step's twiddles in the kernel's table.
func (k *Kernel) twiddleOffset(st step) int {
	if !k.Vec4Tables {
		return st.Table
	}
	groups := k.TwiddleGroups()
	offset, _ := vec4Offset(k.TwiddleBasis, st.Table, groups[:])
	return offset
}

// twiddleElement returns the WGSL of the twiddle of slot i of a butterfly whose twiddles begin at
// w, or "" if it is not in the basis.
func (e *emitter) twiddleElement(st step, i int, w string) string {
	if !e.k.Vec4Tables {
		return fmt.Sprintf("twiddles[%s]", plus(w, (i-1)*st.twiddlePeriod()))
	}
	at := slices.Index(basisSlots(e.k.TwiddleBasis, st.R), i)
	if at < 0 {
		return ""
	}
	name := fmt.Sprintf("%s_pair%d", w, at/2)
	e.declareOnce(name, fmt.Sprintf("twiddles[%s]", plus(w, at/2*st.twiddlePeriod())))
	return name + vec4Halves[at%2]
}
