package nd_test

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// dft transforms x of a shape along one axis by its definition.
func dft(x []complex128, shape []int, axis int, isInverse bool) []complex128 {
	n, step := shape[axis], 1
	for _, s := range shape[axis+1:] {
		step *= s
	}
	sign, factor := -1.0, 1.0
	if isInverse {
		sign, factor = 1, 1/float64(n)
	}
	out := make([]complex128, len(x))
	for i := range x {
		k := i / step % n
		first := i - k*step
		for j := range n {
			w := cmplx.Rect(factor, sign*2*math.Pi*float64(j*k%n)/float64(n))
			out[i] += w * x[first+j*step]
		}
	}
	return out
}

// dftAll transforms x along several axes.
func dftAll(x []complex128, shape []int, isInverse bool, axes ...int) []complex128 {
	for _, a := range axes {
		x = dft(x, shape, a, isInverse)
	}
	return x
}

// spareTransforms are the cases of TestTransforms on a GPU that takes one case of each kind.
var spareTransforms = map[nd.DType][]string{
	nd.Complex64: {"FFT", "IFFT2", "FFTN", "FFT of real", "ortho", "RFFT2", "back in two axes", "expression of it",
		"of a view", "operand of an inverse", "operand of a transform", "in place"},
	nd.Complex128: {"FFT2", "back"},
}

// TestTransforms compares every transform with its definition, with operands in memory and inline.
func TestTransforms(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testTransforms[complex64, float32](t, q, 2e-6)
		testTransforms[complex128, float64](t, q, 30*spacing(t, q, nd.Float64))
	})
}

func testTransforms[C, R nd.Element](t *testing.T, q *nd.Queue, tol float64) {
	shape := []int{6, 10, 9}
	n := 6 * 10 * 9
	z, x := numbers[C](n, 1), numbers[R](n, 2)
	az, ax := nd.From(q, z, shape...), nd.From(q, x, shape...)
	wz, wx := download(t, q, az), download(t, q, ax)
	check := func(name string, a nd.Array, want []complex128) {
		t.Helper()
		if isSpare(q) && !slices.Contains(spareTransforms[az.DType()], name) {
			q.Discard()
			return
		}
		requireClose(t, want, download(t, q, a), tol, name)
	}
	check("FFT", q.FFT(az), dftAll(wz, shape, false, 2))
	check("IFFT", q.IFFT(az), dftAll(wz, shape, true, 2))
	check("FFT2", q.FFT2(az), dftAll(wz, shape, false, 1, 2))
	check("IFFT2", q.IFFT2(az), dftAll(wz, shape, true, 1, 2))
	check("FFTN", q.FFTN(az), dftAll(wz, shape, false, 0, 1, 2))
	check("IFFTN", q.IFFTN(az), dftAll(wz, shape, true, 0, 1, 2))
	check("FFT of real", q.FFT(ax), dftAll(wx, shape, false, 2))
	check("axis 0", q.Transform(az, nd.Transform{Axes: []int{0}}), dftAll(wz, shape, false, 0))
	check("ortho", q.Transform(az, nd.Transform{Axes: []int{1}, Norm: wgfft.NormOrtho}),
		scaled(dftAll(wz, shape, false, 1), 1/math.Sqrt(10)))
	check("RFFT", q.RFFT(ax), half(dftAll(wx, shape, false, 2), 9))
	check("RFFT2", q.RFFT2(ax), half(dftAll(wx, shape, false, 1, 2), 9))
	check("RFFTN", q.RFFTN(ax), half(dftAll(wx, shape, false, 0, 1, 2), 9))
	check("back", q.IRFFT(q.RFFT(ax), 9), wx)
	check("back in two axes", q.IRFFT2(q.RFFT2(ax), 9), wx)
	check("back in all axes", q.IRFFTN(q.RFFTN(ax), 9), wx)
	check("of an expression", q.FFT2(q.Mul(az, nd.Scalar(2))), scaled(dftAll(wz, shape, false, 1, 2), 2))
	check("expression of it", q.Add(q.FFT2(az), az), plus(dftAll(wz, shape, false, 1, 2), wz))
	check("of a view", q.FFT(az.Flip(2).Flip(2)), dftAll(wz, shape, false, 2))
	check("of a transposed view", q.FFT(az.Transpose(0, 2, 1)).Transpose(0, 2, 1), dftAll(wz, shape, false, 1))

	s := q.Keep(q.RFFTN(ax))
	back := q.IRFFTN(s, 9)
	q.Set(ax, back)
	check("operand of an inverse", s, half(dftAll(wx, shape, false, 0, 1, 2), 9))
	check("operand of a transform", ax, wx)

	q.Set(az, q.IFFTN(q.FFTN(az)))
	q.Set(az, q.FFT2(az))
	check("in place", az, dftAll(wz, shape, false, 1, 2))
}

// TestLongTransform transforms long rows, which take several passes, in place and out of place.
func TestLongTransform(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testLongTransform[complex64](t, q)
		if isSpare(q) {
			return
		}
		testLongTransform[complex128](t, q)
	})
}

