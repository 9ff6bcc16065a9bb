package cpu

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// double is an engine in double precision.
type double = Engine[complex128, float64]

func newDouble() *double { return New[complex128, float64]() }

// exactLengths are 400 lengths: all short ones, and longer ones of every algorithm.
func exactLengths() []int {
	lengths := []int{
		352, 360, 365, 379, 384, 400, 415, 441, 448, 480, 484, 500, 509, 512, 529, 576, 600, 625, 640, 720, 729, 768,
		800, 841, 900, 960, 961, 1000, 1001, 1009, 1021, 1024, 1155, 1200, 1280, 1331, 1500, 1536, 1728, 1800, 2000,
		2047, 2048, 2187, 2197, 2310, 2401, 2560, 3000, 3072, 3125, 3600, 4095, 4096, 4097,
	}
	for n := 1; len(lengths) < 400; n++ {
		lengths = append(lengths, n)
	}
	return lengths
}

// someBins returns the bins of n points that are compared: all, or at least 1024.
// The error of random data is alike in all bins.
func someBins(n, points int) []int { return bins(n, max(1024, min(2048, 1<<25/points))) }

// judged adds up the squares of the errors of a transform, and of the values.
type judged struct{ diff, norm float64 }

func (j *judged) add(got, want complex128) {
	j.addError(got, want)
	j.norm += square(want)
}

func (j *judged) addError(got, want complex128) { j.diff += square(got - want) }

// addValues adds the squares of the values of a row of which some bins are compared.
func (j *judged) addValues(row []complex128, bins int) {
	for _, v := range row {
		j.norm += square(v) * float64(bins) / float64(len(row))
	}
}

func square(v complex128) float64 { return real(v)*real(v) + imag(v)*imag(v) }

// check compares the error with the tolerance of transforms along axes of the given lengths, and
// returns it as a fraction of the tolerance.
func (j *judged) check(t *testing.T, what string, lengths ...int) float64 {
	t.Helper()
	if j.diff == 0 {
		return 0
	}
	error := math.Sqrt(j.diff/j.norm) / (ref.ToleranceAxes(lengths...) / ref.Eps * 0x1p-52)
	require.LessOrEqual(t, error, 1.0, "%s of %v points: error over tolerance", what, lengths)
	return error
}

// worst keeps the largest error of each kind of transform.
type worst map[string]struct {
	error float64
	n     int
}

func (w worst) note(kind string, error float64, n int) {
	if error >= w[kind].error {
		w[kind] = struct {
			error float64
			n     int
		}{error, n}
	}
}

func TestDoubleComplex(t *testing.T) {
	e, most := newDouble(), worst{}
	defer e.Close()
	for _, n := range exactLengths() {
		checkComplex(t, e, n, most)
	}
	t.Log(most)
}

func TestDoubleLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e, most := newDouble(), worst{}
	defer e.Close()
	for _, n := range []int{
		6561, 8192, 10000, 12288, 16384, 20480, 29791, 32768, 37 * 1024, 40009, 65536, 100000, 1 << 17,
	} {
		checkComplex(t, e, n, most)
	}
	t.Log(most)
}

