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

// plan prepares a transform of arrays, and of GPU buffers of the page if the engine has its GPUDevice.
func (e *engine) plan(args []js.Value) (any, error) {
	p, err := problemOf(argument(args, 0))
	if err != nil {
		return nil, err
	}
	o := e.loader.object()
	closers, err := e.hostMethods(o, p)
	if err != nil {
		return nil, err
	}
	if e.adopted != nil {
		r, err := e.encodeMethods(o, p)
		if err != nil {
			o.release()
			return nil, errors.Join(err, closers())
		}
		first := closers
		closers = func() error { return errors.Join(first(), r.Close()) }
	}
	o.method("close", func([]js.Value) (any, error) {
		o.release()
		return js.Undefined(), closers()
	})
	return o.Value, nil
}

// problemOf reads a problem.
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
	return 0, errors.New("wgfft: plan: kind: use c2c, r2c, dct1 to dct4 or dst1 to dst4")
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

// hostMethods adds forward and inverse of arrays, and returns what closes the plan.
func (e *engine) hostMethods(o *object, p wgfft.Problem) (closer func() error, err error) {
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

// addMethod adds a method that transforms an array of in elements to one of out elements.
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
		if len(src) != in { // checked before the result is allocated
			var element S
			return nil, lengthError(name, given.Length(), fmt.Sprint(in*int(unsafe.Sizeof(element)/4)))
		}
		dst := make([]D, out)
		err = transform(context.Background(), dst, src)
		return array(dst), err
	})
}

// encodeMethods adds encodeForward and encodeInverse, which record into an encoder of the page.
func (e *engine) encodeMethods(o *object, p wgfft.Problem) (*wgfft.ResidentPlan, error) {
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
	return r, nil
}

// encode records a transform of the page's buffers into its encoder.
func (e *engine) encode(args []js.Value, record func(enc *wgfft.Encoder, dst, src wgfft.Region) error) error {
	enc, err := e.adopted.AdoptEncoder(argument(args, 0))
	if err != nil {
		return err
	}
	defer enc.Discard()
	var regions [2]wgfft.Region
	for i := range regions {
		given := argument(args, i+1)
		size := get(given, "size")
		if size.Type() != js.TypeNumber {
			return fmt.Errorf("wgfft: encode: argument %d is no GPUBuffer", i+2)
		}
		b, err := e.adopted.AdoptBuffer(given, int64(size.Float())&^3)
		if err != nil {
			return err
		}
		defer b.Close()
		regions[i].Buffer = b
	}
	if err := record(enc, regions[0], regions[1]); err != nil {
		return err
	}
	return enc.End()
}
