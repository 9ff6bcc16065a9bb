package photo

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

const anyBytes = 1 << 24

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	p, err := Decode(bytes.NewReader(data), anyBytes)
	require.NoError(t, err)
	require.Empty(t, p.Notes)
	return p.Image
}

// Tiles that reach beyond the right and the lower edge are decoded, for all kinds of samples, in
// both byte orders.
func TestTilesBeyondTheEdge(t *testing.T) {
	for _, order := range orders {
		for _, c := range []struct {
			channels, bytes int
			tags            tags
		}{
			{1, 1, nil},
			{1, 2, nil},
			{3, 1, tags{tagPhotometric: {rgb}, tagSamplesPerPixel: {3}, tagBits: {8, 8, 8}}},
			{3, 2, tags{tagPhotometric: {rgb}, tagSamplesPerPixel: {3}, tagBits: {16, 16, 16}}},
			{4, 2, tags{tagPhotometric: {rgb}, tagSamplesPerPixel: {4}, tagBits: {16, 16, 16, 16},
				tagExtraSamples: {2}}},
		} {
			const w, h, tile = 100, 40, 64
			var blocks [][]byte
			for left := 0; left < w; left += tile {
				var block []byte
				for y := range tile {
					for x := left; x < left+tile; x++ {
						for channel := range c.channels {
							v := level(x, y) + byte(50*channel)
							switch {
							case x >= w || y >= h:
								v = 99 // padding
							case channel == 3:
								v = 255
							}
							if block = append(block, v); c.bytes == 2 {
								block = append(block, v)
							}
						}
					}
				}
				blocks = append(blocks, block)
			}
			all := gray(w, h, uint32(8*c.bytes)).with(c.tags).with(tags{tagTileWidth: {tile}, tagTileHeight: {tile}})
			delete(all, tagRowsPerStrip)
			requireLevels(t, decode(t, file(order, all, blocks...)), w, h, c.channels)
		}
	}
}

// Gray, colour, palettes and predictors are decoded, in strips.
func TestWhatIsDecoded(t *testing.T) {
	const w, h = 21, 10
	for _, order := range orders {
		requireLevels(t, decode(t, file(order, gray(w, h, 8), levels(order, w, h, 1, 1))), w, h, 1)
		requireLevels(t, decode(t, file(order, gray(w, h, 16), levels(order, w, h, 1, 2))), w, h, 1)
		colour := tags{tagPhotometric: {rgb}, tagSamplesPerPixel: {3}, tagBits: {8, 8, 8}}
		requireLevels(t, decode(t, file(order, gray(w, h, 8).with(colour), levels(order, w, h, 3, 1))), w, h, 3)

		inverted := levels(order, w, h, 1, 1)
		for i := range inverted {
			inverted[i] = 255 - inverted[i]
		}
		requireLevels(t, decode(t, file(order, gray(w, h, 8).with(tags{tagPhotometric: {whiteIsZero}}), inverted)), w,
			h, 1)

		differences := levels(order, w, h, 1, 1)
		for i := len(differences) - 1; i > 0; i-- {
			if i%w > 0 {
				differences[i] -= differences[i-1]
			}
		}
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		_, err := z.Write(differences)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		requireLevels(t, decode(t, file(order, gray(w, h, 8).with(tags{tagCompression: {deflate}, tagPredictor: {2}}),
			packed.Bytes())), w, h, 1)
	}
}

// ccittRows is the data of TestCCITT, as libtiff 4.5 wrote it.
const ccittRows = "305044173595a89b0a002002"

