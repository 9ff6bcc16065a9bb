package main

import (
	"image"

	"wgfft"
	"wgfft/imaging"
)

type spectrumCommand struct {
	imageInput
	In    string  `arg:"" name:"PHOTO" help:"${photo_in}"`
	Out   string  `short:"o" placeholder:"OUT.png" help:"${spectrum_out}"`
	Range float64 `default:"80" placeholder:"80" help:"${range}"`
	Taper bool    `help:"Taper the image towards its edges first, which removes the cross that edges cause."`
}

func (s *spectrumCommand) Run(a *app) error {
	if !(s.Range > 0 && s.Range <= 1000) {
		return usageErrorf("--range %g: must be greater than 0 and at most 1000 dB", s.Range)
	}
	return a.changeImage(&s.imageInput, s.In, s.Out, func(c *wgfft.Engine, m image.Image) (image.Image, error) {
		return imaging.Spectrum(a.ctx, c, m, imaging.SpectrumOptions{Range: s.Range, Taper: s.Taper})
	})
}
