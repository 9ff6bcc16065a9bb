package gpu

import (
	"context"
	"fmt"
	"strings"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

const (
	foldEach  = 8                    // elements that an invocation adds
	foldChunk = foldEach * groupSize // elements that a workgroup adds
)

// Reduce implements machine. Each workgroup reduces a chunk of the elements of one result. If a
// result has several chunks, another kernel reduces the results of the chunks. If a result has at
// most foldEach elements, one invocation reduces them.
func (g *Machine) Reduce(_ context.Context, k *expr.Kernel, f *expr.Fold, temp expr.Temp) error {
	results, each := f.Counts(&k.Extent)
	final := k.Dst.Memory
	partial := f.Partial(final.Type)
	for {
		if each <= foldEach {
			k.Dst = expr.Load{Memory: final}
			return g.record(k, f, (results+groupSize-1)/groupSize)
		}
		chunks := (each + foldChunk - 1) / foldChunk
		dst := final
		if chunks > 1 {
			var err error
			if dst, err = temp(partial, results*chunks); err != nil {
				return err
			}
		}
		k.Dst = expr.Load{Memory: dst}
		if err := g.record(k, f, results*chunks); err != nil || chunks == 1 {
			return err
		}
		e := expr.Extent{Rank: 2, Shape: [expr.MaxRank]int{results, chunks}}
		*k = expr.Kernel{Extent: e, Loads: []expr.Load{expr.RowMajor(e, dst)}}
		k.Code = []expr.Instruction{{Op: expr.OpLoad, Type: partial}}
		f = &expr.Fold{Kind: f.Kind, Axes: [expr.MaxRank]bool{1: true}}
		each = chunks
	}
}

// foldModule returns the kernel of a reduction. A workgroup reduces a chunk, or an invocation
// reduces the few elements of a result.
func (t *text) foldModule(f *expr.Fold, groups int) wgsl.Module {
	results, each := f.Counts(&t.k.Extent)
	d := f.Partial(t.k.Dst.Memory.Type)
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}, Name: t.name() + " reduced"}
	var b strings.Builder
	fmt.Fprintf(&b, "// Reduces %v elements along axes %v", t.k.Shape[:t.k.Rank], f.Axes[:t.k.Rank])
	var body string
	if each <= foldEach {
		body = t.fewText(f, results, each)
		b.WriteString(", one result for each invocation.\n")
		t.declare(&b, &m, body)
	} else {
		body = t.chunkText(f, groups, each)
		fmt.Fprintf(&b, ", %d elements for each workgroup.\n", foldChunk)
		t.declare(&b, &m, body)
		m.WorkgroupBytes = groupSize * d.Size()
		fmt.Fprintf(&b, "\nvar<workgroup> sums: array<%s, %d>;\n", t.typeOf(d), groupSize)
	}
	fmt.Fprintf(&b, "\n@compute @workgroup_size(%d)\n%s%s", groupSize, t.mainText(), body)
	m.Text = b.String()
	return m
}

// fewText returns the body of a kernel in which each invocation computes a result.
func (t *text) fewText(f *expr.Fold, results, each int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\tlet o = i32((group.y * %du + group.x) * %du + local);\n", groupsPerRow, groupSize)
	fmt.Fprintf(&b, "\tif (o >= %d) {\n\t\treturn;\n\t}\n", results)
	b.WriteString(t.startText(f, "0"))
	fmt.Fprintf(&b, "\tfor (var e = 0; e < %d; e += 1) {\n", each)
	b.WriteString(t.joinText(f))
	fmt.Fprintf(&b, "\tdst[o] = %s;\n}\n", t.resultText(f, "sum"))
	return b.String()
}

// chunkText returns the body of a kernel in which each workgroup reduces a chunk of the elements of
// a result.
func (t *text) chunkText(f *expr.Fold, groups, each int) string {
	var b strings.Builder
	chunks := (each + foldChunk - 1) / foldChunk
	fmt.Fprintf(&b, "\tlet g = i32(group.y * %du + group.x);\n", groupsPerRow)
	fmt.Fprintf(&b, "\tif (g >= %d) {\n\t\treturn;\n\t}\n", groups)
	fmt.Fprintf(&b, "\tlet o = %s;\n", digit("g", chunks, 0, true).Text)
	fmt.Fprintf(&b, "\tlet first = (g %% %d) * %d;\n", chunks, foldChunk)
	b.WriteString(t.startText(f, "first"))
	fmt.Fprintf(&b, "\tlet end = min(first + %d, %d);\n", foldChunk, each)
	fmt.Fprintf(&b, "\tfor (var e = first + i32(local); e < end; e += %d) {\n", groupSize)
	b.WriteString(t.joinText(f))
	b.WriteString("\tsums[local] = sum;\n\tworkgroupBarrier();\n")
	fmt.Fprintf(&b, "\tfor (var s = %du; s > 0u; s = s / 2u) {\n\t\tif (local < s) {\n\t\t\tsums[local] = %s;\n\t\t}\n"+
		"\t\tworkgroupBarrier();\n\t}\n", groupSize/2, t.join(f, "sums[local]", "sums[local + s]"))
	fmt.Fprintf(&b, "\tif (local == 0u) {\n\t\tdst[g] = %s;\n\t}\n}\n", t.resultText(f, "sums[0]"))
	return b.String()
}

