package pipeline

import (
	"context"
	"fmt"

	"wgfft/device"
)

// Buffers are copied in words of four bytes. What lies behind the last byte in its word is 0 after Upload.
const wordBytes = 4

// words is a number of bytes in whole words.
func words(n int64) int64 { return (n + wordBytes - 1) &^ (wordBytes - 1) }

// Upload copies host data to a buffer through staging memory, and returns when src may be used again.
func (e *Engine) Upload(ctx context.Context, dst Region, src []byte) error {
	return e.transfer(ctx, int64(len(src)), uses{up: true}, func(s *slot, at, n int64) error {
		to := s.up.Bytes()
		if to == nil {
			return device.ErrClosed
		}
		if err := hostCopy(ctx, to, src[at:at+n]); err != nil {
			return err
		}
		clear(to[n:words(n)])
		if err := s.up.Unmap(); err != nil {
			return err
		}
		if err := e.copy(ctx, dst.Buffer, dst.Offset+at, s.up, 0, words(n)); err != nil {
			return err
		}
		return s.up.BeginMap()
	}, func(*slot, int64, int64) error { return nil })
}

// Download copies a buffer to host data through staging memory.
func (e *Engine) Download(ctx context.Context, dst []byte, src Region) error {
	return e.transfer(ctx, int64(len(dst)), uses{down: true}, func(s *slot, at, n int64) error {
		if err := e.copy(ctx, s.down, 0, src.Buffer, src.Offset+at, words(n)); err != nil {
			return err
		}
		return s.down.BeginMap()
	}, func(s *slot, at, n int64) error {
		return e.receive(ctx, Stream{Dst: dst}, part{slot: s, begin: at, end: at + n})
	})
}

// transfer cuts n bytes into parts that fit a slot: each is begun, and ended when its slot is needed again, so that as many are under
// way as there are free slots.
func (e *Engine) transfer(ctx context.Context, n int64, need uses, begin, end func(s *slot, at, n int64) error) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.streams.Done()
	pool, err := e.pool(min(n, largeSlot))
	if err != nil {
		return err
	}
	type flight struct {
		slot  *slot
		at, n int64
	}
	var flying []flight
	defer func() {
		for _, f := range flying {
			pool.give(f.slot)
		}
	}()
	land := func() error { // the first
		f := flying[0]
		err := end(f.slot, f.at, f.n)
		pool.give(f.slot)
		flying = flying[1:]
		return err
	}
	for at := int64(0); at < n; at += pool.bytes {
		if err := ctx.Err(); err != nil { // slots that are ready don't look
			return fmt.Errorf("pipeline: transfer: %w", err)
		}
		s, err := pool.try(ctx, need)
		for s == nil && err == nil && len(flying) > 0 {
			if err = land(); err == nil {
				s, err = pool.try(ctx, need)
			}
		}
		if s == nil && err == nil {
			s, err = pool.take(ctx, need)
		}
		if err != nil {
			return err
		}
		flying = append(flying, flight{s, at, min(pool.bytes, n-at)})
		if err := begin(s, at, min(pool.bytes, n-at)); err != nil {
			return err
		}
	}
	for len(flying) > 0 {
		if err := land(); err != nil {
			return err
		}
	}
	return nil
}

// copy submits one copy, unless ctx has ended.
func (e *Engine) copy(ctx context.Context, dst *device.Buffer, dstOff int64, src *device.Buffer, srcOff, n int64) error {
	enc, err := e.dev.NewEncoder()
	if err != nil {
		return err
	}
	defer enc.Discard()
	if err := enc.Copy(dst, dstOff, src, srcOff, n); err != nil {
		return err
	}
	_, err = enc.SubmitContext(ctx)
	return err
}

// streamLong transforms items that are each longer than a part: one after the other up, through the program, and down.
func (e *Engine) streamLong(ctx context.Context, s Stream) error {
	pool, err := e.pool(s.longest())
	if err != nil {
		return err
	}
	slot, err := pool.take(ctx, uses{work: true, out: s.ResultBytes > 0, cuts: s.Full.schedule.Source.Cuts, outCuts: s.Full.schedule.Target.Cuts})
	if err != nil {
		return err
	}
	defer pool.give(slot)
	work, result := Region{Buffer: slot.work}, slot.result(s)
	for i := range int64(s.Count) {
		if err := e.Upload(ctx, work, s.Src[i*s.ItemBytes:(i+1)*s.ItemBytes]); err != nil {
			return err
		}
		if _, err := s.Full.Submit(ctx, result, work); err != nil {
			return err
		}
		if err := e.Download(ctx, s.Dst[i*s.result():(i+1)*s.result()], result); err != nil {
			return err
		}
	}
	return nil
}
