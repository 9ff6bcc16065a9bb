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

// Upload copies host data to a buffer, through staging memory unless the GPU reads them itself. It returns when src may
// be used again. A conversion that is not nil converts the data, with exponent 0.
func (e *Engine) Upload(ctx context.Context, dst Region, src []byte, c Conversion) error {
	return e.withHost(ctx, src, func(h hostRange) error {
		if c != nil {
			var err error
			if e := hostMemory(ctx, func() { err = c.Check(src) }); e != nil || err != nil {
				return cmp.Or(e, err)
			}
		}
		if h.canTransfer(device.Upload, src, c) {
			return h.transfer(ctx, int64(len(src)), func(enc *device.Encoder, at, n int64) error {
				return enc.Copy(dst.Buffer, dst.Offset+at, h.buffer, h.offset+at, n)
			})
		}
		return e.upload(ctx, dst, src, c)
	})
}

// upload is Upload through staging memory.
func (e *Engine) upload(ctx context.Context, dst Region, src []byte, c Conversion) error {
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

// Download copies a buffer to host data, through staging memory unless the GPU writes them itself. A conversion that
// is not nil converts the data, with exponent 0.
func (e *Engine) Download(ctx context.Context, dst []byte, src Region, c Conversion) error {
	return e.withHost(ctx, dst, func(h hostRange) error {
		if h.canTransfer(device.Download, dst, c) {
			return h.transfer(ctx, int64(len(dst)), func(enc *device.Encoder, at, n int64) error {
				return enc.Copy(h.buffer, h.offset+at, src.Buffer, src.Offset+at, n)
			})
		}
		return e.download(ctx, dst, src, c)
	})
}

// download is Download through staging memory.
func (e *Engine) download(ctx context.Context, dst []byte, src Region, c Conversion) error {
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

// withHost calls f with the place of host data in host memory, which it holds until f returns.
func (e *Engine) withHost(ctx context.Context, data []byte, f func(h hostRange) error) error {
	if err := e.beginStream(); err != nil {
		return err
	}
	defer e.streams.Done()
	h := e.hostRange(data)
	held, err := holdHosts(ctx, []hostRange{h})
	if err != nil {
		return err
	}
	defer held.release()
	return f(h)
}

// canTransfer reports whether the GPU can copy host data itself, from sources (Upload) or to results (Download).
func (h hostRange) canTransfer(end device.Usage, data []byte, c Conversion) bool {
	return c == nil && h.canLend(end) && h.offset%wordBytes == 0 && len(data)%wordBytes == 0
}

// transfer lends held host memory to the GPU and copies n bytes. Each submission has the copy that record records.
func (h hostRange) transfer(
	ctx context.Context, n int64, record func(enc *device.Encoder, at, n int64) error,
) error {
	if err := h.buffer.Unmap(); err != nil {
		return err
	}
	var inFlight window
	for at := int64(0); at < n; at += copiesTogether {
		submitted, err := h.e.submit(ctx, func(enc *device.Encoder) error {
			return record(enc, at, min(copiesTogether, n-at))
		})
		if err == nil {
			err = inFlight.add(ctx, submitted)
		}
		if err != nil {
			return err
		}
	}
	return h.own(ctx)
}

// transfer divides n bytes into parts that fit into a slot. It calls begin for each part, and end
// when the slot is needed again, so that all free slots work at the same time.
func (e *Engine) transfer(
	ctx context.Context, of purpose, n int64, begin, end func(s *slot, at, n int64) error,
) error {
	pool, err := e.pool(of, min(n, e.stagingBytes), slotNeeds{})
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
	_, err := e.submit(ctx, func(enc *device.Encoder) error { return enc.Copy(dst, dstOff, src, srcOff, n) })
	return err
}

// submit submits the commands that record records. It submits nothing if ctx has ended.
func (e *Engine) submit(
	ctx context.Context, record func(enc *device.Encoder) error,
) (*device.Submission, error) {
	enc, err := e.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	defer enc.Discard()
	if err := record(enc); err != nil {
		return nil, err
	}
	return enc.SubmitContext(ctx)
}
