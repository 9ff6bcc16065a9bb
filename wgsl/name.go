package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// Name encodes every field. In fft4096_16.16.16_p16_t1_split2_xor5,
//
//	fft4096     4096 points
//	16.16.16    radices
//	p16         elements per thread
//	t1          transforms per workgroup
//	split2      exchange of real parts, then imaginary parts, in two slices
//	xor5        layout of workgroup memory
//
// Further tags follow for fields that differ from contiguous data, direct paths, the forward
// direction and the factor 1.
func (k Kernel) Name() string {
	var b strings.Builder
	fmt.Fprintf(&b, "fft%d", k.N())
	if r := k.Rader; r != (Rader{}) {
		word := "rader"
		if r.Fold {
			word = "folded"
		}
		fmt.Fprintf(&b, "_%s%dx%v", word, r.Prime, r.Radices)
	}
	fmt.Fprintf(&b, "_%s", k.describeAxes())
	if k.InnerExtent != 0 {
		fmt.Fprintf(&b, "_inner%d", k.InnerExtent)
	}
	fmt.Fprintf(&b, "_p%d_t%d", k.ElementsPerThread, k.TransformsPerGroup)
	if k.MatrixProduct {
		b.WriteString("_product")
	}
	if k.Interleave != 0 {
		fmt.Fprintf(&b, "_interleave%d", k.Interleave)
	}
	fmt.Fprintf(&b, "_%v_%v", k.Exchange, k.Layout)
	access := func(name string, path Path, m Map, order Order, swap bool) {
		if path == Staged {
			b.WriteString("_" + name + "staged")
		}
		if m != Contiguous(k.N()) {
			fmt.Fprintf(&b, "_%s%dx%d", name, m.Stride, m.Dist)
			if m.Inner != 0 {
				fmt.Fprintf(&b, "x%d", m.Inner)
			}
			if m.Run != 0 {
				fmt.Fprintf(&b, "x%d", m.Run)
			}
		}
		if order == BatchFastest {
			b.WriteString("_" + name + "batchfastest")
		}
		if swap {
			b.WriteString("_" + name + "swap")
		}
	}
	data := func(name string, r Real, bound int, seg Segments, view StridedView, s Samples, planar, factor bool) {
		if r != (Real{}) {
			fmt.Fprintf(&b, "_%s%v", name, r)
		}
		if bound != 0 {
			fmt.Fprintf(&b, "_%sbound%d", name, bound)
		}
		if seg != (Segments{}) {
			fmt.Fprintf(&b, "_%ssegments%dx%d", name, seg.Count, seg.Size)
		}
		if view != (StridedView{}) {
			fmt.Fprintf(&b, "_%sview%v", name, view)
		}
		if s != Float32 {
			fmt.Fprintf(&b, "_%s%v", name, s)
		}
		if planar {
			b.WriteString("_" + name + "planar")
		}
		if factor {
			b.WriteString("_" + name + "factor")
		}
	}
	l, s := &k.Load, &k.Store
	access("in", l.Path, l.Map, l.Order, l.SwapReIm)
	data("in", l.Real, l.Bound, l.Segments, l.View, l.Samples, l.Planar, l.TableFactor)
	if l.PassTwiddle != (PassTwiddle{}) {
		fmt.Fprintf(&b, "_intwiddle%dx%d", l.PassTwiddle.Order, l.PassTwiddle.Inner)
	}
	if s.PassTwiddle != (PassTwiddle{}) {
		fmt.Fprintf(&b, "_outtwiddle%dx%d", s.PassTwiddle.Order, s.PassTwiddle.Inner)
	}
	if k.ConvolutionSpectra != 0 {
		fmt.Fprintf(&b, "_convolve%d", k.ConvolutionSpectra)
	}
	b.WriteString(k.Spectra.String())
	access("out", s.Path, s.Map, s.Order, s.SwapReIm)
	data("out", s.Real, s.Bound, s.Segments, s.View, s.Samples, s.Planar, s.TableFactor)
	if s.Scale != 0 {
		fmt.Fprintf(&b, "_scale%v", s.Scale)
	}
	if k.MirrorRows != (RowGrid{}) {
		fmt.Fprintf(&b, "_mirrorrows%dx%d", k.MirrorRows[0], k.MirrorRows[1])
	}
	writeTags(&b, k.mirrorFields())
	switch {
	case k.TwiddleBasis == 1:
		b.WriteString("_basis")
	case k.TwiddleBasis > 1:
		fmt.Fprintf(&b, "_basis%d", k.TwiddleBasis)
	}
	writeTags(&b, k.twiddleFields())
	if k.Fence != NoFence {
		fmt.Fprintf(&b, "_%v", k.Fence)
	}
	writeTags(&b, k.dispatchFields())
	return b.String()
}

