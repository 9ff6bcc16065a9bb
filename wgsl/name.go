package wgsl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Parser reads the tags that begin with Prefix. Parse gets the text after the prefix.
type Parser[T any] struct {
	Prefix string
	Parse  func(rest string) (T, error)
}

// Parsers are the parsers of a package's tags. [ParseKernel] takes the parsers of all packages with
// ops, elements or number formats that a name may contain.
type Parsers struct {
	Ops      []Parser[Op]
	Elements []Parser[Element]
	Numbers  []Parser[Number]
	DFTs     []Parser[DFT]
}

// ownParsers returns the parsers of this package.
func ownParsers() Parsers {
	return Parsers{Elements: append(sampleParsers(), halvesParsers()...), Ops: []Parser[Op]{
		{"swap", func(rest string) (Op, error) { return Swap{}, onlyPrefix(rest) }},
		{"factor", func(rest string) (Op, error) { return Factor{}, onlyPrefix(rest) }},
		{"scale", func(rest string) (Op, error) {
			by, err := strconv.ParseFloat(rest, 64)
			return Scale{By: by}, err
		}},
		{"spectra", parseSpectra},
	}, DFTs: dftParsers(), Numbers: []Parser[Number]{
		{"f64", func(rest string) (Number, error) { return F64{}, onlyPrefix(rest) }},
		{"ds", parseDoubleSingle},
		{"mod", parseResidue},
	}}
}

// onlyPrefix returns an error if a tag has more than its prefix.
func onlyPrefix(rest string) error {
	if rest != "" {
		return fmt.Errorf("%q is too much", rest)
	}
	return nil
}

// parseTag reads a tag. If several parsers have a prefix of the tag, it takes the parser with the longest
// prefix.
func parseTag[T any](all []Parser[T], tag string) (value T, err error) {
	var best *Parser[T]
	for i, p := range all {
		if strings.HasPrefix(tag, p.Prefix) && (best == nil || len(p.Prefix) > len(best.Prefix)) {
			best = &all[i]
		}
	}
	if best == nil {
		return value, fmt.Errorf("tag %q is unknown", tag)
	}
	return best.Parse(strings.TrimPrefix(tag, best.Prefix))
}

// A word is the part of a name that holds one field: a prefix and the value.
type word struct {
	prefix string
	print  func() (value string, isSet bool) // a field with its default has no word
	parse  func(value string) error          // does not change the field if it returns an error
}

// field returns the word of a field of any type.
func field[T comparable](prefix string, to *T, unset T, print func(T) string, parse func(string) (T, error)) word {
	return word{
		prefix, func() (string, bool) { return print(*to), *to != unset }, func(value string) error {
			v, err := parse(value)
			if err == nil {
				*to = v
			}
			return err
		},
	}
}

// flag returns the word of a bool.
func flag(prefix string, to *bool) word {
	return field(prefix, to, false, func(bool) string { return "" },
		func(value string) (bool, error) { return true, onlyPrefix(value) })
}

// count returns the word of a number with the default 0.
func count[T ~int | ~uint8](prefix string, to *T) word {
	return field(prefix, to, 0, func(n T) string { return strconv.Itoa(int(n)) }, func(value string) (T, error) {
		n, err := strconv.Atoi(value)
		if err == nil && int(T(n)) != n {
			err = fmt.Errorf("%d is out of range", n)
		}
		return T(n), err
	})
}

// counts returns the word of two numbers with the default 0: 3x4.
func counts(prefix string, a, b *int) word {
	return word{prefix, func() (string, bool) { return fmt.Sprintf("%dx%d", *a, *b), *a != 0 || *b != 0 },
		func(value string) error {
			first, second, _ := strings.Cut(value, "x")
			return errors.Join(count("", a).parse(first), count("", b).parse(second))
		}}
}

// choice returns the word of an enumeration by the names of its values. The default has no name.
func choice[T ~uint8](prefix string, to *T, names ...string) word {
	return field(prefix, to, 0, func(v T) string {
		if int(v) < len(names) {
			return names[v]
		}
		return strconv.Itoa(int(v)) // Check refuses it
	}, func(value string) (T, error) {
		if i := slices.Index(names, value); i > 0 {
			return T(i), nil
		}
		return 0, fmt.Errorf("%q: want one of %s", value, strings.Join(names[1:], ", "))
	})
}

