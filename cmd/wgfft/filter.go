package main

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"wgfft"
	"wgfft/imaging"
)

type filterCommand struct {
	imageInput
	In       string     `arg:"" name:"PHOTO" help:"Picture, PNG, JPEG or TIFF; - for standard input."`
	Out      string     `short:"o" placeholder:"OUT.png" help:"File for the result, of 16 bits where the picture has them; - or none for standard output."`
	Lowpass  *float64   `placeholder:"R" help:"Keep frequencies below R cycles per pixel: 0.1 keeps waves longer than 10 pixels."`
	Highpass *float64   `placeholder:"R" help:"Keep frequencies above R, around a middle grey."`
	Bandpass numberList `placeholder:"A,B" help:"Keep frequencies between A and B, around a middle grey."`
	Gaussian *float64   `placeholder:"S" help:"Blur with a standard deviation of S pixels."`
	Sharpen  numberList `placeholder:"A[,S]" help:"Add A times what a Gaussian blur of S pixels takes away; S is 1 unless given."`
	Notch    notches    `placeholder:"U,V[,R]" help:"Take away the wave of U cycles per pixel to the right and V downwards, and those within R, 0.01 unless given. As often as there are waves."`
	Edges    string     `default:"reflect" enum:"reflect,periodic" placeholder:"reflect" help:"How the picture goes on beyond its edges: reflect, periodic."`
}

// figures are numbers with commas between.
type numberList []float64

// UnmarshalText reads them.
func (f *numberList) UnmarshalText(text []byte) error {
	*f = nil
	for _, s := range strings.Split(string(text), ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			return fmt.Errorf("%q: use numbers with commas between", text)
		}
		*f = append(*f, v)
	}
	return nil
}

// notches are those of all --notch.
type notches []numberList

// UnmarshalText reads one more.
func (n *notches) UnmarshalText(text []byte) error {
	var f numberList
	if err := f.UnmarshalText(text); err != nil {
		return err
	}
	*n = append(*n, f)
	return nil
}

func (f *filterCommand) Run(a *app) error {
	response, err := f.response()
	if err != nil {
		return err
	}
	return a.changePicture(f.imageInput, f.In, f.Out, func(c *wgfft.Engine, m image.Image) (image.Image, error) {
		return imaging.Filter(a.ctx, c, m, response, parseEdges(f.Edges))
	})
}

// The numbers that may be left out.
const (
	defaultSigma       = 1.0  // pixels
	defaultNotchRadius = 0.01 // cycles per pixel
)

// response is that of all the filters asked for, one behind the other.
func (f *filterCommand) response() (imaging.Response, error) {
	var all []imaging.Response
	if f.Lowpass != nil {
		all = append(all, imaging.LowPass(*f.Lowpass))
	}
	if f.Highpass != nil {
		all = append(all, imaging.HighPass(*f.Highpass))
	}
	if f.Bandpass != nil {
		if len(f.Bandpass) != 2 {
			return imaging.Response{}, usageErrorf("filter: --bandpass takes two frequencies with a comma between, as in 0.05,0.2")
		}
		all = append(all, imaging.BandPass(f.Bandpass[0], f.Bandpass[1]))
	}
	if f.Gaussian != nil {
		all = append(all, imaging.Gaussian(*f.Gaussian))
	}
	if f.Sharpen != nil {
		by := append(f.Sharpen, defaultSigma)
		if len(by) > 3 {
			return imaging.Response{}, usageErrorf("filter: --sharpen takes an amount, and a standard deviation behind a comma, as in 0.8,1.5")
		}
		all = append(all, imaging.Sharpen(by[0], by[1]))
	}
	for _, n := range f.Notch {
		if len(n) < 2 || len(n) > 3 {
			return imaging.Response{}, usageErrorf("filter: --notch takes two frequencies, and a radius, with commas between, as in 0.125,-0.25,0.01")
		}
		n = append(n, defaultNotchRadius)
		all = append(all, imaging.Notch(n[0], n[1], n[2]))
	}
	if len(all) == 0 {
		return imaging.Response{}, usageErrorf("filter: no filter: name one of --lowpass, --highpass, --bandpass, --gaussian, --sharpen, --notch")
	}
	response := all[0]
	for _, next := range all[1:] {
		response = response.Then(next)
	}
	if err := response.Check(); err != nil {
		return response, usageErrorf("filter: %s", strings.TrimPrefix(err.Error(), imaging.ErrParameter.Error()+": "))
	}
	return response, nil
}
