package tune

import (
	"context"
	"time"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
)

// CopyBytes returns the bytes that a copy must move so that its speed is the speed of memory, and
// not of caches.
func CopyBytes(k device.Kind) int64 {
	if k == device.Software {
		return 8 << 20
	}
	return 256 << 20
}

// Probe measures how fast a device copies room bytes, and the time of a pass with very few points.
func Probe(ctx context.Context, e *pipeline.Engine, b *measure.Bench, room int64) (choose.Speed, error) {
	points := int(room / plan.ElementBytes)
	all, err := copying(ctx, e, b, points)
	if err != nil {
		return choose.Speed{}, err
	}
	one, err := copying(ctx, e, b, 1)
	if err != nil {
		return choose.Speed{}, err
	}
	return choose.Speed{Copy: 2 * float64(points) * plan.ElementBytes / all, Dispatch: one}, nil
}

// copying returns the seconds of a copy of the given number of points.
func copying(ctx context.Context, e *pipeline.Engine, b *measure.Bench, points int) (float64, error) {
	p, err := copyPlan(points, e.Device().Limits())
	if err != nil {
		return 0, err
	}
	program, err := e.Compile(p.Schedule())
	if err != nil {
		return 0, err
	}
	defer program.Close()
	ms, err := b.Time(ctx, program, measure.Method{Loop: 10 * time.Millisecond, Repeats: 5})
	return ms / 1e3, err
}
