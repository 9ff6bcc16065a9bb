package signals

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// A stutter delivers a signal in pieces of random size, some of them empty. It returns io.EOF with
// the last piece or after it.
type stutter struct {
	left []float32
	rng  *rand.Rand
}

func newStutter(x []float32) *stutter { return &stutter{x, rand.New(rand.NewPCG(uint64(len(x)), 1))} }

func (s *stutter) ReadSamples(p []float32) (int, error) {
	n := copy(p[:s.rng.IntN(len(p)+1)], s.left)
	s.left = s.left[n:]
	if len(s.left) == 0 && s.rng.IntN(2) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// collected returns the spectra of a stream and checks its blocks.
func collected(t *testing.T, s *STFT, stream iter.Seq2[Block, error]) (all []complex64, frames, samples int) {
	t.Helper()
	short := false
	for b, err := range stream {
		require.NoError(t, err)
		require.False(t, short, "a short block is the last")
		require.Equal(t, frames, b.First)
		require.Len(t, b.Spectra, b.Frames*s.Bins())
		require.LessOrEqual(t, b.Frames, s.f.Block)
		short = b.Frames < s.f.Block
		require.GreaterOrEqual(t, b.Samples, samples)
		all = append(all, b.Spectra...)
		frames, samples = frames+b.Frames, b.Samples
		ref.Poison(b.Spectra) // a caller may change them
	}
	return all, frames, samples
}

// Stream yields the same bits as Forward, and InverseStream the same bits as Inverse.
func TestStreamIsForward(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		noise := fresh(t)
		for i, f := range append(cases(), STFTConfig{Frame: 8, Hop: 50, Block: 4, Window: Rectangular()}) {
			for _, edges := range []Edges{Centred, Whole} {
				if isSpare(c) && (i%2 == 0) == (edges == Centred) {
					continue
				}
				f.Edges = edges
				s := newer(t, c, f)
				for _, n := range lengths(f) {
					if s.Frames(n) == 0 {
						continue
					}
					x := noise(n)
					want, err := s.Forward(ctx, nil, x)
					require.NoError(t, err)
					got, frames, samples := collected(t, s, s.Stream(ctx, newStutter(x)))
					require.Equal(t, s.Frames(n), frames)
					require.NoError(t, equal(want, got), "%+v: %d samples", f, n)
					if edges == Centred {
						require.Equal(t, n, samples)
					} else {
						require.Equal(t, s.Begin(frames-1)+s.f.Frame, samples)
					}

					signal, err := s.Inverse(ctx, nil, want, samples)
					var back []float32
					var failure error
					for y, err := range s.InverseStream(ctx, s.Stream(ctx, newStutter(x))) {
						back, failure = append(back, y...), err
					}
					if err != nil {
						require.ErrorIs(t, err, ErrNOLA)
						require.ErrorIs(t, failure, ErrNOLA)
						continue
					}
					require.NoError(t, failure)
					require.NoError(t, equal(signal, back), "%+v: %d samples", f, n)
				}
			}
		}
	})
}

// The inverse is the signal, up to rounding. The spectra are unchanged, and nothing outside dst is
// written.
func TestInverse(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		noise := fresh(t)
		for _, f := range cases() {
			s := newer(t, c, f)
			for _, n := range lengths(f) {
				x := noise(n)
				spectra, err := s.Forward(ctx, nil, x)
				require.NoError(t, err)
				kept := slices.Clone(spectra)
				back := ref.NewGuarded[float32](n)
				_, err = s.Inverse(ctx, back.Data, spectra, n)
				require.NoError(t, err, "%+v: %d samples", f, n)
				require.NoError(t, back.Check())
				off := ref.RelL2Real(back.Data, widened(x))
				require.LessOrEqual(t, off, 2*tolerance(s)*amplification(s, n), "%+v: %d samples", f, n)
				require.Equal(t, kept, spectra)
			}
		}
	})
}

// For spectra of no signal the result is the least-squares solution: the residual of the frames is
// orthogonal to every sample.
func TestInverseIsNearest(t *testing.T) {
	s := newer(t, openCPU(t), STFTConfig{Frame: 16, Hop: 5})
	const n = 40
	frames := fresh(t)(s.Frames(n) * 16)
	spectra, err := s.c.RFFT(ctx, nil, frames, wgfft.WithRowLength(16))
	require.NoError(t, err)
	x, err := s.Inverse(ctx, nil, spectra, n)
	require.NoError(t, err)
	for at := range n {
		dot := 0.0
		for i := range s.Frames(n) {
			if j := at - s.Begin(i); j >= 0 && j < 16 {
				w := s.weights[j]
				dot += w * (float64(frames[i*16+j]) - w*float64(x[at]))
			}
		}
		require.InDelta(t, 0, dot, 1e-5, "sample %d", at)
	}
}

