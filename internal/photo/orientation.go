package photo

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"iter"
)

// tagOrientation is the tag of EXIF and TIFF for the orientation of a picture. The values are, for
// a picture of w x h stored pixels:
//
//	1  as stored                 5  transposed
//	2  mirrored left to right    6  to be rotated by a quarter clockwise
//	3  rotated by half           7  transposed along the other diagonal
//	4  mirrored top to bottom    8  to be rotated by a quarter anticlockwise
const tagOrientation = 274

// upright returns the picture m with its orientation applied. Undefined values change nothing.
func upright(m image.Image, orientation int) image.Image {
	if orientation < 2 || orientation > 8 {
		return m
	}
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	from := func(x, y int) (int, int) { // stored pixel of an upright one
		switch orientation {
		case 2:
			return w - 1 - x, y
		case 3:
			return w - 1 - x, h - 1 - y
		case 4:
			return x, h - 1 - y
		case 5:
			return y, x
		case 6:
			return y, h - 1 - x
		case 7:
			return w - 1 - y, h - 1 - x
		}
		return w - 1 - y, x
	}
	to := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		to = image.Rect(0, 0, h, w)
	}
	made := blank(m, to)
	if made == nil { // the picture types of JPEG
		flat := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.Draw(flat, flat.Rect, m, m.Bounds().Min, draw.Src)
		return upright(flat, orientation)
	}
	dst, dstStride, size := raster(made)
	src, srcStride, _ := raster(m)
	for y := range to.Dy() {
		for x := range to.Dx() {
			fromX, fromY := from(x, y)
			copy(dst[y*dstStride+x*size:][:size], src[fromY*srcStride+fromX*size:])
		}
	}
	return made
}

// blank returns a new picture of the same type as m. It returns nil for types that do not store
// pixels one after another.
func blank(m image.Image, r image.Rectangle) image.Image {
	switch m := m.(type) {
	case *image.Gray:
		return image.NewGray(r)
	case *image.Gray16:
		return image.NewGray16(r)
	case *image.Paletted:
		return image.NewPaletted(r, m.Palette)
	case *image.RGBA:
		return image.NewRGBA(r)
	case *image.NRGBA:
		return image.NewNRGBA(r)
	case *image.RGBA64:
		return image.NewRGBA64(r)
	case *image.NRGBA64:
		return image.NewNRGBA64(r)
	}
	return nil
}

// raster returns the pixels of a picture from blank, or of the same type. It returns the bytes of
// the picture, the number of bytes from row to row, and the number of bytes of a pixel.
func raster(m image.Image) (pix []byte, stride, size int) {
	switch m := m.(type) {
	case *image.Gray:
		return m.Pix, m.Stride, 1
	case *image.Gray16:
		return m.Pix, m.Stride, 2
	case *image.Paletted:
		return m.Pix, m.Stride, 1
	case *image.RGBA:
		return m.Pix, m.Stride, 4
	case *image.NRGBA:
		return m.Pix, m.Stride, 4
	case *image.RGBA64:
		return m.Pix, m.Stride, 8
	case *image.NRGBA64:
		return m.Pix, m.Stride, 8
	}
	return nil, 0, 0
}

// jpegSegments yields the markers of a JPEG file and their segments, up to the picture data.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(marker byte, body []byte) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			if data[at+1] == 0xff { // filling
				at++
				continue
			}
			marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == 0xda || size < 2 || at+2+size > len(data) || !yield(marker, data[at+4:at+2+size]) {
				return
			}
			at += 2 + size
		}
	}
}

// jpegOrientation returns the orientation in the EXIF data of a JPEG file, or 0 if there is none.
func jpegOrientation(data []byte) int {
	for marker, body := range jpegSegments(data) {
		if exif, ok := bytes.CutPrefix(body, []byte("Exif\x00\x00")); ok && marker == 0xe1 {
			return exifOrientation(exif)
		}
	}
	return 0
}

// isProgressive reports whether a JPEG file is progressive: the decoder then keeps all coefficients.
func isProgressive(data []byte) bool {
	for marker := range jpegSegments(data) {
		if marker == 0xc2 {
			return true
		}
	}
	return false
}

// pngOrientation returns the orientation in the eXIf chunk of a PNG file, or 0 if there is none.
func pngOrientation(data []byte) int {
	for at := 8; at+12 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		if int64(at)+12+size > int64(len(data)) {
			return 0
		}
		body := data[at+8 : at+8+int(size)]
		switch string(data[at+4 : at+8]) {
		case "eXIf":
			return exifOrientation(body)
		case "IEND":
			return 0
		}
		at += 12 + int(size)
	}
	return 0
}

// exifOrientation returns the orientation in EXIF data, which has the format of a TIFF file.
func exifOrientation(data []byte) int {
	d, err := readDirectory(data)
	if err != nil {
		return 0
	}
	return int(d.first(tagOrientation))
}
