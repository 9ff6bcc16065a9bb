package signals

import "context"

// A cutter cuts a signal into frames, one after the other.
type cutter struct {
	s     *STFT
	from  source
	now   []float32 // the current frame
	count int       // frames so far, with the current one
}

// advance goes to the next frame, and says whether there is one.
func (k *cutter) advance(ctx context.Context) (bool, error) {
	hop, fresh := k.s.f.Hop, k.now // fresh is what is read
	switch n := len(k.now); {
	case k.count == 0:
		fresh = k.now[k.s.lead():]
		clear(k.now[:k.s.lead()])
	case hop < n:
		copy(k.now, k.now[hop:])
		fresh = k.now[n-hop:]
	default:
		if err := k.from.skip(ctx, hop-n, k.now); err != nil {
			return false, err
		}
	}
	n, err := k.from.fill(ctx, fresh)
	if err != nil {
		return false, err
	}
	clear(fresh[n:])
	// A frame that the signal fills is one of its frames; of others there are as many as its length says.
	if k.from.ended && k.count >= k.s.Frames(k.from.read) {
		return false, nil
	}
	k.count++
	return true, nil
}

// weigh sets a row to the current frame, without its trend, times the window.
func (k *cutter) weigh(row []float32) {
	level, slope := k.s.trend.of(k.now)
	for j, w := range k.s.weights {
		row[j] = float32((float64(k.now[j]) - level - slope*float64(j)) * w)
	}
	clear(row[len(k.now):])
}

// samples is Block.Samples of a block before the frame next, which is there or not.
func (k *cutter) samples(next int, more bool) int {
	switch {
	case more:
		return max(0, min(k.s.Begin(next), k.from.read))
	case k.s.f.Edges == Whole:
		return k.s.Begin(next-1) + k.s.f.Frame
	}
	return k.from.read
}
