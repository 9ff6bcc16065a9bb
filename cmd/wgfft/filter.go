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
	In       string     `arg:"" name:"PHOTO" help:"${photo_in}"`
	Out      string     `short:"o" placeholder:"OUT.png" help:"${filter_out}"`
	Lowpass  *float64   `placeholder:"R" help:"${lowpass}"`
	Highpass *float64   `placeholder:"R" help:"Keep frequencies above R, and add mid-grey."`
	Bandpass numberList `placeholder:"A,B" help:"Keep frequencies between A and B, and add mid-grey."`
	Gaussian *float64   `placeholder:"S" help:"Gaussian blur with a standard deviation of S pixels."`
	Sharpen  numberList `placeholder:"A[,S]" help:"${sharpen}"`
	Notch    notches    `placeholder:"U,V[,R]" help:"${notch}"`
	Edges    string     `default:"reflect" enum:"reflect,periodic" placeholder:"reflect" help:"${edges}"`
}

// A numberList is a comma-separated list of numbers.
type numberList []float64

// UnmarshalText parses the list.
func (f *numberList) UnmarshalText(text []byte) error {
	*f = nil
	for _, s := range strings.Split(string(text), ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			return fmt.Errorf("%q: use comma-separated numbers", text)
		}
		*f = append(*f, v)
	}
	return nil
}

// notches holds the values of all --notch flags.
type notches []numberList

// UnmarshalText appends the value of one flag.
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
	return a.changeImage(&f.imageInput, f.In, f.Out, func(c *wgfft.Engine, m image.Image) (image.Image, error) {
		return imaging.Filter(a.ctx, c, m, response, parseEdges(f.Edges))
	})
}

// Defaults of --sharpen and --notch.
const (
	defaultSigma       = 1.0  // pixels
	defaultNotchRadius = 0.01 // cycles per pixel
)

// response returns the product of the frequency responses of all requested filters.
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
			return imaging.Response{}, usageErrorf("--bandpass takes two comma-separated frequencies, as in 0.05,0.2")
		}
		all = append(all, imaging.BandPass(f.Bandpass[0], f.Bandpass[1]))
	}
	if f.Gaussian != nil {
		all = append(all, imaging.Gaussian(*f.Gaussian))
	}
	if f.Sharpen != nil {
		by := append(f.Sharpen, defaultSigma)
		if len(by) > 3 {
			return imaging.Response{}, usageErrorf("--sharpen takes an amount and optionally a radius, as in 0.8,1.5")
		}
		all = append(all, imaging.Sharpen(by[0], by[1]))
	}
	for _, n := range f.Notch {
		if len(n) < 2 || len(n) > 3 {
			return imaging.Response{}, usageErrorf(
				"--notch takes two frequencies and optionally a radius, as in 0.125,-0.25,0.01")
		}
		n = append(n, defaultNotchRadius)
		all = append(all, imaging.Notch(n[0], n[1], n[2]))
	}
	if len(all) == 0 {
		return imaging.Response{}, usageErrorf(
			"no filter: give --lowpass, --highpass, --bandpass, --gaussian, --sharpen or --notch")
	}
	response := all[0]
	for _, next := range all[1:] {
		response = response.Then(next)
	}
	if err := response.Check(); err != nil {
		return response, usageErrorf("%s", strings.TrimPrefix(err.Error(), imaging.ErrParameter.Error()+": "))
	}
	return response, nil
}
