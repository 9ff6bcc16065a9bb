package imaging

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"

	"wgfft"
)

// packed is a picture as it lies in memory, of which a GPU filters a copy where it lies: kernels make numbers of its samples as they load them, and samples of
// the numbers as they store them.
type packed struct {
	width, height int
	samples       wgfft.Samples
	channels      int                                         // to filter, of each pixel's
	step          int                                         // samples of a pixel
	made          func(image.Rectangle) (image.Image, []byte) // an empty picture of the type, and its memory, in which rows follow one another
	pix           []byte                                      // of the picture, from its first pixel on
	stride        int                                         // bytes from row to row there
	ycbcr         *image.YCbCr                                // what pix is made of, if it is not there
}

// packedOf is how a picture lies whose samples a GPU can filter; it reports false of others.
func packedOf(img image.Image) (packed, bool) {
	if _, err := sourceOf(img); err != nil {
		return packed{}, false
	}
	r := img.Bounds()
	of := func(samples wgfft.Samples, channels, step int, pix []byte, stride, offset int, made func(image.Rectangle) (image.Image, []byte)) (packed, bool) {
		return packed{width: r.Dx(), height: r.Dy(), samples: samples, channels: channels, step: step, made: made, pix: pix[offset:], stride: stride}, true
	}
	const deep = wgfft.Uint16Big
	switch m := img.(type) {
	case *image.Gray:
		return of(wgfft.Uint8, 1, 1, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newGray)
	case *image.Gray16:
		return of(deep, 1, 1, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newGray16)
	case *image.RGBA:
		return of(wgfft.Uint8, 3, 4, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newRGBA)
	case *image.NRGBA:
		return of(wgfft.Uint8, 3, 4, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newNRGBA)
	case *image.RGBA64:
		return of(deep, 3, 4, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newRGBA64)
	case *image.NRGBA64:
		return of(deep, 3, 4, m.Pix, m.Stride, m.PixOffset(r.Min.X, r.Min.Y), newNRGBA64)
	case *image.YCbCr:
		p, _ := of(wgfft.Uint8, 3, 4, nil, 0, 0, newRGBA)
		p.ycbcr = m
		return p, true
	}
	return packed{}, false
}

func newGray(r image.Rectangle) (image.Image, []byte)    { m := image.NewGray(r); return m, m.Pix }
func newGray16(r image.Rectangle) (image.Image, []byte)  { m := image.NewGray16(r); return m, m.Pix }
func newRGBA(r image.Rectangle) (image.Image, []byte)    { m := image.NewRGBA(r); return m, m.Pix }
func newNRGBA(r image.Rectangle) (image.Image, []byte)   { m := image.NewNRGBA(r); return m, m.Pix }
func newRGBA64(r image.Rectangle) (image.Image, []byte)  { m := image.NewRGBA64(r); return m, m.Pix }
func newNRGBA64(r image.Rectangle) (image.Image, []byte) { m := image.NewNRGBA64(r); return m, m.Pix }

// pixel is how many bytes one has, and row a row without gaps.
func (p packed) pixel() int { return p.step * int(p.samples.Bytes()) }
func (p packed) row() int   { return p.width * p.pixel() }

// copy copies the pixels to memory without gaps between rows; it reports false where one is not opaque.
func (p packed) copy(to []byte) bool {
	n := p.row()
	seen := make([]bool, p.height)
	spread(p.height, func(first, end int) {
		for y := first; y < end; y++ {
			row := to[y*n:][:n]
			if p.ycbcr != nil {
				convert(row, p.ycbcr, y)
				continue
			}
			copy(row, p.pix[y*p.stride:])
			seen[y] = p.step > p.channels && !p.opaque(row)
		}
	})
	return !slices.Contains(seen, true)
}

// opaque says whether the last sample of all pixels of a row is the greatest.
func (p packed) opaque(row []byte) bool {
	all := byte(255)
	for last := range int(p.samples.Bytes()) {
		for x := p.pixel() - 1 - last; x < len(row); x += p.pixel() {
			all &= row[x]
		}
	}
	return all == 255
}

