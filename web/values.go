//go:build js

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"syscall/js"

	"wgfft"
	data "wgfft/internal/engine"
)

// A loader is the object with which wgfft.js serves the program: its functions are ready, method and nothing.
type loader struct{ js.Value }

// method returns a JavaScript function that runs f on a goroutine and returns a promise of f's result. The promise is
// rejected if state.closed is true. release frees the function.
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

// recovered calls f. It returns a panic of f as an error: an exception of the browser, or a fault of this program.
func recovered(f func(args []js.Value) (any, error), args []js.Value) (result any, err error) {
	defer func() {
		if found := recover(); found != nil {
			err = fmt.Errorf("wgfft: %v", found)
		}
	}()
	return f(args)
}

// An object is a JavaScript object with methods in Go.
type object struct {
	js.Value
	loader   loader
	state    js.Value // its field closed is true when the object is closed
	releases []func() // of the methods
}

// object returns an object without methods.
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

// release closes the object. Later calls of its methods return an error, except close, which does nothing.
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

// checkNames returns an error if v is not an object, or if it has a property that is not in names. It accepts undefined
// and null.
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

// integer reads a whole number of a size that JavaScript holds exactly. ok is false for anything else.
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

// maxBytes is the largest size of an array. The program has at most 4 GiB of memory for copies of the source and the
// result. Go ends a program that needs more.
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
		js.CopyBytesToGo(data.BytesOf(x), bytesView(v))
	}
	return x, nil
}

// points copies a Float32Array with real and imaginary parts in turn.
func points(v js.Value) ([]complex64, error) {
	x, err := reals(v)
	if err != nil {
		return nil, err
	}
	if len(x)%2 != 0 {
		return nil, lengthError("complex array", len(x), "an even number: real and imaginary parts in turn")
	}
	return data.NumbersIn[complex64](data.BytesOf(x)), nil
}

// array returns a Float32Array with a copy of x.
func array[T float32 | complex64](x []T) js.Value {
	raw := data.BytesOf(x)
	a := js.Global().Get("Float32Array").New(len(raw) / 4)
	js.CopyBytesToJS(bytesView(a), raw)
	return a
}

// bytesView returns the memory of a typed array as a Uint8Array.
func bytesView(v js.Value) js.Value {
	return js.Global().Get("Uint8Array").New(v.Get("buffer"), v.Get("byteOffset"), v.Get("byteLength"))
}

// lengthError returns the error of an array of a wrong length.
func lengthError(what string, have int, want string) error {
	return fmt.Errorf("wgfft: %s: has %d elements, want %s", what, have, want)
}

// storage is the Storage of a page, such as localStorage, as a wgfft.WisdomStore.
type storage struct{ js.Value }

// storageOf reads the wisdom of OpenOptions. It returns nil if there is none.
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

// caught sets err to the exception of the browser, if any. It is deferred.
func caught(err *error) {
	switch found := recover().(type) {
	case nil:
	case js.Error:
		*err = found
	default:
		panic(found)
	}
}
