//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"

	"wgfft"
)

// plan prepares a transform of arrays, and of GPU buffers of the page if the engine has its GPUDevice.
func (e *engine) plan(args []js.Value) (any, error) {
	given := argument(args, 0)
	p := wgfft.Problem{}
	var err error
	if p.Shape, err = integers(get(given, "shape"), "shape"); err != nil {
		return nil, err
	}
	if axes := get(given, "axes"); !axes.IsUndefined() {
		if p.Axes, err = integers(axes, "axes"); err != nil {
			return nil, err
		}
	}
	if batch := get(given, "batch"); batch.Type() == js.TypeNumber {
		p.Batch = batch.Int()
	}
	if p.Norm, err = normOf(given); err != nil {
		return nil, err
	}
	if p.Kind, err = kindOf(given); err != nil {
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
		o.method("forward", func(args []js.Value) (any, error) { return apply(args, points, n, made.Forward) })
		o.method("inverse", func(args []js.Value) (any, error) { return apply(args, points, n, made.Inverse) })
		return made.Close, nil
	case wgfft.R2C:
		made, err := e.PlanReal(ctx, p)
		if err != nil {
			return nil, err
		}
		last := len(p.Shape) - 1
		if len(p.Axes) > 0 {
			last = p.Axes[len(p.Axes)-1]
			if last < 0 {
				last += len(p.Shape)
			}
		}
		half := n / p.Shape[last] * (p.Shape[last]/2 + 1)
		o.method("forward", func(args []js.Value) (any, error) { return apply(args, reals, half, made.Forward) })
		o.method("inverse", func(args []js.Value) (any, error) { return apply(args, points, n, made.Inverse) })
		return made.Close, nil
	}
	made, err := e.PlanTrig(ctx, p)
	if err != nil {
		return nil, err
	}
	o.method("forward", func(args []js.Value) (any, error) { return apply(args, reals, n, made.Forward) })
	o.method("inverse", func(args []js.Value) (any, error) { return apply(args, reals, n, made.Inverse) })
	return made.Close, nil
}

// apply transforms the array in args to one of n elements.
func apply[D, S float32 | complex64](
	args []js.Value, read func(js.Value) ([]S, error), n int,
	transform func(ctx context.Context, dst []D, src []S) error,
) (any, error) {
	src, err := read(argument(args, 0))
	if err != nil {
		return nil, err
	}
	dst := make([]D, n)
	err = transform(context.Background(), dst, src)
	return array(dst), err
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
