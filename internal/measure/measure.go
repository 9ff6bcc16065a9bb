package measure

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"
	"unsafe"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/pipeline"
	"wgfft/plan"
)

// A Method says how long to measure. Right after idling a GPU runs slowly, an H200 3 to 6 times, so a measurement
// starts with a warm-up, and each loop is long against the jitter of clocks.
type Method struct {
	Warm    time.Duration // run before anything is timed
	Loop    time.Duration // least length of a timed loop
	Repeats int           // loops, of which the median counts
	Rest    time.Duration // before each of them; none on a software adapter
}

// Careful is the method of published figures. It rests between loops: an H200 that does transforms without a pause takes its 700 W within a quarter of a second, and then
// lowers its clocks, by a tenth in the mean, as long as that lasts.
var Careful = Method{Warm: 150 * time.Millisecond, Loop: 40 * time.Millisecond, Repeats: 7, Rest: 80 * time.Millisecond}

// OpenDevice opens what a program measures: the best GPU, or a software adapter.
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
	tile    []complex64 // the source is this, again and again, each time turned by some quarters
	stamps  *device.Timestamps
	longest int     // array that is done again in float64
	tick    float64 // ns

	reference *pipeline.Program // always the same work, to see the clocks by
	fastest   float64           // its best time, ms

	expects string                          // the problem last compared
	wants   map[[3]int][]yardstick.Expected // what becomes of its arrays: from the first, so many, so many together
}

// tilePoints is the size of a tile: 64 MB, more than any cache holds.
const tilePoints = 8 << 20

// turned is a point of the i-th tile: multiplied by 1, i, -1 or -i, at random, so that the source has no period.
func turned(v complex64, tile int) complex64 {
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

// New allocates a bench for transforms of up to as many bytes as source and target have, or for those with exactly their cuts.
func New(ctx context.Context, e *pipeline.Engine, source, target plan.Memory) (*Bench, error) {
	b := &Bench{engine: e, longest: longestReference}
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
	b.tile = ref.Uniform(1, int(min(bytes/8, tilePoints)))
	part := make([]complex64, len(b.tile))
	for i, at := 0, int64(0); at < bytes; i, at = i+1, at+int64(8*len(part)) {
		for j, v := range b.tile {
			part[j] = turned(v, i)
		}
		if err := b.src.WriteAt(bytesOf(part)[:min(int64(8*len(part)), bytes-at)], at); err != nil {
			b.Close()
			return nil, err
		}
	}
	problem := plan.Problem{Shape: []int{referencePoints}, Batch: max(1, int(min(bytes/8, target.Bytes/8, 1<<20)/referencePoints))}
	tree, err := plan.Make(problem, dev.Limits())
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

// Close gives the memory back.
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

// halves is a buffer as memory of a program; imaginary parts that are apart lie in its second half.
func halves(b *device.Buffer) pipeline.Region {
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
		if err := p.Encode(enc, halves(b.dst), halves(b.src)); err != nil {
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

// The reference transforms 8 MB again and again. That stays in the cache, so its time follows the clock of the
// processors; one that waits for memory would not show a clock that has dropped by a fifth.
const referencePoints = 256

// tempo times the reference and returns how much slower it was than ever before.
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

// software says whether there are no clocks to watch.
func (b *Bench) software() bool { return b.engine.Device().Adapter().Kind == device.Software }

// slack is how much slower than its best the reference may be.
const slack = 1.05

// steady runs the reference until it is as fast as it ever was, so that what follows is measured at full clocks: after
// a pause an H200 takes up to a second to come back from 345 to 1980 MHz. It gives up after a second. The first time nobody knows how fast it can be,
// and it runs for a second in any case.
func (b *Bench) steady(ctx context.Context) error {
	least := time.Duration(0)
	if b.fastest == 0 {
		least = time.Second
	}
	for begin, good := time.Now(), 0; (good < 3 || time.Since(begin) < least) && time.Since(begin) < least+time.Second && !b.software(); {
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

// longest is the most loops of a program in one submission, by time: systems reset a GPU that is busy for seconds.
const longest = 100.0 // ms

// Time returns the milliseconds one run of the program takes on the GPU: the median of the method's loops. Where the
// clocks dropped meanwhile it measures again, a few times.
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
		if b.software() {
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

// rest lets a GPU cool down.
func (b *Bench) rest(ctx context.Context, d time.Duration) error {
	if d == 0 || b.software() {
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
