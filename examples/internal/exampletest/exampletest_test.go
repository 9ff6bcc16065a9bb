package exampletest

import (
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestOnBoth runs a program that prints its engine, and reads the output.
func TestOnBoth(t *testing.T) {
	var devices []string
	OnBoth(t, func(t *testing.T, device string) {
		devices = append(devices, device)
		choice, err := wgfft.ParseChoice(device)
		require.NoError(t, err)
		engine := Open(t, choice.Kind)
		require.Equal(t, device == "cpu", engine.Adapter().CPU)
		out := Output(t, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%v: error 1.5e-3\nerror 2\n", engine.Adapter())
			return err
		})
		require.Equal(t, []float64{1.5e-3, 2}, Numbers(t, out, `error (\S+)`))
		require.Empty(t, Numbers(t, out, `none (\S+)`))
	})
	require.Equal(t, []string{"cpu", "software"}, devices)
}

func TestCheckFunc(t *testing.T) {
	CheckFunc(t, &nd.Func{
		WGSL: `fn square(x: R) -> R { return x * x; }`,
		Go:   func(x float64) float64 { return x * x },
	}, []float64{0}, []float64{10})
}
