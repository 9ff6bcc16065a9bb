package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// A Kernel is what each pixel of a picture is spread to. Its centre is the weight of column Width/2 and row Height/2, rounded down: of 3 x 3
// weights the one in the middle. Weights that sum to 1 keep the brightness.
type Kernel struct {
	Width, Height int
	Weights       []float32 // row-major
	Offset        float32   // added to the result: 0.5 shows differences, of weights that sum to 0, around a middle grey
}

// check refuses kernels that are none.
func (k Kernel) check() error {
	if k.Width < 1 || k.Height < 1 || k.Width > maxPixels/k.Height {
		return parameter("a kernel of %d x %d: it has at least one weight and at most %d", k.Width, k.Height, maxPixels)
	}
	if len(k.Weights) != k.Width*k.Height {
		return parameter("%d weights for a kernel of %d x %d, which has %d", len(k.Weights), k.Width, k.Height, k.Width*k.Height)
	}
	if s := k.sum(); math.IsNaN(s) || math.IsInf(s, 0) || k.Offset-k.Offset != 0 {
		return parameter("a kernel with weights or an offset that are no numbers, or that sum to none")
	}
	return nil
}

// before is how far to the left and above pixels go into the result of another.
func (k Kernel) margins() (left, top int) { return k.Width - 1 - k.Width/2, k.Height - 1 - k.Height/2 }

// sum is that of the weights: the gain at frequency 0.
func (k Kernel) sum() float64 {
	s := 0.0
	for _, w := range k.Weights {
		s += float64(w)
	}
	return s
}

// Convolve convolves a picture with a kernel: y(x, y) is the sum over i, j of the weight at (i, j) times the pixel at
// (x + Width/2 - i, y + Height/2 - j). It returns ErrEmpty, ErrSize, ErrPixels or ErrParameter, or an error of c.
func Convolve(ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, e Edges) (image.Image, error) {
	if made, done, err := convolvePacked(ctx, c, img, k, e); done {
		return made, err
	}
	return withPlanes(c, img, func(p *Planes) error { return p.Convolve(ctx, c, k, e) })
}

// Convolve convolves the planes with a kernel. In all else it is like the function Convolve.
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

// inPairs packs the planes, continued beyond their edges as far as the kernel reaches, two in one complex array: with real weights the
// real and the imaginary parts stay apart.
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
				even, odd := rows[2*i], rows[min(2*i+1, 2)] // without a second one it is nil
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

// fromPairs unpacks planes that lie two in one complex array.
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
