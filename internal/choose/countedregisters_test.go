package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestRegistersAreCounted(t *testing.T) {
	few, many := wgsl.Kernel{Radices: wgsl.Radices{8, 8}, ElementsPerThread: 8,
		TransformsPerGroup: 4}, wgsl.Kernel{Radices: wgsl.Radices{49, 49}, ElementsPerThread: 49,
		TransformsPerGroup: 1, Exchange: wgsl.Exchange{Split: true}}
	require.True(t, HasRegisters(few, wgsl.DefaultLimits()))
	require.False(t, HasRegisters(many, wgsl.DefaultLimits()), "49 points a thread with an exchange")
	alone := wgsl.Kernel{Radices: wgsl.Radices{49}, ElementsPerThread: 49, TransformsPerGroup: 32}
	require.True(t, HasRegisters(alone, wgsl.DefaultLimits()))
	few.TransformsPerGroup = 128
	require.True(t, HasRegisters(few, wgsl.DefaultLimits()))
	crowd := wgsl.Kernel{Radices: wgsl.Radices{32, 32}, ElementsPerThread: 32, TransformsPerGroup: 32,
		Exchange: wgsl.Exchange{Split: true}}
	require.False(t, HasRegisters(crowd, wgsl.DefaultLimits()), "1024 threads of 32 points")
	for _, k := range measured().rows {
		if !k.Rader.Fold { // the register rule does not apply to folded Rader stages
			require.True(t, HasRegisters(k, wgsl.DefaultLimits()), k.Name())
		}
	}
}
