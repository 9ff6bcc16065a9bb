package nd_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// A storageType is a storage type, and the function that rounds a number to it.
type storageType struct {
	d     nd.DType
	round func(x float32) float64
}

// integer returns the function that rounds to integers from least to most.
func integer(least, most float64) func(x float32) float64 {
	return func(x float32) float64 { return min(max(math.RoundToEven(float64(x)), least), most) }
}

var storageTypes = []storageType{
	{nd.Uint8, integer(0, 255)},
	{nd.Int8, integer(-128, 127)},
	{nd.Uint16, integer(0, 65535)},
	{nd.Int16, integer(-32768, 32767)},
	{nd.Int32, integer(math.MinInt32, math.MaxInt32)},
	{nd.Float16, func(x float32) float64 { return float64(wgfft.HalfOf(x).Float32()) }},
	{nd.Bfloat16, func(x float32) float64 { return float64(wgfft.BfloatOf(x).Float32()) }},
}

// edges are numbers around the limits and ties of the types.
func edges() []float32 {
	s := []float32{0, 0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, 254.5, 255.5, 1e9, -1e9, 3e9, -3e9, 127.5, -128.5,
		32767.5, -32768.5, 65535.5, 65504, 65519, 1e-7, 6e-8, 3e-8, 2.9802322e-08, 6.1e-5, 1 + 0x1p-11, 1 + 0x3p-11,
		1 + 0x1p-8, 1 + 0x3p-8, 2147483520, -2147483648}
	for i := range 400 {
		s = append(s, float32(number(i, 5)*math.Exp(12*number(i, 6))))
	}
	return s
}

// want rounds numbers to a type.
func (s storageType) want(x []float32) []complex128 {
	w := make([]complex128, len(x))
	for i := range x {
		w[i] = complex(s.round(x[i]), 0)
	}
	return w
}

// TestStorageRounding rounds numbers to each type: by Set, by Cast in memory, and by inline Cast.
func TestStorageRounding(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := edges()
		a := nd.From(q, x, len(x))
		for _, s := range storageTypes {
			if isSpare(q) && (s.d == nd.Uint16 || s.d == nd.Int8) {
				continue
			}
			b := q.New(s.d, len(x))
			q.Set(b, a)
			require.Equal(t, s.want(x), download(t, q, b), "Set to %v", s.d)
			require.Equal(t, s.want(x), download(t, q, q.Cast(s.d, a)), "Cast to %v", s.d)
			want := s.want(x)
			for i := range want {
				want[i] = complex(float64(float32(real(want[i]))), 0)
			}
			require.Equal(t, want, download(t, q, q.Mul(nd.Scalar(1), q.Cast(s.d, a))), "inline Cast to %v", s.d)
			require.NoError(t, b.Close())
		}
	})
}

// TestHalfBits reads and writes every number of 16 bits.
func TestHalfBits(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		halves, bfloats := make([]wgfft.Half, 0, 1<<16), make([]wgfft.Bfloat, 0, 1<<16)
		for bits := range 1 << 16 {
			if bits&0x7fff <= 0x7c00 {
				halves = append(halves, wgfft.Half(bits))
			}
			if bits&0x7fff <= 0x7f80 {
				bfloats = append(bfloats, wgfft.Bfloat(bits))
			}
		}
		a, b := nd.From(q, halves, len(halves)), nd.From(q, bfloats, len(bfloats))
		h, err := nd.Download[wgfft.Half](ctx, q, nil, q.Cast(nd.Float16, q.Cast(nd.Float32, a)))
		require.NoError(t, err)
		require.Equal(t, halves, h)
		k, err := nd.Download[wgfft.Bfloat](ctx, q, nil, q.Cast(nd.Bfloat16, q.Cast(nd.Float32, b)))
		require.NoError(t, err)
		require.Equal(t, bfloats, k)
	})
}

// TestStorage computes with arrays of each type, and stores in parts of them.
func TestStorage(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testStorage[int8](t, q)
		testStorage[wgfft.Half](t, q)
		if isSpare(q) {
			return
		}
		testStorage[uint8](t, q)
		testStorage[uint16](t, q)
		testStorage[int16](t, q)
		testStorage[int32](t, q)
		testStorage[wgfft.Bfloat](t, q)
	})
}

// spareStores are the stores in views of TestStorage on a GPU that takes one case of each kind.
var spareStores = map[nd.DType][]string{
	nd.Int8:    {"every third", "last rows", "all", "in place", "part in place", "overlap"},
	nd.Float16: {"rows", "all", "in place"},
}