// A filter between the two streams works in place: it silences every second block.
func TestStreamsInARow(t *testing.T) {
	c := openCPU(t)
	s := newer(t, c, STFTConfig{Frame: 64, Hop: 64, Window: Rectangular(), Edges: Whole, Block: 4})
	x := fresh(t)(64 * 40)
	quiet := func(yield func(Block, error) bool) {
		for b, err := range s.Stream(ctx, Samples(x)) {
			if b.First/4%2 == 1 {
				clear(b.Spectra)
			}
			if !yield(b, err) {
				return
			}
		}
	}
	at := 0
	for y, err := range s.InverseStream(ctx, quiet) {
		require.NoError(t, err)
		require.Len(t, y, 4*64)
		for j, v := range y {
			if at/256%2 == 1 {
				require.Zero(t, v)
			} else {
				require.InDelta(t, x[at+j], v, 1e-5)
			}
		}
		at += len(y)
	}
	require.Equal(t, len(x), at)
}

func TestInverseErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		s := newer(t, c, STFTConfig{Frame: 64, Block: 8})
		spectra := make([]complex64, s.Frames(100)*s.Bins())
		_, err := s.Inverse(ctx, nil, spectra, 64)
		require.ErrorIs(t, err, wgfft.ErrSliceLength)
		require.ErrorContains(t, err, "spectra has 165 elements, want 99 (3 frames of 33 bins for 64 samples)")
		_, err = s.Inverse(ctx, make([]float32, 99), spectra, 100)
		require.ErrorIs(t, err, wgfft.ErrSliceLength)
		_, err = s.Inverse(ctx, nil, nil, 0)
		require.ErrorIs(t, err, ErrShort)

		whole := newer(t, c, STFTConfig{Frame: 64, Block: 8, Edges: Whole})
		require.NoError(t, whole.Invertible())
		_, err = whole.Inverse(ctx, nil, make([]complex64, 2*33), 96)
		require.ErrorIs(t, err, ErrNOLA)
		require.ErrorContains(t, err, "sample 0 has zero weight in every frame; use Centred frames")
		whole = newer(t, c, STFTConfig{Frame: 64, Block: 8, Edges: Whole, Window: Hamming()})
		_, err = whole.Inverse(ctx, nil, make([]complex64, 2*33), 97)
		require.ErrorContains(t, err, "sample 96 has zero weight in every frame")
		gaps := newer(t, c, STFTConfig{Frame: 64, Hop: 65, Block: 8})
		require.ErrorIs(t, gaps.Invertible(), ErrNOLA)
		_, err = gaps.Inverse(ctx, nil, make([]complex64, 2*33), 64)
		require.ErrorContains(t, err, "use a hop of at most 64")
	})
}

// blocks yields all and then failure, if it is not nil.
func blocks(failure error, all ...Block) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		for _, b := range all {
			if !yield(b, nil) {
				return
			}
		}
		if failure != nil {
			yield(Block{}, failure)
		}
	}
}

// Blocks that Stream would not yield are refused.
func TestInverseStreamErrors(t *testing.T) {
	s := newer(t, openCPU(t), STFTConfig{Frame: 64, Block: 8})
	sick := errors.New("sick")
	two := make([]complex64, 2*33)
	pair := func(first, samples int) Block { return Block{First: first, Frames: 2, Spectra: two, Samples: samples} }
	for say, all := range map[string]iter.Seq2[Block, error]{
		"sick":                           blocks(sick, Block{}),
		"begins with frame 1, want 0":    blocks(nil, pair(1, 0)),
		"begins with frame 0, want 2":    blocks(nil, pair(0, 0), pair(0, 0)),
		"want 33 (1 frames of 33 bins)":  blocks(nil, Block{Frames: 1, Spectra: two}),
		"(-1 frames of 33 bins)":         blocks(nil, Block{Frames: -1}),
		"block has 65 spectral values":   blocks(nil, Block{Frames: 1, Spectra: two[:65]}),
		"sample 64 has zero weight":      blocks(nil, pair(0, math.MaxInt)),
		"sample 0 is missing: an earli":  blocks(nil, pair(0, 0), pair(2, 0), pair(4, 90)),
		"sample 32 is missing: an earli": blocks(nil, pair(0, 32), pair(2, -7), pair(4, 90)),
	} {
		var failure error
		for y, err := range s.InverseStream(ctx, all) {
			require.NoError(t, failure, "an error is the last")
			require.LessOrEqual(t, len(y), 1000)
			failure = err
		}
		require.ErrorContains(t, failure, say)
	}
	for y, err := range s.InverseStream(ctx, blocks(nil)) {
		t.Fatal(y, err)
	}
	// A block may have more frames than Config().Block.
	x := fresh(t)(1000)
	spectra, err := s.Forward(ctx, nil, x)
	require.NoError(t, err)
	one := Block{Frames: s.Frames(1000), Spectra: spectra, Samples: 1000}
	for y, err := range s.InverseStream(ctx, blocks(nil, one)) {
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(y, widened(x)), 2*tolerance(s))
	}
}

// An endless is a SampleReader of noise that never ends. It counts the samples.
type endless struct {
	rng   *rand.Rand
	read  int
	after func() // called after every read
}

