package wgsl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStridedView(t *testing.T) {
	p, err := MakeStridedView([]Dim{{4, 1, 0}, {3, 4, 0}, {2, 12, 0}}, 0)
	require.NoError(t, err)
	require.Equal(t, StridedView{}, p, "without gaps")
	p, err = MakeStridedView([]Dim{{4, 2, 0}, {1, 99, 0}, {3, 8, 0}, {2, 100, 0}}, 5)
	require.NoError(t, err)
	require.Equal(t, []Dim{{12, 2, 0}, {2, 100, 0}}, p.dims(), "contiguous dimensions are merged")
	at, exists := p.At(7 + 12)
	require.Equal(t, 5+2*7+100, at)
	require.True(t, exists)
	require.Equal(t, "12x2.2x100+5", p.String())
	p, err = MakeStridedView([]Dim{{4, -1, 0}}, 3)
	require.NoError(t, err)
	at, _ = p.At(3)
	require.Equal(t, 0, at)
	// With bounds, 3 of 4 columns and 2 of 3 rows exist.
	p, err = MakeStridedView([]Dim{{4, 1, 3}, {3, 3, 2}, {5, 6, 0}}, 0)
	require.NoError(t, err)
	require.Equal(t, []Dim{{4, 1, 3}, {15, 3, 0}}[0], p.dims()[0])
	for e, want := range []int{0, 1, 2, -1, 3, 4, 5, -1, -1, -1, -1, -1, 6, 7} {
		at, exists := p.At(e)
		require.Equal(t, want >= 0, exists, "%d", e)
		if exists {
			require.Equal(t, want, at, "%d", e)
		}
	}
	dims := make([]Dim, MaxDims+1)
	for i := range dims {
		dims[i] = Dim{2, 3 << (2 * i), 0}
	}
	_, err = MakeStridedView(dims, 0)
	require.ErrorContains(t, err, "more than 10")

	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		p := randomView(r)
		var again StridedView
		require.NoError(t, again.parse(p.String()))
		require.Equal(t, p, again)
		require.True(t, p.isValid())
	}
	require.False(t, StridedView{Offset: -1}.isValid())
	require.False(t, StridedView{Dims: [MaxDims]Dim{{}, {2, 1, 0}}}.isValid())
}
