package wgsl

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
	Name   string // the variable's name in the text
	Access Access
	Type   string // its WGSL type
}

// The bindings FFT kernels have.
var (
	Source          = Binding{"src", Read, points}
	Target          = Binding{"dst", ReadWrite, points}
	SourceAndTarget = Binding{"data", ReadWrite, points}
	TwiddleTable    = Binding{"twiddles", Read, points}
	RootTable       = Binding{"roots", Read, points}
	LoadFactors     = Binding{"in_factors", Read, points}
	SpectrumTable   = Binding{"spectrum", Read, points}
	PowerTable      = Binding{"powers", Read, "array<u32>"}
	StoreFactors    = Binding{"out_factors", Read, points}
	BatchCount      = Binding{"batch", Uniform, "Batch"}
)

const points = "array<vec2<f32>>"

// A Module is the text of a kernel and everything a device must know to run it.
type Module struct {
	Name           string // the kernel's Name: cache key, label and error prefix
	Text           string // WGSL
	Entry          string // name of the entry point
	Workgroup      [3]int // @workgroup_size
	WorkgroupBytes int    // bytes of workgroup memory declared
	Bindings       []Binding
}