// with returns the word of a bool that a number follows, unless it is 0: split, split2.
func with(prefix string, to *bool, number *uint8) word {
	return word{prefix, func() (string, bool) {
		if *number == 0 {
			return "", *to
		}
		return strconv.Itoa(int(*number)), *to
	}, func(value string) (err error) {
		if value != "" {
			err = count("", number).parse(value)
		}
		*to = *to || err == nil
		return err
	}}
}

// unless returns a word that is not printed under a condition.
func (w word) unless(is bool) word {
	print := w.print
	w.print = func() (string, bool) { value, isSet := print(); return value, isSet && !is }
	return w
}

// axis returns the word of the radices of an axis.
func axis(prefix string, to *Radices) word {
	return field(prefix, to, Radices{}, Radices.String, ParseRadices)
}

// tagged returns the word of a field that prints itself as a tag.
func tagged[T interface {
	comparable
	Tag() string
}](prefix string, to *T, parsers []Parser[T]) word {
	var unset T
	return field(prefix, to, unset, func(v T) string {
		if v == unset {
			return ""
		}
		return v.Tag()
	}, func(value string) (T, error) { return parseTag(parsers, value) })
}

// Name encodes every field. In fft4096_16.16.16_p16_t1_split2_xor5,
//
//	fft4096     4096 points
//	16.16.16    radices
//	p16         elements per thread
//	t1          transforms per workgroup
//	split2      exchange of real parts, then imaginary parts, in two slices
//	xor5        layout of workgroup memory
//
// Further words follow for fields that differ from their defaults: contiguous data, direct paths,
// and reading every twiddle. Ops stand in brackets in their order of execution: in(swap)(scale0.5).
func (k Kernel) Name() string {
	return fmt.Sprintf("fft%d_%s", k.N(), printWords(append(k.stageWords(), k.words(nil)...)))
}

// ShortName returns the first words of the name, the points and the radices: fft4096_16.16.16. Several kernels can
// have the same short name.
func (k Kernel) ShortName() string { return fmt.Sprintf("fft%d_%s", k.N(), printWords(k.stageWords())) }

// ParseKernel returns the kernel with the given name, the inverse of Name. parsers are the Parsers
// of the other packages with ops, elements or number formats that the name may contain. ParseKernel
// does not check the kernel.
func ParseKernel(name string, parsers ...Parsers) (Kernel, error) {
	all := ownParsers()
	for _, p := range parsers {
		all.Ops, all.Elements = append(all.Ops, p.Ops...), append(all.Elements, p.Elements...)
		all.Numbers = append(all.Numbers, p.Numbers...)
		all.DFTs = append(all.DFTs, p.DFTs...)
	}
	fail := func(format string, args ...any) (Kernel, error) {
		return Kernel{}, fmt.Errorf("wgsl: kernel name %q: %s; a name looks like fft4096_16.16.16_p16_t1_split2_xor5",
			name, fmt.Sprintf(format, args...))
	}
	var k Kernel
	parts := strings.Split(name, "_")[1:]
	stages := k.stageWords()
	for len(parts) > 0 && parseWord(stages, parts[0]) == nil {
		parts = parts[1:]
	}
	const most = 1 << 30
	n := int64(max(1, k.Stages.innerExtent())) * int64(max(1, k.Stages.Rader.Prime))
	for _, c := range []Radices{k.Stages.Outer[0], k.Stages.Outer[1], k.Stages.Radices} {
		for _, r := range c.List() {
			n = min(n, most+1) * int64(r)
		}
	}
	if n > most {
		return fail("the point count is not within 1 and 2^30")
	}
	k.Load.View, k.Store.View = Rows(int(n), int(n)), Rows(int(n), int(n))
	words := k.words(&all)
	for _, part := range parts {
		if err := parseWord(words, part); err != nil {
			return fail("%q: %v", part, err)
		}
	}
	if k.Name() != name { // also catches numbers like 04
		return fail("a word is missing, repeated or out of order; want %s", k.Name())
	}
	return k, nil
}

// parseWord sets the field of a word of a name. It tries all fields with a prefix of the text, the longest prefix
// first. If all fail, it returns the error of the first field.
func parseWord(all []word, text string) error {
	slices.SortStableFunc(all, func(a, b word) int { return len(b.prefix) - len(a.prefix) })
	first := errors.New("unknown")
	for _, w := range all {
		if value, ok := strings.CutPrefix(text, w.prefix); ok {
			err := w.parse(value)
			if err == nil {
				return nil
			}
			if first.Error() == "unknown" {
				first = err
			}
		}
	}
	return first
}

