package imaging

import (
	"fmt"
	"image"

	"wgfft"
)

// Planes are the channels of a picture as numbers, each channel on its own. Their methods change them in place; after an error
// they hold no result.
type Planes struct {
	Rect     image.Rectangle // the bounds of the picture
	Channels int             // 1 for grey; 3 for red, green and blue
	Pix      []float32       // the channels one after the other, each row-major; 0 is black, 1 white
	Deep     bool            // whether the picture that is made of them has 16 bits

	straight bool      // whether that picture's colours are not multiplied by alpha
	alpha    []uint16  // of each pixel; nil where all are opaque
	backdrop []float64 // per channel, what is seen behind the transparent parts

	// plain is what Pix was before cover put it over the backdrop covered; nil where all pixels are opaque, or have
	// moved by a part of a pixel. See bare.
	original   []float32
	originalBackdrop []float64
}

// Split takes a picture apart, over a backdrop where it is not opaque (see the package comment). It returns
// ErrEmpty, ErrSize, ErrPixels, or a MemoryError of [wgfft] for planes above the default limit.
func Split(img image.Image) (*Planes, error) {
	p, err := readPlanes(img, newSamples)
	if err != nil {
		return nil, err
	}
	p.composite()
	return p, nil
}

// fewBytes is how much memory for planes any machine has.
const uncheckedBytes = 64 << 20

// cleared is memory for planes that the caller gets.
func newSamples(n int) []float32 { return make([]float32, n) }

// read takes a picture apart, its colours multiplied by alpha, into n samples of room.
func readPlanes(img image.Image, room func(n int) []float32) (*Planes, error) {
	s, err := sourceOf(img)
	if err != nil {
		return nil, err
	}
	r := img.Bounds()
	if need := 4 * int64(s.channels) * int64(r.Dx()) * int64(r.Dy()); need > uncheckedBytes {
		if most := wgfft.DefaultMemoryLimit(); need > most {
			return nil, &wgfft.MemoryError{What: fmt.Sprintf("planes of a picture of %v", r), Need: need, Limit: most}
		}
	}
	p := &Planes{Rect: r, Channels: s.channels, Pix: room(s.channels * r.Dx() * r.Dy()), Deep: s.deep, straight: s.straight}
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

// channel is the plane of one channel.
func (p *Planes) channel(i int) []float32 {
	n := p.Rect.Dx() * p.Rect.Dy()
	return p.Pix[i*n : (i+1)*n : (i+1)*n]
}

// rows are the rows y of all channels, the first row being 0.
func (p *Planes) rows(y int) [3][]float32 {
	var rows [3][]float32
	w := p.Rect.Dx()
	for i := range p.Channels {
		rows[i] = p.channel(i)[y*w : (y+1)*w : (y+1)*w]
	}
	return rows
}

// alphas are those of row y; nil where all pixels are opaque.
func (p *Planes) alphas(y int) []uint16 {
	if p.alpha == nil {
		return nil
	}
	w := p.Rect.Dx()
	return p.alpha[y*w : (y+1)*w : (y+1)*w]
}

// check refuses planes that a caller has changed so that they make no picture.
func (p *Planes) check() error {
	if err := checkSize(p.Rect); err != nil {
		return err
	}
	if p.Channels != 1 && p.Channels != 3 {
		return fmt.Errorf("%w: %d channels; there may be 1 or 3", ErrPixels, p.Channels)
	}
	pixels := p.Rect.Dx() * p.Rect.Dy()
	if len(p.Pix) != p.Channels*pixels {
		return fmt.Errorf("%w: planes of %v have %d, want %d", ErrPixels, p.Rect, len(p.Pix), p.Channels*pixels)
	}
	if p.alpha != nil && (len(p.alpha) != pixels || len(p.backdrop) != p.Channels || p.original != nil && len(p.original) != len(p.Pix)) {
		return fmt.Errorf("%w: planes with alpha must keep their size and channels", ErrPixels)
	}
	return nil
}

// luminance is the brightness of the pixels, by the weights of ITU-R BT.601 that color.GrayModel has too.
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
				light[y*w+x] = 0.299*r + 0.587*rgb[1][x] + 0.114*rgb[2][x]
			}
		}
	})
	return light
}
