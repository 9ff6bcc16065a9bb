package wgfft

import (
	"context"
	"fmt"
	"io"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/pipeline"
	"wgfft/plan"
)

// warmer has the methods that all plans have.
type warmer interface {
	fmt.Stringer
	io.Closer
	Warm(context.Context) error
}

// warmPlan is a plan with all of its calls.
type warmPlan struct {
	plan  warmer
	calls []func() error
}

// After Warm nothing is compiled by the first calls, of any plan. The calls of most plans for GPU
// buffers are recorded and not submitted, because a driver may compile a kernel at its first use.
func TestWarmCompilesEverything(t *testing.T) {
	c := openGPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	encoded := func(encode func(enc *Encoder) error) func() error {
		return func() error {
			enc, err := dev.NewEncoder()
			if err == nil {
				defer enc.Discard()
				err = encode(enc)
			}
			return err
		}
	}
	var closers []io.Closer
	defer func() {
		for _, b := range closers {
			b.Close()
		}
	}()
	region := func(b *Buffer, err error) Region {
		t.Helper()
		require.NoError(t, err)
		closers = append(closers, b)
		return Region{Buffer: b}
	}
	plans := map[string]func() (warmPlan, error){
		"Plan": func() (warmPlan, error) {
			// The batch travels in parts, and the last part is smaller.
			const n, batch = 16, 16500
			items, last := pipeline.Parts(n*plan.ElementBytes, batch)
			require.Positive(t, last)
			require.Less(t, last, items)
			p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: batch})
			x := make([]complex64, n*batch)
			return warmPlan{p, []func() error{
				func() error { return p.Forward(ctx, x, x) }, func() error { return p.Inverse(ctx, x, x) },
			}}, err
		},
		"Plan with a layout": func() (warmPlan, error) {
			p, err := c.Plan(ctx, Problem{Shape: []int{16}, Batch: 3, In: Layout{Strides: []int{2}, Dist: 100}})
			return warmPlan{p, []func() error{
				func() error { return p.Forward(ctx, make([]complex64, 48), make([]complex64, 231)) },
				func() error { return p.Inverse(ctx, make([]complex64, 48), make([]complex64, 231)) },
			}}, err
		},
		"RealPlan": func() (warmPlan, error) {
			p, err := c.PlanReal(ctx, Problem{Shape: []int{16}, Batch: 2})
			x, bins := make([]float32, 32), make([]complex64, 18)
			return warmPlan{p, []func() error{
				func() error { return p.Forward(ctx, bins, x) }, func() error { return p.Inverse(ctx, x, bins) },
			}}, err
		},
		"TrigPlan": func() (warmPlan, error) {
			p, err := c.PlanTrig(ctx, Problem{Kind: DCT2, Shape: []int{16}, Batch: 4})
			x := make([]float32, 64)
			return warmPlan{p, []func() error{
				func() error { return p.Forward(ctx, x, x) }, func() error { return p.Inverse(ctx, x, x) },
			}}, err
		},
		"ConvolutionPlan": func() (warmPlan, error) {
			v := Convolution{Shape: []int{16}, Kernel: []int{3}, Mode: ModeSame, Batch: 2}
			p, err := c.PlanConvolution(ctx, v, make([]complex64, 3))
			x := make([]complex64, 32)
			return warmPlan{p, []func() error{func() error { return p.Run(ctx, x, x) }}}, err
		},
		"RealConvolutionPlan": func() (warmPlan, error) {
			v := Convolution{Shape: []int{16}, Kernel: []int{3}}
			p, err := c.PlanRealConvolution(ctx, v, make([]float32, 3))
			return warmPlan{p, []func() error{
				func() error { return p.Run(ctx, make([]float32, 18), make([]float32, 16)) },
			}}, err
		},
		"ResidentPlan": func() (warmPlan, error) {
			p, err := c.PlanResident(ctx, Problem{Shape: []int{1 << 15}})
			require.NoError(t, err)
			a, b := region(p.NewBuffer()), region(p.NewBuffer())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.EncodeForward(enc, a, b) }),
				encoded(func(enc *Encoder) error { return p.EncodeInverse(enc, a, b) }),
				encoded(func(enc *Encoder) error { return p.EncodeForward(enc, a, a) }),
				encoded(func(enc *Encoder) error { return p.EncodeInverse(enc, a, a) }),
			}}, err
		},
		"ResidentPlan, real": func() (warmPlan, error) {
			p, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{45, 14}})
			require.NoError(t, err)
			a, b := region(p.NewSource()), region(p.NewResult())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.EncodeForward(enc, b, a) }),
				encoded(func(enc *Encoder) error { return p.EncodeInverse(enc, a, b) }),
			}}, err
		},
		"ResidentPlan, real in place": func() (warmPlan, error) {
			p, err := c.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{39, 12}, InPlace: true})
			require.NoError(t, err)
			a := region(p.NewBuffer())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.EncodeForward(enc, a, a) }),
				encoded(func(enc *Encoder) error { return p.EncodeInverse(enc, a, a) }),
			}}, err
		},
		"ResidentPlan with layouts that differ": func() (warmPlan, error) {
			p, err := c.PlanResident(ctx, Problem{Shape: []int{28}, Batch: 2, Out: Layout{Dist: 30}})
			require.NoError(t, err)
			a, b := region(p.NewSource()), region(p.NewBuffer())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.EncodeForward(enc, b, a) }),
				encoded(func(enc *Encoder) error { return p.EncodeInverse(enc, b, a) }),
			}}, err
		},
		"ResidentConvolutionPlan": func() (warmPlan, error) {
			v := Convolution{Shape: []int{70}, Kernel: []int{9}, Mode: ModeSame, Batch: 3}
			p, err := c.PlanResidentConvolution(ctx, v, make([]complex64, 9))
			require.NoError(t, err)
			a, b := region(p.NewSource()), region(p.NewResult())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.Encode(enc, b, a) }),
				encoded(func(enc *Encoder) error { return p.Encode(enc, a, a) }),
			}}, err
		},
		"ResidentFilterPlan": func() (warmPlan, error) {
			p, err := c.PlanResidentFilter(ctx, Problem{Kind: R2C, Shape: []int{16}, Batch: 3}, ComplexGains)
			require.NoError(t, err)
			a, b, gains := region(p.NewBuffer()), region(p.NewBuffer()), region(p.NewGains())
			return warmPlan{p, []func() error{
				encoded(func(enc *Encoder) error { return p.Encode(enc, b, a, gains) }),
				encoded(func(enc *Encoder) error { return p.Encode(enc, a, a, gains) }),
			}}, err
		},
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for name, made := range plans {
		p, err := made()
		require.NoError(t, err, name)
		require.ErrorIs(t, p.plan.Warm(ended), context.Canceled, name)
		require.NoError(t, p.plan.Warm(ctx), name)
		warm := c.Stats()
		for _, call := range p.calls {
			require.NoError(t, call(), name)
		}
		after := c.Stats()
		require.Equal(t, warm.Kernels, after.Kernels, "%s: kernels", name)
		require.Equal(t, warm.Tables, after.Tables, "%s: tables", name)
		require.NoError(t, p.plan.Warm(ctx), "%s: again", name)
		require.Equal(t, after.Kernels, c.Stats().Kernels, name)
		require.NotEmpty(t, p.plan.String())
		require.NoError(t, p.plan.Close())
		require.ErrorIs(t, p.plan.Warm(ctx), ErrClosed, name)
	}
}

