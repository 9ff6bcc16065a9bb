package cluster

// A Share is the part of an axis that a rank holds: Count elements from element First on.
type Share struct{ First, Count int }

// share returns the part of rank i of n elements that are dealt out over ranks. Shares differ by one element at most.
func share(n, ranks, i int) Share {
	first := n/ranks*i + n%ranks*i/ranks
	next := n/ranks*(i+1) + n%ranks*(i+1)/ranks
	return Share{first, next - first}
}

// slabs describes how ranks share arrays of points. Rows are the slabs of axis 0, columns the slabs of axis 1.
//
//	rows     [batch][rows of the rank][n1][inner]
//	columns  [batch][n0][columns of the rank][inner]
type slabs struct {
	batch, n0, n1, inner int
	ranks                int
	groups, parts        int // pieces of an exchange: groups of arrays, times parts of the rows of each rank
}

// rows returns the share of axis 0 of a rank.
func (s slabs) rows(rank int) Share { return share(s.n0, s.ranks, rank) }

// columns returns the share of axis 1 of a rank.
func (s slabs) columns(rank int) Share { return share(s.n1, s.ranks, rank) }

// rowPoints and columnPoints return the number of points of a rank.
func (s slabs) rowPoints(rank int) int    { return s.batch * s.rows(rank).Count * s.n1 * s.inner }
func (s slabs) columnPoints(rank int) int { return s.batch * s.n0 * s.columns(rank).Count * s.inner }

// split divides exchanges into about the given number of pieces.
func (s slabs) split(pieces int) slabs {
	s.groups = min(s.batch, pieces)
	s.parts = 1
	if s.groups == s.batch {
		s.parts = min((pieces+s.batch-1)/s.batch, (s.n0+s.ranks-1)/s.ranks)
	}
	return s
}

// pieces returns the number of pieces of an exchange.
func (s slabs) pieces() int { return s.groups * s.parts }

// A piece is the rows of some arrays: of one array, or all rows of several.
type piece struct{ arrays, rows Share }

// piece returns the rows of a rank that belong to piece i.
func (s slabs) piece(i, rank int) piece {
	part := share(s.rows(rank).Count, s.parts, i%s.parts)
	return piece{share(s.batch, s.groups, i/s.parts), part}
}

// count returns the number of rows: arrays of the axes from axis 1 on.
func (p piece) count() int { return p.arrays.Count * p.rows.Count }

// first returns the number of rows of the rank before the piece.
func (s slabs) first(p piece, rank int) int { return p.arrays.First*s.rows(rank).Count + p.rows.First }

// inRows returns where the points that rank "of" has in rows and rank "to" has in columns lie in the rows: their first
// point, and a block that counts points.
func (s slabs) inRows(p piece, of, to int) (int, block) {
	columns := s.columns(to)
	row := s.n1 * s.inner
	return s.first(p, of)*row + columns.First*s.inner, block{
		n2: p.arrays.Count, s2: s.rows(of).Count * row, n1: p.rows.Count, s1: row, run: columns.Count * s.inner,
	}
}

// inColumns returns where the same points lie in the columns.
func (s slabs) inColumns(p piece, of, to int) (int, block) {
	row := s.columns(to).Count * s.inner
	return (p.arrays.First*s.n0 + s.rows(of).First + p.rows.First) * row, block{
		n2: p.arrays.Count, s2: s.n0 * row, n1: p.rows.Count, s1: row, run: row,
	}
}

// split calls do for parts of a block of at most limit bytes, in order. Blocks of equal n2, n1 and run have the same
// parts. at is the distance of the part from the start of the block. A part is never shorter than one byte.
func (b block) split(limit int, do func(at int, part block)) {
	switch {
	case b.bytes() == 0:
	case b.bytes() <= limit:
		do(0, b)
	case b.n2 > 1:
		n := max(1, limit/(b.n1*b.run))
		for i := 0; i < b.n2; i += n {
			part := b
			part.n2 = min(n, b.n2-i)
			part.split(limit, func(at int, p block) { do(i*b.s2+at, p) })
		}
	case b.n1 > 1:
		n := max(1, limit/b.run)
		for i := 0; i < b.n1; i += n {
			part := b
			part.n1 = min(n, b.n1-i)
			part.split(limit, func(at int, p block) { do(i*b.s1+at, p) })
		}
	default:
		for at := 0; at < b.run; at += limit {
			part := b
			part.run = min(limit, b.run-at)
			do(at, part)
		}
	}
}

// scaled returns the block with all distances multiplied by the bytes of a point.
func (b block) scaled(size int) block {
	return block{b.n2, b.s2 * size, b.n1, b.s1 * size, b.run * size}
}

// span returns the number of bytes from the first to the end of the last run.
func (b block) span() int { return (b.n2-1)*b.s2 + (b.n1-1)*b.s1 + b.run }

// copyBlock copies the runs of a block to the runs of another block with the same counts.
func copyBlock[T any](dst, src []T, to, from block) {
	for j := range from.n2 {
		for i := range from.n1 {
			copy(dst[j*to.s2+i*to.s1:][:to.run], src[j*from.s2+i*from.s1:][:from.run])
		}
	}
}
