package attach

import (
	"context"
	"io"

	"wgfft/wgsl"
)

// A Double has the number format of an engine's GPU in double precision, for packages that write
// kernels.
type Double interface {
	io.Closer
	// KernelFormat returns the format of kernels, and the conversion of host data. The conversion is nil if the GPU
	// stores float64. The first call tests and measures the device.
	KernelFormat(ctx context.Context) (wgsl.Number, Conversion, error)
}

// A Conversion converts float64 to the numbers of a GPU, and back. A number takes 8 bytes on either side.
type Conversion interface {
	// Check returns an error for a number that the GPU can't hold.
	Check(src []byte) error
	// ToDevice writes the numbers divided by 2^exponent.
	ToDevice(dst, src []byte, exponent int)
	// ToHost writes the numbers multiplied by 2^exponent.
	ToHost(dst, src []byte, exponent int)
}

// doubleKey is the key of a Double.
type doubleKey struct{}

// SetDouble attaches the format of double precision to an engine.
func (p *Point) SetDouble(d Double) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.values[doubleKey{}] = d
}

// Double returns the attached format.
func (p *Point) Double() Double {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, _ := p.values[doubleKey{}].(Double)
	return d
}
