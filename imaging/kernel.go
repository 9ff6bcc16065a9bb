package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// A Kernel holds the weights of a convolution. Its centre is at column Width/2 and row Height/2,
// rounded down. Weights that sum to 1 keep the brightness.
type Kernel struct {
	// Width and Height are the numbers of columns and rows, at least 1.
	Width, Height int
	// Weights has the shape Height x Width, row-major.
	Weights []float32
	// Offset is added to the result. 0.5 shows signed results, of weights that sum to 0, around
	// mid-grey.
	Offset float32
}

// check returns an error if k is not a valid kernel.
func (k Kernel) check() error {
	if k.Width < 1 || k.Height < 1 || k.Width > maxPixels/k.Height {
		return parameter("kernel of %d x %d weights: want from 1 to %d weights", k.Width, k.Height, maxPixels)
	}
	if len(k.Weights) != k.Width*k.Height {
		return parameter("kernel of %d x %d has %d weights, want %d",
			k.Width, k.Height, len(k.Weights), k.Width*k.Height)
	}
	if s := k.sum(); math.IsNaN(s) || math.IsInf(s, 0) || k.Offset-k.Offset != 0 {
		return parameter("kernel with weights, a sum of weights or an offset that is not finite")
	}
	return nil
}

// margins returns how many pixels to the left of and above a pixel its result depends on.
func (k Kernel) margins() (left, top int) { return k.Width - 1 - k.Width/2, k.Height - 1 - k.Height/2 }

// sum returns the sum of the weights, the gain at frequency 0.
func (k Kernel) sum() float64 {
	s := 0.0
	for _, w := range k.Weights {
		s += float64(w)
	}
	return s
}

// Convolve convolves an image with a kernel and returns a new image:
//
//	y(x, y) = Offset + sum over i, j of Weights(i, j) image(x + Width/2 - i, y + Height/2 - j)
//
// i is the column and j the row of a weight. Errors: [ErrEmpty], [ErrSize], [ErrPixels],
// [ErrParameter], or an error of c.
func Convolve(ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, e Edges) (image.Image, error) {
	if made, done, err := convolvePacked(ctx, c, img, k, e); done {
		return made, err
	}
	return withPlanes(c, img, func(p *Planes) error { return p.Convolve(ctx, c, k, e) })
}

// Convolve convolves the planes with a kernel, in place, as the function [Convolve] does. Errors:
// [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter], or an error of c.
func (p *Planes) Convolve(ctx context.Context, c *wgfft.Engine, k Kernel, e Edges) error {
	if err := firstOf(p.check(), k.check(), e.check()); err != nil {
		return err
	}
	w, h := p.Rect.Dx()+k.Width-1, p.Rect.Dy()+k.Height-1
	if err := checkSize(image.Rect(0, 0, w, h)); err != nil {
		return err
	}
	weights := make([]complex64, len(k.Weights))
	for i, v := range k.Weights {
		weights[i] = complex(v, 0)
	}
	convolved, err := c.Convolve(ctx, nil, p.packPairs(k, e), weights, wgfft.Convolution{
		Shape: []int{h, w}, Kernel: []int{k.Height, k.Width}, Mode: wgfft.ModeValid,
	})
	if err != nil {
		return err
	}
	p.unpackPairs(convolved)
	p.add(k.Offset)
	p.updateBackdrop(k.sum(), float64(k.Offset))
	return nil
}

// packPairs extends the planes as far as the kernel reaches, and packs two of them into one complex
// array. Real weights keep the real and the imaginary parts separate.
func (p *Planes) packPairs(k Kernel, e Edges) []complex64 {
	w, h := p.Rect.Dx()+k.Width-1, p.Rect.Dy()+k.Height-1
	left, top := k.margins()
	pairs := make([]complex64, (p.Channels+1)/2*w*h)
	columns := make([]int, w)
	for x := range columns {
		columns[x] = e.index(x-left, p.Rect.Dx())
	}
	parallel(h, func(from, to int) {
		for y := from; y < to; y++ {
			rows := p.rows(e.index(y-top, p.Rect.Dy()))
			for i := range (p.Channels + 1) / 2 {
				even, odd := rows[2*i], rows[min(2*i+1, 2)] // odd is nil for the last of one or three
				row := pairs[(i*h+y)*w:][:w]
				for x, at := range columns {
					if 2*i+1 < p.Channels {
						row[x] = complex(even[at], odd[at])
					} else {
						row[x] = complex(even[at], 0)
					}
				}
			}
		}
	})
	return pairs
}

// unpackPairs is the inverse of packPairs, after the convolution.
func (p *Planes) unpackPairs(pairs []complex64) {
	n := p.Rect.Dx() * p.Rect.Dy()
	parallel(p.Rect.Dy(), func(from, to int) {
		w := p.Rect.Dx()
		for i := range p.Channels {
			plane := p.channel(i)
			for at := from * w; at < to*w; at++ {
				if v := pairs[i/2*n+at]; i%2 == 0 {
					plane[at] = real(v)
				} else {
					plane[at] = imag(v)
				}
			}
		}
	})
}
