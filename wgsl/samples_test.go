package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSamples(t *testing.T) {
	for s := Float32; s < samples; s++ {
		least, greatest := s.Range()
		if s != Float32 {
			require.Equal(t, 1<<(8*s.Bytes())-1, greatest-least, "%v", s)
		}
		var again Samples
		require.Equal(t, s != Float32, again.parse(s.String()))
		require.Equal(t, s, again)
		require.True(t, s.IsValid())
	}
	require.False(t, samples.IsValid())
	require.Equal(t, "samples(6)", samples.String())
}

func TestSamplesAreOfRealNumbers(t *testing.T) {
	for name, why := range map[string]string{
		"fft16_4.4_p4_t4_split_linear_inuint8":                                           "real numbers",
		"fft16_4.4_p4_t4_split_linear_outuint8":                                          "real numbers",
		"fft16_4.4_p4_t4_split_linear_inreal32_insegments2x100_inint16":                  "in one binding",
		"fft16_4.4_p4_t4_split_linear_outhalf32_outuint8":                                "real numbers",
		"fft5_5_p5_t4_split_linear_inreal5.zeroimag_inint8_outevenodd5.zeroimag_inplace": "of their own",
	} {
		require.ErrorContains(t, named(name).Check(wide), why)
	}
	k := named("fft16_4.4_p4_t4_split_linear_inreal32_inuint8_outhalf32")
	require.NoError(t, k.Check(wide))
	k.Load.Samples = samples
	require.ErrorContains(t, k.Check(wide), "no samples like")
}

func TestGains(t *testing.T) {
	k := Pointwise{Bins: 1000, Arrays: 3}
	require.NoError(t, k.Check(wide))
	require.Equal(t, "gains3x1000", k.Name())
	require.EqualValues(t, 12000, k.Bytes())
	require.EqualValues(t, 4004, k.TableBytes())
	require.ErrorContains(t, Pointwise{Bins: 1, Arrays: 1, Turning: true}.Check(wide), "complex bins")
	require.ErrorContains(t, Pointwise{}.Check(wide), "at least one bin")
	large := Pointwise{Bins: 1 << 25, Arrays: 1}
	require.ErrorContains(t, large.Check(wide), "workgroups")
	large.Fold = true
	require.NoError(t, large.Check(wide))
	x, y := large.Groups()
	require.Equal(t, 1<<25/gainsThreads, x*y)
	large.Complex, large.Arrays = true, 8
	require.ErrorContains(t, large.Check(wide), "in a binding")
}

// Samples that follow one another go two at a time where a thread has both, those of 16 bits as words.
func TestPairsOfSamples(t *testing.T) {
	for name, accesses := range map[string][2]int{ // calls for two samples and for one by what makes points
		"fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32_outint16_scale0.03125":       {1, 0},
		"fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32_outuint8_scale0.03125":       {1, 0},
		"fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32_outview32x1.7x40+3_outuint8": {1, 0},
		"fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32_outview32x4.7x1+3_outuint8":  {0, 1},
		"fft5_5_p5_t4_split_linear_inreal5.twoforone_inint8_outevenodd5.twoforone_outuint16big_tail": {0, 1},
		"fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32.bound20_outint8":             {0, 1},
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err, name)
		require.NoError(t, k.Check(wide), name)
		checkText(t, k)
		text := k.Module().Text
		require.Equal(t, accesses[0] > 0, k.storesPairs(), name)
		require.Equal(t, accesses[0] > 0, strings.Contains(text, "put_pair(a"), name)
		require.Equal(t, accesses[1] > 0, strings.Contains(text, "put_number(a"), name)
		require.Equal(t, accesses[0] > 0 && k.Store.Samples.bits() == 16, strings.Contains(text, "atomicStore"), name)
	}
}
