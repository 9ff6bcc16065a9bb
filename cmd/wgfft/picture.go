package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // formats that are read
	"image/png"
	"io"

	_ "golang.org/x/image/tiff"

	"wgfft"
	"wgfft/imaging"
)

// mostPixels is what a picture may have: 2 GiB in 16 bits.
const mostPixels = 1 << 28

// readPicture reads a PNG, JPEG or TIFF file.
func readPicture(a *app, name string) (image.Image, error) {
	return read(a, name, func(r io.Reader) (image.Image, error) {
		var head bytes.Buffer
		c, _, err := image.DecodeConfig(io.TeeReader(r, &head))
		if errors.Is(err, image.ErrFormat) {
			return nil, fmt.Errorf("not a PNG, JPEG or TIFF picture")
		}
		if err != nil {
			return nil, err
		}
		if c.Width > 0 && c.Height > mostPixels/c.Width {
			return nil, fmt.Errorf("a picture of %d x %d: at most %d pixels are possible: cut it into parts", c.Width, c.Height, mostPixels)
		}
		m, _, err := image.Decode(io.MultiReader(&head, r))
		return m, err
	})
}

// writePicture is write of a PNG file.
func writePicture(a *app, name string, fill func(io.Writer) error) error {
	return write(a, name, ".png", fill)
}

// changePicture reads a picture, has change make another of it, and writes that as PNG.
func (a *app) changePicture(in, out string, change func(c *wgfft.Context, m image.Image) (image.Image, error)) error {
	return writePicture(a, out, func(w io.Writer) error {
		m, err := readPicture(a, in)
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