// stageWords returns the words on which the point count depends.
func (k *Kernel) stageWords() []word {
	s := &k.Stages
	return []word{
		count("rader", &s.Rader.Prime), axis("by", &s.Rader.Radices), flag("folded", &s.Rader.Fold),
		{"", s.printAxes, s.parseAxes}, count("inner", &s.InnerExtent),
	}
}

// words returns all other words. With nil parsers, for printing, it leaves out the fields of parts with default
// values.
func (k *Kernel) words(parsers *Parsers) (all []word) {
	s, t := &k.Stages, &k.Threads
	read := parsers != nil
	if !read {
		parsers = &Parsers{}
	}
	all = append(all,
		count("p", &t.Elements), count("t", &t.Transforms), tagged("", &s.DFT, parsers.DFTs),
		flag("vectorradix", &s.VectorRadix), count("interleave", &t.Interleave), flag("cyclic", &t.Cyclic),
		tagged("", &k.Number, parsers.Numbers))
	if x := &k.Exchange; read || *x != (Exchange{}) {
		all = append(append(all, x.words()...), x.Layout.words()...)
	}
	plain := End{View: Rows(k.N(), k.N())}
	if read || k.Load != plain || t.Order[loads] != 0 || t.Mirror[loads] != (Mirror{}) {
		all = append(all, k.Load.words("in", k, loads, parsers)...)
	}
	all = append(all, field("filter", &s.Filter, nil, func(o Op) string { return Ops{o}.tag() },
		func(value string) (Op, error) { return parseFilter(value, parsers.Ops) }))
	if read || k.Store != plain || t.Order[stores] != 0 || t.Mirror[stores] != (Mirror{}) {
		all = append(all, k.Store.words("out", k, stores, parsers)...)
	}
	if w := &k.Twiddles; read || *w != (Twiddles{}) {
		all = append(all, count("basis", &w.Basis), flag("share", &w.Share), flag("fma", &w.FMA),
			flag("vec4", &w.Vec4), choice("fence", &w.Fence, "", "stages", "barriers"))
	}
	if d := &k.Dispatch; read || *d != (Dispatch{}) {
		all = append(all, flag("inplace", &d.InPlace), flag("tail", &d.Tail), flag("offset", &d.Offset),
			flag("fold", &d.Fold))
	}
	return all
}

// words returns the words of the fields, except for the layout.
func (x *Exchange) words() []word {
	return []word{with("split", &x.Split, &x.Slices), count("slices", &x.Slices).unless(x.Split)}
}

// String returns these words joined as in a name, or "complex" if there are none.
func (x Exchange) String() string { return cmp.Or(printWords(x.words()), "complex") }

// words returns the words of the layout.
func (l *Layout) words() []word {
	g := &l.Digits
	return []word{
		count("pad", &l.Pad), count("xor", &l.Swizzle), with("digits", &g.On, &g.Inner), flag("down", &g.Falling),
		count("innerpad", &g.InnerPad), count("secondpad", &g.SecondPad), count("outerpad", &g.OuterPad),
	}
}

// String returns the words of the layout joined as in a name, or "linear" if there are none.
func (l Layout) String() string { return cmp.Or(printWords(l.words()), "linear") }

// printWords joins the words of the fields that are set.
func printWords(words []word) string {
	var all []string
	for _, w := range words {
		if value, isSet := w.print(); isSet {
			all = append(all, w.prefix+value)
		}
	}
	return strings.Join(all, "_")
}

// words returns the words of the load or of the store, which begin with in or out.
func (e *End) words(name string, k *Kernel, side int, parsers *Parsers) []word {
	v, m, rows := &e.View, &k.Threads.Mirror[side], Rows(k.N(), k.N())
	return []word{
		choice(name, &e.Path, "", "staged"), choice(name, &k.Threads.Order[side], "", "batchfastest"),
		field(name+"points", &v.Points, rows.Points, func(d [2]Dim) string { return printDims(d[:]) }, parsePair),
		field(name+"batch", &v.Batch, rows.Batch, func(d [2]Dim) string { return printDims(d[:]) }, parsePair),
		count(name+"bound", &v.Bound), counts(name+"row", &v.Rows.Length, &v.Rows.Inner),
		field(name+"array", &v.Array, Strides{}, Strides.tag, parseStrides),
		counts(name+"segments", &v.Segments.Count, &v.Segments.Size),
		tagged(name, &e.Element, parsers.Elements), flag(name+"planar", &e.Planar),
		choice(name+"mirror", &m.Centre, "", "zero", "half"), count(name+"columns", &m.Columns),
		counts(name+"rows", &m.Rows[0], &m.Rows[1]),
		field(name, &e.Ops, Ops{}, Ops.tag, func(s string) (Ops, error) { return parseOps(s, parsers.Ops) }),
	}
}

