package pipeline

import (
	"slices"
)

// A piece is the range of bytes from begin to end of the source or the result of a part.
type piece struct {
	part, index int
	begin, end  int64
}

// pieceSize returns the size of the pieces, of at most most bytes, that n bytes are divided into. All have about the
// same size, which is a multiple of 64.
func pieceSize(n, most int64) int64 {
	count := (n + most - 1) / most
	return min(((n+count-1)/count+63)&^63, most)
}

// pieces returns the number of pieces of n bytes.
func pieces(n, size int64) int { return int((n + size - 1) / size) }

// pieceOf returns a piece of n bytes in pieces of the given size.
func pieceOf(part, index int, n, size int64) piece {
	begin := int64(index) * size
	return piece{part, index, begin, min(begin+size, n)}
}

// An opKind is what an op does.
type opKind uint8

// The kinds of ops.
const (
	copyUp   opKind = iota // copies a piece of the source to the memory of the GPU
	runPart                // runs the program of a part
	copyDown               // copies a piece of the result to the host
)

// An op is one command of a stream. For runPart only the part of its piece has a meaning.
type op struct {
	kind opKind
	piece
}

// A step is the ops that are submitted together, in their order. At most one copies up, and at most one copies down.
type step []op

// find returns the piece of the op of a kind.
func (s step) find(k opKind) (p piece, found bool) {
	i := slices.IndexFunc(s, func(o op) bool { return o.kind == k })
	if i < 0 {
		return piece{}, false
	}
	return s[i].piece, true
}

// upOp returns the op that copies a piece of the source of a part.
func (f *flow) upOp(part, i int) op {
	return op{copyUp, pieceOf(part, i, int64(len(f.source(part))), f.upSize)}
}

// downOp returns the op that copies a piece of the result of a part.
func (f *flow) downOp(part, i int) op {
	return op{copyDown, pieceOf(part, i, int64(len(f.result(part))), f.downSize)}
}

// steps yields the steps of all parts.
func (f *flow) steps(yield func(step) bool) {
	if !f.isWhole {
		f.stepsOfPieces(yield)
		return
	}
	for part := range f.parts() {
		if !yield(step{f.upOp(part, 0), {runPart, piece{part: part}}, f.downOp(part, 0)}) {
			return
		}
	}
}

// stepsOfPieces yields the steps of parts of several pieces. A piece is copied down before a piece of the next part
// takes its place.
func (f *flow) stepsOfPieces(yield func(step) bool) {
	downs := 0 // pieces of the result of the part before
	for part := range f.parts() + 1 {
		ups := 0
		if part < f.parts() {
			ups = pieces(int64(len(f.source(part))), f.upSize)
		}
		for i := range max(ups, downs) {
			s := make(step, 0, 3)
			if i < downs {
				s = append(s, f.downOp(part-1, i))
			}
			if i < ups {
				s = append(s, f.upOp(part, i))
			}
			if part < f.parts() && i == max(ups, downs)-1 {
				s = append(s, op{runPart, piece{part: part}})
			}
			if !yield(s) {
				return
			}
		}
		if part < f.parts() {
			downs = pieces(int64(len(f.result(part))), f.downSize)
		}
	}
}
