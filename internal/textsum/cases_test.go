package textsum

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// limits names the devices that plans are made for.
var limits = []string{"default", "h200", "lavapipe", "swiftshader"}

// specs returns the tested transforms in a fixed order. They have every length to 1100, longer lengths of
// every kind, and the specs of the tables in bench/.
func specs(t testing.TB) (all []string) {
	t.Helper()
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for n := 1; n <= 1100; n++ {
		add("c2c:%d*%d", n, max(1, 1<<16/n))
	}
	draw := rand.New(rand.NewPCG(1, 2)) // the same lengths in every run
	for range 500 {
		n := 1100 + draw.IntN(1<<(11+draw.IntN(10)))
		add("c2c:%d*%d", n, max(1, 1<<20/n))
	}
	for p := 1; p <= 24; p++ {
		add("c2c:%d*1", 1<<p)
	}
	lengths := []int{2, 3, 8, 15, 16, 17, 31, 37, 60, 64, 100, 127, 243, 256, 500, 1000, 1009, 1024, 1920, 2048, 4096,
		4099, 8192, 10007, 16384, 32768, 65536, 100000, 1 << 20}
	shapes := []string{"8x8*64", "16x16x16*8", "64x48*9", "128x128*4", "512x512*2", "37x16*3", "1080x1920*2",
		"24x24x24*4"}
	for _, kind := range []string{"r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"} {
		for _, n := range lengths {
			add("%s:%d*%d", kind, n, max(1, 1<<16/n))
		}
		for _, shape := range shapes {
			add("%s:%s", kind, shape)
		}
	}
	for _, shape := range []string{
		"2x3*5", "8x8*100", "16x16*9", "24x24x24*4", "64x64*8", "128x128*4", "256x256*4", "512x512*3", "30x42x50*2",
		"5x7x11x13*3", "100x100x100*1", "128x128x128*1", "256x256x256*1", "1000x1000*1", "1024x1024*1", "1080x1920*2",
		"4096x4096*1", "17x1009*2", "3x100003*1",
	} {
		add("c2c:%s", shape)
	}
	tables, err := filepath.Glob(filepath.Join("..", "..", "bench", "specs*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	for _, name := range tables {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, spec := range strings.Fields(string(text)) {
			if _, err := plan.ParseSpec(spec); err == nil {
				all = append(all, spec)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// variants returns the problems of a spec by name. They are the forward transform, and for every eighth spec also
// the inverse, the transform in place and the transform of strided arrays.
func variants(i int, p plan.Problem) map[string]plan.Problem {
	all := map[string]plan.Problem{"": p}
	if i%8 != 0 {
		return all
	}
	inverse := p.Clone()
	inverse.Inverse = true
	all["inverse"] = inverse
	if !p.Kind.IsRealFFT() {
		place := p.Clone()
		place.InPlace = true
		all["in-place"] = place
		rows := p.Clone()
		rows.In = strided(p.Shape, 2)
		rows.Out = strided(p.Shape, 1)
		all["strided"] = rows
	}
	return all
}

// strided returns a layout whose elements lie step apart, with a gap of one element after each row.
func strided(shape []int, step int) plan.Layout {
	strides := make([]int, len(shape))
	stride := step
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = stride
		stride *= shape[i]
		if i == len(shape)-1 {
			stride += step
		}
	}
	return plan.Layout{Strides: strides, Dist: stride}
}

// convolutions returns the convolutions of the net, in a fixed order.
func convolutions() (all []plan.Convolution) {
	shapes := [][2][]int{
		{{100}, {7}}, {{1000}, {33}}, {{4096}, {100}}, {{9973}, {512}}, {{100000}, {1000}}, {{1 << 20}, {1 << 12}},
		{{32, 32}, {5, 5}}, {{64, 48}, {9, 3}}, {{512, 512}, {31, 31}}, {{1080, 1920}, {25, 25}}, {{16, 24, 20},
			{3, 5, 3}},
	}
	for _, s := range shapes {
		for _, mode := range []plan.Mode{plan.ModeFull, plan.ModeSame, plan.ModeCircular} {
			for _, real := range []bool{false, true} {
				all = append(all, plan.Convolution{Shape: s[0], Kernel: s[1], Mode: mode, Real: real, Batch: 3})
			}
		}
	}
	return all
}
