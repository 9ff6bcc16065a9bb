package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/verify"
	"wgfft/plan"
)

type verifyCommand struct {
	Specs     []spec    `arg:"" optional:"" name:"SPEC" help:"${verify_specs}"`
	Norm      norm      `default:"backward" placeholder:"backward" help:"${norm}"`
	Precision precision `default:"single" placeholder:"single" help:"${format}"`
	Seed      uint64    `placeholder:"NUMBER" help:"Seed of the random data; default: random."`
	CSV       bool      `name:"csv" xor:"form" help:"${csv}"`
	JSON      bool      `name:"json" xor:"form" help:"${json}"`
}

// Help is the long help.
func (verifyCommand) Help() string {
	return "Transforms random data along all axes and checks the results: the error against higher precision, " +
		"forward and inverse; impulse, linearity, time shift, frequency shift, Parseval, round trip; in place; " +
		"that a NaN in one array leaves the others unchanged, and that nothing outside the result is " +
		"written. Real transforms are not checked for shifts. Instead, bins that are real by symmetry " +
		"must have imaginary part zero, and the inverse must ignore their imaginary parts. c2r is the " +
		"same check as r2c, in both directions. Prints a line per SPEC with the check that is closest to " +
		"its tolerance or beyond it."
}

func (v *verifyCommand) Run(a *app) error {
	c, err := a.open(wgfft.HostDevice)
	if err != nil {
		return err
	}
	defer c.Close()
	if v.Precision.isSingle() {
		return verifyTransforms(a, v, c, c.Transforms, ref.Single)
	}
	t, err := v.Precision.double(c)
	if err != nil {
		return err
	}
	number, err := t.Number()
	if err != nil {
		return err
	}
	if number == wgfft.DoubleSingle {
		return verifyTransforms(a, v, c, t, ref.DoubleSingle)
	}
	return verifyTransforms(a, v, c, t, ref.Double)
}

// verifyTransforms checks the transforms of an engine with the tolerance of their number format.
func verifyTransforms[C wgfft.Complex, R wgfft.Real](a *app, v *verifyCommand, c *wgfft.Engine,
	transforms *wgfft.Transforms[C, R], tolerance ref.Precision) error {
	number, err := transforms.Number()
	if err != nil {
		return err
	}
	if len(v.Specs) == 0 {
		most := capacity(c, int64(bits[C]()/4))
		for _, p := range slices.Concat(verify.Specs(most), verify.RealSpecs(most)) {
			v.Specs = append(v.Specs, spec{p})
		}
	}
	seed := v.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t, err := newTable(a.stdout, formOf(v.CSV, v.JSON),
		column{"spec", specWidth(v.Specs), "%v"}, column{"result", -6, "%s"},
		column{"of_tol", 6, "%.2f"}, column{"rel_l2", 9, "%.2e"}, column{"tol", 9, "%.2e"}, column{"worst", -1, "%s"})
	if err != nil {
		return err
	}
	failed := 0
	for _, s := range v.Specs {
		s.Norm = plan.Norm(v.Norm.Norm)
		report, err := check(a.ctx, transforms, tolerance, s.Problem, seed)
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		if err != nil {
			failed++
			a.note("%s", strings.TrimPrefix(message(specError(s.Problem, err)), "wgfft: "))
			if err := t.row(s.Problem, "FAIL", nil, nil, nil, "error"); err != nil {
				return err
			}
			continue
		}
		result := "pass"
		if !report.OK() {
			result = "FAIL"
			failed++
		}
		worst := report.Worst()
		if err := t.row(s.Problem, result, worst.Ratio(), worst.Err, worst.Tol, worst.Name); err != nil {
			return err
		}
	}
	if err := t.close(); err != nil {
		return err
	}
	on := "on " + shortName(c.Adapter())
	if number != wgfft.Single {
		on += fmt.Sprintf(" in %v", number)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s failed %s: repeat with the same data by --seed %d",
			failed, count(len(v.Specs), "spec"), on, seed)
	}
	a.note("%s passed %s, seed %d", count(len(v.Specs), "spec"), on, seed)
	return nil
}

// capacity returns the largest point count of the default set: the points in one binding, or 2^18 on the CPU engine.
func capacity(c *wgfft.Engine, pointBytes int64) int {
	dev, err := c.Device()
	if err != nil {
		return 1 << 18
	}
	return int(dev.Limits().BindingBytes / pointBytes)
}

