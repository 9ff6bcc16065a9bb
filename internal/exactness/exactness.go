package exactness

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"wgfft/device"
	"wgfft/wgsl"
)

// A Result counts the results of a form that are wrong on a device.
type Result struct {
	Form                    wgsl.DoubleSingle
	Sums, WrongSums         int
	Products, WrongProducts int
}

// IsExact reports whether no result is wrong.
func (r Result) IsExact() bool { return r.WrongSums == 0 && r.WrongProducts == 0 }

// An InexactError is the error for a device that computes no form exactly.
type InexactError struct {
	Adapter string
	Results []Result // of all forms
}

// Error implements error.
func (e *InexactError) Error() string {
	var all strings.Builder
	for i, r := range e.Results {
		if i > 0 {
			all.WriteString(", ")
		}
		fmt.Fprintf(&all, "%s: %d of %d sums and %d of %d products",
			r.Form.Tag(), r.WrongSums, r.Sums, r.WrongProducts, r.Products)
	}
	return fmt.Sprintf("exactness: %s computes no form of double-single exactly; wrong results of %s: "+
		"use single precision, f64 or the CPU engine", e.Adapter, all.String())
}

// Find returns the cheapest form that the device computes exactly. It returns an *InexactError if there is none.
// It compiles and runs up to six small kernels, so callers keep the result.
func Find(ctx context.Context, d *device.Device) (wgsl.DoubleSingle, error) {
	failure := &InexactError{Adapter: d.Adapter().String()}
	for _, form := range wgsl.DoubleSingles() {
		r, err := Measure(ctx, d, form)
		switch {
		case err != nil:
			return wgsl.DoubleSingle{}, err
		case r.IsExact():
			return form, nil
		}
		failure.Results = append(failure.Results, r)
	}
	return wgsl.DoubleSingle{}, failure
}

// Measure computes sums and products of a form on the device and counts the wrong results.
func Measure(ctx context.Context, d *device.Device, form wgsl.DoubleSingle) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	all := operands()
	var in []byte
	for _, o := range all {
		in = o.w.append(o.z.append(in))
	}
	out, err := run(ctx, d, module(form), in, resultsPerCase*numberBytes*len(all))
	if err != nil {
		return Result{}, fmt.Errorf("exactness: %s: %w", form.Tag(), err)
	}
	r := Result{Form: form}
	for i, o := range all {
		r.add(o, out[i*resultsPerCase*numberBytes:])
	}
	return r, nil
}

// The sizes of the kernel: invocations of a workgroup, complex results for each case, bytes of a complex number.
const (
	invocations    = 64
	resultsPerCase = 4
	numberBytes    = 16
)

// module returns the kernel. Case i has complex numbers z and w. Its results are
//
//	re z + i im z as real numbers: (re z + im z, re z im z)
//	z + w
//	(re z) w
//	z w
func module(form wgsl.Number) wgsl.Module {
	var text strings.Builder
	_, complex := form.Types()
	fmt.Fprintf(&text, "@group(0) @binding(0) var<storage, read> x: array<%s>;\n", complex)
	fmt.Fprintf(&text, "@group(0) @binding(1) var<storage, read_write> y: array<%s>;\n", complex)
	for _, f := range form.Functions() {
		text.WriteString(f.Text)
	}
	z, w := wgsl.Value{Text: "z"}, wgsl.Value{Text: "w"}
	re, im := wgsl.Value{Text: "re", Real: true}, wgsl.Value{Text: "im", Real: true}
	fmt.Fprintf(&text, `@compute @workgroup_size(%d)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let z = x[2u * id.x];
    let w = x[2u * id.x + 1u];
    let re = %s;
    let im = %s;
`, invocations, form.Part(z, 0).Text, form.Part(z, 1).Text)
	for i, v := range [resultsPerCase]wgsl.Value{
		form.Join(form.Add(re, im), form.Times(re, im)), form.Add(z, w), form.Times(re, w), form.Mul(z, w),
	} {
		fmt.Fprintf(&text, "    y[%du * id.x + %du] = %s;\n", resultsPerCase, i, v.Text)
	}
	text.WriteString("}\n")
	return wgsl.Module{
		Name: "exactness of " + form.Tag(), Text: text.String(), Entry: "main", Workgroup: [3]int{invocations, 1, 1},
		Bindings: []wgsl.Binding{
			{Name: "x", Access: wgsl.Read, Type: "array<" + complex + ">"},
			{Name: "y", Access: wgsl.ReadWrite, Type: "array<" + complex + ">"},
		},
	}
}

// add counts the results of a case.
func (r *Result) add(o operand, out []byte) {
	var got [resultsPerCase]number
	for i := range got {
		got[i] = parse(out[i*numberBytes:])
	}
	z, w := o.z, o.w
	r.sum(got[0].re, z.re, z.im)
	r.sum(got[1].re, z.re, w.re)
	r.sum(got[1].im, z.im, w.im)
	r.product(got[0].im, z.re, z.im)
	r.product(got[2].re, z.re, w.re)
	r.product(got[2].im, z.re, w.im)

	r.Products++
	a, b := z.value(), w.value()
	if off := cmplx.Abs(got[3].value() - a*b); !(off <= 2*bound*cmplx.Abs(a)*cmplx.Abs(b)) {
		r.WrongProducts++
	}
}

// bound is the largest relative error of results of operands with low parts.
const bound = 0x1p-45

// sum counts a + b.
func (r *Result) sum(got, a, b parts) {
	r.Sums++
	if a.lo == 0 && b.lo == 0 {
		if twoSum(float64(got.hi), float64(got.lo)) != twoSum(float64(a.hi), float64(b.hi)) {
			r.WrongSums++
		}
		return
	}
	x, y := a.value(), b.value()
	if off := math.Abs(got.value() - (x + y)); !(off <= bound*(math.Abs(x)+math.Abs(y))) {
		r.WrongSums++
	}
}

// product counts a b. A float64 holds the product of two float32.
func (r *Result) product(got, a, b parts) {
	r.Products++
	limit := bound * math.Abs(a.value()*b.value())
	if a.lo == 0 && b.lo == 0 {
		limit = 0
	}
	if off := math.Abs(got.value() - a.value()*b.value()); !(off <= limit) {
		r.WrongProducts++
	}
}

// twoSum returns a + b as the rounded sum and its exact error (Knuth), so that equal sums have equal values.
func twoSum(a, b float64) [2]float64 {
	s := a + b
	v := s - a
	return [2]float64{s, (a - (s - v)) + (b - v)}
}
