package pipeline

import (
	"cmp"
	"context"
	"fmt"

	"wgfft/device"
)

// wordBytes is the size of the words that buffers are copied in. Upload clears the bytes after the
// data in its last word.
const wordBytes = 4

// wholeWords rounds n up to a multiple of wordBytes.
func wholeWords(n int64) int64 { return (n + wordBytes - 1) &^ (wordBytes - 1) }

// Upload copies host data to a buffer through staging memory. It returns when src may be used
// again. A conversion that is not nil converts the data, with exponent 0.
func (e *Engine) Upload(ctx context.Context, dst Region, src []byte, c Conversion) error {
	if c != nil {
		var err error
		if e := hostMemory(ctx, func() { err = c.Check(src) }); e != nil || err != nil {
			return cmp.Or(e, err)
		}
	}
	return e.transfer(ctx, forUpload, int64(len(src)), func(s *slot, at, n int64) error {
		to := s.buffer.Bytes()
		if to == nil {
			return device.ErrClosed
		}
		if err := hostMemory(ctx, func() { convertToDevice(to, src[at:at+n], c, 0) }); err != nil {
			return err
		}
		clear(to[n:wholeWords(n)])
		if err := s.buffer.Unmap(); err != nil {
			return err
		}
		if err := e.submitCopy(ctx, dst.Buffer, dst.Offset+at, s.buffer, 0, wholeWords(n)); err != nil {
			return err
		}
		return s.buffer.BeginMap()
	}, func(*slot, int64, int64) error { return nil })
}

// Download copies a buffer to host data through staging memory. A conversion that is not nil converts
// the data, with exponent 0.
func (e *Engine) Download(ctx context.Context, dst []byte, src Region, c Conversion) error {
	return e.transfer(ctx, forDownload, int64(len(dst)), func(s *slot, at, n int64) error {
		if err := e.submitCopy(ctx, s.buffer, 0, src.Buffer, src.Offset+at, wholeWords(n)); err != nil {
			return err
		}
		return s.buffer.BeginMap()
	}, func(s *slot, at, n int64) error {
		if err := s.buffer.Map(ctx); err != nil {
			return err
		}
		from := s.buffer.Bytes()
		if from == nil {
			return device.ErrClosed
		}
		if err := hostMemory(ctx, func() { convertToHost(dst[at:at+n], from[:n], c, 0) }); err != nil {
			return err
		}
		return s.buffer.Unmap()
	})
}

// transfer divides n bytes into parts that fit into a slot. It calls begin for each part, and end
// when the slot is needed again, so that all free slots work at the same time.
func (e *Engine) transfer(
	ctx context.Context, of purpose, n int64, begin, end func(s *slot, at, n int64) error,
) error {
	if err := e.beginStream(); err != nil {
		return err
	}
	defer e.streams.Done()
	pool, err := e.pool(of, min(n, e.stagingBytes))
	if err != nil {
		return err
	}
	type transferPart struct {
		slot  *slot
		at, n int64
	}
	var inFlight []transferPart
	defer func() {
		for _, f := range inFlight {
			pool.release(f.slot)
		}
	}()
	finishFirst := func() error { // waits for the oldest part
		f := inFlight[0]
		err := end(f.slot, f.at, f.n)
		pool.release(f.slot)
		inFlight = inFlight[1:]
		return err
	}
	for at := int64(0); at < n; at += pool.key.bytes {
		if err := ctx.Err(); err != nil { // acquiring a slot that is ready doesn't check ctx
			return fmt.Errorf("pipeline: transfer: %w", err)
		}
		s, err := pool.tryAcquire(ctx, slotNeeds{})
		for s == nil && err == nil && len(inFlight) > 0 {
			if err = finishFirst(); err == nil {
				s, err = pool.tryAcquire(ctx, slotNeeds{})
			}
		}
		if s == nil && err == nil {
			s, err = pool.acquire(ctx, slotNeeds{})
		}
		if err != nil {
			return err
		}
		inFlight = append(inFlight, transferPart{s, at, min(pool.key.bytes, n-at)})
		if err := begin(s, at, min(pool.key.bytes, n-at)); err != nil {
			return err
		}
	}
	for len(inFlight) > 0 {
		if err := finishFirst(); err != nil {
			return err
		}
	}
	return nil
}

// submitCopy submits one copy. It submits nothing if ctx has ended.
func (e *Engine) submitCopy(
	ctx context.Context, dst *device.Buffer, dstOff int64, src *device.Buffer, srcOff, n int64,
) error {
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
