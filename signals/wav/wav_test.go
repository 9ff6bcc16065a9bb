package wav

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// chunk returns a chunk, padded to an even length.
func chunk(id, body string) string {
	s := id + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
	if len(body)%2 == 1 {
		s += "\x00"
	}
	return s
}

// sized returns a chunk header with any size.
func sized(id string, size uint32) string {
	return id + string(binary.LittleEndian.AppendUint32(nil, size))
}

// riff returns a file with the given chunks.
func riff(chunks string) string { return chunk("RIFF", "WAVE"+chunks) }

// fmtChunk returns the short form of the fmt chunk.
func fmtChunk(tag, channels, rate, bits int) string {
	return chunk("fmt ", fmtBody(tag, channels, rate, bits))
}

func fmtBody(tag, channels, rate, bits int) string {
	le := binary.LittleEndian
	frame := channels * ((bits + 7) / 8)
	b := le.AppendUint16(nil, uint16(tag))
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(b, uint32(rate))
	b = le.AppendUint32(b, uint32(rate*frame))
	b = le.AppendUint16(b, uint16(frame))
	return string(le.AppendUint16(b, uint16(bits)))
}

// extensible returns the long form of the fmt chunk, with tag in its GUID.
func extensible(tag, channels, rate, bits int) string {
	return chunk("fmt ", fmtBody(tagExtensible, channels, rate, bits)+
		"\x16\x00"+"\x14\x00"+"\x03\x00\x00\x00"+string([]byte{byte(tag), 0})+guidTail)
}

func TestCodings(t *testing.T) {
	half := "\x00\x00\x00\x3f"
	cases := []struct {
		name    string
		tag     int
		bits    int
		data    string
		samples []float32
	}{
		{"8", 1, 8, "\x00\x40\x80\xff", []float32{-1, -0.5, 0, 127.0 / 128}},
		{"16", 1, 16, "\x00\x80\x00\xc0\x00\x00\xff\x7f", []float32{-1, -0.5, 0, 32767.0 / 32768}},
		{"12 in 16", 1, 12, "\x00\x80\xf0\x7f", []float32{-1, 2047.0 / 2048}},
		{
			"24", 1, 24, "\x00\x00\x80\x00\x00\xc0\x01\x00\x00\xff\xff\x7f",
			[]float32{-1, -0.5, 1.0 / (1 << 23), 1 - 1.0/(1<<23)},
		},
		{"32", 1, 32, "\x00\x00\x00\x80\x00\x00\x00\xc0\xff\xff\xff\x7f", []float32{-1, -0.5, 1 - 1.0/(1<<24)}},
		{"float 32", 3, 32, half + "\x00\x00\x00\xc0", []float32{0.5, -2}},
		{"float 64", 3, 64, "\x00\x00\x00\x00\x00\x00\xe0\x3f", []float32{0.5}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			want := Sound{Rate: 44100, Channels: 1, Bits: c.bits, Float: c.tag == 3, Samples: c.samples}
			got, err := Read(bytes.NewReader([]byte(riff(fmtChunk(c.tag, 1, 44100, c.bits) + chunk("data", c.data)))))
			require.NoError(t, err)
			require.Equal(t, want, got)
			long := riff(extensible(c.tag, 1, 44100, c.bits) + chunk("data", c.data))
			got, err = Read(iotest.OneByteReader(bytes.NewReader([]byte(long))))
			require.NoError(t, err)
			require.Equal(t, want, got)
			for _, v := range got.Samples {
				require.True(t, got.Float || (v >= -1 && v < 1), "%v", v)
			}
		})
	}
}

