package nd_test

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

var ctx = context.Background()

// openEngine opens an engine for a test: the CPU engine, or the best adapter.
func openEngine(t testing.TB, isCPU bool) *wgfft.Engine {
	t.Helper()
	choice := wgfft.Choice{Kind: wgfft.CPU}
	if !isCPU {
		choice.Kind = wgfft.Auto
	}
	eng, err := wgfft.Open(wgfft.Config{Device: choice})
	require.NoError(t, err)
	if !isCPU && eng.Adapter().CPU {
		require.NoError(t, eng.Close())
		eng, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
	}
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

// onBoth runs a test on the CPU engine and on a GPU.
func onBoth(t *testing.T, f func(t *testing.T, q *nd.Queue)) {
	for _, isCPU := range []bool{true, false} {
		name := map[bool]string{true: "cpu", false: "gpu"}[isCPU]
		t.Run(name, func(t *testing.T) { f(t, nd.NewQueue(openEngine(t, isCPU))) })
	}
}

// isGPU reports whether the queue computes on a GPU.
func isGPU(q *nd.Queue) bool { return !q.Engine().Adapter().CPU }

// number returns a number from -1 to 1 that depends on i and seed alone.
func number(i, seed int) float64 {
	x := uint64(i+1)*0x9e3779b97f4a7c15 + uint64(seed)*0xbf58476d1ce4e5b9
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64(int64(x^x>>31)>>11) / (1 << 52)
}

// numbers returns n numbers of a type.
func numbers[T nd.Element](n, seed int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = of[T](complex(number(i, 2*seed), number(i, 2*seed+1)))
	}
	return s
}

// of converts a number to an element.
func of[T nd.Element](x complex128) (t T) {
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(real(x))
	case *float64:
		*p = real(x)
	case *complex64:
		*p = complex64(x)
	case *complex128:
		*p = x
	case *uint8:
		*p = uint8(real(x))
	case *int8:
		*p = int8(real(x))
	case *uint16:
		*p = uint16(real(x))
	case *int16:
		*p = int16(real(x))
	case *int32:
		*p = int32(real(x))
	case *wgfft.Half:
		*p = wgfft.HalfOf(float32(real(x)))
	case *wgfft.Bfloat:
		*p = wgfft.BfloatOf(float32(real(x)))
	}
	return t
}

// wide converts an element to a complex128.
func wide[T nd.Element](x T) complex128 {
	switch v := any(x).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	case complex128:
		return v
	case uint8:
		return complex(float64(v), 0)
	case int8:
		return complex(float64(v), 0)
	case uint16:
		return complex(float64(v), 0)
	case int16:
		return complex(float64(v), 0)
	case int32:
		return complex(float64(v), 0)
	case wgfft.Half:
		return complex(float64(v.Float32()), 0)
	case wgfft.Bfloat:
		return complex(float64(v.Float32()), 0)
	}
	return 0
}

// wides converts elements to complex128.
func wides[T nd.Element](s []T) []complex128 {
	w := make([]complex128, len(s))
	for i, x := range s {
		w[i] = wide(x)
	}
	return w
}

// download returns the elements of an array of any type as complex128.
func download(t testing.TB, q *nd.Queue, a nd.Array) []complex128 {
	t.Helper()
	switch a.DType() {
	case nd.Float32:
		return downloadOf[float32](t, q, a)
	case nd.Complex64:
		return downloadOf[complex64](t, q, a)
	case nd.Complex128:
		return downloadOf[complex128](t, q, a)
	case nd.Uint8:
		return downloadOf[uint8](t, q, a)
	case nd.Int8:
		return downloadOf[int8](t, q, a)
	case nd.Uint16:
		return downloadOf[uint16](t, q, a)
	case nd.Int16:
		return downloadOf[int16](t, q, a)
	case nd.Int32:
		return downloadOf[int32](t, q, a)
	case nd.Float16:
		return downloadOf[wgfft.Half](t, q, a)
	case nd.Bfloat16:
		return downloadOf[wgfft.Bfloat](t, q, a)
	}
	return downloadOf[float64](t, q, a)
}

func downloadOf[T nd.Element](t testing.TB, q *nd.Queue, a nd.Array) []complex128 {
	t.Helper()
	s, err := nd.Download[T](ctx, q, nil, a)
	require.NoError(t, err)
	return wides(s)
}

// close reports elements that differ by more than tol times the largest element.
func requireClose(t testing.TB, want, got []complex128, tol float64, what string) {
	t.Helper()
	require.Len(t, got, len(want), what)
	size := 0.0
	for _, x := range want {
		size = max(size, cmplx.Abs(x))
	}
	for i := range want {
		if off := cmplx.Abs(got[i] - want[i]); off > tol*size || math.IsNaN(off) {
			require.Failf(t, "wrong element", "%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}
