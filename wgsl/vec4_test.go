package wgsl

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The twiddles of a table whose elements lie side by side are those of the slots that are read, each where a kernel looks for it, and every place is one of them or beside the last of an odd number.
func TestWideTwiddles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for n := range 200 {
		few := uint8(n % (maxBasis + 1))
		k := Kernel{Radices: randomRadices(r, 4096), TwiddleBasis: few, Vec4Tables: true, ElementsPerThread: 1, TransformsPerGroup: 1, ConvolutionSpectra: n % 2}
		legs := k.TwiddleGroups()
		table := Vec4Twiddles(few, legs[:]...)
		require.Len(t, table, 2*Vec4TwiddleCount(few, legs[:]...), "%v few %d", k.Radices, few)
		used := make([]bool, len(table)/2)
		for _, st := range k.steps() {
			if !st.hasTwiddles() {
				continue
			}
			slots := basisSlots(few, st.R)
			for at, i := range slots {
				for j := range st.Butterflies() {
					place := 2*(k.twiddleOffset(st)+at/2*st.twiddlePeriod()+j%st.twiddlePeriod()) + at%2
					e, order := st.Twiddle(j, i)
					w := Root(order, e)
					require.Equal(t, []float32{float32(real(w)), float32(imag(w))}, table[2*place:2*place+2], "%v few %d, slot %d of %d", k.Radices, few, i, j)
					used[place] = true
					if at == len(slots)-1 && at%2 == 0 {
						used[place+1] = true
					}
				}
			}
		}
		require.NotContains(t, used, false, "%v few %d", k.Radices, few)
	}
}

// A whole convolution reads half as often, an element that has no neighbour alone, and the rest of what it does is as it was.
func TestWide(t *testing.T) {
	k, err := ParseKernel("fft64_8.8_p8_t4_split_linear_inbound29_infactor_convolve1_outswap_outbound29_outfactor")
	require.NoError(t, err)
	before := strings.Count(k.Module().Text, "cmul(")
	require.Zero(t, k.FactorStride()+k.SpectrumStride())
	k.Vec4Tables = true
	require.Equal(t, 8, k.FactorStride())
	require.Equal(t, 8, k.SpectrumStride())
	text := k.Module().Text
	require.Equal(t, before, strings.Count(text, "cmul("))
	// Seven twiddles there and back, eight bins, four factors on each way.
	require.Equal(t, []int{4 + 4, 4, 2, 2}, []int{strings.Count(text, "= twiddles["), strings.Count(text, "= spectrum["), strings.Count(text, "= in_factors["), strings.Count(text, "= out_factors[")})
	for _, b := range k.Bindings() {
		require.Equal(t, slices.Contains([]string{"twiddles", "spectrum", "in_factors", "out_factors"}, b.Name), b.Type == vec4Array, "%v", b)
	}
	k.TwiddleBasis = 3 // 1 and 2, 3 and 6
	require.Equal(t, 2+2, strings.Count(k.Module().Text, "= twiddles["))
	require.NoError(t, k.Check(wide))

	// Pages, spectra by the number of the transform, and half spectra are read in order.
	paged := k
	paged.Load.Segments = Segments{2, 1 << 10}
	require.Zero(t, paged.FactorStride())
	require.Equal(t, 8, paged.SpectrumStride())
	many := k
	many.ConvolutionSpectra, many.Load.TableFactor, many.Store.TableFactor = 3, false, false
	require.Zero(t, many.SpectrumStride())
	half := k
	half.Store.Real.Form = HalfSpectrum
	require.Zero(t, half.FactorStride())
}
