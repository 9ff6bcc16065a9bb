package npy

import (
	"bytes"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawArray draws a shape of up to four axes and bit patterns for its elements, NaN included.
func drawArray(t *rapid.T) ([]int, []complex64) {
	shape := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 4).Draw(t, "shape")
	n, err := points(shape)
	require.NoError(t, err)
	data := make([]complex64, n)
	for i := range data {
		data[i] = complex(math.Float32frombits(rapid.Uint32().Draw(t, "re")),
			math.Float32frombits(rapid.Uint32().Draw(t, "im")))
	}
	return shape, data
}

// same compares bit patterns, because NaN differs from itself.
func same(t require.TestingT, want, got []complex64) {
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, math.Float32bits(real(want[i])), math.Float32bits(real(got[i])), "real part of %d", i)
		require.Equal(t, math.Float32bits(imag(want[i])), math.Float32bits(imag(got[i])), "imaginary part of %d", i)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, data := drawArray(t)
		var b bytes.Buffer
		require.NoError(t, Write(&b, shape, data))
		require.NoError(t, Write(&b, shape, data))
		require.Zero(t, (b.Len()/2-8*len(data))%64, "elements start aligned")
		for range 2 { // the first read leaves the second array in the reader
			a, err := Read[complex64](&b)
			require.NoError(t, err)
			require.Equal(t, append([]int{}, shape...), a.Shape)
			same(t, data, a.Data)
		}
		require.Zero(t, b.Len())
	})
}

func TestRoundTripReal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Float32(), 0, 50).Draw(t, "data")
		var b bytes.Buffer
		require.NoError(t, Write(&b, []int{len(data)}, data))
		a, err := Read[complex64](bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		require.True(t, a.Real())
		require.Len(t, a.Data, len(data))
		for i, v := range data {
			require.Equal(t, complex(v, 0), a.Data[i])
		}
		r, err := Read[float32](&b)
		require.NoError(t, err)
		require.Equal(t, a.Shape, r.Shape)
		require.Len(t, r.Data, len(data))
		for i, v := range data {
			require.Equal(t, v, r.Data[i])
		}
		require.Zero(t, b.Len())
	})
}

// TestFortran checks the reordering by the two index formulas of the package comment.
func TestFortran(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 5), 0, 4).Draw(t, "shape")
		n, err := points(shape)
		require.NoError(t, err)
		data := make([]complex64, n)
		for i := range data {
			data[i] = complex(float32(i), 0)
		}
		out := fromFortran(shape, data)
		for c := range n {
			index := make([]int, len(shape))
			for a, rest := len(shape)-1, c; a >= 0; a-- {
				index[a], rest = rest%shape[a], rest/shape[a]
			}
			f := 0
			for a := len(shape) - 1; a >= 0; a-- {
				f = f*shape[a] + index[a]
			}
			require.Equal(t, data[f], out[c], "shape %v, index %v", shape, index)
		}
	})
}

// TestManyChunks reads several chunks, with and without Seek, and with short reads.
func TestManyChunks(t *testing.T) {
	data := make([]complex64, 3*chunk/8+5)
	for i := range data {
		data[i] = complex(float32(i), -float32(i))
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, []int{len(data)}, data))
	for _, r := range []io.Reader{
		bytes.NewReader(b.Bytes()),
		io.MultiReader(bytes.NewReader(b.Bytes())),
		iotest.HalfReader(bytes.NewReader(b.Bytes())),
	} {
		a, err := Read[complex64](r)
		require.NoError(t, err)
		require.Equal(t, data, a.Data)
	}
}

