package wav

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestHostile(t *testing.T) {
	pcm := fmtChunk(1, 1, 8000, 16)
	head := sized("RIFF", 0xFFFFFFFF) + "WAVE"
	ds64 := func(size string) string {
		zeros := strings.Repeat("\x00", 12)
		return sized("RF64", 0xFFFFFFFF) + "WAVE" + chunk("ds64", zeros[:8]+size+zeros)
	}
	fmtFrame := func(channels int, frame string) string {
		return chunk("fmt ", fmtBody(1, channels, 8000, 16)[:12]+frame+"\x10\x00")
	}
	otherGUID := strings.Replace(extensible(1, 1, 8000, 16), guidTail, strings.Repeat("x", 14), 1)
	huge := ds64("\x00\x00\x00\x00\x00\x00\x00\x40")
	cases := []struct {
		name, file string
		kind       error
	}{
		{"empty", "", ErrTruncated},
		{"short text", "hello", ErrFormat},
		{"RIFF only", "RIFF", ErrTruncated},
		{"no RIFF", "OggS and so on, whatever follows", ErrFormat},
		{"no WAVE", sized("RIFF", 100) + "AVI " + pcm, ErrFormat},
		{"RIFX", sized("RIFX", 100) + "WAVE" + pcm, ErrUnsupported},
		{"no data", head + pcm, ErrTruncated},
		{"data before fmt", head + chunk("data", "ab") + pcm, ErrFormat},
		{"LIST of 2 GiB", head + sized("LIST", 0x7FFFFFFF) + "INFO", ErrTruncated},
		{"fmt of 2 GiB", head + sized("fmt ", 0x7FFFFFFF) + fmtBody(1, 1, 8000, 16), ErrTruncated},
		{"fmt of 14 bytes", head + chunk("fmt ", fmtBody(1, 1, 8000, 16)[:14]), ErrFormat},
		{"fmt cut", head + sized("fmt ", 16) + "\x01\x00", ErrTruncated},
		{"ds64 of 4 bytes", head + chunk("ds64", "abcd"), ErrFormat},
		{"ds64 of 2^63 bytes", ds64("\x00\x00\x00\x00\x00\x00\x00\x80"), ErrFormat},
		{"data of 2^62 bytes", huge + pcm + sized("data", 0xFFFFFFFF) + "abcd", ErrTruncated},
		{"data of 4 GiB", head + pcm + sized("data", 0xFFFFFFFE) + "abcd", ErrTruncated},
		{"no channels", head + fmtFrame(0, "\x02\x00"), ErrFormat},
		{"no rate", head + fmtChunk(1, 1, 0, 16), ErrFormat},
		{"no bits", head + fmtChunk(1, 1, 8000, 0), ErrFormat},
		{"frame of 0 bytes", head + fmtFrame(1, "\x00\x00"), ErrFormat},
		{"frame of 3 bytes", head + fmtFrame(1, "\x03\x00"), ErrFormat},
		{"frame against channels", head + fmtFrame(2, "\x03\x00"), ErrFormat},
		{"40 bits", head + fmtChunk(1, 1, 8000, 40), ErrUnsupported},
		{"float of 16 bits", head + fmtChunk(3, 1, 8000, 16), ErrUnsupported},
		{"mu-law", head + fmtChunk(7, 1, 8000, 8), ErrUnsupported},
		{"ADPCM", head + fmtChunk(2, 1, 8000, 4), ErrUnsupported},
		{"extensible, short", head + fmtChunk(tagExtensible, 1, 8000, 16), ErrFormat},
		{"extensible, other GUID", head + otherGUID, ErrUnsupported},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Read(io.MultiReader(strings.NewReader(c.file)))
			runtime.ReadMemStats(&after)
			require.ErrorIs(t, err, c.kind)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "bytes allocated")
			require.True(t, strings.HasPrefix(err.Error(), "wav: byte "), err.Error())
		})
	}
}

func TestReaderError(t *testing.T) {
	whole := riff(chunk("LIST", "INFO") + fmtChunk(1, 1, 8000, 16) + chunk("data", "abcdefgh"))
	for n := range len(whole) {
		_, err := Read(io.MultiReader(strings.NewReader(whole[:n]), iotest.ErrReader(errSick)))
		require.ErrorIs(t, err, errSick, "error after %d bytes", n)
	}
}

func FuzzRead(f *testing.F) {
	data := "\x00\x40\x00\x00\x00\xc0\x00\x20\x00\x00\x00\x00\x00\x00\xe0\x3f"
	for _, bits := range []int{8, 16, 24, 32, 64} {
		for _, tag := range []int{1, 3} {
			f.Add([]byte(riff(fmtChunk(tag, 2, 8000, bits) + chunk("data", data))))
			f.Add([]byte(riff(chunk("LIST", "odd") + extensible(tag, 1, 8000, bits) + sized("data", 0))))
		}
	}
	f.Add([]byte(sized("RIFF", 0) + "WAVE" + fmtChunk(1, 1, 8000, 16) + sized("data", 0xFFFFFFFF) + data))
	f.Add([]byte(sized("RF64", 0xFFFFFFFF) + "WAVE" + chunk("ds64", data+data) + fmtChunk(1, 1, 8000, 16) +
		sized("data", 0xFFFFFFFF) + data))
	f.Add([]byte(riff(sized("LIST", 3) + "odd" + fmtChunk(1, 1, 8000, 8) + chunk("data", "A") + chunk("data", "BC"))))
	f.Fuzz(func(t *testing.T, p []byte) {
		s, err := Read(bytes.NewReader(p))
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "wav: byte "), err.Error())
		}
		if s.Channels == 0 {
			require.Error(t, err)
			return
		}
		// The samples fill complete frames, are no more than the file holds, and can be written.
		require.Positive(t, s.Rate)
		require.Zero(t, len(s.Samples)%s.Channels)
		require.LessOrEqual(t, len(s.Samples), len(p))
		require.Len(t, s.Mono(), s.Frames())
		if s.Channels < 32768 {
			require.NoError(t, Write16(io.Discard, s.Rate, s.Channels, s.Samples))
		}
	})
}
