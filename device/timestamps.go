package device

import (
	"context"
	"encoding/binary"
	"math"
	"sync"
	"time"

	"wgfft/internal/detach"
)

// Timestamps are times taken by the GPU, in ticks of TickNs nanoseconds from an arbitrary start.
type Timestamps struct {
	d  *Device
	n  int
	rd detach.Lock // one Read at a time

	resolved *Buffer
	staging  *Buffer

	// guarded by d.mu
	native driverObject
}

// maxTimestamps is wgpu's limit.
const maxTimestamps = 8192

// NewTimestamps allocates n timestamps, 1 to 8192. It returns ErrNoTimestamps if the device has
// none. It waits while the driver has another call: see NewTimestampsContext.
func (d *Device) NewTimestamps(n int) (*Timestamps, error) {
	return d.NewTimestampsContext(context.Background(), n)
}

// NewTimestampsContext is NewTimestamps with a context. If ctx ends first, it returns ctx's error, also while the
// driver has this call or another one.
func (d *Device) NewTimestampsContext(ctx context.Context, n int) (*Timestamps, error) {
	if !d.info.Timestamps {
		return nil, ErrNoTimestamps
	}
	if n < 1 {
		return nil, invalid("%d timestamps: there must be at least one", n)
	}
	if n > maxTimestamps {
		return nil, limit("timestamps", int64(n), maxTimestamps, "make several")
	}
	return detach.Value(ctx, d.calls, func(ctx context.Context) (*Timestamps, error) {
		t := &Timestamps{d: d, n: n}
		if err := t.init(ctx); err != nil {
			t.Close()
			return nil, err
		}
		return t, nil
	}, func(t *Timestamps) { t.Close() })
}

func (t *Timestamps) init(ctx context.Context) error {
	d, bytes := t.d, int64(t.n)*8
	var err error
	if t.resolved, err = d.newBuffer("timestamps", bytes, useResolve|useCopySrc); err != nil {
		return err
	}
	if t.staging, err = d.NewBuffer("timestamps, host", bytes, Download); err != nil {
		return err
	}
	if err = d.enter(); err != nil {
		return err
	}
	native := d.n.newQuerySet("timestamps", t.n)
	if err = d.failure("timestamps"); err == nil {
		t.native = native
		d.live[t] = struct{}{}
	}
	d.mu.Unlock()
	if err != nil {
		return err
	}
	// Some drivers wait forever for a timestamp that was never taken, so take each once.
	e, err := d.NewEncoder()
	if err != nil {
		return err
	}
	for i := range t.n {
		if err := e.Timestamp(t, i); err != nil {
			return err
		}
	}
	_, err = e.SubmitContext(ctx)
	return err
}

