package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"slices"

	"wgfft/internal/memory"
)

// Tags of TIFF 6.0.
const (
	tagSubfileType     = 254
	tagWidth           = 256
	tagHeight          = 257
	tagBits            = 258
	tagCompression     = 259
	tagPhotometric     = 262
	tagFillOrder       = 266
	tagSamplesPerPixel = 277
	tagPlanar          = 284
	tagT4Options       = 292
	tagT6Options       = 293
	tagPredictor       = 317
	tagRowsPerStrip    = 278
	tagTileWidth       = 322
	tagTileHeight      = 323
	tagExtraSamples    = 338
	tagSampleFormat    = 339
)

// Values of tags.
const (
	whiteIsZero, blackIsZero, rgb, palette = 0, 1, 2, 3
	ccittRLE, ccittG3, ccittG4             = 2, 3, 4
	lzw, deflate, deflateOld               = 5, 8, 32946
)

var compressionNames = map[uint32]string{
	ccittRLE: "CCITT run lengths", 6: "old-style JPEG", 7: "JPEG", 34712: "JPEG 2000", 34925: "LZMA",
	50000: "Zstandard", 50001: "WebP",
}

var colourNames = map[uint32]string{
	4: "a transparency mask", 5: "CMYK", 6: "YCbCr", 8: "CIELab", 9: "ICCLab", 32803: "raw data of a camera",
	34892: "raw data of a camera",
}

var formatNames = map[uint32]string{2: "signed integers", 3: "floating-point numbers", 5: "complex integers",
	6: "complex numbers"}

func isTIFF(data []byte) bool {
	for _, head := range []string{"II\x2a\x00", "MM\x00\x2a", "II\x2b\x00", "MM\x00\x2b"} {
		if bytes.HasPrefix(data, []byte(head)) {
			return true
		}
	}
	return false
}

// A directory is the first image file directory of a TIFF file.
type directory struct {
	data    []byte
	order   binary.ByteOrder
	entries map[uint16]int // where the entry of a tag begins
	next    int            // where the next directory begins; 0 if there is none
}

// entrySize is the size of an entry: tag, type, count, and value or its offset.
const entrySize = 12

// readDirectory reads the first directory of a TIFF file.
func readDirectory(data []byte) (directory, error) {
	d := directory{data: data, order: binary.LittleEndian}
	if len(data) < 8 {
		return d, errCut
	}
	if data[0] == 'M' {
		d.order = binary.BigEndian
	}
	return d, d.read(int64(d.order.Uint32(data[4:])))
}

// read reads the directory that begins at an offset.
func (d *directory) read(at int64) error {
	if at+2 > int64(len(d.data)) {
		return errCut
	}
	count := int64(d.order.Uint16(d.data[at:]))
	end := at + 2 + count*entrySize
	if end > int64(len(d.data)) {
		return errCut
	}
	d.entries = map[uint16]int{}
	for i := range count {
		entry := int(at + 2 + i*entrySize)
		d.entries[d.order.Uint16(d.data[entry:])] = entry
	}
	d.next = 0
	if end+4 <= int64(len(d.data)) {
		d.next = int(d.order.Uint32(d.data[end:]))
	}
	return nil
}

// has reports whether there is an entry for a tag.
func (d *directory) has(tag uint16) bool {
	_, ok := d.entries[tag]
	return ok
}

// values returns the numbers of an entry of bytes, shorts or longs. It returns none if the entry is
// missing or damaged.
func (d *directory) values(tag uint16) (all []uint32) {
	at, ok := d.entries[tag]
	if !ok {
		return nil
	}
	size := map[uint16]int{1: 1, 3: 2, 4: 4}[d.order.Uint16(d.data[at+2:])]
	count := int64(d.order.Uint32(d.data[at+4:]))
	bytes := count * int64(size)
	from := int64(at + 8)
	if bytes > 4 {
		from = int64(d.order.Uint32(d.data[at+8:]))
	}
	if size == 0 || from+bytes > int64(len(d.data)) {
		return nil
	}
	for i := range count {
		p := d.data[from+i*int64(size):]
		switch size {
		case 1:
			all = append(all, uint32(p[0]))
		case 2:
			all = append(all, uint32(d.order.Uint16(p)))
		default:
			all = append(all, d.order.Uint32(p))
		}
	}
	return all
}

