package picture

import "image/color"

// magma is the colour map at ten even steps, darkest first.
var magma = [...]color.RGBA{
	{0x00, 0x00, 0x04, 0xff}, {0x18, 0x0f, 0x3d, 0xff}, {0x44, 0x0f, 0x76, 0xff}, {0x72, 0x1f, 0x81, 0xff},
	{0x9e, 0x2f, 0x7f, 0xff}, {0xcd, 0x40, 0x71, 0xff}, {0xf1, 0x60, 0x5d, 0xff}, {0xfd, 0x96, 0x68, 0xff},
	{0xfe, 0xca, 0x8d, 0xff}, {0xfc, 0xfd, 0xbf, 0xff},
}

// palette spreads magma over 256 colours.
func palette() [256]color.RGBA {
	var out [256]color.RGBA
	const parts = len(magma) - 1
	for i := range out {
		at := i * parts
		k, rest := min(at/255, parts-1), at-min(at/255, parts-1)*255
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(255-rest) + int(b)*rest + 127) / 255) }
		a, b := magma[k], magma[k+1]
		out[i] = color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
	}
	return out
}
