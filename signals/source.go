package signals

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// A source reads a signal to its end.
type source struct {
	r     SampleReader
	read  int // samples read
	ended bool
}

// maxEmptyReads is the number of consecutive reads that may return neither samples nor an error.
const maxEmptyReads = 100

// fill reads samples until p is full or the signal ends, and returns their number.
func (s *source) fill(ctx context.Context, p []float32) (int, error) {
	done, idle := 0, 0
	for done < len(p) && !s.ended {
		if err := ctx.Err(); err != nil {
			return done, fmt.Errorf("signals: %w", err)
		}
		n, err := s.r.ReadSamples(p[done:])
		if n < 0 || n > len(p)-done {
			return done, fmt.Errorf("signals: ReadSamples returned %d for a slice of %d samples; "+
				"the SampleReader is faulty", n, len(p)-done)
		}
		done, s.read = done+n, s.read+n
		switch {
		case errors.Is(err, io.EOF):
			s.ended = true
		case err != nil:
			return done, err
		case n > 0:
			idle = 0
		default:
			if idle++; idle == maxEmptyReads {
				return done, fmt.Errorf("signals: sample %d: %w", s.read, io.ErrNoProgress)
			}
		}
	}
	return done, nil
}

// skip reads and discards samples, through the buffer buf.
func (s *source) skip(ctx context.Context, samples int, buf []float32) error {
	for samples > 0 && !s.ended {
		n, err := s.fill(ctx, buf[:min(samples, len(buf))])
		if err != nil {
			return err
		}
		samples -= n
	}
	return nil
}
