package choose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// A firstProblem is a problem whose first choice of kernels BenchmarkFirst measures.
type firstProblem struct {
	spec, device, number string
}

// firstProblems returns problems of every kind on limits of two devices, in several number formats.
func firstProblems() (all []firstProblem) {
	for _, spec := range []string{
		"c2c:1024*64", "c2c:65536*1", "c2c:1048576*1", "c2c:1000*16", "c2c:1000000*1", "c2c:15120*4",
		"c2c:4290*4", "c2c:464750*1", "c2c:1009*16", "c2c:4099*4", "c2c:8209*1", "c2c:100003*1", "c2c:1000003*1",
		"c2c:131074*1", "c2c:371293*1",
		"r2c:1024*64", "r2c:1000000*1", "r2c:999983*1", "c2r:100000*1", "r2c:8209*1",
		"dct2:1000*16", "dct1:135101*1", "dct4:246321*2", "dst3:209450*4", "dct2:23520*1",
		"c2c:512x512*1", "c2c:1000x1000*1", "c2c:2048x2048*1", "c2c:100x90*4", "c2c:733x591*1",
		"r2c:1080x1920*4", "c2r:20x2520*1", "r2c:512x512*1", "dct2:1000x1000*1", "dst3:733x591*1",
		"c2c:24x24x24*8", "c2c:128x128x128*1", "c2c:256x256x256*1", "r2c:100x100x100*1", "dct2:60x60x60*1",
		"convolution:1000:33", "convolution:100000:1000", "convolution:290x245:50x23", "convolution:512x512:31x31",
	} {
		all = append(all, firstProblem{spec: spec, device: "h200"}, firstProblem{spec: spec, device: "default"})
	}
	for _, spec := range []string{"c2c:1000003*1", "r2c:1080x1920*4", "dct4:103079*1", "c2c:65536*1"} {
		all = append(all, firstProblem{spec, "h200", "f64"}, firstProblem{spec, "h200", "ds"})
	}
	return all
}

func (p firstProblem) String() string {
	return strings.TrimSpace(p.device + " " + p.number + " " + p.spec)
}

// choose chooses the kernels of the problem.
func (p firstProblem) choose(t testing.TB) {
	l, err := wgsl.NamedLimits(p.device)
	require.NoError(t, err)
	number := map[string]wgsl.Number{"f64": wgsl.F64{}, "ds": wgsl.DoubleSingle{}}[p.number]
	if spec, ok := strings.CutPrefix(p.spec, "convolution:"); ok {
		c := plan.Convolution{Number: number, Batch: 1}
		shape, kernel, _ := strings.Cut(spec, ":")
		for i, text := range []string{shape, kernel} {
			for _, axis := range strings.Split(text, "x") {
				n := 0
				_, err := fmt.Sscan(axis, &n)
				require.NoError(t, err)
				if i == 0 {
					c.Shape = append(c.Shape, n)
				} else {
					c.Kernel = append(c.Kernel, n)
				}
			}
		}
		_, err = Convolution(c, l)
		require.NoError(t, err)
		return
	}
	q, err := plan.ParseSpec(p.spec)
	require.NoError(t, err)
	q.Number = number
	_, err = Kernels(q.Canonical(), l)
	require.NoError(t, err)
}

// BenchmarkFirst chooses the kernels of each problem alone. With -cpu 1, times are times of a processor.
func BenchmarkFirst(b *testing.B) {
	for _, p := range firstProblems() {
		b.Run(strings.ReplaceAll(p.String(), " ", "/"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.choose(b)
			}
		})
	}
}
