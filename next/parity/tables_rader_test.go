package parity

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// raderNames are kernels with Rader stages: with PFA and without, folded and not.
var raderNames = []string{
	"fft17_rader17x16_1_p16_t4_split_linear_instaged_outstaged",
	"fft134_rader67x22.3_2_p24_t16_split_linear_instaged_outstaged",
	"fft426_rader71x10.7_6_p28_t2_complex_linear_instaged_outstaged",
	"fft257_rader257x16.16_1_p17_t16_split_linear_instaged_outstaged",
	"fft727_rader727x11.11.6_1_p11_t7_split_linear_instaged_outstaged",
	"fft1021_rader1021x17.12.5_1_p20_t1_split_linear_instaged_outstaged",
	"fft3329_rader3329x8.16.26_1_p24_t1_complex_pad4_instaged_outstaged",
	"fft13_folded13x4.3_1_p4_t1_split_digits1.pad1x0",
	"fft97_folded97x32.3_1_p12_t2_split_digits0.pad1x0",
	"fft127_folded127x14.9_1_p14_t1_complex2_digits1.pad3x0",
	"fft1009_folded1009x16.9.7_1_p32_t2_split_digits2down.pad2x1",
	"fft2311_folded2311x6.5.7.11_1_p17_t1_complex2_digits1down.pad1x0",
	"fft8353_folded8353x32.9.29_1_p29_t1_split_digits2.pad0x1",
	"fft16381_folded16381x36.35.13_1_p32_t1_split2_digits1down.pad2x0",
}

// Tables of Rader stages are those of the old planner, bit for bit. Parts of a spectrum that are zero
// have rounding errors, which may differ.
func TestRaderTables(t *testing.T) {
	l := old.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 1024, 64<<10
	for _, name := range raderNames {
		o, err := old.ParseKernel(name)
		require.NoError(t, err)
		s, err := choose.SchedulePass(o, o.N(), 4, false, l, 1)
		require.NoError(t, err, name)
		tables := map[string][]float32{}
		for _, recipe := range s.Tables {
			kind, _, _ := strings.Cut(recipe.Name(), " ")
			tables[kind] = recipe.Words()
		}
		k, err := convert(o)
		require.NoError(t, err, name)
		require.NoError(t, k.Check(everything), name)
		compared := 0
		for _, b := range k.Module().Bindings {
			switch b.Name {
			case "powers":
				want := append(tables["permutation"], tables["fold"]...)
				words := b.Words.Words()
				require.Len(t, words, len(want), name)
				for i, w := range words {
					require.Equal(t, math.Float32bits(want[i]), w, "%s: index %d", name, i)
				}
				compared++
			case "spectrum":
				var all []byte
				for _, v := range b.Tables[0].Entries() {
					all = wgsl.F32{}.Append(all, v)
				}
				want := tables["rader"]
				require.Len(t, all, 4*len(want), name)
				for i, w := range want {
					got := math.Float32frombits(uint32(all[4*i]) | uint32(all[4*i+1])<<8 | uint32(all[4*i+2])<<16 | uint32(all[4*i+3])<<24)
					if math.Abs(float64(w)) > 1e-15 || math.Abs(float64(got)) > 1e-15 {
						require.Equal(t, w, got, "%s: word %d", name, i)
					}
				}
				compared++
			}
		}
		require.Equal(t, 2, compared, name)
	}
}