func testStorage[T nd.Element](t *testing.T, q *nd.Queue) {
	const rows, columns = 37, 43 // no multiple of a word, and more than one block
	data := make([]T, rows*columns)
	for i := range data {
		data[i] = of[T](complex(float64(i*i%61+i%3), 0))
	}
	w := wides(data)
	a := nd.From(q, data, rows, columns)
	defer a.Close()
	what := a.DType().String()
	got, err := nd.Download[T](ctx, q, nil, a)
	require.NoError(t, err)
	require.Equal(t, data, got, what)

	// Operations compute in single precision, or in double precision if another operand has it.
	twice := q.Add(a, a)
	require.Equal(t, nd.Float32, twice.DType())
	requireClose(t, scaled(w, 2), download(t, q, twice), 0, what)
	require.Equal(t, nd.Complex64, q.Mul(a, nd.ComplexScalar(1i)).DType())
	total, err := q.Numbers(ctx, q.Sum(a), q.Max(a), a.At(0, 3).At(0, 5))
	require.NoError(t, err)
	sum, most := 0.0, 0.0
	for _, x := range w {
		sum += real(x)
		most = max(most, real(x))
	}
	require.Equal(t, []float64{sum, most, real(w[3*columns+5])}, total, what)
	if !isSpare(q) || a.DType() == nd.Float16 {
		requireClose(t, dft(w, []int{rows, columns}, 1, false), download(t, q, q.FFT(a)), 1e-5, what)
	}
	if !isSpare(q) || a.DType() == nd.Int8 {
		want := half(dft(w, []int{rows, columns}, 1, false), columns)
		requireClose(t, want, download(t, q, q.RFFT(a)), 1e-5, what)
	}
	b := q.New(nd.Float64, rows, columns)
	require.Equal(t, nd.Float64, q.Add(a, b).DType())
	if !isSpare(q) || a.DType() == nd.Int8 {
		requireClose(t, w, download(t, q, q.Add(a, b)), 0, what)
		q.Set(b, a)
		requireClose(t, w, download(t, q, q.Cast(a.DType(), b)), 0, what)
	}
	require.NoError(t, b.Close())

	// Views keep the type. Stores in views do not change the other elements of the array.
	at := func(i, j int) complex128 { return w[i*columns+j] }
	model := append([]complex128(nil), w...)
	set := func(name string, v, src nd.Array, put func(i, j int) (int, complex128)) {
		t.Helper()
		require.Equal(t, a.DType(), v.DType())
		if isSpare(q) && !slices.Contains(spareStores[a.DType()], name) {
			q.Discard()
			return
		}
		q.Set(v, src)
		for i := range v.Dim(0) {
			for j := range v.Dim(1) {
				k, x := put(i, j)
				model[k] = x
			}
		}
		requireClose(t, model, download(t, q, a), 0, what+" "+name)
	}
	fixed := nd.From(q, data, rows, columns)
	defer fixed.Close()
	require.NoError(t, q.Flush(ctx))
	set("column", a.Slice(1, 5, 6, 1), fixed.Slice(1, 9, 10, 1),
		func(i, _ int) (int, complex128) { return i*columns + 5, at(i, 9) })
	set("every third", a.Slice(1, 1, columns, 3), q.Add(nd.Scalar(1), fixed.Slice(1, 0, columns-1, 3)),
		func(i, j int) (int, complex128) { return i*columns + 1 + 3*j, at(i, 3*j) + 1 })
	set("rows", a.Slice(0, 1, 4, 1), fixed.Slice(0, 7, 10, 1),
		func(i, j int) (int, complex128) { return (i+1)*columns + j, at(i+7, j) })
	set("last rows", a.Slice(0, 4, rows, 1), fixed.Slice(0, 4, rows, 1).Flip(1),
		func(i, j int) (int, complex128) { return (i+4)*columns + j, at(i+4, columns-1-j) })
	set("number", a.Slice(0, 36, 37, 1), nd.Scalar(7),
		func(i, j int) (int, complex128) { return (i+36)*columns + j, 7 })
	set("all", a, fixed, func(i, j int) (int, complex128) { return i*columns + j, at(i, j) })
	set("in place", a, q.Add(a, nd.Scalar(1)), func(i, j int) (int, complex128) { return i*columns + j, at(i, j) + 1 })
	set("part in place", a.Slice(1, 0, 5, 1), q.Add(a.Slice(1, 0, 5, 1), nd.Scalar(1)),
		func(i, j int) (int, complex128) { return i*columns + j, at(i, j) + 2 })
	set("overlap", a.Flip(0), a, func(i, j int) (int, complex128) {
		if j < 5 {
			return (rows-1-i)*columns + j, at(i, j) + 2
		}
		return (rows-1-i)*columns + j, at(i, j) + 1
	})
	nd.Upload(q, a.Slice(1, 2, 4, 1), data[:2*rows])
	for i := range 2 * rows {
		model[i/2*columns+2+i%2] = w[i]
	}
	requireClose(t, model, download(t, q, a), 0, what+" Upload")
	v := download(t, q, a.Slice(1, 1, columns, 2).Transpose())
	for i, x := range v {
		require.Equal(t, model[i%rows*columns+1+2*(i/rows)], x, what)
	}
}

