package wav

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

const (
	tagPCM        = 1
	tagFloat      = 3
	tagExtensible = 0xFFFE

	unknownSize    = 0xFFFFFFFF // the size is in ds64, or unknown
	unknownSizeSoX = 0x7FFFF000 // an unknown size as SoX writes it, rounded down to complete frames
)

// guidTail follows the tag in the GUID of an extensible format (KSDATAFORMAT_SUBTYPE_...).
const guidTail = "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"

// format is the content of the fmt chunk.
type format struct {
	coding   coding
	channels int
	rate     int // frames per second
	bits     int // per sample, as announced
	frame    int // bytes per frame
}

// A scanner reads the chunks of one file.
type scanner struct {
	r      io.Reader
	offset int64
	end    int64 // end of the file by the RIFF size; math.MaxInt64 if unknown
	data64 int64 // size of data by ds64, or -1
}

func (s *scanner) fail(kind error, format string, args ...any) error {
	return &Error{Kind: kind, Offset: s.offset, Reason: fmt.Sprintf(format, args...)}
}

// read fills p.
func (s *scanner) read(p []byte, what string) error {
	n, err := io.ReadFull(s.r, p)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.fail(ErrTruncated, "%s: file ends after %d of %d bytes: the file is cut short; copy it again",
			what, n, len(p))
	}
	if err != nil {
		return fmt.Errorf("wav: byte %d: %s: %w", s.offset+int64(n), what, err)
	}
	s.offset += int64(n)
	return nil
}

// skip discards n bytes.
func (s *scanner) skip(n int64, what string) error {
	m, err := io.CopyN(io.Discard, s.r, n)
	s.offset += m
	if errors.Is(err, io.EOF) {
		return s.fail(ErrTruncated, "%s: file ends %d bytes early, before any samples; copy it again", what, n-m)
	}
	if err != nil {
		return fmt.Errorf("wav: byte %d: %s: %w", s.offset, what, err)
	}
	return nil
}

// riff reads the first twelve bytes.
func (s *scanner) riff() error {
	var b [12]byte
	if err := s.read(b[:], "RIFF header"); err != nil {
		return err
	}
	s.end, s.data64 = math.MaxInt64, -1
	form, size := string(b[:4]), binary.LittleEndian.Uint32(b[4:])
	wave := string(b[8:]) == "WAVE"
	switch {
	case wave && form == "RIFF":
		if size != 0 && size != unknownSize {
			s.end = 8 + int64(size)
		}
	case wave && (form == "RF64" || form == "BW64"): // the sizes come in ds64
	case wave && form == "RIFX":
		return &Error{ErrUnsupported, 0, "big-endian RIFX is not supported: convert it with: sox IN.wav -L OUT.wav"}
	default:
		return &Error{ErrFormat, 0, fmt.Sprintf("file starts with %q, want RIFF, a size and WAVE: "+
			"convert the audio to WAV", b[:])}
	}
	return nil
}

// toData reads chunks up to the header of the data chunk. It returns the size of the data in bytes,
// or -1 if the file does not give it.
func (s *scanner) toData() (f format, size int64, err error) {
	for {
		var b [8]byte
		if err := s.read(b[:], "chunk header, looking for data"); err != nil {
			return format{}, 0, err
		}
		id, n := string(b[:4]), int64(binary.LittleEndian.Uint32(b[4:]))
		switch id {
		case "data":
			if f.channels == 0 {
				return format{}, 0, s.fail(ErrFormat, "the data chunk comes before the fmt chunk")
			}
			return f, s.dataSize(n, f), nil
		case "fmt ":
			if f, err = s.fmt(n); err != nil {
				return format{}, 0, err
			}
		case "ds64":
			if err := s.ds64(n); err != nil {
				return format{}, 0, err
			}
		default:
			if err := s.skip(n+n&1, fmt.Sprintf("chunk %q", id)); err != nil {
				return format{}, 0, err
			}
		}
	}
}

// dataSize returns the size of the data chunk in bytes, given the size n in its header. It returns
// -1 if the data reaches to the end of the file.
func (s *scanner) dataSize(n int64, f format) int64 {
	frame := int64(f.frame)
	switch {
	case n == unknownSize:
		return s.data64
	case n == unknownSizeSoX/frame*frame:
		return -1
	case n == 0 && (s.end == math.MaxInt64 || s.end <= s.offset):
		return -1
	}
	return n
}

