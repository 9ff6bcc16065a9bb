package imaging

import "slices"

// opaque is the alpha of an opaque pixel, and the largest 16-bit sample.
const opaque = 0xffff

// composite puts premultiplied colours over the backdrop: equation (1) of the package comment.
func (p *Planes) composite() {
	if p.alpha == nil {
		return
	}
	type light [4]float64 // sums of the channels, and of alpha
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

// over returns the premultiplied colour v over a backdrop.
func over(v float32, alpha uint16, backdrop float64) float32 {
	return v + float32(backdrop)*(1-float32(alpha)/opaque)
}

// colourTolerance is the change of a sample that counts as rounding: it exceeds the error of a
// float32 transform and an eighth of a 16-bit level. It matters where alpha is small, because the
// change is divided by alpha.
const colourTolerance = 0x1p-19

// restored returns the premultiplied colour that is seen as v over the backdrop of channel i.
// original is the colour before the first step; it is returned if v differs only by rounding.
func (p *Planes) restored(v, plain float32, alpha uint16, i int) float32 {
	through := (1 - float32(alpha)/opaque) * float32(p.backdrop[i]-p.originalBackdrop[i])
	change := v - over(plain, alpha, p.originalBackdrop[i]) - through
	if max(change, -change) <= colourTolerance {
		return plain
	}
	return plain + change
}

// updateBackdrop applies to the backdrop the effect of a step on a constant plane: x becomes gain x
// + offset.
func (p *Planes) updateBackdrop(gain, offset float64) {
	for i, m := range p.backdrop {
		p.backdrop[i] = gain*m + offset
	}
}

// alphaPlane returns alpha as planes of one channel.
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

// alphaSamples returns the plane v as 16-bit alpha. For an 8-bit image it is rounded to 8 bits
// first, because a pixel whose alpha rounds to 0 must hide its colour.
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