// printAxes joins the radices of the axes, the outermost first: 4.6x4.6.
func (s *Stages) printAxes() (string, bool) {
	text := s.Radices.String()
	for i, outer := range s.Outer {
		if outer != (Radices{}) || i == 0 && s.Outer[1] != (Radices{}) {
			text = outer.String() + "x" + text
		}
	}
	return text, true
}

func (s *Stages) parseAxes(value string) (err error) {
	var all [3]Radices
	axes := strings.Split(value, "x")
	slices.Reverse(axes)
	for i, a := range axes[:min(len(all), len(axes))] {
		if all[i], err = ParseRadices(a); err != nil {
			return err
		}
	}
	s.Radices, s.Outer = all[0], [2]Radices(all[1:])
	return nil
}

// tag returns a dimension as extent x stride x bound, or as its stride alone: 64x1.
func (d Dim) tag() string {
	switch {
	case d.Bound != 0:
		return fmt.Sprintf("%dx%dx%d", d.Extent, d.Stride, d.Bound)
	case d.Extent != 0:
		return fmt.Sprintf("%dx%d", d.Extent, d.Stride)
	}
	return strconv.Itoa(d.Stride)
}

// printDims joins dimensions by dots, without zero ones at the end.
func printDims(dims []Dim) string {
	for len(dims) > 1 && dims[len(dims)-1] == (Dim{}) {
		dims = dims[:len(dims)-1]
	}
	tags := make([]string, len(dims))
	for i, d := range dims {
		tags[i] = d.tag()
	}
	return strings.Join(tags, ".")
}

// parseDims is the inverse of printDims.
func parseDims(value string, dims []Dim) error {
	parts := strings.Split(value, ".")
	if len(parts) > len(dims) {
		return fmt.Errorf("%d dimensions, want at most %d", len(parts), len(dims))
	}
	for i, part := range parts {
		d := &dims[i]
		numbers := strings.Split(part, "x")
		fields := [][]*int{{&d.Stride}, {&d.Extent, &d.Stride}, {&d.Extent, &d.Stride, &d.Bound}}
		for j, to := range fields[min(3, len(numbers))-1] {
			if err := count("", to).parse(numbers[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

func parsePair(value string) (d [2]Dim, err error) {
	err = parseDims(value, d[:])
	return d, err
}

// tag returns the dimensions and the offset: 1001x2.65x2004+0.
func (s Strides) tag() string {
	all := s.Dims()
	return fmt.Sprintf("%s+%d", printDims(all[:]), s.Offset)
}

func parseStrides(value string) (s Strides, err error) {
	dims, offset, _ := strings.Cut(value, "+")
	var all [MaxDims]Dim
	err = errors.Join(parseDims(dims, all[:]), count("", &s.Offset).parse(offset))
	return s.WithDims(all), err
}

// tag returns the tags of the ops, each in brackets.
func (o Ops) tag() string {
	var b strings.Builder
	for _, op := range o.List() {
		b.WriteByte('(')
		if op != nil {
			b.WriteString(op.Tag())
		}
		b.WriteByte(')')
	}
	return b.String()
}

// parseOps is the inverse of tag.
func parseOps(value string, parsers []Parser[Op]) (o Ops, err error) {
	for i := range o {
		if value == "" {
			return o, nil
		}
		tag, rest, found := strings.Cut(strings.TrimPrefix(value, "("), ")")
		if !found || value[0] != '(' {
			return o, fmt.Errorf("%q: want tags in brackets", value)
		}
		if tag != "" {
			if o[i], err = parseTag(parsers, tag); err != nil {
				return o, err
			}
		}
		value = rest
	}
	if value != "" {
		err = fmt.Errorf("more than %d ops", len(o))
	}
	return o, err
}

// parseFilter reads the op of the middle of a convolution.
func parseFilter(value string, parsers []Parser[Op]) (Op, error) {
	o, err := parseOps(value, parsers)
	if err == nil && (o[0] == nil || o != Ops{o[0]}) {
		err = errors.New("want one op")
	}
	return o[0], err
}