func TestHostile(t *testing.T) {
	text := func(descr, shape string) []byte {
		return file(1, "{'descr': '"+descr+"', 'fortran_order': False, 'shape': "+shape+", }\n", one)
	}
	cases := []struct {
		name string
		file []byte
		kind error
	}{
		{"empty", nil, ErrTruncated},
		{"no magic", []byte("PK\x03\x04 something else"), ErrFormat},
		{"short text", []byte("1 2\n"), ErrFormat},
		{"text of 8 bytes", []byte("1 2 3 4\n"), ErrFormat},
		{"cut in magic", []byte("\x93NUM"), ErrTruncated},
		{"version 9", []byte("\x93NUMPY\x09\x00\x00\x00\x00\x00"), ErrFormat},
		{"cut in length", []byte("\x93NUMPY\x01\x00\x76"), ErrTruncated},
		{"length beyond file", []byte("\x93NUMPY\x01\x00\x76\x00{'descr"), ErrTruncated},
		{"length 2 GiB", []byte("\x93NUMPY\x02\x00\xff\xff\xff\x7f{"), ErrFormat},
		{"no dictionary", file(1, "\n", ""), ErrFormat},
		{"open dictionary", file(1, "{", ""), ErrFormat},
		{"key missing", file(1, "{'descr': '<f4', 'shape': (1,)}", one), ErrFormat},
		{"key twice", file(1, "{'shape': (1,), 'shape': (1,)}", one), ErrFormat},
		{"key unknown", file(1, "{'order': (1,)}", one), ErrFormat},
		{"key no string", file(1, "{1: 2}", one), ErrFormat},
		{"no colon", file(1, "{'descr' '<f4'}", one), ErrFormat},
		{"no comma", file(1, "{'descr': '<f4' 'shape': (1,)}", one), ErrFormat},
		{"string open", file(1, "{'descr", one), ErrFormat},
		{"string escape", file(1, `{'descr': '\x3cf4'}`, one), ErrFormat},
		{"order", file(1, "{'fortran_order': 1}", one), ErrFormat},
		{"more text", file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} {}", one), ErrFormat},
		{"dtype int", text("<i4", "(1,)"), ErrDType},
		{"dtype half", text("<f2", "(1,)"), ErrDType},
		{"dtype object", text("|O", "(1,)"), ErrDType},
		{"dtype empty", text("", "(1,)"), ErrDType},
		{"dtype structured", file(1, "{'descr': [('a', '<f4')]}", one), ErrDType},
		{"negative", text("<f4", "(-1,)"), ErrShape},
		{"two negatives", text("<f4", "(-1, -1)"), ErrShape},
		{"overflow", text("<f4", "(4294967296, 4294967296)"), ErrShape},
		{"overflow with zero", text("<f4", "(4294967296, 4294967296, 0)"), ErrShape},
		{"not an int", text("<f4", "(99999999999999999999,)"), ErrShape},
		{"65 axes", text("<f4", "("+strings.Repeat("1,", 65)+")"), ErrShape},
		{"shape a number", text("<f4", "3"), ErrFormat},
		{"shape in brackets only", text("<f4", "(3)"), ErrFormat},
		{"shape of floats", text("<f4", "(1.5, 2)"), ErrFormat},
		{"shape of signs", text("<f4", "(+-,)"), ErrFormat},
		{"shape open", text("<f4", "(1, 2"), ErrFormat},
		{"truncated", text("<f4", "(2,)"), ErrTruncated},
		{"huge", text("<f4", "(1000000, 1000000)"), ErrTruncated},
		{"huge, one element", text("<c16", "()"), ErrTruncated},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			a, err := Read[complex64](bytes.NewReader(c.file))
			runtime.ReadMemStats(&after)
			require.ErrorIs(t, err, c.kind)
			require.Zero(t, a)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "bytes allocated")
			var e *Error
			require.ErrorAs(t, err, &e)
			require.LessOrEqual(t, e.Offset, int64(len(c.file)))
			require.True(t, strings.HasPrefix(err.Error(), "npy: byte "), err.Error())
		})
	}
}

func TestTruncatedSaysHowMuch(t *testing.T) {
	_, err := Read[complex64](bytes.NewReader(numpyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (4, 5), }",
		one+two+one)))
	require.EqualError(t, err,
		"npy: byte 128: shape [4 5] of complex64 takes 160 bytes, file ends after 12: the file is cut short, "+
			"save it again")
}

func TestReaderError(t *testing.T) {
	whole := numpyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", one+two)
	for _, n := range []int{0, 9, 50, 128, 130} {
		_, err := Read[complex64](io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(errSick)))
		require.ErrorIs(t, err, errSick, "error after %d bytes", n)
	}
}

var errSick = errors.New("sick disk")

// sickWriter fails after n bytes.
type sickWriter struct{ n int }

func (w *sickWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errSick
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	err := Write(io.Discard, []int{3}, make([]complex64, 2))
	require.ErrorIs(t, err, ErrShape)
	require.EqualError(t, err, "npy: shape [3] takes 3 elements, got 2")
	require.ErrorIs(t, Write(io.Discard, []int{-1, -2}, make([]complex64, 2)), ErrShape)
	require.ErrorIs(t, Write[float32](io.Discard, make([]int, 65), nil), ErrShape)
	require.ErrorIs(t, Write(io.Discard, []int{math.MaxInt, 2}, make([]float32, 2)), ErrShape)
	require.ErrorIs(t, Write(&sickWriter{100}, nil, make([]complex64, 1)), errSick)
	require.ErrorIs(t, Write(&sickWriter{130}, nil, make([]complex64, 1)), errSick)
}

