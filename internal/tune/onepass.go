package tune

import (
	"cmp"
	"context"
	"errors"
	"time"

	"wgfft/internal/choose"
	"wgfft/wgsl"
)

// kernel is a short name for the kernels of a choice.
type kernel = wgsl.Kernel

// maxCostRatio is the ratio of a kernel's cost to the cheapest, by the model, above which it is not
// measured.
const maxCostRatio = 2.5

// onePass looks for a better kernel for a part of one pass until a deadline.
func (c *search) onePass(ctx context.Context, part int, until time.Time) error {
	p := c.best.axes[part]
	all, price := OnePass(c.p, c.limits, p.FirstAxis, p.AxisCount), Price(c.p, c.limits, p.FirstAxis, p.AxisCount)
	if len(all) == 0 {
		return nil
	}
	threads, err := c.sharingProbe(ctx, part, all, until)
	if err != nil {
		return err
	}
	// from a kernel without TransformsPerGroup to the kernel with the number of transforms to
	// measure
	nearest := map[kernel]kernel{}
	for _, k := range all {
		alone := k
		alone.Threads.Transforms = 0
		if have, ok := nearest[alone]; !ok || distance(k, threads) < distance(have, threads) {
			nearest[alone] = k
		}
	}
	least := price(all[0])
	for _, k := range all {
		if time.Now().After(until) || c.isOver(ctx) || price(k) > maxCostRatio*least {
			break
		}
		alone := k
		alone.Threads.Transforms = 0
		if nearest[alone] != k {
			continue
		}
		if _, err := c.bestLayout(ctx, part, k); c.only(ctx, err) != nil {
			return err
		}
	}
	return nil
}

// sharingProbe measures the first variant with every number of transforms in a workgroup, and
// returns the threads of a workgroup of the fastest. Every other variant is measured only with the
// number of transforms that comes nearest to these threads (Dotsenko et al. 2011).
func (c *search) sharingProbe(ctx context.Context, part int, all []kernel, until time.Time) (int, error) {
	first := all[0]
	threads, fastest := first.Invocations(), 0.0
	for _, k := range all {
		if time.Now().After(until) || c.isOver(ctx) {
			break
		}
		same := k
		same.Threads.Transforms = first.Threads.Transforms
		if same != first {
			continue
		}
		e, err := c.bestLayout(ctx, part, k)
		if c.only(ctx, err) != nil {
			return 0, err
		}
		if err == nil && (fastest == 0 || e.ms < fastest) {
			threads, fastest = k.Invocations(), e.ms
		}
	}
	return threads, nil
}

// Variations of a kernel are measured if the ratio of the kernel's time to the best time is small.
// The limit is looseRatio for digit layouts and fences, and tightRatio for other variations.
const (
	looseRatio = 1.12
	tightRatio = 1.06
)

// fewThreads is the largest workgroup of kernels that are measured with fences from the start.
const fewThreads = 64

// bestLayout measures a kernel for a part of one pass with the layout that suits it, and with fences
// if its workgroups are small. If the time is close to the best, it also measures the kernel with a
// digit layout. It then measures variations of the better one. It returns the fastest kernel.
func (c *search) bestLayout(ctx context.Context, part int, k kernel) (entry, error) {
	if cube, ok := c.inRounds(k); ok {
		k = cube
	} else {
		k = c.laidOut(k)
	}
	if !c.isSoftware() && k.HasExchange() && k.Invocations() <= fewThreads {
		k.Twiddles.Fence = wgsl.FenceBarriers
	}
	e, err := c.tryKernel(ctx, part, k)
	if err != nil && !errors.Is(err, errTried) {
		return e, err
	}
	if cube, ok := choose.WithDigitLayout(k, c.limits); ok && cube != k {
		var won bool
		if e, err, won = c.faster(ctx, part, e, err, looseRatio, cube); won {
			k = cube
		}
	}
	for _, l := range c.variations() {
		for _, like := range l.of(k) {
			var won bool
			if e, err, won = c.faster(ctx, part, e, err, l.within, like); won {
				k = like
			}
		}
	}
	return e, err
}

// tryKernel measures the best choice so far with one kernel for a part.
func (c *search) tryKernel(ctx context.Context, part int, k kernel) (entry, error) {
	other := c.best.axes[part]
	other.Kernels, other.PairPass = []kernel{k}, nil
	return c.try(ctx, c.replaced(part, other))
}

// inRounds returns the digit layout of a kernel of several axes with a sliced exchange, if it has
// one. Other layouts are slower.
func (c *search) inRounds(k kernel) (cube kernel, ok bool) {
	if k.IsOneAxis() || k.Exchange.Slices <= 1 {
		return kernel{}, false
	}
	return choose.WithDigitLayout(k, c.limits)
}

// faster measures a kernel for a part if the time of entry e is within the given ratio of the best.
// If err is set, e has no time. faster returns the faster of the two, and reports whether that is
// the kernel.
func (c *search) faster(ctx context.Context, part int, e entry, err error, within float64,
	k kernel) (entry, error, bool) {
	if e.ms > within*c.best.ms || c.isOver(ctx) {
		return e, err, false
	}
	other, failed := c.tryKernel(ctx, part, k)
	if failed == nil && (err != nil || other.ms < e.ms) {
		return other, nil, other.ms < e.ms
	}
	return e, cmp.Or(c.only(ctx, failed), err), errors.Is(failed, errTried) && other.ms < e.ms
}

// laidOut returns a kernel with the flat layout that suits it, or with the digit layout if k has
// only that. On a processor, workgroup memory has no banks, and each barrier of a split or sliced
// exchange stops and resumes every thread. There it returns the plain exchange, if that fits.
func (c *search) laidOut(k kernel) kernel {
	if plain := k; c.isSoftware() && k.HasExchange() && !k.Stages.VectorRadix {
		plain.Exchange, plain.Threads.Cyclic = wgsl.Exchange{}, false
		if plain.WorkgroupBytes() <= c.limits.WorkgroupBytes {
			return plain
		}
	}
	k.Exchange.Layout, k.Threads.Cyclic = choose.BestLayout(k, c.limits), false
	return k
}

// distance returns how far the threads of a workgroup are from a number, as a ratio.
func distance(k kernel, threads int) float64 {
	a, b := float64(k.Invocations()), float64(max(1, threads))
	return max(a/b, b/a)
}