// Planning ends with its context, of every plan type, and leaves nothing behind.
func TestPlanningEndsWithItsContext(t *testing.T) {
	c := openGPU(t)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	p, z := Problem{Shape: []int{94}}, make([]complex64, 5)
	v := Convolution{Shape: []int{94}, Kernel: []int{5}}
	before := c.Stats()
	for i, err := range []error{
		second(c.Plan(ended, p)), second(c.PlanReal(ended, p)), second(c.PlanTrig(
			ended, Problem{Kind: DST3, Shape: []int{94}},
		)),
		second(c.PlanConvolution(ended, v, z)), second(c.PlanRealConvolution(ended, v, make([]float32, 5))),
		second(c.PlanResident(ended, p)), second(c.PlanResidentConvolution(ended, v, z)),
		second(c.PlanResidentFilter(ended, p, RealGains)),
	} {
		require.ErrorIs(t, err, context.Canceled, "%d", i)
		require.ErrorContains(t, err, "wgfft: ")
	}
	require.Equal(t, before.Kernels, c.Stats().Kernels)
	// With an end on the way, at each look: an error, or a plan that works. Abandoned plans are closed.
	whole := newEndsAt(math.MaxInt)
	r, err := c.PlanResident(whole, Problem{Shape: []int{99}})
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Positive(t, whole.count())
	for i := range whole.count() + 1 {
		r, err := c.PlanResident(newEndsAt(i), Problem{Shape: []int{101 + 2*i}})
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			require.Nil(t, r)
			continue
		}
		require.Positive(t, i)
		require.NoError(t, r.Close())
	}
	require.Eventually(t, func() bool {
		s := c.Stats()
		return s.KernelBytes == s.IdleKernelBytes
	}, 10*time.Minute, 10*time.Millisecond, "no abandoned plan holds kernels")
}
