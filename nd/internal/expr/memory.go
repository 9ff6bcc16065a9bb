package expr

import (
	"context"

	"wgfft/device"
	"wgfft/internal/attach"
)

// Memory holds elements of an engine, in row-major order.
type Memory struct {
	Type      DType
	Count     int            // the number of elements
	Host      Block          // the elements on the CPU engine, in the memory of the buffer
	Buffer    *device.Buffer // memory of a GPU or of the process
	IsAdopted bool           // the buffer belongs to the program
	IsSlice   bool           // the elements are a slice of the program, which has no buffer
}

// A Temp returns memory for n elements of type d until an operation of a machine is done.
type Temp func(d DType, n int) (*Memory, error)

// A HostCopy is a copy of elements on its way to the host.
type HostCopy struct {
	Host   Block             // on the CPU engine
	Buffer *device.Buffer    // on a GPU
	Pairs  attach.Conversion // converts the buffer's numbers; nil if the host has the same format
}

// Read copies n elements of type from to a block of type d, and frees the memory of the copy.
func (c *HostCopy) Read(ctx context.Context, d DType, to *Block, from DType, n int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.Buffer == nil {
		Convert(to, d, &c.Host, from)
		c.Host = Block{}
		return nil
	}
	if err := c.Buffer.Map(ctx); err != nil {
		return err
	}
	if d == from {
		c.CopyTo(to)
	} else {
		host := NewBlock(from, n)
		c.CopyTo(&host)
		Convert(to, d, &host, from)
	}
	return c.Buffer.Close()
}

// CopyTo copies the elements from a mapped buffer.
func (c *HostCopy) CopyTo(host *Block) {
	if c.Pairs != nil {
		c.Pairs.ToHost(host.Bytes(), c.Buffer.Bytes(), 0)
		return
	}
	copy(host.Bytes(), c.Buffer.Bytes())
}

// Free frees the memory.
func (c *HostCopy) Free() {
	if c.Buffer != nil {
		_ = c.Buffer.Close()
	}
	c.Host = Block{}
}

// WordBytes returns a number of bytes rounded up to words of 32 bits.
func WordBytes(n int64) int64 { return (n + 3) / 4 * 4 }

// MaxKept is the largest number of kernels, and of plans of each kind, that a machine keeps.
const MaxKept = 1024
