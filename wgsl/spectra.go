package wgsl

import "fmt"

// Spectra are the memory layout of the spectra of a convolution with several. With S spectra,
// transform q takes spectrum s = (q div Interleave) mod S, and X[k] is multiplied by the element of
// point k of transform s in Map. In the zero value spectra are contiguous, with the interleave of
// the kernel.
type Spectra struct {
	Map        Map
	Interleave int // neighboring transforms that share a spectrum; 0 means 1
	Segments   Segments
}

// isValid reports whether a convolution with n spectra can have the layout.
func (s Spectra) isValid(n int) bool {
	if s == (Spectra{}) {
		return true
	}
	return n > 1 && s.Map.Stride > 0 && s.Map.Dist > 0 && s.Map.Inner >= 0 && s.Interleave >= 0 && s.Segments.isValid()
}

// String returns the tag in a kernel's name.
func (s Spectra) String() string {
	text := ""
	if s.Map != (Map{}) {
		text = fmt.Sprintf("_spectra%dx%dx%d", s.Map.Stride, s.Map.Dist, s.Map.Inner)
	}
	if s.Interleave != 0 {
		text += fmt.Sprintf("_spectrainterleave%d", s.Interleave)
	}
	if s.Segments != (Segments{}) {
		text += fmt.Sprintf("_spectrasegments%dx%d", s.Segments.Count, s.Segments.Size)
	}
	return text
}

// describe returns in words the factor of X[k].
func (s Spectra) describe(spectra, n int) string {
	switch {
	case s == Spectra{}:
		return fmt.Sprintf("spectrum[(q mod %d) * %d + k]", spectra, n)
	case s.Interleave > 1:
		return fmt.Sprintf("element k of spectrum q div %d mod %d, at %v", s.Interleave, spectra, s.Map)
	}
	return fmt.Sprintf("element k of spectrum q mod %d, at %v", spectra, s.Map)
}

// spectraSegments returns the segments of the table of spectra.
func (k *Kernel) spectraSegments() Segments {
	switch {
	case k.ConvolutionSpectra <= 1:
		return Segments{}
	case k.Spectra != Spectra{}:
		return k.Spectra.Segments
	}
	return k.tableSegments(k.Store.Segments, k.Store.Real)
}

// spectrumRow writes the variable row, the first element of the spectrum for transform q of the
// workgroup. It returns the stride of the spectrum's elements.
func (e *emitter) spectrumRow(q string) (stride int) {
	s, n := e.k.Spectra, e.k.ConvolutionSpectra
	number := fmt.Sprintf("(first + %s)", q)
	if s == (Spectra{}) {
		e.line("let row = %s %% %du * %du;", e.withoutInterleave(number), n, e.k.N())
		return 1
	}
	if s.Interleave > 1 {
		number += fmt.Sprintf(" / %du", s.Interleave)
	}
	e.line("let own_spectrum = %s %% %du;", number, n)
	row, column := s.Map.startOf("own_spectrum")
	if column != "" {
		row += " + " + column
	}
	e.line("let row = %s;", row)
	return s.Map.Stride
}