// checkComplex compares complex and real transforms of n points in both directions.
func checkComplex(t *testing.T, e *double, n int, most worst) {
	t.Helper()
	ctx := context.Background()
	count, w := ref.Together(n), newPairRoots(n)
	x, y := uniform(uint64(n), n*count), make([]complex128, n*count)
	var forward, inverse, real, back judged
	compare := func(j *judged, rows, got []complex128, bins []int, sign int, scale float64) {
		length := len(got) / count
		for r := range count {
			j.addValues(got[r*length:(r+1)*length], len(bins))
			for _, k := range bins {
				j.addError(got[r*length+k], exactBin(rows[r*n:(r+1)*n], (sign*k+n)%n, w)*complex(scale, 0))
			}
		}
	}
	require.NoError(t, e.Transform(ctx, y, x, n, false, 1))
	compare(&forward, x, y, someBins(n, n), 1, 1)
	most.note("c2c", forward.check(t, "c2c", n), n)

	require.NoError(t, e.Transform(ctx, y, x, n, true, 0.5))
	compare(&inverse, x, y, someBins(n, n), -1, 0.5)
	most.note("inverse c2c", inverse.check(t, "inverse c2c", n), n)

	points, half := make([]float64, n*count), make([]complex128, (n/2+1)*count)
	for i := range x {
		points[i] = parts[complex128, float64](x)[2*i]
		x[i] = complex(points[i], 0)
	}
	require.NoError(t, e.RealForward(ctx, half, points, []int{n}, []int{0}, 1))
	compare(&real, x, half, someBins(n/2+1, n), 1, 1)
	most.note("r2c", real.check(t, "r2c", n), n)

	copy(half, uniform(uint64(n), len(half))) // a half spectrum, and the whole one
	for r := range count {
		bins, row := half[r*(n/2+1):(r+1)*(n/2+1)], x[r*n:(r+1)*n]
		for k := range row {
			if row[k] = bins[min(k, n-k)]; 2*k > n {
				row[k] = cmplx.Conj(row[k])
			}
			if 2*k%n == 0 {
				row[k] = complex(parts[complex128, float64](row)[2*k], 0)
			}
		}
	}
	require.NoError(t, e.RealInverse(ctx, points, half, []int{n}, []int{0}, 0.5))
	for i, v := range points {
		y[i] = complex(v, 0)
	}
	compare(&back, x, y, someBins(n, n), -1, 0.5)
	most.note("c2r", back.check(t, "c2r", n), n)
}

func TestDoubleTrig(t *testing.T) {
	e, most := newDouble(), worst{}
	defer e.Close()
	ctx := context.Background()
	for _, n := range exactLengths() {
		count := ref.Together(n)
		x, y := make([]float64, n*count), make([]float64, n*count)
		copy(x, parts[complex128, float64](uniform(uint64(n), n*count)))
		w := newPairRoots(8 * n)
		for kind := DCT1; kind <= DST4; kind++ {
			if kind == DCT1 && n == 1 {
				continue
			}
			if kind == DCT1 || kind == DST1 {
				w = newPairRoots(kind.period(n))
			} else if kind == DCT2 || kind == DST2 {
				w = newPairRoots(8 * n)
			}
			require.NoError(t, e.Trig(ctx, y, x, []int{n}, []int{0}, []Trig{kind}, false, 1))
			var j judged
			for r := range count {
				some := someBins(n, 8*n)
				for _, v := range y[r*n : (r+1)*n] {
					j.norm += v * v * float64(len(some)) / float64(n)
				}
				for _, k := range some {
					j.addError(complex(y[r*n+k], 0), complex(exactTrig(x[r*n:(r+1)*n], kind, k, w), 0))
				}
			}
			most.note(kind.String(), j.check(t, kind.String(), ref.TrigLength(ref.Trig(kind), n)), n)
		}
	}
	t.Log(most)
}

// period returns the length of the logical DFT of n points.
func (t Trig) period(n int) int {
	switch t {
	case DCT1:
		return 2 * (n - 1)
	case DST1:
		return 2 * (n + 1)
	case DCT4, DST4:
		return 8 * n
	}
	return 4 * n
}

// exactTrig returns element k of a cosine or sine transform of x. w are the roots of order 8n, or
// for type I of the period.
func exactTrig(x []float64, t Trig, k int, w pairRoots) float64 {
	n, order := len(x), len(w.cos)
	var sum pair
	for j, v := range x {
		factor, e, table := 2.0, 0, w.cos
		switch t {
		case DCT1:
			e = j * k
		case DCT2:
			e = 2 * k * (2*j + 1)
		case DCT3:
			e = 2 * j * (2*k + 1)
		case DCT4, DST4:
			e = (2*j + 1) * (2*k + 1)
		case DST1:
			e = (j + 1) * (k + 1)
		case DST2:
			e = 2 * (2*j + 1) * (k + 1)
		case DST3:
			e = 2 * (2*k + 1) * (j + 1)
		}
		isFirst, isLast := j == 0, j == n-1
		if t == DCT1 && (isFirst || isLast) || t == DCT3 && isFirst || t == DST3 && isLast {
			factor = 1
		}
		if t.isSine() {
			table = w.sin
		}
		sum.addProduct(factor*v, table[e%order])
	}
	return sum.high + sum.low
}

