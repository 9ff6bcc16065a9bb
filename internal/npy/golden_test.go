package npy

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// numpyFile returns a file as numpy.save of NumPy 2 writes it, by the documentation of
// numpy.lib.format. The text with its trailing spaces fills the first 128 bytes.
func numpyFile(text, elements string) []byte {
	return []byte("\x93NUMPY\x01\x00\x76\x00" + text + strings.Repeat(" ", 117-len(text)) + "\n" + elements)
}

// file returns a file of the given version with any text, without padding.
func file(major byte, text, elements string) []byte {
	n := len(text)
	head := "\x93NUMPY" + string([]byte{major, 0, byte(n), byte(n >> 8)})
	if major > 1 {
		head += string([]byte{byte(n >> 16), byte(n >> 24)})
	}
	return []byte(head + text + elements)
}

const (
	one   = "\x00\x00\x80\x3f"
	two   = "\x00\x00\x00\x40"
	mhalf = "\x00\x00\x00\xbf"
)

func TestWriteMatchesNumPy(t *testing.T) {
	var b bytes.Buffer
	// numpy.save(f, numpy.array([1-0.5j, 2], "complex64"))
	require.NoError(t, Write(&b, []int{2}, []complex64{1 - 0.5i, 2}))
	require.Equal(t, numpyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }",
		one+mhalf+two+"\x00\x00\x00\x00"), b.Bytes())

	b.Reset() // numpy.save(f, numpy.array([[1, 2, -0.5]], "float32"))
	require.NoError(t, Write(&b, []int{1, 3}, []float32{1, 2, -0.5}))
	require.Equal(t, numpyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }",
		one+two+mhalf), b.Bytes())

	b.Reset() // numpy.save(f, numpy.complex64(2))
	require.NoError(t, Write(&b, nil, []complex64{2}))
	require.Equal(t, numpyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (), }",
		two+"\x00\x00\x00\x00"), b.Bytes())
}

func TestReadGolden(t *testing.T) {
	f8 := "\x00\x00\x00\x00\x00\x00\xf0\x3f" + "\x00\x00\x00\x00\x00\x00\xe0\xbf" // 1, -0.5
	f8be := "\x3f\xf0\x00\x00\x00\x00\x00\x00" + "\xbf\xe0\x00\x00\x00\x00\x00\x00"
	cases := []struct {
		name  string
		file  []byte
		shape []int
		data  []complex64
		dtype string
	}{
		{"c8", numpyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", one+mhalf),
			[]int{1}, []complex64{1 - 0.5i}, "complex64"},
		{"c8 big-endian", numpyFile("{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }",
			"\x3f\x80\x00\x00\xbf\x00\x00\x00"),
			[]int{1}, []complex64{1 - 0.5i}, "complex64"},
		{"c16", numpyFile("{'descr': '<c16', 'fortran_order': False, 'shape': (), }", f8),
			[]int{}, []complex64{1 - 0.5i}, "complex128"},
		{"c16 big-endian", numpyFile("{'descr': '>c16', 'fortran_order': False, 'shape': (1, 1), }", f8be),
			[]int{1, 1}, []complex64{1 - 0.5i}, "complex128"},
		{"f8", numpyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", f8),
			[]int{2}, []complex64{1, -0.5}, "float64"},
		{"f8 big-endian", numpyFile("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", f8be),
			[]int{2}, []complex64{1, -0.5}, "float64"},
		{"f4", numpyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", one+two+mhalf),
			[]int{3}, []complex64{1, 2, -0.5}, "float32"},
		{"zero points", numpyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 0), }", ""),
			[]int{3, 0}, []complex64{}, "float32"},
		{"version 2", file(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", one),
			[]int{1}, []complex64{1}, "float32"},
		{"version 3", file(3, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n", one),
			[]int{1}, []complex64{1}, "float32"},
		{"keys reordered, Python 2 numbers, no line end",
			file(1, `{"shape":(1L,2L,),"descr":"<f4","fortran_order":False}`, one+two),
			[]int{1, 2}, []complex64{1, 2}, "float32"},
		// numpy.asfortranarray([[0, 1, 2], [3, 4, 5]]) is stored as 0 3 1 4 2 5.
		{"Fortran order", file(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n",
			"\x00\x00\x00\x00"+"\x00\x00\x40\x40"+one+"\x00\x00\x80\x40"+two+"\x00\x00\xa0\x40"),
			[]int{2, 3}, []complex64{0, 1, 2, 3, 4, 5}, "float32"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, err := Read[complex64](bytes.NewReader(c.file))
			require.NoError(t, err)
			require.Equal(t, Array[complex64]{Shape: c.shape, Data: c.data, DType: c.dtype}, a)
			require.Equal(t, c.dtype[0] == 'f', a.Real())

			wide, err := Read[complex128](bytes.NewReader(c.file))
			require.NoError(t, err)
			double := Array[complex128]{Shape: c.shape, Data: []complex128{}, DType: c.dtype}
			for _, v := range c.data {
				double.Data = append(double.Data, complex128(v))
			}
			require.Equal(t, double, wide)

			r, err := Read[float32](bytes.NewReader(c.file))
			w, failed := Read[float64](bytes.NewReader(c.file))
			if !a.Real() {
				require.Equal(t, err, failed)
				require.ErrorIs(t, err, ErrDType)
				require.EqualError(t, err,
					"npy: elements of type "+c.dtype+" where real numbers are wanted: save a.real or abs(a) instead")
				return
			}
			require.NoError(t, err)
			require.NoError(t, failed)
			want := Array[float32]{Shape: c.shape, Data: []float32{}, DType: c.dtype}
			for _, v := range c.data {
				want.Data = append(want.Data, real(v))
			}
			require.Equal(t, want, r)
			for i, v := range r.Data {
				require.Equal(t, float64(v), w.Data[i])
			}
		})
	}
}

