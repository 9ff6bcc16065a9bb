package nd_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// trigRow transforms a row by the definition.
func trigRow(x []float64, kind wgfft.Kind) []float64 {
	n := len(x)
	y := make([]float64, n)
	for k := range y {
		for j, v := range x {
			a, b, f, m := float64(j), float64(k), 2.0, float64(n)
			isSine := kind >= wgfft.DST1
			switch kind {
			case wgfft.DCT1:
				m = float64(n - 1)
				if j == 0 || j == n-1 {
					f = 1
				}
			case wgfft.DST1:
				a, b, m = a+1, b+1, m+1
			case wgfft.DCT2:
				a += 0.5
			case wgfft.DST2:
				a, b = a+0.5, b+1
			case wgfft.DCT3:
				b += 0.5
				if j == 0 {
					f = 1
				}
			case wgfft.DST3:
				a, b = a+1, b+0.5
				if j == n-1 {
					f = 1
				}
			default:
				a, b = a+0.5, b+0.5
			}
			if isSine {
				y[k] += f * v * math.Sin(math.Pi*a*b/m)
			} else {
				y[k] += f * v * math.Cos(math.Pi*a*b/m)
			}
		}
	}
	return y
}

// TestTrig compares sine and cosine transforms with their definitions.
func TestTrig(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testTrig[float32](t, q, 2e-6)
		if isSpare(q) {
			return
		}
		testTrig[float64](t, q, 25*spacing(t, q, nd.Float64))
	})
}

func testTrig[R nd.Element](t *testing.T, q *nd.Queue, tol float64) {
	const rows, n = 5, 12
	data := numbers[R](rows*n, 1)
	a := nd.From(q, data, rows, n)
	w := wides(data)
	for kind := wgfft.DCT1; kind <= wgfft.DST4; kind++ {
		if isSpare(q) && kind != wgfft.DCT2 && kind != wgfft.DST1 && kind != wgfft.DST4 {
			continue
		}
		forward, back := q.DCT, q.IDCT
		if kind >= wgfft.DST1 {
			forward, back = q.DST, q.IDST
		}
		var want []complex128
		for i := range rows {
			row := make([]float64, n)
			for j := range row {
				row[j] = real(w[i*n+j])
			}
			for _, y := range trigRow(row, kind) {
				want = append(want, re(y))
			}
		}
		y := forward(a, kind)
		require.Equal(t, a.DType(), y.DType())
		requireClose(t, want, download(t, q, y), tol, kind.String())
		requireClose(t, w, download(t, q, back(forward(a, kind), kind)), tol, kind.String()+" back")
		if isSpare(q) && kind != wgfft.DCT2 {
			continue
		}
		axes := nd.Transform{Kind: kind, Axes: []int{0}, Norm: wgfft.NormOrtho}
		flipped := download(t, q, q.Transform(q.Scale(2, a.Transpose()), axes).Transpose())
		norm := nd.Transform{Kind: kind, Axes: []int{1}, Norm: wgfft.NormOrtho}
		requireClose(t, flipped, download(t, q, q.Scale(2, q.Transform(a, norm))), 10*tol, kind.String())
	}
	all := nd.Transform{Kind: wgfft.DCT2, Inverse: true}
	columns := q.DCT(q.DCT(a, wgfft.DCT2).Transpose(), wgfft.DCT2)
	requireClose(t, w, download(t, q, q.Transform(columns.Transpose(), all)), tol, "all axes")
	// A step that repeats another one differs from it in Kinds only.
	mixed := []wgfft.Kind{wgfft.DST1, wgfft.DCT4}
	for _, kinds := range [][]wgfft.Kind{nil, nil, mixed, mixed, {wgfft.DST1, wgfft.DST2}} {
		if isSpare(q) && len(kinds) > 0 && kinds[1] == wgfft.DST2 {
			continue
		}
		both, along, across := nd.Transform{Kinds: kinds}, wgfft.DST1, wgfft.DST1
		if kinds == nil {
			both.Kind = wgfft.DST1
		} else {
			along, across = kinds[0], kinds[1]
		}
		rows := q.Transform(a, nd.Transform{Kind: across, Axes: []int{1}})
		want := download(t, q, q.Transform(rows, nd.Transform{Kind: along, Axes: []int{0}}))
		requireClose(t, want, download(t, q, q.Transform(a, both)), tol, fmt.Sprint("kinds ", kinds))
		back := both
		back.Inverse = true
		requireClose(t, w, download(t, q, q.Transform(q.Transform(a, both), back)), tol, fmt.Sprint("back ", kinds))
	}
	b := q.Keep(a)
	q.Set(b, q.DST(b, wgfft.DST1))
	q.Set(b, q.IDST(b, wgfft.DST1))
	requireClose(t, w, download(t, q, b), tol, "in place")
}

// TestTrigOfStorage transforms bytes.
func TestTrigOfStorage(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := nd.From(q, []uint8{1, 2, 3, 250}, 4)
		want := trigRow([]float64{1, 2, 3, 250}, wgfft.DCT2)
		requireClose(t, wides(want), download(t, q, q.DCT(a, wgfft.DCT2)), 1e-6, "bytes")
	})
}

// TestTrigWrong records wrong sine and cosine transforms.
func TestTrigWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, one, z := q.New(nd.Float32, 4), q.New(nd.Float32, 4, 1), q.New(nd.Complex64, 4)
		for name, m := range map[string]struct {
			record func()
			want   error
		}{
			"complex":  {func() { q.DCT(z, wgfft.DCT2) }, nd.ErrType},
			"family":   {func() { q.DCT(a, wgfft.DST2) }, nd.ErrType},
			"no kind":  {func() { q.DST(a, wgfft.C2C) }, nd.ErrType},
			"length":   {func() { q.DCT(one, wgfft.DCT1) }, nd.ErrShape},
			"scalar":   {func() { q.DCT(nd.Scalar(1), wgfft.DCT2) }, nd.ErrShape},
			"any kind": {func() { q.Transform(a, nd.Transform{Kind: 77}) }, nd.ErrType},
			"kinds":    {func() { q.Transform(one, nd.Transform{Kinds: []wgfft.Kind{wgfft.DCT2}}) }, nd.ErrShape},
			"no kinds": {func() { q.Transform(a, nd.Transform{Kinds: []wgfft.Kind{}}) }, nd.ErrShape},
			"one of kinds": {func() {
				q.Transform(one, nd.Transform{Kinds: []wgfft.Kind{wgfft.DCT2, wgfft.C2C}})
			}, nd.ErrType},
			"kind and kinds": {func() {
				q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Kinds: []wgfft.Kind{wgfft.DCT2}})
			}, nd.ErrType},
			"length of kinds": {func() {
				q.Transform(one, nd.Transform{Kinds: []wgfft.Kind{wgfft.DCT2, wgfft.DCT1}})
			}, nd.ErrShape},
		} {
			m.record()
			require.ErrorIs(t, q.Flush(ctx), m.want, name)
		}
	})
}
