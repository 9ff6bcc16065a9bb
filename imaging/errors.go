package imaging

import (
	"errors"
	"fmt"
	"image"
)

// Errors to tell apart with errors.Is.
var (
	// ErrEmpty: a picture has no pixels.
	ErrEmpty = errors.New("imaging: a picture without pixels")
	// ErrSize: two pictures that belong together have different sizes, or one is too large.
	ErrSize = errors.New("imaging: wrong size")
	// ErrPixels: a picture's memory, or that of planes, is not as long as its size says.
	ErrPixels = errors.New("imaging: wrong number of samples")
	// ErrParameter: a cutoff, an amount, a kernel or the like makes no sense.
	ErrParameter = errors.New("imaging: bad parameter")
)

// mostPixels is how many pixels a picture may have: what a transform can count, with room for kernels and channels.
const maxPixels = 1 << 29

// checkSize refuses pictures of no size, and of sizes whose product can't be counted.
func checkSize(r image.Rectangle) error {
	w, h := r.Dx(), r.Dy()
	switch {
	case r.Empty():
		return fmt.Errorf("%w: its bounds are %v", ErrEmpty, r)
	case w < 1 || h < 1 || w > maxPixels/h:
		return fmt.Errorf("%w: %v has more than %d pixels; work on parts of it", ErrSize, r, maxPixels)
	}
	return nil
}

func parameter(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrParameter, fmt.Sprintf(format, args...))
}
