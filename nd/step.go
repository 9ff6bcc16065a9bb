package nd

import (
	"context"
	"fmt"

	"wgfft"
	"wgfft/nd/internal/cpu"
)

// run computes a step and submits it. isOrdered means that all earlier work of the
// program that may use arrays is done. If isOrdered is false and there may be such work, run
// returns ErrExposed.
func (s *shared) run(ctx context.Context, r *stepRecord, isOrdered bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isOrdered && s.m.IsExposed() {
		return cpu.ErrExposed
	}
	return s.runTo(ctx, r, "Flush", false, func() error {
		if err := s.m.Submit(ctx); err != nil {
			return err
		}
		return r.checkFinite(ctx)
	})
}

// record records a step for a call, Encode or Warm, without computing it, and calls finish.
func (s *shared) record(ctx context.Context, r *stepRecord, call string, finish func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runTo(ctx, r, call, true, finish)
}

// runTo computes a step, or records it with isRecorded, and calls finish. Errors name the call that ends
// the step. The caller holds s.mu.
func (s *shared) runTo(
	ctx context.Context, r *stepRecord, call string, isRecorded bool, finish func() error,
) error {
	if s.closed.Load() {
		return fmt.Errorf("nd: %s: %w", call, wgfft.ErrClosed)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nd: %s: %w", call, err)
	}
	if r.needsDouble() {
		if err := s.m.Settle(ctx); err != nil {
			return err
		}
	}
	s.m.SetRecording(isRecorded)
	defer s.m.SetRecording(false)
	s.trim()
	err := s.compute(ctx, r, !isRecorded && !r.opts.Check) // recorded work refers to the kernels of its plan
	if err != nil {
		s.m.Abort()
		return err
	}
	return finish()
}

// compute plans a step, unless canRepeat is set and a plan of its structure is kept, and plays the plan. It keeps the
// plan if canRepeat is set.
func (s *shared) compute(ctx context.Context, r *stepRecord, canRepeat bool) error {
	r.key = r.appendKey(r.key[:0])
	if err := s.create(r); err != nil {
		return err
	}
	p := s.planOf(r)
	if p == nil || !canRepeat {
		var err error
		if p, err = s.plan(ctx, r); err != nil {
			return err
		}
		if canRepeat {
			s.keep(r, p)
		}
	}
	if err := s.fill(r); err != nil {
		return err
	}
	return s.play(ctx, r, p)
}

// create makes the buffers of the arrays that the program made in a step, and of those that the step uses. It passes
// over closed arrays: planning finds the operations with them.
func (s *shared) create(r *stepRecord) error {
	for _, c := range r.made {
		if err := s.provide(c.mem); err != nil && !c.mem.closed.Load() {
			return &OpError{Op: "New", Operands: fmt.Sprint(c.mem.Type, c.shape.Shape[:c.shape.Rank]), Where: c.where,
				Step: r.step, Err: err}
		}
	}
	for _, m := range r.owned {
		if err := s.provide(m); err != nil && !m.closed.Load() {
			return fmt.Errorf("nd: array of %d %v: %w", m.Count, m.Type, err)
		}
	}
	return nil
}

// fill stores the elements of arrays that the program made in a step.
func (s *shared) fill(r *stepRecord) error {
	for i := range r.made {
		if c := &r.made[i]; c.data != nil && !c.mem.closed.Load() {
			if err := s.m.Upload(&c.mem.Memory, c.data); err != nil {
				return err
			}
			c.data = nil
		}
	}
	return nil
}
