package imaging

import (
	"encoding/binary"
	"image"
)

// sample returns sample i of a row of 16-bit samples.
func sample(row []byte, i int) uint16 { return binary.BigEndian.Uint16(row[2*i:]) }

func grey16Of(m *image.Gray16) source {
	return source{channels: 1, deep: true, row: func(y int, to [3][]float32, _ []uint16) bool {
		row := m.Pix[m.PixOffset(m.Rect.Min.X, y):]
		for x := range to[0] {
			to[0][x] = float32(sample(row, x)) / opaque
		}
		return true
	}}
}

func rgba64Of(m *image.RGBA64) source {
	return source{channels: 3, deep: true, row: func(y int, to [3][]float32, alpha []uint16) bool {
		row := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:8*len(to[0])]
		all := uint16(opaque)
		for x := range to[0] {
			for i := range to {
				to[i][x] = float32(sample(row, 4*x+i)) / opaque
			}
			a := sample(row, 4*x+3)
			all &= a
			if alpha != nil {
				alpha[x] = a
			}
		}
		return all == opaque
	}}
}

func nrgba64Of(m *image.NRGBA64) source {
	return source{channels: 3, deep: true, straight: true, row: func(y int, to [3][]float32, alpha []uint16) bool {
		row := m.Pix[m.PixOffset(m.Rect.Min.X, y):][:8*len(to[0])]
		all := uint16(opaque)
		for x := range to[0] {
			a := sample(row, 4*x+3)
			for i := range to {
				to[i][x] = float32(a) / opaque * (float32(sample(row, 4*x+i)) / opaque)
			}
			all &= a
			if alpha != nil {
				alpha[x] = a
			}
		}
		return all == opaque
	}}
}
