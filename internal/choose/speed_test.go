package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

func TestSpeedReplacesGuesses(t *testing.T) {
	s, unknown := Speed{Copy: 1e11, Dispatch: 3e-6, Registers: 134}, wgsl.UnknownFamily()
	for _, f := range wgsl.Families() {
		require.Equal(t, f, s.Family(f), "its numbers are known")
	}
	require.Equal(t, unknown, Speed{}.Family(unknown))
	measured := s.Family(unknown)
	require.Equal(t, 1e11, measured.Bandwidth)
	require.Equal(t, 3e-6, measured.Launch)
	require.Equal(t, 134, measured.ThreadRegisters)
	require.Equal(t, unknown.ThreadRegisters, Speed{Registers: 53}.Family(unknown).ThreadRegisters)

	l := wgsl.DefaultLimits()
	l.Family = unknown
	axes, err := Kernels(rowsOf(256), l)
	require.NoError(t, err)
	few := plan.Join(axes)
	l.Family = measured
	axes, err = Kernels(rowsOf(256), l)
	require.NoError(t, err)
	many := plan.Join(axes)
	require.Less(t, few[0].Threads.Elements, many[0].Threads.Elements, "more registers hold larger radices")
}
