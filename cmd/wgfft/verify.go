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
		return verifyTransforms(a, v, c, c.Transforms)
	}
	t, err := v.Precision.double(c)
	if err != nil {
		return err
	}
	return verifyTransforms(a, v, c, t)
}

// toleranceOf returns the precision that bounds the errors of a number format.
func toleranceOf(n wgfft.Number) ref.Precision {
	switch n {
	case wgfft.Single:
		return ref.Single
	case wgfft.DoubleSingle:
		return ref.DoubleSingle
	}
	return ref.Double
}

// verifyTransforms checks the transforms of an engine with the tolerance of their number format.
func verifyTransforms[C wgfft.Complex, R wgfft.Real](a *app, v *verifyCommand, c *wgfft.Engine,
	transforms *wgfft.Transforms[C, R]) error {
	number, err := transforms.Number()
	if err != nil {
		return err
	}
	if len(v.Specs) == 0 {
		most := capacity(c, pointBytes[C]())
		for _, p := range slices.Concat(verify.Specs(most), verify.RealSpecs(most)) {
			v.Specs = append(v.Specs, spec{p})
		}
	}
	seed := v.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	failed, err := printChecks(a, v, transforms, toleranceOf(number), seed)
	if err != nil {
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

// printChecks checks the transforms, prints a row for each, and returns the number of those that failed.
func printChecks[C wgfft.Complex, R wgfft.Real](a *app, v *verifyCommand, transforms *wgfft.Transforms[C, R],
	tolerance ref.Precision, seed uint64) (failed int, err error) {
	t, err := newTable(a.stdout, formOf(v.CSV, v.JSON),
		column{"spec", specWidth(v.Specs), "%v"}, column{"result", -6, "%s"},
		column{"of_tol", 6, "%.2f"}, column{"rel_l2", 9, "%.2e"}, column{"tol", 9, "%.2e"}, column{"worst", -1, "%s"})
	if err != nil {
		return 0, err
	}
	for _, s := range v.Specs {
		s.Norm = plan.Norm(v.Norm.Norm)
		report, err := check(a.ctx, transforms, tolerance, s.Problem, seed)
		if a.ctx.Err() != nil {
			return failed, a.ctx.Err()
		}
		if err != nil {
			failed++
			a.note("%s", strings.TrimPrefix(message(specError(s.Problem, err)), "wgfft: "))
			if err := t.row(s.Problem, "FAIL", nil, nil, nil, "error"); err != nil {
				return failed, err
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
			return failed, err
		}
	}
	return failed, t.close()
}

// capacity returns the largest point count of the default set: the points in one binding, or 2^18 on the CPU engine.
func capacity(c *wgfft.Engine, pointBytes int64) int {
	dev, err := c.Device()
	if err != nil || c.Adapter().CPU {
		return 1 << 18
	}
	return int(dev.Limits().BindingBytes / pointBytes)
}

// check verifies one problem along all axes, through the public API.
func check[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R], precision ref.Precision,
	p plan.Problem, seed uint64) (verify.Report, error) {
	known, err := planHost(ctx, t, p) // returns the error of an impossible plan before the checks
	if err != nil {
		return verify.Report{}, err
	}
	defer known.close()
	norm := wgfft.WithNorm(wgfft.Norm(p.Norm))
	switch {
	case p.Kind.IsTrig():
		return verify.RunTrig(ctx, precision, trigTransforms(t, p), p, seed)
	case p.Kind.IsRealFFT():
		return verify.RunReal(ctx, precision, verify.Real[R, C]{
			Forward: func(ctx context.Context, dst []C, src []R) error {
				_, err := t.RFFTN(ctx, dst, src, p.Shape, norm)
				return err
			},
			Inverse: func(ctx context.Context, dst []R, src []C) error {
				_, err := t.IRFFTN(ctx, dst, src, p.Shape, norm)
				return err
			},
		}, p, seed)
	case len(p.Shape) == 1:
		return verify.Run(ctx, precision, rowTransforms(t, p), p, seed)
	}
	return verify.Run(ctx, precision, func(ctx context.Context, dst, src []C, inverse bool) error {
		transform := t.FFTN
		if inverse {
			transform = t.IFFTN
		}
		_, err := transform(ctx, dst, src, p.Shape, norm)
		return err
	}, p, seed)
}

// rowTransforms returns the transforms of rows of complex points.
func rowTransforms[C wgfft.Complex, R wgfft.Real](t *wgfft.Transforms[C, R], p plan.Problem) verify.Transform[C] {
	return func(ctx context.Context, dst, src []C, inverse bool) error {
		transform := t.FFT
		if inverse {
			transform = t.IFFT
		}
		_, err := transform(ctx, dst, src, wgfft.WithRowLength(p.Shape[0]), wgfft.WithNorm(wgfft.Norm(p.Norm)))
		return err
	}
}

// trigTransforms returns the sine or cosine transforms of arrays of the problem's shape along all axes.
func trigTransforms[C wgfft.Complex, R wgfft.Real](t *wgfft.Transforms[C, R], p plan.Problem) verify.Trig[R] {
	forward, inverse := t.DCTN, t.IDCTN
	if p.Kind >= plan.DST1 {
		forward, inverse = t.DSTN, t.IDSTN
	}
	return func(ctx context.Context, dst, src []R, back bool) error {
		transform := forward
		if back {
			transform = inverse
		}
		_, err := transform(ctx, dst, src, p.Shape, wgfft.Kind(p.Kind), wgfft.WithNorm(wgfft.Norm(p.Norm)))
		return err
	}
}