// A file that is no .npy file is called so, however short it is.
func TestOtherFilesAreNamed(t *testing.T) {
	for file, want := range map[string]string{
		"1":          `not a .npy file, it starts with "1": save the array with numpy.save`,
		"1,2\n3,4\n": `not a .npy file, it starts with "1,2\n3,": save the array with numpy.save`,
		"PK\x03\x04": "not a .npy file, but a .npz or zip archive: save one of its arrays with numpy.save",
	} {
		_, err := ReadHeader(strings.NewReader(file))
		require.EqualError(t, err, "npy: byte 0: "+want)
	}
}

func FuzzRead(f *testing.F) {
	for _, descr := range []string{"<c8", ">c16", "<f4", ">f8", "<i8"} {
		for _, shape := range []string{"()", "(2,)", "(1, 3)", "(0, 4)", "(-1,)", "(1099511627776,)"} {
			f.Add(numpyFile("{'descr': '"+descr+"', 'fortran_order': True, 'shape': "+shape+", }",
				strings.Repeat(one+two, 6)))
		}
	}
	f.Add(file(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", one))
	f.Add(file(3, "{'shape': (1L,), \"descr\": '<f4', 'fortran_order': True}", one))
	f.Fuzz(func(t *testing.T, p []byte) {
		a, err := Read[complex64](bytes.NewReader(p))
		r, failed := Read[float32](bytes.NewReader(p))
		require.Equal(t, err == nil && a.Real(), failed == nil, "%v, %v", err, failed)
		if failed == nil {
			require.Equal(t, a.Shape, r.Shape)
			require.Len(t, r.Data, len(a.Data))
		}
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "npy: "), err.Error())
			return
		}
		// An array is no larger than the file says, and a round trip keeps it.
		n, err := points(a.Shape)
		require.NoError(t, err)
		require.Len(t, a.Data, n)
		require.LessOrEqual(t, 4*n, len(p))
		var b bytes.Buffer
		require.NoError(t, Write(&b, a.Shape, a.Data))
		again, err := Read[complex64](&b)
		require.NoError(t, err)
		require.Equal(t, a.Shape, again.Shape)
		same(t, a.Data, again.Data)
	})
}

// The bits of a NaN in single precision are kept, also of a signalling NaN.
func TestNaNKeepsItsBits(t *testing.T) {
	for _, want := range []uint32{0x7f800001, 0xffbfffff, 0x7fc00001} {
		v := math.Float32frombits(want)
		var numbers, points bytes.Buffer
		require.NoError(t, Write(&numbers, []int{1}, []float32{v}))
		require.NoError(t, Write(&points, []int{1}, []complex64{complex(v, v)}))
		r, err := Read[float32](&numbers)
		require.NoError(t, err)
		require.Equal(t, want, math.Float32bits(r.Data[0]))
		require.Equal(t, 1, r.Lost.NotFinite)
		z, err := Read[complex64](&points)
		require.NoError(t, err)
		require.Equal(t, []uint32{want, want},
			[]uint32{math.Float32bits(real(z.Data[0])), math.Float32bits(imag(z.Data[0]))})
		require.Equal(t, 2, z.Lost.NotFinite)
	}
}

// Double precision keeps all bits of random numbers, NaN included.
func TestRoundTripDouble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SliceOfN(rapid.Uint64(), 0, 20).Draw(t, "bits")
		reals, points := make([]float64, len(bits)), make([]complex128, len(bits))
		for i, v := range bits {
			reals[i] = math.Float64frombits(v)
			points[i] = complex(reals[i], math.Float64frombits(^v))
		}
		var b bytes.Buffer
		require.NoError(t, Write(&b, []int{len(bits)}, reals))
		require.NoError(t, Write(&b, []int{len(bits)}, points))
		r, err := Read[float64](&b)
		require.NoError(t, err)
		z, err := Read[complex128](&b)
		require.NoError(t, err)
		require.Len(t, r.Data, len(bits))
		require.Len(t, z.Data, len(bits))
		for i, v := range bits {
			require.Equal(t, v, math.Float64bits(r.Data[i]))
			require.Equal(t, v, math.Float64bits(real(z.Data[i])))
			require.Equal(t, ^v, math.Float64bits(imag(z.Data[i])))
		}
		require.Zero(t, b.Len())
	})
}