func TestChunks(t *testing.T) {
	pcm, data := fmtChunk(1, 2, 8000, 16), "\x00\x40\x00\x00\x00\xc0\x00\x20"
	samples := []float32{0.5, 0, -0.5, 0.25}
	ds64 := chunk("ds64", "\x00\x00\x00\x00\x00\x00\x00\x00"+"\x08\x00\x00\x00\x00\x00\x00\x00"+
		"\x02\x00\x00\x00\x00\x00\x00\x00"+"\x00\x00\x00\x00")
	streamed := sized("RIFF", 0xFFFFFFFF) + "WAVE" + pcm + sized("data", 0xFFFFFFFF) + data
	cases := []struct{ name, file string }{
		{"plain", riff(pcm + chunk("data", data))},
		{
			"odd chunk before, text after",
			riff(chunk("LIST", "odd") + pcm + chunk("cue ", "") + chunk("data", data) + chunk("LIST", "INFO")),
		},
		{"long fmt", riff(chunk("fmt ", fmtBody(1, 2, 8000, 16)+"\x00\x00") + chunk("data", data))},
		{"streamed 0xFFFFFFFF", streamed},
		{"streamed 0", sized("RIFF", 0) + "WAVE" + pcm + sized("data", 0) + data},
		{"streamed 0, recorder stopped", sized("RIFF", 36) + "WAVE" + pcm + sized("data", 0) + data},
		{"streamed by SoX", sized("RIFF", 0x7FFFF024) + "WAVE" + pcm + sized("data", 0x7FFFF000) + data},
		{"streamed, ends inside a frame", streamed + "\x00\x01\x02"},
		{"size inside a frame", riff(pcm + chunk("data", data+"\x00\x01\x02"))},
		{
			"RF64",
			sized("RF64", 0xFFFFFFFF) + "WAVE" + ds64 + pcm + sized("data", 0xFFFFFFFF) + data + chunk("LIST", "INFO"),
		},
		{"BW64", sized("BW64", 0xFFFFFFFF) + "WAVE" + ds64 + pcm + sized("data", 0xFFFFFFFF) + data},
		{"RF64 without sizes", sized("RF64", 0xFFFFFFFF) + "WAVE" + pcm + sized("data", 0xFFFFFFFF) + data},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(bytes.NewReader([]byte(c.file)))
			require.NoError(t, err)
			require.Equal(t, Sound{Rate: 8000, Channels: 2, Bits: 16, Samples: samples}, got)
		})
	}
}

// Chunks that programs write against the rules are read: odd chunks without padding, odd chunks with other padding than
// zero, and several data chunks, whose frames follow each other. The file can seek, or not.
func TestIrregularChunks(t *testing.T) {
	pcm := fmtChunk(1, 1, 8000, 8)
	unpadded := func(id, body string) string { return sized(id, uint32(len(body))) + body }
	long := sized("RF64", 0xFFFFFFFF) + "WAVE" + chunk("ds64", "\x5e\x00\x00\x00\x00\x00\x00\x00"+
		"\x02\x00\x00\x00\x00\x00\x00\x00"+"\x02\x00\x00\x00\x00\x00\x00\x00")
	want := []float32{(65 - 128) / 128., (66 - 128) / 128., (67 - 128) / 128.}
	for name, file := range map[string]string{
		"no padding before fmt":    riff(unpadded("LIST", "odd") + pcm + chunk("data", "ABC")),
		"no padding before data":   riff(pcm + unpadded("abcd", "odd") + chunk("data", "ABC")),
		"no padding, other next":   riff(pcm + unpadded("abcd", "odd") + chunk("wxyz", "") + chunk("data", "ABC")),
		"padding is a letter, odd": riff(pcm + sized("LIST", 3) + "oddX" + chunk("data", "ABC")),
		"padding is 0xff":          riff(pcm + sized("LIST", 3) + "odd\xff" + chunk("data", "ABC")),
		"two data chunks":          riff(pcm + chunk("data", "AB") + chunk("data", "C")),
		"unpadded data":            riff(pcm + unpadded("data", "A") + chunk("data", "BC")),
		"others between":           riff(pcm + chunk("data", "A") + chunk("LIST", "x") + pcm + chunk("data", "BC")),
		"empty data first":         riff(pcm + chunk("data", "") + chunk("data", "ABC")),
		"64 bits":                  long + pcm + sized("data", 0xFFFFFFFF) + "AB" + chunk("data", "C"),
		"text behind":              riff(pcm+chunk("data", "ABC")) + chunk("data", "D"),
		"zeros behind":             riff(pcm + chunk("data", "ABC") + "\x00\x00\x00\x00\x00\x00\x00\x00"),
		"cut chunk behind":         riff(pcm + chunk("data", "ABC") + sized("LIST", 100)),
	} {
		for _, r := range []io.Reader{bytes.NewReader([]byte(file)), io.MultiReader(bytes.NewReader([]byte(file)))} {
			sound, err := Read(r)
			require.NoError(t, err, name)
			require.Equal(t, want, sound.Samples, name)
		}
		r, err := NewReader(bytes.NewReader([]byte(file)))
		require.NoError(t, err, name)
		require.EqualValues(t, 3, r.Frames(), name)
		require.NoError(t, r.Short(), name)
	}
}

