package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// A ranking begins with a kernel that is slow to compile only if all others of about the same time are slow, too.
func TestSlowKernelsAreNotChosen(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	slow := func(k wgsl.Kernel) bool { return CompileTime(k) > slowCompile }
	preferred := 0
	for _, n := range []int{1500, 4000, 9375, 15210, 16200} {
		r := ranked(variants(n, 1024, l), l)
		first, _, ok := r.at(0)
		require.True(t, ok)
		fastest, shortest := first, ModelOf(l).Time(FullFeatures(first))
		for _, k := range r.all() {
			time := ModelOf(l).Time(FullFeatures(k))
			if time < shortest {
				fastest, shortest = k, time
			}
			require.False(t, slow(first) && !slow(k) && time*slowCompileFactor < ModelOf(l).Time(FullFeatures(first)),
				"%s instead of %s", first.Name(), k.Name())
		}
		for _, k := range r.all() {
			if slow(first) && !slow(k) {
				require.Greater(t, ModelOf(l).Time(FullFeatures(k)), slowCompileFactor*shortest, k.Name())
			}
		}
		if slow(fastest) && !slow(first) {
			preferred++
		}
	}
	require.NotZero(t, preferred, "no length has a faster kernel that is slow to compile")
}
