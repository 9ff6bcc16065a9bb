package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/transforms"
)

func TestNamesOfRealTransforms(t *testing.T) {
	for kind := C2C; kind < transforms.Kinds; kind++ {
		back, err := ParseKind(kind.String())
		require.NoError(t, err)
		require.Equal(t, kind, back)
		require.Equal(t, kind, kind.Inverse().Inverse())
	}
	require.Equal(t, "kind(99)", transforms.Kind(99).String())
	_, err := ParseKind("dct")
	require.ErrorContains(t, err, "dct4")
}
