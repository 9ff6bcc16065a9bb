package imaging

import (
	"encoding/binary"
	"image"
)

// Image returns a new image of the planes: Gray, RGBA or NRGBA as the source of [Split], or the
// 16-bit type if Deep is set. Samples are clamped to [0, 1]; NaN becomes 0. It returns [ErrEmpty],
// [ErrSize] or [ErrPixels] if Pix does not fit Rect and Channels.
func (p *Planes) Image() (image.Image, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	switch {
	case p.Channels == 1 && p.Deep:
		m := image.NewGray16(p.Rect)
		p.paint(m.Pix, m.Stride, func(to []byte, rows [3][]float32, _ []uint16) {
			for x, v := range rows[0] {
				put16(to, x, v)
			}
		})
		return m, nil
	case p.Channels == 1:
		m := image.NewGray(p.Rect)
		p.paint(m.Pix, m.Stride, func(to []byte, rows [3][]float32, _ []uint16) {
			for x, v := range rows[0] {
				to[x] = byte(level(v, 255))
			}
		})
		return m, nil
	case p.Deep && p.straight:
		m := image.NewNRGBA64(p.Rect)
		p.paint(m.Pix, m.Stride, p.colours16)
		return m, nil
	case p.Deep:
		m := image.NewRGBA64(p.Rect)
		p.paint(m.Pix, m.Stride, p.colours16)
		return m, nil
	case p.straight:
		m := image.NewNRGBA(p.Rect)
		p.paint(m.Pix, m.Stride, p.colours8)
		return m, nil
	}
	m := image.NewRGBA(p.Rect)
	p.paint(m.Pix, m.Stride, p.colours8)
	return m, nil
}

// paint calls row for each row of an image, with its memory, its samples and its alpha.
func (p *Planes) paint(pix []byte, stride int, row func(to []byte, rows [3][]float32, alphas []uint16)) {
	parallel(p.Rect.Dy(), func(from, to int) {
		var colours [3][]float32 // a row without backdrop
		for i := range colours {
			colours[i] = make([]float32, p.Rect.Dx())
		}
		for y := from; y < to; y++ {
			rows, alphas := p.rows(y), p.alphas(y)
			if alphas != nil {
				p.removeBackdrop(colours, rows, y)
				rows = colours
			}
			row(pix[y*stride:][:stride], rows, alphas)
		}
	})
}

// removeBackdrop computes the colours of row y by equation (2) of the package comment. For straight
// alpha they are divided by alpha.
func (p *Planes) removeBackdrop(to, rows [3][]float32, y int) {
	alphas := p.alphas(y)
	for i, row := range rows[:p.Channels] {
		var plain []float32
		if p.original != nil {
			w := p.Rect.Dx()
			plain = p.original[(i*p.Rect.Dy()+y)*w:][:w]
		}
		for x, alpha := range alphas {
			a := float32(alpha) / opaque
			v := row[x] - (1-a)*float32(p.backdrop[i])
			if plain != nil {
				v = p.restored(row[x], plain[x], alpha, i)
			}
			if v = max(0, min(v, a)); p.straight && alpha > 0 {
				v /= a
			}
			to[i][x] = v
		}
	}
}

func (p *Planes) colours8(to []byte, rows [3][]float32, alphas []uint16) {
	red, green, blue := rows[0], rows[1][:len(rows[0])], rows[2][:len(rows[0])]
	for x := range red {
		c := to[4*x : 4*x+4 : 4*x+4]
		c[0], c[1], c[2], c[3] = byte(level(red[x], 255)), byte(level(green[x], 255)), byte(level(blue[x], 255)), 255
	}
	for x, a := range alphas {
		to[4*x+3] = byte((uint32(a)*255 + opaque/2) / opaque)
	}
}

func (p *Planes) colours16(to []byte, rows [3][]float32, alphas []uint16) {
	for x := range rows[0] {
		for i, row := range rows {
			put16(to, 4*x+i, row[x])
		}
		binary.BigEndian.PutUint16(to[8*x+6:], opaque)
	}
	for x, a := range alphas {
		binary.BigEndian.PutUint16(to[8*x+6:], a)
	}
}

// put16 stores sample i of a row of 16-bit samples.
func put16(to []byte, i int, v float32) {
	binary.BigEndian.PutUint16(to[2*i:], uint16(level(v, opaque)))
}

// level returns v*largest, rounded and clamped to [0, largest]. It returns 0 for NaN.
func level(v, largest float32) uint32 {
	scaled := v*largest + 0.5
	if !(scaled > 0) {
		return 0
	}
	return uint32(min(scaled, largest))
}
