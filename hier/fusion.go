package hier

import "wgfft/wgsl"

// A Fusion gives the views of an axis fusion: one pass transforms rows, and does the first factor of the
// columns across them. Its kernel takes Factor rows that lie far apart, transforms them, and does
// transforms of Factor points across them. It stores the results contiguously, as the first
// pass of the columns in Stockham's order does. The remaining columns are shorter by the factor.
//
// 4096 x 4096 points take two passes: one of 4 x 4096 points and one of columns of 1024. Rows
// followed by columns in two passes would take three.
type Fusion struct {
	Rows, Columns int // points of a row and of a column
	Factor        int // first factor of the columns
	Beyond        int // points of the next axis if one pass does it with the rest of the columns; else 0
}

// First places the kernel that does rows and the first factor of the columns.
func (f Fusion) First(k wgsl.Kernel) wgsl.Kernel {
	apart := f.Columns / f.Factor
	k.Load.View = wgsl.View{
		Batch:  [2]wgsl.Dim{{Extent: apart, Stride: f.Rows}, {Stride: f.Columns * f.Rows}},
		Points: [2]wgsl.Dim{{Extent: f.Rows, Stride: 1}, {Stride: apart * f.Rows}},
	}
	k.Store.View = wgsl.Rows(f.Factor*f.Rows, f.Factor*f.Rows)
	return k
}

// Following returns the passes after the first, which do columns of the given factors.
func (f Fusion) Following(factors ...int) []Pass {
	return Passes(append([]int{f.Factor}, factors...), f.Rows, false)[1:]
}

// Rest places the kernel that does the rest of the columns, together with the third axis if there is
// one. All columns lie at the same distance.
func (f Fusion) Rest(k wgsl.Kernel) wgsl.Kernel {
	k = f.Following(f.Columns / f.Factor)[0].Kernel(k)
	if f.Beyond > 0 {
		k.Load.View.Batch[1].Stride *= f.Beyond
		k.Store.View.Batch[1].Stride *= f.Beyond
	}
	return k
}
