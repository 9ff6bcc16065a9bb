package wgsl

import (
	"fmt"
	"maps"
	"strings"
)

// A writer is the Machine that writes WGSL. It writes each function and struct once, before the
// function that uses it.
type writer struct {
	text     strings.Builder
	depth    int
	number   Number
	memory   memory
	declared map[*Index]bool
	lets     map[string]bool // names of lets in this function
	shared   *moduleParts
}

// moduleParts are the parts of a module outside functions, which all writers of the module share.
type moduleParts struct {
	names     map[string]bool
	structs   []string
	functions []string
	accessors []string
	err       error // the first constant that the number format has not
}

// newWriter returns a writer for the body of one function.
func newWriter(number Number, shared *moduleParts) *writer {
	return &writer{number: number, shared: shared, declared: map[*Index]bool{}, lets: map[string]bool{}}
}

// line writes one line. A line that ends in an opening brace indents the following ones, and a line
// that starts with a closing brace ends the indentation.
func (w *writer) line(format string, args ...any) {
	s := format
	if len(args) > 0 {
		s = fmt.Sprintf(format, args...)
	}
	if strings.HasPrefix(s, "}") {
		w.depth--
	}
	if s != "" {
		for range w.depth {
			w.text.WriteString("    ")
		}
	}
	w.text.WriteString(s)
	w.text.WriteByte('\n')
	if strings.HasSuffix(s, "{") {
		w.depth++
	}
}

func (w *writer) Comment(text string) {
	if text != "" {
		text = "// " + text
	}
	w.line("%s", text)
}

func (w *writer) Declare(x *Index) {
	if x == nil || w.declared[x] || x.op == opLet && w.lets[x.name] {
		return
	}
	w.declared[x] = true
	w.Declare(x.a)
	w.Declare(x.b)
	w.Declare(x.c)
	if x.label != nil && x.of != nil {
		w.shared.defineIndex(x.of, w.number)
	}
	if x.op != opLet || x.isAlias() {
		return
	}
	w.lets[x.name] = true
	note := ""
	if x.note != "" {
		note = " // " + x.note
	}
	w.line("let %s = %s;%s", x.name, x.a.String(), note)
}

func (w *writer) Let(name string, v Value) Value {
	w.line("let %s = %s;", name, v.Text)
	return Value{Text: name, Real: v.Real}
}

func (w *writer) Add(a, b Value) Value                { return w.number.Add(a, b) }
func (w *writer) Sub(a, b Value) Value                { return w.number.Sub(a, b) }
func (w *writer) Mul(a, b Value) Value                { return w.number.Mul(a, b) }
func (w *writer) Times(r, v Value) Value              { return w.number.Times(r, v) }
func (w *writer) Neg(v Value) Value                   { return w.number.Neg(v) }
func (w *writer) FlipSign(word *Index, v Value) Value { return w.number.FlipSign(word.expression(), v) }
func (w *writer) Re(v Value) Value                    { return w.number.Part(v, 0) }
func (w *writer) Im(v Value) Value                    { return w.number.Part(v, 1) }
func (w *writer) Join(re, im Value) Value             { return w.number.Join(re, im) }
func (w *writer) Swap(v Value) Value                  { return w.number.Swap(v) }
func (w *writer) Round(x float64) float64             { return w.number.Round(x) }

func (w *writer) Scale(c Constant, v Value) Value {
	return w.number.Scale(w.shared.checked(c, w.number), v)
}

func (w *writer) ScaleExactly(c Constant, v Value) Value {
	return w.number.ScaleExactly(w.shared.checked(c, w.number), v)
}

func (w *writer) Constant(c Constant, isReal bool) Value {
	return w.number.Constant(w.shared.checked(c, w.number), isReal)
}

// checked returns c. It keeps the error if the number format is a Ring without the constant.
func (d *moduleParts) checked(c Constant, number Number) Constant {
	if r, ok := number.(Ring); ok && d.err == nil {
		_, d.err = r.Element(c)
	}
	return c
}

func (w *writer) Choose(condition *Index, a, b Value) Value {
	return Value{Text: fmt.Sprintf("select(%s, %s, %v)", b.Text, a.Text, condition), Real: a.Real}
}

func (w *writer) Call(f *Func, name string, indices []*Index, args []Value) []Value {
	w.shared.define(f, w.number)
	var in []string
	for _, x := range indices {
		w.Declare(x)
		in = append(in, x.String())
	}
	for _, a := range args {
		in = append(in, a.Text)
	}
	text := fmt.Sprintf("%s(%s)", f.Name, strings.Join(in, ", "))
	switch {
	case f.Results == 0:
		w.line("%s;", text)
		return nil
	case f.isSingle():
		return []Value{{Text: text, Real: f.Real}}
	}
	if name != "" {
		w.line("let %s = %s;", name, text)
		text = name
	}
	out := make([]Value, f.Results)
	for i := range out {
		out[i] = Value{Text: text}.Member(f.field(i))
	}
	return out
}

