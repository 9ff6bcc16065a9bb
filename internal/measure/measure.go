package measure

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"
	"unsafe"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
)

// A Method describes how long to measure. A GPU runs slowly after a pause, so a measurement starts
// with a warm-up. Loops are long compared with the jitter of clocks.
type Method struct {
	Warm    time.Duration // run before anything is timed
	Loop    time.Duration // least length of a timed loop
	Repeats int           // number of loops; their median counts
	Rest    time.Duration // before each loop; none on a software adapter
}

// Careful is the method of published figures. It rests between loops, because a GPU at its power
// limit lowers its clocks.
var Careful = Method{Warm: 150 * time.Millisecond, Loop: 40 * time.Millisecond, Repeats: 7, Rest: 80 * time.Millisecond}

// OpenDevice opens the device that a program measures: the best GPU, or a software adapter.
func OpenDevice(software bool) (*device.Device, error) {
	if software {
		return device.Open(device.Choice{Kind: device.AnySoftware})
	}
	return device.Open(device.Choice{})
}

// A Bench holds a source of random data and a destination on the GPU.
type Bench struct {
	engine  *pipeline.Engine
	src     *device.Buffer
	dst     *device.Buffer
	format  Format      // of source and destination
	tile    []complex64 // the source repeats it, each time rotated by a number of quarter turns
	stamps  *device.Timestamps
	longest int     // the longest array that is transformed in float64
	tick    float64 // ns

	reference *pipeline.Program // always the same work, to detect changes of the clocks
	fastest   float64           // its best time, ms

	expects string // the problem last compared
	// wants holds expected results, by first array, count and number judged together.
	wants map[[3]int]expectations
}

// tilePoints is the size of a tile: 64 MB, more than any cache holds.
const tilePoints = 8 << 20

// rotated returns a point of the given tile. It is v times 1, i, -1 or -i, chosen by a hash, so
// that the source has no period.
func rotated(v complex64, tile int) complex64 {
	h := uint64(tile) * 0x9e3779b97f4a7c15
	switch (h ^ h>>29) >> 20 & 3 {
	case 1:
		return complex(-imag(v), real(v))
	case 2:
		return -v
	case 3:
		return complex(imag(v), -real(v))
	}
	return v
}

