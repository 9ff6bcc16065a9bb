package imaging

import (
	"context"
	"fmt"
	"image"
	"math"

	"wgfft"
	"wgfft/nd"
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
	work := p.convolve
	if w > 2*p.Rect.Dx() || h > 2*p.Rect.Dy() { // the kernel may reach beyond the mirror image
		work = func(ctx context.Context, c *wgfft.Engine, k Kernel, e Edges) error {
			return p.apply(ctx, c, k.recipe(e))
		}
	}
	if err := firstOf(checkSize(image.Rect(0, 0, w, h)), work(ctx, c, k, e)); err != nil {
		return err
	}
	p.updateBackdrop(k.sum(), float64(k.Offset))
	return nil
}

// convolve convolves the planes with a kernel that reaches at most as far as the planes are wide and high.
func (p *Planes) convolve(ctx context.Context, c *wgfft.Engine, k Kernel, e Edges) error {
	q := nd.NewQueue(c, nd.QueueOptions{Host: true})
	defer q.Close()
	w, h := p.Rect.Dx()+k.Width-1, p.Rect.Dy()+k.Height-1
	left, top := k.margins()
	what := fmt.Sprintf("planes of %v, extended by a kernel of %d x %d", p.Rect, k.Width, k.Height)
	if err := c.CheckMemory(what, 4*int64(p.Channels)*int64(w)*int64(h)); err != nil {
		return err
	}
	extended := getSlice[float32](&samplePool, p.Channels*w*h)
	wide := nd.Over(q, extended, p.Channels, h, w)
	defer wide.Close()
	err := p.onHost(ctx, q, true, func(a nd.Array) {
		within := wide.Slice(-2, top, top+a.Dim(-2), 1)
		q.Set(within.Slice(-1, left, left+a.Dim(-1), 1), a)
		fillEdges(q, within, -1, left, k.Width-1-left, e)
		fillEdges(q, wide, -2, top, k.Height-1-top, e)
	})
	if err != nil {
		return err
	}
	valid := wgfft.Convolution{Shape: []int{h, w}, Kernel: []int{k.Height, k.Width}, Mode: wgfft.ModeValid}
	if _, err := c.ConvolveReal(ctx, p.Pix, extended, k.Weights, valid); err != nil {
		return err
	}
	putSlice(&samplePool, extended)
	if k.Offset == 0 {
		return nil
	}
	return p.onHost(ctx, q, true, func(a nd.Array) { q.Set(a, q.Add(a, nd.Scalar(float64(k.Offset)))) })
}

// fillEdges sets the elements of wide before and after those of an image along an axis, as e extends the image. There
// are at most as many on either side as the image has.
func fillEdges(q *nd.Queue, wide nd.Array, axis, before, after int, e Edges) {
	n := wide.Dim(axis) - before - after
	part := func(from, to int) nd.Array { return wide.Slice(axis, from, to, 1) }
	side := func(to nd.Array, mirrored, repeated nd.Array) {
		if e == Reflect {
			q.Set(to, mirrored.Flip(axis))
		} else {
			q.Set(to, repeated)
		}
	}
	if before > 0 {
		side(part(0, before), part(before, 2*before), part(n, n+before))
	}
	if end := before + n; after > 0 {
		side(part(end, end+after), part(end-after, end), part(before, before+after))
	}
}
