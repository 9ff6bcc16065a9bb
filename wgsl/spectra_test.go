package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInvalidSpectra(t *testing.T) {
	good := row("4.4", 4, 4, func(k *Kernel) { k.ConvolutionSpectra, k.Spectra.Map = 8, Map{Stride: 8, Dist: 1} })
	require.NoError(t, good.Check(wide))
	for _, change := range []func(*Kernel){
		func(k *Kernel) { k.ConvolutionSpectra = 1 },
		func(k *Kernel) { k.ConvolutionSpectra = 0 },
		func(k *Kernel) { k.Spectra.Map.Stride = 0 },
		func(k *Kernel) { k.Spectra.Map.Dist = -1 },
		func(k *Kernel) { k.Spectra.Map.Inner = -1 },
		func(k *Kernel) { k.Spectra.Interleave = -1 },
		func(k *Kernel) { k.Spectra.Segments.Count = 2 },
	} {
		k := good
		change(&k)
		require.ErrorContains(t, k.Check(wide), "spectra")
	}
	// The zero value is contiguous spectra.
	plain, spelt := good, good
	plain.Spectra, spelt.Spectra = Spectra{}, Spectra{Map: Contiguous(16)}
	require.Contains(t, plain.Module().Text, "let row = (first + q) % 8u * 16u;")
	require.Contains(t, spelt.Module().Text, "let own_spectrum = (first + q) % 8u;")
	require.Contains(t, spelt.Module().Text, "let row = own_spectrum * 16u;")
}

func TestSegmentedSpectra(t *testing.T) {
	k := row("4.4", 4, 4, func(k *Kernel) {
		k.ConvolutionSpectra = 8
		k.Spectra = Spectra{Map: Map{Stride: 8, Dist: 1}, Interleave: 3, Segments: Segments{Count: 2, Size: 100}}
	})
	require.NoError(t, k.Check(wide))
	text := k.Module().Text
	require.Contains(t, text, "(first + q) / 3u % 8u")
	require.Contains(t, text, "get_spectrum(")
	require.Contains(t, text, "spectrum2[e - 100u]")
}
