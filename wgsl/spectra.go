package wgsl

import (
	"errors"
	"fmt"
	"strings"
)

// Spectra is the filter of a convolution: it multiplies point k of the transform by entry k of a spectrum. The
// caller gives the spectra as the table named spectrum. If there are several, transform q takes spectrum
//
//	s = (q div Interleave) mod Count
//
// View places the entries of several spectra: entry k of spectrum s is the element of point k of transform s.
type Spectra struct {
	Count      int
	View       View // of several spectra; zero for one spectrum, with contiguous entries
	Interleave int  // neighboring transforms that share a spectrum; 0 means 1
}

// Tag returns the fields: spectra1, spectra8/16/1 for strides of points and spectra, spectra8/16/1/3 for
// an interleave of 3, spectra8/16/1/0/2/100 for 2 segments of 100 entries.
func (s Spectra) Tag() string {
	if s.View == (View{}) {
		return numbered("spectra", s.Count)
	}
	tag := fmt.Sprintf("spectra%d/%s/%s", s.Count, printDims(s.View.Points[:]), printDims(s.View.Batch[:]))
	if g := s.View.Segments; g != (Segments{}) || s.Interleave > 0 {
		tag += fmt.Sprintf("/%d", s.Interleave)
		if g != (Segments{}) {
			tag += fmt.Sprintf("/%d/%d", g.Count, g.Size)
		}
	}
	return tag
}

// parseSpectra is the inverse of Tag without its prefix.
func parseSpectra(rest string) (Op, error) {
	var s Spectra
	var err [6]error
	for i, part := range strings.Split(rest, "/") {
		switch i {
		case 0:
			err[i] = count("", &s.Count).parse(part)
		case 1:
			err[i] = parseDims(part, s.View.Points[:])
		case 2:
			err[i] = parseDims(part, s.View.Batch[:])
		case 3:
			err[i] = count("", &s.Interleave).parse(part)
		case 4:
			err[i] = count("", &s.View.Segments.Count).parse(part)
		case 5:
			err[i] = count("", &s.View.Segments.Size).parse(part)
		}
	}
	return s, errors.Join(err[:]...)
}

// Remark describes the op.
func (s Spectra) Remark() string {
	switch {
	case s.Count == 1:
		return "X[k] times spectrum[k]"
	case s.Interleave > 1:
		return fmt.Sprintf("X[k] times entry k of spectrum q div %d mod %d", s.Interleave, s.Count)
	}
	return fmt.Sprintf("X[k] times entry k of spectrum q mod %d", s.Count)
}

// Kinds returns points on both sides.
func (Spectra) Kinds() (memory, register Kind) { return Points, Points }

// Check returns an error if the spectra have no layout.
func (s Spectra) Check(site Site) error {
	v := s.View
	switch {
	case s.Count < 1:
		return fmt.Errorf("%d spectra: want at least one", s.Count)
	case s.Count == 1 && s != Spectra{Count: 1}:
		return fmt.Errorf("one spectrum: leave view and interleave zero")
	case s.Count > 1 && (v.Points[0].Stride < 1 || v.Batch[0].Stride < 1 || v.Points[1] != Dim{}):
		return fmt.Errorf("%d spectra: the view has strides %d and %d: want at least 1",
			s.Count, v.Points[0].Stride, v.Batch[0].Stride)
	case v.Bound != 0 || v.Array != Strides{}:
		return fmt.Errorf("spectra: the view has a bound or gaps: a table has none")
	case s.Interleave == 1 || s.Interleave < 0:
		return fmt.Errorf("spectra: interleave %d: want at least 2, or 0 without one", s.Interleave)
	case site.End != middle:
		return fmt.Errorf("spectra: they are the middle of a convolution")
	}
	return nil
}

// table returns the recipe of the table.
func (s Spectra) table(site Site) Given {
	g := site.given("spectrum")
	g.Segments = s.View.Segments
	return g
}

// Tables returns the spectra.
func (s Spectra) Tables(site Site) []Table { return []Table{s.table(site)} }

