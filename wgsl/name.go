package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// Name encodes every field: fft4096_16.16.16_p16_t1_one2_xor5 is 4096 points by radices 16.16.16, 16 points per thread,
// one transform per workgroup, one component at a time in two rounds, laid out by xor 5. What follows says where
// the kernel differs from contiguous data, direct paths, the forward direction and the factor 1.
func (k FFT) Name() string {
	var b strings.Builder
	fmt.Fprintf(&b, "fft%d", k.N())
	if r := k.Rader; r != (Rader{}) {
		word := "rader"
		if r.Pairs {
			word = "paired"
		}
		fmt.Fprintf(&b, "_%s%dx%v", word, r.Prime, r.Chain)
	}
	fmt.Fprintf(&b, "_%s", k.axes())
	if k.Side != 0 {
		fmt.Fprintf(&b, "_side%d", k.Side)
	}
	fmt.Fprintf(&b, "_p%d_t%d", k.Points, k.Transforms)
	if k.Product {
		b.WriteString("_product")
	}
	if k.Lanes != 0 {
		fmt.Fprintf(&b, "_lanes%d", k.Lanes)
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
		if order == TransformsFirst {
			b.WriteString("_" + name + "across")
		}
		if swap {
			b.WriteString("_" + name + "swap")
		}
	}
	numbered := func(name string, r Real, length int, pages Pages, places Places, samples Samples, planar, factor bool) {
		if r != (Real{}) {
			fmt.Fprintf(&b, "_%s%v", name, r)
		}
		if length != 0 {
			fmt.Fprintf(&b, "_%slen%d", name, length)
		}
		if pages != (Pages{}) {
			fmt.Fprintf(&b, "_%spages%dx%d", name, pages.Count, pages.Size)
		}
		if places != (Places{}) {
			fmt.Fprintf(&b, "_%splaces%v", name, places)
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
	side("in", k.Load.Path, k.Load.Map, k.Load.Order, k.Load.Swap)
	numbered("in", k.Load.Real, k.Load.Length, k.Load.Pages, k.Load.Places, k.Load.Samples, k.Load.Planar, k.Load.Factor)
	if k.Load.Turn != (Turn{}) {
		fmt.Fprintf(&b, "_inturn%dx%d", k.Load.Turn.Order, k.Load.Turn.Inner)
	}
	if k.Store.Turn != (Turn{}) {
		fmt.Fprintf(&b, "_outturn%dx%d", k.Store.Turn.Order, k.Store.Turn.Inner)
	}
	if k.Convolve != 0 {
		fmt.Fprintf(&b, "_convolve%d", k.Convolve)
	}
	b.WriteString(k.Spectra.String())
	side("out", k.Store.Path, k.Store.Map, k.Store.Order, k.Store.Swap)
	numbered("out", k.Store.Real, k.Store.Length, k.Store.Pages, k.Store.Places, k.Store.Samples, k.Store.Planar, k.Store.Factor)
	if k.Store.Scale != 0 {
		fmt.Fprintf(&b, "_scale%v", k.Store.Scale)
	}
	if k.Grid != (Grid{}) {
		fmt.Fprintf(&b, "_grid%dx%d", k.Grid[0], k.Grid[1])
	}
	for i, f := range k.flags() {
		if i == groupedFlags && k.Few == 1 {
			b.WriteString("_few")
		} else if i == groupedFlags && k.Few > 1 {
			fmt.Fprintf(&b, "_few%d", k.Few)
		}
		if i == groupedFlags && k.Once {
			b.WriteString("_once")
		}
		if i == groupedFlags && k.Woven {
			b.WriteString("_woven")
		}
		if i == groupedFlags && k.Tangents {
			b.WriteString("_tangents")
		}
		if i == groupedFlags && k.Wide {
			b.WriteString("_wide")
		}
		if i == groupedFlags && k.Breaks != NoBreaks {
			fmt.Fprintf(&b, "_%v", k.Breaks)
		}
		if *f.on {
			b.WriteString("_" + f.name)
		}
	}
	return b.String()
}

type yesNo struct {
	name string
	on   *bool
}

// groupedFlags is how many of the flags come first: those of what threads have together.
const groupedFlags = 3

// flags are the yes-or-no fields of a kernel by name.
func (k *FFT) flags() []yesNo {
	return []yesNo{{"coupled", &k.Coupled}, {"facing", &k.Facing}, {"mated", &k.Mated}, {"inplace", &k.InPlace}, {"guard", &k.Guard}, {"part", &k.Part}, {"fold", &k.Fold}}
}

// ParseFFT reads what Name prints.
func ParseFFT(name string) (FFT, error) {
	fail := func(why string) (FFT, error) {
		return FFT{}, fmt.Errorf("wgsl: kernel name %q: %s; a name looks like fft4096_16.16.16_p16_t1_one2_xor5", name, why)
	}
	words := strings.Split(name, "_")
	if len(words) < 6 || !strings.HasPrefix(words[0], "fft") {
		return fail("too few fields")
	}
	var k FFT
	var err error
	stage, ok := strings.CutPrefix(words[1], "rader")
	if !ok {
		stage, k.Rader.Pairs = strings.CutPrefix(words[1], "paired")
	}
	if ok || k.Rader.Pairs {
		if err := k.Rader.parse(stage); err != nil {
			return fail(err.Error())
		}
		words = words[1:]
	}
	if len(words) < 6 {
		return fail("too few fields")
	}
	chains := strings.Split(words[1], "x")
	if len(chains) > 1+len(k.Over) {
		return fail("more axes than a kernel has")
	}
	for i, to := range []*Chain{&k.Chain, &k.Over[0], &k.Over[1]}[:len(chains)] {
		if *to, err = ParseChain(chains[len(chains)-1-i]); err != nil {
			return fail(err.Error())
		}
	}
	if side, ok := strings.CutPrefix(words[2], "side"); ok {
		if k.Side, err = strconv.Atoi(side); err != nil {
			return fail(err.Error())
		}
		words = words[1:]
	}
	if k.Side < 0 || k.N() <= 0 || k.N() > 1<<30 {
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
func (k *FFT) parseField(word string) error {
	for _, f := range append(k.flags(), yesNo{"product", &k.Product}, yesNo{"once", &k.Once}, yesNo{"woven", &k.Woven}, yesNo{"tangents", &k.Tangents}, yesNo{"wide", &k.Wide}, yesNo{"infactor", &k.Load.Factor}, yesNo{"outfactor", &k.Store.Factor}, yesNo{"inplanar", &k.Load.Planar}, yesNo{"outplanar", &k.Store.Planar}) {
		if word == f.name {
			*f.on = true
			return nil
		}
	}
	for prefix, to := range map[string]*int{"p": &k.Points, "t": &k.Transforms} {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, prefix)); err == nil && strings.HasPrefix(word, prefix) {
			*to = n
			return nil
		}
	}
	for prefix, to := range map[string]*int{"inlen": &k.Load.Length, "outlen": &k.Store.Length, "convolve": &k.Convolve, "lanes": &k.Lanes, "spectralanes": &k.Spectra.Lanes} {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, prefix)); err == nil && strings.HasPrefix(word, prefix) {
			*to = n
			return nil
		}
	}
	for prefix, to := range map[string]*Places{"inplaces": &k.Load.Places, "outplaces": &k.Store.Places} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			return to.parse(rest)
		}
	}
	for prefix, to := range map[string]*Pages{"inpages": &k.Load.Pages, "outpages": &k.Store.Pages, "spectrapages": &k.Spectra.Pages} {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			_, err := fmt.Sscanf(rest, "%dx%d", &to.Count, &to.Size)
			return err
		}
	}
	for prefix, to := range map[string]*Turn{"inturn": &k.Load.Turn, "outturn": &k.Store.Turn} {
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
	if k.Breaks.parse(word) {
		return nil
	}
	if rest, ok := strings.CutPrefix(word, "few"); ok {
		if rest == "" {
			k.Few = 1
			return nil
		}
		return parseSmall(rest, &k.Few)
	}
	if rest, ok := strings.CutPrefix(word, "grid"); ok {
		_, err := fmt.Sscanf(rest, "%dx%d", &k.Grid[0], &k.Grid[1])
		return err
	}
	if rest, ok := strings.CutPrefix(word, "spectra"); ok {
		m := &k.Spectra.Map
		_, err := fmt.Sscanf(rest, "%dx%dx%d", &m.Stride, &m.Dist, &m.Inner)
		return err
	}
	switch {
	case strings.HasPrefix(word, "in"):
		return parseSide(strings.TrimPrefix(word, "in"), &k.Load.Path, &k.Load.Map, &k.Load.Order, &k.Load.Swap)
	case strings.HasPrefix(word, "out"):
		return parseSide(strings.TrimPrefix(word, "out"), &k.Store.Path, &k.Store.Map, &k.Store.Order, &k.Store.Swap)
	case strings.HasPrefix(word, "scale"):
		v, err := strconv.ParseFloat(strings.TrimPrefix(word, "scale"), 64)
		k.Store.Scale = v
		return err
	case strings.HasPrefix(word, "complex"):
		return parseSmall(strings.TrimPrefix(word, "complex"), &k.Exchange.Rounds)
	case strings.HasPrefix(word, "one"):
		k.Exchange.Component = true
		return parseSmall(strings.TrimPrefix(word, "one"), &k.Exchange.Rounds)
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
	case "across":
		*order = TransformsFirst
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
