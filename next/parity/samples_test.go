package parity

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// The statements that read and write samples are those of the old generator.
func TestSampleTexts(t *testing.T) {
	bare := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for _, s := range []wgsl.Samples{wgsl.Uint8, wgsl.Int8, wgsl.Uint16, wgsl.Int16, wgsl.Uint16Big} {
		o, err := old.ParseKernel("fft16_4.4_p4_t4_split_linear_inreal32_in" + s.Tag() + "_outreal32_out" + s.Tag())
		require.NoError(t, err)
		text := bare(o.Module().Text)
		for _, statements := range []string{
			s.Read("src", "e"), s.Functions()[0].Text, s.Write("dst", "e"), s.WritePair("dst", "e"),
		} {
			require.Contains(t, text, bare(statements))
		}
	}
}
