package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Only convolutions by one spectrum add, complex points on a direct path.
func TestWhatAdds(t *testing.T) {
	good := row("4.4", 4, 4, func(k *FFT) { k.Convolve, k.Store.Swap, k.Store.Add = 1, true, Pages{Count: 1} })
	require.NoError(t, good.Check(wide))
	require.Equal(t, "addends", good.Bindings()[len(good.Bindings())-1].Name)
	require.Contains(t, good.Module().Text, " = addends[addend_base + ")
	for _, change := range []func(*FFT){
		func(k *FFT) { k.Convolve = 0 },
		func(k *FFT) { k.Convolve = 2 },
		func(k *FFT) { k.Store.Path = Staged },
		func(k *FFT) { k.Store.Real = Real{Form: Reals, N: 32} },
		func(k *FFT) { k.Store.Add = Pages{Count: 1, Size: 3} },
		func(k *FFT) { k.Store.Add = Pages{Count: 2} },
		func(k *FFT) { k.Store.Add = Pages{Size: 3} },
		func(k *FFT) { k.Store.Add = Pages{Count: -1} },
	} {
		k := good
		change(&k)
		require.ErrorContains(t, k.Check(wide), "adds")
	}
	// What the batch begins with, and where elements lie, are matters of the target alone.
	part := good
	part.Part, part.Store.Places, part.Store.Add = true, Places{Offset: 5, Dims: [MaxDims]Dim{{Count: 16, Stride: 3}, {Count: 4, Stride: 60}}}, Pages{Count: 3, Size: 20}
	require.NoError(t, part.Check(wide))
	text := part.Module().Text
	require.Contains(t, text, "let addend_base = target_seq * 16u;")
	require.Contains(t, text, "addends3[e - 40u]")
	require.Contains(t, text, "get_addends(addend_base + ")
}