// TestStorageOperands uses arrays of storage types as operands of functions and conditions.
func TestStorageOperands(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		mask, x := nd.From(q, []uint8{0, 1, 0, 255, 0}, 5), nd.From(q, []int16{-3, 4, 1000, 5, 6}, 5)
		requireClose(t, []complex128{1, 4, 1, 5, 1}, download(t, q, q.Where(mask, x, nd.Scalar(1))), 0, "Where")
		requireClose(t, []complex128{0, 1, 0, 1, 0}, download(t, q, q.Less(nd.Scalar(0), mask)), 0, "Less")
		f := nd.Func{WGSL: `fn f(a: R, z: C) -> C { return a * z; }`,
			Go: func(a float64, z complex128) complex128 { return complex(a, 0) * z }}
		requireClose(t, []complex128{0, 4, 0, 255 * 5, 0}, download(t, q, q.Apply(&f, mask, x)), 0, "Apply")
		clipped := q.Cast(nd.Uint8, x) // limited to 0 ... 255 before it is used
		requireClose(t, []complex128{1, 5, 256, 6, 7}, download(t, q, q.Add(clipped, nd.Scalar(1))), 0, "Cast")
		require.Equal(t, nd.Uint8, clipped.DType())
		kept := q.Keep(q.Cast(nd.Float16, q.Roll(x, 1, 0)))
		require.Equal(t, nd.Float16, kept.DType())
		requireClose(t, []complex128{6, -3, 4, 1000, 5}, download(t, q, kept), 0, "Keep")
		if dev, err := q.Engine().Device(); err == nil {
			before := dev.Stats().BufferBytes
			q.New(nd.Uint8, 1001)
			require.NoError(t, q.Flush(ctx))
			require.Equal(t, before+1004, dev.Stats().BufferBytes)
		}
	})
}

// TestWideInt32 copies integers that single precision does not hold.
func TestWideInt32(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := nd.From(q, []int32{1<<31 - 1, -1 << 31, 1<<24 + 1, 5}, 4)
		b := q.New(nd.Int32, 4)
		q.Set(b, q.Pin(a.Flip(0)))
		got, err := nd.Download[int32](ctx, q, nil, q.Copy(b))
		require.NoError(t, err)
		require.Equal(t, []int32{5, 1<<24 + 1, -1 << 31, 1<<31 - 1}, got)
		requireClose(t, []complex128{5, 1 << 24, -1 << 31, 1 << 31}, download(t, q, q.Cast(nd.Float32, b)), 0, "")
		q.Set(b, nd.Scalar(1<<20))
		x, err := q.Number(ctx, b.At(0, 2))
		require.NoError(t, err)
		require.Equal(t, float64(1<<20), x)
		const least, most = -1 << 31, 1<<31 - 1
		wide := []float64{least - 1, least - 0.5, least, least + 1, most - 1, most, most + 1, -1e10, 1e10}
		want := []int32{least, least, least, least + 1, most - 1, most, most, least, most}
		got, err = nd.Download[int32](ctx, q, nil, q.Cast(nd.Int32, nd.From(q, wide, len(wide))))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

// TestStorageWrong records wrong operations with storage types.
func TestStorageWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, z := q.New(nd.Uint8, 5), q.New(nd.Complex64, 5)
		q.Set(a, z)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.Cast(nd.Int16, z)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		nd.Upload(q, a, make([]int8, 5))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		_, err := nd.Download[uint16](ctx, q, nil, a)
		require.ErrorIs(t, err, nd.ErrType)
		nd.Iota(nd.Uint8, 1, 0, 5)
		q.Abs(nd.Iota(nd.Uint8, 1, 0, 5))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.New(nd.Bfloat16+1, 5)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	})
}
