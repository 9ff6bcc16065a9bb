package nd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// TestInnerTypes compares the element types and the limits of this package with those of package expr.
func TestInnerTypes(t *testing.T) {
	require.Equal(t, MaxRank, expr.MaxRank)
	require.Equal(t, MaxArgs, expr.MaxArgs)
	for d, of := range map[DType][2]expr.DType{
		Float32: {expr.Float32, expr.TypeOf[float32]()}, Float64: {expr.Float64, expr.TypeOf[float64]()},
		Complex64: {expr.Complex64, expr.TypeOf[complex64]()}, Complex128: {expr.Complex128, expr.TypeOf[complex128]()},
		Uint8: {expr.Uint8, expr.TypeOf[uint8]()}, Int8: {expr.Int8, expr.TypeOf[int8]()},
		Uint16: {expr.Uint16, expr.TypeOf[uint16]()}, Int16: {expr.Int16, expr.TypeOf[int16]()},
		Int32: {expr.Int32, expr.TypeOf[int32]()}, Float16: {expr.Float16, expr.TypeOf[wgfft.Half]()},
		Bfloat16: {expr.Bfloat16, expr.TypeOf[wgfft.Bfloat]()},
	} {
		require.Equal(t, of[0], d.inner())
		require.Equal(t, of[1], d.inner())
		require.Equal(t, d.String(), of[0].String())
	}
	for d := expr.DType(1); d.IsValid(); d++ {
		require.LessOrEqual(t, DType(d), Bfloat16, "a valid type that nd does not have")
	}
}