func TestDoubleAxes(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, shape := range [][]int{{8, 5}, {3, 64}, {60, 37}, {128, 30}, {2, 1009}} {
		rows, columns := shape[0], shape[1]
		x, y := uniform(uint64(rows), rows*columns), make([]complex128, rows*columns)
		want := make([]complex128, len(x))
		w, column := newPairRoots(columns), make([]complex128, rows)
		for i := range rows { // the tolerance of two axes leaves room for one rounding between them
			for k := range columns {
				want[i*columns+k] = exactBin(x[i*columns:(i+1)*columns], k, w)
			}
		}
		w = newPairRoots(rows)
		for k := range columns {
			for i := range rows {
				column[i] = want[i*columns+k]
			}
			for i := range rows {
				want[i*columns+k] = exactBin(column, i, w)
			}
		}
		require.NoError(t, e.TransformAxes(ctx, y, x, shape, []int{0, 1}, false, 1))
		var j judged
		for i, v := range want {
			j.add(y[i], v)
		}
		j.check(t, "c2c", shape...)

		require.NoError(t, e.TransformAxes(ctx, y, y, shape, []int{0, 1}, true, 1/float64(len(x))))
		j = judged{}
		for i, v := range x {
			j.add(y[i], v)
		}
		j.check(t, "there and back", rows, columns, rows, columns)

		points, half := make([]float64, len(x)), make([]complex128, rows*(columns/2+1))
		copy(points, parts[complex128, float64](x))
		back := make([]float64, len(x))
		require.NoError(t, e.RealForward(ctx, half, points, shape, []int{0, 1}, 1))
		require.NoError(t, e.RealInverse(ctx, back, half, shape, []int{0, 1}, 1/float64(len(x))))
		j = judged{}
		for i, v := range points {
			j.add(complex(back[i], 0), complex(v, 0))
		}
		j.check(t, "real there and back", rows, columns, rows, columns)
	}
}

// TestDoubleConvolutions compares circular convolutions with their sums.
func TestDoubleConvolutions(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{16, 100, 512} {
		x, h := uniform(1, n), uniform(2, n)
		want, spectrum := make([]complex128, n), make([]complex128, n)
		for k := range n {
			var re, im pair
			for j := range x {
				a, b := parts[complex128, float64](x[j:j+1]), parts[complex128, float64](h[(k-j+n)%n:])
				p, q, r, s := pair{a[0], 0}, pair{a[1], 0}, pair{b[0], 0}, pair{b[1], 0}
				re = re.plus(p.times(r)).plus(q.times(s).negated())
				im = im.plus(p.times(s)).plus(q.times(r))
			}
			want[k] = complex(re.high, im.high)
		}
		w := newPairRoots(n)
		for k := range spectrum {
			spectrum[k] = exactBin(h, k, w) / complex(float64(n), 0)
		}
		for _, size := range []float64{1, 0x1p900, 0x1p-900} {
			f, err := NewFilter([]int{n}, []int{n}, []int{n}, spectrum, 1, false)
			require.NoError(t, err)
			got := make([]complex128, n)
			scaleReals(parts[complex128, float64](got), parts[complex128, float64](x), size)
			require.NoError(t, e.Convolve(ctx, got, got, f))
			scaleReals(parts[complex128, float64](got), parts[complex128, float64](got), 1/size)
			var j judged
			for i, v := range want {
				j.add(got[i], v)
			}
			j.check(t, fmt.Sprintf("convolution times %g", size), n, n)
		}
	}
}

