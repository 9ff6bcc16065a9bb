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
		few := uint8(n % (mostFew + 1))
		k := FFT{Chain: anyChain(r, 4096), Few: few, Wide: true, Points: 1, Transforms: 1, Convolve: n % 2}
		legs := k.Legs()
		table := WideTwiddles(few, legs[:]...)
		require.Len(t, table, 2*WideTwiddleCount(few, legs[:]...), "%v few %d", k.Chain, few)
		used := make([]bool, len(table)/2)
		for _, st := range k.steps() {
			if !st.twiddled() {
				continue
			}
			slots := slotsRead(few, st.R)
			for at, i := range slots {
				for j := range st.Butterflies() {
					place := 2*(k.tableOf(st)+at/2*st.before()+j%st.before()) + at%2
					e, order := st.Twiddle(j, i)
					w := Root(order, e)
					require.Equal(t, []float32{float32(real(w)), float32(imag(w))}, table[2*place:2*place+2], "%v few %d, slot %d of %d", k.Chain, few, i, j)
					used[place] = true
					if at == len(slots)-1 && at%2 == 0 {
						used[place+1] = true
					}
				}
			}
		}
		require.NotContains(t, used, false, "%v few %d", k.Chain, few)
	}
}

// A whole convolution reads half as often, an element that has no neighbour alone, and the rest of what it does is as it was.
func TestWide(t *testing.T) {
	k, err := ParseFFT("fft64_8.8_p8_t4_one_linear_inlen29_infactor_convolve1_outswap_outlen29_outfactor")
	require.NoError(t, err)
	before := strings.Count(k.Module().Text, "turn(")
	require.Zero(t, k.FactorsApart()+k.SpectrumApart())
	k.Wide = true
	require.Equal(t, 8, k.FactorsApart())
	require.Equal(t, 8, k.SpectrumApart())
	text := k.Module().Text
	require.Equal(t, before, strings.Count(text, "turn("))
	// Seven twiddles there and back, eight bins, four factors on each way.
	require.Equal(t, []int{4 + 4, 4, 2, 2}, []int{strings.Count(text, "= twiddles["), strings.Count(text, "= spectrum["), strings.Count(text, "= in_factors["), strings.Count(text, "= out_factors[")})
	for _, b := range k.Bindings() {
		require.Equal(t, slices.Contains([]string{"twiddles", "spectrum", "in_factors", "out_factors"}, b.Name), b.Type == twos, "%v", b)
	}
	k.Few = 3 // 1 and 2, 3 and 6
	require.Equal(t, 2+2, strings.Count(k.Module().Text, "= twiddles["))
	require.NoError(t, k.Check(wide))

	// Pages, spectra by the number of the transform, and half spectra are read in order.
	paged := k
	paged.Load.Pages = Pages{2, 1 << 10}
	require.Zero(t, paged.FactorsApart())
	require.Equal(t, 8, paged.SpectrumApart())
	many := k
	many.Convolve, many.Load.Factor, many.Store.Factor = 3, false, false
	require.Zero(t, many.SpectrumApart())
	half := k
	half.Store.Real.Form = Half
	require.Zero(t, half.FactorsApart())
}