// convert makes a row of RGBA pixels of row y of a picture of brightness and differences.
func convert(row []byte, m *image.YCbCr, y int) {
	luma := m.Y[m.YOffset(m.Rect.Min.X, m.Rect.Min.Y+y):]
	for x := range len(row) / 4 {
		at := m.COffset(m.Rect.Min.X+x, m.Rect.Min.Y+y)
		pixel := row[4*x : 4*x+4 : 4*x+4]
		pixel[0], pixel[1], pixel[2] = color.YCbCrToRGB(luma[x], m.Cb[at], m.Cr[at])
		pixel[3] = 255
	}
}

// of is the picture in memory without gaps, in place of its own.
func (p packed) of(pix []byte) packed {
	p.pix, p.stride, p.ycbcr = pix, p.row(), nil
	return p
}

// lying is a transform of the channels where they lie without gaps.
func (p packed) lying(kind wgfft.Kind, shape []int) wgfft.Problem {
	t := wgfft.Problem{Kind: kind, Shape: shape, Batch: p.channels, In: wgfft.Layout{Samples: p.samples, Strides: []int{p.width * p.step, p.step}, Dist: 1}}
	if shape[0] > p.height || shape[1] > p.width {
		t.In.Have = []int{p.height, p.width}
	}
	return t
}

