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
	MaxMemory byteCount `default:"4GiB" placeholder:"4GiB" help:"${max_memory}"`

	held int64 // bytes of the images that were read
}

// wayOut is the advice of errors for images that are too large.
const wayOut = "cut it into parts or raise --max-memory"

// read reads a PNG, JPEG or TIFF file and applies its orientation.
func (p *imageInput) read(a *app, name string) (image.Image, error) {
	left := int64(p.MaxMemory) - p.held
	picture, err := read(a, name, func(r io.Reader) (photo.Picture, error) { return photo.Decode(r, left) })
	if errors.Is(err, photo.ErrMemory) {
		return nil, fmt.Errorf("%w; "+wayOut, err)
	}
	for _, note := range picture.Notes {
		a.note("%s: %s", displayName(name), note)
	}
	p.held += picture.Bytes
	return picture.Image, err
}

// open opens the engine for an image. Its memory limit is what the images leave of --max-memory, or of the memory that
// is available.
func (p *imageInput) open(a *app, m image.Image) (*wgfft.Engine, error) {
	config, err := a.config(wgfft.HostDefault)
	if err != nil {
		return nil, err
	}
	config.MemoryLimit = min(max(1, int64(p.MaxMemory)-p.held), wgfft.DefaultMemoryLimit())
	// An operation takes a forward and an inverse transform of each of three channels.
	transforms := wgfft.Problem{Shape: []int{m.Bounds().Dy(), m.Bounds().Dx()}, Batch: 6}
	config.Work = transforms.Operations()
	return a.openConfig(config)
}

// withWayOut adds the way out to the error for an image that needs too much memory.
func withWayOut(err error) error {
	var limit *wgfft.MemoryError
	if errors.As(err, &limit) {
		return fmt.Errorf("%s takes %s of memory, %s are left; "+wayOut, limit.What, size(limit.Need),
			size(limit.Limit))
	}
	return err
}

// writePicture writes a PNG file, see write.
func writePNG(a *app, name string, fill func(io.Writer) error) error {
	return write(a, name, ".png", fill)
}

// changePicture reads image in, applies change, and writes the result to out as PNG.
func (a *app) changeImage(from *imageInput, in, out string,
	change func(c *wgfft.Engine, m image.Image) (image.Image, error)) error {
	if err := checkNotInput(a, in, out, ".png"); err != nil {
		return err
	}
	return writePNG(a, out, func(w io.Writer) error {
		m, err := from.read(a, in)
		if err != nil {
			return err
		}
		c, err := from.open(a, m)
		if err != nil {
			return err
		}
		defer c.Close()
		changed, err := change(c, m)
		if err != nil {
			return fmt.Errorf("%s: %w", displayName(in), withWayOut(err))
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
