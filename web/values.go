//go:build js

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"syscall/js"
	"unsafe"

	"wgfft"
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

// checkNames refuses what is no object, and names that it does not use. It accepts undefined and null.
func checkNames(v js.Value, what string, names ...string) error {
	switch v.Type() {
	case js.TypeUndefined, js.TypeNull:
		return nil
	case js.TypeObject:
	default:
		return fmt.Errorf("wgfft: %s: want an object with the names %s", what, strings.Join(names, ", "))
	}
	keys := js.Global().Get("Object").Call("keys", v)
	for i := range keys.Length() {
		if name := keys.Index(i).String(); !slices.Contains(names, name) {
			return fmt.Errorf("wgfft: %s: unknown name %q: use %s", what, name, strings.Join(names, ", "))
		}
	}
	return nil
}

// integer reads a whole number.
func integer(v js.Value) (n int, ok bool) {
	if v.Type() != js.TypeNumber || v.Float() != math.Trunc(v.Float()) || math.Abs(v.Float()) > 1<<40 {
		return 0, false
	}
	return v.Int(), true
}

// maxAxes is the largest length of a shape.
const maxAxes = 32

// integers reads a short array of whole numbers.
func integers(v js.Value, what string) ([]int, error) {
	wrong := fmt.Errorf("wgfft: %s: want an array of at most %d whole numbers", what, maxAxes)
	length, ok := integer(get(v, "length"))
	if !ok || length < 0 || length > maxAxes {
		return nil, wrong
	}
	all := make([]int, length)
	for i := range all {
		if all[i], ok = integer(v.Index(i)); !ok {
			return nil, wrong
		}
	}
	return all, nil
}

// maxBytes is the largest size of an array. The memory of the program, at most 4 GiB, holds copies of both the source
// and the result, and Go ends the program if it needs more.
const maxBytes = 1 << 30

// reals copies a Float32Array.
func reals(v js.Value) ([]float32, error) {
	if !v.InstanceOf(js.Global().Get("Float32Array")) {
		return nil, errors.New("wgfft: want a Float32Array")
	}
	if v.Length() > maxBytes/4 {
		return nil, lengthError("array", v.Length(), fmt.Sprintf("at most %d: transform it in parts", maxBytes/4))
	}
	x := make([]float32, v.Length())
	if len(x) > 0 {
		js.CopyBytesToGo(bytesOf(x), bytesView(v))
	}
	return x, nil
}

// points copies a Float32Array of real and imaginary parts in turn.
func points(v js.Value) ([]complex64, error) {
	x, err := reals(v)
	if err != nil {
		return nil, err
	}
	if len(x)%2 != 0 {
		return nil, lengthError("complex array", len(x), "an even number: real and imaginary parts in turn")
	}
	return unsafe.Slice((*complex64)(unsafe.Pointer(unsafe.SliceData(x))), len(x)/2), nil
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

// storageOf returns the store of an option; nil if it is undefined.
func storageOf(v js.Value) (wgfft.WisdomStore, error) {
	switch {
	case v.IsUndefined() || v.IsNull():
		return nil, nil
	case get(v, "getItem").Type() != js.TypeFunction || get(v, "setItem").Type() != js.TypeFunction:
		return nil, errors.New("wgfft: open: wisdom: want an object with getItem and setItem, such as localStorage")
	}
	return storage{v}, nil
}

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
