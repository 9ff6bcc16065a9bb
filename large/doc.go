// Package large transforms arrays that are larger than memory. They lie in files or in slices, and pass through
// the engine in slabs of a size that the caller's memory holds.
//
// # Method
//
// An array is a grid of X rows of Y elements. X is the product of the first axes, Y the product of the others.
// One step transforms along the axes of X, the other along the axes of Y:
//
//	step along x: a slab has all rows of a range of columns
//	step along y: a slab has a range of whole rows
//
// If the axes of one group are not transformed, one step suffices. Otherwise the result of the first step goes to a
// temporary file. It has a tile for each range of the first step's slabs. A tile is divided into blocks, one for each
// range of the second step's slabs. A block is contiguous, and both steps read and write whole blocks:
//
//	offset of block (u, v) = lo(u) Z + |u| lo(v)                                              (1)
//
// u is a range of the first step, v a range of the second one, lo the start of a range, and Z the number of elements
// along the second step's cut.
//
// An axis of N = R C points that does not fit is divided by the four-step method. With n = C r + c and k = p + R q
//
//	X[p + R q] = sum over c of w_C^(c q) w_N^(c p) sum over r of w_R^(r p) x[C r + c]            (2)
//
// R is the last axis of the rows' group and C the first axis of the columns' group. The first step multiplies by
// w_N^(c p). The second one writes its result transposed.
//
// A real array of one axis with N = 2M samples is a complex array z of M points. The bins of the real array are
//
//	X[k] = (Z[k] + Z*[M-k]) / 2 - i w_N^k (Z[k] - Z*[M-k]) / 2                                 (3)
//
// The slabs of the step next to the spectrum have rows p and R-p (or columns c and C-c) together, so that both
// points of a pair are in one slab.
//
// References: D. H. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990).
package large
