package gpu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// scaled returns the kernel of s x for n elements of x from an offset on, in a type.
func scaled(d expr.DType, n, offset int, s complex128) *expr.Kernel {
	e := expr.Extent{Rank: 1, Shape: [expr.MaxRank]int{n}}
	x, dst := &expr.Memory{Type: d, Count: 2 * n}, &expr.Memory{Type: d, Count: n}
	k := &expr.Kernel{Extent: e, Loads: []expr.Load{expr.RowMajor(e, x)}, Dst: expr.RowMajor(e, dst),
		Params: []complex128{s}}
	k.Loads[0].Offset = offset
	k.Code = []expr.Instruction{
		{Op: expr.OpLoad, Type: d}, {Op: expr.OpParam, Type: d},
		{Op: expr.OpMul, Type: d, Calc: d, Args: []int{0, 1}},
	}
	return k
}

// TestModule writes a kernel in each format. No kernel is compiled.
func TestModule(t *testing.T) {
	pairs := wgsl.DoubleSingle{Guard: wgsl.NoGuard, Product: wgsl.FusedProduct}
	for _, c := range []struct {
		d      expr.DType
		double *expr.Format
		want   []string
	}{
		{expr.Float32, nil, []string{"src0: array<f32>", "let v2 = v0 * v1;", "dst[i] = v2;"}},
		{expr.Float64, expr.NewFormat(wgsl.F64{}), []string{"src0: array<f64>", "let v2 = v0 * v1;", "dst[i] = v2;"}},
		{expr.Float64, expr.NewFormat(pairs), []string{"src0: array<vec2<f32>>", "let v2 = ds_", "dst[i] = v2;"}},
	} {
		m := ModuleOf(scaled(c.d, 100, 0, 2), nil, 0, c.double)
		for _, want := range c.want {
			require.Contains(t, m.Text, want)
		}
		require.Len(t, m.Bindings, 3)
		require.Equal(t, "nd Mul", m.Name)
	}
}

// TestKeys compares keys of kernels. They do not depend on numbers and offsets, which are parameters.
func TestKeys(t *testing.T) {
	key := func(k *expr.Kernel) string { return string(AppendKernelKey(k, nil, nil)) }
	first := scaled(expr.Float32, 100, 3, 2)
	other := scaled(expr.Float32, 100, 7, -5)
	require.Equal(t, key(first), key(other))
	require.Equal(t, ModuleOf(first, nil, 0, nil), ModuleOf(other, nil, 0, nil))
	require.Equal(t, []complex128{3, 2}, numbersOf(first, nil))
	require.Equal(t, []complex128{7, -5}, numbersOf(other, nil))
	for _, k := range []*expr.Kernel{
		scaled(expr.Float32, 101, 3, 2), scaled(expr.Complex64, 100, 3, 2), scaled(expr.Float32, 100, 0, 2),
	} {
		require.NotEqual(t, key(first), key(k))
	}
}