func (e *endless) ReadSamples(p []float32) (int, error) {
	for i := range p {
		p[i] = e.rng.Float32() - 0.5
	}
	e.read += len(p)
	if e.after != nil {
		e.after()
	}
	return len(p), nil
}

func TestStreamCancelled(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		for name, f := range map[string]STFTConfig{
			"between frames": {Frame: 64, Block: 8},
			"within a block": {Frame: 64, Block: 1 << 20},
			"in a gap":       {Frame: 64, Hop: 1 << 40, Block: 8},
		} {
			if name == "within a block" && !c.Adapter().CPU {
				continue // the GPU would get a table of 2^20 rows, for no transform
			}
			stopped, cancel := context.WithCancel(ctx)
			e := &endless{rng: rand.New(rand.NewPCG(1, 2))}
			e.after = func() {
				if e.read > 5000 {
					cancel()
				}
			}
			var failure error
			for _, err := range newer(t, c, f).Stream(stopped, e) {
				require.NoError(t, failure, "an error is the last")
				failure = err
			}
			require.ErrorIs(t, failure, context.Canceled, name)
			require.Less(t, e.read, 6000, name)
			cancel()
		}
	})
}

// A loop that breaks ends the stream and leaves the rest of the reader.
func TestStreamLeft(t *testing.T) {
	s := newer(t, openCPU(t), STFTConfig{Frame: 64, Block: 8})
	for range 3 {
		e := &endless{rng: rand.New(rand.NewPCG(1, 2))}
		for b, err := range s.Stream(ctx, e) {
			require.NoError(t, err)
			if b.First == 16 {
				break
			}
		}
		require.Equal(t, 24*32+32, e.read, "three blocks and the samples of the next frame, but no more")
	}
}

// An error of a reader comes after all complete frames.
func TestStreamErrors(t *testing.T) {
	s := newer(t, openCPU(t), STFTConfig{Frame: 64, Block: 8})
	sick := errors.New("sick disk")
	x := fresh(t)(1000)
	want, err := s.Forward(ctx, nil, x)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		after func(p []float32) (int, error)
		is    error
		text  string
	}{
		"error":          {func([]float32) (int, error) { return 0, sick }, sick, "sick disk"},
		"last with it":   {func(p []float32) (int, error) { return 1, sick }, sick, "sick disk"},
		"too many":       {func(p []float32) (int, error) { return len(p) + 1, nil }, nil, "SampleReader is faulty"},
		"negative":       {func(p []float32) (int, error) { return -1, nil }, nil, "ReadSamples returned -1"},
		"nothing at all": {func(p []float32) (int, error) { return 0, nil }, io.ErrNoProgress, "sample 1000"},
	} {
		left := x
		r := readerFunc(func(p []float32) (int, error) {
			if n := copy(p, left); n > 0 {
				left = left[n:]
				return n, nil
			}
			return c.after(p)
		})
		var got []complex64
		var failure error
		samples := 0
		for b, err := range s.Stream(ctx, r) {
			require.NoError(t, failure, "an error is the last")
			if failure = err; err == nil {
				got, samples = append(got, b.Spectra...), b.Samples
			}
		}
		require.ErrorContains(t, failure, c.text, name)
		if c.is != nil {
			require.ErrorIs(t, failure, c.is)
		}
		complete := (1000+32-64)/32 + 1
		require.Len(t, got, complete*33, name)
		require.Equal(t, want[:len(got)], got)
		require.Equal(t, complete*32-32, samples)
	}
	for _, err := range s.Stream(ctx, Samples(nil)) {
		require.ErrorIs(t, err, ErrShort)
	}
	r := Samples(x)
	collected(t, s, s.Stream(ctx, r))
	for _, err := range s.Stream(ctx, r) {
		require.ErrorIs(t, err, ErrShort, "a reader is read once")
	}
}

type readerFunc func(p []float32) (int, error)

func (f readerFunc) ReadSamples(p []float32) (int, error) { return f(p) }

// A stream of eight times the length allocates the same memory, forward and inverse.
func TestStreamMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("with the race detector a sync.Pool drops items at random")
	}
	c := openCPU(t)
	s := newer(t, c, STFTConfig{Frame: 1024, Hop: 256, Block: 16})
	taken := func(samples int) uint64 {
		r := limited{&endless{rng: rand.New(rand.NewPCG(1, 2))}, samples}
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		n := 0
		for y, err := range s.InverseStream(ctx, s.Stream(ctx, &r)) {
			require.NoError(t, err)
			n += len(y)
		}
		runtime.ReadMemStats(&after)
		require.Equal(t, samples, n)
		return after.TotalAlloc - before.TotalAlloc
	}
	taken(1 << 18)
	short, long := taken(1<<18), taken(1<<21)
	require.Less(t, long, short+1<<20, "the signal alone has 8 MiB")
}

// A limited is the beginning of an endless signal.
type limited struct {
	*endless
	left int
}

func (l *limited) ReadSamples(p []float32) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n, err := l.endless.ReadSamples(p[:min(l.left, len(p))])
	l.left -= n
	return n, err
}