// body reads the first len(p) bytes of a chunk of n bytes and skips the rest.
func (s *scanner) body(p []byte, n int64, id string) error {
	if n < int64(len(p)) {
		return s.fail(ErrFormat, "chunk %q has %d bytes, want at least %d", id, n, len(p))
	}
	if err := s.read(p, "chunk "+id); err != nil {
		return err
	}
	return s.skip(n+n&1-int64(len(p)), "chunk "+id)
}

// ds64 reads the 64-bit sizes of RF64.
func (s *scanner) ds64(n int64) error {
	var b [16]byte
	start := s.offset
	if err := s.body(b[:], n, "ds64"); err != nil {
		return err
	}
	switch size := binary.LittleEndian.Uint64(b[8:]); {
	case size == math.MaxUint64 || size == 0:
		s.data64 = -1
	case size > math.MaxInt64:
		return &Error{ErrFormat, start, fmt.Sprintf("ds64 announces %d bytes of data, want less than 2^63", size)}
	default:
		s.data64 = int64(size)
	}
	return nil
}

// fmt reads the fmt chunk.
func (s *scanner) fmt(n int64) (format, error) {
	start := s.offset
	fail := func(kind error, reason string, args ...any) (format, error) {
		return format{}, &Error{kind, start, fmt.Sprintf(reason, args...)}
	}
	var b [40]byte
	if err := s.body(b[:max(16, min(n, 40))], n, "fmt "); err != nil {
		return format{}, err
	}
	u16 := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	tag := u16(0)
	f := format{
		channels: u16(2), rate: int(binary.LittleEndian.Uint32(b[4:])), frame: u16(12), bits: u16(14),
	}
	if tag == tagExtensible {
		if n < 40 {
			return fail(ErrFormat, "extensible fmt chunk has %d bytes, want at least 40", n)
		}
		if string(b[26:40]) != guidTail {
			return fail(ErrUnsupported, "sub-format GUID % x is not supported: %s", b[24:40], convertFFmpeg)
		}
		tag = u16(24)
	}
	if tag != tagPCM && tag != tagFloat { // other formats have other fields
		return fail(ErrUnsupported, "%s is not supported: %s", tagName(tag), conversion(tag))
	}
	if f.channels == 0 || f.rate == 0 {
		return fail(ErrFormat, "%s at %d Hz: want at least one channel and 1 Hz", plural(f.channels, "channel"), f.rate)
	}
	if f.bits == 0 || f.frame == 0 || f.frame%f.channels != 0 || f.frame/f.channels != (f.bits+7)/8 {
		return fail(ErrFormat, "%d bytes per frame do not fit %s of %d bits",
			f.frame, plural(f.channels, "channel"), f.bits)
	}
	f.coding = coding{float: tag == tagFloat, width: f.frame / f.channels}
	if !f.coding.isSupported() {
		return fail(ErrUnsupported, "%s of %d bits is not supported: %s", tagName(tag), f.bits, conversion(tag))
	}
	return f, nil
}

// tagNames are the names of format tags, from Microsoft's mmreg.h.
var tagNames = map[int]string{
	tagPCM: "PCM", 0x0002: "Microsoft ADPCM", tagFloat: "IEEE float", 0x0006: "A-law", 0x0007: "mu-law",
	0x0011: "IMA ADPCM", 0x0014: "G.723 ADPCM", 0x0031: "GSM 6.10", 0x0040: "G.721 ADPCM", 0x0045: "G.726 ADPCM",
	0x0050: "MPEG audio", 0x0055: "MP3", 0x00FF: "AAC", 0x0160: "WMA 1", 0x0161: "WMA 2", 0x0162: "WMA Pro",
	0x2000: "AC-3", 0x674F: "Ogg Vorbis", 0xF1AC: "FLAC",
}

func tagName(tag int) string {
	if name, ok := tagNames[tag]; ok {
		return name
	}
	return fmt.Sprintf("format tag %#x", tag)
}

// Commands that convert a file.
const (
	convertSoX    = "convert it with: sox IN.wav -e signed -b 16 OUT.wav"
	convertFFmpeg = "convert it with: ffmpeg -i IN.wav -c:a pcm_s16le OUT.wav"
)

// conversion returns a command that converts a file with the given format tag. SoX reads the common
// formats only.
func conversion(tag int) string {
	switch tag {
	case tagPCM, tagFloat, 0x0002, 0x0006, 0x0007, 0x0011, 0x0031:
		return convertSoX
	}
	return convertFFmpeg
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
