package pipeline

import (
	"unsafe"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A table is a buffer of constants that kernels read.
type table = shared[*device.Buffer]

// A kernel is a compiled pipeline.
type kernel = shared[*device.Pipeline]

// maxIdleTables is how many bytes of tables stay that no program uses. The spectra of convolution kernels are tables
// too: they can be large, and there may be any number of them.
const maxIdleTables = 64 << 20

// maxIdleKernels is how many bytes of compiled kernels stay that no program uses.
const maxIdleKernels = 256 << 20

// bytesOfText is about how many bytes of memory a driver needs for a byte of a kernel's text: see LOG E1.
const bytesOfText = 128

// table returns the table of a recipe, which may be made of several allocations that begin at the cuts. The caller
// releases it.
func (e *Engine) table(r plan.Recipe, cuts []int64) (*table, error) {
	return e.tables.use(r.Name(), func() (*device.Buffer, int64, error) {
		words := r.Words()
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
		b, err := e.filled(r.Name(), cuts, device.Storage, bytes)
		return b, int64(len(bytes)), err
	})
}

// kernel returns the compiled kernel. The caller releases it.
func (e *Engine) kernel(k wgsl.Shader) (*kernel, error) {
	return e.kernels.use(k.Name(), func() (*device.Pipeline, int64, error) {
		m := k.Module()
		e.compiling.Lock()
		defer e.compiling.Unlock()
		if err := e.kernels.usable(); err != nil { // the engine was closed while others were compiled
			return nil, 0, err
		}
		p, err := e.dev.NewPipeline(m)
		return p, bytesOfText * int64(len(m.Text)), err
	})
}
