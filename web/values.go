//go:build js

package main

import (
	"errors"
	"fmt"
	"math"
	"syscall/js"
	"unsafe"
)

// A loader is what wgfft.js gives the program.
type loader struct{ js.Value }

// method returns a function of JavaScript that runs f on a goroutine and returns a promise. It refuses calls when
// state.closed is true.
func (l loader) method(state js.Value, f func(args []js.Value) (any, error)) (method js.Value, release func()) {
	made := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject, args := args[0], args[1], args[2:]
		go func() {
			v, err := recovered(f, args)
			if err != nil {
				reject.Invoke(js.Global().Get("Error").New(err.Error()))
				return
			}
			resolve.Invoke(v)
		}()
		return nil
	})
	return l.Call("method", state, made), made.Release
}

// recovered calls f and returns a panic as an error: an exception of the browser, or a fault of this program.
func recovered(f func(args []js.Value) (any, error), args []js.Value) (result any, err error) {
	defer func() {
		if found := recover(); found != nil {
			err = fmt.Errorf("wgfft: %v", found)
		}
	}()
	return f(args)
}

// An object is an object of JavaScript with methods in Go.
type object struct {
	js.Value
	loader   loader
	state    js.Value // its field closed is true when the object is closed
	releases []func() // of the methods
}

func (l loader) object() *object {
	class := js.Global().Get("Object")
	return &object{Value: class.New(), loader: l, state: class.New()}
}

// method adds a method that returns a promise.
func (o *object) method(name string, f func(args []js.Value) (any, error)) {
	made, release := o.loader.method(o.state, f)
	o.releases = append(o.releases, release)
	o.Set(name, made)
}

// release closes the object: its methods report that, and close does nothing.
func (o *object) release() {
	o.state.Set("closed", true)
	o.Set("close", o.loader.Get("nothing"))
	for _, release := range o.releases {
		release()
	}
	o.releases = nil
}

// argument returns argument i, or undefined.
func argument(args []js.Value, i int) js.Value {
	if i >= len(args) {
		return js.Undefined()
	}
	return args[i]
}

// get returns a property of an object, or undefined.
func get(v js.Value, name string) js.Value {
	if v.Type() != js.TypeObject {
		return js.Undefined()
	}
	return v.Get(name)
}

// integers reads an array of whole numbers.
func integers(v js.Value, what string) ([]int, error) {
	if v.Type() != js.TypeObject || v.Get("length").Type() != js.TypeNumber {
		return nil, fmt.Errorf("wgfft: %s: want an array of whole numbers", what)
	}
	all := make([]int, v.Get("length").Int())
	for i := range all {
		n := v.Index(i)
		if n.Type() != js.TypeNumber || n.Float() != math.Trunc(n.Float()) || math.Abs(n.Float()) > 1<<40 {
			return nil, fmt.Errorf("wgfft: %s: want an array of whole numbers", what)
		}
		all[i] = n.Int()
	}
	return all, nil
}

// reals copies a Float32Array.
func reals(v js.Value) ([]float32, error) {
	if !v.InstanceOf(js.Global().Get("Float32Array")) {
		return nil, errors.New("wgfft: want a Float32Array")
	}
	x := make([]float32, v.Length())
	if len(x) > 0 {
		js.CopyBytesToGo(bytesOf(x), bytesView(v))
	}
	return x, nil
}

// points copies a Float32Array of real and imaginary parts in turn.
func points(v js.Value) ([]complex64, error) {
	if !v.InstanceOf(js.Global().Get("Float32Array")) {
		return nil, errors.New("wgfft: want a Float32Array of real and imaginary parts in turn")
	}
	if v.Length()%2 != 0 {
		return nil, lengthError("complex array", v.Length(), "an even number: real and imaginary parts in turn")
	}
	x := make([]complex64, v.Length()/2)
	if len(x) > 0 {
		js.CopyBytesToGo(bytesOf(x), bytesView(v))
	}
	return x, nil
}

// array returns a Float32Array of numbers.
func array[T float32 | complex64](x []T) js.Value {
	raw := bytesOf(x)
	a := js.Global().Get("Float32Array").New(len(raw) / 4)
	js.CopyBytesToJS(bytesView(a), raw)
	return a
}

func bytesView(v js.Value) js.Value {
	return js.Global().Get("Uint8Array").New(v.Get("buffer"), v.Get("byteOffset"), v.Get("byteLength"))
}

func bytesOf[T float32 | complex64](x []T) []byte {
	var element T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(element)))
}

func lengthError(what string, have int, want string) error {
	return fmt.Errorf("wgfft: %s: has %d elements, want %s", what, have, want)
}

// storage is the Storage of a page, such as localStorage, as a wgfft.WisdomStore.
type storage struct{ js.Value }

// Get implements wgfft.WisdomStore.
func (s storage) Get(name string) (text []byte, err error) {
	defer caught(&err)
	if v := s.Call("getItem", name); v.Type() == js.TypeString {
		return []byte(v.String()), nil
	}
	return nil, nil
}

// Put implements wgfft.WisdomStore.
func (s storage) Put(name string, wisdom []byte) (err error) {
	defer caught(&err)
	s.Call("setItem", name, string(wisdom))
	return nil
}

// caught returns an exception of the browser as an error.
func caught(err *error) {
	switch found := recover().(type) {
	case nil:
	case js.Error:
		*err = found
	default:
		panic(found)
	}
}