// A boolField is a field of type bool with its tag in names.
type boolField struct {
	name string
	on   *bool
}

// writeTags writes the tags of the fields that are true.
func writeTags(b *strings.Builder, fields []boolField) {
	for _, f := range fields {
		if *f.on {
			b.WriteString("_" + f.name)
		}
	}
}

func (k *Kernel) mirrorFields() []boolField {
	return []boolField{
		{"mirror", &k.MirrorInRow}, {"mirrorhalf", &k.MirrorHalf}, {"mirrorcolumns", &k.MirrorColumns},
	}
}

func (k *Kernel) twiddleFields() []boolField {
	return []boolField{
		{"share", &k.ShareTwiddles}, {"vectorradix", &k.VectorRadix}, {"fma", &k.FMA}, {"vec4", &k.Vec4Tables},
	}
}

func (k *Kernel) dispatchFields() []boolField {
	return []boolField{{"inplace", &k.InPlace}, {"tail", &k.Tail}, {"offset", &k.Offset}, {"fold", &k.Fold}}
}

// accessFields returns the fields whose tags Name writes with those of load, store and threads.
func (k *Kernel) accessFields() []boolField {
	return []boolField{
		{"product", &k.MatrixProduct},
		{"infactor", &k.Load.TableFactor}, {"outfactor", &k.Store.TableFactor},
		{"inplanar", &k.Load.Planar}, {"outplanar", &k.Store.Planar},
	}
}

// ParseKernel returns the kernel with the given name, the inverse of Name. It does not check the
// kernel.
func ParseKernel(name string) (Kernel, error) {
	fail := func(why string) (Kernel, error) {
		return Kernel{}, fmt.Errorf("wgsl: kernel name %q: %s; a name looks like fft4096_16.16.16_p16_t1_split2_xor5",
			name, why)
	}
	words := strings.Split(name, "_")
	if len(words) < 6 || !strings.HasPrefix(words[0], "fft") {
		return fail("too few fields")
	}
	var k Kernel
	var err error
	stage, ok := strings.CutPrefix(words[1], "rader")
	if !ok {
		stage, k.Rader.Fold = strings.CutPrefix(words[1], "folded")
	}
	if ok || k.Rader.Fold {
		if err := k.Rader.parse(stage); err != nil {
			return fail(err.Error())
		}
		words = words[1:]
	}
	if len(words) < 6 {
		return fail("too few fields")
	}
	axes := strings.Split(words[1], "x")
	if len(axes) > 1+len(k.OuterRadices) {
		return fail(fmt.Sprintf("%d axes, want at most %d", len(axes), 1+len(k.OuterRadices)))
	}
	for i, to := range []*Radices{&k.Radices, &k.OuterRadices[0], &k.OuterRadices[1]}[:len(axes)] {
		if *to, err = ParseRadices(axes[len(axes)-1-i]); err != nil {
			return fail(err.Error())
		}
	}
	if inner, ok := strings.CutPrefix(words[2], "inner"); ok {
		if k.InnerExtent, err = strconv.Atoi(inner); err != nil {
			return fail(err.Error())
		}
		words = words[1:]
	}
	if k.InnerExtent < 0 || k.N() <= 0 || k.N() > 1<<30 {
		return fail("the point count is not within 1 and 2^30")
	}
	k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	for _, word := range words[2:] {
		if err := k.parseField(word); err != nil {
			return fail(err.Error())
		}
	}
	if k.Name() != name { // also catches numbers like 04
		return fail("a field is missing, repeated or out of order")
	}
	return k, nil
}

