package cpu

import (
	"context"
	"fmt"
	"testing"
	"time"

	"wgfft/internal/ref"
)

// BenchmarkRows measures the time for a row in the fastest of the calls that transform many rows or
// columns. bench/rows.py prints the same of scipy.
func BenchmarkRows(b *testing.B) {
	e := newSingle()
	defer e.Close()
	const points = 1 << 18
	for _, c := range []struct {
		name    string
		lengths []int
	}{
		{"rows", []int{
			2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 24, 30, 31, 32, 35, 48, 60, 64, 77, 96, 100,
			127, 128,
			250, 251, 256, 257, 343, 1000, 1001, 1009,
		}},
		{"columns", []int{2, 3, 5, 8, 12, 16, 32, 60, 100, 257}},
	} {
		for _, n := range c.lengths {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				count := points / n
				shape, axis := []int{count, n}, 1
				if c.name == "columns" {
					shape, axis = []int{n, count}, 0
				}
				src := ref.Uniform(1, n*count)
				dst := make([]complex64, len(src))
				b.ReportAllocs()
				least := time.Hour
				for b.Loop() {
					begin := time.Now()
					if err := e.TransformAxes(context.Background(), dst, src, shape, []int{axis},
						Ends{Scale: 1}); err != nil {
						b.Fatal(err)
					}
					least = min(least, time.Since(begin))
				}
				b.ReportMetric(float64(least.Nanoseconds())/float64(count), "ns/row")
			})
		}
	}
}
