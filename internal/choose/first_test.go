package choose

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The first choice for a problem makes a bounded number of allocations. Each kernel with all its features takes some
// hundreds, so the bound fails if a choice estimates more kernels than it needs. BenchmarkFirst has the numbers.
func TestFirstChoiceAllocatesLittle(t *testing.T) {
	for _, c := range []struct {
		spec string
		most float64 // allocations
	}{
		{"c2c:65536*1", 10000},
		{"c2c:1000000*1", 60000},
		{"c2c:15120*4", 55000},
		{"c2c:8209*1", 210000},
		{"c2c:131074*1", 260000},
		{"c2c:1000003*1", 210000},
		{"r2c:1024*64", 60000},
		{"dct2:1000*16", 130000},
		{"r2c:1080x1920*4", 115000},
		{"c2c:128x128x128*1", 55000},
		{"convolution:1000:33", 60000},
	} {
		p := firstProblem{spec: c.spec, device: "h200"}
		require.LessOrEqual(t, testing.AllocsPerRun(1, func() { p.choose(t) }), c.most, c.spec)
	}
}
