package pipeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
)

// A memoryModel plays the steps of a flow. Bytes are numbers that say which part they belong to.
type memoryModel struct {
	f         *flow
	work, out [][]int // in the memory of the GPU: part+1 of each byte; out is work for programs in place
	dst       []int
}

// run plays a program: it turns the source of a part into the result.
func (m *memoryModel) run(t *testing.T, part int) {
	work, out := m.work[part%m.f.slots], m.out[part%m.f.slots]
	for i := range m.f.source(part) {
		if work[i] != part+1 {
			t.Fatalf("byte %d of the source of part %d is of part %d", i, part, work[i]-1)
		}
	}
	for i := range m.f.result(part) {
		out[i] = -(part + 1)
	}
}

// TestSteps plays the steps of streams with one and two memories of the GPU, in and out of place. Every byte of
// every part arrives in the memory of the GPU before its program, and no result is overwritten before it is copied
// down.
func TestSteps(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		s := Stream{ItemBytes: int64(8 * (1 + r.IntN(40))), Count: 1 + r.IntN(9)}
		s.Items = 1 + r.IntN(s.Count)
		if r.IntN(2) == 0 {
			s.ResultBytes = int64(8 * (1 + r.IntN(40)))
		}
		s.Src = make([]byte, int64(s.Count)*s.ItemBytes)
		s.Dst = make([]byte, int64(s.Count)*s.resultSize())
		f, most := &flow{Stream: s}, int64(64*(1+r.IntN(4)))
		f.divide(most)
		f.slots = 1
		if f.isWhole {
			f.slots += r.IntN(2)
		}
		m := &memoryModel{f: f, dst: make([]int, len(s.Dst))}
		for range f.slots {
			m.work = append(m.work, make([]int, int64(s.Items)*s.maxItemBytes()))
			m.out = append(m.out, m.work[len(m.work)-1])
			if s.ResultBytes > 0 {
				m.out[len(m.out)-1] = make([]int, int64(s.Items)*s.maxItemBytes())
			}
		}
		for ops := range f.steps {
			for _, o := range ops {
				slot := o.part % f.slots
				require.LessOrEqual(t, o.end-o.begin, most)
				switch o.kind {
				case copyUp:
					require.Less(t, o.begin, o.end)
					for i := o.begin; i < o.end; i++ {
						m.work[slot][i] = o.part + 1
					}
				case runPart:
					m.run(t, o.part)
				case copyDown:
					first := o.part * f.Items * int(f.resultSize())
					copy(m.dst[first+int(o.begin):first+int(o.end)], m.out[slot][o.begin:o.end])
				}
			}
		}
		for i, got := range m.dst {
			if want := -(i/int(f.resultSize())/f.Items + 1); got != want {
				t.Fatalf("byte %d of the result is %d, want %d: %d of %d items of %d bytes together", i, got, want,
					f.Items, f.Count, f.ItemBytes)
			}
		}
	}
}

// TestPieces checks pieces of large items: none is empty, and they cover all bytes.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		most := int64(smallSlot) << (2 * r.IntN(5))
		n := 8 * (1 + r.Int64N(1<<r.IntN(34)))
		size := pieceSize(n, most)
		count := pieces(n, size)
		end := int64(0)
		for i := range []int{0, 1, count / 2, count - 2, count - 1} {
			if i < 0 || i >= count {
				continue
			}
			p := pieceOf(0, i, n, size)
			require.True(t, p.begin < p.end && p.end-p.begin <= most && p.begin%64 == 0, "%d of %d bytes: %+v", i, n, p)
			if i+1 < count {
				require.Equal(t, p.end, pieceOf(0, i+1, n, size).begin)
			}
			end = pieceOf(0, count-1, n, size).end
		}
		require.Equal(t, n, end)
	}
}

func TestStagingIsLimited(t *testing.T) {
	for _, c := range []struct{ limit, most int64 }{
		{0, smallSlot}, {2 << 20, smallSlot}, {4<<20 - 1, smallSlot}, {4 << 20, smallSlot * 4}, {100 << 20, 4 << 20},
		{172<<20 - 1, 4 << 20}, {172 << 20, largeSlot}, {1 << 40, largeSlot},
	} {
		e := &Engine{}
		e.LimitStaging(c.limit)
		require.Equal(t, c.most, e.stagingBytes, "limit %d", c.limit)
		require.LessOrEqual(t, stagingBytes(e.stagingBytes), max(c.limit, 2<<20))
	}
}

// A longStreamer streams items that are longer than a staging buffer, in place or from real numbers to half spectra.
type longStreamer struct {
	rows, n  int // of an item
	count    int
	isReal   bool
	convert  Conversion
	src, dst []byte
}