// first returns the first number of an entry, or 0 if there is none.
func (d *directory) first(tag uint16) uint32 { return d.or(tag, 0) }

// or returns the first number of an entry, or otherwise if there is none.
func (d *directory) or(tag uint16, otherwise uint32) uint32 {
	if v := d.values(tag); len(v) > 0 {
		return v[0]
	}
	return otherwise
}

// set replaces the number of an entry.
func (d *directory) set(tag uint16, v uint32) error {
	at := d.entries[tag]
	switch typ := d.order.Uint16(d.data[at+2:]); {
	case typ == 4:
		d.order.PutUint32(d.data[at+8:], v)
	case typ == 3 && v <= 0xffff:
		d.order.PutUint16(d.data[at+8:], uint16(v))
	default:
		return errors.New("a size is stored in too few bytes")
	}
	return nil
}

// refused returns the error for a feature, with the way out.
func refused(what, way string) error {
	return fmt.Errorf("%s is not supported; convert it with: %s", what, way)
}

const convert = "convert in.tif out.png"

// checkTIFF checks the tags of a TIFF file. golang.org/x/image/tiff ignores some of them and
// decodes wrong pixels. checkTIFF refuses these files, or corrects the difference.
func checkTIFF(data []byte) (t pictureFile, err error) {
	if data[2] == 0x2b || data[3] == 0x2b {
		return t, refused("BigTIFF", "tiffcp -c none in.tif out.tif")
	}
	d, err := readDirectory(data)
	if err != nil {
		return t, err
	}
	for _, check := range []func(*directory) error{checkColour, checkSamples, checkCompression} {
		if err := check(&d); err != nil {
			return t, err
		}
	}
	t.orientation = int(d.first(tagOrientation))
	if compression := d.first(tagCompression); (compression == ccittG3 || compression == ccittG4) &&
		d.first(tagPhotometric) == blackIsZero {
		t.change = negative // the decoder takes white runs for 1; in such a file they are 0
	}
	if t.work, err = blockBytes(&d); err != nil {
		return t, err
	}
	if err := t.wholeTiles(&d); err != nil {
		return t, err
	}
	t.data = d.data
	if &d.data[0] != &data[0] {
		t.work = memory.Sum(t.work, 2*int64(len(data))) // the changed copies of the file
	}
	if pages := morePages(d); pages > 0 {
		t.notes = append(t.notes, fmt.Sprintf("the first of %d pages", pages+1))
	}
	return t, nil
}

// checkSamples refuses unsupported kinds of samples.
func checkSamples(d *directory) error {
	for _, format := range d.values(tagSampleFormat) {
		if format != 1 {
			return refused("a picture of "+named(formatNames, format, "sample format"),
				"convert in.tif -depth 16 out.png")
		}
	}
	bits := d.values(tagBits)
	for _, b := range bits {
		if b != bits[0] {
			return refused(fmt.Sprintf("a picture whose samples have different sizes, %v bits", bits), convert)
		}
		if b != 1 && b != 8 && b != 16 {
			return refused(fmt.Sprintf("a picture with %d bits for a sample", b), "convert in.tif -depth 16 out.png")
		}
	}
	samples := d.or(tagSamplesPerPixel, 1)
	switch extra := d.values(tagExtraSamples); {
	case samples != uint32(max(1, len(bits))):
		return fmt.Errorf("a pixel has %d samples, but the file has the sizes of %d", samples, len(bits))
	case d.first(tagPhotometric) == rgb && samples == 4 && (len(extra) != 1 || extra[0] == 0 || extra[0] > 2):
		return refused("a fourth sample of each pixel that is no alpha", "convert in.tif -alpha off out.png")
	case d.first(tagPhotometric) == rgb && samples != 3 && samples != 4, d.first(tagPhotometric) != rgb && samples != 1:
		return refused(fmt.Sprintf("a picture with %d samples for a pixel", samples), convert)
	case samples > 1 && d.or(tagPlanar, 1) != 1:
		return refused("planar configuration 2", "tiffcp -p contig in.tif out.tif")
	}
	return nil
}

// checkColour refuses unsupported kinds of colours.
func checkColour(d *directory) error {
	if !d.has(tagPhotometric) {
		return errors.New("the file does not say what its numbers mean: its photometric interpretation is missing")
	}
	switch colour := d.first(tagPhotometric); {
	case colour > palette:
		return refused("a picture in "+named(colourNames, colour, "photometric interpretation"),
			"convert in.tif -colorspace sRGB out.png")
	case colour == palette && d.first(tagBits) > 8:
		return refused("a palette with 16 bits for a pixel", convert)
	}
	return nil
}

