package measure

import (
	"context"
	"math"
	"slices"

	"wgfft/pipeline"
)

// stopRatio is the ratio of the time of a program's first runs to the time to beat at which the
// measurement stops. The best of many loops is seldom a third below the first.
const stopRatio = 1.5

// Race is Time for a program that counts only if it takes less than most milliseconds. If the first
// runs are much slower, the measurement stops. stopped is then true, and ms is the time of the
// first runs.
func (b *Bench) Race(ctx context.Context, p *pipeline.Program, m Method,
	most float64) (ms float64, stopped bool, err error) {
	first := math.Inf(1)
	for range 2 { // the first of all also fills caches and tables
		once, err := b.loop(ctx, p, 1)
		if err != nil {
			return 0, false, err
		}
		first = min(first, once)
	}
	if first > stopRatio*most {
		return first, true, nil
	}
	ms, err = b.Time(ctx, p, m)
	return ms, false, err
}

// Duel times two programs in turns, so that both suffer from anything that slows the device. It
// returns the median time of each, and the share of turns that the second won.
func (b *Bench) Duel(ctx context.Context, first, second *pipeline.Program,
	m Method) (ms [2]float64, share float64, err error) {
	if err := b.steady(ctx); err != nil {
		return ms, 0, err
	}
	programs := [2]*pipeline.Program{first, second}
	var count [2]int
	var times [2][]float64
	for i, p := range programs {
		once, err := b.loop(ctx, p, 1)
		if err != nil {
			return ms, 0, err
		}
		count[i] = max(1, int(math.Ceil(min(longest, m.Loop.Seconds()*1e3)/max(once, 1e-3))))
	}
	wins := 0
	for turn := range m.Repeats {
		var took [2]float64
		for i := range programs {
			at := (i + turn) % 2 // the first to run changes
			if took[at], err = b.loop(ctx, programs[at], count[at]); err != nil {
				return ms, 0, err
			}
			times[at] = append(times[at], took[at])
		}
		if took[1] < took[0] {
			wins++
		}
	}
	for i := range ms {
		slices.Sort(times[i])
		ms[i] = times[i][len(times[i])/2]
	}
	return ms, float64(wins) / float64(m.Repeats), nil
}