func testLongTransform[C nd.Element](t *testing.T, q *nd.Queue) {
	n := 1 << 17
	if !testcase.Long() {
		n = 1 << 15
	}
	data := numbers[C](n, 3)
	x := nd.From(q, data, n)
	unit := spacing(t, q, x.DType())
	y := q.Keep(q.FFT(x))
	requireClose(t, wides(data), download(t, q, x), held(t, q, x.DType()), "operand")
	requireClose(t, wides(data), download(t, q, q.IFFT(y)), 10*unit, "back")
	q.Set(x, q.FFT(x))
	requireClose(t, download(t, q, y), download(t, q, x), 10*unit, "in place")
	energy, err := q.Numbers(ctx, q.Sum(q.Abs2(x)), q.Norm(y))
	require.NoError(t, err)
	want := 0.0
	for _, v := range wides(data) {
		want += float64(n) * (real(v)*real(v) + imag(v)*imag(v))
	}
	require.InEpsilon(t, want, energy[0], 100*unit)
	require.InEpsilon(t, math.Sqrt(want), energy[1], 100*unit)
}

func scaled(x []complex128, s float64) []complex128 {
	y := make([]complex128, len(x))
	for i := range x {
		y[i] = x[i] * complex(s, 0)
	}
	return y
}

func plus(x, y []complex128) []complex128 {
	z := make([]complex128, len(x))
	for i := range x {
		z[i] = x[i] + y[i]
	}
	return z
}

// half keeps the bins 0 ... n/2 of rows of n.
func half(x []complex128, n int) (h []complex128) {
	for i, v := range x {
		if i%n <= n/2 {
			h = append(h, v)
		}
	}
	return h
}

// TestSources compares sources with their definitions.
func TestSources(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testSources(t, q, nd.Float32)
		if isSpare(q) {
			return
		}
		testSources(t, q, nd.Float64)
	})
}

func testSources(t *testing.T, q *nd.Queue, d nd.DType) {
	g := nd.Grid{Type: d, Shape: []int{6, 8}, Size: []float64{2, 3}, Half: true}
	freq := func(k, n int) float64 {
		if k > (n-1)/2 {
			k -= n
		}
		return float64(k)
	}
	for _, c := range []struct {
		name          string
		a             nd.Array
		rows, columns int
		want          func(i, j int) complex128
	}{
		{"Iota", nd.Iota(d, 2, 0, 5), 5, 1, func(i, _ int) complex128 { return re(float64(i)) }},
		{"FFTFreq", nd.FFTFreq(d, 2, 1, 6, 0.5), 1, 6,
			func(_, j int) complex128 { return re(freq(j, 6) / 3) }},
		{"FFTFreq of odd", nd.FFTFreq(d, 2, 1, 7, 0.5), 1, 7,
			func(_, j int) complex128 { return re(freq(j, 7) / 3.5) }},
		{"RFFTFreq", nd.RFFTFreq(d, 2, -1, 6, 0.5), 1, 4,
			func(_, j int) complex128 { return re(float64(j) / 3) }},
		{"X", g.X(1), 1, 8, func(_, j int) complex128 { return re(3 * float64(j) / 8) }},
		{"K", g.K(0), 6, 1, func(i, _ int) complex128 { return re(math.Pi * freq(i, 6)) }},
		{"K of the half", g.K(1), 1, 5, func(_, j int) complex128 { return re(2 * math.Pi / 3 * float64(j)) }},
		{"D", g.D(0), 6, 1, func(i, _ int) complex128 {
			if i == 3 {
				return 0
			}
			return complex(0, math.Pi*freq(i, 6))
		}},
		{"K2", g.K2(), 6, 5, func(i, j int) complex128 {
			return re(math.Pow(math.Pi*freq(i, 6), 2) + math.Pow(2*math.Pi/3*float64(j), 2))
		}},
		{"view", g.K2().Transpose(), 5, 6, func(j, i int) complex128 {
			return re(math.Pow(math.Pi*freq(i, 6), 2) + math.Pow(2*math.Pi/3*float64(j), 2))
		}},
	} {
		want := make([]complex128, c.rows*c.columns)
		for i := range want {
			want[i] = c.want(i/c.columns, i%c.columns)
		}
		require.Equal(t, []int{c.rows, c.columns}, c.a.Shape(), c.name)
		requireClose(t, want, download(t, q, q.Copy(c.a)), 4*spacing(t, q, d), c.name)
	}
	var want []complex128
	for i := range 30 {
		want = append(want, re(math.Pi*freq(i/5, 6)*2*math.Pi/3*float64(i%5)))
	}
	requireClose(t, want, download(t, q, q.Mul(g.K(0), g.K(1))), 4*spacing(t, q, d), "product")

	for _, a := range []nd.Array{
		nd.Iota(d, 1, 0, 0), nd.FFTFreq(d, 1, 0, -3, 1), nd.RFFTFreq(d, 1, 0, 0, 1), nd.RFFTFreq(d, 1, 0, -3, 1),
	} {
		q.Copy(a)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
	}

	// Broadcasting repeats the one element of an axis.
	wide := q.New(d, 6, 8)
	thin := nd.Grid{Type: d, Shape: []int{6, 1}, Size: []float64{2, 3}}
	for name, c := range map[string]struct {
		a    nd.Array
		want func(i int) float64
	}{
		"Iota":    {nd.Iota(d, 2, 1, 1), func(int) float64 { return 0 }},
		"FFTFreq": {nd.FFTFreq(d, 2, 0, 1, 0.5), func(int) float64 { return 0 }},
		"X":       {thin.X(1), func(int) float64 { return 0 }},
		"K2":      {thin.K2(), func(i int) float64 { return math.Pow(math.Pi*freq(i, 6), 2) }},
		"K":       {thin.K(1), func(int) float64 { return 0 }},
	} {
		want = want[:0]
		for i := range 48 {
			want = append(want, re(c.want(i/8)))
		}
		requireClose(t, want, download(t, q, q.Add(wide, c.a)), 4*spacing(t, q, d), name+" of one element")
	}
}
