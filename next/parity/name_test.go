package parity

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	wgsl "wgfft/next"
	"wgfft/next/hier"
	old "wgfft/wgsl"
)

// converted returns the kernels of the list that the new generator has, with their old values.
func converted(t *testing.T) (all []wgsl.Kernel, olds []old.Kernel) {
	list := os.Getenv("WGFFT_KERNELS")
	if list == "" {
		t.Skip("set WGFFT_KERNELS to a file of kernel names")
	}
	text, err := os.ReadFile(list)
	require.NoError(t, err)
	for name := range strings.FieldsSeq(string(text)) {
		o, err := old.ParseKernel(name)
		require.NoError(t, err, name)
		if k, err := convert(o); err == nil && k.Check(everything) == nil {
			all, olds = append(all, k), append(olds, o)
		}
	}
	return all, olds
}

// ParseKernel is the inverse of Name.
func TestNames(t *testing.T) {
	all, _ := converted(t)
	for _, k := range all {
		got, err := wgsl.ParseKernel(k.Name(), parsers()...)
		require.NoError(t, err)
		require.Equal(t, k, got)
	}
	t.Logf("%d names", len(all))
}

// parsers returns the parsers of all packages with ops.
func parsers() []wgsl.Parsers { return []wgsl.Parsers{hier.Parsers()} }