// lift is what the first of so many bins has more where every sample has a share of the greatest more.
func (p packed) lift(share float64, points int) float32 {
	_, greatest := p.samples.Range()
	return float32(share * float64(greatest) * float64(points))
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

// filteredWhereItLies filters a picture on a GPU that converts its samples itself. It reports false of what goes by way of planes: where the processor is as fast,
// pictures that are not opaque or too large for one binding, responses that take sines beside cosines, and what is wrong, for which that way has the error.
func filteredWhereItLies(ctx context.Context, c *wgfft.Engine, img image.Image, r Response, e Edges) (image.Image, bool, error) {
	if firstOf(r.Check(), e.check()) != nil || r.oriented && e == Reflect {
		return nil, false, nil
	}
	p, fits := packedOf(img)
	if !fits {
		return nil, false, nil
	}
	kind := map[Edges]wgfft.Kind{Reflect: wgfft.DCT2, Periodic: wgfft.R2C}[e]
	shape := []int{p.height, p.width}
	if gpu, err := c.OnGPU(ctx, wgfft.Problem{Kind: kind, Shape: shape, Batch: p.channels}); err != nil || !gpu {
		return nil, false, nil
	}
	f, err := newFilterer(ctx, c, p.lying(kind, shape), wgfft.RealGains)
	if err != nil {
		return settled(nil, err)
	}
	defer f.close()
	made, pix := p.made(img.Bounds())
	if !p.copy(pix) {
		return nil, false, nil
	}
	table := p.gains(r, e)
	if err = c.UploadReal(ctx, f.gains, table); err == nil {
		err = f.run(ctx, pix)
	}
	if err == nil {
		give(&sampleRooms, table)
	}
	return settled(made, err)
}

// convolvedWhereItLies is the same of a kernel: a product with its spectrum, of the picture as it goes on beyond its edges.
func convolvedWhereItLies(ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, e Edges) (image.Image, bool, error) {
	if _, none := c.Device(); firstOf(none, k.check(), e.check()) != nil {
		return nil, false, nil
	}
	p, fits := packedOf(img)
	if !fits {
		return nil, false, nil
	}
	q, shape := p, []int{p.height, p.width}
	if e == Reflect {
		q.width, q.height = p.width+k.Width-1, p.height+k.Height-1
		if checkSize(image.Rect(0, 0, q.width, q.height)) != nil {
			return nil, false, nil
		}
		shape = []int{c.NextFastLen(q.height), c.NextFastLen(q.width)}
	}
	f, err := newFilterer(ctx, c, q.lying(wgfft.R2C, shape), wgfft.ComplexGains)
	if err != nil {
		return settled(nil, err)
	}
	defer f.close()
	made, pix := p.made(img.Bounds())
	if !p.copy(pix) {
		return nil, false, nil
	}
	if err := f.spectrum(ctx, k, shape, e, p.lift(float64(k.Offset), shape[0]*shape[1])); err != nil {
		return settled(nil, err)
	}
	p = p.of(pix)
	if e == Periodic {
		return settled(made, f.run(ctx, pix))
	}
	q = p.continued(k)
	if err = f.run(ctx, q.pix); err == nil {
		p.crop(q, k)
	}
	return settled(made, err)
}

// settled is the picture when it is done; of what one binding or the memory does not hold it says that it is not, for planes go in parts.
func settled(made image.Image, err error) (image.Image, bool, error) {
	var limit *wgfft.LimitError
	switch {
	case err == nil:
		return made, true, nil
	case errors.As(err, &limit), errors.Is(err, wgfft.ErrOutOfMemory), errors.Is(err, wgfft.ErrNoAdapter):
		return nil, false, nil
	}
	return nil, true, err
}

// continued is the picture mirrored at its edges as far as a kernel reaches.
func (p packed) continued(k Kernel) packed {
	q := p
	q.width, q.height = p.width+k.Width-1, p.height+k.Height-1
	q = q.of(make([]byte, q.height*q.row()))
	left, top := k.before()
	pixel := p.pixel()
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

// crop takes the picture out of the continued one convolved with a kernel whose first weight is its centre: the result for a pixel is behind all that it is made of.
func (p packed) crop(q packed, k Kernel) {
	spread(p.height, func(from, to int) {
		for y := from; y < to; y++ {
			copy(p.pix[y*p.row():][:p.row()], q.pix[(y+k.Height-1)*q.row()+(k.Width-1)*p.pixel():])
		}
	})
}

// A filterer filters samples on a GPU, where they lie.
type filterer struct {
	c              *wgfft.Engine
	f              *wgfft.ResidentFilterPlan
	samples, gains wgfft.Region
}

func newFilterer(ctx context.Context, c *wgfft.Engine, t wgfft.Problem, g wgfft.Gains) (*filterer, error) {
	f, err := c.PlanResidentFilter(ctx, t, g)
	if err != nil {
		return nil, err
	}
	made := &filterer{c: c, f: f}
	if made.samples.Buffer, err = f.NewBuffer(); err == nil {
		made.gains.Buffer, err = f.NewGains()
	}
	if err != nil {
		made.close()
		return nil, err
	}
	return made, nil
}

func (f *filterer) close() {
	f.f.Close()
	for _, at := range []wgfft.Region{f.samples, f.gains} {
		if at.Buffer != nil {
			at.Buffer.Close()
		}
	}
}

// run filters samples by the gains that are there.
func (f *filterer) run(ctx context.Context, pix []byte) error {
	if err := wgfft.UploadSamples(ctx, f.c, f.samples, pix); err != nil {
		return err
	}
	if err := f.f.Run(ctx, f.samples, f.samples, f.gains); err != nil {
		return err
	}
	return wgfft.DownloadSamples(ctx, f.c, pix, f.samples)
}

// spectrum makes gains of the spectrum of a kernel, with its first weight, of pictures that repeat themselves its centre, as the first of the weights around; and of what is
// added to the first bin.
func (f *filterer) spectrum(ctx context.Context, k Kernel, shape []int, e Edges, lift float32) error {
	weights, l := k.Weights, wgfft.Layout{Have: []int{k.Height, k.Width}}
	if e == Periodic {
		weights, l = k.wrapped(shape[1], shape[0]), wgfft.Layout{}
	}
	r, err := f.c.PlanResident(ctx, wgfft.Problem{Kind: wgfft.R2C, Shape: shape, In: l})
	if err != nil {
		return err
	}
	defer r.Close()
	source, err := r.NewSource()
	if err != nil {
		return err
	}
	defer source.Close()
	if err := f.c.UploadReal(ctx, wgfft.Region{Buffer: source}, weights); err != nil {
		return err
	}
	if err := r.Forward(ctx, f.gains, wgfft.Region{Buffer: source}); err != nil {
		return err
	}
	behind := f.gains
	behind.Offset = 8 * int64(f.f.Bins())
	return f.c.Upload(ctx, behind, []complex64{complex(lift, 0)})
}
