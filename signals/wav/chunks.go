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

// The GUIDs of a Wave64 file: one for the form, and an id with the same tail for each chunk.
const (
	w64Form = "riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00"
	w64Tail = "\xf3\xac\xd3\x11\x8c\xd1\x00\xc0\x4f\x8e\xdb\x8a"
	w64Head = 24 // bytes of a GUID and a size
)

// format is the content of the fmt chunk.
type format struct {
	coding   coding
	channels int
	rate     int // frames per second
	bits     int // per sample, as announced
	frame    int // bytes per frame
}

// maxChunks is the number of chunks that are read, apart from the data.
const maxChunks = 1 << 16

// A scanner reads the chunks of one file.
type scanner struct {
	r      io.Reader
	offset int64
	length int64 // bytes in the file; -1 if unknown
	end    int64 // end of the file by the RIFF size; math.MaxInt64 if unknown
	data64 int64 // size of the next data chunk by ds64, or -1
	isOdd  bool  // the last chunk has an odd size
	isW64  bool  // the chunks have the form of Wave64
	chunks int   // headers read
	format format
}

// newScanner returns a scanner that starts at the current position of r.
func newScanner(r io.Reader) scanner {
	s := scanner{r: r, length: -1, end: math.MaxInt64, data64: -1}
	seeker, ok := r.(io.Seeker)
	if !ok {
		return s
	}
	at, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return s
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if _, back := seeker.Seek(at, io.SeekStart); err == nil && back == nil && end > at {
		s.length = end - at
	}
	return s
}

// cutShort is the reason of errors for a file that ends early, with the way out.
const cutShort = "the file is cut short; copy it again"

func (s *scanner) fail(kind error, format string, args ...any) error {
	return &Error{Kind: kind, Offset: s.offset, Reason: fmt.Sprintf(format, args...)}
}

// read fills p.
func (s *scanner) read(p []byte, what string) error {
	n, err := io.ReadFull(s.r, p)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.fail(ErrTruncated, "%s: file ends after %d of %d bytes: "+cutShort, what, n, len(p))
	}
	if err != nil {
		return fmt.Errorf("wav: byte %d: %s: %w", s.offset+int64(n), what, err)
	}
	s.offset += int64(n)
	return nil
}

// skip discards n bytes. It moves the position of a file of known length.
func (s *scanner) skip(n int64, what string) (err error) {
	m := n
	if s.length < 0 {
		m, err = io.CopyN(io.Discard, s.r, n)
	} else {
		if m = min(n, s.length-s.offset); m < n {
			err = io.EOF
		}
		if _, seek := s.r.(io.Seeker).Seek(m, io.SeekCurrent); seek != nil {
			m, err = 0, seek
		}
	}
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
	if err := s.start(b[:]); err != nil {
		return err
	}
	form, size := string(b[:4]), binary.LittleEndian.Uint32(b[4:])
	wave := string(b[8:]) == "WAVE"
	switch {
	case wave && form == "RIFF":
		if size != 0 && size != unknownSize {
			s.end = 8 + int64(size)
		}
	case wave && (form == "RF64" || form == "BW64"): // the sizes come in ds64
	case string(b[:]) == w64Form[:len(b)]:
		return s.w64()
	case wave && form == "RIFX":
		return &Error{ErrUnsupported, 0, "big-endian RIFX is not supported: convert it with: sox IN.wav -L OUT.wav"}
	default:
		return notWAV(b[:])
	}
	return nil
}

// w64 reads the rest of the start of a Wave64 file.
func (s *scanner) w64() error {
	var b [w64Head + 16 - 12]byte
	if err := s.read(b[:], "Wave64 header"); err != nil {
		return err
	}
	if string(b[:4]) != w64Form[12:] || string(b[12:]) != "wave"+w64Tail {
		return &Error{ErrFormat, 0, "not a WAV file, it is Wave64 of another form: convert the audio to WAV"}
	}
	s.isW64 = true
	if size := binary.LittleEndian.Uint64(b[4:]); size > 0 && size < math.MaxInt64 {
		s.end = int64(size)
	}
	return nil
}

// w64Header is header in a Wave64 file. Chunks start at multiples of 8 bytes, and sizes count the header. The id of a
// chunk with a foreign GUID is "????".
func (s *scanner) w64Header(what string) (id string, size int64, err error) {
	var b [w64Head]byte
	if err := s.skip(-s.offset&7, what); err != nil {
		return "", 0, err
	}
	if err := s.read(b[:], what); err != nil {
		return "", 0, err
	}
	bytes := binary.LittleEndian.Uint64(b[16:])
	if bytes < w64Head || bytes > math.MaxInt64 {
		return "", 0, s.fail(ErrFormat, "%s: a chunk of %d bytes, want %d to 2^63", what, bytes, w64Head)
	}
	id = string(b[:4])
	if string(b[4:16]) != w64Tail {
		id = "????"
	}
	return id, int64(bytes - w64Head), nil
}

