package wav

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/signals"
)

var _ signals.SampleReader = (*Reader)(nil)

// all reads the samples of a Reader, part samples at a time.
func all(t *testing.T, r *Reader, part int) (samples []float32, err error) {
	t.Helper()
	p := make([]float32, part)
	for {
		n, err := r.ReadSamples(p)
		samples = append(samples, p[:n]...)
		if err != nil {
			return samples, err
		}
		require.Positive(t, n)
	}
}

// A Reader delivers the same samples as Read, in parts of any size.
func TestReader(t *testing.T) {
	data := make([]byte, 4*70000)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	for _, channels := range []int{1, 2} {
		file := riff(fmtChunk(1, channels, 8000, 16) + chunk("data", string(data)))
		want, err := Read(strings.NewReader(file))
		require.NoError(t, err)
		for _, part := range []int{1000, 4096, 1 << 17} {
			r, err := NewReader(strings.NewReader(file))
			require.NoError(t, err)
			require.EqualValues(t, want.Frames(), r.Frames())
			require.NoError(t, r.Short())
			got, err := all(t, r, part)
			require.ErrorIs(t, err, io.EOF)
			require.Equal(t, want.Mono(), got)
			_, err = r.ReadFrames(make([]float32, 2))
			require.ErrorIs(t, err, io.EOF, "again")
		}
	}
}

// The number of frames is known before they are read if the file is an io.Seeker, and -1 otherwise.
func TestReaderFrames(t *testing.T) {
	format := fmtChunk(1, 2, 8000, 16)
	for _, c := range []struct {
		name, file     string
		frames, inPipe int64
		short          bool
	}{
		{"whole", riff(format + chunk("data", "abcdefgh")), 2, -1, false},
		{"more chunks behind", riff(format + chunk("data", "abcdefgh") + chunk("LIST", "INFO")), 2, -1, false},
		{"cut short", riff(format + sized("data", 800) + "abcdefgh"), 2, -1, true},
		{"no size", riff(format + sized("data", 0xFFFFFFFF) + "abcdefgh"), 2, -1, false},
	} {
		r, err := NewReader(strings.NewReader(c.file))
		require.NoError(t, err, c.name)
		require.Equal(t, c.frames, r.Frames(), c.name)
		require.Equal(t, c.short, errors.Is(r.Short(), ErrTruncated), c.name)
		samples, err := all(t, r, 100)
		require.Len(t, samples, 2, c.name)
		require.Equal(t, c.short, errors.Is(err, ErrTruncated), c.name)

		r, err = NewReader(io.MultiReader(strings.NewReader(c.file)))
		require.NoError(t, err, c.name)
		require.Equal(t, c.inPipe, r.Frames(), c.name)
		require.NoError(t, r.Short(), c.name)
		samples, _ = all(t, r, 100)
		require.Len(t, samples, 2, c.name)
	}
}

// The memory of a Reader does not grow with the file.
func TestReaderMemory(t *testing.T) {
	const frames = 8 << 20
	head := riff(fmtChunk(1, 2, 8000, 16)) + sized("data", 4*frames)
	r, err := NewReader(io.MultiReader(strings.NewReader(head), zeros{}))
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, total := make([]float32, 4096), 0
	for err == nil {
		var n int
		n, err = r.ReadSamples(p)
		total += n
	}
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, frames, total)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20))
}

// zeros is an endless file of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// The error for an unsupported format names the format and a conversion, whatever its chunk
// contains.
func TestFormatNames(t *testing.T) {
	for tag, want := range map[int]string{
		2: "Microsoft ADPCM", 0x11: "IMA ADPCM", 0x31: "GSM 6.10",
		6: "A-law", 7: "mu-law", 0x55: "MP3", 0x1234: "format tag 0x1234",
	} {
		body := []byte(fmtBody(tag, 1, 8000, 4))
		body[12], body[13] = 0, 1 // 256 bytes per block, as in ADPCM
		_, err := Read(bytes.NewReader([]byte(riff(chunk("fmt ", string(body)) + chunk("data", "abcd")))))
		require.ErrorIs(t, err, ErrUnsupported)
		tool := "sox IN.wav"
		if tag == 0x55 || tag == 0x1234 { // SoX does not read them
			tool = "ffmpeg -i IN.wav"
		}
		require.ErrorContains(t, err, want+" is not supported: convert it with: "+tool)
	}
}