// TestDoubleMagnitudes: a power of two that scales the points scales the results, if neither leaves
// the range.
func TestDoubleMagnitudes(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{2, 5, 8, 16, 60, 96, 100, 128, 509, 1000, 1009, 4096, 1 << 16} {
		x := uniform(uint64(n), n)
		scaled, want, got := make([]complex128, n), make([]complex128, n), make([]complex128, n)
		floats := parts[complex128, float64]
		for _, size := range []float64{0x1p1023, 0x1p-1000} {
			scaleReals(floats(scaled), floats(x), size)
			same := func(what string, do func(dst, src []complex128) error) {
				require.NoError(t, do(want, x))
				require.NoError(t, do(got, scaled))
				scaleReals(floats(got), floats(got), 1/size)
				var j judged
				for i, v := range want {
					j.add(got[i], v)
				}
				j.check(t, fmt.Sprintf("%s times %g", what, size), n, n)
			}
			for _, inverse := range []bool{false, true} {
				same("c2c", func(dst, src []complex128) error {
					return e.Transform(ctx, dst, src, n, inverse, 1/float64(n))
				})
			}
			same("r2c and c2r", func(dst, src []complex128) error {
				half := make([]complex128, n+1)
				if err := e.RealForward(ctx, half, floats(src), []int{2 * n}, []int{0}, 1/float64(2*n)); err != nil {
					return err
				}
				return e.RealInverse(ctx, floats(dst), half, []int{2 * n}, []int{0}, 0.5)
			})
			for kind := DCT1; kind <= DST4; kind++ {
				same(kind.String(), func(dst, src []complex128) error {
					return e.Trig(ctx, floats(dst), floats(src), []int{2 * n}, []int{0}, []Trig{kind}, false,
						1/float64(4*n))
				})
			}
			for _, axes := range [][]int{{0}, {0, 1}} {
				same("axes", func(dst, src []complex128) error {
					return e.TransformAxes(ctx, dst, src, []int{n, 1}, axes, true, 1/float64(n))
				})
				if n%2 == 0 {
					same("axes", func(dst, src []complex128) error {
						return e.TransformAxes(ctx, dst, src, []int{n / 2, 2}, axes, true, 1/float64(n))
					})
				}
			}
		}
	}
}

// TestDoubleDenormals: denormal points keep all their bits if the scale makes normal numbers of them.
func TestDoubleDenormals(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	const size, scale = 0x1p-1060, 0x1p100
	for _, n := range []int{3, 16, 96, 100, 512, 1009, 10000} {
		x, small := uniform(uint64(n), n), make([]complex128, n)
		for i, v := range x {
			x[i] = complex(math.Round(real(v)*256), math.Round(imag(v)*256))
			small[i] = x[i] * size
		}
		want, got := make([]complex128, n), make([]complex128, n)
		require.NoError(t, e.Transform(ctx, want, x, n, false, size*scale))
		require.NoError(t, e.Transform(ctx, got, small, n, false, scale))
		var j judged
		for i, v := range want {
			j.add(got[i]*0x1p900, v*0x1p900)
		}
		j.check(t, "denormal", n, n)
	}
}

func TestDoubleAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget at random")
	}
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{1, 7, 64, 96, 100, 256, 1001, 1009, 4096} {
		x, z := make([]float64, 2*n), make([]complex128, 2*n)
		for _, do := range []func() error{
			func() error { return e.Transform(ctx, z, z, n, true, 0.5) },
			func() error { return e.RealForward(ctx, z[:n/2+1], x[:n], []int{n}, []int{0}, 0.5) },
			func() error { return e.Trig(ctx, x, x, []int{n}, []int{0}, []Trig{DST1}, false, 0.5) },
		} {
			allocs := testing.AllocsPerRun(100, func() {
				if err := do(); err != nil {
					t.Fatal(err)
				}
			})
			require.Zero(t, allocs, "%d points", n)
		}
	}
}

func TestPrecisionsDoNotMix(t *testing.T) {
	require.Panics(t, func() { New[complex64, float64]() })
	require.Panics(t, func() { New[complex128, float32]() })
}
