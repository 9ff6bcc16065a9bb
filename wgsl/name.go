package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// Name encodes every field: fft4096_16.16.16_p16_t1_split2_xor5 is 4096 points by radices 16.16.16, 16 points per thread,
// one transform per workgroup, one component at a time in two rounds, laid out by xor 5. What follows says where
// the kernel differs from contiguous data, direct paths, the forward direction and the factor 1.
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
	side := func(name string, path Path, m Map, order Order, swap bool) {
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
	numbered := func(name string, r Real, length int, pages Segments, places StridedView, samples Samples, planar, factor bool) {
		if r != (Real{}) {
			fmt.Fprintf(&b, "_%s%v", name, r)
		}
		if length != 0 {
			fmt.Fprintf(&b, "_%sbound%d", name, length)
		}
		if pages != (Segments{}) {
			fmt.Fprintf(&b, "_%ssegments%dx%d", name, pages.Count, pages.Size)
		}
		if places != (StridedView{}) {
			fmt.Fprintf(&b, "_%sview%v", name, places)
		}
		if samples != Float32 {
			fmt.Fprintf(&b, "_%s%v", name, samples)
		}
		if planar {
			b.WriteString("_" + name + "planar")
		}
		if factor {
			b.WriteString("_" + name + "factor")
		}
	}
	side("in", k.Load.Path, k.Load.Map, k.Load.Order, k.Load.SwapReIm)
	numbered("in", k.Load.Real, k.Load.Bound, k.Load.Segments, k.Load.View, k.Load.Samples, k.Load.Planar, k.Load.TableFactor)
	if k.Load.PassTwiddle != (PassTwiddle{}) {
		fmt.Fprintf(&b, "_intwiddle%dx%d", k.Load.PassTwiddle.Order, k.Load.PassTwiddle.Inner)
	}
	if k.Store.PassTwiddle != (PassTwiddle{}) {
		fmt.Fprintf(&b, "_outtwiddle%dx%d", k.Store.PassTwiddle.Order, k.Store.PassTwiddle.Inner)
	}
	if k.ConvolutionSpectra != 0 {
		fmt.Fprintf(&b, "_convolve%d", k.ConvolutionSpectra)
	}
	b.WriteString(k.Spectra.String())
	side("out", k.Store.Path, k.Store.Map, k.Store.Order, k.Store.SwapReIm)
	numbered("out", k.Store.Real, k.Store.Bound, k.Store.Segments, k.Store.View, k.Store.Samples, k.Store.Planar, k.Store.TableFactor)
	if k.Store.Scale != 0 {
		fmt.Fprintf(&b, "_scale%v", k.Store.Scale)
	}
	if k.MirrorRows != (RowGrid{}) {
		fmt.Fprintf(&b, "_mirrorrows%dx%d", k.MirrorRows[0], k.MirrorRows[1])
	}
	for i, f := range k.flags() {
		if i == groupedFlags && k.TwiddleBasis == 1 {
			b.WriteString("_basis")
		} else if i == groupedFlags && k.TwiddleBasis > 1 {
			fmt.Fprintf(&b, "_basis%d", k.TwiddleBasis)
		}
		if i == groupedFlags && k.ShareTwiddles {
			b.WriteString("_share")
		}
		if i == groupedFlags && k.VectorRadix {
			b.WriteString("_vectorradix")
		}
		if i == groupedFlags && k.FMA {
			b.WriteString("_fma")
		}
		if i == groupedFlags && k.Vec4Tables {
			b.WriteString("_vec4")
		}
		if i == groupedFlags && k.Fence != NoFence {
			fmt.Fprintf(&b, "_%v", k.Fence)
		}
		if *f.on {
			b.WriteString("_" + f.name)
		}
	}
	return b.String()
}

type boolField struct {
	name string
	on   *bool
}

// groupedFlags is how many of the flags come first: those of what threads have together.
const groupedFlags = 3

