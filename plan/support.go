package plan

// A reach is a convolution along one axis: n elements with k. Of the whole convolution, n+k-1 elements, out are wanted from number
// first on.
type support struct {
	n, k, first, out       int
	isCircular, isReversed bool // back: the kernel runs backwards, for a correlation
}

// reaches are those of all axes.
func (c Convolution) supports() []support {
	all := make([]support, len(c.Shape))
	for axis, n := range c.Shape {
		r := support{n: n, k: 1, isCircular: c.Mode == ModeCircular, isReversed: c.Correlate}
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

// least is the fewest points m of transforms that give what is wanted: their product is the convolution wound round a circle of m, and
// nothing may lie upon a wanted element. From first on that is what ends beyond m, below the wanted ones end.
func (r support) minPoints() int {
	if r.isCircular {
		return 2*r.n - 1
	}
	return max(r.n, r.n+r.k-1-r.first, r.first+r.out)
}

// exact says whether transforms of m points give a circular convolution as it is: those of n. Longer ones give it, too, from an array that
// ends after n elements, if the kernel is laid on both sides of 0, as far as n-1 elements can reach.
func (r support) isExact(m int) bool { return r.isCircular && m == r.n }

// places are where element i of the kernel lies among m points, so that the wanted elements are the first.
func (r support) positions(i, m int) []int {
	if r.isReversed {
		i = r.k - 1 - i
	}
	if !r.isCircular {
		return []int{(i - r.first + m) % m}
	}
	if r.isReversed { // element 0 stays where it is
		i = (r.n - (r.k - 1) + i) % r.n
	}
	if r.isExact(m) || i == 0 {
		return []int{i}
	}
	return []int{i, m + i - r.n}
}
