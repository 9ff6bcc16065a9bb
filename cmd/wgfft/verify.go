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
	Specs []spec `arg:"" optional:"" name:"SPEC" help:"${verify_specs}"`
	Norm  norm   `default:"backward" placeholder:"backward" help:"${norm}"`
	Seed  uint64 `placeholder:"NUMBER" help:"Seed of the random data; default: random."`
	CSV   bool   `name:"csv" xor:"form" help:"${csv}"`
	JSON  bool   `name:"json" xor:"form" help:"${json}"`
}

// Help is the long help.
func (verifyCommand) Help() string {
	return "Transforms random data along all axes and checks the results: the error against float64, forward " +
		"and inverse; impulse, linearity, time shift, frequency shift, Parseval, round trip; in place; " +
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
	if len(v.Specs) == 0 {
		for _, p := range slices.Concat(verify.Specs(capacity(c)), verify.RealSpecs(capacity(c))) {
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
		report, err := check(a.ctx, c, s.Problem, seed)
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
	if failed > 0 {
		return fmt.Errorf("%d of %s failed on %s: repeat with the same data by --seed %d",
			failed, count(len(v.Specs), "spec"), shortName(c.Adapter()), seed)
	}
	a.note("%s passed on %s, seed %d", count(len(v.Specs), "spec"), shortName(c.Adapter()), seed)
	return nil
}

// capacity returns the largest point count of the default set: the points in one binding, or 2^18 on the CPU engine.
func capacity(c *wgfft.Engine) int {
	dev, err := c.Device()
	if err != nil {
		return 1 << 18
	}
	return int(dev.Limits().BindingBytes / plan.ElementBytes)
}

// check verifies one problem through the public API.
func check(ctx context.Context, c *wgfft.Engine, p plan.Problem, seed uint64) (verify.Report, error) {
	known, err := planHost(ctx, c, p) // returns the error of an impossible plan before the checks
	if err != nil {
		return verify.Report{}, err
	}
	defer known.close()
	switch {
	case p.Kind.IsTrig():
		return verify.RunTrig(ctx, ref.Single, trigTransforms(c, p), p, seed)
	case p.Kind.IsRealFFT():
		return verify.RunReal(ctx, ref.Single, realTransforms(c, p), p, seed)
	}
	return verify.Run(ctx, ref.Single, func(ctx context.Context, dst, src []complex64, inverse bool) error {
		if len(p.Shape) == 1 {
			return transformRows(ctx, c, dst, src, p.Shape[0], inverse, wgfft.Norm(p.Norm))
		}
		return transformArrays(ctx, c, dst, src, p.Shape, nil, inverse, wgfft.Norm(p.Norm))
	}, p, seed)
}

// realTransforms returns the transforms of real arrays of the problem's shape along all axes.
func realTransforms(c *wgfft.Engine, p plan.Problem) verify.Real[float32, complex64] {
	return verify.Real[float32, complex64]{
		Forward: func(ctx context.Context, dst []complex64, src []float32) error {
			_, err := c.RFFTN(ctx, dst, src, p.Shape, wgfft.WithNorm(wgfft.Norm(p.Norm)))
			return err
		},
		Inverse: func(ctx context.Context, dst []float32, src []complex64) error {
			_, err := c.IRFFTN(ctx, dst, src, p.Shape, wgfft.WithNorm(wgfft.Norm(p.Norm)))
			return err
		},
	}
}

// trigTransforms returns the sine or cosine transforms of arrays of the problem's shape along all axes.
func trigTransforms(c *wgfft.Engine, p plan.Problem) verify.Trig[float32] {
	forward, inverse := c.DCTN, c.IDCTN
	if p.Kind >= plan.DST1 {
		forward, inverse = c.DSTN, c.IDSTN
	}
	return func(ctx context.Context, dst, src []float32, back bool) error {
		transform := forward
		if back {
			transform = inverse
		}
		_, err := transform(ctx, dst, src, p.Shape, wgfft.Kind(p.Kind), wgfft.WithNorm(wgfft.Norm(p.Norm)))
		return err
	}
}

// transformRows transforms rows of n points.
func transformRows(ctx context.Context, c *wgfft.Engine, dst, src []complex64, n int, inverse bool,
	norm wgfft.Norm) error {
	transform := c.FFT
	if inverse {
		transform = c.IFFT
	}
	_, err := transform(ctx, dst, src, wgfft.WithRows(n), wgfft.WithNorm(norm))
	return err
}

// transformArrays transforms arrays along axes, or along all axes if axes is nil.
func transformArrays(ctx context.Context, c *wgfft.Engine, dst, src []complex64, shape, axes []int, inverse bool,
	norm wgfft.Norm) error {
	transform, how := c.FFTN, []wgfft.Option{wgfft.WithNorm(norm)}
	if inverse {
		transform = c.IFFTN
	}
	if axes != nil {
		how = append(how, wgfft.WithAxes(axes...))
	}
	_, err := transform(ctx, dst, src, shape, how...)
	return err
}
