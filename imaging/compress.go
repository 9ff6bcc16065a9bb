package imaging

import (
	"context"
	"fmt"
	"image"
	"math"

	"wgfft"
)

// A Compression says what a picture kept.
type Compression struct {
	Kept, Of int     // coefficients
	PSNR     float64 // of the result against the picture, in dB
}

// Compress keeps the largest coefficients of a picture's cosine transform, a share of all from 0 to 1, and sets the others to zero: in blocks
// of block x block, or of the whole picture if block is 0. The picture that is left comes with how good it is. It returns ErrEmpty, ErrSize,
// ErrPixels or ErrParameter, or an error of c.
func Compress(ctx context.Context, c *wgfft.Engine, img image.Image, share float64, block int) (image.Image, Compression, error) {
	var made Compression
	if !(share >= 0 && share <= 1) {
		return nil, made, parameter("a share of %g: it is from 0 to 1", share)
	}
	k, err := (*Coefficients)(nil), error(nil)
	if block == 0 {
		k, err = DCT(ctx, c, img)
	} else {
		k, err = BlockDCT(ctx, c, img, block)
	}
	if err != nil {
		return nil, made, err
	}
	made.Of = len(k.Data)
	made.Kept = int(math.Round(share * float64(made.Of)))
	k.KeepLargest(made.Kept)
	out, err := k.Image(ctx, c)
	if err != nil {
		return nil, made, err
	}
	made.PSNR, err = PSNR(img, out)
	return out, made, err
}

// KeepLargest sets all but the n coefficients of the largest magnitude to zero. Of several that are as large as the last of them it keeps
// those that come first.
func (k *Coefficients) KeepLargest(n int) {
	if n >= len(k.Data) {
		return
	}
	least, ties := threshold(k.Data, max(n, 0))
	for i, v := range k.Data {
		switch size := magnitude(v); {
		case size > least:
		case size == least && ties > 0:
			ties--
		default:
			k.Data[i] = 0
		}
	}
}

// magnitude is a number's, as whole numbers in the same order.
func magnitude(v float32) uint32 { return math.Float32bits(v) &^ (1 << 31) }

// smallestOf is the smallest of the n largest magnitudes, and how many of those are as small: by counting the upper halves of their bits, and then the
// lower halves of those with the upper half that was found.
func threshold(data []float32, n int) (least uint32, ties int) {
	if n == 0 {
		return math.MaxUint32, 0
	}
	for _, shift := range []int{16, 0} {
		counts := make([]int, 1<<16)
		for _, v := range data {
			if m := magnitude(v); shift == 16 || m>>16 == least>>16 {
				counts[m>>shift&0xffff]++
			}
		}
		at := len(counts) - 1
		for ; counts[at] < n; at-- {
			n -= counts[at]
		}
		least |= uint32(at) << shift
	}
	return least, n
}

// PSNR is the peak signal-to-noise ratio of two pictures of one size, in decibels: -10 log10 of the mean square of the differences between the samples
// of their colours, multiplied by alpha, with 1 for white. It is +Inf for pictures that look the same. It returns ErrEmpty, ErrSize or ErrPixels.
func PSNR(a, b image.Image) (float64, error) {
	p, err := readPlanes(a, newSamples)
	if err != nil {
		return 0, err
	}
	q, err := readPlanes(b, newSamples)
	if err != nil {
		return 0, err
	}
	if p.Rect.Size() != q.Rect.Size() {
		return 0, fmt.Errorf("%w: pictures of %v and %v; crop them to one size", ErrSize, p.Rect.Size(), q.Rect.Size())
	}
	channels := max(p.Channels, q.Channels)
	square := sumRows(p.Rect.Dy(), func(y int) float64 {
		sum := 0.0
		one, other := p.rows(y), q.rows(y)
		for i := range channels {
			there := other[min(i, q.Channels-1)] // grey has all colours
			for x, v := range one[min(i, p.Channels-1)] {
				d := float64(v) - float64(there[x])
				sum += d * d
			}
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more })
	return -10 * math.Log10(square/float64(channels*p.Rect.Dx()*p.Rect.Dy())), nil
}
