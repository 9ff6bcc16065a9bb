package main

import (
	"image"

	"wgfft"
	"wgfft/imaging"
)

type spectrumCommand struct {
	imageInput
	In    string  `arg:"" name:"PHOTO" help:"Picture, PNG, JPEG or TIFF; - for standard input."`
	Out   string  `short:"o" placeholder:"OUT.png" help:"File for the spectrum, grey, of 16 bits where the picture has them; - or none for standard output."`
	Range float64 `default:"80" placeholder:"80" help:"Levels shown below the strongest frequency, in dB."`
	Taper bool    `help:"Fade the picture out towards its edges first: takes away the cross that edges make."`
}

func (s *spectrumCommand) Run(a *app) error {
	if !(s.Range > 0 && s.Range <= 1000) {
		return usageErrorf("spectrum: --range %g: give a number of dB above 0, at most 1000", s.Range)
	}
	return a.changePicture(s.imageInput, s.In, s.Out, func(c *wgfft.Engine, m image.Image) (image.Image, error) {
		return imaging.Spectrum(a.ctx, c, m, imaging.SpectrumOptions{Range: s.Range, Taper: s.Taper})
	})
}
