package imaging

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"

	"wgfft"
)

// packed describes an image in memory whose integer samples a GPU filters. Kernels convert the
// samples when they load and store.
type packed struct {
	width, height int
	samples       wgfft.Samples
	channels      int          // filtered samples of a pixel, without alpha
	pixelSamples  int          // all samples of a pixel
	newImage      emptyImage   // makes the result
	pix           []byte       // the image, from its first pixel
	stride        int          // bytes between the beginnings of two rows of pix
	ycbcr         *image.YCbCr // the source of a YCbCr image, which has no pix
}

// An emptyImage returns an empty image and its memory, which has no gaps between rows.
type emptyImage func(image.Rectangle) (image.Image, []byte)

// packedOf returns the description of an image, and reports whether a GPU can filter its samples.
func packedOf(img image.Image) (packed, bool) {
	if _, err := sourceOf(img); err != nil {
		return packed{}, false
	}
	r := img.Bounds()
	of := func(
		samples wgfft.Samples, channels, pixelSamples int, pix []byte, stride, offset int, newImage emptyImage,
	) (packed, bool) {
		return packed{
			width: r.Dx(), height: r.Dy(), samples: samples, channels: channels, pixelSamples: pixelSamples,
			newImage: newImage, pix: pix[offset:], stride: stride,
		}, true
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

// pixelBytes returns the number of bytes of a pixel.
func (p packed) pixelBytes() int { return p.pixelSamples * int(p.samples.Bytes()) }

// rowBytes returns the number of bytes of a row without gaps.
func (p packed) rowBytes() int { return p.width * p.pixelBytes() }

// copy copies the pixels to memory without gaps between rows. It reports whether all are opaque.
func (p packed) copy(to []byte) bool {
	n := p.rowBytes()
	seen := make([]bool, p.height)
	parallel(p.height, func(first, end int) {
		for y := first; y < end; y++ {
			row := to[y*n:][:n]
			if p.ycbcr != nil {
				convert(row, p.ycbcr, y)
				continue
			}
			copy(row, p.pix[y*p.stride:])
			seen[y] = p.pixelSamples > p.channels && !p.isOpaque(row)
		}
	})
	return !slices.Contains(seen, true)
}

// isOpaque reports whether the last sample of all pixels of a row has the largest value.
func (p packed) isOpaque(row []byte) bool {
	all := byte(255)
	for last := range int(p.samples.Bytes()) {
		for x := p.pixelBytes() - 1 - last; x < len(row); x += p.pixelBytes() {
			all &= row[x]
		}
	}
	return all == 255
}

// convert converts row y of a YCbCr image to RGBA pixels.
func convert(row []byte, m *image.YCbCr, y int) {
	luma := m.Y[m.YOffset(m.Rect.Min.X, m.Rect.Min.Y+y):]
	for x := range len(row) / 4 {
		at := m.COffset(m.Rect.Min.X+x, m.Rect.Min.Y+y)
		pixel := row[4*x : 4*x+4 : 4*x+4]
		pixel[0], pixel[1], pixel[2] = color.YCbCrToRGB(luma[x], m.Cb[at], m.Cr[at])
		pixel[3] = 255
	}
}

// withPixels returns p with other memory, which has no gaps between rows.
func (p packed) withPixels(pix []byte) packed {
	p.pix, p.stride, p.ycbcr = pix, p.rowBytes(), nil
	return p
}

// problem returns a transform of the channels in memory without gaps.
func (p packed) problem(kind wgfft.Kind, shape []int) wgfft.Problem {
	strides := []int{p.width * p.pixelSamples, p.pixelSamples}
	t := wgfft.Problem{
		Kind: kind, Shape: shape, Batch: p.channels,
		In: wgfft.Layout{Samples: p.samples, Strides: strides, Dist: 1},
	}
	if shape[0] > p.height || shape[1] > p.width {
		t.In.Have = []int{p.height, p.width}
	}
	return t
}

// binOffset returns what is added to bin 0 of a transform of the given number of points to add offset
// to every sample. An offset of 1 is the largest sample.
func (p packed) binOffset(offset float64, points int) float32 {
	_, largest := p.samples.Range()
	return float32(offset * float64(largest) * float64(points))
}

// gains returns the gains of a response for all bins, followed by the value to add to bin 0.
func (p packed) gains(r Response, e Edges) []float32 {
	w, h := p.width, p.height
	us, vs := frequencies(w/2+1, w), wgfft.FFTFreq(h, 1)
	points := w * h
	if e == Reflect {
		us, vs = frequencies(w, 2*w), frequencies(h, 2*h)
		points *= 4
	} else {
		r = r.averagedAtNyquist()
	}
	table := getSlice[float32](&samplePool, h*len(us)+1)
	fillGains(r, table, us, vs)
	table[h*len(us)] = p.binOffset(r.offset, points)
	return table
}

// filterPacked filters the integer samples of an image on a GPU. It reports whether it did. All other
// cases are left to [Planes.Filter]:
//
//   - no GPU, or one that is not faster than the CPU
//   - an image that is not opaque, or too large for one binding
//   - a response that needs a sine transform
//   - invalid arguments
func filterPacked(
	ctx context.Context, c *wgfft.Engine, img image.Image, r Response, e Edges,
) (image.Image, bool, error) {
	if firstOf(r.Check(), e.check()) != nil || r.isOriented && e == Reflect {
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
	f, err := newGPUFilter(ctx, c, p.problem(kind, shape), wgfft.RealGains)
	if err != nil {
		return packedResult(nil, err)
	}
	defer f.close()
	made, pix := p.newImage(img.Bounds())
	if !p.copy(pix) {
		return nil, false, nil
	}
	table := p.gains(r, e)
	if err = c.UploadReal(ctx, f.gains, table); err == nil {
		err = f.run(ctx, pix)
	}
	if err == nil {
		putSlice(&samplePool, table)
	}
	return packedResult(made, err)
}

// convolvePacked convolves the integer samples of an image on a GPU, as filterPacked does. It
// multiplies the spectrum of the extended image by that of the kernel.
func convolvePacked(
	ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, e Edges,
) (image.Image, bool, error) {
	if _, none := c.Device(); c.Adapter().CPU || firstOf(none, k.check(), e.check()) != nil {
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
	f, err := newGPUFilter(ctx, c, q.problem(wgfft.R2C, shape), wgfft.ComplexGains)
	if err != nil {
		return packedResult(nil, err)
	}
	defer f.close()
	made, pix := p.newImage(img.Bounds())
	if !p.copy(pix) {
		return nil, false, nil
	}
	if err := f.loadKernel(ctx, k, shape, e, p.binOffset(float64(k.Offset), shape[0]*shape[1])); err != nil {
		return packedResult(nil, err)
	}
	p = p.withPixels(pix)
	if e == Periodic {
		return packedResult(made, f.run(ctx, pix))
	}
	q = p.padded(k)
	if err = f.run(ctx, q.pix); err == nil {
		p.crop(q, k)
	}
	return packedResult(made, err)
}

// packedResult returns the image made if err is nil. It reports false for an image that exceeds a
// binding or the GPU's memory: planes are transformed in parts.
func packedResult(made image.Image, err error) (image.Image, bool, error) {
	var limit *wgfft.LimitError
	switch {
	case err == nil:
		return made, true, nil
	case errors.As(err, &limit), errors.Is(err, wgfft.ErrOutOfMemory), errors.Is(err, wgfft.ErrNoAdapter):
		return nil, false, nil
	}
	return nil, true, err
}

// padded returns the image, mirrored at its edges as far as a kernel reaches.
func (p packed) padded(k Kernel) packed {
	q := p
	q.width, q.height = p.width+k.Width-1, p.height+k.Height-1
	q = q.withPixels(make([]byte, q.height*q.rowBytes()))
	left, top := k.margins()
	pixel := p.pixelBytes()
	parallel(q.height, func(from, to int) {
		for y := from; y < to; y++ {
			row := q.pix[y*q.rowBytes():][:q.rowBytes()]
			source := p.pix[Reflect.index(y-top, p.height)*p.rowBytes():][:p.rowBytes()]
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

// crop copies the result of a convolution of the padded image q to p. The convolution takes the
// first weight of k as its centre. The result for pixel (x, y) is therefore at (x+Width-1,
// y+Height-1).
func (p packed) crop(q packed, k Kernel) {
	parallel(p.height, func(from, to int) {
		for y := from; y < to; y++ {
			copy(p.pix[y*p.rowBytes():][:p.rowBytes()], q.pix[(y+k.Height-1)*q.rowBytes()+(k.Width-1)*p.pixelBytes():])
		}
	})
}

// A gpuFilter filters the samples of an image in a GPU buffer, in place.
type gpuFilter struct {
	c              *wgfft.Engine
	f              *wgfft.ResidentFilterPlan
	samples, gains wgfft.Region
}

func newGPUFilter(ctx context.Context, c *wgfft.Engine, t wgfft.Problem, g wgfft.Gains) (*gpuFilter, error) {
	f, err := c.PlanResidentFilter(ctx, t, g)
	if err != nil {
		return nil, err
	}
	made := &gpuFilter{c: c, f: f}
	if made.samples.Buffer, err = f.NewBuffer(); err == nil {
		made.gains.Buffer, err = f.NewGains()
	}
	if err != nil {
		made.close()
		return nil, err
	}
	return made, nil
}

func (f *gpuFilter) close() {
	f.f.Close()
	for _, at := range []wgfft.Region{f.samples, f.gains} {
		if at.Buffer != nil {
			at.Buffer.Close()
		}
	}
}

// run uploads samples, filters them by the gains on the GPU and downloads them.
func (f *gpuFilter) run(ctx context.Context, pix []byte) error {
	if err := wgfft.UploadSamples(ctx, f.c, f.samples, pix); err != nil {
		return err
	}
	if err := f.f.Run(ctx, f.samples, f.samples, f.gains); err != nil {
		return err
	}
	return wgfft.DownloadSamples(ctx, f.c, pix, f.samples)
}

// loadKernel sets the gains to the spectrum of a kernel, followed by the value to add to bin 0. The
// origin of the kernel is its centre for periodic edges, and its first weight otherwise.
func (f *gpuFilter) loadKernel(ctx context.Context, k Kernel, shape []int, e Edges, offset float32) error {
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
	end := f.gains
	end.Offset = 8 * int64(f.f.Bins())
	return f.c.Upload(ctx, end, []complex64{complex(offset, 0)})
}
