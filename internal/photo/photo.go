// Package photo decodes PNG, JPEG and TIFF pictures that users give to a program.
//
// It extends the decoders of the standard library and of golang.org/x/image/tiff in three ways. It
// turns pictures upright by their EXIF or TIFF orientation. It refuses pictures with too many
// pixels before memory is allocated for them. It refuses or corrects TIFF features that the decoder
// gets wrong without an error (tiff.go).
package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // decoders
	_ "image/png"
	"io"
	"strings"

	_ "golang.org/x/image/tiff"
)

// ErrPixels is wrapped by the error for a picture with too many pixels.
var ErrPixels = errors.New("too many pixels")

// A Picture is a decoded picture, upright.
type Picture struct {
	image.Image
	Notes []string // remarks for the user, such as omitted pages
}

// Decode decodes a PNG, JPEG or TIFF picture of at most maxPixels pixels.
func Decode(r io.Reader, maxPixels int) (Picture, error) {
	data, err := read(r, maxPixels)
	if err != nil {
		return Picture{}, err
	}
	var orientation int
	var change func(image.Image) image.Image
	var p Picture
	switch {
	case isTIFF(data):
		var t tiffFile
		if t, err = checkTIFF(data, maxPixels); err != nil {
			return Picture{}, err
		}
		data, change, orientation, p.Notes = t.data, t.change, t.orientation, t.notes
	case bytes.HasPrefix(data, []byte("\x89PNG")):
		orientation = pngOrientation(data)
	case bytes.HasPrefix(data, []byte{0xff, 0xd8}):
		orientation = jpegOrientation(data)
	case len(data) == 0:
		return Picture{}, errors.New("the file is empty")
	default:
		return Picture{}, errors.New("not a PNG, JPEG or TIFF picture")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Picture{}, plain(err)
	}
	if config.Width > 0 && config.Height > maxPixels/config.Width {
		return Picture{}, fmt.Errorf("%w: %d x %d are more than the limit of %d", ErrPixels, config.Width,
			config.Height, maxPixels)
	}
	if p.Image, _, err = image.Decode(bytes.NewReader(data)); err != nil {
		return Picture{}, plain(err)
	}
	if change != nil {
		p.Image = change(p.Image)
	}
	p.Image = upright(p.Image, orientation)
	return p, nil
}

// read reads a file. It refuses one that is larger than a picture of maxPixels pixels can be.
func read(r io.Reader, maxPixels int) ([]byte, error) {
	most := 1<<20 + 16*int64(maxPixels) // at most 8 bytes a pixel, and a margin for inefficient files
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(r, most+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > most {
		return nil, fmt.Errorf("%w: the file has more than %d bytes, and the limit is %d pixels", ErrPixels, most,
			maxPixels)
	}
	return b.Bytes(), nil
}

// errCut is the error for a file that ends early.
var errCut = errors.New("the file is cut short: copy it again")

// plain returns an error of a decoder in plain words.
func plain(err error) error {
	text := err.Error()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF),
		strings.Contains(text, "not enough pixel data"), strings.Contains(text, "short Huffman data"),
		strings.Contains(text, "unexpected EOF"):
		return errCut
	}
	for _, prefix := range []string{"tiff: ", "png: ", "invalid format: ", "invalid JPEG format: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return fmt.Errorf("the picture is damaged, or of a rare kind: %s", text)
}