// checkCompression refuses unsupported kinds of compression.
func checkCompression(d *directory) error {
	compression, predictor := d.or(tagCompression, 1), d.or(tagPredictor, 1)
	const uncompressed = "tiffcp -c none in.tif out.tif"
	switch compression {
	case 1, 32773: // none, PackBits
	case ccittG3:
		if d.first(tagT4Options)&3 != 0 {
			return refused("two-dimensional CCITT Group 3 compression", uncompressed)
		}
	case ccittG4:
		if d.first(tagT6Options)&2 != 0 {
			return refused("CCITT Group 4 compression with uncompressed parts", uncompressed)
		}
	case lzw, deflate, deflateOld:
		if predictor == 2 && d.or(tagBits, 1) == 1 || predictor > 2 {
			return refused(fmt.Sprintf("predictor %d with %d bits for a sample", predictor, d.or(tagBits, 1)),
				uncompressed)
		}
		predictor = 1
	default:
		return refused(named(compressionNames, compression, "compression")+" in a TIFF file", uncompressed)
	}
	if predictor != 1 {
		return refused("a predictor without LZW or Deflate compression", uncompressed)
	}
	if d.or(tagFillOrder, 1) != 1 && compression != ccittG3 && compression != ccittG4 {
		return refused("fill order 2", "tiffcp -f msb2lsb in.tif out.tif")
	}
	return nil
}

func named(names map[uint32]string, value uint32, what string) string {
	if name, ok := names[value]; ok {
		return name
	}
	return fmt.Sprintf("%s %d", what, value)
}

// blockBytes returns the memory that the decoder may take for a strip or tile. It unpacks at most eight bytes for each
// pixel of the block, into a buffer that it doubles as needed. Strips that are higher than the picture are corrected,
// because they would count in full.
func blockBytes(d *directory) (int64, error) {
	height := d.first(tagHeight)
	if rows := d.first(tagRowsPerStrip); rows > height && height > 0 {
		d.data = slices.Clone(d.data)
		if err := d.set(tagRowsPerStrip, height); err != nil {
			return 0, err
		}
	}
	width := d.first(tagWidth)
	if tile := d.first(tagTileWidth); tile > 0 {
		width, height = tile, d.first(tagTileHeight)
	} else if rows := d.first(tagRowsPerStrip); rows > 0 {
		height = rows
	}
	return memory.Product(int64(width), int64(height), 2*8), nil
}

// wholeTiles corrects tiles that reach beyond the right edge. The decoder would take the rest of
// their rows for the beginning of the next. It gets a width that is a multiple of the tiles', and
// the picture is cropped afterwards.
func (t *pictureFile) wholeTiles(d *directory) error {
	width, tile := d.first(tagWidth), d.first(tagTileWidth)
	if tile == 0 || width%tile == 0 {
		return nil
	}
	if uint64(width)+uint64(tile) > 1<<31 {
		return errors.New("its tiles are too wide")
	}
	d.data = slices.Clone(d.data)
	if err := d.set(tagWidth, (width+tile-1)/tile*tile); err != nil {
		return err
	}
	before := t.change
	t.change = func(m image.Image) image.Image {
		if before != nil {
			m = before(m)
		}
		return cropped(m, int(width))
	}
	return nil
}

// cropped returns the left part of a picture.
func cropped(m image.Image, width int) image.Image {
	part, ok := m.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok {
		return m
	}
	b := m.Bounds()
	return part.SubImage(image.Rect(b.Min.X, b.Min.Y, b.Min.X+width, b.Max.Y))
}

// negative exchanges black and white in a picture of one bit a pixel.
func negative(m image.Image) image.Image {
	if g, ok := m.(*image.Gray); ok {
		for i, v := range g.Pix {
			g.Pix[i] = 255 - v
		}
	}
	return m
}

// maxPages limits the search for pages.
const maxPages = 1 << 16

// morePages counts the directories after the first that are pages, and not smaller versions of a
// page.
func morePages(d directory) (pages int) {
	for range maxPages {
		if d.next == 0 || d.read(int64(d.next)) != nil {
			return pages
		}
		if d.first(tagSubfileType)&1 == 0 {
			pages++
		}
	}
	return pages
}
