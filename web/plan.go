//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"unsafe"

	"wgfft"
)

// plan prepares a transform of arrays. If the engine uses the page's GPUDevice, it also prepares the transform of the
// page's GPU buffers.
func (e *engine) plan(args []js.Value) (any, error) {
	p, err := problemOf(argument(args, 0))
	if err != nil {
		return nil, err
	}
	o := e.loader.object()
	closePlan, err := e.hostMethods(o, p)
	if err != nil {
		return nil, err
	}
	closeResident := func() error { return nil }
	if e.adopted != nil {
		if closeResident, err = e.encodeMethods(o, p); err != nil {
			o.release()
			return nil, errors.Join(err, closePlan())
		}
	}
	o.method("close", func([]js.Value) (any, error) {
		o.release()
		return js.Undefined(), errors.Join(closePlan(), closeResident())
	})
	return o.Value, nil
}

// problemOf reads a Problem.
func problemOf(given js.Value) (p wgfft.Problem, err error) {
	if err := checkNames(given, "plan", "kind", "shape", "axes", "batch", "norm"); err != nil {
		return p, err
	}
	if p.Shape, err = integers(get(given, "shape"), "shape"); err != nil {
		return p, err
	}
	if axes := get(given, "axes"); !axes.IsUndefined() {
		if p.Axes, err = integers(axes, "axes"); err != nil {
			return p, err
		}
	}
	if batch := get(given, "batch"); !batch.IsUndefined() {
		n, ok := integer(batch)
		if !ok || n < 1 {
			return p, errors.New("wgfft: plan: batch: want a whole number, at least 1")
		}
		p.Batch = n
	}
	if p.Norm, err = normOf(given); err != nil {
		return p, err
	}
	p.Kind, err = kindOf(given)
	return p, err
}

// kindOf reads the kind of a Problem. C2R is not a kind of the API, because it is the inverse of r2c.
func kindOf(v js.Value) (wgfft.Kind, error) {
	given := get(v, "kind")
	if given.IsUndefined() {
		return wgfft.C2C, nil
	}
	for k := wgfft.C2C; k <= wgfft.DST4; k++ {
		if k != wgfft.C2R && given.Type() == js.TypeString && given.String() == k.String() {
			return k, nil
		}
	}
	return 0, errors.New("wgfft: plan: kind: want c2c, r2c, dct1 to dct4, or dst1 to dst4")
}

// binsOf returns the number of bins of the half spectrum of a real array.
func binsOf(shape, axes []int) int {
	halved := len(shape) - 1
	if len(axes) > 0 {
		halved = axes[len(axes)-1]
		if halved < 0 {
			halved += len(shape)
		}
	}
	bins := 1
	for axis, n := range shape {
		if axis == halved {
			n = n/2 + 1
		}
		bins *= n
	}
	return bins
}

// hostMethods adds the methods forward and inverse, and returns a function that closes their plan.
func (e *engine) hostMethods(o *object, p wgfft.Problem) (closePlan func() error, err error) {
	ctx := context.Background()
	n := max(p.Batch, 1)
	for _, d := range p.Shape {
		n *= d
	}
	switch p.Kind {
	case wgfft.C2C:
		made, err := e.Plan(ctx, p)
		if err != nil {
			return nil, err
		}
		addMethod(o, "forward", points, n, n, made.Forward)
		addMethod(o, "inverse", points, n, n, made.Inverse)
		return made.Close, nil
	case wgfft.R2C:
		made, err := e.PlanReal(ctx, p)
		if err != nil {
			return nil, err
		}
		bins := max(p.Batch, 1) * binsOf(p.Shape, p.Axes)
		addMethod(o, "forward", reals, n, bins, made.Forward)
		addMethod(o, "inverse", points, bins, n, made.Inverse)
		return made.Close, nil
	}
	made, err := e.PlanTrig(ctx, p)
	if err != nil {
		return nil, err
	}
	addMethod(o, "forward", reals, n, n, made.Forward)
	addMethod(o, "inverse", reals, n, n, made.Inverse)
	return made.Close, nil
}

// addMethod adds a method that transforms an array of in elements to an array of out elements.
func addMethod[D, S float32 | complex64](
	o *object, name string, read func(js.Value) ([]S, error), in, out int,
	transform func(ctx context.Context, dst []D, src []S) error,
) {
	o.method(name, func(args []js.Value) (any, error) {
		given := argument(args, 0)
		src, err := read(given)
		if err != nil {
			return nil, err
		}
		if len(src) != in { // the plan would check it, but after dst is allocated
			var element S
			return nil, lengthError(name, given.Length(), fmt.Sprint(in*int(unsafe.Sizeof(element)/4)))
		}
		dst := make([]D, out)
		err = transform(context.Background(), dst, src)
		return array(dst), err
	})
}

// encodeMethods adds the methods encodeForward and encodeInverse, which record into an encoder of the page. It
// returns a function that closes their plan.
func (e *engine) encodeMethods(o *object, p wgfft.Problem) (closePlan func() error, err error) {
	r, err := e.PlanResident(context.Background(), p)
	if err != nil {
		return nil, err
	}
	if err := r.Warm(context.Background()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	o.method("encodeForward", func(args []js.Value) (any, error) {
		return js.Undefined(), e.encode(args, r.EncodeForward)
	})
	o.method("encodeInverse", func(args []js.Value) (any, error) {
		return js.Undefined(), e.encode(args, r.EncodeInverse)
	})
	return r.Close, nil
}

// encode records a transform of buffers of the page into an encoder of the page.
func (e *engine) encode(args []js.Value, record func(enc *wgfft.Encoder, dst, src wgfft.Region) error) error {
	enc, err := e.adopted.AdoptEncoder(argument(args, 0))
	if err != nil {
		return err
	}
	defer enc.Discard()
	dst, dstOffset, err := regionOf(argument(args, 1), "dst")
	if err != nil {
		return err
	}
	src, srcOffset, err := regionOf(argument(args, 2), "src")
	if err != nil {
		return err
	}
	target, err := e.adoptBuffer(dst)
	if err != nil {
		return err
	}
	defer target.Close()
	source := target
	if !src.Equal(dst) {
		if source, err = e.adoptBuffer(src); err != nil {
			return err
		}
		defer source.Close()
	}
	if err := record(
		enc, wgfft.Region{Buffer: target, Offset: dstOffset}, wgfft.Region{Buffer: source, Offset: srcOffset},
	); err != nil {
		return err
	}
	return enc.End()
}

// regionOf reads a Region: a GPUBuffer, or an object with a GPUBuffer and an offset in bytes.
func regionOf(given js.Value, name string) (buffer js.Value, offset int64, err error) {
	inner := get(given, "buffer")
	if inner.IsUndefined() {
		return given, 0, nil
	}
	if err := checkNames(given, "encode: "+name, "buffer", "offset"); err != nil {
		return inner, 0, err
	}
	if at := get(given, "offset"); !at.IsUndefined() {
		n, ok := integer(at)
		if !ok || n < 0 {
			return inner, 0, fmt.Errorf("wgfft: encode: %s: offset: want a whole number of bytes, at least 0", name)
		}
		offset = int64(n)
	}
	return inner, offset, nil
}

// adoptBuffer adopts a GPUBuffer of the page. The caller closes the result.
func (e *engine) adoptBuffer(buffer js.Value) (*wgfft.Buffer, error) {
	size := get(buffer, "size")
	if size.Type() != js.TypeNumber {
		return nil, errors.New("wgfft: encode: dst or src is no GPUBuffer")
	}
	return e.adopted.AdoptBuffer(buffer, int64(size.Float())&^3)
}
