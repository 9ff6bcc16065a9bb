package device

// Usage is the purpose of a buffer.
type Usage uint8

// The usages of buffers.
const (
	Storage  Usage = iota // read and written by kernels; copied from and to
	Uniform               // read by kernels as a uniform; copied to
	Upload                // written by the host while mapped; copied from; mapped when made
	Download              // read by the host while mapped; copied to

	// Shared is Storage that the host reads and writes while mapped; mapped when made. It needs a device with
	// HasShared.
	Shared
)

// String returns the usage's name in lower case.
func (u Usage) String() string {
	names := [...]string{"storage", "uniform", "upload", "download", "shared"}
	if int(u) < len(names) {
		return names[u]
	}
	return "unknown"
}

// A Binding is the part of a buffer that a kernel accesses.
type Binding struct {
	Buffer *Buffer
	Offset int64 // bytes, a multiple of Limits.StorageAlign
	Size   int64 // bytes, a positive multiple of 4, at most Limits.BindingBytes
}

// Whole binds all of a buffer.
func Whole(b *Buffer) Binding {
	if b == nil {
		return Binding{}
	}
	return Binding{Buffer: b, Size: b.Size()}
}
