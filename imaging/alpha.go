package imaging

import "slices"

const opaque = 0xffff

// cover puts colours that are multiplied by alpha over a backdrop of their mean.
func (p *Planes) composite() {
	if p.alpha == nil {
		return
	}
	type light [4]float64 // of the channels, and of alpha
	sum := sumRows(p.Rect.Dy(), func(y int) light {
		var l light
		for i, row := range p.rows(y) {
			for _, v := range row {
				l[i] += float64(v)
			}
		}
		for _, a := range p.alphas(y) {
			l[3] += float64(a) / opaque
		}
		return l
	}, func(sum *light, more light) {
		for i, v := range more {
			sum[i] += v
		}
	})
	p.backdrop = make([]float64, p.Channels)
	for i := range p.backdrop {
		if sum[3] > 0 {
			p.backdrop[i] = sum[i] / sum[3]
		}
	}
	p.original, p.originalBackdrop = slices.Clone(p.Pix), slices.Clone(p.backdrop)
	parallel(p.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			alphas := p.alphas(y)
			rows := p.rows(y)
			for i, row := range rows[:p.Channels] {
				for x, a := range alphas {
					row[x] = over(row[x], a, p.backdrop[i])
				}
			}
		}
	})
}

// over is a colour, multiplied by its alpha, over a backdrop.
func over(v float32, alpha uint16, backdrop float64) float32 {
	return v + float32(backdrop)*(1-float32(alpha)/opaque)
}

// sameLight is the change that counts as none: the error of a transform in single precision is below, and so is an
// eighth of a level of 16 bits. It matters where alpha is small, as the change is divided by alpha.
const colourTolerance = 0x1p-19

// unveiled is the colour, multiplied by its alpha, that is seen as v over the backdrop of channel i. plain is what
// it was before any step: v may differ from it by the error of the arithmetic alone.
func (p *Planes) restored(v, plain float32, alpha uint16, i int) float32 {
	through := (1 - float32(alpha)/opaque) * float32(p.backdrop[i]-p.originalBackdrop[i])
	change := v - over(plain, alpha, p.originalBackdrop[i]) - through
	if max(change, -change) <= colourTolerance {
		return plain
	}
	return plain + change
}

// step says what a step of work does to a plane of one value: x becomes gain x + offset. The backdrop goes with it.
func (p *Planes) updateBackdrop(gain, offset float64) {
	for i, m := range p.backdrop {
		p.backdrop[i] = gain*m + offset
	}
}

// veil is alpha as a plane of its own.
func (p *Planes) alphaPlane() *Planes {
	v := &Planes{Rect: p.Rect, Channels: 1, Pix: make([]float32, len(p.alpha))}
	parallel(p.Rect.Dy(), func(from, to int) {
		w := p.Rect.Dx()
		for i := from * w; i < to*w; i++ {
			v.Pix[i] = float32(p.alpha[i]) / opaque
		}
	})
	return v
}

// alphaOf is the alpha of a veil, of 16 bits where it is for a deep picture: what has none after rounding must hide its colour.
func (v *Planes) alphaSamples(deep bool) []uint16 {
	alpha := make([]uint16, len(v.Pix))
	parallel(v.Rect.Dy(), func(from, to int) {
		w := v.Rect.Dx()
		for i := from * w; i < to*w; i++ {
			if deep {
				alpha[i] = uint16(level(v.Pix[i], opaque))
			} else {
				alpha[i] = widen(uint8(level(v.Pix[i], 255)))
			}
		}
	})
	return alpha
}