// joinText returns the body and the end of the loop over the elements e of result o.
func (t *text) joinText(f *expr.Fold) string {
	sum := fmt.Sprintf("\t\tsum = %s;\n\t}\n", t.added(f, t.last()))
	return expr.Indent(t.foldIndexText(f)+t.body.String()) + sum
}

// foldIndexText returns the statements that compute the index along each axis from result o and element
// e, and the index i in row-major order.
func (t *text) foldIndexText(f *expr.Fold) string {
	var b strings.Builder
	step := map[bool]int{false: 1, true: 1} // the stride along kept axes and along reduced axes
	lines := make([]string, t.k.Rank)
	for axis := t.k.Rank - 1; axis >= 0; axis-- {
		isReduced := f.Axes[axis]
		from := map[bool]string{false: "o", true: "e"}[isReduced]
		lines[axis] = fmt.Sprintf("\tlet k%d = %s;\n", axis, digit(from, step[isReduced], t.k.Shape[axis], false).Text)
		step[isReduced] *= t.k.Shape[axis]
	}
	b.WriteString(strings.Join(lines, ""))
	var terms []wgsl.Value
	for axis, s := range t.k.Contiguous() {
		if axis < t.k.Rank {
			terms = append(terms, product(axisIndex(axis), s))
		}
	}
	fmt.Fprintf(&b, "\tlet i = %s;\n", sumOf(terms...).Text)
	return b.String()
}

// startText returns the statements that declare the partial result. A sum starts with zero. The smallest or largest
// number starts with element e, because WGSL has no constant for an infinity.
func (t *text) startText(f *expr.Fold, e string) string {
	typ := t.typeOf(f.Partial(t.k.Dst.Memory.Type))
	if f.Kind == expr.FoldSum || f.Kind == expr.FoldNorm {
		return fmt.Sprintf("\tvar sum = %s();\n", typ)
	}
	value := fmt.Sprintf("\t\tsum = %s;\n\t}\n", t.last())
	return fmt.Sprintf("\tvar sum: %s;\n\t{\n\t\tlet e = %s;\n", typ, e) +
		expr.Indent(t.foldIndexText(f)+t.body.String()) + value
}

// added returns the expression of the partial result sum with a value of the kernel, which is an element or another
// partial result.
func (t *text) added(f *expr.Fold, value string) string {
	d := t.k.Code[len(t.k.Code)-1].Type
	if d == f.Partial(t.k.Dst.Memory.Type) {
		return t.join(f, "sum", value)
	}
	w := t.in(d)
	add := w.Squares().Add
	if !d.IsComplex() {
		return expr.Call(add, []string{"sum", value})
	}
	z := wgsl.Value{Text: value}
	return expr.Call(add, []string{expr.Call(add, []string{"sum", w.Number.Part(z, 0).Text}), w.Number.Part(z, 1).Text})
}

// join returns the expression of the reduction of the partial results a and b.
func (t *text) join(f *expr.Fold, a, b string) string {
	d := f.Partial(t.k.Dst.Memory.Type)
	w, x, y := t.in(d), wgsl.Value{Text: a, Real: !d.IsComplex()}, wgsl.Value{Text: b, Real: !d.IsComplex()}
	switch {
	case f.Kind == expr.FoldNorm:
		return expr.Call(w.Squares().Join, []string{a, b})
	case d == expr.Int32:
		op := map[expr.FoldKind]expr.Opcode{
			expr.FoldSum: expr.OpAdd, expr.FoldMin: expr.OpMinimum, expr.FoldMax: expr.OpMaximum,
		}[f.Kind]
		return t.integer(&expr.Instruction{Op: op, Type: d}, []wgsl.Value{x, y}).Text
	case f.Kind == expr.FoldMin:
		return w.Call("min", x, y).Text
	case f.Kind == expr.FoldMax:
		return w.Call("max", x, y).Text
	}
	return w.Binary("+", x, y).Text
}

// resultText returns the expression of what the kernel stores: the partial result sum, or the result that belongs to
// it.
func (t *text) resultText(f *expr.Fold, sum string) string {
	if d := t.k.Dst.Memory.Type; d != f.Partial(d) {
		return t.in(d).RootOf(sum)
	}
	return sum
}
