package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// MaxHeader is the longest header text that Read takes, in bytes. It is the limit of version 1, and
// six times the limit of NumPy for files that are not trusted.
const MaxHeader = 1<<16 - 1

// MaxDims is the largest number of dimensions, the limit of NumPy 2.
const MaxDims = 64

const magic = "\x93NUMPY"

// Header describes the array of a file.
type Header struct {
	Shape []int  // as in Array
	DType string // as in Array

	dtype   dtype
	order   binary.ByteOrder
	fortran bool
	points  int   // product of Shape
	end     int64 // offset of the first element, in bytes
}

// IsReal reports whether the elements are real numbers.
func (h Header) IsReal() bool { return h.dtype.components == 1 }

// IsDouble reports whether the elements have double precision: float64 or complex128.
func (h Header) IsDouble() bool { return h.dtype.width == 8 }

// IsNative reports whether the elements have the bytes of a slice: little-endian, in C order.
func (h Header) IsNative() bool { return h.order == binary.LittleEndian && !h.fortran }

// Type describes the elements and their order: "float32", or "float32, big-endian and in Fortran order".
func (h Header) Type() string {
	text := h.DType
	switch {
	case h.order == binary.BigEndian && h.fortran:
		return text + ", big-endian and in Fortran order"
	case h.order == binary.BigEndian:
		return text + ", big-endian"
	case h.fortran:
		return text + ", in Fortran order"
	}
	return text
}

// Offset returns the offset of the first element in the file, in bytes.
func (h Header) Offset() int64 { return h.end }

// Bytes returns the bytes of all elements.
func (h Header) Bytes() int64 { return int64(h.points) * int64(h.dtype.size()) }

// dtype describes one supported element type.
type dtype struct {
	name       string
	components int // 1 real, 2 complex
	width      int // bytes per component
}

// dtypes maps descr, without its byte order, to the type.
var dtypes = map[string]dtype{
	"f4":  {"float32", 1, 4},
	"f8":  {"float64", 1, 8},
	"c8":  {"complex64", 2, 4},
	"c16": {"complex128", 2, 8},
}

// size returns the bytes of one element.
func (d dtype) size() int { return d.components * d.width }

// ReadHeader reads everything before the first element. The errors are as in [Read].
func ReadHeader(r io.Reader) (Header, error) {
	var buf [12]byte
	switch n, err := io.ReadFull(r, buf[:8]); {
	case !strings.HasPrefix(magic, string(buf[:min(n, len(magic))])):
		return Header{}, notNumpy(buf[:min(n, len(magic))])
	case err != nil:
		return Header{}, short(err, 0, "magic and version", 8, n)
	}
	var length int64
	offset := int64(10)
	switch major := buf[6]; major {
	case 1:
		if err := readFull(r, buf[8:10], 8, "header length"); err != nil {
			return Header{}, err
		}
		length = int64(binary.LittleEndian.Uint16(buf[8:]))
	case 2, 3:
		if err := readFull(r, buf[8:12], 8, "header length"); err != nil {
			return Header{}, err
		}
		length = int64(binary.LittleEndian.Uint32(buf[8:]))
		offset = 12
	default:
		return Header{}, fail(ErrFormat, 6, "version %d.%d: versions 1 to 3 are known", major, buf[7])
	}
	if length > MaxHeader {
		return Header{}, fail(ErrFormat, 8, "header of %d bytes: at most %d are read", length, MaxHeader)
	}
	text := make([]byte, length)
	if err := readFull(r, text, offset, "header"); err != nil {
		return Header{}, err
	}
	h := Header{end: offset + length}
	p := parser{text: string(text), base: offset}
	if err := p.dict(&h); err != nil {
		return Header{}, err
	}
	return h, nil
}

// notNumpy returns the error for a file that starts with other bytes than the magic of .npy files.
func notNumpy(start []byte) error {
	if bytes.HasPrefix(start, []byte("PK")) {
		return fail(ErrFormat, 0, "not a .npy file, but a .npz or zip archive: save one of its arrays with numpy.save")
	}
	return fail(ErrFormat, 0, "not a .npy file, it starts with %q: save the array with numpy.save", start)
}

// readFull fills p from r. offset is the position of r in the file.
func readFull(r io.Reader, p []byte, offset int64, what string) error {
	n, err := io.ReadFull(r, p)
	if err != nil {
		return short(err, offset, what, len(p), n)
	}
	return nil
}

// short returns the error for err of [io.ReadFull], which has read n of want bytes.
func short(err error, offset int64, what string, want, n int) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fail(ErrTruncated, offset, "%s: %d bytes, file ends after %d: the file is cut short, save it again",
			what, want, n)
	}
	return fmt.Errorf("npy: byte %d: %s: %w", offset, what, err)
}

// parser parses the small part of Python that a header uses: a dictionary of strings, booleans and
// tuples of integers.
type parser struct {
	text string
	pos  int
	base int64 // offset of text in the file
}

func (p *parser) fail(kind error, format string, args ...any) error {
	return fail(kind, p.base+int64(p.pos), format, args...)
}

