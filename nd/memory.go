package nd

import (
	"context"

	"wgfft/device"
	"wgfft/internal/attach"
)

// memory holds elements of an engine, in row-major order.
type memory struct {
	dtype     DType
	n         int            // the number of elements
	host      block          // the elements on the CPU engine, in the memory of the buffer
	buf       *device.Buffer // memory of a GPU or of the process
	isAdopted bool           // the buffer belongs to the program
	isSlice   bool           // the elements are a slice of the program, which has no buffer
}

// A hostCopy is a copy of elements on its way to the host.
type hostCopy struct {
	host  block             // on the CPU engine
	buf   *device.Buffer    // on a GPU
	pairs attach.Conversion // converts the buffer's numbers; nil if the host has the same format
}

// read copies n elements of type from to a block of type d, and frees the memory of the copy.
func (c *hostCopy) read(ctx context.Context, d DType, to *block, from DType, n int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.buf == nil {
		convert(to, d, &c.host, from)
		c.host = block{}
		return nil
	}
	if err := c.buf.Map(ctx); err != nil {
		return err
	}
	if d == from {
		c.copyTo(to)
	} else {
		host := newBlock(from, n)
		c.copyTo(&host)
		convert(to, d, &host, from)
	}
	return c.buf.Close()
}

// copyTo copies the elements from a mapped buffer.
func (c *hostCopy) copyTo(host *block) {
	if c.pairs != nil {
		c.pairs.ToHost(host.bytes(), c.buf.Bytes(), 0)
		return
	}
	copy(host.bytes(), c.buf.Bytes())
}

// free frees the memory.
func (c *hostCopy) free() {
	if c.buf != nil {
		_ = c.buf.Close()
	}
	c.host = block{}
}

// wordBytes returns a number of bytes rounded up to words of 32 bits.
func wordBytes(n int64) int64 { return (n + 3) / 4 * 4 }

// maxKept is the largest number of kernels, and of plans of each kind, that a machine keeps.
const maxKept = 1024
