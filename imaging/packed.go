package imaging

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"

	"wgfft"
)

// packed is a picture as it lies in memory, a copy of which a GPU filters where it lies: kernels make numbers of its samples as they load them, and samples of
// the numbers as they store them.
type packed struct {
	made          image.Image // the copy
	pix           []byte      // its memory, in which rows follow one another
	width, height int
	samples       wgfft.Samples
	channels      int // to filter, of each pixel's
	step          int // samples of a pixel
}

// packedOf copies a picture whose samples a GPU can filter where they lie; it reports false of others, those with transparent pixels among them.
func packedOf(img image.Image) (packed, bool) {
	r := img.Bounds()
	p := packed{width: r.Dx(), height: r.Dy(), samples: wgfft.Uint8, channels: 3, step: 4}
	from := func(pix []byte, stride, offset int) bool { return p.copy(pix[offset:], stride) }
	switch m := img.(type) {
	case *image.Gray:
		made := image.NewGray(r)
		p.made, p.pix, p.channels, p.step = made, made.Pix, 1, 1
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.Gray16:
		made := image.NewGray16(r)
		p.made, p.pix, p.channels, p.step, p.samples = made, made.Pix, 1, 1, wgfft.Uint16Big
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.RGBA:
		made := image.NewRGBA(r)
		p.made, p.pix = made, made.Pix
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.NRGBA:
		made := image.NewNRGBA(r)
		p.made, p.pix = made, made.Pix
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.RGBA64:
		made := image.NewRGBA64(r)
		p.made, p.pix, p.samples = made, made.Pix, wgfft.Uint16Big
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.NRGBA64:
		made := image.NewNRGBA64(r)
		p.made, p.pix, p.samples = made, made.Pix, wgfft.Uint16Big
		return p, from(m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y))
	case *image.YCbCr:
		made := image.NewRGBA(r)
		p.made, p.pix = made, made.Pix
		p.convert(m)
		return p, true
	}
	return p, false
}

// row is how many bytes a row of the copy has.
func (p packed) row() int { return p.width * p.step * int(p.samples.Bytes()) }

// copy copies rows of a picture, and says whether all their pixels are opaque.
func (p packed) copy(from []byte, stride int) bool {
	n := p.row()
	seen := make([]bool, p.height)
	pixel := p.step * int(p.samples.Bytes())
	spread(p.height, func(first, end int) {
		for y := first; y < end; y++ {
			row := p.pix[y*n:][:n]
			copy(row, from[y*stride:])
			if p.step == p.channels {
				continue
			}
			all := byte(255)
			for x := pixel - 1; x < len(row); x += pixel {
				all &= row[x]
			}
			if p.samples == wgfft.Uint16Big {
				for x := pixel - 2; x < len(row); x += pixel {
					all &= row[x]
				}
			}
			seen[y] = all != 255
		}
	})
	return !slices.Contains(seen, true)
}

// convert fills the copy from a picture of brightness and differences.
func (p packed) convert(m *image.YCbCr) {
	r := m.Rect
	spread(p.height, func(first, end int) {
		for y := first; y < end; y++ {
			row := p.pix[y*p.row():][:p.row()]
			for x := range p.width {
				c := m.YCbCrAt(r.Min.X+x, r.Min.Y+y)
				pixel := row[4*x : 4*x+4 : 4*x+4]
				pixel[0], pixel[1], pixel[2] = color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
				pixel[3] = 255
			}
		}
	})
}

// layout is where the samples lie.
func (p packed) layout() wgfft.Layout {
	return wgfft.Layout{Samples: p.samples, Strides: []int{p.width * p.step, p.step}, Dist: 1}
}

// transform is that of a filter of so many channels.
func transform(r image.Rectangle, channels int, e Edges) wgfft.Problem {
	t := wgfft.Problem{Kind: wgfft.R2C, Shape: []int{r.Dy(), r.Dx()}, Batch: channels}
	if e == Reflect {
		t.Kind = wgfft.DCT2
	}
	return t
}

// gains fills a table of a response: those of all bins, and what is added to the first.
func (p packed) gains(table []float32, r Response, e Edges) {
	w, h := p.width, p.height
	us, vs := frequencies(w/2+1, w), wgfft.FFTFreq(h, 1)
	points := float64(w * h)
	if e == Reflect {
		us, vs = frequencies(w, 2*w), frequencies(h, 2*h)
		points *= 4
	} else {
		r = r.folded()
	}
	_, greatest := p.samples.Range()
	row := r.along(us)
	spread(h, func(from, to int) {
		for l := from; l < to; l++ {
			row(table[l*len(us):][:len(us)], vs[l])
		}
	})
	table[h*len(us)] = float32(r.offset * float64(greatest) * points)
}

// filteredWhereItLies filters a picture on a GPU that converts its samples itself. It reports false where there is none, or one that another way is better for.
func filteredWhereItLies(ctx context.Context, c *wgfft.Context, img image.Image, r Response, e Edges) (image.Image, bool, error) {
	if firstOf(r.Check(), e.check()) != nil || r.oriented && e == Reflect {
		return nil, false, nil // the other way names the error
	}
	s, err := sourceOf(img)
	if err != nil {
		return nil, false, nil
	}
	if gpu, err := c.OnGPU(ctx, transform(img.Bounds(), s.channels, e)); err != nil || !gpu {
		return nil, false, nil
	}
	p, fits := packedOf(img)
	if !fits {
		return nil, false, nil
	}
	err = p.filter(ctx, c, r, e)
	var limit *wgfft.LimitError
	if errors.As(err, &limit) || errors.Is(err, wgfft.ErrOutOfMemory) {
		return nil, false, nil // in parts it may go
	}
	return p.made, true, err
}

// filter does it.
func (p packed) filter(ctx context.Context, c *wgfft.Context, r Response, e Edges) error {
	t := transform(p.made.Bounds(), p.channels, e)
	t.In = p.layout()
	f, err := c.PlanResidentFilter(t, wgfft.RealGains)
	if err != nil {
		return err
	}
	defer f.Close()
	pixels, err := f.NewBuffer()
	if err != nil {
		return err
	}
	defer pixels.Close()
	gains, err := f.NewGains()
	if err != nil {
		return err
	}
	defer gains.Close()
	table := take[float32](&sampleRooms, f.Bins()+1)
	defer give(&sampleRooms, table)
	p.gains(table, r, e)
	at := wgfft.Region{Buffer: pixels}
	if err := c.UploadReal(ctx, wgfft.Region{Buffer: gains}, table); err != nil {
		return err
	}
	if err := wgfft.UploadSamples(ctx, c, at, p.pix); err != nil {
		return err
	}
	if err := f.Run(ctx, at, at, wgfft.Region{Buffer: gains}); err != nil {
		return err
	}
	return wgfft.DownloadSamples(ctx, c, p.pix, at)
}
