package tune

import (
	"cmp"
	"context"
	"errors"
	"time"

	"wgfft/plan"
	"wgfft/wgsl"
)

// kernel is short for what choices are made of.
type kernel = wgsl.Kernel

// dear is how much dearer than the cheapest by the model kernels are that are not measured any more.
const dear = 2.5

// onePass looks for a better kernel for a part of one pass, until a moment.
func (c *contest) onePass(ctx context.Context, part int, until time.Time) error {
	parts, err := plan.SegmentsOf(c.p, c.limits, c.best.kernels)
	if err != nil || part >= len(parts) {
		return err
	}
	p := parts[part]
	all, price := plan.OnePass(c.p, c.limits, p.Line, p.Lines), plan.Price(c.p, c.limits, p.Line, p.Lines)
	if len(all) == 0 {
		return nil
	}
	threads, err := c.sharingProbe(ctx, part, all, until)
	if err != nil {
		return err
	}
	nearest := map[kernel]kernel{} // of each variant the one with the number of transforms to measure
	for _, k := range all {
		alone := k
		alone.TransformsPerGroup = 0
		if have, ok := nearest[alone]; !ok || distance(k, threads) < distance(have, threads) {
			nearest[alone] = k
		}
	}
	least := price(all[0])
	for _, k := range all {
		if time.Now().After(until) || c.out(ctx) || price(k) > dear*least {
			break
		}
		alone := k
		alone.TransformsPerGroup = 0
		if nearest[alone] != k {
			continue
		}
		if _, err := c.lay(ctx, part, k); c.only(ctx, err) != nil {
			return err
		}
	}
	return nil
}

// sharingProbe measures the first variant with every number of transforms in a workgroup, and returns the threads of a
// workgroup of the fastest. Of every other variant only the number of transforms is measured that comes nearest to as
// many threads (Dotsenko et al. 2011).
func (c *contest) sharingProbe(ctx context.Context, part int, all []kernel, until time.Time) (int, error) {
	first := all[0]
	threads, fastest := first.Invocations(), 0.0
	for _, k := range all {
		if time.Now().After(until) || c.out(ctx) {
			break
		}
		same := k
		same.TransformsPerGroup = first.TransformsPerGroup
		if same != first {
			continue
		}
		e, err := c.lay(ctx, part, k)
		if c.only(ctx, err) != nil {
			return 0, err
		}
		if err == nil && (fastest == 0 || e.ms < fastest) {
			threads, fastest = k.Invocations(), e.ms
		}
	}
	return threads, nil
}

// How much slower than the best a kernel may be that is worth measuring in a cube, too, and with fewer twiddles read.
const (
	near   = 1.12
	nearer = 1.06
)

// fewThreads is how many threads a workgroup has at most whose kernel is measured with breaks from the start: without, those of two warps took up to 46 % longer.
const fewThreads = 64

// lay measures a kernel for a part of one pass with the layout that suits it, with breaks where its workgroups are small, and, if it is not far behind, in a cube; then the kernels that are
// like the best of these. It returns the fastest.
func (c *contest) lay(ctx context.Context, part int, k kernel) (entry, error) {
	if cube, ok := c.inRounds(k); ok {
		k = cube
	} else {
		k = c.laidOut(k)
	}
	if !c.software() && k.HasExchange() && k.Invocations() <= fewThreads {
		k.Fence = wgsl.FenceBarriers
	}
	e, err := c.try(ctx, c.replaced(part, k))
	if err != nil && !errors.Is(err, errTried) {
		return e, err
	}
	if cube, ok := plan.WithDigitLayout(k, c.limits); ok && cube != k {
		var won bool
		if e, err, won = c.faster(ctx, part, e, err, near, cube); won {
			k = cube
		}
	}
	for _, l := range c.likenesses() {
		for _, like := range l.of(k) {
			var won bool
			if e, err, won = c.faster(ctx, part, e, err, l.within, like); won {
				k = like
			}
		}
	}
	return e, err
}

// inRounds is the cube of a kernel of several axes that exchanges in rounds, if it has one: they were never as fast otherwise.
func (c *contest) inRounds(k kernel) (cube kernel, ok bool) {
	if k.IsOneAxis() || k.Exchange.Slices <= 1 {
		return kernel{}, false
	}
	return plan.WithDigitLayout(k, c.limits)
}

// faster measures a kernel for a part, too, where an entry that is there, or was measured before for err, is not so much slower than the best. It returns the faster of the two, and whether that is
// the kernel's.
func (c *contest) faster(ctx context.Context, part int, e entry, err error, within float64, k kernel) (entry, error, bool) {
	if e.ms > within*c.best.ms || c.out(ctx) {
		return e, err, false
	}
	other, failed := c.try(ctx, c.replaced(part, k))
	if failed == nil && (err != nil || other.ms < e.ms) {
		return other, nil, other.ms < e.ms
	}
	return e, cmp.Or(c.only(ctx, failed), err), errors.Is(failed, errTried) && other.ms < e.ms
}

// laidOut is a kernel with the flat layout that suits it, or the cube of one that goes through cubes alone. On a processor workgroup memory has no banks, and each barrier of an exchange by components or
// in rounds stops and resumes every thread: there it is the plainest exchange, if that fits.
func (c *contest) laidOut(k kernel) kernel {
	if plain := k; c.software() && k.HasExchange() && !k.VectorRadix {
		plain.Exchange, plain.Layout = wgsl.Exchange{}, wgsl.Layout{}
		if plain.WorkgroupBytes() <= c.limits.WorkgroupBytes {
			return plain
		}
	}
	k.Layout = plan.BestLayout(k, c.limits)
	return k
}

// distance is how far the threads of a workgroup are from a number, by ratio.
func distance(k kernel, threads int) float64 {
	a, b := float64(k.Invocations()), float64(max(1, threads))
	return max(a/b, b/a)
}
