package wgsl

import (
	"fmt"
	"slices"
)

// With Wide a kernel reads tables two elements at a time: twiddles, and, if it is a whole convolution, its spectrum and the factors on the way in and out. Elements lie side by side there that a butterfly takes for
// two slots which follow one another among those it reads. Each read takes instructions for its place and for whether it is within the array: a thread of a convolution of 512 points by 32.16, 32 points a thread, every second twiddle read, makes 48 of them for 96.
//
// On an NVIDIA H200 251 points took 0.4286 ms so (0.4455), 509 0.477 (0.503), 2039 0.676 (0.696), 107 0.447 (0.478), 16384 0.301 (0.305), c2r of 1000 numbers 0.139 (0.141), of 10000 0.1585 (0.1604). Most other
// rows take as long with as without, some more: 10000 points 0.379 (0.308), for the registers.
//
// Kernels that read no such table, among them those of a bare chain that a convolution is yet to be made of, are as without. Factors by which real numbers or their bins are multiplied, and those of an array in pages, are read one at a time, and so is the spectrum of a Rader stage.

// twos is the WGSL type of such a table.
const vec4Array = "array<vec4<f32>>"

// wide is a binding of a table whose elements lie side by side, if they do.
func (b Binding) withVec4(so bool) Binding {
	if so {
		b.Type = vec4Array
	}
	return b
}

// SpectrumApart is how far apart elements of the spectrum are that lie side by side, 0 if it is in order. They are those of neighbouring slots of the last stage on the way there.
func (k Kernel) SpectrumStride() int {
	if !k.Vec4Tables || k.ConvolutionSpectra != 1 || k.MirrorInRow || k.MirrorHalf || k.MirrorColumns || k.spectraSegments().count() > 1 {
		return 0
	}
	radices := k.StageRadices()
	return k.N() / radices[len(radices)-1]
}

// FactorsApart is the same for the factors: they are those of neighbouring slots of the first stage, which is the last on the way back.
func (k Kernel) FactorStride() int {
	inOrder := func(m Map, r Real, p Segments) bool { // whether the factor of a point goes by its number alone
		return m.Stride == k.interleave() && max(1, m.Inner) == k.interleave() && m.Run == 0 && r.Form == Complex && k.tableSegments(p, r).count() == 1
	}
	if k.SpectrumStride() == 0 || !inOrder(k.Load.Map, k.Load.Real, k.Load.Segments) || !inOrder(k.Store.Map, k.Store.Real, k.Store.Segments) {
		return 0
	}
	return k.N() / k.StageRadices()[0]
}

// half is the element of such a table for slot i of butterfly b of a step; j is the number of the element for slot 0. It writes the read of two where the first of them is needed.
func (e *emitter) vec4Element(table Binding, j string, b, i, apart int) string {
	name := fmt.Sprintf("%s%d_%d", table.Name, b, i/2)
	e.declareOnce(name, fmt.Sprintf("%s[%s]", table.Name, plus(j, i/2*apart)))
	return name + vec4Halves[i%2]
}

// factor is the factor of element at, which is slot i of butterfly b; j is the number of the element of slot 0.
func (e *emitter) tableFactor(factors access, at, j string, b, i int) string {
	if apart := e.k.FactorStride(); apart > 0 {
		return e.vec4Element(factors.binding, j, b, i, apart)
	}
	return factors.element(at)
}

// spectral is the element of the spectrum at a place, for slot m of butterfly b; j is the number of that for slot 0.
func (e *emitter) spectrumElement(at, j string, b, m int) string {
	if apart := e.k.SpectrumStride(); apart > 0 {
		return e.vec4Element(SpectrumTable, j, b, m, apart)
	}
	return table(SpectrumTable, e.k.spectraSegments()).element(at)
}

// sides are the two elements of a read.
var vec4Halves = [...]string{".xy", ".zw"}

// slotsRead are those of a butterfly of radix r whose twiddles it reads.
func basisSlots(few uint8, r int) []int {
	var slots []int
	k := Kernel{TwiddleBasis: few}
	for i := 1; i < r; i++ {
		if read, _, _ := k.inBasis(i); read {
			slots = append(slots, i)
		}
	}
	return slots
}

// WideTwiddles returns the twiddle table of the legs of a kernel with Wide: of each stage the twiddles that are read, those of two slots side by side, the last beside nothing where their number is odd.
func Vec4Twiddles(few uint8, legs ...TwiddleGroup) []float32 {
	var table []float32
	for _, l := range legs {
		for _, s := range l.stages(1) {
			if s.P == 1 {
				continue
			}
			for two := range slices.Chunk(basisSlots(few, s.R), 2) {
				for j := range s.P {
					for _, i := range two {
						e, n := s.Twiddle(j, i)
						table = appendRoot(table, n, e)
					}
					if len(two) == 1 {
						table = append(table, 0, 0)
					}
				}
			}
		}
	}
	return table
}

// WideTwiddleCount is how many twiddles WideTwiddles returns, with what lies beside nothing.
func Vec4TwiddleCount(few uint8, legs ...TwiddleGroup) int {
	_, count := vec4Offset(few, -1, legs)
	return 2 * count
}

// widePlace is where the pairs of the stage begin whose twiddles begin at some place of a table in order, and how many pairs there are in all.
func vec4Offset(few uint8, table int, legs []TwiddleGroup) (place, count int) {
	at := 0
	for _, l := range legs {
		for _, s := range l.stages(1) {
			if s.P == 1 {
				continue
			}
			if at == table {
				place = count
			}
			at += s.P * (s.R - 1)
			count += s.P * ((len(basisSlots(few, s.R)) + 1) / 2)
		}
	}
	return place, count
}

// tableOf is where the twiddles of a step begin in the table as the kernel reads it.
func (k *Kernel) twiddleOffset(st step) int {
	if !k.Vec4Tables {
		return st.Table
	}
	legs := k.TwiddleGroups()
	place, _ := vec4Offset(k.TwiddleBasis, st.Table, legs[:])
	return place
}

// twiddleOf is the WGSL of the twiddle of slot i of a butterfly of a step whose twiddles begin at w, if it reads that.
func (e *emitter) twiddleElement(st step, i int, w string) string {
	if !e.k.Vec4Tables {
		return fmt.Sprintf("twiddles[%s]", plus(w, (i-1)*st.twiddlePeriod()))
	}
	at := slices.Index(basisSlots(e.k.TwiddleBasis, st.R), i)
	if at < 0 {
		return ""
	}
	name := fmt.Sprintf("%s_two%d", w, at/2)
	e.declareOnce(name, fmt.Sprintf("twiddles[%s]", plus(w, at/2*st.twiddlePeriod())))
	return name + vec4Halves[at%2]
}
