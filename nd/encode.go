package nd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wgfft"
)

// Encode ends the step as Flush does, and records its work into enc instead of submitting it. enc
// is an encoder of the engine's device, or an encoder of the program that
// device.Device.AdoptEncoder has adopted. The step takes effect at its place among the commands of
// enc. It keeps the current values of its scalars.
//
// For a step with Fetch, Upload or From, Encode returns an error that wraps [ErrEncode]. Encode
// also returns the errors of Flush. After an error nothing is recorded. The engine keeps the
// temporaries of the step until the engine is closed. On the CPU engine, functions of the program
// run on a goroutine of the engine.
//
// Encode waits for the compiler and for the steps of other goroutines: see [Queue.EncodeContext].
func (q *Queue) Encode(enc *wgfft.Encoder) error { return q.EncodeContext(context.Background(), enc) }

// EncodeContext is [Queue.Encode] with a context. If ctx ends first, it records nothing and returns ctx's error.
func (q *Queue) EncodeContext(ctx context.Context, enc *wgfft.Encoder) error {
	const call = "Encode"
	defer q.end()
	if err := q.checkEnd(ctx, call); err != nil {
		return err
	}
	if q.opts.Host {
		return fmt.Errorf("nd: Encode: %w: the queue has QueueOptions.Host: end its steps with Flush", ErrEncode)
	}
	if enc == nil {
		return errors.New("nd: Encode: nil encoder: get one from Device().NewEncoder or AdoptEncoder")
	}
	for _, n := range q.nodes[:q.used] {
		if n.kind == kindFetch || n.kind == kindUpload {
			return fmt.Errorf("nd: Encode: %w: it has %s: end such a step with Flush", ErrEncode, n.op)
		}
	}
	if slices.ContainsFunc(q.made, func(c creation) bool { return c.data != nil }) {
		return fmt.Errorf("nd: Encode: %w: it has From: end such a step with Flush", ErrEncode)
	}
	return q.endBy(ctx, call, func(ctx context.Context, r *stepRecord) error {
		return r.on.record(ctx, r, call, func() error {
			if err := r.on.m.Encode(ctx, enc); err != nil {
				return fmt.Errorf("nd: Encode: %w", err)
			}
			r.on.keepTemps()
			return nil
		})
	})
}

// Warm compiles the kernels and plans that the step needs, and drops the step. Later steps of the
// same structure then do not wait for the compiler. Warm does not change arrays. It returns the
// errors of Flush.
func (q *Queue) Warm(ctx context.Context) error {
	const call = "Warm"
	defer q.end()
	if err := q.checkEnd(ctx, call); err != nil {
		return err
	}
	return q.endBy(ctx, call, func(ctx context.Context, r *stepRecord) error {
		return r.on.record(ctx, r, call, func() error {
			r.on.m.Abort()
			return errDropped
		})
	})
}

// checkEnd returns an error if the step can't be computed. call is the name of the method that ends
// the step.
func (q *Queue) checkEnd(ctx context.Context, call string) error {
	switch {
	case q.broken != nil:
		return q.broken
	case q.err != nil:
		return q.err
	case q.isClosed():
		return fmt.Errorf("nd: %s: %w", call, wgfft.ErrClosed)
	case ctx.Err() != nil:
		return fmt.Errorf("nd: %s: %w", call, ctx.Err())
	}
	return nil
}

// keepTemps keeps the memory of the temporaries of this step until the engine is closed, because an encoder uses it.
func (s *shared) keepTemps() {
	for key, step := range s.used {
		if step == s.step {
			s.kept[key] = true
		}
	}
}
