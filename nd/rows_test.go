package nd

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd/internal/expr"
)

// TestRows compares the operations whose row in the table has a Go function of a real number with that function, in
// both precisions and on both engines.
func TestRows(t *testing.T) {
	for _, kind := range []wgfft.ChoiceKind{wgfft.CPU, wgfft.Software} {
		eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
		q := NewQueue(eng)
		x := make([]float64, 400)
		for i := range x {
			x[i] = float64(float32(0.01 * float64(i+1)))
		}
		double := From(q, x, len(x))
		tried := 0
		for i := range expr.Operations {
			o := &expr.Operations[i]
			if o.Go.Real == nil {
				continue
			}
			tried++
			// 8 spacings of float32, and of double-single, which a GPU may compute in
			for _, d := range []expr.DType{expr.Float32, expr.Float64} {
				tol := 0x8p-24
				if d == expr.Float64 {
					tol = 0x8p-48
				}
				got := q.Fetch(q.cast(expr.Float64, q.element(expr.Opcode(i), q.cast(d, double))))
				require.NoError(t, q.Flush(t.Context()), o.Name)
				values, err := Receive[float64](t.Context(), got, nil)
				require.NoError(t, err)
				for k, y := range values {
					want := o.Go.Real(x[k])
					require.InDelta(t, want, y, tol*max(1, math.Abs(want)), "%s(%v)", o.Name, x[k])
				}
			}
		}
		require.GreaterOrEqual(t, tried, 3)
		require.NoError(t, eng.Close())
	}
}
