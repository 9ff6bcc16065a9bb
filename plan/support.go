package plan

// A Support describes a convolution of n elements with a kernel of k along one axis. It has n+k-1
// elements; the elements first ... first+out-1 are wanted.
type Support struct {
	N, k, first, out       int
	IsCircular, isReversed bool // isReversed: the kernel is reversed, for a correlation
}

// supports returns the support along each axis.
func (c Convolution) supports() []Support {
	all := make([]Support, len(c.Shape))
	for axis, n := range c.Shape {
		r := Support{N: n, k: 1, IsCircular: c.Mode == ModeCircular, isReversed: c.Correlate}
		if i := axis - len(c.Shape) + len(c.Kernel); i >= 0 {
			r.k = c.Kernel[i]
		}
		switch c.Mode {
		case ModeFull:
			r.out = n + r.k - 1
		case ModeValid:
			r.first, r.out = min(n, r.k)-1, max(n, r.k)-min(n, r.k)+1
		case ModeSame:
			r.first, r.out = (r.k-1)/2, n
		default:
			r.out = n
		}
		all[axis] = r
	}
	return all
}

// MinPoints returns the smallest number of points m of a sufficient transform. The transforms
// compute the convolution wrapped around m points, and no other element may fall on a wanted one.
// The kernel is shifted so that element first comes first; elements from m on then wrap onto the
// end.
func (r Support) MinPoints() int {
	if r.IsCircular {
		return 2*r.N - 1
	}
	return max(r.N, r.N+r.k-1-r.first, r.first+r.out)
}

// isExact reports whether transforms of m points wrap as the circular convolution does, which holds
// for m = n. Longer transforms work, too, if the kernel is stored on both sides of index 0, as far
// as n-1 elements reach.
func (r Support) isExact(m int) bool { return r.IsCircular && m == r.N }

// positions returns the indices of element i of the kernel among m points, such that the wanted
// elements come first.
func (r Support) positions(i, m int) []int {
	if r.isReversed {
		i = r.k - 1 - i
	}
	if !r.IsCircular {
		return []int{(i - r.first + m) % m}
	}
	if r.isReversed { // element 0 keeps its index
		i = (r.N - (r.k - 1) + i) % r.N
	}
	if r.isExact(m) || i == 0 {
		return []int{i}
	}
	return []int{i, m + i - r.N}
}
