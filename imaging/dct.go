package imaging

import (
	"context"
	"fmt"
	"image"
	"wgfft/nd"

	"wgfft"
)

// Coefficients are the orthonormal DCTs of type 2 of the channels of an image. The sum of their
// squares equals that of the samples.
//
// For a whole image, Data has the shape channels x height x width, row-major. For blocks of n x n
// it has the shape channels x Down x Across x n x n. Blocks that reach beyond the right or the
// bottom edge are filled with the mirrored image.
//
// Data may be changed. The other fields must not be changed.
type Coefficients struct {
	// Data holds the coefficients.
	Data []float32
	// Block is the size n of the blocks; 0 for a whole image.
	Block int
	// Across is the number of blocks in a row; 1 for a whole image.
	Across int
	// Down is the number of rows of blocks; 1 for a whole image.
	Down int

	planes Planes // the image without its samples
}

// DCT returns the cosine transform of a whole image. Errors: [ErrEmpty], [ErrSize], [ErrPixels], or
// an error of c.
func DCT(ctx context.Context, c *wgfft.Engine, img image.Image) (*Coefficients, error) {
	return dct(ctx, c, img, 0)
}

// BlockDCT returns the cosine transforms of an image in blocks of n x n pixels. JPEG uses n = 8.
// Errors: [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter] for an n below 1, or an error of c.
func BlockDCT(ctx context.Context, c *wgfft.Engine, img image.Image, n int) (*Coefficients, error) {
	if n < 1 || n > maxPixels {
		return nil, parameter("block size %d is out of range [1, %d]", n, maxPixels)
	}
	return dct(ctx, c, img, n)
}

// dct returns the transform in blocks of n x n, or of the whole image if n is 0.
func dct(ctx context.Context, c *wgfft.Engine, img image.Image, n int) (*Coefficients, error) {
	if err := checkMemory(c, 0, img); err != nil {
		return nil, err
	}
	p, err := Split(img)
	if err != nil {
		return nil, err
	}
	k := &Coefficients{Data: p.Pix, Block: n, Across: 1, Down: 1, planes: *p}
	k.planes.Pix = nil
	if n > 0 {
		k.Across, k.Down = blockCount(p.Rect.Dx(), n), blockCount(p.Rect.Dy(), n)
		if err := checkSize(image.Rect(0, 0, k.Across*n, k.Down*n)); err != nil {
			return nil, err
		}
		if err := c.CheckMemory(fmt.Sprintf("blocks of %d x %d", n, n), 4*int64(k.count())); err != nil {
			return nil, err
		}
		k.Data = make([]float32, k.count())
	}
	err = k.compute(ctx, c, p, func(q *nd.Queue, image, bins nd.Array) { q.Set(bins, ArrayDCT(q, image, n)) })
	if err != nil {
		return nil, err
	}
	return k, nil
}

// compute does a step with the samples and the coefficients: of all channels, or of each if there are blocks, which
// need a temporary.
func (k *Coefficients) compute(
	ctx context.Context, c *wgfft.Engine, p *Planes, step func(q *nd.Queue, image, bins nd.Array),
) error {
	q := nd.NewQueue(c, nd.QueueOptions{Host: true})
	defer q.Close()
	var made []nd.Array
	defer func() {
		for _, a := range made {
			a.Close()
		}
	}()
	data, size := k.Data, len(k.Data)/p.Channels
	shape := k.shape()
	if k.Block == 0 {
		size, shape = len(data), append([]int{p.Channels}, shape...)
	}
	return p.onHost(ctx, q, k.Block == 0, func(a nd.Array) {
		bins := a
		if &k.Data[0] != &p.Pix[0] {
			bins = nd.Over(q, data[:size], shape...)
			made = append(made, bins)
		}
		step(q, a, bins)
		data = data[size:]
	})
}

// Image returns the image of the coefficients, with the type, bounds and alpha of the image that
// they come from. It does not change Data. Errors: [ErrEmpty] for Coefficients that no transform
// returned, [ErrPixels] if the length of Data, or another field, was changed, or an error of c.
func (k *Coefficients) Image(ctx context.Context, c *wgfft.Engine) (image.Image, error) {
	if k.planes.Channels == 0 {
		return nil, fmt.Errorf("%w: these coefficients come from no image; use DCT or BlockDCT", ErrEmpty)
	}
	w, h, n := k.planes.Rect.Dx(), k.planes.Rect.Dy(), k.Block
	across, down := 1, 1
	if n > 0 {
		across, down = blockCount(w, n), blockCount(h, n)
	}
	if n < 0 || k.Across != across || k.Down != down || len(k.Data) != k.count() {
		return nil, fmt.Errorf("%w: Data has %d coefficients in %d x %d blocks, want %d for an image of %v",
			ErrPixels, len(k.Data), k.Across, k.Down, k.count(), k.planes.Rect)
	}
	p := k.planes
	p.Pix = make([]float32, p.Channels*w*h)
	err := k.compute(ctx, c, &p, func(q *nd.Queue, image, bins nd.Array) {
		q.Set(image, ArrayIDCT(q, bins, n, w, h))
	})
	if err != nil {
		return nil, err
	}
	return p.Image()
}

// blockCount returns the number of blocks of n points that cover the given number of points.
func blockCount(points, n int) int { return (points-1)/n + 1 }

// shape returns the shape of the coefficients of a channel.
func (k *Coefficients) shape() []int {
	if k.Block == 0 {
		return k.planes.shape()
	}
	return []int{k.Down, k.Across, k.Block, k.Block}
}

// count returns the number of coefficients.
func (k *Coefficients) count() int {
	n := k.planes.Channels
	for _, length := range k.shape() {
		n *= length
	}
	return n
}
