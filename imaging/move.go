package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// Move moves a picture by (dx, dy) pixels, whole or not, to the right and downwards: what is at (x, y) comes to (x+dx, y+dy), within the same bounds.
// What comes in is what e continues the picture with: with Reflect its mirror image, with Periodic what leaves at the opposite side. Alpha moves, too.
//
// Whole pixels are copied as they are, without c. A part of a pixel turns the phases of the picture's waves and leaves their strength: between the pixels
// there is what the waves make there, which is exact where the picture holds nothing finer than its pixels can. Steps from one pixel to the next ring, by
// up to a seventh of their height. Of waves of two pixels only the cosine is known, so that they weaken. The way back gives every pixel again with
// Periodic, but for those waves, and with Reflect what is away from the edges.
//
// Move returns ErrEmpty, ErrSize, ErrPixels or ErrParameter, which a dx or dy gives that is no number or beyond 2^29, or an error of c.
func Move(ctx context.Context, c *wgfft.Engine, img image.Image, dx, dy float64, e Edges) (image.Image, error) {
	return changed(c, img, func(p *Planes) error { return p.Move(ctx, c, dx, dy, e) })
}

// Align moves picture b back upon a by the shift s that Register(ctx, c, a, b) returned: what is at (x+DX, y+DY) in b comes to (x, y), where a has it, both
// counted from the corners of their bounds. It is Move by (-DX, -DY), with its errors. Towards the edges, by as much as b was moved, b does not show what
// a does: there is what e says. (What scikit-image's phase_cross_correlation(a, b) calls the shift is (-DY, -DX).)
func Align(ctx context.Context, c *wgfft.Engine, b image.Image, s Shift, e Edges) (image.Image, error) {
	return Move(ctx, c, b, -s.DX, -s.DY, e)
}

// Move moves the planes by (dx, dy) pixels, and their alpha. In all else it is like the function Move.
func (p *Planes) Move(ctx context.Context, c *wgfft.Engine, dx, dy float64, e Edges) error {
	if err := firstOf(p.check(), checkWay(dx, dy), e.check(), ctx.Err()); err != nil {
		return err
	}
	if err := p.move(ctx, c, dx, dy, e); err != nil {
		return err
	}
	if p.alpha == nil {
		return nil
	}
	veil := p.veil()
	if err := veil.move(ctx, c, dx, dy, e); err != nil {
		return err
	}
	p.alpha = veil.alphaOf(p.Deep)
	return nil
}

// checkWay refuses ways of which no part of a pixel could be told, and none at all.
func checkWay(dx, dy float64) error {
	if !(math.Abs(dx) <= mostPixels && math.Abs(dy) <= mostPixels) {
		return parameter("a move by (%g, %g): it is in pixels, by numbers of at most %d", dx, dy, mostPixels)
	}
	return nil
}

// parted is a way in whole pixels, and a part of one from -1/2 to 1/2.
func parted(way float64) (whole int, part float64) {
	whole = int(math.Round(way))
	return whole, way - float64(whole)
}

// move moves the planes without their alpha.
func (p *Planes) move(ctx context.Context, c *wgfft.Engine, dx, dy float64, e Edges) error {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	right, x := parted(dx)
	down, y := parted(dy)
	columns, rows := e.places(w, right), e.places(h, down)
	switch {
	case x == 0 && y == 0:
		p.put(rows, columns)
		p.plain = p.moved(p.plain, rows, columns)
		return nil
	}
	p.plain = nil
	switch {
	case e == Periodic:
		moved, err := p.turned(ctx, c, x, y)
		if err != nil {
			return err
		}
		p.gather(moved, nil, rows, columns)
		give(&sampleRooms, moved)
		return nil
	}
	still := func(n int) []place { return e.places(n, 0) }
	if err := p.slide(ctx, c, 1, x, still(h), columns); err != nil {
		return err
	}
	return p.slide(ctx, c, 0, y, rows, still(w))
}

// turned are the planes, which repeat themselves, moved by parts of pixels.
func (p *Planes) turned(ctx context.Context, c *wgfft.Engine, x, y float64) ([]float32, error) {
	spectra := take[complex64](&binRooms, p.bins())
	if _, err := c.RFFT2(ctx, spectra, p.Pix, p.shape()); err != nil {
		return nil, err
	}
	w, h := p.Rect.Dx()/2+1, p.Rect.Dy()
	across, down := turns(frequencies(w, p.Rect.Dx()), x), turns(wgfft.FFTFreq(h, 1), y)
	spread(h, func(from, to int) {
		for l := from; l < to; l++ {
			for i := range p.Channels {
				row := spectra[(i*h+l)*w:][:w]
				for k, turn := range across {
					row[k] *= complex64(turn * down[l])
				}
			}
		}
	})
	moved, err := c.IRFFT2(ctx, take[float32](&sampleRooms, len(p.Pix)), spectra, p.shape())
	if err == nil {
		give(&binRooms, spectra)
	}
	return moved, err
}

