package memory

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

type name string

func (n name) String() string { return string(n) }

func TestSumsAndProductsDoNotOverflow(t *testing.T) {
	const most = int64(math.MaxInt64)
	require.EqualValues(t, 0, Sum())
	require.EqualValues(t, 6, Sum(1, 2, 3))
	require.EqualValues(t, most, Sum(most-1, 1))
	require.EqualValues(t, most, Sum(most, 1))
	require.EqualValues(t, most, Sum(5, -1, 5))
	require.EqualValues(t, 1, Product())
	require.EqualValues(t, 0, Product(0, most, most))
	require.EqualValues(t, int64(1<<62), Product(1<<31, 1<<31))
	require.EqualValues(t, most, Product(1<<32, 1<<31))
	require.EqualValues(t, most, Product(3, -1))
	require.EqualValues(t, 24, Bytes[complex64](3))
	require.EqualValues(t, 96, Bytes[float32](2, 3, 4))
	require.EqualValues(t, most, Bytes[complex64](math.MaxInt, math.MaxInt))
}

func TestLimits(t *testing.T) {
	require.Equal(t, Limit(5), Of(5))
	require.Equal(t, None, Of(-1))
	require.Positive(t, Of(0))
	require.NoError(t, Check(5, name("x"), 2, 3))
	require.NoError(t, Check(None, name("x"), math.MaxInt))
	err := Check(3<<30, name("fft of 5 points"), 1<<32, 1<<31)
	require.ErrorIs(t, err, ErrLimit)
	var limit *Error
	require.True(t, errors.As(err, &limit))
	require.Equal(t, Error{What: "fft of 5 points", Need: 3 << 31, Limit: 3 << 30}, *limit)
	require.EqualError(t, err,
		"wgfft: fft of 5 points: needs 6.0 GiB of memory, the limit is 3.0 GiB: "+
			"work on less at a time, or raise Config.MemoryLimit")
	require.Equal(t, "12 bytes", Size(12))
	require.Equal(t, "1.5 KiB", Size(1536))
	require.Equal(t, "8.0 EiB", Size(math.MaxInt64))
}