// CCITT Group 4 is decoded with both photometric interpretations. White runs are 0, which is black
// if black is zero.
func TestCCITT(t *testing.T) {
	// Row 0 has ones from 3 to 8, row 1 only ones, row 2 one in the first place, row 3 ones from 5
	// on. Ones are black runs.
	data, err := hex.DecodeString(ccittRows)
	require.NoError(t, err)
	one := func(x, y int) bool {
		return []bool{x >= 3 && x < 9, true, x == 0, x >= 5}[y]
	}
	for _, photometric := range []uint32{whiteIsZero, blackIsZero} {
		m := decode(t, file(binary.LittleEndian,
			gray(16, 4, 1).with(tags{tagCompression: {ccittG4}, tagPhotometric: {photometric}}), data))
		for y := range 4 {
			for x := range 16 {
				white := one(x, y) == (photometric == blackIsZero)
				r, _, _, _ := m.At(x, y).RGBA()
				require.Equal(t, white, r == 0xffff, "photometric %d at (%d, %d)", photometric, x, y)
			}
		}
	}
}

// Features that the decoder gets wrong are refused by name.
func TestRefusedTIFF(t *testing.T) {
	colour := tags{tagPhotometric: {rgb}, tagSamplesPerPixel: {3}, tagBits: {8, 8, 8}}
	fourth := colour.with(tags{tagSamplesPerPixel: {4}, tagBits: {8, 8, 8, 8}})
	for _, c := range []struct {
		tags tags
		want string
	}{
		{colour.with(tags{tagPlanar: {2}}),
			"planar configuration 2 is not supported; convert it with: tiffcp -p contig"},
		{tags{tagFillOrder: {2}}, "fill order 2 is not supported"},
		{tags{tagSampleFormat: {3}}, "floating-point numbers"},
		{tags{tagSampleFormat: {2}}, "signed integers"},
		{tags{tagBits: {4}}, "4 bits for a sample"},
		{tags{tagBits: {12}}, "12 bits for a sample"},
		{tags{tagBits: {32}}, "32 bits for a sample"},
		{colour.with(tags{tagBits: {8, 8, 16}}), "different sizes"},
		{tags{tagSamplesPerPixel: {2}}, "a pixel has 2 samples"},
		{tags{tagSamplesPerPixel: {2}, tagBits: {8, 8}}, "2 samples for a pixel"},
		{fourth, "no alpha"},
		{fourth.with(tags{tagExtraSamples: {0}}), "no alpha"},
		{tags{tagPhotometric: {5}, tagSamplesPerPixel: {4}, tagBits: {8, 8, 8, 8}}, "CMYK"},
		{tags{tagPhotometric: {6}, tagSamplesPerPixel: {3}, tagBits: {8, 8, 8}}, "YCbCr"},
		{tags{tagPhotometric: {8}, tagSamplesPerPixel: {3}, tagBits: {8, 8, 8}}, "CIELab"},
		{tags{tagPhotometric: {32803}}, "raw data of a camera"},
		{tags{tagPhotometric: {palette}, tagBits: {16}}, "a palette with 16 bits"},
		{tags{tagCompression: {7}}, "JPEG in a TIFF file"},
		{tags{tagCompression: {34925}}, "LZMA"},
		{tags{tagCompression: {2}}, "CCITT run lengths"},
		{tags{tagCompression: {12345}}, "compression 12345"},
		{tags{tagCompression: {ccittG3}, tagT4Options: {1}, tagBits: {1}}, "two-dimensional CCITT Group 3"},
		{tags{tagCompression: {ccittG4}, tagT6Options: {2}, tagBits: {1}},
			"Group 4 compression with uncompressed parts"},
		{tags{tagCompression: {lzw}, tagPredictor: {3}}, "predictor 3"},
		{tags{tagPredictor: {2}}, "a predictor without LZW"},
	} {
		_, err := Decode(bytes.NewReader(file(binary.LittleEndian, gray(8, 8, 8).with(c.tags), make([]byte, 8*8*8))),
			anyBytes)
		require.ErrorContains(t, err, c.want)
	}
	without := gray(8, 8, 8)
	delete(without, tagPhotometric)
	_, err := Decode(bytes.NewReader(file(binary.LittleEndian, without, make([]byte, 64))), anyBytes)
	require.ErrorContains(t, err, "photometric interpretation is missing")
	_, err = Decode(bytes.NewReader([]byte("II\x2b\x00\x08\x00\x00\x00")), anyBytes)
	require.ErrorContains(t, err, "BigTIFF is not supported")
}