// space skips blanks.
func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// accept skips blanks and then s. It reports whether s follows.
func (p *parser) accept(s string) bool {
	p.space()
	if !strings.HasPrefix(p.text[p.pos:], s) {
		return false
	}
	p.pos += len(s)
	return true
}

func (p *parser) expect(s string) error {
	if !p.accept(s) {
		return p.fail(ErrFormat, "header: %q expected", s)
	}
	return nil
}

// dict parses the whole text into h. Keys may be in any order, each exactly once.
func (p *parser) dict(h *Header) error {
	if err := p.expect("{"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for !p.accept("}") {
		key, err := p.str()
		if err != nil {
			return err
		}
		if seen[key] {
			return p.fail(ErrFormat, "header: key %q stands twice", key)
		}
		seen[key] = true
		if err := p.expect(":"); err != nil {
			return err
		}
		if err := p.value(key, h); err != nil {
			return err
		}
		if p.accept(",") {
			continue
		}
		if err := p.expect("}"); err != nil {
			return err
		}
		break
	}
	if p.space(); p.pos != len(p.text) {
		return p.fail(ErrFormat, "header: text after the dictionary")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return p.fail(ErrFormat, "header: key %q is missing", key)
		}
	}
	return nil
}

// value parses the value of a key.
func (p *parser) value(key string, h *Header) (err error) {
	switch key {
	case "descr":
		if p.accept("[") {
			return p.fail(ErrDType, "structured elements: pick one field, then numpy.save")
		}
		var descr string
		if descr, err = p.str(); err == nil {
			h.dtype, h.order, err = p.dtype(descr)
			h.DType = h.dtype.name
		}
	case "fortran_order":
		switch {
		case p.accept("True"):
			h.fortran = true
		case p.accept("False"):
			h.fortran = false
		default:
			return p.fail(ErrFormat, "header: fortran_order is neither True nor False")
		}
	case "shape":
		if h.Shape, err = p.tuple(); err == nil {
			if h.points, err = points(h.Shape); err != nil {
				err = p.fail(ErrShape, "%v", err)
			}
		}
	default:
		return p.fail(ErrFormat, "header: unknown key %q", key)
	}
	return err
}

// dtype splits a descr such as <c8 into type and byte order.
func (p *parser) dtype(descr string) (dtype, binary.ByteOrder, error) {
	if len(descr) > 1 {
		t, ok := dtypes[descr[1:]]
		switch {
		case ok && descr[0] == '<':
			return t, binary.LittleEndian, nil
		case ok && descr[0] == '>':
			return t, binary.BigEndian, nil
		}
	}
	return dtype{}, nil, p.fail(ErrDType,
		"elements of type %q: save a.astype(numpy.float32) instead, or numpy.complex64 of complex numbers", descr)
}

// str parses a string in single or double quotes. Headers have no escapes.
func (p *parser) str() (string, error) {
	p.space()
	if p.pos == len(p.text) || (p.text[p.pos] != '\'' && p.text[p.pos] != '"') {
		return "", p.fail(ErrFormat, "header: a string is expected")
	}
	rest := p.text[p.pos+1:]
	end := strings.IndexByte(rest, p.text[p.pos])
	if end < 0 || strings.ContainsAny(rest[:end], "\\\n") {
		return "", p.fail(ErrFormat, "header: string without an end, or with an escape")
	}
	p.pos += end + 2
	return rest[:end], nil
}

// tuple parses (), (3,), (3, 4) or (3, 4,). Numbers may end in L, as Python 2 wrote them.
func (p *parser) tuple() ([]int, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	shape := []int{}
	for !p.accept(")") {
		if len(shape) == MaxDims {
			return nil, p.fail(ErrShape, "more than %d dimensions", MaxDims)
		}
		p.space()
		start := p.pos
		for p.pos < len(p.text) && strings.IndexByte("+-0123456789", p.text[p.pos]) >= 0 {
			p.pos++
		}
		digits := p.text[start:p.pos]
		d, err := strconv.Atoi(digits)
		if errors.Is(err, strconv.ErrRange) {
			return nil, p.fail(ErrShape, "dimension %s: more than memory can hold", digits)
		}
		if err != nil {
			return nil, p.fail(ErrFormat, "header: shape: a whole number is expected")
		}
		p.accept("L")
		shape = append(shape, d)
		if !p.accept(",") {
			if len(shape) == 1 {
				return nil, p.fail(ErrFormat, "header: shape (%d) is no tuple: (%d,) is", d, d)
			}
			if err := p.expect(")"); err != nil {
				return nil, err
			}
			break
		}
	}
	return shape, nil
}

// points returns the product of shape, 1 for the empty shape. Like NumPy, it refuses a shape if its
// nonzero dimensions multiply to more bytes than an int64 counts, even if another dimension is
// zero.
func points(shape []int) (int, error) {
	n, zero := 1, false
	for _, d := range shape {
		switch {
		case d < 0:
			return 0, fmt.Errorf("shape %v: a dimension is negative", shape)
		case d == 0:
			zero = true
		case n > math.MaxInt/16/d:
			return 0, fmt.Errorf("shape %v: more elements than memory can hold", shape)
		default:
			n *= d
		}
	}
	if zero {
		return 0, nil
	}
	return n, nil
}
