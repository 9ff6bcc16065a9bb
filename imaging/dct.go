package imaging

import (
	"context"
	"fmt"
	"image"

	"wgfft"
)

// Coefficients are the cosine transforms of the channels of a picture: of type 2 and orthogonal, so that the sum of their squares is that of
// the samples. Those of a whole picture lie in Data like the samples, one channel after the other, each row-major. Those of blocks of n x n
// lie block by block, each row-major: the blocks of the first channel from left to right and then downwards, those of the next channel, and so
// on. Blocks that reach beyond the right or the lower edge are filled up with the mirrored picture.
//
// Data may be changed; the other fields say what it holds.
type Coefficients struct {
	Data   []float32
	Block  int // n; 0 for a whole picture
	Across int // blocks side by side; 1 for a whole picture
	Down   int // blocks one below the other

	planes Planes // without samples
}

// DCT is the cosine transform of a whole picture. It returns ErrEmpty, ErrSize or ErrPixels, or an error of c.
func DCT(ctx context.Context, c *wgfft.Engine, img image.Image) (*Coefficients, error) {
	return transformed(ctx, c, img, 0)
}

// BlockDCT is the cosine transform of a picture in blocks of n x n; those of JPEG are 8 x 8. It returns ErrParameter for n < 1. In all else it is like DCT.
func BlockDCT(ctx context.Context, c *wgfft.Engine, img image.Image, n int) (*Coefficients, error) {
	if n < 1 || n > mostPixels {
		return nil, parameter("blocks of %d x %d: they have at least one point and at most %d", n, n, mostPixels)
	}
	return transformed(ctx, c, img, n)
}

// transformed is either of both.
func transformed(ctx context.Context, c *wgfft.Engine, img image.Image, n int) (*Coefficients, error) {
	p, err := Split(img)
	if err != nil {
		return nil, err
	}
	k := &Coefficients{Data: p.Pix, Block: n, Across: 1, Down: 1, planes: *p}
	k.planes.Pix = nil
	if n > 0 {
		k.Across, k.Down = blocks(p.Rect.Dx(), n), blocks(p.Rect.Dy(), n)
		if err := checkSize(image.Rect(0, 0, k.Across*n, k.Down*n)); err != nil {
			return nil, err
		}
		if err := c.CheckMemory(fmt.Sprintf("blocks of %d x %d", n, n), 4*int64(k.elements())); err != nil {
			return nil, err
		}
		k.Data = make([]float32, k.elements())
		k.cut(p)
	}
	if _, err := c.DCTN(ctx, k.Data, k.Data, k.shape(), wgfft.DCT2, wgfft.WithNorm(wgfft.NormOrtho)); err != nil {
		return nil, err
	}
	return k, nil
}

// Image is the picture of the coefficients, like the one they come from, with its alpha. Data stays as it is. It returns ErrPixels where Data has
// another length than it had, or an error of c.
func (k *Coefficients) Image(ctx context.Context, c *wgfft.Engine) (image.Image, error) {
	if k.planes.Channels == 0 {
		return nil, fmt.Errorf("%w: these coefficients are of no picture; use DCT or BlockDCT", ErrEmpty)
	}
	w, h, n := k.planes.Rect.Dx(), k.planes.Rect.Dy(), k.Block
	kept := n == 0 && k.Across == 1 && k.Down == 1 || n > 0 && k.Across == blocks(w, n) && k.Down == blocks(h, n)
	if !kept || len(k.Data) != k.elements() {
		return nil, fmt.Errorf("%w: %d in %d x %d blocks are not those of %v", ErrPixels, len(k.Data), k.Across, k.Down, k.planes.Rect)
	}
	x, err := c.IDCTN(ctx, nil, k.Data, k.shape(), wgfft.DCT2, wgfft.WithNorm(wgfft.NormOrtho))
	if err != nil {
		return nil, err
	}
	p := k.planes
	p.Pix = x
	if n > 0 {
		p.Pix = make([]float32, p.Channels*w*h)
		k.join(&p, x)
	}
	return p.Image()
}

// blocks is how many of n points cover so many.
func blocks(points, n int) int { return (points-1)/n + 1 }

// shape is that of a block, or of the picture.
func (k *Coefficients) shape() []int {
	if k.Block == 0 {
		return k.planes.shape()
	}
	return []int{k.Block, k.Block}
}

// elements is how many coefficients there are.
func (k *Coefficients) elements() int {
	s := k.shape()
	return k.planes.Channels * k.Across * k.Down * s[0] * s[1]
}

// cut fills the blocks.
func (k *Coefficients) cut(p *Planes) {
	n, w := k.Block, p.Rect.Dx()
	k.blockRows(p, k.Data, func(block, row []float32, left int) {
		for u := range block {
			block[u] = row[Reflect.index(left+u, w)]
		}
	}, k.Down*n)
}

// join is the way back: it puts blocks together.
func (k *Coefficients) join(p *Planes, data []float32) {
	k.blockRows(p, data, func(block, row []float32, left int) {
		copy(row[left:], block)
	}, p.Rect.Dy())
}

// blockRows does the rows of the blocks with the picture's, from the first channel's to the last's: so many of each from the top.
func (k *Coefficients) blockRows(p *Planes, data []float32, do func(block, row []float32, left int), rows int) {
	n := k.Block
	spread(rows, func(from, to int) {
		for y := from; y < to; y++ {
			picture := p.rows(Reflect.index(y, p.Rect.Dy()))
			for i := range p.Channels {
				for b := range k.Across {
					first := (((i*k.Down+y/n)*k.Across+b)*n + y%n) * n
					do(data[first:first+n], picture[i], b*n)
				}
			}
		}
	})
}