// The bytes of 0.1 and -1/3 in float64, which float32 does not hold.
const (
	tenth  = "\x9a\x99\x99\x99\x99\x99\xb9\x3f"
	mthird = "\x55\x55\x55\x55\x55\x55\xd5\xbf"
)

// bigEndian returns numbers of eight bytes in the other order.
func bigEndian(numbers string) string {
	p := []byte(numbers)
	for i := 0; i < len(p); i += 8 {
		slices.Reverse(p[i : i+8])
	}
	return string(p)
}

func TestWriteDoubleMatchesNumPy(t *testing.T) {
	var b bytes.Buffer
	// numpy.save(f, numpy.array([0.1-1j/3, 1]))
	require.NoError(t, Write(&b, []int{2}, []complex128{complex(0.1, -1.0/3), 1}))
	require.Equal(t, numpyFile("{'descr': '<c16', 'fortran_order': False, 'shape': (2,), }",
		tenth+mthird+"\x00\x00\x00\x00\x00\x00\xf0\x3f"+strings.Repeat("\x00", 8)), b.Bytes())

	b.Reset() // numpy.save(f, numpy.array([[0.1, -1/3]]))
	require.NoError(t, Write(&b, []int{1, 2}, []float64{0.1, -1.0 / 3}))
	require.Equal(t, numpyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", tenth+mthird), b.Bytes())
}

// A file of double precision is read without rounding: in both byte orders and both orders of
// elements.
func TestReadDoubleGolden(t *testing.T) {
	third := -1.0 / 3
	numbers := tenth + mthird + mthird + tenth
	for _, order := range []string{"<", ">"} {
		bytesOf := func(s string) string { return s }
		if order == ">" {
			bytesOf = bigEndian
		}
		for _, fortran := range []string{"False", "True"} {
			text := "', 'fortran_order': " + fortran + ", 'shape': "
			points := file(1, "{'descr': '"+order+"c16"+text+"(1, 2), }\n", bytesOf(numbers))
			h, err := ReadHeader(bytes.NewReader(points))
			require.NoError(t, err)
			require.True(t, h.IsDouble())
			require.False(t, h.IsReal())
			a, err := Read[complex128](bytes.NewReader(points))
			require.NoError(t, err)
			require.Equal(t, []complex128{complex(0.1, third), complex(third, 0.1)}, a.Data, order+fortran)
			require.Zero(t, a.Lost)

			columns := file(2, "{'descr': '"+order+"f8"+text+"(2, 2), }\n", bytesOf(tenth+tenth+mthird+mthird))
			r := bytes.NewReader(columns)
			h, err = ReadHeader(r)
			require.NoError(t, err)
			require.Equal(t, "float64", h.DType)
			require.Equal(t, []int{2, 2}, h.Shape)
			require.True(t, h.IsDouble() && h.IsReal())
			x, err := ReadData[float64](r, h)
			require.NoError(t, err)
			require.True(t, x.Real())
			want := []float64{0.1, 0.1, third, third}
			if fortran == "True" {
				want = []float64{0.1, third, 0.1, third}
			}
			require.Equal(t, want, x.Data, order+fortran)
		}
	}
}

// Numbers that single precision cannot hold are counted there, and kept in double precision.
func TestLostBySingleOnly(t *testing.T) {
	var b bytes.Buffer
	x := []float64{1e300, 1e-300, math.Inf(-1), 1}
	require.NoError(t, Write(&b, []int{4}, x))
	single, err := Read[float32](bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	require.Equal(t, Lost{Infinite: 1, Zero: 1, NotFinite: 1}, single.Lost)
	double, err := Read[float64](&b)
	require.NoError(t, err)
	require.Equal(t, x, double.Data)
	require.Equal(t, Lost{NotFinite: 1}, double.Lost)
}

// Files of single precision are not double, and other types are errors.
func TestHeaderOfOtherTypes(t *testing.T) {
	h, err := ReadHeader(bytes.NewReader(file(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (), }", "")))
	require.NoError(t, err)
	require.False(t, h.IsDouble() || h.IsReal())
	for _, descr := range []string{"<c32", "<f16", "<i8", "=f8"} {
		text := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (), }"
		_, err = ReadHeader(bytes.NewReader(file(1, text, "")))
		require.ErrorIs(t, err, ErrDType)
		require.ErrorContains(t, err, descr)
	}
	_, err = Read[float64](bytes.NewReader(numpyFile("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }",
		tenth+mthird)))
	require.EqualError(t, err,
		"npy: elements of type complex128 where real numbers are wanted: save a.real or abs(a) instead")
}

// A header of a given alignment is the header of Write with more spaces. It tells where the elements are.
func TestNewHeader(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Write(&b, []int{3, 2}, make([]complex128, 6)))
	usual, err := NewHeader[complex128]([]int{3, 2}, 64)
	require.NoError(t, err)
	require.Equal(t, b.Bytes()[:b.Len()-96], usual)
	for _, align := range []int{64, 4096} {
		text, err := NewHeader[float32]([]int{5}, align)
		require.NoError(t, err)
		require.Zero(t, len(text)%align)
		h, err := ReadHeader(bytes.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, []int{5}, h.Shape)
		require.EqualValues(t, len(text), h.Offset())
		require.EqualValues(t, 20, h.Bytes())
		require.True(t, h.IsNative())
		require.Equal(t, "float32", h.Type())
	}
	_, err = NewHeader[float32]([]int{-1}, 64)
	require.ErrorIs(t, err, ErrShape)
	for descr, says := range map[string]string{
		"'>f4', 'fortran_order': False": "float32, big-endian",
		"'<f8', 'fortran_order': True":  "float64, in Fortran order",
		"'>c8', 'fortran_order': True":  "complex64, big-endian and in Fortran order",
	} {
		h, err := ReadHeader(bytes.NewReader(file(1, "{'descr': "+descr+", 'shape': (2, 3), }\n", "")))
		require.NoError(t, err)
		require.False(t, h.IsNative())
		require.Equal(t, says, h.Type())
	}
}
