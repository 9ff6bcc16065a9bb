package imaging

import (
	"image"
	"image/color"
)

// widen returns an 8-bit alpha as 16 bits.
func widen(a uint8) uint16 { return uint16(a) * 0x101 }

func greyOf(m *image.Gray) source {
	return source{channels: 1, row: func(y int, to [3][]float32, _ []uint16) bool {
		for x, v := range m.Pix[m.PixOffset(m.Rect.Min.X, y):][:len(to[0])] {
			to[0][x] = float32(v) / 255
		}
		return true
	}}
}

func rgbaOf(m *image.RGBA) source {
	return source{channels: 3, row: func(y int, to [3][]float32, alpha []uint16) bool {
		pix := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:4*len(to[0])]
		red, green, blue := to[0], to[1][:len(to[0])], to[2][:len(to[0])]
		all := uint8(255)
		for x := range red {
			c := pix[4*x : 4*x+4 : 4*x+4]
			red[x], green[x], blue[x] = float32(c[0])/255, float32(c[1])/255, float32(c[2])/255
			all &= c[3]
		}
		for x := range alpha {
			alpha[x] = widen(pix[4*x+3])
		}
		return all == 255
	}}
}

func nrgbaOf(m *image.NRGBA) source {
	return source{channels: 3, straight: true, row: func(y int, to [3][]float32, alpha []uint16) bool {
		pix := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:4*len(to[0])]
		red, green, blue := to[0], to[1][:len(to[0])], to[2][:len(to[0])]
		all := uint8(255)
		for x := range red {
			c := pix[4*x : 4*x+4 : 4*x+4]
			a := float32(c[3]) / 255
			red[x], green[x], blue[x] = a*(float32(c[0])/255), a*(float32(c[1])/255), a*(float32(c[2])/255)
			all &= c[3]
		}
		for x := range alpha {
			alpha[x] = widen(pix[4*x+3])
		}
		return all == 255
	}}
}

func cmykOf(m *image.CMYK) source {
	return source{channels: 3, row: func(y int, to [3][]float32, _ []uint16) bool {
		pix := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:4*len(to[0])]
		for x := range to[0] {
			r, g, b := color.CMYKToRGB(pix[4*x], pix[4*x+1], pix[4*x+2], pix[4*x+3])
			to[0][x], to[1][x], to[2][x] = float32(r)/255, float32(g)/255, float32(b)/255
		}
		return true
	}}
}

// palettedOf converts the palette once and looks colours up.
func palettedOf(m *image.Paletted) source {
	type entry struct {
		light [3]float32
		alpha uint8
	}
	colours := make([]entry, len(m.Palette))
	for i, c := range m.Palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		a := float32(n.A) / 255
		light := [3]float32{a * (float32(n.R) / 255), a * (float32(n.G) / 255), a * (float32(n.B) / 255)}
		colours[i] = entry{light, n.A}
	}
	return source{channels: 3, straight: true, row: func(y int, to [3][]float32, alpha []uint16) bool {
		all := uint8(255)
		for x, i := range m.Pix[m.PixOffset(m.Rect.Min.X, y):][:len(to[0])] {
			c := &colours[i]
			to[0][x], to[1][x], to[2][x] = c.light[0], c.light[1], c.light[2]
			all &= c.alpha
			if alpha != nil {
				alpha[x] = widen(c.alpha)
			}
		}
		return all == 255
	}}
}

func ycbcrOf(m *image.YCbCr) source {
	return source{channels: 3, row: func(y int, to [3][]float32, _ []uint16) bool {
		left := m.Rect.Min.X
		for x, luma := range m.Y[m.YOffset(left, y):][:len(to[0])] {
			at := m.COffset(left+x, y)
			r, g, b := color.YCbCrToRGB(luma, m.Cb[at], m.Cr[at])
			to[0][x], to[1][x], to[2][x] = float32(r)/255, float32(g)/255, float32(b)/255
		}
		return true
	}}
}

func nycbcraOf(m *image.NYCbCrA) source {
	colours := ycbcrOf(&m.YCbCr)
	return source{channels: 3, straight: true, row: func(y int, to [3][]float32, alpha []uint16) bool {
		colours.row(y, to, nil)
		all := uint8(255)
		for x, a := range m.A[m.AOffset(m.Rect.Min.X, y):][:len(to[0])] {
			all &= a
			if alpha != nil {
				alpha[x] = widen(a)
			}
			for i := range to {
				to[i][x] *= float32(a) / 255
			}
		}
		return all == 255
	}}
}
