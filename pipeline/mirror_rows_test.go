package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mirrorRowShapes are rows that share a workgroup with their mirrored rows, and the other axes of
// the arrays. Threads hold few and many points, and have one mirror pair, several, or none.
var mirrorRowShapes = []struct {
	grid               []int
	chain              string
	points, transforms int
}{
	{[]int{2}, "6.6", 6, 2}, {[]int{3}, "8.5", 8, 4}, {[]int{8}, "5.8", 10, 4}, {[]int{9}, "16.4", 16, 10},
	{[]int{5}, "4.16", 32, 6}, {[]int{16}, "3.4.3", 9, 18}, {[]int{7}, "7.7", 14, 8},
	{[]int{2, 4}, "6.7", 7, 4}, {[]int{4, 3}, "8.8", 16, 6}, {[]int{3, 5}, "9.4", 4, 10},
	{[]int{6, 2}, "4.12", 12, 8}, {[]int{5, 6}, "2.20", 20, 4}, {[]int{4, 4}, "11.4", 22, 4},
}

// TestMirrorRows runs kernels that hold rows of frequencies k and -k in one workgroup, with every
// exchange, layout and thread order, in both directions. It also checks that self-conjugate bins
// have no imaginary part. Usual runs have one case of each kind.
func TestMirrorRows(t *testing.T) {
	exchanges, layouts := allExchanges(), allLayouts()
	const rounds = 4
	forSome(t, len(mirrorRowShapes)*rounds, []int{4, 2}, func(t *testing.T, r *harness, i int) {
		shape := mirrorRowShapes[i/rounds]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: withLayout(exchanges[i*5%len(exchanges)], layouts[i*3%len(layouts)])}
		k.Threads.Order[0], k.Threads.Order[1] = wgsl.Order(i/3%2), wgsl.Order(i/2%2)
		p := plan.Problem{Kind: []plan.Kind{plan.R2C, plan.C2R}[i/2%2], Inverse: i%3 == 0, Batch: 3,
			Norm: plan.Norm(i % 3), Shape: append(append([]int{}, shape.grid...), 2*k.N())}
		var kernels []wgsl.Kernel
		for j := range shape.grid {
			kernels = append(kernels, columnKernel(shape.grid[len(shape.grid)-1-j]))
		}
		back := p.Inverse != (p.Kind == plan.C2R)
		k = withDigitLayout(k, i)
		if k.Threads.Mirror = mirrors(p, true, false); back {
			kernels = append([]wgsl.Kernel{k}, kernels...)
		} else {
			kernels = append(kernels, k)
		}
		pl, err := choose.From(p, r.e.Device().Limits(), kernels...)
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
		if back {
			return
		}
		s, rows := pl.Schedule(), p.Points()/(2*k.N())
		got := r.play(t, s, ref.Uniform(1, p.Points()*p.Count()/2), int(s.Target.Bytes/8))
		for row := range rows * p.Count() {
			if end := pl.Passes[len(pl.Passes)-1]; end.Threads.MirrorRows().Mirror(row%rows) == row%rows {
				for _, bin := range []int{0, k.N()} {
					require.Zero(t, imag(got[row*(k.N()+1)+bin]), "%v: row %d bin %d", p, row, bin)
				}
			}
		}
	})
}
