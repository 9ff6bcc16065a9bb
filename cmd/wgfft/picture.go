package main

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"

	"wgfft"
	"wgfft/imaging"
	"wgfft/internal/photo"
)

// A photoInput is how pictures are read.
type photoInput struct {
	MaxPixels int `default:"100000000" placeholder:"100000000" help:"Refuse larger pictures. A pixel takes up to 50 bytes of memory."`
}

// read reads a PNG, JPEG or TIFF file, and turns the picture upright.
func (p photoInput) read(a *app, name string) (image.Image, error) {
	picture, err := read(a, name, func(r io.Reader) (photo.Picture, error) { return photo.Decode(r, p.MaxPixels) })
	if errors.Is(err, photo.ErrPixels) {
		return nil, fmt.Errorf("%w: cut it into parts, or raise --max-pixels", err)
	}
	for _, note := range picture.Notes {
		a.note("%s: %s", title(name), note)
	}
	return picture.Image, err
}

// writePicture is write of a PNG file.
func writePicture(a *app, name string, fill func(io.Writer) error) error {
	return write(a, name, ".png", fill)
}

// changePicture reads a picture, has change make another of it, and writes that as PNG.
func (a *app) changePicture(from photoInput, in, out string, change func(c *wgfft.Engine, m image.Image) (image.Image, error)) error {
	if err := checkApart(a, in, out, ".png"); err != nil {
		return err
	}
	return writePicture(a, out, func(w io.Writer) error {
		m, err := from.read(a, in)
		if err != nil {
			return err
		}
		c, err := a.open(wgfft.HostDefault)
		if err != nil {
			return err
		}
		defer c.Close()
		changed, err := change(c, m)
		if err != nil {
			return fmt.Errorf("%s: %w", title(in), err)
		}
		return png.Encode(w, changed)
	})
}

// edgesOf are those of an --edges.
func edgesOf(name string) imaging.Edges {
	if name == imaging.Periodic.String() {
		return imaging.Periodic
	}
	return imaging.Reflect
}