// turns are what a way makes of the waves of these frequencies: exp(-2 pi i f way), and the mean over 1/2 and -1/2 at either.
func turns(fs []float64, way float64) []complex128 {
	all := make([]complex128, len(fs))
	for k, f := range fs {
		sin, cos := math.Sincos(2 * math.Pi * f * way)
		if math.Abs(f) == 0.5 {
			sin = 0
		}
		all[k] = complex(cos, -sin)
	}
	return all
}

// slide moves the planes, mirrored at their edges, along one axis: by a part of a pixel, and to their places. Moved by d, a wave is
//
//	cos(pi k (x-d+1/2) / n) = cos(pi k d / n) cos(pi k (x+1/2) / n) + sin(pi k d / n) sin(pi k (x+1/2) / n)
//
// of which the first part goes on beyond the edges mirrored and the second mirrored and negative.
func (p *Planes) slide(ctx context.Context, c *wgfft.Engine, axis int, d float64, rows, columns []place) error {
	if d == 0 {
		p.put(rows, columns)
		return nil
	}
	along := wgfft.WithAxes(axis)
	even, odd := take[float32](&sampleRooms, len(p.Pix)), take[float32](&sampleRooms, len(p.Pix))
	if _, err := c.DCTN(ctx, even, p.Pix, p.shape(), wgfft.DCT2, along); err != nil {
		return err
	}
	us, vs := frequencies(p.Rect.Dx(), 2*p.Rect.Dx()), frequencies(p.Rect.Dy(), 2*p.Rect.Dy())
	copy(odd, even)
	amplify(odd, p.Channels, vs, alongAxis(axis, us, func(f float64) float64 { return math.Sin(2 * math.Pi * f * d) }))
	amplify(even, p.Channels, vs, alongAxis(axis, us, func(f float64) float64 { return math.Cos(2 * math.Pi * f * d) }))
	p.backOne(odd, axis)
	if _, err := c.IDCTN(ctx, even, even, p.shape(), wgfft.DCT2, along); err != nil {
		return err
	}
	if _, err := c.IDSTN(ctx, odd, odd, p.shape(), wgfft.DST2, along); err != nil {
		return err
	}
	p.gather(even, odd, rows, columns)
	give(&sampleRooms, even)
	give(&sampleRooms, odd)
	return nil
}

// put puts the planes' own samples to other places.
func (p *Planes) put(rows, columns []place) {
	still := take[float32](&sampleRooms, len(p.Pix))
	copy(still, p.Pix)
	p.gather(still, nil, rows, columns)
	give(&sampleRooms, still)
}

// moved are samples of the planes at other places; nil stays nil.
func (p *Planes) moved(pix []float32, rows, columns []place) []float32 {
	if pix == nil {
		return nil
	}
	to := Planes{Rect: p.Rect, Channels: p.Channels, Pix: make([]float32, len(pix))}
	to.gather(pix, nil, rows, columns)
	return to.Pix
}

// alongAxis fills rows of gains that depend on the frequency downwards, along axis 0, or across, where they are us.
func alongAxis(axis int, us []float64, gain func(f float64) float64) func(gains []float32, v float64) {
	if axis == 0 {
		return func(gains []float32, v float64) {
			g := float32(gain(v))
			for k := range gains {
				gains[k] = g
			}
		}
	}
	across := make([]float32, len(us))
	for k, u := range us {
		across[k] = float32(gain(u))
	}
	return func(gains []float32, _ float64) { copy(gains, across) }
}

// A place is where a sample comes from, and the sign that what is odd about the edges has there.
type place struct {
	at   int
	sign float32
}

// places are where the samples of a row of n come from that is moved by whole pixels.
func (e Edges) places(n, way int) []place {
	all := make([]place, n)
	for i := range all {
		all[i] = place{at: e.index(i-way, n), sign: 1}
		if e == Reflect && Periodic.index(i-way, 2*n) >= n {
			all[i].sign = -1
		}
	}
	return all
}

// gather puts the planes together from what comes from these places: the sum of what is even about the edges and, unless it is nil, what is odd.
func (p *Planes) gather(even, odd []float32, rows, columns []place) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	spread(p.Channels*h, func(from, to int) {
		for r := from; r < to; r++ {
			out, y := p.Pix[r*w:][:w], rows[r%h]
			first := (r - r%h + y.at) * w
			here := even[first:][:w]
			for x, column := range columns {
				out[x] = here[column.at]
			}
			if odd == nil {
				continue
			}
			here = odd[first:][:w]
			for x, column := range columns {
				out[x] += y.sign * column.sign * here[column.at]
			}
		}
	})
}
