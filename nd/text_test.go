package nd

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd/internal/expr"
	"wgfft/nd/internal/gpu"
	"wgfft/wgsl"
)

var update = flag.Bool("update", false, "write the golden kernels")

var kick = Func{
	WGSL: `fn kick(psi: C, v: R, dt: R) -> C { if (v == 0) { return psi; } return cmul(psi, cis(-dt * v)); }`,
	Go:   func(psi complex128, v, dt float64) complex128 { return psi },
}

// textOf returns the text of the kernel that stores v in dst. double is a format of double precision, or nil.
func textOf(q *Queue, dst, v Array, double *expr.Format) string {
	b := &builder{on: q.on, at: map[*node]int{}, k: expr.Kernel{Extent: dst.n.Extent}}
	b.operand(operand{n: v.n, num: v.num}, dst.n.mem.Type.Value())
	b.k.Dst = loadOf(dst.n, dst.n.memory())
	return gpu.ModuleOf(&b.k, nil, 0, double).Text
}

// TestText compares kernels with golden texts. No kernel is compiled.
func TestText(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer eng.Close()
	q := NewQueue(eng)
	own := q.on.m
	q.on.m = gpu.New(eng, nil) // makes concrete choose the types of a GPU
	array := func(d expr.DType, shape ...int) Array {
		e, _ := extentOf(shape)
		mem := &ownedMemory{Memory: expr.Memory{Type: d, Count: e.Size()}, on: q.on}
		return Array{n: &node{kind: kindOwned, dtype: d, Extent: e, mem: mem}}
	}
	psi, v := array(expr.Complex64, 48, 64), array(expr.Float32, 48, 64)
	row, z := array(expr.Float32, 1, 64), array(expr.Complex64, 48, 64)
	pixels, half := array(expr.Uint8, 48, 64), array(expr.Float16, 48, 64)
	g := Grid{Type: Float32, Shape: []int{48, 64}, Size: []float64{1, 1}}
	text := func(dst, v Array) string { return textOf(q, dst, v, nil) }
	texts := map[string]string{
		"chain": text(z, q.MulAdd(psi, Scalar(2), q.Div(v, row))),
		"long": text(array(expr.Complex64, 600, 600).Flip(1),
			q.MulAdd(array(expr.Float32, 600, 1), Scalar(2), Scalar(3))),
		"function":  text(psi, q.Apply(&kick, psi, v, Scalar(0.1))),
		"views":     text(z.Slice(0, 0, 48, 2), q.Conj(psi.Transpose().Transpose().Slice(0, 47, -1, -2))),
		"sources":   text(z, q.Mul(g.D(1), q.Exp(g.K2()))),
		"words":     text(pixels, q.Scale(2, half)),
		"parts":     text(pixels.Slice(1, 1, 63, 2), half.Slice(1, 1, 63, 2)),
		"roll":      text(z, q.Mul(q.FFTShift(psi), q.Pad(row, []int{40, 0}, []int{7, 0}))),
		"random":    text(v, q.Mul(Uniform(Float32, 1, 48, 64), Normal(Float32, 2, 1, 64))),
		"reduction": reductionText(q, psi, v),
		"fewsums":   reductionText(q, array(expr.Complex64, 4, 64), array(expr.Float32, 4, 64)),
	}
	z2, v2 := array(expr.Complex128, 48, 64), array(expr.Float64, 48, 64)
	for name, n := range map[string]wgsl.Number{
		"float64": wgsl.F64{}, "doublesingle": wgsl.DoubleSingle{Guard: wgsl.NoGuard, Product: wgsl.FusedProduct},
	} {
		texts[name] = textOf(q, z2, q.Div(q.Apply(&kick, z2, v2, Scalar(0.1)), q.Cast(Float64, v)), expr.NewFormat(n))
	}
	for name, text := range texts {
		file := filepath.Join("testdata", name+".wgsl")
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), text, name)
	}
	require.NoError(t, q.err)
	q.on.m = own
}

// reductionText returns the WGSL of a sum of products along the first axis.
func reductionText(q *Queue, a, b Array) string {
	dst := &expr.Memory{Type: expr.Complex64, Count: 64}
	f := &expr.Fold{Axes: [MaxRank]bool{0: true}}
	k := &builder{on: q.on, at: map[*node]int{}, k: expr.Kernel{Extent: a.n.Extent}}
	k.operand(operand{n: q.Mul(a, b).n}, expr.Complex64)
	k.k.Dst = expr.Load{Memory: dst}
	return gpu.ModuleOf(&k.k, f, 64, nil).Text
}
