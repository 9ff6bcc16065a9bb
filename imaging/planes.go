package imaging

import (
	"fmt"
	"image"

	"wgfft"
)

// Planes hold the channels of an image as float32 samples, one plane per channel. Their methods
// change them in place; after an error their contents are undefined. Values outside [0, 1] are kept
// until [Planes.Image] clamps them. Planes must not be used concurrently.
type Planes struct {
	// Rect holds the bounds of the image.
	Rect image.Rectangle
	// Channels is 1 for grey, and 3 for red, green and blue.
	Channels int
	// Pix has the shape Channels x height x width, row-major. 0 is black and 1 is white.
	Pix []float32
	// Deep reports whether Image returns a 16-bit image.
	Deep bool

	straight bool      // whether Image returns straight alpha, as NRGBA, and not premultiplied
	alpha    []uint16  // of each pixel; nil if all are opaque
	backdrop []float64 // per channel, m of equation (1)

	// original holds the premultiplied colours before the first step, and originalBackdrop their
	// backdrop. original is nil if all pixels are opaque, or have moved by a fraction of a pixel.
	original         []float32
	originalBackdrop []float64
}

// Split returns the planes of an image. An image that is not opaque is put over a backdrop, by
// equation (1) of the package comment. Errors: [ErrEmpty], [ErrSize], [ErrPixels], or a
// [wgfft.MemoryError] for planes above the default memory limit.
func Split(img image.Image) (*Planes, error) {
	p, err := readPlanes(img, newSamples)
	if err != nil {
		return nil, err
	}
	p.composite()
	return p, nil
}

// uncheckedBytes is the size of planes up to which the memory limit is not checked.
const uncheckedBytes = 64 << 20

// newSamples allocates planes that the caller of the package keeps.
func newSamples(n int) []float32 { return make([]float32, n) }

// readPlanes returns the planes of an image, with colours multiplied by alpha. alloc returns memory
// for n samples.
func readPlanes(img image.Image, alloc func(n int) []float32) (*Planes, error) {
	s, err := sourceOf(img)
	if err != nil {
		return nil, err
	}
	r := img.Bounds()
	if need := 4 * int64(s.channels) * int64(r.Dx()) * int64(r.Dy()); need > uncheckedBytes {
		if most := wgfft.DefaultMemoryLimit(); need > most {
			return nil, &wgfft.MemoryError{What: fmt.Sprintf("planes of an image of %v", r), Need: need, Limit: most}
		}
	}
	pix := alloc(s.channels * r.Dx() * r.Dy())
	p := &Planes{Rect: r, Channels: s.channels, Pix: pix, Deep: s.deep, straight: s.straight}
	run := parallel
	if s.serial {
		run = func(n int, work func(from, to int)) { work(0, n) }
	}
	seen := make([]bool, r.Dy()) // rows with transparent pixels
	run(r.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			seen[y] = !s.row(r.Min.Y+y, p.rows(y), nil)
		}
	})
	for _, transparent := range seen {
		if transparent && p.alpha == nil {
			p.alpha = make([]uint16, r.Dx()*r.Dy())
		}
	}
	if p.alpha != nil {
		run(r.Dy(), func(from, to int) {
			for y := from; y < to; y++ {
				s.row(r.Min.Y+y, p.rows(y), p.alphas(y))
			}
		})
	}
	return p, nil
}

// channel returns the plane of channel i.
func (p *Planes) channel(i int) []float32 {
	n := p.Rect.Dx() * p.Rect.Dy()
	return p.Pix[i*n : (i+1)*n : (i+1)*n]
}

// rows returns row y of all channels, counted from 0.
func (p *Planes) rows(y int) [3][]float32 {
	var rows [3][]float32
	w := p.Rect.Dx()
	for i := range p.Channels {
		rows[i] = p.channel(i)[y*w : (y+1)*w : (y+1)*w]
	}
	return rows
}

// alphas returns row y of alpha, or nil if all pixels are opaque.
func (p *Planes) alphas(y int) []uint16 {
	if p.alpha == nil {
		return nil
	}
	w := p.Rect.Dx()
	return p.alpha[y*w : (y+1)*w : (y+1)*w]
}

// check returns an error if the exported fields do not form an image.
func (p *Planes) check() error {
	if err := checkSize(p.Rect); err != nil {
		return err
	}
	if p.Channels != 1 && p.Channels != 3 {
		return fmt.Errorf("%w: Channels is %d, want 1 or 3", ErrPixels, p.Channels)
	}
	pixels := p.Rect.Dx() * p.Rect.Dy()
	if len(p.Pix) != p.Channels*pixels {
		return fmt.Errorf("%w: Pix has %d samples, want %d for %d channels of %v",
			ErrPixels, len(p.Pix), p.Channels*pixels, p.Channels, p.Rect)
	}
	fits := len(p.alpha) == pixels && len(p.backdrop) == p.Channels &&
		(p.original == nil || len(p.original) == len(p.Pix))
	if p.alpha != nil && !fits {
		return fmt.Errorf("%w: planes with alpha must keep their size and channels", ErrPixels)
	}
	return nil
}

// The weights of luma of ITU-R BT.601.
const lumaRed, lumaGreen, lumaBlue = 0.299, 0.587, 0.114

// luminance returns the luma of the pixels, with the weights of color.GrayModel.
func (p *Planes) luminance() []float32 {
	if p.Channels == 1 {
		return p.Pix
	}
	n := len(p.Pix) / 3
	light := make([]float32, n)
	w := p.Rect.Dx()
	parallel(p.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			rgb := p.rows(y)
			for x, r := range rgb[0] {
				light[y*w+x] = lumaRed*r + lumaGreen*rgb[1][x] + lumaBlue*rgb[2][x]
			}
		}
	})
	return light
}
