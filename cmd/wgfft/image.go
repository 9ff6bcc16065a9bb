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

// imageInput has the flags for reading images.
type imageInput struct {
	MaxPixels int `default:"100000000" placeholder:"100000000" help:"${max_pixels}"`
}

// read reads a PNG, JPEG or TIFF file and applies its orientation.
func (p imageInput) read(a *app, name string) (image.Image, error) {
	picture, err := read(a, name, func(r io.Reader) (photo.Picture, error) { return photo.Decode(r, p.MaxPixels) })
	if errors.Is(err, photo.ErrPixels) {
		return nil, fmt.Errorf("%w; cut it into parts or raise --max-pixels", err)
	}
	for _, note := range picture.Notes {
		a.note("%s: %s", displayName(name), note)
	}
	return picture.Image, err
}

// writePicture writes a PNG file, see write.
func writePNG(a *app, name string, fill func(io.Writer) error) error {
	return write(a, name, ".png", fill)
}

// changePicture reads image in, applies change, and writes the result to out as PNG.
func (a *app) changeImage(from imageInput, in, out string,
	change func(c *wgfft.Engine, m image.Image) (image.Image, error)) error {
	if err := checkNotInput(a, in, out, ".png"); err != nil {
		return err
	}
	return writePNG(a, out, func(w io.Writer) error {
		m, err := from.read(a, in)
		if err != nil {
			return err
		}
		c, err := a.open("")
		if err != nil {
			return err
		}
		defer c.Close()
		changed, err := change(c, m)
		if err != nil {
			return fmt.Errorf("%s: %w", displayName(in), err)
		}
		return png.Encode(w, changed)
	})
}

// parseEdges returns the value of --edges.
func parseEdges(name string) imaging.Edges {
	if name == imaging.Periodic.String() {
		return imaging.Periodic
	}
	return imaging.Reflect
}
