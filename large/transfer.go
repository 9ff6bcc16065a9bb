package large

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"
)

const (
	// transfers is the number of goroutines that read, and of those that write.
	transfers = 8
	// stagingBytes is the memory of each of them for runs that are not contiguous in a slab.
	stagingBytes = 256 << 10
	// chunkBytes is the length of the parts of a long run.
	chunkBytes = 4 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Store is random access to the bytes of an array: a file, or memory.
type Store interface {
	io.ReaderAt
	io.WriterAt
}

// Memory returns the bytes of a slice as a Store.
func Memory[T float32 | float64 | complex64 | complex128](s []T) Store { return slice(bytesOf(s)) }

// A slice is a Store in memory.
type slice []byte

// ReadAt implements io.ReaderAt.
func (s slice) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off > int64(len(s)) {
		return 0, io.EOF
	}
	n := copy(p, s[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// WriteAt implements io.WriterAt.
func (s slice) WriteAt(p []byte, off int64) (int, error) {
	if off < 0 || off > int64(len(s)) {
		return 0, io.ErrShortWrite
	}
	n := copy(s[off:], p)
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

// A damage is an error of a tile whose checksum is wrong.
type damage struct{ slab int }

func (d *damage) Error() string { return fmt.Sprintf("large: tile of slab %d: wrong checksum", d.slab) }

// A mover moves bytes between stores and slabs on several goroutines.
type mover struct {
	staging [][]byte // one for each goroutine
	moved   func(bytes int)
}

func newMover(moved func(int)) *mover {
	m := &mover{moved: moved}
	for range transfers {
		m.staging = append(m.staging, make([]byte, stagingBytes))
	}
	return m
}

// each calls f with 0 ... n-1 on the goroutines of the mover, until the first error.
func (m *mover) each(ctx context.Context, n int, f func(i int, staging []byte) error) error {
	var wait sync.WaitGroup
	var next atomic.Int64
	var once sync.Once
	var failed error
	var stop atomic.Bool
	work := func(staging []byte) {
		for !stop.Load() {
			i := int(next.Add(1) - 1)
			if i >= n {
				return
			}
			err := ctx.Err()
			if err == nil {
				err = f(i, staging)
			}
			if err != nil {
				once.Do(func() { failed = err })
				stop.Store(true)
			}
		}
	}
	for _, staging := range m.staging[:min(len(m.staging), max(n, 1))] {
		wait.Go(func() { work(staging) })
	}
	wait.Wait()
	return failed
}

// read reads all of p.
func (m *mover) read(from io.ReaderAt, p []byte, off int64) error {
	n, err := from.ReadAt(p, off)
	m.moved(n)
	if n == len(p) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("it ends at byte %d: %w", off+int64(n), io.ErrUnexpectedEOF)
	}
	return err
}

// write writes all of p.
func (m *mover) write(to io.WriterAt, p []byte, off int64) error {
	n, err := to.WriteAt(p, off)
	m.moved(n)
	return err
}

// contiguous moves a run that is contiguous in the store and in the slab, in parts.
func (m *mover) contiguous(ctx context.Context, p []byte, off int64, move func(p []byte, off int64) error) error {
	return m.each(ctx, (len(p)+chunkBytes-1)/chunkBytes, func(i int, _ []byte) error {
		from, to := i*chunkBytes, min((i+1)*chunkBytes, len(p))
		return move(p[from:to], off+int64(from))
	})
}

// runs are rows of a slab of bytes bytes, stride apart. The place of row i in the store is at(i).
type runs struct {
	rows, bytes, stride int
	at                  func(i int) int64
}

// strided moves rows of a slab.
func (m *mover) strided(ctx context.Context, p []byte, r runs, move func(p []byte, off int64) error) error {
	some := max(1, 256<<10/r.bytes)
	return m.each(ctx, (r.rows+some-1)/some, func(i int, _ []byte) error {
		for row := i * some; row < min((i+1)*some, r.rows); row++ {
			if err := move(p[row*r.stride:][:r.bytes], r.at(row)); err != nil {
				return err
			}
		}
		return nil
	})
}

// A box is a block of a temporary file and its place in a slab: rows of bytes bytes, stride apart.
type box struct {
	off                 int64 // in the file
	at                  int   // in the slab, in bytes
	rows, bytes, stride int
}

// parts calls f with parts of the box that fit into staging memory, in the order of the file. A part is contiguous in
// the file. If isDirect, it is contiguous in the slab, too.
func (b box) parts(staging int, f func(part box, isDirect bool) error) error {
	if b.rows == 1 || b.bytes == b.stride || b.bytes >= staging {
		if b.bytes == b.stride {
			b.rows, b.bytes, b.stride = 1, b.rows*b.bytes, b.rows*b.bytes
		}
		for r := range b.rows {
			for from := 0; from < b.bytes; from += chunkBytes {
				n := min(chunkBytes, b.bytes-from)
				part := box{b.off + int64(r*b.bytes+from), b.at + r*b.stride + from, 1, n, n}
				if err := f(part, true); err != nil {
					return err
				}
			}
		}
		return nil
	}
	some := staging / b.bytes
	for r := 0; r < b.rows; r += some {
		part := box{b.off + int64(r*b.bytes), b.at + r*b.stride, min(some, b.rows-r), b.bytes, b.stride}
		if err := f(part, false); err != nil {
			return err
		}
	}
	return nil
}

// load reads a block into a slab, and returns its checksum.
func (m *mover) load(from io.ReaderAt, slab, staging []byte, b box) (sum uint32, err error) {
	err = b.parts(len(staging), func(part box, isDirect bool) error {
		p := slab[part.at:]
		if !isDirect {
			p = staging
		}
		p = p[:part.rows*part.bytes]
		if err := m.read(from, p, part.off); err != nil {
			return err
		}
		sum = crc32.Update(sum, castagnoli, p)
		if !isDirect {
			for r := range part.rows {
				copy(slab[part.at+r*part.stride:][:part.bytes], p[r*part.bytes:])
			}
		}
		return nil
	})
	return sum, err
}

// store writes a block of a slab, and returns its checksum.
func (m *mover) store(to io.WriterAt, slab, staging []byte, b box) (sum uint32, err error) {
	err = b.parts(len(staging), func(part box, isDirect bool) error {
		p := slab[part.at:]
		if !isDirect {
			p = staging
			for r := range part.rows {
				copy(p[r*part.bytes:][:part.bytes], slab[part.at+r*part.stride:])
			}
		}
		p = p[:part.rows*part.bytes]
		sum = crc32.Update(sum, castagnoli, p)
		return m.write(to, p, part.off)
	})
	return sum, err
}
