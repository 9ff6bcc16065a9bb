package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"wgfft"
	"wgfft/internal/engine"
	"wgfft/internal/npy"
	"wgfft/wgsl"
)

// A precision is the value of --precision. The zero value is auto.
type precision struct {
	isGiven bool // it is not auto
	number  wgfft.Number
}

// UnmarshalText parses auto or the name of a number format.
func (p *precision) UnmarshalText(text []byte) error {
	*p = precision{}
	names := []string{"auto"}
	for n := wgfft.Single; n <= wgfft.DoubleSingle; n++ {
		names = append(names, n.String())
	}
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q: use %s", text, strings.Join(names, ", "))
	}
	if i > 0 {
		*p = precision{true, wgfft.Number(i - 1)}
	}
	return nil
}

// isSingle reports whether p is auto or single precision.
func (p precision) isSingle() bool { return !p.isGiven || p.number == wgfft.Single }

// isDouble reports whether a file with header h is computed in double precision.
func (p precision) isDouble(h npy.Header) bool {
	if p.isGiven {
		return !p.isSingle()
	}
	return h.IsDouble()
}

// transformsOf returns the transforms of an engine in one precision.
type transformsOf[C wgfft.Complex, R wgfft.Real] func(c *wgfft.Engine) (*wgfft.Transforms[C, R], error)

// work returns the Config.Work of some operations in this precision. The CPU has no double-single.
func (p precision) work(operations float64) float64 {
	if p.isGiven && p.number == wgfft.DoubleSingle {
		return 0
	}
	return operations
}

// double returns the transforms of double precision. p names their format. The format is the faster one
// if p is auto or double.
func (p precision) double(c *wgfft.Engine) (*wgfft.Transforms[complex128, float64], error) {
	if !p.isGiven || p.number == wgfft.Double {
		return c.Double(), nil
	}
	return c.Double().As(p.number)
}

// single returns the transforms of single precision.
func single(c *wgfft.Engine) (*wgfft.Transforms[complex64, float32], error) { return c.Transforms, nil }

// An array is the content of a .npy file. Its elements are of type S in single precision, and of type D in
// double precision.
type array[S, D npy.Element] struct {
	single   npy.Array[S]
	double   npy.Array[D]
	isDouble bool
}

// dtype returns the type of the elements in the file.
func (r array[S, D]) dtype() string {
	if r.isDouble {
		return r.double.DType
	}
	return r.single.DType
}

// readArray reads a .npy file in the precision p, or in its own precision. It notes numbers that float32
// cannot hold.
func readArray[S, D npy.Element](a *app, name string, p precision) (array[S, D], error) {
	read, err := read(a, name, func(r io.Reader) (array[S, D], error) {
		h, err := npy.ReadHeader(r)
		if err != nil {
			return array[S, D]{}, err
		}
		of := array[S, D]{isDouble: p.isDouble(h)}
		if of.isDouble {
			of.double, err = npy.ReadData[D](r, h)
		} else {
			of.single, err = npy.ReadData[S](r, h)
		}
		return of, err
	})
	noteLost(a, name, read.single)
	noteLost(a, name, read.double)
	return read, err
}

// readPoints reads an array as complex points.
func readPoints(a *app, name string, p precision) (array[complex64, complex128], error) {
	return readArray[complex64, complex128](a, name, p)
}

// readSamples reads an array of real samples. It returns an error for a complex array.
func readSamples(a *app, name string, p precision) (array[float32, float64], error) {
	return readArray[float32, float64](a, name, p)
}

// format returns the number format of kernels on the GPU of an engine, and the reason for it. Both are empty for
// auto and single precision.
func (p precision) format(ctx context.Context, c *wgfft.Engine) (wgsl.Number, wgfft.Format, error) {
	if p.isSingle() {
		return nil, wgfft.Format{}, nil
	}
	dev, err := c.Device()
	if err != nil {
		return nil, wgfft.Format{}, err
	}
	double, err := p.double(c)
	if err != nil {
		return nil, wgfft.Format{}, err
	}
	f, err := double.Format(ctx)
	if err != nil {
		return nil, wgfft.Format{}, err
	}
	kernels, err := engine.FormatOn(ctx, dev, engine.Number(f.Number))
	return kernels, f, err
}

// tune tunes problems on an engine in the precision p. Auto is single precision.
func (p precision) tune(
	ctx context.Context, c *wgfft.Engine, o wgfft.TuneOptions, problems []wgfft.Problem,
) ([]wgfft.Tuned, error) {
	if p.number == wgfft.Single {
		return c.Tune(ctx, o, problems...)
	}
	double, err := p.double(c)
	if err != nil {
		return nil, err
	}
	return double.Tune(ctx, o, problems...)
}
