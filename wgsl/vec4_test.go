package wgsl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A vec4 table has each twiddle of the basis where the kernel reads it, and nothing else but padding.
func TestVec4Twiddles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for n := range 200 {
		basis := uint8(n % (maxBasis + 1))
		k := Kernel{
			Radices: randomRadices(r, 4096), TwiddleBasis: basis, Vec4Tables: true,
			ElementsPerThread: 1, TransformsPerGroup: 1, ConvolutionSpectra: n % 2,
		}
		groups := k.TwiddleGroups()
		table := Vec4Twiddles(basis, groups[:]...)
		require.Len(t, table, 2*Vec4TwiddleCount(basis, groups[:]...), "%v basis %d", k.Radices, basis)
		used := make([]bool, len(table)/2)
		for _, st := range k.steps() {
			if !st.hasTwiddles() {
				continue
			}
			slots := basisSlots(basis, st.R)
			for at, i := range slots {
				for j := range st.Butterflies() {
					element := 2*(k.twiddleOffset(st)+at/2*st.twiddlePeriod()+j%st.twiddlePeriod()) + at%2
					e, order := st.Twiddle(j, i)
					w := Root(order, e)
					want := []float32{float32(real(w)), float32(imag(w))}
					require.Equal(t, want, table[2*element:2*element+2],
						"%v basis %d, slot %d of %d", k.Radices, basis, i, j)
					used[element] = true
					if at == len(slots)-1 && at%2 == 0 {
						used[element+1] = true
					}
				}
			}
		}
		require.NotContains(t, used, false, "%v basis %d", k.Radices, basis)
	}
}

// With vec4 tables a convolution has half the table loads. An odd element has a load of its own.
func TestVec4Tables(t *testing.T) {
	const name = "fft64_8.8_p8_t4_split_linear_inbound29_infactor_convolve1_outswap_outbound29_outfactor"
	k, err := ParseKernel(name)
	require.NoError(t, err)
	before := strings.Count(k.Module().Text, "cmul(")
	require.Zero(t, k.FactorStride()+k.SpectrumStride())
	k.Vec4Tables = true
	require.Equal(t, 8, k.FactorStride())
	require.Equal(t, 8, k.SpectrumStride())
	text := k.Module().Text
	require.Equal(t, before, strings.Count(text, "cmul("))
	// Seven twiddles in each direction, eight bins, four factors in the load and in the store.
	loads := map[string]int{"twiddles": 4 + 4, "spectrum": 4, "in_factors": 2, "out_factors": 2}
	for table, count := range loads {
		require.Equal(t, count, strings.Count(text, "= "+table+"["), table)
	}
	for _, b := range k.Bindings() {
		_, isTable := loads[b.Name]
		require.Equal(t, isTable, b.Type == vec4Array, "%v", b)
	}
	k.TwiddleBasis = 3 // 1 and 2, 3 and 6
	require.Equal(t, 2+2, strings.Count(k.Module().Text, "= twiddles["))
	require.NoError(t, k.Check(wide))

	// Segments, several spectra, and half spectra are read in order.
	segmented := k
	segmented.Load.Segments = Segments{2, 1 << 10}
	require.Zero(t, segmented.FactorStride())
	require.Equal(t, 8, segmented.SpectrumStride())
	many := k
	many.ConvolutionSpectra, many.Load.TableFactor, many.Store.TableFactor = 3, false, false
	require.Zero(t, many.SpectrumStride())
	half := k
	half.Store.Real.Form = HalfSpectrum
	require.Zero(t, half.FactorStride())
}
