package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Every kernel of the space is one of its points that the device can run, and none comes twice. All of Variants but
// those short of registers are in the space.
func TestSpace(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, n := range []int{1, 2, 16, 37, 100, 243, 1024} {
		all, count := map[wgsl.Kernel]bool{}, 0
		for k := range Space(n, 100, l) {
			fits(t, n, l, k)
			all[k] = true
			count++
		}
		require.Positive(t, count)
		require.Len(t, all, count, "%d points: none twice", n)
		for _, k := range Variants(n, 100, l) {
			k.Layout = wgsl.Layout{}
			require.True(t, all[k] || !hasRegisters(k), "%s is missing", k.Name())
		}
	}
}

func TestRegistersAreCounted(t *testing.T) {
	few, many := wgsl.Kernel{Radices: wgsl.Radices{8, 8}, ElementsPerThread: 8, TransformsPerGroup: 4}, wgsl.Kernel{Radices: wgsl.Radices{49, 49}, ElementsPerThread: 49, TransformsPerGroup: 1, Exchange: wgsl.Exchange{Split: true}}
	require.True(t, hasRegisters(few))
	require.False(t, hasRegisters(many), "49 points a thread with an exchange")
	alone := wgsl.Kernel{Radices: wgsl.Radices{49}, ElementsPerThread: 49, TransformsPerGroup: 32}
	require.True(t, hasRegisters(alone))
	few.TransformsPerGroup = 128
	require.True(t, hasRegisters(few))
	crowd := wgsl.Kernel{Radices: wgsl.Radices{32, 32}, ElementsPerThread: 32, TransformsPerGroup: 32, Exchange: wgsl.Exchange{Split: true}}
	require.False(t, hasRegisters(crowd), "1024 threads of 32 points")
	for _, name := range measuredRows {
		k, err := wgsl.ParseKernel(name)
		require.NoError(t, err)
		if !k.Rader.Fold { // of which the rule does not ask: see pairs.go
			require.True(t, hasRegisters(k), name)
		}
	}
}
