package cpu

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/ref"
)

// BenchmarkDouble compares rows of complex128 points with algo-fft's own plan, called directly. It
// uses one goroutine and reports the fastest call of each.
func BenchmarkDouble(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	e := newDouble()
	defer e.Close()
	for _, n := range []int{
		8, 16, 32, 60, 64, 100, 128, 256, 360, 500, 512, 768, 1000, 1009, 1024, 1280, 2048, 4096, 8192, 10000, 16384,
		24576, 32768, 65536, 100000, 1 << 17, 1 << 18, 1 << 20,
	} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			count := max(1, 1<<13/n)
			plan, err := rows.NewPlan[complex128](n)
			if err != nil {
				b.Fatal(err)
			}
			src, dst := ref.Uniform128(1, n*count), make([]complex128, n*count)
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				begin := time.Now()
				if err := e.Transform(context.Background(), dst, src, n, false, 1); err != nil {
					b.Fatal(err)
				}
				middle := time.Now()
				for at := 0; at < len(src); at += n {
					if err := plan.Forward(dst[at:at+n], src[at:at+n]); err != nil {
						b.Fatal(err)
					}
				}
				ours, theirs = min(ours, middle.Sub(begin)), min(theirs, time.Since(middle))
			}
			b.ReportMetric(float64(ours.Nanoseconds())/float64(count), "ns/row")
			b.ReportMetric(float64(theirs.Nanoseconds())/float64(count), "algo-fft-ns/row")
			b.ReportMetric(float64(ours)/float64(theirs), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}