// New allocates a bench for transforms of up to the bytes of source and target. If they are split into
// several buffers, the bench has exactly these buffers. They hold points of one number format. The points
// have the same values in all formats, exact in f32.
func New(ctx context.Context, e *pipeline.Engine, source, target plan.Memory, f Format) (*Bench, error) {
	b := &Bench{engine: e, longest: longestReference, format: f}
	if f.Number != nil { // sums over samples are in float64, which is not precise enough
		b.longest = longestDouble
	}
	dev := e.Device()
	var err error
	const least = 8 * referencePoints
	source.Bytes, target.Bytes = max(source.Bytes, least), max(target.Bytes, least)
	bytes := source.Bytes
	if b.src, err = dev.NewBufferInParts("bench source", bytes, source.Cuts); err != nil {
		return nil, err
	}
	if b.dst, err = dev.NewBufferInParts("bench destination", target.Bytes, target.Cuts); err != nil {
		b.Close()
		return nil, err
	}
	each := b.pointBytes()
	b.tile = ref.Uniform(1, int(min(bytes/each, tilePoints)))
	for i, v := range b.tile {
		b.tile[i] = f.rounded(v)
	}
	part := make([]complex64, len(b.tile))
	for i, at := 0, int64(0); at < bytes; i, at = i+1, at+each*int64(len(part)) {
		for j, v := range b.tile {
			part[j] = rotated(v, i)
		}
		if err := b.src.WriteAt(b.encoded(part)[:min(each*int64(len(part)), bytes-at)], at); err != nil {
			b.Close()
			return nil, err
		}
	}
	problem := plan.Problem{Shape: []int{referencePoints},
		Batch: max(1, int(min(bytes/8, target.Bytes/8, 1<<20)/referencePoints))}
	tree, err := choose.Make(problem, dev.Limits())
	if err == nil {
		b.reference, err = e.Compile(tree.Schedule())
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	b.stamps, err = dev.NewTimestamps(2)
	if errors.Is(err, device.ErrNoTimestamps) {
		return b, nil // measured on the host instead
	}
	if err == nil {
		b.tick, err = dev.TickNs(ctx)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close releases the memory.
func (b *Bench) Close() error {
	for _, buf := range []*device.Buffer{b.src, b.dst} {
		if buf != nil {
			buf.Close()
		}
	}
	if b.stamps != nil {
		b.stamps.Close()
	}
	if b.reference != nil {
		b.reference.Close()
	}
	return nil
}

func bytesOf[T ref.Element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// inHalves returns a buffer as memory of a program. The second half of a planar buffer holds the
// imaginary parts.
func inHalves(b *device.Buffer) pipeline.Region {
	return pipeline.Region{Buffer: b, Imag: b, ImagOffset: b.Size() / 2 &^ 0xff}
}

// loop runs the program count times and returns the time of one in ms.
func (b *Bench) loop(ctx context.Context, p *pipeline.Program, count int) (float64, error) {
	enc, err := b.engine.Device().NewEncoder()
	if err != nil {
		return 0, err
	}
	defer enc.Discard()
	stamp := func(i int) error {
		if b.stamps == nil {
			return nil
		}
		return enc.Timestamp(b.stamps, i)
	}
	if err := stamp(0); err != nil {
		return 0, err
	}
	for range count {
		if err := p.Encode(enc, inHalves(b.dst), inHalves(b.src)); err != nil {
			return 0, err
		}
	}
	if err := stamp(1); err != nil {
		return 0, err
	}
	begin := time.Now()
	s, err := enc.Submit()
	if err != nil {
		return 0, err
	}
	if err := s.Wait(ctx); err != nil {
		return 0, err
	}
	if b.stamps == nil {
		return time.Since(begin).Seconds() * 1e3 / float64(count), nil
	}
	ticks, err := b.stamps.Read(ctx)
	if err != nil {
		return 0, err
	}
	return float64(ticks[1]-ticks[0]) * b.tick / 1e6 / float64(count), nil
}

// The reference transforms 8 MB again and again. They stay in the cache, so its time follows the
// clock of the processors. A reference that waits for memory would not show a lower clock.
const referencePoints = 256

// tempo times the reference. It returns the ratio to its best time.
func (b *Bench) tempo(ctx context.Context) (float64, error) {
	const loop = 4.0 // ms
	count := 100
	if b.fastest > 0 {
		count = int(math.Ceil(loop / b.fastest))
	}
	ms, err := b.loop(ctx, b.reference, count)
	if err != nil {
		return 0, err
	}
	if b.fastest == 0 || ms < b.fastest {
		b.fastest = ms
	}
	return ms / b.fastest, nil
}

// isSoftware reports whether the device is a software adapter, which has no clocks to watch.
func (b *Bench) isSoftware() bool { return b.engine.Device().Adapter().Kind == device.Software }

// slack is the largest ratio of tempo at full clocks.
const slack = 1.05

// steady runs the reference until it is as fast as its best time, so that the next measurement runs
// at full clocks. It gives up after a second. The first call runs for the whole second, because no
// best time is known.
func (b *Bench) steady(ctx context.Context) error {
	least := time.Duration(0)
	if b.fastest == 0 {
		least = time.Second
	}
	for begin, good := time.Now(), 0; (good < 3 || time.Since(begin) < least) &&
		time.Since(begin) < least+time.Second && !b.isSoftware(); {
		t, err := b.tempo(ctx)
		if err != nil {
			return err
		}
		good++
		if t > slack {
			good = 0
		}
	}
	return nil
}

// longest is the duration of the longest submission. Systems reset a GPU that is busy for seconds.
const longest = 100.0 // ms

// Time returns the milliseconds of one run of the program on the GPU: the median of the method's
// loops. If the clocks drop during the measurement, it measures again, a few times.
func (b *Bench) Time(ctx context.Context, p *pipeline.Program, m Method) (float64, error) {
	best := math.Inf(1)
	for range 3 {
		if err := b.steady(ctx); err != nil {
			return 0, err
		}
		ms, err := b.median(ctx, p, m)
		if err != nil {
			return 0, err
		}
		best = min(best, ms)
		if b.isSoftware() {
			break
		}
		if t, err := b.tempo(ctx); err != nil {
			return 0, err
		} else if t <= slack {
			break
		}
	}
	return best, nil
}

// Quick returns the milliseconds of one run of the program on the GPU, as Time does, but does not wait
// for full clocks.
func (b *Bench) Quick(ctx context.Context, p *pipeline.Program, m Method) (float64, error) {
	return b.median(ctx, p, m)
}

// rest lets a GPU cool down.
func (b *Bench) rest(ctx context.Context, d time.Duration) error {
	if d == 0 || b.isSoftware() {
		return nil
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// median times the loops of a method.
func (b *Bench) median(ctx context.Context, p *pipeline.Program, m Method) (float64, error) {
	once, err := b.loop(ctx, p, 1)
	if err != nil {
		return 0, err
	}
	count := func(d time.Duration) int {
		return max(1, int(math.Ceil(min(longest, d.Seconds()*1e3)/max(once, 1e-3))))
	}
	for warm := time.Now(); time.Since(warm) < m.Warm; {
		if once, err = b.loop(ctx, p, count(m.Loop)); err != nil {
			return 0, err
		}
	}
	times := make([]float64, m.Repeats)
	for i := range times {
		if err := b.rest(ctx, m.Rest); err != nil {
			return 0, err
		}
		if times[i], err = b.loop(ctx, p, count(m.Loop)); err != nil {
			return 0, err
		}
		once = times[i]
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
