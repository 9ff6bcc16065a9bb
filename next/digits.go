package wgsl

import "fmt"

// digitMemory returns the workgroup memory of a kernel with a digit layout.
func (k *Kernel) digitMemory() memory { return memory{} }

// fiber returns the addresses of the slots of a unit in a digit layout.
func (p *program) fiber(f *fragment, b int) ([]address, []*Index) {
	panic(fmt.Sprint("wgsl: digit layouts are not here yet"))
}
