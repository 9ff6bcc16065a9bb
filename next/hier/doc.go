// Package hier has the ops of hierarchical transforms, which take several passes over memory. The
// four-step method (Bailey 1990) takes a transform of N = P R points as the columns and then the rows
// of a matrix. With j = P j1 + j0 and k = R k0 + k1,
//
//	X[k] = sum over j0 of w_P^(j0 k0) [ w_N^(j0 k1) sum over j1 of w_R^(j1 k1) x[j] ]    (1)
//
// The factor in front of the inner sum is the pass twiddle, an op of one of the two passes.
package hier
