package signals

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// A source is a signal that is read to its end.
type source struct {
	r     SampleReader
	read  int // samples so far
	ended bool
}

// mostIdle is how often in a row a reader may return neither samples nor an error.
const maxEmptyReads = 100

// fill reads samples until p is full or the signal ends, and says how many there are.
func (s *source) fill(ctx context.Context, p []float32) (int, error) {
	done, idle := 0, 0
	for done < len(p) && !s.ended {
		if err := ctx.Err(); err != nil {
			return done, fmt.Errorf("signals: %w", err)
		}
		n, err := s.r.ReadSamples(p[done:])
		if n < 0 || n > len(p)-done {
			return done, fmt.Errorf("signals: the reader says it read %d of %d samples: correct its ReadSamples", n, len(p)-done)
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

// skip passes over so many samples, by way of a room.
func (s *source) skip(ctx context.Context, samples int, room []float32) error {
	for samples > 0 && !s.ended {
		n, err := s.fill(ctx, room[:min(samples, len(room))])
		if err != nil {
			return err
		}
		samples -= n
	}
	return nil
}
