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

// transform is that of a filter of so many channels.
func transform(r image.Rectangle, channels int, e Edges) wgfft.Problem {
	t := wgfft.Problem{Kind: wgfft.R2C, Shape: []int{r.Dy(), r.Dx()}, Batch: channels}
	if e == Reflect {
		t.Kind = wgfft.DCT2
	}
	return t
}

// lying is a problem whose arrays are the channels of the picture.
func (p packed) lying(t wgfft.Problem) wgfft.Problem {
	t.In = wgfft.Layout{Samples: p.samples, Strides: []int{p.width * p.step, p.step}, Dist: 1}
	if t.Shape[0] > p.height || t.Shape[1] > p.width {
		t.In.Have = []int{p.height, p.width}
	}
	return t
}

// gains are those of a response, for all bins, and behind them what is added to the first.
func (p packed) gains(r Response, e Edges) []float32 {
	w, h := p.width, p.height
	us, vs := frequencies(w/2+1, w), wgfft.FFTFreq(h, 1)
	points := w * h
	if e == Reflect {
		us, vs = frequencies(w, 2*w), frequencies(h, 2*h)
		points *= 4
	} else {
		r = r.folded()
	}
	table := take[float32](&sampleRooms, h*len(us)+1)
	row := r.along(us)
	spread(h, func(from, to int) {
		for l := from; l < to; l++ {
			row(table[l*len(us):][:len(us)], vs[l])
		}
	})
	table[h*len(us)] = p.lift(r.offset, points)
	return table
}

// lift is what the first of so many bins has more where every sample has a share of the greatest more.
func (p packed) lift(share float64, points int) float32 {
	_, greatest := p.samples.Range()
	return float32(share * float64(greatest) * float64(points))
}

// result is the picture when it is done; of what one binding or the memory does not hold it says that it is not, for planes go in parts.
func (p packed) result(err error) (image.Image, bool, error) {
	var limit *wgfft.LimitError
	switch {
	case err == nil:
		return p.made, true, nil
	case errors.As(err, &limit), errors.Is(err, wgfft.ErrOutOfMemory):
		return nil, false, nil
	}
	return nil, true, err
}

// filteredWhereItLies filters a picture on a GPU that converts its samples itself. It reports false of what goes by way of planes: where the processor is as fast,
// pictures that are not opaque, responses that take sines beside cosines, and what is wrong, for which that way has the error.
func filteredWhereItLies(ctx context.Context, c *wgfft.Context, img image.Image, r Response, e Edges) (image.Image, bool, error) {
	s, err := sourceOf(img)
	if firstOf(err, r.Check(), e.check()) != nil || r.oriented && e == Reflect {
		return nil, false, nil
	}
	if gpu, err := c.OnGPU(ctx, transform(img.Bounds(), s.channels, e)); err != nil || !gpu {
		return nil, false, nil
	}
	p, fits := packedOf(img)
	if !fits {
		return nil, false, nil
	}
	table := p.gains(r, e)
	defer give(&sampleRooms, table)
	return p.result(filterSamples(ctx, c, p.lying(transform(p.made.Bounds(), p.channels, e)), p.pix, table))
}

// convolvedWhereItLies is the same of a kernel: a product with its spectrum, of the picture as it goes on beyond its edges.
func convolvedWhereItLies(ctx context.Context, c *wgfft.Context, img image.Image, k Kernel, e Edges) (image.Image, bool, error) {
	_, err := sourceOf(img)
	if _, none := c.Device(); firstOf(none, err, k.check(), e.check()) != nil {
		return nil, false, nil
	}
	p, fits := packedOf(img)
	if !fits {
		return nil, false, nil
	}
	q, w, h := p, p.width, p.height
	if e == Reflect {
		w, h = w+k.Width-1, h+k.Height-1
		if checkSize(image.Rect(0, 0, w, h)) != nil {
			return nil, false, nil
		}
		q = p.continued(k)
		w, h = c.NextFastLen(w), c.NextFastLen(h)
	}
	t := wgfft.Problem{Kind: wgfft.R2C, Shape: []int{h, w}, Batch: p.channels}
	bins := h * (w/2 + 1)
	table := take[complex64](&binRooms, bins+1)
	defer give(&binRooms, table)
	if _, err := c.RFFT2(ctx, table[:bins], k.wrapped(w, h), t.Shape); err != nil {
		return p.result(err)
	}
	table[bins] = complex(p.lift(float64(k.Offset), w*h), 0)
	err = filterSamples(ctx, c, q.lying(t), q.pix, table)
	if err == nil && e == Reflect {
		p.crop(q, k)
	}
	return p.result(err)
}

// continued is the picture mirrored at its edges as far as a kernel reaches.
func (p packed) continued(k Kernel) packed {
	q := p
	q.width, q.height = p.width+k.Width-1, p.height+k.Height-1
	q.pix = make([]byte, q.height*q.row())
	left, top := k.Width-1-k.Width/2, k.Height-1-k.Height/2
	pixel := p.step * int(p.samples.Bytes())
	spread(q.height, func(from, to int) {
		for y := from; y < to; y++ {
			row, source := q.pix[y*q.row():][:q.row()], p.pix[Reflect.index(y-top, p.height)*p.row():][:p.row()]
			copy(row[left*pixel:], source)
			for x := range q.width {
				if x < left || x >= left+p.width {
					copy(row[x*pixel:][:pixel], source[Reflect.index(x-left, p.width)*pixel:])
				}
			}
		}
	})
	return q
}

// crop takes the picture out of the continued one.
func (p packed) crop(q packed, k Kernel) {
	left, top := k.Width-1-k.Width/2, k.Height-1-k.Height/2
	pixel := p.step * int(p.samples.Bytes())
	spread(p.height, func(from, to int) {
		for y := from; y < to; y++ {
			copy(p.pix[y*p.row():][:p.row()], q.pix[(y+top)*q.row()+left*pixel:])
		}
	})
}

// filterSamples filters samples on the GPU, where they lie: a transform, gains for its bins, and the way back.
func filterSamples[T float32 | complex64](ctx context.Context, c *wgfft.Context, t wgfft.Problem, pix []byte, gains []T) error {
	kind := wgfft.RealGains
	if _, turning := any(gains).([]complex64); turning {
		kind = wgfft.ComplexGains
	}
	f, err := c.PlanResidentFilter(t, kind)
	if err != nil {
		return err
	}
	defer f.Close()
	samples, err := f.NewBuffer()
	if err != nil {
		return err
	}
	defer samples.Close()
	table, err := f.NewGains()
	if err != nil {
		return err
	}
	defer table.Close()
	at, by := wgfft.Region{Buffer: samples}, wgfft.Region{Buffer: table}
	switch gains := any(gains).(type) {
	case []float32:
		err = c.UploadReal(ctx, by, gains)
	case []complex64:
		err = c.Upload(ctx, by, gains)
	}
	if err != nil {
		return err
	}
	if err := wgfft.UploadSamples(ctx, c, at, pix); err != nil {
		return err
	}
	if err := f.Run(ctx, at, at, by); err != nil {
		return err
	}
	return wgfft.DownloadSamples(ctx, c, pix, at)
}
