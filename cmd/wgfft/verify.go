package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"wgfft"
	"wgfft/internal/verify"
	"wgfft/plan"
)

type verifyCommand struct {
	Specs []spec `arg:"" optional:"" name:"SPEC" help:"The transforms: KIND:SHAPE*BATCH. Without any, a set that touches every kind of butterfly, several axes, and real, cosine and sine transforms."`
	Norm  norm   `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
	Seed  uint64 `placeholder:"NUMBER" help:"Seed of the random data: another every time unless given."`
	CSV   bool   `name:"csv" help:"Print comma-separated values."`
}

// Help is the long help.
func (verifyCommand) Help() string {
	return "Transforms random data along all axes and checks the results: against float64, forward and inverse; impulse, linearity, " +
		"time shift, frequency shift, Parseval, round trip; in place; that a NaN in one array leaves the others alone and that nothing is " +
		"written beside the result. Of real transforms, instead of the shifts: that bins which have no imaginary part have none, and that " +
		"none is looked at on the way back; c2r is r2c, for both go both ways. Prints a line per SPEC with the check that came closest to its tolerance, or went over it."
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
	t, err := newTable(a.stdout, v.CSV, column{"spec", specWidth(v.Specs), "%v"}, column{"result", -6, "%s"},
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
			a.note("%v: %s", s.Problem, message(err)[len("wgfft: "):])
			if err := t.line([]string{s.String(), "FAIL", "", "", "", "error"}); err != nil {
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
	if failed > 0 {
		return fmt.Errorf("verify: %d of %s failed on %s: the same data again with --seed %d",
			failed, count(len(v.Specs), "spec"), name(c.Adapter()), seed)
	}
	a.note("%s passed on %s, seed %d", count(len(v.Specs), "spec"), name(c.Adapter()), seed)
	return nil
}

// capacity is the longest transform of the set to check: what one binding holds, and a good length on the CPU engine.
func capacity(c *wgfft.Engine) int {
	dev, err := c.Device()
	if err != nil {
		return 1 << 18
	}
	return int(dev.Limits().BindingBytes / plan.ElementBytes)
}

// check verifies one problem through the front door.
func check(ctx context.Context, c *wgfft.Engine, p plan.Problem, seed uint64) (verify.Report, error) {
	known, err := planned(ctx, c, p) // says at once what can't be done, and why
	if err != nil {
		return verify.Report{}, err
	}
	defer known.close()
	switch {
	case p.Kind.IsTrig():
		return verify.RunTrig(ctx, trigDoor(c, p), p, seed)
	case p.Kind.IsRealFFT():
		return verify.RunReal(ctx, realDoors(c, p), p, seed)
	}
	return verify.Run(ctx, func(ctx context.Context, dst, src []complex64, inverse bool) error {
		if len(p.Shape) == 1 {
			return transformRows(ctx, c, dst, src, p.Shape[0], inverse, wgfft.Norm(p.Norm))
		}
		return transformArrays(ctx, c, dst, src, p.Shape, nil, inverse, wgfft.Norm(p.Norm))
	}, p, seed)
}

// realDoors are the doors of transforms of real arrays of the problem's shape along all axes.
func realDoors(c *wgfft.Engine, p plan.Problem) verify.Real {
	return verify.Real{
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

// trigDoor is the door of sine or cosine transforms of arrays of the problem's shape along all axes.
func trigDoor(c *wgfft.Engine, p plan.Problem) verify.Trig {
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
func transformRows(ctx context.Context, c *wgfft.Engine, dst, src []complex64, n int, inverse bool, norm wgfft.Norm) error {
	transform := c.FFT
	if inverse {
		transform = c.IFFT
	}
	_, err := transform(ctx, dst, src, wgfft.WithRows(n), wgfft.WithNorm(norm))
	return err
}

// transformArrays transforms arrays along some axes, or all if they are nil.
func transformArrays(ctx context.Context, c *wgfft.Engine, dst, src []complex64, shape, axes []int, inverse bool, norm wgfft.Norm) error {
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
