package pipeline

import (
	"fmt"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A table is a buffer of constants that kernels read.
type table = entry[*device.Buffer]

// A kernel is a compiled pipeline.
type kernel = entry[*device.Pipeline]

// maxIdleTables is the largest number of bytes of unused tables that an engine keeps. The spectra
// of convolution kernels are tables, too: they can be large, and there may be any number of them.
const maxIdleTables = 64 << 20

// maxIdleKernels is the largest number of bytes of unused kernels that an engine keeps.
const maxIdleKernels = 256 << 20

// bytesOfText is the approximate number of bytes that a driver allocates for each byte of a
// kernel's text (LOG E1).
const bytesOfText = 128

// table returns the table of a recipe. It consists of several allocations, which begin at the cuts.
// The caller releases it.
func (e *Engine) table(r plan.Recipe, cuts []int64) (*table, error) {
	return e.tables.use(r.Name(), func() (*device.Buffer, int64, error) {
		bytes := r.Bytes()
		b, err := e.newFilledBuffer(r.Name(), cuts, device.Storage, bytes)
		return b, int64(len(bytes)), err
	})
}

// kernel returns the compiled kernel k. The caller releases it.
func (e *Engine) kernel(k wgsl.Shader) (*kernel, error) {
	return e.kernels.use(k, func() (*device.Pipeline, int64, error) {
		m, err := moduleOf(k)
		if err != nil {
			return nil, 0, err
		}
		e.compiling <- struct{}{}
		defer func() { <-e.compiling }()
		if err := e.kernels.checkOpen(); err != nil { // the engine was closed while other kernels were compiled
			return nil, 0, err
		}
		p, err := e.dev.NewPipeline(m)
		return p, bytesOfText * int64(len(m.Text)), err
	})
}

// moduleOf returns the text of a kernel. It returns an error if an op or a number format of a kernel panics.
func moduleOf(k wgsl.Shader) (m wgsl.Module, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("pipeline: %s: an op or the number format panics: %v", k.Name(), r)
		}
	}()
	return k.Module(), nil
}
