package wgsl

import "fmt"

// Spectra say where the spectra of a convolution lie that does not multiply by one alone. The spectrum of transform q is number
// s = q div Lanes mod Convolve, and its value for X[k] element k of s by the map. The zero value is one spectrum after the other, with
// the kernel's Lanes.
type Spectra struct {
	Map        Map
	Interleave int // transforms side by side that have the same one; 0 means 1
	Segments   Segments
}

// fine says whether the places of so many spectra make sense.
func (s Spectra) isValid(spectra int) bool {
	return s == Spectra{} || spectra > 1 && s.Map.Stride > 0 && s.Map.Dist > 0 && s.Map.Inner >= 0 && s.Interleave >= 0 && s.Segments.isValid()
}

// String is the spectra's part of a kernel's name.
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

// remark says in words by what X[k] is multiplied.
func (s Spectra) remark(spectra, n int) string {
	switch {
	case s == Spectra{}:
		return fmt.Sprintf("spectrum[(q mod %d) * %d + k]", spectra, n)
	case s.Interleave > 1:
		return fmt.Sprintf("its element of spectrum q div %d mod %d, which lie at %v", s.Interleave, spectra, s.Map)
	}
	return fmt.Sprintf("its element of spectrum q mod %d, which lie at %v", spectra, s.Map)
}

// spectraPages are the pages of the table of spectra.
func (k *Kernel) spectraSegments() Segments {
	switch {
	case k.ConvolutionSpectra <= 1:
		return Segments{}
	case k.Spectra != Spectra{}:
		return k.Spectra.Segments
	}
	return k.tableSegments(k.Store.Segments, k.Store.Real)
}

// row writes where the spectrum of this thread's transform begins, and returns how far apart its elements are. q is the transform of the
// workgroup.
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
