package photo

import (
	"encoding/binary"
	"image"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// tags holds the entries of a TIFF file's directory: shorts, or longs if a value needs them.
type tags map[uint16][]uint32

// with returns tags with others added or replaced.
func (t tags) with(others tags) tags {
	all := tags{}
	for _, some := range []tags{t, others} {
		for tag, values := range some {
			all[tag] = values
		}
	}
	return all
}

const (
	tagStripOffsets, tagStripBytes         = 273, 279
	tagTileOffsets, tagTileBytes, tagPages = 324, 325, 0
)

// file builds a TIFF file of one block of data after the directory. tagPages is the number of
// further directories.
func file(order binary.AppendByteOrder, t tags, blocks ...[]byte) []byte {
	head := "II\x2a\x00"
	if order.String() == "BigEndian" {
		head = "MM\x00\x2a"
	}
	more := t[tagPages]
	t = t.with(nil)
	delete(t, tagPages)
	offsets, counts := uint16(tagStripOffsets), uint16(tagStripBytes)
	if t[tagTileWidth] != nil {
		offsets, counts = tagTileOffsets, tagTileBytes
	}
	out := order.AppendUint32([]byte(head), 8)
	at := uint32(8 + 2 + entrySize*(len(t)+2) + 4)
	for _, values := range t {
		if len(values) > 1 {
			at += uint32(4 * len(values))
		}
	}
	at += uint32(8 * len(blocks))
	t[offsets], t[counts] = nil, nil
	for _, b := range blocks {
		t[offsets], t[counts] = append(t[offsets], at), append(t[counts], uint32(len(b)))
		at += uint32(len(b))
	}
	var names []uint16
	for tag := range t {
		names = append(names, tag)
	}
	slices.Sort(names)
	out = order.AppendUint16(out, uint16(len(names)))
	var behind []byte
	start := uint32(8 + 2 + entrySize*len(names) + 4)
	for _, tag := range names {
		values := t[tag]
		out = order.AppendUint16(order.AppendUint16(out, tag), 4)
		out = order.AppendUint32(out, uint32(len(values)))
		if len(values) == 1 {
			out = order.AppendUint32(out, values[0])
			continue
		}
		out = order.AppendUint32(out, start+uint32(len(behind)))
		for _, v := range values {
			behind = order.AppendUint32(behind, v)
		}
	}
	next := uint32(0)
	if len(more) > 0 {
		next = at
	}
	out = append(order.AppendUint32(out, next), behind...)
	for len(out) < int(t[offsets][0]) {
		out = append(out, 0)
	}
	for _, b := range blocks {
		out = append(out, b...)
	}
	for i, subfile := range more {
		out = order.AppendUint16(out, 1)
		out = order.AppendUint32(order.AppendUint16(order.AppendUint16(out, tagSubfileType), 4), 1)
		out = order.AppendUint32(out, subfile)
		next = 0
		if i < len(more)-1 {
			next = uint32(len(out) + 4)
		}
		out = order.AppendUint32(out, next)
	}
	return out
}

// gray returns the tags of a gray picture.
func gray(w, h, bits uint32) tags {
	return tags{tagWidth: {w}, tagHeight: {h}, tagBits: {bits}, tagCompression: {1}, tagPhotometric: {blackIsZero},
		tagSamplesPerPixel: {1},
		tagRowsPerStrip:    {h}}
}

// level returns the value of a pixel of the test pictures.
func level(x, y int) byte { return byte(7*x + 31*y + x*y) }

// levels returns the pixels of a picture with the given number of channels and bytes for each.
func levels(order binary.AppendByteOrder, w, h, channels, bytes int) (p []byte) {
	for y := range h {
		for x := range w {
			for c := range channels {
				v := level(x, y) + byte(50*c)
				if bytes == 2 {
					p = order.AppendUint16(p, uint16(v)*257)
				} else {
					p = append(p, v)
				}
			}
		}
	}
	return p
}

// requireLevels checks that a picture has the levels of a test picture of w x h pixels.
func requireLevels(t *testing.T, m image.Image, w, h, channels int) {
	t.Helper()
	require.Equal(t, w, m.Bounds().Dx())
	require.Equal(t, h, m.Bounds().Dy())
	for y := range h {
		for x := range w {
			r, g, _, _ := m.At(m.Bounds().Min.X+x, m.Bounds().Min.Y+y).RGBA()
			v := uint32(level(x, y))
			require.Equal(t, v*257, r, "(%d, %d)", x, y)
			if channels >= 3 {
				require.Equal(t, uint32(level(x, y)+50)*257, g, "(%d, %d)", x, y)
			}
		}
	}
}

var orders = []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian}
