package main

import (
	"context"
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd"
)

// fused times transforms with a product in the load or the store.
func fused(ctx context.Context, eng *wgfft.Engine, scale int, explain bool) error {
	q := nd.NewQueue(eng)
	fmt.Println("what,shape,ms,of the sum")
	for _, s := range []struct {
		kind        wgfft.Kind
		shape, axes []int
	}{
		{wgfft.C2C, []int{1 << 16 / scale, 256}, []int{1}}, {wgfft.C2C, []int{1 << 12 / scale, 4096}, []int{1}},
		{wgfft.C2C, []int{4096 / scale, 4096}, nil}, {wgfft.C2C, []int{1 << 24 / scale}, nil},
		{wgfft.R2C, []int{4096 / scale, 4096}, nil}, {wgfft.C2R, []int{4096 / scale, 4096}, nil},
		{wgfft.R2C, []int{1 << 13 / scale, 4096}, []int{1}}, {wgfft.C2R, []int{1 << 13 / scale, 4096}, []int{1}},
	} {
		if err := fusedShape(ctx, q, s.kind, s.shape, s.axes, explain); err != nil {
			return err
		}
	}
	return nil
}

// fusedShape times the transforms of one shape.
func fusedShape(ctx context.Context, q *nd.Queue, kind wgfft.Kind, shape, axes []int, explain bool) error {
	last := len(shape) - 1
	tr := nd.Transform{Kind: kind, Axes: axes}
	source, result := slices.Clone(shape), slices.Clone(shape)
	types := [2]nd.DType{nd.Complex64, nd.Complex64}
	switch kind {
	case wgfft.R2C:
		types[0], result[last] = nd.Float32, shape[last]/2+1
	case wgfft.C2R:
		types[1], source[last], tr.N = nd.Float32, shape[last]/2+1, shape[last]
	}
	x, y := q.New(types[0], source...), q.New(types[1], result...)
	g, h := q.New(nd.Float32, source...), q.New(nd.Float32, result...)
	from, to := q.New(nd.Float32, shape...), q.New(nd.Float32, shape...)
	defer func() {
		for _, a := range []nd.Array{x, y, g, h, from, to} {
			_ = a.Close()
		}
	}()
	transform := func(a nd.Array) nd.Array { return q.Transform(a, tr) }
	copying, alone := 0.0, 0.0 // ms
	for _, s := range []struct {
		name     string
		products int
		step     func()
	}{
		{"copy of the real numbers", 0, func() { q.Set(to, from) }},
		{"transform", 0, func() { q.Set(y, transform(x)) }},
		{"product in the load", 1, func() { q.Set(y, transform(q.Mul(x, g))) }},
		{"product in the store", 1, func() { q.Set(y, q.Mul(transform(x), h)) }},
		{"both", 2, func() { q.Set(y, q.Mul(transform(q.Mul(x, g)), h)) }},
	} {
		if explain {
			s.step()
			fmt.Print(q.Explain())
			q.Discard()
		}
		ms, err := milliseconds(ctx, q, s.step)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if copying == 0 {
			copying = ms
			continue
		}
		if alone == 0 {
			alone = ms
		}
		sum := alone + float64(s.products)*copying/2
		fmt.Printf("%s of %v,%v along %v,%.4f,%.3f\n", s.name, kind, shape, axes, ms, ms/sum)
	}
	return nil
}
