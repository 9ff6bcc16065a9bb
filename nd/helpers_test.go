package nd_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

var ctx = context.Background()

// openEngine opens an engine for a test: the CPU engine if isCPU, or the best GPU. Without a GPU it
// opens a software adapter, or skips the test.
func openEngine(t testing.TB, isCPU bool) *wgfft.Engine {
	t.Helper()
	return openWith(t, isCPU, wgfft.WisdomSource{})
}

// openWith is openEngine with wisdom.
func openWith(t testing.TB, isCPU bool, w wgfft.WisdomSource) *wgfft.Engine {
	t.Helper()
	eng, err := open(isCPU, w)
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

func open(isCPU bool, w wgfft.WisdomSource) (*wgfft.Engine, error) {
	choice := wgfft.Choice{Kind: wgfft.CPU}
	if !isCPU {
		choice.Kind = wgfft.Auto
	}
	eng, err := wgfft.Open(wgfft.Config{Device: choice, Wisdom: w})
	if err != nil || isCPU || !eng.Adapter().CPU {
		return eng, err
	}
	if err := eng.Close(); err != nil {
		return nil, err
	}
	return wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Wisdom: w})
}

// theGPU opens the engine that the tests of onBoth share. TestMain closes it.
var theGPU = sync.OnceValues(func() (*wgfft.Engine, error) { return open(false, wgfft.WisdomSource{}) })

func TestMain(m *testing.M) {
	code := m.Run()
	if eng, err := theGPU(); err == nil && eng.Close() != nil {
		code = max(code, 1)
	}
	os.Exit(code)
}

// onBoth runs a test on the CPU engine and on a GPU. A GPU with f64 computes double precision in each format, unless
// the wisdom of the library has a format for it.
func onBoth(t *testing.T, f func(t *testing.T, q *nd.Queue)) {
	t.Run("cpu", func(t *testing.T) { f(t, nd.NewQueue(openEngine(t, true))) })
	eng, err := theGPU()
	if err == nil && eng.Adapter().F64 && withFormats(t, f) {
		return
	}
	t.Run("gpu", func(t *testing.T) {
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
		f(t, nd.NewQueue(eng))
	})
}

// withFormats runs a test on a GPU with f64, once for each format of double precision. It returns
// false for a GPU without f64, and for one whose format is in the wisdom of the library.
func withFormats(t *testing.T, f func(t *testing.T, q *nd.Queue)) bool {
	for _, store := range formatStores {
		w := wgfft.WisdomSource{Kind: wgfft.WisdomStored, Store: store}
		if store.wisdom == nil {
			eng := openWith(t, false, w)
			if !eng.Adapter().F64 {
				return false
			}
			_, err := eng.Double().Number() // measures both formats, and keeps the wisdom
			require.NoError(t, err)
			if store.wisdom == nil {
				t.Log("the wisdom of the library has the format: only this one is tested")
				return false
			}
		}
		t.Run(store.faster.String(), func(t *testing.T) {
			eng := openWith(t, false, w)
			have, err := eng.Double().Number()
			require.NoError(t, err)
			require.Equal(t, store.faster, have)
			f(t, nd.NewQueue(eng))
		})
	}
	return true
}

// formatStores has the wisdom for each format. The first test fills it.
var formatStores = []*formatStore{{faster: wgfft.Float64}, {faster: wgfft.DoubleSingle}}

// A formatStore keeps wisdom in which the format faster takes less time than the other format of
// double precision.
type formatStore struct {
	faster wgfft.Number
	wisdom []byte
}

func (s *formatStore) Get(string) ([]byte, error) { return s.wisdom, nil }

func (s *formatStore) Put(_ string, wisdom []byte) error {
	times := map[bool]string{true: "0.5", false: "2"}
	for name, n := range map[string]wgfft.Number{"float64_ms": wgfft.Float64, "double_single_ms": wgfft.DoubleSingle} {
		field := regexp.MustCompile(`"` + name + `": ?[0-9.e+-]+`)
		wisdom = field.ReplaceAll(wisdom, []byte(`"`+name+`": `+times[n == s.faster]))
	}
	sum := regexp.MustCompile("sha256 [0-9a-f]+\n")
	at := sum.FindIndex(wisdom)
	body := wisdom[at[1]:]
	s.wisdom = append(sum.ReplaceAll(wisdom[:at[1]], fmt.Appendf(nil, "sha256 %x\n", sha256.Sum256(body))), body...)
	return nil
}

// isSpare reports whether a test computes on a GPU and takes one case of each kind there. Drivers take
// long to compile kernels, above all those of double-single.
func isSpare(q *nd.Queue) bool { return isGPU(q) && !testcase.Long() }

// isGPU reports whether the queue computes on a GPU.
func isGPU(q *nd.Queue) bool { return !q.Engine().Adapter().CPU }

// isSingle reports whether a type has single precision.
func isSingle(d nd.DType) bool { return d == nd.Float32 || d == nd.Complex64 }

// spacing returns about the distance from 1 to the next number of the precision of d.
func spacing(t testing.TB, q *nd.Queue, d nd.DType) float64 {
	t.Helper()
	if isSingle(d) {
		return 1.2e-7
	}
	n, err := q.Engine().Double().Number()
	require.NoError(t, err)
	if n == wgfft.DoubleSingle {
		return 0x1p-46
	}
	return 4e-16
}

// held returns the relative rounding error of elements of type d in the engine's memory.
func held(t testing.TB, q *nd.Queue, d nd.DType) float64 {
	t.Helper()
	if isGPU(q) && spacing(t, q, d) == 0x1p-46 {
		return 0x1p-48
	}
	return 0
}

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

// requireClose fails if an element differs by more than tol times the largest element.
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