// Read waits for the work submitted so far and returns all times, in ticks. A timestamp that was
// never recorded has the time of NewTimestamps.
func (t *Timestamps) Read(ctx context.Context) ([]uint64, error) {
	var ticks []uint64
	err := t.d.calls.Run(ctx, func(ctx context.Context) (err error) {
		ticks, err = t.read(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return ticks, nil
}

func (t *Timestamps) read(ctx context.Context) ([]uint64, error) {
	t.rd.Lock()
	defer t.rd.Unlock()
	// An earlier Read that returned at the end of its context may have left a mapping behind.
	if err := t.staging.Unmap(); err != nil {
		return nil, err
	}
	e, err := t.d.NewEncoder()
	if err != nil {
		return nil, err
	}
	defer e.Discard()
	if err := e.add(command{timestamps: t, dst: t.resolved}); err != nil {
		return nil, err
	}
	if err := e.Copy(t.staging, 0, t.resolved, 0, t.resolved.size); err != nil {
		return nil, err
	}
	if _, err := e.SubmitContext(ctx); err != nil {
		return nil, err
	}
	if err := t.staging.Map(ctx); err != nil {
		return nil, err
	}
	data := t.staging.Bytes()
	if data == nil {
		return nil, closed("timestamps")
	}
	ticks := make([]uint64, t.n)
	for i := range ticks {
		ticks[i] = binary.NativeEndian.Uint64(data[8*i:])
	}
	return ticks, t.staging.Unmap()
}

// Close releases the timestamps. It may be called any number of times and returns nil.
func (t *Timestamps) Close() error {
	t.rd.WhenFree(func() {
		for _, b := range []*Buffer{t.resolved, t.staging} {
			if b != nil {
				b.Close()
			}
		}
		t.d.mu.WhenFree(func() {
			t.drop()
			delete(t.d.live, t)
		})
	})
	return nil
}

// drop implements resource.
func (t *Timestamps) drop() {
	if t.native != nil && !t.d.lost.Load() {
		t.d.n.releaseQuerySet(t.native)
	}
	t.native = nil
}

func (t *Timestamps) usable() error {
	if t.native == nil {
		return closed("timestamps")
	}
	return nil
}

// tickRate is the result of TickNs.
type tickRate struct {
	mu sync.Mutex
	ns float64 // 0: not yet measured
}

// TickNs returns the length of a timestamp tick in nanoseconds. The first call measures it against
// the host's clock, which takes about 60 ms. A result within 5 % of 1 is rounded to 1, the length
// of most devices. TickNs returns ErrNoTimestamps if the device has none.
func (d *Device) TickNs(ctx context.Context) (float64, error) {
	var ns float64
	err := d.calls.Run(ctx, func(ctx context.Context) (err error) {
		ns, err = d.tickNs(ctx)
		return err
	})
	if err != nil {
		return 0, err
	}
	return ns, nil
}

func (d *Device) tickNs(ctx context.Context) (float64, error) {
	d.tick.mu.Lock()
	defer d.tick.mu.Unlock()
	if d.tick.ns > 0 {
		return d.tick.ns, nil
	}
	t, err := d.NewTimestampsContext(ctx, 2)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	for apart := 50 * time.Millisecond; ; apart *= 4 {
		ns, doubt, err := d.measureTick(ctx, t, apart)
		if err != nil {
			return 0, err
		}
		if doubt > 0.03 && apart < time.Second {
			continue // a busy machine needs a longer measurement
		}
		if math.Abs(ns-1) < 0.05 {
			ns = 1
		}
		d.tick.ns = ns
		return ns, nil
	}
}

// measureTick compares two times, apart from each other, on both clocks. It repeats each until the
// GPU answers fast, because a submission after large transfers is slow. doubt bounds the relative
// error.
func (d *Device) measureTick(ctx context.Context, t *Timestamps, apart time.Duration) (ns, doubt float64, err error) {
	var host [2]time.Time
	var slack time.Duration
	for i := range host {
		if i == 1 {
			select {
			case <-time.After(apart):
			case <-ctx.Done():
				return 0, 0, ctx.Err()
			}
		}
		var took time.Duration
		for try := 0; try == 0 || try < 20 && took > apart/100; try++ {
			before := time.Now()
			e, err := d.NewEncoder()
			if err != nil {
				return 0, 0, err
			}
			if err := e.Timestamp(t, i); err != nil {
				return 0, 0, err
			}
			s, err := e.SubmitContext(ctx)
			if err != nil {
				return 0, 0, err
			}
			if err := s.Wait(ctx); err != nil {
				return 0, 0, err
			}
			took = time.Since(before)
			host[i] = before.Add(took / 2)
		}
		slack += took / 2
	}
	ticks, err := t.Read(ctx)
	if err != nil {
		return 0, 0, err
	}
	if ticks[1] <= ticks[0] {
		return 0, 0, invalid("timestamps: the GPU's clock stands still: measure on the host")
	}
	elapsed := host[1].Sub(host[0])
	return float64(elapsed) / float64(ticks[1]-ticks[0]), float64(slack) / float64(elapsed), nil
}
