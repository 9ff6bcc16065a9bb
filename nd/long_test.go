package nd_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/nd"
)

// TestLongKernels computes arrays that are long enough for several elements in each invocation.
// Some lengths are multiples of the elements of a workgroup. Steps compute the arrays in place, and
// through views.
func TestLongKernels(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for _, shape := range [][2]int{{1 << 9, 1 << 9}, {517, 511}, {1, 1<<18 + 3}} {
			if isSpare(q) && shape[0] != 517 {
				continue
			}
			if !isGPU(q) && !testcase.Long() && shape[0] == 1 {
				continue
			}
			n := shape[0] * shape[1]
			a, b := numbers[complex64](n, 1), numbers[float32](n, 2)
			x, y := nd.From(q, a, shape[:]...), nd.From(q, b, shape[:]...)
			z := q.New(nd.Complex64, shape[0], shape[1])
			q.Set(z.Flip(1), q.Mul(x.Flip(0), y))
			q.Set(x, q.MulAdd(x, nd.Scalar(2), y))
			var product, sum []complex128
			for i := range shape[0] {
				for j := range shape[1] {
					from := (shape[0]-1-i)*shape[1] + shape[1] - 1 - j
					product = append(product, wide(a[from])*wide(b[i*shape[1]+shape[1]-1-j]))
					sum = append(sum, 2*wide(a[i*shape[1]+j])+wide(b[i*shape[1]+j]))
				}
			}
			requireClose(t, product, download(t, q, z), 2e-7, fmt.Sprint("product ", shape))
			requireClose(t, sum, download(t, q, x), 2e-7, fmt.Sprint("sum ", shape))
			for _, v := range []nd.Array{x, y, z} {
				require.NoError(t, v.Close())
			}
		}
	})
}
