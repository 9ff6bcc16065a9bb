package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/device"
	"wgfft/internal/exactness"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/wgsl"
)

// A Format is the number format of an engine, and the reason for its choice.
type Format struct {
	Number Number      // never Double
	Reason string      // reason for the choice of Double; empty for the other numbers
	kernel wgsl.Number // the arithmetic of kernels; nil for Single and on the CPU engine
}

// Kernel returns the arithmetic of kernels; nil for Single and on the CPU engine.
func (f Format) Kernel() wgsl.Number { return f.kernel }

// Conversion returns the conversion of host data; nil if the GPU has the same numbers.
func (f Format) Conversion() pipeline.Conversion {
	if isScaled(f.kernel) {
		return doubleSingles{}
	}
	return nil
}

// formats are the formats of a GPU, each found at its first use. A format that is found stays the same, because
// buffers hold data in it. Errors that may pass are not kept.
type formats struct {
	mu     sync.Mutex
	found  [DoubleSingle + 1]atomic.Pointer[Format]
	failed [DoubleSingle + 1]error // formats that the device computes wrongly
}

// Format returns the format that the GPU takes for n. The first call for Double or DoubleSingle runs tests and
// measurements. They go on after ctx ends, for the calls that follow.
func (g *GPU) Format(ctx context.Context, n Number) (Format, error) {
	if err := g.checkOpen(); err != nil {
		return Format{}, err
	}
	if f := g.formats.found[n].Load(); f != nil {
		return *f, nil
	}
	var f Format
	err := g.Detached(ctx, func(context.Context) (err error) {
		f, err = g.findFormat(n)
		return err
	})
	if err != nil {
		return Format{}, err
	}
	return f, nil
}

// KnownFormat returns the format that the GPU takes for n, and the zero value as long as no call has found it.
func (g *GPU) KnownFormat(n Number) Format {
	if f := g.formats.found[n].Load(); f != nil {
		return *f
	}
	return Format{}
}

// format returns the number format of kernels of jobs. It waits for tests and measurements: see Format.
func (g *GPU) format(n Number) (wgsl.Number, error) {
	f, err := g.findFormat(n)
	return f.kernel, err
}

// findFormat returns the format that the GPU takes for n.
func (g *GPU) findFormat(n Number) (Format, error) {
	if n == Single {
		return Format{}, nil
	}
	found := &g.formats.found[n]
	if f := found.Load(); f != nil {
		return *f, nil
	}
	g.formats.mu.Lock()
	defer g.formats.mu.Unlock()
	if f := found.Load(); f != nil {
		return *f, nil
	}
	f := Format{Number: n}
	var err error
	switch n {
	case Double:
		f, err = doubleChoice{
			hasF64: g.Device().Adapter().F64, times: g.kernels.Load().Wisdom.Double,
			checked: g.checked, measure: g.measureDouble,
		}.format()
	default:
		f.kernel, err = g.checked(n)
	}
	if err != nil {
		return Format{}, err
	}
	found.Store(&f)
	return f, nil
}

// checked returns the arithmetic of Float64 or DoubleSingle after a test of its results. It keeps a failure of the
// test. The caller holds formats.mu.
func (g *GPU) checked(n Number) (wgsl.Number, error) {
	k := &g.formats
	if k.failed[n] != nil {
		return nil, k.failed[n]
	}
	if f := k.found[n].Load(); f != nil {
		return f.kernel, nil
	}
	kernel, err := FormatOn(context.Background(), g.Device(), n)
	if isWrong(err) {
		k.failed[n] = err
	}
	if err != nil {
		return nil, err
	}
	k.found[n].Store(&Format{Number: n, kernel: kernel})
	return kernel, nil
}

// isWrong reports whether an error means that the device computes a format wrongly.
func isWrong(err error) bool {
	wrong := (*exactness.Float64Error)(nil)
	return IsInexact(err) || errors.As(err, &wrong)
}