// A data chunk that is cut short, or has another format than the first, is no end of the file.
func TestIrregularChunksFail(t *testing.T) {
	pcm := fmtChunk(1, 1, 8000, 8)
	cut := chunk("RIFF", "WAVE"+pcm+chunk("data", "AB")+sized("data", 5)+"CD")
	for _, r := range []io.Reader{bytes.NewReader([]byte(cut)), io.MultiReader(bytes.NewReader([]byte(cut)))} {
		sound, err := Read(r)
		require.Equal(t, &TruncatedError{Offset: 44, Have: 4, Want: 7}, err)
		require.Equal(t, 4, sound.Frames())
	}
	r, err := NewReader(bytes.NewReader([]byte(cut)))
	require.NoError(t, err)
	require.EqualValues(t, 4, r.Frames())
	require.Equal(t, &TruncatedError{Offset: 44, Have: 4, Want: 7}, r.Short())
	other := riff(pcm + chunk("data", "AB") + fmtChunk(1, 1, 8000, 16) + chunk("data", "CD"))
	_, err = Read(bytes.NewReader([]byte(other)))
	require.ErrorIs(t, err, ErrUnsupported)
	require.ErrorContains(t, err, "a second fmt chunk with another format")
	_, err = Read(bytes.NewReader([]byte(riff(pcm + strings.Repeat(chunk("LIST", ""), maxChunks) + chunk("data", "")))))
	require.ErrorIs(t, err, ErrFormat)
}

func TestEmptySound(t *testing.T) {
	for _, file := range []string{
		riff(fmtChunk(1, 1, 8000, 16) + chunk("data", "")),
		riff(fmtChunk(1, 1, 8000, 16) + chunk("data", "") + chunk("LIST", "INFOabcd")),
	} {
		got, err := Read(bytes.NewReader([]byte(file)))
		require.NoError(t, err)
		require.Zero(t, got.Frames())
		require.Zero(t, got.Seconds())
		require.Empty(t, got.Mono())
	}
}

func TestChannels(t *testing.T) {
	s := Sound{Rate: 2, Channels: 3, Samples: []float32{0, 3, 0, -1, -1, -1}}
	require.Equal(t, 2, s.Frames())
	require.Equal(t, 1.0, s.Seconds())
	require.Equal(t, []float32{1, -1}, s.Mono())
	require.Equal(t, []float32{3, -1}, s.Channel(1))
	require.Nil(t, s.Channel(3))
	require.Nil(t, s.Channel(-1))
	require.Zero(t, Sound{}.Frames())
	require.Zero(t, Sound{}.Seconds())
	require.Empty(t, Sound{}.Mono())
}

func TestTruncated(t *testing.T) {
	whole := riff(fmtChunk(1, 2, 8000, 16) + chunk("data", "\x00\x40\x00\x00\x00\xc0\x00\x20"))
	got, err := Read(bytes.NewReader([]byte(whole[:len(whole)-1])))
	require.EqualError(t, err, "wav: byte 44: 1 of 2 frames: the file is cut short; "+
		"copy it again, or use the frames that were read")
	require.ErrorIs(t, err, ErrTruncated)
	var e *TruncatedError
	require.ErrorAs(t, err, &e)
	require.Equal(t, TruncatedError{Offset: 44, Have: 1, Want: 2}, *e)
	require.Equal(t, []float32{0.5, 0}, got.Samples)
	for n := range len(whole) {
		_, err := Read(bytes.NewReader([]byte(whole[:n])))
		require.ErrorIs(t, err, ErrTruncated, "%d bytes", n)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		channels := rapid.IntRange(1, 5).Draw(t, "channels")
		frames := rapid.IntRange(0, 40).Draw(t, "frames")
		samples := make([]float32, channels*frames)
		for i := range samples {
			samples[i] = float32(rapid.Int16().Draw(t, "sample")) / (1 << 15)
		}
		var b bytes.Buffer
		require.NoError(t, Write16(&b, 22050, channels, samples))
		got, err := Read(&b)
		require.NoError(t, err)
		require.Equal(t, Sound{Rate: 22050, Channels: channels, Bits: 16, Samples: samples}, got)
		require.Zero(t, b.Len())
	})
}

func TestManyChunks(t *testing.T) {
	samples := make([]float32, 100003*3)
	for i := range samples {
		samples[i] = float32(int16(i*7)) / (1 << 15)
	}
	var b bytes.Buffer
	require.NoError(t, Write16(&b, 48000, 3, samples))
	require.Equal(t, 44+2*len(samples), b.Len())
	got, err := Read(iotest.HalfReader(&b))
	require.NoError(t, err)
	require.Equal(t, samples, got.Samples)
}