// Decode reports pages after the first, but not smaller versions of it.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		more []uint32
		want []string
	}{
		{nil, nil}, {[]uint32{1}, nil}, {[]uint32{0}, []string{"the first of 2 pages"}},
		{[]uint32{2, 1, 2}, []string{"the first of 3 pages"}},
	} {
		p, err := Decode(bytes.NewReader(file(binary.LittleEndian, gray(4, 4, 8).with(tags{tagPages: c.more}),
			make([]byte, 16))), anyBytes)
		require.NoError(t, err)
		require.Equal(t, c.want, p.Notes)
	}
}

// Pictures are upright, for each of the eight orientations, every kind of file and every type of
// pixels.
func TestOrientations(t *testing.T) {
	// The upright picture is 3 x 2: a b c over d e f. The stored pixels for each orientation are:
	stored := [8][]string{
		{"abc", "def"}, {"cba", "fed"}, {"fed", "cba"}, {"def", "abc"},
		{"ad", "be", "cf"}, {"cf", "be", "ad"}, {"fc", "eb", "da"}, {"da", "eb", "fc"},
	}
	shown := []string{"abc", "def"}
	check := func(t *testing.T, m image.Image, tolerance int) {
		t.Helper()
		require.Equal(t, 3, m.Bounds().Dx())
		require.Equal(t, 2, m.Bounds().Dy())
		for y, row := range shown {
			for x, letter := range row {
				r, _, _, _ := m.At(x, y).RGBA()
				require.InDelta(t, int(letter-'a')*50, int(r>>8), float64(tolerance), "(%d, %d)", x, y)
			}
		}
	}
	for i, rows := range stored {
		orientation := uint32(i + 1)
		w, h := len(rows[0]), len(rows)
		m := image.NewGray(image.Rect(0, 0, w, h))
		for y, row := range rows {
			for x, letter := range row {
				m.SetGray(x, y, color.Gray{Y: uint8(letter-'a') * 50})
			}
		}
		t.Run(fmt.Sprint(orientation), func(t *testing.T) {
			for _, order := range orders {
				check(t, decode(t, file(order,
					gray(uint32(w), uint32(h), 8).with(tags{tagOrientation: {orientation}}), m.Pix)), 0)
				exif := file(order, tags{tagOrientation: {orientation}}, []byte{0})

				var j bytes.Buffer
				large := image.NewGray(image.Rect(0, 0, 16*w, 16*h)) // blocks of one level, which JPEG keeps
				for y := range 16 * h {
					for x := range 16 * w {
						large.SetGray(x, y, m.GrayAt(x/16, y/16))
					}
				}
				require.NoError(t, jpeg.Encode(&j, large, &jpeg.Options{Quality: 100}))
				app1 := append([]byte("Exif\x00\x00"), exif...)
				marker := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xff, 0xe1}, uint16(len(app1)+2))
				small := decode(t, slices.Concat(marker, app1, j.Bytes()[2:]))
				require.Equal(t, image.Rect(0, 0, 48, 32), small.Bounds())
				for y, row := range shown {
					for x, letter := range row {
						r, _, _, _ := small.At(16*x+8, 16*y+8).RGBA()
						require.InDelta(t, int(letter-'a')*50, int(r>>8), 2)
					}
				}

				var p bytes.Buffer
				require.NoError(t, png.Encode(&p, m))
				chunk := append([]byte("eXIf"), exif...)
				chunk = append(binary.BigEndian.AppendUint32(nil, uint32(len(exif))), chunk...)
				chunk = binary.BigEndian.AppendUint32(chunk, crc(chunk[4:]))
				check(t, decode(t, slices.Concat(p.Bytes()[:33], chunk, p.Bytes()[33:])), 0)
			}
			for _, kind := range []interface {
				image.Image
				Set(x, y int, c color.Color)
			}{
				image.NewGray16(m.Rect), image.NewRGBA(m.Rect), image.NewNRGBA(m.Rect), image.NewRGBA64(m.Rect),
				image.NewNRGBA64(m.Rect),
				image.NewPaletted(m.Rect,
					color.Palette{color.Gray{}, color.Gray{50}, color.Gray{100}, color.Gray{150}, color.Gray{200},
						color.Gray{250}}),
				image.NewCMYK(m.Rect),
			} {
				for y := range h {
					for x := range w {
						kind.Set(x, y, m.At(x, y))
					}
				}
				check(t, upright(kind, int(orientation)), 0)
			}
		})
	}
}

