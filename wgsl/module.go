package wgsl

import "fmt"

// Access says how a kernel uses one of its bindings.
type Access uint8

// The kinds of binding a kernel can have.
const (
	Read      Access = iota // var<storage, read>
	ReadWrite               // var<storage, read_write>
	Uniform                 // var<uniform>
)

// A Binding is one array a kernel is given, at @group(0) @binding(its index in Module.Bindings).
type Binding struct {
	Name    string // of the array
	Access  Access
	Type    string // its WGSL type
	Segment int    // which of the array's pages, counted from 1; 0 for the array as a whole
}

// The bindings FFT kernels have.
var (
	Source          = Binding{Name: "src", Access: Read, Type: complexArray}
	Target          = Binding{Name: "dst", Access: ReadWrite, Type: complexArray}
	SourceAndTarget = Binding{Name: "data", Access: ReadWrite, Type: complexArray}
	TwiddleTable    = Binding{Name: "twiddles", Access: Read, Type: complexArray}
	RootTable       = Binding{Name: "roots", Access: Read, Type: complexArray}
	RealRootTable   = Binding{Name: "waves", Access: Read, Type: complexArray}
	LoadFactors     = Binding{Name: "in_factors", Access: Read, Type: complexArray}
	SpectrumTable   = Binding{Name: "spectrum", Access: Read, Type: complexArray}
	PowerTable      = Binding{Name: "powers", Access: Read, Type: "array<u32>"}
	StoreFactors    = Binding{Name: "out_factors", Access: Read, Type: complexArray}
	SourceReal      = Binding{Name: "src_re", Access: Read, Type: floatArray}
	SourceImag      = Binding{Name: "src_im", Access: Read, Type: floatArray}
	TargetReal      = Binding{Name: "dst_re", Access: ReadWrite, Type: floatArray}
	TargetImag      = Binding{Name: "dst_im", Access: ReadWrite, Type: floatArray}
	DataReal        = Binding{Name: "data_re", Access: ReadWrite, Type: floatArray} // source and target
	DataImag        = Binding{Name: "data_im", Access: ReadWrite, Type: floatArray}
	BatchCount      = Binding{Name: "batch", Access: Uniform, Type: "Batch"}
)

// Variable is the binding's name in the text: that of a page ends in its number.
func (b Binding) Variable() string {
	if b.Segment > 0 {
		return fmt.Sprintf("%s%d", b.Name, b.Segment)
	}
	return b.Name
}

// Of is the binding of an array arranged in that way.
func (b Binding) Of(r Real) Binding {
	if r.IsReal() {
		b.Type = floatArray
	}
	return b
}

// pages are the bindings of an array.
func (b Binding) segments(p Segments) []Binding {
	if p.count() == 1 {
		return []Binding{b}
	}
	all := make([]Binding, p.Count)
	for i := range all {
		all[i] = b
		all[i].Segment = i + 1
	}
	return all
}

const (
	complexType  = "vec2<f32>"
	complexArray = "array<" + complexType + ">"
	floatArray   = "array<f32>"
)

// A Module is the text of a kernel and everything a device must know to run it.
type Module struct {
	Name           string // the kernel's Name: cache key, label and error prefix
	Text           string // WGSL
	Entry          string // name of the entry point
	Workgroup      [3]int // @workgroup_size
	WorkgroupBytes int    // bytes of workgroup memory declared
	Bindings       []Binding
}
