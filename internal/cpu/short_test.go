package cpu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// TestShortRows compares rows, strided ones as well, with float64 within one rounding. Every
// butterfly and up to eight passes are among them.
func TestShortRows(t *testing.T) {
	const gap, scale = 3, 0.5
	for n := 1; n <= 360; n++ {
		if !isSmooth(n) {
			continue
		}
		s := newShort(n, plainRoot)
		for _, inverse := range []bool{false, true} {
			rows := ref.Uniform(uint64(n), 3*n)
			want := ref.Batch(rows, n, inverse, scale)
			same := append([]complex64(nil), rows...)
			transformShort(s, same, same, shortRows{3, n, 1}, inverse, scale)
			require.LessOrEqual(t, ref.RelL2(same, want), ref.Eps/2, "%d points", n)

			columns := ref.NewGuarded[complex64](n * gap)
			for i, v := range rows {
				columns.Data[i%n*gap+i/n] = v
			}
			transformShort(s, columns.Data, columns.Data, shortRows{3, 1, gap}, inverse, scale)
			require.NoError(t, columns.Check())
			got := make([]complex64, 3*n)
			for i := range got {
				got[i] = columns.Data[i%n*gap+i/n]
			}
			require.LessOrEqual(t, ref.RelL2(got, want), ref.Eps/2, "%d points in columns", n)
		}
	}
}

func TestShortFactors(t *testing.T) {
	for n, want := range map[int][]int{
		1: {1}, 2: {2}, 13: {13}, 16: {16}, 17: {17}, 18: {6, 3}, 20: {5, 4}, 100: {10, 10}, 128: {16, 8}, 62: {31, 2},
		250: {10, 5, 5}, 2 * 37: nil, 41: nil,
	} {
		require.Equal(t, want, shortFactors(n), n)
	}
}

// TestShortColumns: the columns of several arrays, on one goroutine and on several.
func TestShortColumns(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, shape := range [][]int{{2, 70000}, {3, 5}, {8, 2, 3}, {5, 1, 9000}, {16, 3000}, {100, 700}} {
		for _, inverse := range []bool{false, true} {
			n := product(shape)
			src := ref.Uniform(uint64(n), 3*n)
			got := make([]complex64, len(src))
			require.NoError(t, e.TransformAxes(context.Background(), got, src, shape, []int{0},
				Ends{Inverse: inverse, Scale: 0.25}))
			for a := range 3 {
				want := ref.Axes(src[a*n:(a+1)*n], shape, []int{0}, inverse, 0.25)
				require.LessOrEqual(t, ref.RelL2(got[a*n:(a+1)*n], want), ref.Tolerance(shape[0]), "%v", shape)
			}
		}
	}
}
