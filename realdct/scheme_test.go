package realdct

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// TestWays checks that a kernel exists for every scheme of every row. Only kinds of type I have
// complex transforms that are longer than the row.
func TestWays(t *testing.T) {
	for kind := transforms.R2C; kind < transforms.Kinds; kind++ {
		for n := kind.MinLength(); n <= 60; n++ {
			for _, side := range []int{1, 2, 3} {
				ways := Schemes(kind, n, side, n%2 == 0)
				require.NotEmpty(t, ways, "%v %d", kind, n)
				for i, w := range ways {
					name := fmt.Sprintf("%v of %d, %d side by side, way %d: %v to %v", kind, n, side, i, w.Load,
						w.Store)
					lanes := side
					if w.IsTwoForOne() {
						lanes = (side + 1) / 2
					}
					k := wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: 1}}
					if w.Points > 1 {
						if !isSmooth(w.Points) {
							continue
						}
						var err error
						k.Stages.Radices, err = wgsl.MakeRadices(w.Points)
						require.NoError(t, err, name)
						k.Threads.Elements = w.Points
					}
					if lanes > 1 {
						k.Threads.Interleave = lanes
					}
					k.Load.View, k.Store.View = wgsl.Columns(lanes, w.Points), wgsl.Columns(lanes, w.Points)
					plain := k
					k = w.Store.Store(w.Load.Load(k))
					require.NoError(t, k.Check(wgsl.DefaultLimits()), name)
					require.Equal(t, plain, Without(k), name)
					require.Equal(t, k, w.Load.Load(w.Store.Store(k)), "ops take the place of those of other rows")
					parsed, err := wgsl.ParseKernel(k.Name(), Parsers())
					require.NoError(t, err, name)
					require.Equal(t, k, parsed, name)
					require.LessOrEqual(t, w.Points, max(n, kind.Period(n)/2), name)
				}
			}
		}
	}
}

// isSmooth reports whether butterflies can do n points.
func isSmooth(n int) bool {
	_, err := wgsl.MakeRadices(n)
	return err == nil
}

// TestPairsOfEvenRows checks that even rows have half as many complex points, and odd rows do not.
func TestPairsOfEvenRows(t *testing.T) {
	for _, kind := range []transforms.Kind{
		transforms.R2C, transforms.C2R, transforms.DCT2, transforms.DCT3, transforms.DST2, transforms.DST3,
	} {
		require.Equal(t, 8, Schemes(kind, 16, 1, false)[0].Points, "%v", kind)
		require.Equal(t, 15, Schemes(kind, 15, 1, false)[0].Points, "%v", kind)
	}
	require.Equal(t, 8, Schemes(transforms.DCT4, 16, 1, false)[0].Points)
	require.Equal(t, 16, Schemes(transforms.DCT1, 17, 1, false)[0].Points)
	require.Equal(t, 16, Schemes(transforms.DST1, 15, 1, false)[0].Points)
}

func TestKinds(t *testing.T) {
	for kind := transforms.R2C; kind < transforms.Kinds; kind++ {
		require.Equal(t, kind, kind.Inverse().Inverse())
		require.Equal(t, kind.Period(9), kind.Inverse().Period(9), "a transform and its inverse have one period")
		require.Equal(t, kind >= transforms.DCT1, kind.IsTrig())
	}
	require.Equal(t, "dst4", transforms.DST4.String())
	require.Equal(t, []int{1, 2, 2, 3}, []int{Bins(1), Bins(2), Bins(3), Bins(4)})
}
