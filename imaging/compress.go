package imaging

import (
	"context"
	"fmt"
	"image"
	"math"

	"wgfft"
)

// A Compression describes the result of [Compress].
type Compression struct {
	// Kept is the number of coefficients that were kept, and Of the number of all coefficients.
	Kept, Of int
	// PSNR is the peak signal-to-noise ratio of the result, in dB.
	PSNR float64
}

// Compress keeps the largest coefficients of the cosine transform of an image and sets all others
// to zero. share, in [0, 1], is the fraction that is kept. block is the size of square blocks, or 0
// for the whole image. It returns the new image and its quality.
//
// Errors: [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter], or an error of c.
func Compress(
	ctx context.Context, c *wgfft.Engine, img image.Image, share float64, block int,
) (image.Image, Compression, error) {
	var made Compression
	if !(share >= 0 && share <= 1) {
		return nil, made, parameter("share %g is out of range [0, 1]", share)
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

// KeepLargest sets all coefficients to zero, except the n of largest magnitude. Among coefficients
// of equal magnitude it keeps the first ones.
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

// magnitude returns the bits of |v|, which are ordered like the magnitudes themselves.
func magnitude(v float32) uint32 { return math.Float32bits(v) &^ (1 << 31) }

// threshold returns the smallest of the n largest magnitudes, and how many coefficients of exactly
// this magnitude belong to the n. It counts the upper 16 bits first, and then the lower 16 bits of
// the magnitudes that share the upper bits found.
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

// PSNR returns the peak signal-to-noise ratio of two images of the same size, in dB:
//
//	-10 log10(mean of (a - b)^2)
//
// The mean is over all colour samples, multiplied by alpha, with 1 for white. The ratio is +Inf for
// images that look the same. Errors: [ErrEmpty], [ErrSize] or [ErrPixels].
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
		return 0, fmt.Errorf("%w: images of %v and %v pixels; crop them to the same size",
			ErrSize, p.Rect.Size(), q.Rect.Size())
	}
	channels := max(p.Channels, q.Channels)
	square := sumRows(p.Rect.Dy(), func(y int) float64 {
		sum := 0.0
		one, other := p.rows(y), q.rows(y)
		for i := range channels {
			there := other[min(i, q.Channels-1)] // a grey image has equal channels
			for x, v := range one[min(i, p.Channels-1)] {
				d := float64(v) - float64(there[x])
				sum += d * d
			}
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more })
	return -10 * math.Log10(square/float64(channels*p.Rect.Dx()*p.Rect.Dy())), nil
}
