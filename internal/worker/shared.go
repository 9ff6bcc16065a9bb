//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"sync"
	"unsafe"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/parallel"
)

const (
	leastBlock = 64 << 10  // bytes of the smallest block; a multiple of every page size
	maxIdle    = 256 << 20 // bytes of blocks that are kept for the next calls
)

// A shared is a file of memory that the client shares with its children. It consists of blocks. The
// place of a block does not change until the file is closed. If idle blocks have more than keep
// bytes, the oldest give their memory back to the system.
type shared struct {
	file  *os.File
	limit int64 // of held
	keep  int64 // bytes of idle blocks that keep their memory

	mu    sync.Mutex
	end   int64         // of the file
	held  int64         // bytes of the blocks that have memory
	idle  []*block      // in the order of their return
	freed chan struct{} // closed and replaced when a block is given back
	lent  []*block      // to the caller, as slices

	isClosed bool
}

// A block is a part of the file.
type block struct {
	offset   int64
	bytes    []byte // nil until it is mapped
	size     int64
	hasPages bool // it has memory
}

// newShared returns a file without blocks. limit bounds the bytes of all blocks.
func newShared(limit memory.Limit) (*shared, error) {
	f, err := createMemory()
	if err != nil {
		return nil, err
	}
	return &shared{file: f, limit: int64(limit), keep: maxIdle, freed: make(chan struct{})}, nil
}

// blockSize returns the size of a block for n bytes: at most a quarter more, so that calls of
// similar sizes share blocks.
func blockSize(n int64) int64 {
	if n <= leastBlock {
		return leastBlock
	}
	step := max(leastBlock, int64(1)<<(bits.Len64(uint64(n-1))-3))
	return (n + step - 1) / step * step
}

// take returns a block of at least n bytes. While the limit is reached, it waits until a block is
// given back. It returns a memory.Error if n is above the limit, device.ErrClosed if closing is
// closed, or ctx's error.
func (s *shared) take(ctx context.Context, closing <-chan struct{}, what fmt.Stringer, n int64) (*block, error) {
	size := blockSize(n)
	if err := memory.Check(memory.Limit(s.limit), what, size); err != nil {
		return nil, err
	}
	for {
		b, freed := s.tryTake(size)
		if b != nil {
			if err := s.ready(b); err != nil {
				return nil, err
			}
			return b, nil
		}
		select {
		case <-freed:
		case <-closing:
			return nil, engine.ClosedError("engine")
		case <-ctx.Done():
			return nil, engine.ContextErr(ctx)
		}
	}
}

// tryTake returns a block, which may not be ready, or a channel that is closed when there may be
// one.
func (s *shared) tryTake(size int64) (*block, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := -1
	for i := len(s.idle) - 1; i >= 0; i-- {
		b := s.idle[i]
		fits := b.size >= size && b.size <= 2*size
		if fits && (found < 0 || b.hasPages && !s.idle[found].hasPages) {
			found = i
		}
	}
	b := &block{size: size}
	if found >= 0 {
		b = s.idle[found]
	}
	if !b.hasPages {
		for i := 0; s.held+b.size > s.limit && i < len(s.idle); i++ {
			s.discard(s.idle[i])
		}
		if s.held+b.size > s.limit {
			return nil, s.freed
		}
		s.held += b.size
	}
	if found >= 0 {
		s.idle = append(s.idle[:found], s.idle[found+1:]...)
		return b, nil
	}
	b.offset = s.end
	s.end += size
	return b, nil
}

// ready gives a block memory and maps it. After an error the block is idle.
func (s *shared) ready(b *block) error {
	if !b.hasPages {
		if err := reserve(s.file, b.offset, b.size); err != nil {
			s.give(b)
			return fmt.Errorf("wgfft: %s of shared memory: %w", memory.Size(b.size), err)
		}
		b.hasPages = true
	}
	if b.bytes == nil {
		m, err := mapped(s.file, b.offset, b.size)
		if err != nil {
			s.give(b)
			return fmt.Errorf("wgfft: %s of shared memory: %w", memory.Size(b.size), err)
		}
		b.bytes = m
	}
	return nil
}

// give makes a block idle. No process may use it.
func (s *shared) give(b *block) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !b.hasPages { // ready failed
		s.held -= b.size
	}
	s.idle = append(s.idle, b)
	kept := int64(0)
	for i := len(s.idle) - 1; i >= 0; i-- {
		if b := s.idle[i]; b.hasPages {
			if kept > 0 && kept+b.size > s.keep {
				s.discard(b)
				continue
			}
			kept += b.size
		}
	}
	close(s.freed)
	s.freed = make(chan struct{})
}

// lend returns a block that holds a slice of the caller, until unlend.
func (s *shared) lend(ctx context.Context, closing <-chan struct{}, what fmt.Stringer, n int64) (*block, error) {
	b, err := s.take(ctx, closing, what, n)
	if err == nil {
		s.mu.Lock()
		s.lent = append(s.lent, b)
		s.mu.Unlock()
	}
	return b, err
}

// unlend takes a block back. It unmaps it if the file is closed.
func (s *shared) unlend(b *block) {
	s.mu.Lock()
	s.lent = slices.DeleteFunc(s.lent, func(l *block) bool { return l == b })
	isClosed := s.isClosed
	s.mu.Unlock()
	if isClosed {
		unmap(b.bytes)
		return
	}
	s.give(b)
}

// find returns the part of a lent block that holds a slice. It returns false if no lent block does.
func (s *shared) find(slice []byte) (part, bool) {
	if len(slice) == 0 {
		return part{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.lent {
		begin, at := uintptr(unsafe.Pointer(&b.bytes[0])), uintptr(unsafe.Pointer(&slice[0]))
		if begin <= at && at < begin+uintptr(len(b.bytes)) {
			return b.part(int64(at-begin), int64(len(slice))), true
		}
	}
	return part{}, false
}

// part returns a part of a block.
func (b *block) part(at, bytes int64) part {
	return part{Block: b.offset, BlockBytes: b.size, At: at, Bytes: bytes}
}

// discard gives the memory of an idle block back to the system.
func (s *shared) discard(b *block) {
	if b.hasPages && discarded(s.file, b.offset, b.size) == nil {
		b.hasPages = false
		s.held -= b.size
	}
}

// close unmaps all blocks that are not lent, which are idle, and closes the file.
func (s *shared) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.idle {
		if b.bytes != nil {
			unmap(b.bytes)
		}
	}
	s.idle, s.isClosed = nil, true
	s.file.Close()
}

const (
	copyPiece = 1 << 20  // bytes that one goroutine copies at a time
	copyPart  = 64 << 20 // bytes between two looks at the context
)

// copied copies src to dst, and returns ctx's error if ctx ends first.
func copied(ctx context.Context, dst, src []byte) error {
	for first := 0; first < len(src); first += copyPart {
		if first > 0 {
			if err := engine.ContextErr(ctx); err != nil {
				return err
			}
		}
		part, to := src[first:min(first+copyPart, len(src))], dst[first:]
		parallel.Each((len(part)+copyPiece-1)/copyPiece, 1, func(i int) {
			at := i * copyPiece
			copy(to[at:], part[at:min(at+copyPiece, len(part))])
		})
	}
	return nil
}