// run streams on an engine and returns the result.
func (l *longStreamer) run(ctx context.Context, t testing.TB, e *Engine) ([]byte, error) {
	t.Helper()
	problem := plan.Problem{Shape: []int{l.n}, Batch: l.rows, InPlace: true}
	s := Stream{Src: l.src, ItemBytes: int64(8 * l.n * l.rows), Count: l.count, Items: 1, Conversion: l.convert}
	if l.isReal {
		problem.Kind, problem.InPlace = plan.R2C, false
		s.ItemBytes /= 2
		s.ResultBytes = int64(8 * (l.n/2 + 1) * l.rows)
	}
	made, err := choose.Make(problem, e.Device().Limits())
	require.NoError(t, err)
	s.Full, err = e.Compile(made.Schedule())
	require.NoError(t, err)
	defer s.Full.Close()
	s.Dst = slices.Repeat([]byte{0xff}, int(s.resultSize())*l.count) // NaN
	if l.dst != nil {
		s.Dst = l.dst
	}
	err = e.Stream(ctx, s)
	return s.Dst, err
}

// TestLongItems streams items in many pieces. The results have the same bits as with items in one piece.
func TestLongItems(t *testing.T) {
	whole, pieces := openEngine(t), openEngine(t)
	pieces.LimitStaging(0)
	rows := 300 // of 64 points: three pieces
	if testcase.Long() {
		rows = 1<<15 + 300 // more than largeSlot
	}
	source := func(l *longStreamer) []byte {
		points := l.n * l.rows * l.count
		if l.isReal {
			points /= 2
		}
		return bytesOf(ref.Uniform(3, points))
	}
	for name, l := range map[string]*longStreamer{
		"in place": {rows: rows, n: 64, count: 3}, "one item": {rows: rows, n: 64, count: 1},
		"real":      {rows: rows, n: 64, count: 3, isReal: true},
		"converted": {rows: rows, n: 64, count: 3, convert: scaling{}},
	} {
		l.src = source(l)
		want, err := l.run(t.Context(), t, whole)
		require.NoError(t, err, name)
		if l.convert == nil && !l.isReal {
			x := numbersIn(want)
			require.Zero(t, ref.Poisoned(x))
			for at := 0; at < len(x); at += l.n * 37 {
				worst, _ := ref.Worst(x[at:at+l.n], ref.Batch(numbersIn(l.src)[at:at+l.n], l.n, false, 1), l.n)
				require.LessOrEqual(t, worst, ref.Tolerance(l.n), "%s, points from %d", name, at)
			}
		}
		var wait sync.WaitGroup
		for range 2 { // two calls at once
			wait.Go(func() {
				got, err := l.run(t.Context(), t, pieces)
				assert.NoError(t, err, name)
				assert.True(t, slices.Equal(want, got), name)
			})
		}
		wait.Wait()
		if !l.isReal {
			same := *l
			same.dst = slices.Clone(l.src)
			same.src = same.dst
			got, err := same.run(t.Context(), t, pieces)
			require.NoError(t, err)
			require.True(t, slices.Equal(want, got), "%s, dst is src", name)
		}
		requireIdle(t, pieces)
	}
}

// scaling divides and multiplies numbers by 2^exponent.
type scaling struct{}

func (scaling) Check([]byte) error { return nil }

func (scaling) Exponent(item []byte) int { return 1 + int(item[0])%3 }

func (scaling) ToDevice(dst, src []byte, exponent int) {
	for i, z := range numbersIn(src) {
		numbersIn(dst)[i] = z / complex(float32(int(1)<<exponent), 0)
	}
}

func (scaling) ToHost(dst, src []byte, exponent int) {
	for i, z := range numbersIn(src) {
		numbersIn(dst)[i] = z * complex(float32(int(1)<<exponent), 0)
	}
}

// TestCancelledLongItems ends streams of long items when the first piece is sent, when the last one is received, and
// between the two.
func TestCancelledLongItems(t *testing.T) {
	e := openEngine(t)
	e.LimitStaging(0)
	l := &longStreamer{rows: 300, n: 64, count: 3}
	l.src = bytesOf(ref.Uniform(3, l.n*l.rows*l.count))
	want, err := l.run(t.Context(), t, e)
	require.NoError(t, err)
	before := runtime.NumGoroutine()
	cause := errors.New("a cause")
	for copies := int64(1); copies <= 18; copies++ { // three items of three pieces, both ways
		ctx, cancel := context.WithCancelCause(t.Context())
		c := &endingConversion{end: func() { cancel(cause) }}
		c.copies.Store(copies)
		cancelled := *l
		cancelled.convert = c
		_, err := cancelled.run(ctx, t, e)
		require.ErrorIs(t, err, context.Canceled, "after %d copies", copies)
		require.NotErrorIs(t, err, cause)
		requireIdle(t, e)
		got, err := l.run(t.Context(), t, e)
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got), "after a stream that ended with %d copies", copies)
	}
	for begin := time.Now(); runtime.NumGoroutine() > before && time.Since(begin) < hangTimeout; {
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines left behind")
}

// numbersIn returns bytes as complex numbers.
func numbersIn(b []byte) []complex64 {
	return unsafe.Slice((*complex64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}
