package signals

import "context"

// A framer cuts a signal into consecutive frames.
type framer struct {
	s     *STFT
	src   source
	frame []float32 // the current frame
	count int       // number of frames up to the current one
}

// advance reads the next frame and reports whether there is one.
func (k *framer) advance(ctx context.Context) (bool, error) {
	hop, fresh := k.s.f.Hop, k.frame // fresh is the part of the frame to read
	switch n := len(k.frame); {
	case k.count == 0:
		fresh = k.frame[k.s.lead():]
		clear(k.frame[:k.s.lead()])
	case hop < n:
		copy(k.frame, k.frame[hop:])
		fresh = k.frame[n-hop:]
	default:
		if err := k.src.skip(ctx, hop-n, k.frame); err != nil {
			return false, err
		}
	}
	n, err := k.src.fill(ctx, fresh)
	if err != nil {
		return false, err
	}
	clear(fresh[n:])
	// A frame that ends within the signal always counts. After the end, Frames decides.
	if k.src.ended && k.count >= k.s.Frames(k.src.read) {
		return false, nil
	}
	k.count++
	return true, nil
}

// windowed sets row to the current frame minus its trend, times the window, padded with zeros.
func (k *framer) windowed(row []float32) {
	level, slope := k.s.trend.fit(k.frame)
	for j, w := range k.s.weights {
		row[j] = float32((float64(k.frame[j]) - level - slope*float64(j)) * w)
	}
	clear(row[len(k.frame):])
}

// samples returns Block.Samples for a block that ends before frame next; more reports whether that
// frame exists.
func (k *framer) samples(next int, more bool) int {
	switch {
	case more:
		return max(0, min(k.s.Begin(next), k.src.read))
	case k.s.f.Edges == Whole:
		return k.s.Begin(next-1) + k.s.f.Frame
	}
	return k.src.read
}