// A picture that takes more memory than the limit is refused before it is allocated, and a file that is too long is
// refused, too. The limit counts bytes: a pixel of 16 bits takes more of it than one of 8.
func TestTooManyBytes(t *testing.T) {
	var p, deep bytes.Buffer
	require.NoError(t, png.Encode(&p, image.NewGray(image.Rect(0, 0, 4, 4))))
	require.NoError(t, png.Encode(&deep, image.NewNRGBA64(image.Rect(0, 0, 4, 4))))
	huge := bytes.Clone(p.Bytes())
	binary.BigEndian.PutUint32(huge[16:], 1<<14)
	binary.BigEndian.PutUint32(huge[20:], 1<<14)
	binary.BigEndian.PutUint32(huge[29:], crc(huge[12:29]))
	allocated := testing.AllocsPerRun(1, func() {
		_, err := Decode(bytes.NewReader(huge), 1<<20)
		require.ErrorIs(t, err, ErrMemory)
		require.ErrorContains(t, err, "16384 x 16384 pixels take 256.0 MiB of memory, 1023.9 KiB are left")
	})
	require.Less(t, allocated, 1000.0)
	_, err := Decode(bytes.NewReader(file(binary.LittleEndian, gray(1<<15, 1<<15, 8), []byte{0})), 1<<20)
	require.ErrorIs(t, err, ErrMemory)
	_, err = Decode(bytes.NewReader(append([]byte("\x89PNG"), make([]byte, 4<<20)...)), 1<<20)
	require.ErrorIs(t, err, ErrMemory)
	for file, bytesOfPixels := range map[*bytes.Buffer]int64{&p: 4 * 4, &deep: 4 * 4 * 8} {
		limit := int64(file.Len()) + bytesOfPixels
		picture, err := Decode(bytes.NewReader(file.Bytes()), limit)
		require.NoError(t, err)
		require.Equal(t, bytesOfPixels, picture.Bytes)
		_, err = Decode(bytes.NewReader(file.Bytes()), limit-1)
		require.ErrorIs(t, err, ErrMemory)
	}
}

// Decode allocates no more than it counts, apart from a constant.
func TestMemoryIsCounted(t *testing.T) {
	r := image.Rect(0, 0, 512, 512)
	encoded := func(encode func(w io.Writer, m image.Image) error, m image.Image) []byte {
		var b bytes.Buffer
		require.NoError(t, encode(&b, m))
		return b.Bytes()
	}
	asJPEG := func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }
	tiff := func(all tags) []byte {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		_, err := z.Write(make([]byte, 1<<20))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		all = gray(512, 512, 8).with(tags{tagCompression: {deflate}}).with(all)
		return file(binary.LittleEndian, all, b.Bytes())
	}
	for name, data := range map[string][]byte{
		"gray PNG":      encoded(png.Encode, image.NewGray(r)),
		"PNG, 16 bits":  encoded(png.Encode, image.NewNRGBA64(r)),
		"palette":       encoded(png.Encode, image.NewPaletted(r, color.Palette{color.Black, color.White})),
		"gray JPEG":     encoded(asJPEG, image.NewGray(r)),
		"JPEG":          encoded(asJPEG, image.NewRGBA(r)),
		"TIFF":          tiff(nil),
		"upright TIFF":  tiff(tags{tagOrientation: {6}}),
		"TIFF of tiles": tiff(tags{tagTileWidth: {512}, tagTileHeight: {512}}),
	} {
		f, err := examine(data)
		require.NoError(t, err, name)
		least := int64(len(data)) + f.need
		_, err = Decode(bytes.NewReader(data), least-1)
		require.ErrorIs(t, err, ErrMemory, name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = Decode(bytes.NewReader(data), least)
		runtime.ReadMemStats(&after)
		require.NoError(t, err, name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(least)+1<<19, name)
	}
}

