package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestRegistersAreCounted(t *testing.T) {
	few, many := wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{8, 8}},
		Threads: wgsl.Ownership{Elements: 8, Transforms: 4}},
		wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{49, 49}},
			Threads:  wgsl.Ownership{Elements: 49, Transforms: 1},
			Exchange: wgsl.Exchange{Split: true}}
	require.True(t, HasRegisters(few, wgsl.DefaultLimits()))
	require.False(t, HasRegisters(many, wgsl.DefaultLimits()), "49 points a thread with an exchange")
	alone := wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{49}},
		Threads: wgsl.Ownership{Elements: 49, Transforms: 32}}
	require.True(t, HasRegisters(alone, wgsl.DefaultLimits()))
	few.Threads.Transforms = 128
	require.True(t, HasRegisters(few, wgsl.DefaultLimits()))
	crowd := wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{32, 32}},
		Threads:  wgsl.Ownership{Elements: 32, Transforms: 32},
		Exchange: wgsl.Exchange{Split: true}}
	require.False(t, HasRegisters(crowd, wgsl.DefaultLimits()), "1024 threads of 32 points")
	for _, kernel := range measured().rows {
		if k := kernel(); !k.Stages.Rader.Fold { // the register rule does not apply to folded Rader stages
			require.True(t, HasRegisters(k, wgsl.DefaultLimits()), k.Name())
		}
	}
}
