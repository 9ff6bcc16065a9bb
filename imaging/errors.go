package imaging

import (
	"errors"
	"fmt"
	"image"
)

// Errors for errors.Is. Errors of the engine are returned unchanged or wrapped.
var (
	// ErrEmpty reports an image that is nil or has no pixels.
	ErrEmpty = errors.New("imaging: image without pixels")
	// ErrSize reports two images of different sizes, or one that is too large.
	ErrSize = errors.New("imaging: wrong size")
	// ErrPixels reports an image or planes whose slices do not fit their size.
	ErrPixels = errors.New("imaging: wrong number of samples")
	// ErrParameter reports a cutoff, an amount, a kernel or another parameter out of range.
	ErrParameter = errors.New("imaging: bad parameter")
)

// maxPixels is the largest number of pixels in an image. It keeps transforms within 2^31 points,
// including kernels and channels.
const maxPixels = 1 << 29

// checkSize returns an error for bounds without pixels, or with more than maxPixels.
func checkSize(r image.Rectangle) error {
	w, h := r.Dx(), r.Dy()
	switch {
	case r.Empty():
		return fmt.Errorf("%w: its bounds are %v", ErrEmpty, r)
	case w < 1 || h < 1 || w > maxPixels/h:
		return fmt.Errorf("%w: %v has more than %d pixels; process it in parts", ErrSize, r, maxPixels)
	}
	return nil
}

// checkExtent returns an error for images without pixels, or with more than maxPixels.
func checkExtent(w, h int) error { return checkSize(image.Rectangle{Max: image.Pt(w, h)}) }

func parameter(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrParameter, fmt.Sprintf(format, args...))
}
