package wgsl

import "fmt"

// NonFinite is a kernel that adds the infinities and NaN among real numbers to a counter of 32 bits. Numbers of 16
// bits lie in words of 32, two in each.
type NonFinite struct {
	Count  int     // numbers
	Halves *Halves // format of the numbers; nil is f32
}

// The size of the dispatch. In a dispatch of n invocations, invocation i reads words i, i + n, i + 2n ...
const (
	nonFiniteThreads = 256  // invocations of a workgroup
	nonFiniteGroups  = 1024 // largest number of workgroups
)

// Name encodes every field.
func (k NonFinite) Name() string {
	tag := F32{}.Tag()
	if k.Halves != nil {
		tag = k.Halves.For(true).Tag()
	}
	return fmt.Sprintf("nonfinite%d_%s", k.Count, tag)
}

// perWord returns the numbers of a word.
func (k NonFinite) perWord() int {
	if k.Halves != nil {
		return 2
	}
	return 1
}

// words returns the number of words.
func (k NonFinite) words() int { return (k.Count + k.perWord() - 1) / k.perWord() }

// Bytes returns the size of the numbers in whole words.
func (k NonFinite) Bytes() int64 { return 4 * int64(k.words()) }

// Groups returns the workgroups of the dispatch.
func (k NonFinite) Groups() int {
	return min(nonFiniteGroups, (k.words()+nonFiniteThreads-1)/nonFiniteThreads)
}

// Check returns an error if the kernel exceeds the limits of a device.
func (k NonFinite) Check(l Limits) error {
	limit := func(what string, need, have int64, hint string) error {
		return &LimitError{What: "wgsl: " + k.Name() + ": " + what, Need: need, Have: have, Hint: hint}
	}
	switch {
	case k.Count < 1 || int64(k.Count) >= 1<<32:
		return fmt.Errorf("wgsl: %s: want from 1 to 2^32-1 numbers", k.Name())
	case nonFiniteThreads > l.Invocations:
		return limit("invocations per workgroup", nonFiniteThreads, int64(l.Invocations), "use another device")
	case k.Bytes() > l.BindingBytes:
		return limit("bytes of numbers in a binding", k.Bytes(), l.BindingBytes, "count parts of the numbers")
	}
	return nil
}

// Module writes the kernel. A number is infinite or NaN if all bits of its exponent are set.
func (k NonFinite) Module() Module {
	exponent := uint32(0x7f800000)
	if k.Halves != nil {
		exponent = 0x7c00
		if k.Halves.Bfloat {
			exponent = 0x7f80
		}
	}
	var w writer
	w.line("// %s: infinities and NaN among %d numbers", k.Name(), k.Count)
	w.line("")
	w.line("@group(0) @binding(0) var<storage, read> numbers: array<u32>;")
	w.line("@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;")
	w.line("")
	w.line("@compute @workgroup_size(%d)", nonFiniteThreads)
	w.line("fn main(@builtin(global_invocation_id) id: vec3<u32>) {")
	w.line("var count = 0u;")
	w.line("for (var i = id.x; i < %du; i += %du) {", k.words(), k.Groups()*nonFiniteThreads)
	w.line("let word = numbers[i];")
	w.line("count += u32((word & 0x%xu) == 0x%[1]xu);", exponent)
	if k.perWord() == 2 {
		w.line("count += u32(2u * i + 1u < %du && (word & 0x%xu) == 0x%[2]xu);", k.Count, exponent<<16)
	}
	w.line("}")
	w.line("if (count > 0u) {")
	w.line("atomicAdd(&total, count);")
	w.line("}")
	w.line("}")
	return Module{
		Name: k.Name(), Text: w.text.String(), Entry: "main", Workgroup: [3]int{nonFiniteThreads, 1, 1},
		Bindings: []Binding{
			{Name: "numbers", Access: Read, Type: "array<u32>"},
			{Name: "total", Access: ReadWrite, Type: "atomic<u32>"},
		},
	}
}
