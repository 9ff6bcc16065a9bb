//go:build js

// Web is a WebAssembly program that gives web pages wgfft with a small JavaScript API. wgfft.js loads the program, and
// wgfft.d.ts describes the API. Numbers are in typed arrays, and calls return promises. make web builds the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"

	"wgfft"
	"wgfft/device"
)

// main passes open to the loader. It never returns, because JavaScript can't call a program that has ended.
func main() {
	l := loader{js.Global().Get("wgfftLoader")}
	made, _ := l.method(js.Global().Get("Object").New(), l.open)
	l.Call("ready", made)
	select {}
}

// An engine is an open engine.
type engine struct {
	*wgfft.Engine
	loader  loader
	adopted *device.Device // the page's device; nil if the engine opened its device
}

// open opens an engine. Its argument is OpenOptions.
func (l loader) open(args []js.Value) (any, error) {
	options := argument(args, 0)
	if err := checkNames(options, "open", "device", "wisdom"); err != nil {
		return nil, err
	}
	store, err := storageOf(get(options, "wisdom"))
	if err != nil {
		return nil, err
	}
	config, e := wgfft.Config{}, &engine{loader: l}
	switch given := get(options, "device"); given.Type() {
	case js.TypeUndefined, js.TypeNull:
	case js.TypeString:
		choice, err := wgfft.ParseChoice(given.String())
		if err != nil {
			return nil, err
		}
		config.Device = choice
	case js.TypeObject:
		adopted, err := device.Adopt(given, given.Get("queue"), device.Adapter{})
		if err != nil {
			return nil, err
		}
		config.Use, e.adopted = adopted, adopted
	default:
		return nil, errors.New("wgfft: open: device: want a name or a GPUDevice")
	}
	if store != nil {
		config.Wisdom = wgfft.WisdomSource{Kind: wgfft.WisdomStored, Store: store}
	}
	if e.Engine, err = wgfft.Open(config); err != nil {
		return nil, errors.Join(err, e.closeAdopted())
	}
	return e.object(), nil
}

// closeAdopted ends the use of the page's device.
func (e *engine) closeAdopted() error {
	if e.adopted == nil {
		return nil
	}
	return e.adopted.Close()
}

// object returns the Engine of the JavaScript API.
func (e *engine) object() js.Value {
	a := e.Adapter()
	name := a.Name
	if a.CPU {
		name = "CPU engine"
	}
	o := e.loader.object()
	o.Set("adapter", name)
	o.Set("onGPU", !a.CPU)
	o.Set("reason", a.Reason)
	o.method("fft", func(args []js.Value) (any, error) { return e.complex(args, false) })
	o.method("ifft", func(args []js.Value) (any, error) { return e.complex(args, true) })
	o.method("rfft", e.rfft)
	o.method("irfft", e.irfft)
	o.method("filter", e.filter)
	o.method("plan", e.plan)
	o.method("close", func([]js.Value) (any, error) {
		err := errors.Join(e.Close(), e.closeAdopted())
		o.release()
		return js.Undefined(), err
	})
	return o.Value
}

// options are the options of a transform.
type options struct {
	shape, axes []int          // axes is empty for a transform along all axes
	list        []wgfft.Option // axes and norm
}

// optionsOf reads TransformOptions. The default shape has one axis of n elements.
func optionsOf(v js.Value, n int) (options, error) {
	o := options{shape: []int{n}}
	if err := checkNames(v, "options", "shape", "axes", "norm"); err != nil {
		return o, err
	}
	if shape := get(v, "shape"); !shape.IsUndefined() {
		var err error
		if o.shape, err = integers(shape, "shape"); err != nil {
			return o, err
		}
	}
	if axes := get(v, "axes"); !axes.IsUndefined() {
		var err error
		if o.axes, err = integers(axes, "axes"); err != nil {
			return o, err
		}
		o.list = append(o.list, wgfft.WithAxes(o.axes...))
	}
	norm, err := normOf(v)
	o.list = append(o.list, wgfft.WithNorm(norm))
	return o, err
}

// normOf reads the norm of TransformOptions or a Problem.
func normOf(v js.Value) (wgfft.Norm, error) {
	given := get(v, "norm")
	if given.IsUndefined() {
		return wgfft.NormBackward, nil
	}
	for n := wgfft.NormBackward; n <= wgfft.NormForward; n++ {
		if given.Type() == js.TypeString && given.String() == n.String() {
			return n, nil
		}
	}
	return 0, errors.New("wgfft: norm: want backward, ortho or forward")
}

// complex transforms complex arrays.
func (e *engine) complex(args []js.Value, inverse bool) (any, error) {
	src, err := points(argument(args, 0))
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(argument(args, 1), len(src))
	if err != nil {
		return nil, err
	}
	transform := e.FFTN
	if inverse {
		transform = e.IFFTN
	}
	dst, err := transform(context.Background(), nil, src, o.shape, o.list...)
	return array(dst), err
}

// rfft transforms real arrays to half spectra.
func (e *engine) rfft(args []js.Value) (any, error) {
	src, err := reals(argument(args, 0))
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(argument(args, 1), len(src))
	if err != nil {
		return nil, err
	}
	dst, err := e.RFFTN(context.Background(), nil, src, o.shape, o.list...)
	return array(dst), err
}

// irfft transforms half spectra to real arrays.
func (e *engine) irfft(args []js.Value) (any, error) {
	src, err := points(argument(args, 0))
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(argument(args, 1), max(2*len(src)-2, 0))
	if err != nil {
		return nil, err
	}
	dst, err := e.IRFFTN(context.Background(), nil, src, o.shape, o.list...)
	return array(dst), err
}

// filter multiplies the half spectrum of real arrays by real gains.
func (e *engine) filter(args []js.Value) (any, error) {
	src, err := reals(argument(args, 0))
	if err != nil {
		return nil, err
	}
	gains, err := reals(argument(args, 1))
	if err != nil {
		return nil, err
	}
	o, err := optionsOf(argument(args, 2), len(src))
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	spectrum, err := e.RFFTN(ctx, nil, src, o.shape, o.list...)
	if err != nil {
		return nil, err
	}
	if bins := binsOf(o.shape, o.axes); len(gains) != bins {
		return nil, lengthError("filter: gains", len(gains), fmt.Sprintf("%d, one for each bin of an array", bins))
	}
	for i := range spectrum {
		spectrum[i] *= complex(gains[i%len(gains)], 0)
	}
	dst, err := e.IRFFTN(ctx, nil, spectrum, o.shape, o.list...)
	return array(dst), err
}
