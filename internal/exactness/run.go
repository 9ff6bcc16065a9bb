package exactness

import (
	"context"
	"slices"

	"wgfft/device"
	"wgfft/wgsl"
)

// run runs the kernel on an input and returns its output of the given number of bytes.
func run(ctx context.Context, d *device.Device, m wgsl.Module, in []byte, bytes int) ([]byte, error) {
	pipeline, err := d.NewPipeline(m)
	if err != nil {
		return nil, err
	}
	defer pipeline.Close()
	var buffers [3]*device.Buffer // input, output, download
	for i, b := range []struct {
		label string
		bytes int
		use   device.Usage
	}{{"x", len(in), device.Storage}, {"y", bytes, device.Storage}, {"down", bytes, device.Download}} {
		if buffers[i], err = d.NewBuffer(b.label, int64(b.bytes), b.use); err != nil {
			return nil, err
		}
		defer buffers[i].Close()
	}
	x, y, down := buffers[0], buffers[1], buffers[2]
	if err := x.WriteAt(in, 0); err != nil {
		return nil, err
	}
	bindings, err := d.NewBindings(pipeline, device.Whole(x), device.Whole(y))
	if err != nil {
		return nil, err
	}
	defer bindings.Close()
	e, err := d.NewEncoder()
	if err != nil {
		return nil, err
	}
	defer e.Discard()
	if err := e.Dispatch(pipeline, bindings, count/invocations, 1, 1); err != nil {
		return nil, err
	}
	if err := e.Copy(down, 0, y, 0, int64(bytes)); err != nil {
		return nil, err
	}
	if _, err := e.SubmitContext(ctx); err != nil {
		return nil, err
	}
	if err := down.Map(ctx); err != nil {
		return nil, err
	}
	return slices.Clone(down.Bytes()), down.Unmap()
}