// first returns the entry of the unit's first slot.
func (s Spectra) first(site Site) *Index {
	number := site.Sequence.Div(max(1, s.Interleave)).Mod(s.Count)
	stride := s.View.Points[0].Stride
	if stride > 1 || s.View.Batch[1] != (Dim{}) {
		number = named("own_spectrum", number, "")
	}
	row := named("row", digits(s.View.Batch, number), "")
	return named(numbered("k", site.Unit), row.Plus(site.First.Times(stride)), "")
}

// Begin names the entry of the unit's first slot.
func (s Spectra) Begin(m Machine, site Site) Value {
	if s.Count > 1 {
		m.Declare(s.first(site))
	}
	return Value{}
}

// Apply returns the product.
func (s Spectra) Apply(m Machine, site Site, _, v Value) Value {
	at := site.Point
	if s.Count > 1 {
		at = s.first(site).Add(site.Slot * site.Apart * s.View.Points[0].Stride)
	}
	return m.Mul(v, site.readGiven(m, s.table(site), at))
}

// A filtering is the instruction between the two transforms of a convolution. It applies an op to the bins in
// registers and swaps real and imaginary parts. The inverse transform is a forward transform of swapped parts.
type filtering struct {
	p        *program
	fragment *fragment
}

// addFilter appends the filter of a convolution, for the bins of a fragment.
func (p *program) addFilter(f *fragment) error {
	x := filtering{p, f}
	op := p.kernel.Stages.Filter
	if _, ok := op.(Pointwise); !ok {
		return fmt.Errorf("middle: %s is not pointwise: a convolution takes a pointwise op", op.Tag())
	}
	p.add(x)
	return p.prepareOp(op, x.site(0, 0))
}

// site returns the site of slot i of unit b.
func (x filtering) site(b, i int) Site {
	k := &x.p.kernel
	seq := x.p.first.Plus(x.p.transform[x.fragment.stage.Phase])
	s := x.p.site(x.fragment, b, i, middle, seq)
	s.tables.isPaired = k.pairsSpectrum()
	return s
}

func (x filtering) run(m Machine, r registers) registers {
	op := x.p.kernel.Stages.Filter.(Pointwise)
	m.Comment("the middle of the convolution; swapped parts begin the inverse transform")
	begun := make([]Value, x.fragment.size())
	for b := range x.fragment.size() {
		begun[b] = op.Begin(m, x.site(b, 0))
		for i := range r[b] {
			v := m.Swap(op.Apply(m, x.site(b, i), begun[b], r[b][i]))
			r[b][i] = m.Let(numbered(numbered("product", b)+"_", i), v)
		}
	}
	return r
}

// isConvolution reports whether the kernel transforms, filters and transforms again.
func (s *Stages) isConvolution() bool { return s.Filter != nil }

// pairsSpectrum reports whether the kernel reads two entries of its only spectrum at a time.
func (k *Kernel) pairsSpectrum() bool {
	return k.Twiddles.Vec4 && k.Stages.Filter == Op(Spectra{Count: 1}) && k.Threads.Mirror == [2]Mirror{}
}

// pairsFactors reports whether the kernel of a convolution reads the factors of two neighboring slots at a time.
// The first stage of the forward transform and the last stage of the inverse one have the same points in their
// slots. A factor must depend on the number of the point only.
func (k *Kernel) pairsFactors() bool {
	for _, e := range []*End{&k.Load, &k.Store} {
		v, i := &e.View, k.Threads.interleave()
		inOrder := v.Points == [2]Dim{{Stride: i}} && max(1, v.Batch[0].Extent) == i && e.Path == Direct
		for _, o := range e.Ops {
			if o != nil {
				memory, register := o.Kinds()
				inOrder = inOrder && memory == Points && register == Points
			}
		}
		if !inOrder || v.Segments.Count > 1 && i == 1 {
			return false
		}
	}
	return k.pairsSpectrum()
}

// checkFilter returns an error if a convolution has other stages than the radices of one axis.
func (s *Stages) checkFilter() error {
	if s.Filter != nil && (!s.isOneAxis() || s.Rader.Prime > 0 || s.Radices.N() < 2) {
		return errors.New("filter: a convolution takes radices of one axis, without a Rader stage or an inner extent")
	}
	return nil
}
