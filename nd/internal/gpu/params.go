package gpu

import (
	"wgfft/device"
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

const (
	paramAlign = 256     // bytes; every device allows multiples of it as the offset of a uniform
	chunkBytes = 1 << 16 // bytes of a chunk of parameters; every device allows uniforms of this size
	paramBytes = 16      // bytes of a parameter
	maxParams  = chunkBytes / paramBytes
)

// A paramBuffer holds the parameters of the kernels of a step, in chunks.
type paramBuffer struct {
	chunks []paramChunk
	at     int // the chunk in use
}

// A paramChunk is a buffer, and the bytes that the next submission writes to it.
type paramChunk struct {
	buf  *device.Buffer
	host []byte
}

// add returns a binding that holds numbers in format f. Each number takes 16 bytes.
func (p *paramBuffer) add(dev *device.Device, numbers []complex128, f *expr.Format) (device.Binding, error) {
	size := len(numbers) * paramBytes
	for p.at < len(p.chunks) && len(p.chunks[p.at].host)+size > chunkBytes {
		p.at++
	}
	if p.at == len(p.chunks) {
		b, err := dev.NewBuffer("nd parameters", chunkBytes, device.Uniform)
		if err != nil {
			return device.Binding{}, err
		}
		p.chunks = append(p.chunks, paramChunk{buf: b})
	}
	c := &p.chunks[p.at]
	offset := len(c.host)
	for _, x := range numbers {
		at := len(c.host)
		c.host = f.Number.Append(c.host, wgsl.Constant{Z: x})
		c.host = append(c.host, make([]byte, paramBytes-(len(c.host)-at))...)
	}
	for len(c.host)%paramAlign != 0 {
		c.host = append(c.host, 0)
	}
	return device.Binding{Buffer: c.buf, Offset: int64(offset), Size: int64(size)}, nil
}

// write copies the parameters to the GPU, before all work submitted later.
func (p *paramBuffer) write() error {
	for i := range p.chunks {
		if c := &p.chunks[i]; len(c.host) > 0 {
			if err := c.buf.WriteAt(c.host, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// reset forgets the parameters of a step.
func (p *paramBuffer) reset() {
	for i := range p.chunks {
		p.chunks[i].host = p.chunks[i].host[:0]
	}
	p.at = 0
}

// close frees the chunks.
func (p *paramBuffer) close() {
	for _, c := range p.chunks {
		_ = c.buf.Close()
	}
	p.chunks = nil
}
