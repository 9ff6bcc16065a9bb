// Package photo decodes PNG, JPEG and TIFF pictures that users give to a program.
//
// It extends the decoders of the standard library and of golang.org/x/image/tiff in three ways. It
// turns pictures upright by their EXIF or TIFF orientation. It refuses pictures that need too much
// memory before it is allocated. It refuses or corrects TIFF features that the decoder
// gets wrong without an error (tiff.go).
package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decoders
	_ "image/png"
	"io"
	"strings"

	_ "golang.org/x/image/tiff"

	"wgfft/internal/memory"
)

// ErrMemory is wrapped by the error for a picture that needs too much memory.
var ErrMemory = errors.New("too large")

// A Picture is a decoded picture, upright.
type Picture struct {
	image.Image
	Notes []string // remarks for the user, such as omitted pages
	Bytes int64    // memory of Image
}

// Decode decodes a PNG, JPEG or TIFF picture. The file, the pixels and the copies that a decoder makes take at most
// limit bytes together, up to a constant of about 1 MiB. The error of a larger picture wraps ErrMemory.
func Decode(r io.Reader, limit int64) (Picture, error) {
	data, err := read(r, limit)
	if err != nil {
		return Picture{}, err
	}
	f, err := examine(data)
	if err != nil {
		return Picture{}, err
	}
	if left := max(0, limit-int64(len(data))); f.need > left {
		return Picture{}, fmt.Errorf("%w: %d x %d pixels take %s of memory, %s are left", ErrMemory, f.config.Width,
			f.config.Height, memory.Size(f.need), memory.Size(left))
	}
	m, _, err := image.Decode(bytes.NewReader(f.data))
	if err != nil {
		return Picture{}, plain(err)
	}
	if f.change != nil {
		m = f.change(m)
	}
	return Picture{upright(m, f.orientation), f.notes, f.pictureBytes()}, nil
}

// A pictureFile is a file that can be decoded.
type pictureFile struct {
	data        []byte                        // may differ from the file
	change      func(image.Image) image.Image // a change of the decoded picture; nil for none
	orientation int
	notes       []string
	config      image.Config
	work        int64 // memory that the decoder takes besides the picture, at most
	need        int64 // memory that decoding takes, at most
}

// pictureBytes returns the size of the decoded picture.
func (f pictureFile) pictureBytes() int64 {
	return memory.Product(int64(f.config.Width), int64(f.config.Height), pixelBytes(f.config.ColorModel))
}

// examine reads everything before the pixels.
func examine(data []byte) (f pictureFile, err error) {
	f.data = data
	switch {
	case isTIFF(data):
		if f, err = checkTIFF(data); err != nil {
			return f, err
		}
	case isPNG(data):
		f.orientation = pngOrientation(data)
	case isJPEG(data):
		f.orientation = jpegOrientation(data)
	case len(data) == 0:
		return f, errors.New("the file is empty")
	default:
		return f, errors.New("not a PNG, JPEG or TIFF picture")
	}
	if f.config, _, err = image.DecodeConfig(bytes.NewReader(f.data)); err != nil {
		return f, plain(err)
	}
	if f.config.Width < 1 || f.config.Height < 1 {
		return f, fmt.Errorf("the picture has no pixels: it is %d x %d", f.config.Width, f.config.Height)
	}
	f.need = memory.Sum(f.work, memory.Product(f.pictureBytes(), copies(data, f.orientation)))
	return f, nil
}

// pixelBytes returns the size of a decoded pixel, at most. A JPEG picture may have colours of half the resolution.
func pixelBytes(m color.Model) int64 {
	switch m {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	return 4
}

// copies returns how many times the size of the picture is allocated, at most: for the picture, for parts that the
// decoder puts together, and to turn it upright.
func copies(data []byte, orientation int) int64 {
	n := int64(1)
	switch {
	case isPNG(data) && len(data) > 28 && data[28] != 0:
		n += 1 // interlaced: each part is a picture
	case isJPEG(data) && isProgressive(data):
		n += 4 // a coefficient has 32 bits
	}
	if orientation > 1 && orientation <= 8 {
		n += 3 // a copy, and for JPEG another one before, with four bytes for three
	}
	return n
}

func isPNG(data []byte) bool { return bytes.HasPrefix(data, []byte("\x89PNG")) }

func isJPEG(data []byte) bool { return bytes.HasPrefix(data, []byte{0xff, 0xd8}) }

// read reads a file of at most limit bytes.
func read(r io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(r, max(0, limit)+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > limit {
		return nil, fmt.Errorf("%w: the file has more than %s", ErrMemory, memory.Size(limit))
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
