package wgsl

import "fmt"

// Access is the way in which a kernel uses a binding.
type Access uint8

// The kinds of access.
const (
	Read      Access = iota // var<storage, read>
	ReadWrite               // var<storage, read_write>
	Uniform                 // var<uniform>
)

// A Binding is one array or uniform of a kernel, at @group(0) @binding(i). The number i is its index
// in Module.Bindings.
type Binding struct {
	Name    string // name of the array
	Access  Access
	Type    string // WGSL type
	Segment int    // number of the array's segment, from 1; 0 for the whole array
}

// The bindings of kernels.
var (
	Source          = Binding{Name: "src", Access: Read, Type: complexArray}
	Target          = Binding{Name: "dst", Access: ReadWrite, Type: complexArray}
	SourceAndTarget = Binding{Name: "data", Access: ReadWrite, Type: complexArray}
	TwiddleTable    = Binding{Name: "twiddles", Access: Read, Type: complexArray}
	RootTable       = Binding{Name: "roots", Access: Read, Type: complexArray}
	RealRootTable   = Binding{Name: "real_roots", Access: Read, Type: complexArray}
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

// Variable returns the name of the binding's variable: the array's name and the number of a segment.
func (b Binding) Variable() string {
	if b.Segment > 0 {
		return fmt.Sprintf("%s%d", b.Name, b.Segment)
	}
	return b.Name
}

// ofReal returns the binding with the element type of one side of a real transform.
func (b Binding) ofReal(r Real) Binding {
	if r.IsReal() {
		b.Type = floatArray
	}
	return b
}

// segments returns the bindings of a segmented array.
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

// The WGSL types of elements and arrays.
const (
	complexType  = "vec2<f32>"
	complexArray = "array<" + complexType + ">"
	floatArray   = "array<f32>"
)

// A Module is the text of a kernel and the facts that a device needs to run it.
type Module struct {
	Name           string // the kernel's Name: cache key, label and error prefix
	Text           string // WGSL
	Entry          string // name of the entry point
	Workgroup      [3]int // @workgroup_size
	WorkgroupBytes int    // bytes of workgroup memory declared
	Bindings       []Binding
}
