package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Names of kernels hold the number format.
func TestNumberFormatsHaveNames(t *testing.T) {
	all := []Number{F64{}}
	for _, d := range DoubleSingles() {
		all = append(all, d)
	}
	for _, n := range all {
		k := plain(4, 2, 4, 4)
		k.Number = n
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
	}
	for _, name := range []string{"fft16_4.4_p4_t2_f642", "fft16_4.4_p4_t2_ds.some", "fft16_4.4_p4_t2_f32"} {
		_, err := ParseKernel(name)
		require.Error(t, err, name)
	}
}
