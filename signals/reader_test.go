package signals

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// read reads a signal to its end, p samples at a time.
func read(r SampleReader, p int) (all []float32, err error) {
	part := make([]float32, p)
	for {
		n, err := r.ReadSamples(part)
		all = append(all, part[:n]...)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func TestSamples(t *testing.T) {
	x := []float32{1, 2, 3, 4, 5}
	for p := 1; p < 8; p++ {
		got, err := read(Samples(x), p)
		require.NoError(t, err)
		require.Equal(t, x, got)
	}
	got, err := read(Samples(nil), 3)
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestDecoders(t *testing.T) {
	x := append(fresh(t)(20001), float32(math.Inf(1)), math.SmallestNonzeroFloat32)
	var floats bytes.Buffer
	require.NoError(t, binary.Write(&floats, binary.LittleEndian, x))
	integers, want := []byte{}, []float32{-1, 1 - 1.0/(1<<15), 0, 1.0 / (1 << 15), -1.0 / (1 << 15)}
	for _, v := range []int16{math.MinInt16, math.MaxInt16, 0, 1, -1} {
		integers = binary.LittleEndian.AppendUint16(integers, uint16(v))
	}
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"plain":           func(r io.Reader) io.Reader { return r },
		"one byte":        iotest.OneByteReader,
		"half":            iotest.HalfReader,
		"data with error": iotest.DataErrReader,
	} {
		for _, p := range []int{1, 3, 1000, 100000} {
			got, err := read(Float32s(wrap(bytes.NewReader(floats.Bytes()))), p)
			require.NoError(t, err, name)
			require.Equal(t, x, got, "%s, %d at a time", name, p)
			got, err = read(Int16s(wrap(bytes.NewReader(integers))), p)
			require.NoError(t, err, name)
			require.Equal(t, want, got)
		}
	}
}

func TestDecoderErrors(t *testing.T) {
	got, err := read(Int16s(bytes.NewReader([]byte{0, 64, 0, 32, 9})), 5)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.EqualError(t, err, "signals: the stream ends after 1 of 2 bytes of sample 2: unexpected EOF")
	require.Equal(t, []float32{0.5, 0.25}, got)
	sick := errors.New("sick")
	got, err = read(Float32s(io.MultiReader(bytes.NewReader(make([]byte, 10)), iotest.ErrReader(sick))), 5)
	require.ErrorIs(t, err, sick)
	require.EqualError(t, err, "signals: sample 2: sick")
	require.Len(t, got, 2)
	for _, n := range []int{-1, 1 << 20} {
		_, err = read(Float32s(liar(n)), 5)
		require.ErrorContains(t, err, "the io.Reader is faulty")
	}
	r := Float32s(iotest.ErrReader(io.EOF))
	for range 3 {
		n, err := r.ReadSamples(make([]float32, 3))
		require.Zero(t, n)
		require.Equal(t, io.EOF, err)
	}
	n, err := r.ReadSamples(nil)
	require.Zero(t, n)
	require.NoError(t, err)
}

// A liar is an io.Reader that always returns the same count.
type liar int

func (l liar) Read([]byte) (int, error) { return int(l), nil }

func FuzzDecoders(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5}, uint8(3), false)
	f.Add([]byte{}, uint8(1), true)
	f.Fuzz(func(t *testing.T, data []byte, p uint8, float bool) {
		r, width := Int16s(iotest.HalfReader(bytes.NewReader(data))), 2
		if float {
			r, width = Float32s(bytes.NewReader(data)), 4
		}
		got, err := read(r, int(p)+1)
		require.Len(t, got, len(data)/width)
		if len(data)%width == 0 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	})
}
