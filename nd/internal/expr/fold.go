package expr

// Places returns a load without memory that numbers the elements of each result in row-major order.
func (f *Fold) Places(e *Extent) Load {
	var l Load
	step := 1
	for i := e.Rank - 1; i >= 0; i-- {
		if f.Axes[i] && e.Shape[i] > 1 {
			l.Stride[i] = step
			step *= e.Shape[i]
		}
	}
	return l
}

// A FoldKind is the kind of a reduction.
type FoldKind uint8

// The reductions. Other reductions consist of these and of element-wise operations.
const (
	FoldSum FoldKind = iota
	FoldMin
	FoldMax
	FoldNorm // the root of the sum of the squares of the absolute values: see scales
)

// A Fold is a reduction along some axes.
type Fold struct {
	Kind FoldKind
	Axes [MaxRank]bool // whether an axis is reduced
}

// Partial returns the type of the partial results of a reduction to results of type d.
func (f *Fold) Partial(d DType) DType {
	switch {
	case f.Kind != FoldNorm:
		return d
	case d.IsDouble():
		return DoubleSquares
	}
	return SingleSquares
}

// Target returns a load of dst that maps each element of e to the place of its result. The stride
// of a reduced axis is 0.
func (f *Fold) Target(e Extent, dst *Memory) Load {
	l := Load{Memory: dst}
	step := 1
	for i := e.Rank - 1; i >= 0; i-- {
		if !f.Axes[i] {
			l.Stride[i] = step
			step *= e.Shape[i]
		}
	}
	return l
}

// Counts returns the number of results, and the number of elements that each result reduces.
func (f *Fold) Counts(e *Extent) (results, each int) {
	results, each = 1, 1
	for i, s := range e.Shape[:e.Rank] {
		if f.Axes[i] {
			each *= s
		} else {
			results *= s
		}
	}
	return results, each
}