// flags are the yes-or-no fields of a kernel by name.
func (k *Kernel) flags() []boolField {
	return []boolField{{"mirror", &k.MirrorInRow}, {"mirrorhalf", &k.MirrorHalf}, {"mirrorcolumns", &k.MirrorColumns}, {"inplace", &k.InPlace}, {"tail", &k.Tail}, {"offset", &k.Offset}, {"fold", &k.Fold}}
}

// ParseFFT reads what Name prints.
func ParseKernel(name string) (Kernel, error) {
	fail := func(why string) (Kernel, error) {
		return Kernel{}, fmt.Errorf("wgsl: kernel name %q: %s; a name looks like fft4096_16.16.16_p16_t1_split2_xor5", name, why)
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
	chains := strings.Split(words[1], "x")
	if len(chains) > 1+len(k.OuterRadices) {
		return fail("more axes than a kernel has")
	}
	for i, to := range []*Radices{&k.Radices, &k.OuterRadices[0], &k.OuterRadices[1]}[:len(chains)] {
		if *to, err = ParseRadices(chains[len(chains)-1-i]); err != nil {
			return fail(err.Error())
		}
	}
	if side, ok := strings.CutPrefix(words[2], "inner"); ok {
		if k.InnerExtent, err = strconv.Atoi(side); err != nil {
			return fail(err.Error())
		}
		words = words[1:]
	}
	if k.InnerExtent < 0 || k.N() <= 0 || k.N() > 1<<30 {
		return fail("its points can't be counted")
	}
	k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	for _, word := range words[2:] {
		if err := k.parseField(word); err != nil {
			return fail(err.Error())
		}
	}
	if k.Name() != name { // fields missing, doubled, out of order or oddly written
		return fail("its fields are not as Name writes them")
	}
	return k, nil
}

// parseField reads one field of a name after the chain.
func (k *Kernel) parseField(word string) error {
	for _, f := range append(k.flags(), boolField{"product", &k.MatrixProduct}, boolField{"share", &k.ShareTwiddles}, boolField{"vectorradix", &k.VectorRadix}, boolField{"fma", &k.FMA}, boolField{"vec4", &k.Vec4Tables}, boolField{"infactor", &k.Load.TableFactor}, boolField{"outfactor", &k.Store.TableFactor}, boolField{"inplanar", &k.Load.Planar}, boolField{"outplanar", &k.Store.Planar}) {
		if word == f.name {
			*f.on = true
			return nil
		}
	}
	for prefix, to := range map[string]*int{"p": &k.ElementsPerThread, "t": &k.TransformsPerGroup} {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, prefix)); err == nil && strings.HasPrefix(word, prefix) {
			*to = n
			return nil
		}
	}
	for prefix, to := range map[string]*int{"inbound": &k.Load.Bound, "outbound": &k.Store.Bound, "convolve": &k.ConvolutionSpectra, "interleave": &k.Interleave, "spectrainterleave": &k.Spectra.Interleave} {
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
	for prefix, to := range map[string]*Segments{"insegments": &k.Load.Segments, "outsegments": &k.Store.Segments, "spectrasegments": &k.Spectra.Segments} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			_, err := fmt.Sscanf(rest, "%dx%d", &to.Count, &to.Size)
			return err
		}
	}
	for prefix, to := range map[string]*PassTwiddle{"intwiddle": &k.Load.PassTwiddle, "outtwiddle": &k.Store.PassTwiddle} {
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
	switch {
	case strings.HasPrefix(word, "in"):
		return parseSide(strings.TrimPrefix(word, "in"), &k.Load.Path, &k.Load.Map, &k.Load.Order, &k.Load.SwapReIm)
	case strings.HasPrefix(word, "out"):
		return parseSide(strings.TrimPrefix(word, "out"), &k.Store.Path, &k.Store.Map, &k.Store.Order, &k.Store.SwapReIm)
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
	return fmt.Errorf("field %q is not known", word)
}

// parseSide reads what a name says about the load or the store.
func parseSide(word string, path *Path, m *Map, order *Order, swap *bool) error {
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

// parseSmall reads a small number, or nothing for 0.
func parseSmall(word string, to *uint8) error {
	if word == "" {
		return nil
	}
	n, err := strconv.ParseUint(word, 10, 8)
	*to = uint8(n)
	return err
}
