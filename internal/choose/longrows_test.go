package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Rows of more than OnePassPoints have kernels with 30 to 50 elements per thread, and kernels that
// exchange both components in slices. They have no Rader stages. Their plans take one pass and are
// valid. Rows of more than Capacity take two passes.
func TestLongRows(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for n, elements := range map[int]int{18000: 30, 20000: 40, 24000: 30, 25000: 50} {
		if n != 18000 && n != 25000 && !testcase.Long() {
			continue
		}
		found, both := false, false
		for _, k := range Variants(n, 1, l) {
			require.LessOrEqual(t, k.LiveElements(), plan.MaxLongElements, k.Name())
			found = found || k.Threads.Elements == elements
			both = both || !k.Exchange.Split && k.Exchange.Slices > 1
			require.True(t, HasRegisters(k, l), k.Name())
		}
		require.True(t, found, "%d points", n)
		require.True(t, both, "%d points", n)
		p, err := Make(plan.Problem{Shape: []int{n}, Batch: 100}, l)
		require.NoError(t, err)
		require.Len(t, p.Passes, 1, "%d points", n)
		_, err = Validate(p.Problem, l, p.Passes...)
		require.NoError(t, err)
	}
	require.Empty(t, Variants(5*4931, 1, l), "a Rader stage")
	p, err := Make(plan.Problem{Shape: []int{26000}}, l)
	require.NoError(t, err)
	require.Len(t, p.Passes, 2)
}
