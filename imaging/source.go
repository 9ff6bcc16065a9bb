package imaging

import (
	"fmt"
	"image"
	"image/color"
	"reflect"
)

// A source reads the rows of an image.
type source struct {
	channels       int
	deep, straight bool // of the result, as in Planes
	serial         bool // must be read by one goroutine

	// row fills the channels with row y, multiplied by alpha, and fills alpha unless it is nil. It
	// reports whether all pixels are opaque.
	row func(y int, to [3][]float32, alpha []uint16) bool
}

// sourceOf returns the source of an image. It returns ErrEmpty, ErrSize or ErrPixels.
func sourceOf(img image.Image) (source, error) {
	if v := reflect.ValueOf(img); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return source{}, fmt.Errorf("%w: it is nil", ErrEmpty)
	}
	if err := checkSize(img.Bounds()); err != nil {
		return source{}, err
	}
	switch m := img.(type) {
	case *image.Gray:
		return greyOf(m), checkPixels(m.Rect, m.Pix, m.Stride, 1)
	case *image.Gray16:
		return grey16Of(m), checkPixels(m.Rect, m.Pix, m.Stride, 2)
	case *image.RGBA:
		return rgbaOf(m), checkPixels(m.Rect, m.Pix, m.Stride, 4)
	case *image.NRGBA:
		return nrgbaOf(m), checkPixels(m.Rect, m.Pix, m.Stride, 4)
	case *image.RGBA64:
		return rgba64Of(m), checkPixels(m.Rect, m.Pix, m.Stride, 8)
	case *image.NRGBA64:
		return nrgba64Of(m), checkPixels(m.Rect, m.Pix, m.Stride, 8)
	case *image.YCbCr:
		return ycbcrOf(m), checkYCbCr(m)
	case *image.NYCbCrA:
		return nycbcraOf(m), firstOf(checkYCbCr(&m.YCbCr), checkPixels(m.Rect, m.A, m.AStride, 1))
	case *image.CMYK:
		return cmykOf(m), checkPixels(m.Rect, m.Pix, m.Stride, 4)
	case *image.Paletted:
		return palettedOf(m), firstOf(checkPixels(m.Rect, m.Pix, m.Stride, 1), checkPalette(m))
	}
	return genericOf(img), nil
}

// checkPixels returns an error unless pix holds all pixels.
func checkPixels(r image.Rectangle, pix []byte, stride, bytes int) error {
	if need := r.Dx() * bytes; stride < need || len(pix) < need || (len(pix)-need)/stride < r.Dy()-1 {
		return fmt.Errorf("%w: Pix has %d bytes with a stride of %d, too few for %v with %d bytes per pixel",
			ErrPixels, len(pix), stride, r, bytes)
	}
	return nil
}

// checkYCbCr checks the first and the last sample of each plane; all others are between them.
func checkYCbCr(m *image.YCbCr) error {
	r := m.Rect
	for _, y := range []int{r.Min.Y, r.Max.Y - 1} {
		luma, chroma := m.YOffset(r.Min.X, y), m.COffset(r.Min.X, y)
		lumaEnd, chromaEnd := m.YOffset(r.Max.X-1, y), m.COffset(r.Max.X-1, y)
		if luma < 0 || chroma < 0 || lumaEnd >= len(m.Y) || chromaEnd >= min(len(m.Cb), len(m.Cr)) {
			return fmt.Errorf("%w: Y, Cb and Cr have %d, %d and %d samples, too few for %v",
				ErrPixels, len(m.Y), len(m.Cb), len(m.Cr), r)
		}
	}
	return nil
}

// checkPalette returns an error if a pixel is not in the palette.
func checkPalette(m *image.Paletted) error {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for _, i := range m.Pix[m.PixOffset(m.Rect.Min.X, y):][:m.Rect.Dx()] {
			if int(i) >= len(m.Palette) {
				return fmt.Errorf("%w: a pixel has index %d in a palette of %d colours", ErrPixels, i, len(m.Palette))
			}
		}
	}
	return nil
}

// firstOf returns the first error that is not nil.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// genericOf reads any image through At, from one goroutine, because At may not be safe for
// concurrent use.
func genericOf(img image.Image) source {
	at := func(x, y int) color.RGBA64 {
		r, g, b, a := img.At(x, y).RGBA()
		return color.RGBA64{R: uint16(r), G: uint16(g), B: uint16(b), A: uint16(a)}
	}
	if quick, ok := img.(image.RGBA64Image); ok {
		at = quick.RGBA64At
	}
	left := img.Bounds().Min.X
	row := func(y int, to [3][]float32, alpha []uint16) bool {
		all := uint16(opaque)
		for x := range to[0] {
			c := at(left+x, y)
			to[0][x], to[1][x], to[2][x] = float32(c.R)/opaque, float32(c.G)/opaque, float32(c.B)/opaque
			all &= c.A
			if alpha != nil {
				alpha[x] = c.A
			}
		}
		return all == opaque
	}
	return source{channels: 3, deep: true, straight: true, serial: true, row: row}
}