// check verifies one problem through the public API.
func check[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R], tolerance ref.Precision,
	p plan.Problem, seed uint64) (verify.Report, error) {
	known, err := planHost(ctx, t, p) // returns the error of an impossible plan before the checks
	if err != nil {
		return verify.Report{}, err
	}
	defer known.close()
	return checkTransforms[R, C](ctx, t, tolerance, p, seed)
}

// transforms holds the methods of an engine that transform slices of one precision.
type transforms[S ref.Real, C ref.Complex] interface {
	FFT(ctx context.Context, dst, src []C, opts ...wgfft.Option) ([]C, error)
	IFFT(ctx context.Context, dst, src []C, opts ...wgfft.Option) ([]C, error)
	FFTN(ctx context.Context, dst, src []C, shape []int, opts ...wgfft.Option) ([]C, error)
	IFFTN(ctx context.Context, dst, src []C, shape []int, opts ...wgfft.Option) ([]C, error)
	RFFTN(ctx context.Context, dst []C, src []S, shape []int, opts ...wgfft.Option) ([]C, error)
	IRFFTN(ctx context.Context, dst []S, src []C, shape []int, opts ...wgfft.Option) ([]S, error)
	DCTN(ctx context.Context, dst, src []S, shape []int, kind wgfft.Kind, opts ...wgfft.Option) ([]S, error)
	IDCTN(ctx context.Context, dst, src []S, shape []int, kind wgfft.Kind, opts ...wgfft.Option) ([]S, error)
	DSTN(ctx context.Context, dst, src []S, shape []int, kind wgfft.Kind, opts ...wgfft.Option) ([]S, error)
	IDSTN(ctx context.Context, dst, src []S, shape []int, kind wgfft.Kind, opts ...wgfft.Option) ([]S, error)
}

// checkTransforms verifies one problem in a precision, along all axes.
func checkTransforms[S ref.Real, C ref.Complex](ctx context.Context, c transforms[S, C], precision ref.Precision,
	p plan.Problem, seed uint64) (verify.Report, error) {
	norm := wgfft.WithNorm(wgfft.Norm(p.Norm))
	switch {
	case p.Kind.IsTrig():
		return verify.RunTrig(ctx, precision, trigTransforms(c, p), p, seed)
	case p.Kind.IsRealFFT():
		return verify.RunReal(ctx, precision, verify.Real[S, C]{
			Forward: func(ctx context.Context, dst []C, src []S) error {
				_, err := c.RFFTN(ctx, dst, src, p.Shape, norm)
				return err
			},
			Inverse: func(ctx context.Context, dst []S, src []C) error {
				_, err := c.IRFFTN(ctx, dst, src, p.Shape, norm)
				return err
			},
		}, p, seed)
	case len(p.Shape) == 1:
		return verify.Run(ctx, precision, rowTransforms(c, p), p, seed)
	}
	return verify.Run(ctx, precision, func(ctx context.Context, dst, src []C, inverse bool) error {
		transform := c.FFTN
		if inverse {
			transform = c.IFFTN
		}
		_, err := transform(ctx, dst, src, p.Shape, norm)
		return err
	}, p, seed)
}

// rowTransforms returns the transforms of rows of complex points.
func rowTransforms[S ref.Real, C ref.Complex](c transforms[S, C], p plan.Problem) verify.Transform[C] {
	return func(ctx context.Context, dst, src []C, inverse bool) error {
		transform := c.FFT
		if inverse {
			transform = c.IFFT
		}
		_, err := transform(ctx, dst, src, wgfft.WithRows(p.Shape[0]), wgfft.WithNorm(wgfft.Norm(p.Norm)))
		return err
	}
}

// trigTransforms returns the sine or cosine transforms of arrays of the problem's shape along all axes.
func trigTransforms[S ref.Real, C ref.Complex](c transforms[S, C], p plan.Problem) verify.Trig[S] {
	forward, inverse := c.DCTN, c.IDCTN
	if p.Kind >= plan.DST1 {
		forward, inverse = c.DSTN, c.IDSTN
	}
	return func(ctx context.Context, dst, src []S, back bool) error {
		transform := forward
		if back {
			transform = inverse
		}
		_, err := transform(ctx, dst, src, p.Shape, wgfft.Kind(p.Kind), wgfft.WithNorm(wgfft.Norm(p.Norm)))
		return err
	}
}
