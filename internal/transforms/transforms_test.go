package transforms

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKinds(t *testing.T) {
	for k := range Kinds {
		back, err := ParseKind(k.String())
		require.NoError(t, err)
		require.Equal(t, k, back)
		require.Equal(t, k, k.Inverse().Inverse())
		require.Equal(t, k.Period(9), k.Inverse().Period(9))
		require.Equal(t, k.IsTrig(), k != C2C && !k.IsRealFFT())
	}
	require.Equal(t, "kind(99)", Kind(99).String())
	require.False(t, Kind(99).IsTrig() || Kind(99).IsSine())
	_, err := ParseKind("dct")
	require.ErrorContains(t, err, "dct4")
	require.Equal(t, []int{9, 16, 18, 20}, []int{C2C.Period(9), DCT1.Period(9), DST3.Period(9), DST1.Period(9)})
}

func TestNorms(t *testing.T) {
	for n := range Norms {
		back, err := ParseNorm(n.String())
		require.NoError(t, err)
		require.Equal(t, n, back)
		require.InDelta(t, 1.0/16, n.Scale(16, false)*n.Scale(16, true), 1e-15)
	}
	require.Equal(t, "norm(3)", Norms.String())
	_, err := ParseNorm("unitary")
	require.ErrorContains(t, err, "ortho")
	require.Equal(t, 1.0, Backward.Scale(16, false))
	require.Equal(t, 1.0, ForwardN.Scale(16, true))
}