// The size of the picture limits the unpacked size of strips and tiles, even if the file has larger
// numbers.
func TestBlocksAreBounded(t *testing.T) {
	var bomb bytes.Buffer
	z := zlib.NewWriter(&bomb)
	for range 64 {
		_, err := z.Write(make([]byte, 1<<20))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all := gray(16, 16, 8).with(tags{tagCompression: {deflate}, tagRowsPerStrip: {0xffffffff}})
	_, err := Decode(bytes.NewReader(file(binary.LittleEndian, all, bomb.Bytes())), 1<<19)
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
	all = gray(16, 16, 8).with(tags{tagCompression: {deflate}, tagTileWidth: {1 << 16}, tagTileHeight: {1 << 16}})
	_, err = Decode(bytes.NewReader(file(binary.LittleEndian, all, bomb.Bytes())), 1<<30)
	require.ErrorIs(t, err, ErrMemory)
}

// A file that is cut short is reported as truncated, for any place of the cut. A file that is no
// picture is reported as no picture.
func TestCutFiles(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 40, 40))
	for i := range m.Pix {
		m.Pix[i] = byte(i * i)
	}
	var p, j bytes.Buffer
	require.NoError(t, png.Encode(&p, m))
	require.NoError(t, jpeg.Encode(&j, m, nil))
	tiff := file(binary.BigEndian, gray(40, 40, 8), m.Pix)
	for name, whole := range map[string][]byte{"PNG": p.Bytes(), "JPEG": j.Bytes(), "TIFF": tiff} {
		for _, part := range []int{len(whole) / 3, len(whole) / 2, len(whole) * 9 / 10} {
			_, err := Decode(bytes.NewReader(whole[:part]), anyBytes)
			require.ErrorContains(t, err, "cut short", "%s of %d bytes of %d", name, part, len(whole))
		}
	}
	for data, want := range map[string]string{"": "the file is empty", "GIF89a": "not a PNG, JPEG or TIFF picture"} {
		_, err := Decode(bytes.NewReader([]byte(data)), anyBytes)
		require.ErrorContains(t, err, want)
	}
}

// A picture of no pixels is refused, however wide it is. It would take long to turn upright.
func TestNoPixels(t *testing.T) {
	for _, all := range []tags{gray(1<<30, 0, 8), gray(0, 1<<30, 8)} {
		data := file(binary.LittleEndian, all.with(tags{tagOrientation: {6}}), nil)
		_, err := Decode(bytes.NewReader(data), anyBytes)
		require.ErrorContains(t, err, "the picture has no pixels")
	}
}

// No file makes the parser of tags panic.
func FuzzDecode(f *testing.F) {
	f.Add(file(binary.LittleEndian, gray(0x30303030, 0, 8).with(tags{tagOrientation: {6}}), make([]byte, 16)))
	f.Add(file(binary.LittleEndian, gray(4, 4, 8).with(tags{tagOrientation: {6}}), make([]byte, 16)))
	f.Add(file(binary.BigEndian, gray(4, 4, 8).with(tags{tagTileWidth: {16}, tagTileHeight: {16}, tagPages: {0}}),
		make([]byte, 256)))
	f.Fuzz(func(_ *testing.T, data []byte) { Decode(bytes.NewReader(data), 1<<16) })
}

func crc(chunk []byte) uint32 { return crc32.ChecksumIEEE(chunk) }