// start reads the first bytes of a file. A file that is too short for them is truncated only if it begins like a WAV
// file.
func (s *scanner) start(b []byte) error {
	n, err := io.ReadFull(s.r, b)
	s.offset += int64(n)
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		if err != nil {
			return fmt.Errorf("wav: byte %d: RIFF header: %w", s.offset, err)
		}
		return nil
	}
	for _, form := range []string{"RIFF", "RIFX", "RF64", "BW64", "riff"} {
		if form[:min(n, 4)] == string(b[:min(n, 4)]) {
			return s.fail(ErrTruncated, "RIFF header: file ends after %d of %d bytes: "+cutShort, n, len(b))
		}
	}
	return notWAV(b[:n])
}

// notWAV returns the error for a file with other first bytes than a WAV file.
func notWAV(start []byte) error {
	return &Error{ErrFormat, 0, fmt.Sprintf("not a WAV file, it starts with %q instead of RIFF, a size and WAVE: "+
		"convert the audio to WAV", start)}
}

// header reads the header of a chunk and returns its id and size. Some programs omit the byte of padding after a chunk
// of odd size. A byte that is the first of an id is taken for no padding, unless a known id follows it.
func (s *scanner) header(what string) (id string, size int64, err error) {
	var b [9]byte
	if s.chunks++; s.chunks > maxChunks {
		return "", 0, s.fail(ErrFormat, "%s: more than %d chunks", what, maxChunks)
	}
	if s.isW64 {
		return s.w64Header(what)
	}
	head := b[:8]
	if err := s.read(head, what); err != nil {
		return "", 0, err
	}
	if s.isOdd && (!isID(b[:4]) || isKnown(b[1:5])) {
		if err := s.read(b[8:], what); err != nil {
			return "", 0, err
		}
		head = b[1:]
	}
	size = int64(binary.LittleEndian.Uint32(head[4:]))
	s.isOdd = size&1 == 1
	return string(head[:4]), size, nil
}

// isID reports whether b can be the id of a chunk: printable ASCII.
func isID(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// isKnown reports whether b is the id of a chunk that many programs write.
func isKnown(b []byte) bool {
	switch string(b) {
	case "fmt ", "data", "LIST", "fact", "ds64", "bext", "JUNK", "junk", "PEAK", "cue ", "smpl", "id3 ", "iXML":
		return true
	}
	return false
}

// toData reads chunks up to the header of the first data chunk. It returns the size of the data in bytes, or -1 if the
// data reaches to the end of the file.
func (s *scanner) toData() (size int64, err error) {
	for {
		id, n, err := s.header("chunk header, looking for data")
		if err != nil {
			return 0, err
		}
		switch id {
		case "data":
			if s.format.channels == 0 {
				return 0, s.fail(ErrFormat, "the data chunk comes before the fmt chunk")
			}
			return s.dataSize(n), nil
		case "fmt ":
			if s.format, err = s.fmt(n); err != nil {
				return 0, err
			}
		case "ds64":
			if err := s.ds64(n); err != nil {
				return 0, err
			}
		default:
			if err := s.skip(n, fmt.Sprintf("chunk %q", id)); err != nil {
				return 0, err
			}
		}
	}
}

// toMoreData reads the rest bytes that are left of a data chunk, and the chunks behind it up to the header of another
// data chunk. It returns the size of the data as toData does. It returns io.EOF at the end of the RIFF form, and if
// what follows is cut short or no chunk. If the size of the form is unknown, the samples end with the first data chunk,
// because a pipe may stay open behind it.
func (s *scanner) toMoreData(rest int64) (size int64, err error) {
	for s.end != math.MaxInt64 {
		if err := s.skip(rest, "end of a chunk"); err != nil {
			return 0, endOf(err)
		}
		if s.end-s.offset < 8 {
			break
		}
		id, n, err := s.header("chunk header behind the data")
		if err != nil {
			return 0, endOf(err)
		}
		switch {
		case id == "data":
			return s.dataSize(n), nil
		case id == "fmt ":
			switch f, err := s.fmt(n); {
			case err != nil:
				return 0, endOf(err)
			case f != s.format:
				return 0, s.fail(ErrUnsupported, "a second fmt chunk with another format is not supported: "+
					"split the file before it")
			}
			n = 0 // nothing is left to skip
		case !isID([]byte(id)):
			return 0, io.EOF
		}
		rest = n
	}
	return 0, io.EOF
}

// endOf returns io.EOF for an error of kind ErrTruncated, and other errors unchanged.
func endOf(err error) error {
	if errors.Is(err, ErrTruncated) {
		return io.EOF
	}
	return err
}

// dataSize returns the size of the data chunk in bytes, given the size n in its header. It returns
// -1 if the data reaches to the end of the file.
func (s *scanner) dataSize(n int64) int64 {
	frame := int64(s.format.frame)
	switch {
	case s.isW64:
		return n
	case n == unknownSize:
		n, s.data64 = s.data64, -1
		s.isOdd = n&1 == 1
		return n
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
	return s.skip(n-int64(len(p)), "chunk "+id)
}

// ds64 reads the 64-bit sizes of RF64.
func (s *scanner) ds64(n int64) error {
	var b [16]byte
	start := s.offset
	if err := s.body(b[:], n, "ds64"); err != nil {
		return err
	}
	if size := binary.LittleEndian.Uint64(b[:]); s.end == math.MaxInt64 && size > 0 && size < math.MaxInt64-8 {
		s.end = 8 + int64(size)
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