// parseField reads one tag of a name after the radices.
func (k *Kernel) parseField(word string) error {
	for _, fields := range [][]boolField{k.accessFields(), k.mirrorFields(), k.twiddleFields(), k.dispatchFields()} {
		for _, f := range fields {
			if word == f.name {
				*f.on = true
				return nil
			}
		}
	}
	for prefix, to := range map[string]*int{"p": &k.ElementsPerThread, "t": &k.TransformsPerGroup} {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, prefix)); err == nil && strings.HasPrefix(word, prefix) {
			*to = n
			return nil
		}
	}
	for prefix, to := range map[string]*int{
		"inbound":           &k.Load.Bound,
		"outbound":          &k.Store.Bound,
		"convolve":          &k.ConvolutionSpectra,
		"interleave":        &k.Interleave,
		"spectrainterleave": &k.Spectra.Interleave,
	} {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, prefix)); err == nil && strings.HasPrefix(word, prefix) {
			*to = n
			return nil
		}
	}
	for prefix, to := range map[string]*StridedView{"inview": &k.Load.View, "outview": &k.Store.View} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			return to.parse(rest)
		}
	}
	for prefix, to := range map[string]*Segments{
		"insegments":      &k.Load.Segments,
		"outsegments":     &k.Store.Segments,
		"spectrasegments": &k.Spectra.Segments,
	} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			_, err := fmt.Sscanf(rest, "%dx%d", &to.Count, &to.Size)
			return err
		}
	}
	for prefix, to := range map[string]*PassTwiddle{
		"intwiddle":  &k.Load.PassTwiddle,
		"outtwiddle": &k.Store.PassTwiddle,
	} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			_, err := fmt.Sscanf(rest, "%dx%d", &to.Order, &to.Inner)
			return err
		}
	}
	for prefix, to := range map[string]*Samples{"in": &k.Load.Samples, "out": &k.Store.Samples} {
		if rest, ok := strings.CutPrefix(word, prefix); ok && to.parse(rest) {
			return nil
		}
	}
	for prefix, to := range map[string]*Real{"in": &k.Load.Real, "out": &k.Store.Real} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			if known, err := to.parse(rest); known {
				return err
			}
		}
	}
	if k.Fence.parse(word) {
		return nil
	}
	if rest, ok := strings.CutPrefix(word, "basis"); ok {
		if rest == "" {
			k.TwiddleBasis = 1
			return nil
		}
		return parseSmall(rest, &k.TwiddleBasis)
	}
	if rest, ok := strings.CutPrefix(word, "mirrorrows"); ok {
		_, err := fmt.Sscanf(rest, "%dx%d", &k.MirrorRows[0], &k.MirrorRows[1])
		return err
	}
	if rest, ok := strings.CutPrefix(word, "spectra"); ok {
		m := &k.Spectra.Map
		_, err := fmt.Sscanf(rest, "%dx%dx%d", &m.Stride, &m.Dist, &m.Inner)
		return err
	}
	l, s := &k.Load, &k.Store
	switch {
	case strings.HasPrefix(word, "in"):
		return parseAccess(strings.TrimPrefix(word, "in"), &l.Path, &l.Map, &l.Order, &l.SwapReIm)
	case strings.HasPrefix(word, "out"):
		return parseAccess(strings.TrimPrefix(word, "out"), &s.Path, &s.Map, &s.Order, &s.SwapReIm)
	case strings.HasPrefix(word, "scale"):
		v, err := strconv.ParseFloat(strings.TrimPrefix(word, "scale"), 64)
		k.Store.Scale = v
		return err
	case strings.HasPrefix(word, "complex"):
		return parseSmall(strings.TrimPrefix(word, "complex"), &k.Exchange.Slices)
	case strings.HasPrefix(word, "split"):
		k.Exchange.Split = true
		return parseSmall(strings.TrimPrefix(word, "split"), &k.Exchange.Slices)
	}
	if ok, err := k.Layout.parse(word); ok {
		return err
	}
	return fmt.Errorf("field %q is unknown", word)
}

// parseAccess reads a tag of the load or the store, without in or out: path, order, swap or map.
func parseAccess(word string, path *Path, m *Map, order *Order, swap *bool) error {
	switch word {
	case "staged":
		*path = Staged
		return nil
	case "swap":
		*swap = true
		return nil
	case "batchfastest":
		*order = BatchFastest
		return nil
	}
	switch strings.Count(word, "x") {
	case 3:
		_, err := fmt.Sscanf(word, "%dx%dx%dx%d", &m.Stride, &m.Dist, &m.Inner, &m.Run)
		return err
	case 2:
		_, err := fmt.Sscanf(word, "%dx%dx%d", &m.Stride, &m.Dist, &m.Inner)
		return err
	}
	_, err := fmt.Sscanf(word, "%dx%d", &m.Stride, &m.Dist)
	return err
}

// parseSmall reads a number below 256. The empty word is 0.
func parseSmall(word string, to *uint8) error {
	if word == "" {
		return nil
	}
	n, err := strconv.ParseUint(word, 10, 8)
	*to = uint8(n)
	return err
}
