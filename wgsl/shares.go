package wgsl

import "fmt"

// shares say how the outputs of a matrix product of r points are shared out to threads: pair p is the outputs p and r-p, pair 0 the output 0
// and, for even r, r/2; part c has the pairs from c each on.
type shares struct {
	r     int
	parts int
	each  int // pairs of a part; the last part may have fewer
}

// share shares the outputs of r points out to so many threads, or fewer if there are fewer pairs. 0 is one thread.
func share(r, threads int) shares {
	h := shares{r: r}
	h.each = (h.pairs() + max(1, threads) - 1) / max(1, threads)
	h.parts = (h.pairs() + h.each - 1) / h.each
	return h
}

// pairs is how many there are in all.
func (h shares) pairs() int { return (h.r + 1) / 2 }

// last is how many pairs the last part has.
func (h shares) last() int { return h.pairs() - (h.parts-1)*h.each }

// slots is how many outputs a part has at most.
func (h shares) slots() int {
	if h.parts == 1 {
		return h.r
	}
	return 2 * h.each
}

// outputs returns the outputs of part c, -1 for a slot that has none: of a product that is not shared all in order, else the first of each pair
// and then the second of each.
func (h shares) outputs(c int) []int {
	all := make([]int, h.slots())
	if h.parts == 1 {
		for k := range all {
			all[k] = k
		}
		return all
	}
	for i := range h.each {
		p := c*h.each + i
		first, second := p, h.r-p
		switch {
		case p >= h.pairs():
			first, second = -1, -1
		case p == 0 && h.r%2 == 0:
			second = h.r / 2
		case p == 0:
			second = -1
		}
		all[i], all[h.each+i] = first, second
	}
	return all
}

// function is the name of the product's function.
func (h shares) function() string {
	if h.parts == 1 {
		return fmt.Sprintf("product%d", h.r)
	}
	return fmt.Sprintf("product%dof%d", h.r, h.parts)
}

// result is the name of what it returns.
func (h shares) result() string {
	if h.parts == 1 {
		return fmt.Sprintf("Points%d", h.r)
	}
	return fmt.Sprintf("Points%dof%d", h.r, h.parts)
}

// remark says which outputs a part has.
func (h shares) remark() string {
	switch {
	case h.parts == 1:
		return ""
	case h.each == 1:
		return fmt.Sprintf(": of the %d parts part c, k = c and %d - c", h.parts, h.r)
	}
	return fmt.Sprintf(": of the %d parts part c, k = %d c to %d c + %d and %d - k", h.parts, h.each, h.each, h.each-1, h.r)
}

// function is the name of the function that does the small DFTs of a step.
func (k *FFT) function(st step) string {
	if k.Product > 0 {
		return st.shares.function()
	}
	if k.Rader.Pairs && (st.gather || st.scatter) {
		return fmt.Sprintf("%s%d", map[bool]string{true: "sums", false: "parts"}[st.gather], st.R)
	}
	return fmt.Sprintf("dft%d", st.R)
}

// units is how many parts of small DFTs the step has in one transform of the kernel. Unit f is part f div all of butterfly f mod all: so
// threads in a row do the same part of different ones.
func (st step) units() int { return st.all() * st.shares.parts }

// unit says which butterfly, and which part of it, a unit is.
func (st step) unit(f int) (butterfly, part int) { return f % st.all(), f / st.all() }

// smallOps estimates the floating-point instructions of one unit of a step: of its butterfly, or of its part of a matrix product, times the parts
// that a warp does one after the other.
func (k *FFT) smallOps(st step) float64 {
	if k.Product == 0 {
		return butterflyOps(st.R)
	}
	run := st.all()
	if k.order(st) == TransformsFirst {
		run *= k.Transforms
	}
	return productOps(st.shares) * st.shares.diverging(run)
}

// Outputs returns how many outputs of a small DFT a thread has, stage by stage: as many as the radix, but where several threads share it.
func (k FFT) Outputs() []int {
	all := k.Radices()
	for i, r := range all {
		all[i] = share(r, k.Product).slots()
	}
	return all
}