func TestWrite16Rounds(t *testing.T) {
	var b bytes.Buffer
	nan := float32(math.NaN())
	require.NoError(t, Write16(&b, 1, 1, []float32{2, -2, 1, -1, nan, 0.4 / (1 << 15), 0.6 / (1 << 15)}))
	require.Equal(t, "\xff\x7f\x00\x80\xff\x7f\x00\x80\x00\x00\x00\x00\x01\x00", b.String()[44:])
}

var errSick = errors.New("sick disk")

// A sickWriter fails after n bytes.
type sickWriter struct{ n int }

func (w *sickWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errSick
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	require.ErrorIs(t, Write16(io.Discard, 8000, 2, make([]float32, 3)), ErrSamples)
	require.ErrorIs(t, Write16(io.Discard, 0, 1, nil), ErrSamples)
	require.ErrorIs(t, Write16(io.Discard, 8000, 0, nil), ErrSamples)
	require.ErrorIs(t, Write16(io.Discard, 8000, 40000, nil), ErrSamples)
	require.EqualError(t, Write16(io.Discard, 8000, 2, make([]float32, 3)),
		"wav: slice has 3 samples, want a multiple of 2 (channels)")
	require.ErrorIs(t, Write16(&sickWriter{10}, 8000, 1, make([]float32, 3)), errSick)
	require.ErrorIs(t, Write16(&sickWriter{1 << 16}, 8000, 1, make([]float32, 1<<16)), errSick)
}

// w64Chunk returns a chunk of Wave64 with a size that may be wrong.
func w64Chunk(id, tail, body string, bytes uint64) string {
	s := id + tail + string(binary.LittleEndian.AppendUint64(nil, bytes)) + body
	return s + strings.Repeat("\x00", -len(body)&7)
}

// w64 returns a Wave64 file with the given chunks.
func w64(chunks string) string {
	size := binary.LittleEndian.AppendUint64(nil, uint64(40+len(chunks)))
	return w64Form + string(size) + "wave" + w64Tail + chunks
}

// Files of Wave64 are read, with the chunks that other programs add, on readers that seek or not. Sizes have 64 bits.
func TestWave64(t *testing.T) {
	const own = "\xf3\xac\xd3\x11\x8c\xd1\x00\xc0\x4f\x8e\xdb\x8b" // another tail
	data := "\x00\x40\x00\x00\x00\xc0"
	pcm := w64Chunk("fmt ", w64Tail, fmtBody(1, 1, 8000, 16), w64Head+16)
	foreign := w64Chunk("data", own, "12345", w64Head+5)
	sound := Sound{Rate: 8000, Channels: 1, Bits: 16, Samples: []float32{0.5, 0, -0.5}}
	file := w64(foreign + pcm + w64Chunk("data", w64Tail, data, w64Head+6) + foreign)
	for _, r := range []io.Reader{strings.NewReader(file), iotest.OneByteReader(strings.NewReader(file))} {
		got, err := Read(r)
		require.NoError(t, err)
		require.Equal(t, sound, got)
	}

	long := w64(pcm) + w64Chunk("data", w64Tail, "", w64Head+5<<30)
	s := newScanner(strings.NewReader(long))
	require.NoError(t, s.riff())
	size, err := s.toData()
	require.NoError(t, err)
	require.Equal(t, int64(5<<30), size)

	for _, c := range []struct {
		name, file string
		kind       error
	}{
		{"short size", w64(w64Chunk("fmt ", w64Tail, "", 23)), ErrFormat},
		{"size of 2^63", w64(w64Chunk("junk", w64Tail, "", 1<<63)), ErrFormat},
		{"another form", w64Form + file[16:24] + "wave" + own + file[40:], ErrFormat},
		{"cut in its head", file[:30], ErrTruncated},
		{"cut before data", file[:70], ErrTruncated},
	} {
		_, err := Read(strings.NewReader(c.file))
		require.ErrorIs(t, err, c.kind, c.name)
	}
}

// A file of more than 4 GiB has a head of the form RF64. The scanner reads its sizes.
func TestLongHead(t *testing.T) {
	for _, data := range []int64{0, 6, math.MaxUint32 - 45, math.MaxUint32 - 43, 5 << 30} {
		head := appendHead(nil, 8000, 1, data)
		form, length := "RIFF", 44
		if data > math.MaxUint32-44 {
			form, length = "RF64", 80
		}
		require.Equal(t, form, string(head[:4]))
		require.Len(t, head, length)
		s := newScanner(iotest.OneByteReader(bytes.NewReader(head)))
		require.NoError(t, s.riff())
		size, err := s.toData()
		require.NoError(t, err)
		if data > 0 {
			require.Equal(t, data, size)
			require.Equal(t, int64(length)+data, s.end)
		}
	}
}