// define writes a function after the functions that it calls, unless it exists.
func (d *moduleParts) define(f *Func, number Number) {
	if d.names[f.Name] {
		return
	}
	d.names[f.Name] = true
	if f.Text != "" {
		d.functions = append(d.functions, f.Text)
		return
	}
	w := newWriter(number, d)
	real, complex := number.Types()
	var params []string
	var indices []*Index
	var args []Value
	for _, p := range f.Indices {
		params, indices = append(params, p+": u32"), append(indices, Var(p))
	}
	for _, p := range f.Params {
		params, args = append(params, p+": "+complex), append(args, Value{Text: p})
	}
	for _, p := range f.Numbers {
		params, args = append(params, p+": "+real), append(args, Value{Text: p, Real: true})
	}
	result := complex
	if f.Real {
		result = real
	}
	if f.Results > 0 && !f.isSingle() {
		result = f.structure()
		d.structure(f, complex)
	}
	if f.Comment != "" {
		w.Comment(f.Comment)
	}
	if f.Results > 0 {
		w.line("fn %s(%s) -> %s {", f.Name, strings.Join(params, ", "), result)
	} else {
		w.line("fn %s(%s) {", f.Name, strings.Join(params, ", "))
	}
	var list []string
	for _, v := range f.Body(w, indices, args) {
		list = append(list, v.Text)
	}
	switch {
	case f.Results == 0:
	case f.isSingle():
		w.line("return %s;", list[0])
	case f.isForwarded(list): // the struct that another function returns
		w.line("return %s;", strings.TrimSuffix(list[0], "."+f.field(0)))
	default:
		w.line("return %s(%s);", result, strings.Join(list, ", "))
	}
	w.line("}")
	d.functions = append(d.functions, w.text.String())
}

// isForwarded reports whether values are the results of one call in order.
func (f *Func) isForwarded(values []string) bool {
	call := strings.TrimSuffix(values[0], "."+f.field(0))
	for i, v := range values {
		if v != call+"."+f.field(i) {
			return false
		}
	}
	return strings.HasSuffix(call, ")")
}

// defineIndex writes a function of an index, unless it exists.
func (d *moduleParts) defineIndex(f *IndexFunc, number Number) {
	if d.names[f.Name] {
		return
	}
	d.names[f.Name] = true
	w := newWriter(number, d)
	if f.Comment != "" {
		w.Comment(f.Comment)
	}
	result := "u32"
	if f.Bool {
		result = "bool"
	}
	w.line("fn %s(%s: u32) -> %s {", f.Name, f.Param, result)
	x := f.Body(Var(f.Param))
	w.Declare(x)
	w.line("return %s;", x.String())
	w.line("}")
	d.functions = append(d.functions, w.text.String())
}

// structure writes the struct of a function's results, unless it exists.
func (d *moduleParts) structure(f *Func, complex string) {
	name := f.structure()
	if d.names[name] {
		return
	}
	d.names[name] = true
	var fields []string
	for i := range f.Results {
		fields = append(fields, f.field(i)+": "+complex)
	}
	d.structs = append(d.structs, fmt.Sprintf("struct %s { %s }\n", name, strings.Join(fields, ", ")))
}

func (w *writer) ReadPair(name string, a *Array, at *Index) [2]Value {
	if !w.lets[name] {
		w.Let(name, w.Read(a, at))
		w.lets[name] = true
	}
	_, halves := w.number.Pair()
	return [2]Value{{Text: name + halves[0]}, {Text: name + halves[1]}}
}

func (w *writer) ReadRun(name string, a *Array, at *Index) []Value {
	v, all := w.Let(name, w.Read(a, at)), make([]Value, a.Run)
	for i := range all {
		all[i] = Value{Text: v.Text + "." + "xyzw"[i:i+1], Real: true}
	}
	return all
}

func (w *writer) WriteRun(a *Array, at *Index, numbers []Value) {
	all := make([]string, len(numbers))
	for i, v := range numbers {
		all[i] = v.Text
	}
	w.Write(a, at, Value{Text: fmt.Sprintf("%s(%s)", w.number.Vector(a.Run), strings.Join(all, ", "))})
}

// coordinates returns the WGSL of the coordinates of an element of workgroup memory.
func (m memory) coordinates(at []*Index) string {
	var b strings.Builder
	for i, x := range at {
		b.WriteString("[" + x.String() + "]")
		if m.outerPad > 0 && i == m.structAt {
			b.WriteString(".at")
		}
	}
	return b.String()
}

func (w *writer) Get(at []*Index, isReal bool) Value {
	return Value{Text: "shared_points" + w.memory.coordinates(at), Real: isReal}
}

func (w *writer) Put(at []*Index, v Value) {
	w.line("shared_points%s = %s;", w.memory.coordinates(at), v.Text)
}

func (w *writer) Var(name string, isReal bool) *Value {
	typ, complex := w.number.Types()
	if !isReal {
		typ = complex
	}
	w.line("var %s: %s;", name, typ)
	return &Value{Text: name, Real: isReal}
}

func (w *writer) Set(to *Value, v Value) { w.line("%s = %s;", to.Text, v.Text) }

func (w *writer) If(condition *Index, body func()) {
	if condition == nil {
		body()
		return
	}
	w.Declare(condition)
	w.line("if (%s) {", condition.String())
	// A let inside the braces does not exist after them.
	outer := w.lets
	w.lets = maps.Clone(outer)
	declared := w.declared
	w.declared = maps.Clone(declared)
	body()
	w.lets, w.declared = outer, declared
	w.line("}")
}

func (w *writer) Barrier() { w.line("workgroupBarrier();") }

func (w *writer) Exit(condition *Index) {
	w.line("if (%s) { return; } // fence", condition.String())
}