// IsInexact reports whether an error means that the device computes no form of double-single exactly.
func IsInexact(err error) bool {
	inexact := (*exactness.InexactError)(nil)
	return errors.As(err, &inexact)
}

// measureDouble measures the formats of double precision, and keeps the times as wisdom.
func (g *GPU) measureDouble(form wgsl.Number) (wisdom.DoubleTimes, error) {
	g.wisdom.mu.Lock()
	defer g.wisdom.mu.Unlock()
	times, err := tune.MeasureDouble(context.Background(), g.pipes, g.kernels.Load().Wisdom, form)
	if err != nil {
		return times, fmt.Errorf("wgfft: measuring the formats of double precision: %w", err)
	}
	// If the wisdom can't be written, WisdomState has the error. The times are valid in any case.
	_ = g.changeWisdom(func(w wisdom.Wisdom) (wisdom.Wisdom, error) {
		return w.Merge(wisdom.Wisdom{Device: w.Device, Double: times})
	})
	return times, nil
}

// A doubleChoice holds the facts that determine the format of Double.
type doubleChoice struct {
	hasF64  bool
	times   wisdom.DoubleTimes                  // from wisdom
	checked func(n Number) (wgsl.Number, error) // the arithmetic of Float64 or DoubleSingle after a test
	measure func(form wgsl.Number) (wisdom.DoubleTimes, error)
}

// format returns the faster of f64 and double-single. If that is f64 and its results are wrong, format returns
// double-single.
func (c doubleChoice) format() (Format, error) {
	f, err := c.fastest()
	if err != nil || f.Number != Float64 {
		return f, err
	}
	_, wrong := c.checked(Float64)
	if !isWrong(wrong) {
		return f, wrong
	}
	form, err := c.checked(DoubleSingle)
	if err != nil {
		return Format{}, errors.Join(wrong, err)
	}
	return Format{DoubleSingle, "the adapter does not compute f64 rightly", form}, nil
}

// fastest returns the faster of f64 and double-single. It measures them if the device has both and the times are
// not known.
func (c doubleChoice) fastest() (Format, error) {
	if c.hasF64 && c.times.IsKnown() && c.times.Float64 <= c.times.DoubleSingle {
		return Format{Float64, c.reason(), wgsl.F64{}}, nil // no test of double-single is needed
	}
	form, err := c.checked(DoubleSingle)
	switch {
	case c.hasF64 && IsInexact(err):
		return Format{Float64, "the adapter does not compute double-single exactly", wgsl.F64{}}, nil
	case err != nil:
		return Format{}, err
	case !c.hasF64:
		return Format{DoubleSingle, "the adapter has no f64 in this build", form}, nil
	}
	if !c.times.IsKnown() {
		if c.times, err = c.measure(form); err != nil {
			return Format{}, err
		}
	}
	if c.times.Float64 <= c.times.DoubleSingle {
		return Format{Float64, c.reason(), wgsl.F64{}}, nil
	}
	return Format{DoubleSingle, c.reason(), form}, nil
}

// reason returns the reason for the faster format.
func (c doubleChoice) reason() string { return "it is the faster one: " + c.times.String() }

// FormatOn returns the number format of kernels for n on a device. n must not be Double, because only an
// engine chooses the format of Double.
func FormatOn(ctx context.Context, dev *device.Device, n Number) (wgsl.Number, error) {
	switch a := dev.Adapter(); {
	case n == DoubleSingle:
		form, err := exactness.Find(ctx, dev)
		if err != nil {
			return nil, err
		}
		return form, nil
	case n == Float64 && !a.F64:
		return nil, fmt.Errorf("wgfft: %s has no f64 in this build: use DoubleSingle, or the CPU engine; "+
			"with -tags wgpu27 many Vulkan adapters have it", a.Name)
	case n == Float64:
		if err := exactness.CheckFloat64(ctx, dev); err != nil {
			return nil, err
		}
		return wgsl.F64{}, nil
	}
	return nil, nil
}
