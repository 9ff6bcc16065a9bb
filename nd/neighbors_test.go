package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestNeighbors transforms long rows of real numbers, whose loads read neighbors together. It compares the results
// with those of operands that are in memory.
func TestNeighbors(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const rows = 3
		n := 8192
		if isSpare(q) {
			n = 1024
		}
		x := numbers[float32]((rows+1)*n, 1)
		all := nd.From(q, x, rows+1, n)
		a, row := nd.From(q, x[:rows*n], rows, n), nd.From(q, x[100:n+100], 1, n)
		bytes := nd.From(q, numbers[uint8](rows*n, 2), rows, n)
		for name, operand := range map[string]func() nd.Array{
			"products":  func() nd.Array { return q.Mul(a, q.Sub(a, row)) },
			"two views": func() nd.Array { return q.Add(a, a.Flip(1)) },
			"offset":    func() nd.Array { return q.Mul(all.Slice(0, 1, rows+1, 1), a) },
			"bytes":     func() nd.Array { return q.Mul(q.Mul(a, bytes), nd.Iota(nd.Float32, 2, 1, n)) },
		} {
			if isSpare(q) && name != "products" {
				continue
			}
			want := download(t, q, q.RFFT(q.Pin(operand())))
			requireClose(t, want, download(t, q, q.RFFT(operand())), 1e-6, name)
		}
		if isSpare(q) {
			return
		}
		want := download(t, q, q.RFFT(q.Pin(q.Mul(row, row))))
		bins := q.New(nd.Complex64, 1, n/2+1)
		q.Set(bins, q.Mul(q.RFFT(q.Mul(row, row)), row.Slice(1, 0, n/2+1, 1))) // load and store read row
		for i := range want {
			want[i] *= wide(x[100+i])
		}
		requireClose(t, want, download(t, q, bins), 1e-6, "load and store")
		for _, x := range []nd.Array{all, a, row, bytes, bins} {
			require.NoError(t, x.Close())
		}
	})
}
