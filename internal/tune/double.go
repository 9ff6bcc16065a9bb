package tune

import (
	"context"
	"math"
	"time"

	"wgfft/device"
	"wgfft/internal/measure"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// The transform by which MeasureDouble compares formats.
const (
	doubleRow      = 1024    // points of a row
	doubleRows     = 1 << 10 // rows
	doubleSoftware = 1 << 5  // rows on a software adapter
	doubleTurns    = 3       // measurements of each format
)

// doubleMethod is the method of a measurement. The first turn raises the clocks of the GPU.
var doubleMethod = measure.Method{Loop: 5 * time.Millisecond, Repeats: 3}

// MeasureDouble measures the time of rows of 1024 points, about 2^20 points in all, in f64 and in a form of
// double-single. Data are in GPU memory. Each time is the minimum of three measurements, in turns. It takes
// about 0.1 s on the GPU, the compilation of two kernels, and 32 MiB of GPU memory for each format.
func MeasureDouble(
	ctx context.Context, e *pipeline.Engine, w wisdom.Wisdom, form wgsl.Number,
) (wisdom.DoubleTimes, error) {
	best := [2]float64{math.Inf(1), math.Inf(1)}
	var racers [2]racer
	for i, n := range []wgsl.Number{wgsl.F64{}, form} {
		var err error
		if racers[i], err = newRacer(ctx, e, w, n); err != nil {
			return wisdom.DoubleTimes{}, err
		}
		defer racers[i].close()
	}
	for range doubleTurns {
		for i, r := range racers {
			ms, err := r.bench.Quick(ctx, r.program, doubleMethod)
			if err != nil {
				return wisdom.DoubleTimes{}, err
			}
			best[i] = min(best[i], ms)
		}
	}
	return wisdom.DoubleTimes{Float64: best[0], DoubleSingle: best[1]}, nil
}

// A racer is a format in MeasureDouble.
type racer struct {
	bench   *measure.Bench
	program *pipeline.Program
}

// newRacer plans and compiles the transform in a format, with the kernels of the wisdom if it has some.
func newRacer(ctx context.Context, e *pipeline.Engine, w wisdom.Wisdom, n wgsl.Number) (r racer, err error) {
	if err := ctx.Err(); err != nil {
		return racer{}, err
	}
	l := e.Device().Limits()
	l.Family = w.Speed.Family(l.Family)
	p := plan.Problem{Shape: []int{doubleRow}, Batch: doubleRows}
	p.Number = n
	if e.Device().Adapter().Kind == device.Software {
		p.Batch = doubleSoftware
	}
	made, err := plan.Make(p, l, wisdom.Chooser{Wisdom: w})
	if err != nil {
		return racer{}, err
	}
	if r.bench, err = measure.New(ctx, e, made.Source(), made.Target(), measure.FormatOf(p)); err != nil {
		return racer{}, err
	}
	if r.program, err = e.Compile(made.Schedule()); err != nil {
		r.bench.Close()
		return racer{}, err
	}
	return r, nil
}

func (r racer) close() {
	r.program.Close()
	r.bench.Close()
}
