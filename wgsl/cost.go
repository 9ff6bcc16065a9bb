package wgsl

// Work is the work of a kernel except for its global memory traffic. Cost models use it.
type Work struct {
	Flops      float64 // instructions of butterflies and twiddles per point, see NumberCost
	Products   float64 // instructions per point for twiddles that are products instead of reads
	Exchanged  float64 // accesses of 4 bytes to workgroup memory per point
	Conditions float64 // comparisons per point of its index with slices that divide butterflies
	Barriers   int     // per workgroup
	Held       int     // the largest number of points that a thread holds
	Idle       float64 // threads of the workgroup per busy thread, the mean over the stages; at least 1
}

// Costs are estimates of the costs of a valid kernel. The methods of all Costs of one estimate are for one goroutine.
type Costs struct {
	of         *estimate
	exchange   Exchange
	transforms int // of a workgroup
}

// An estimate is what the costs of a kernel have in common for all exchanges and numbers of transforms.
type estimate struct {
	kernel     Kernel   // with the exchange and the transforms of the last Costs
	exchange   Exchange // of the program
	transforms int      // of the program
	workload   workload
	made       *program // nil before the first call of program
}

// Kernel returns the kernel of the costs. The methods of other Costs of the same estimate change its exchange and its
// number of transforms.
func (c Costs) Kernel() *Kernel {
	k := &c.of.kernel
	k.Exchange, k.Threads.Transforms = c.exchange, c.transforms
	return k
}

// Costs returns the estimates of a kernel, or the error of Check. It takes little longer than Check.
func (k Kernel) Costs(l Limits) (Costs, error) { return k.costs(l, false) }

// RoughCosts is Costs for a first selection. It does not look for pairs of points, so it accepts
// kernels with an invalid mirror.
func (k Kernel) RoughCosts(l Limits) (Costs, error) { return k.costs(l, true) }

// costs returns the estimates of a kernel with a program, or with a sketch.
func (k Kernel) costs(l Limits, isSketch bool) (Costs, error) {
	p, err := k.checked(l, isSketch)
	if err != nil {
		return Costs{}, err
	}
	c := k.Estimate()
	c.of.made = p
	return c, nil
}

// Work estimates the work of a valid kernel.
func (k Kernel) Work() Work { return k.Estimate().Work() }

// Estimate returns the estimates of a valid kernel. It makes no program: the first estimate of addresses does.
func (k Kernel) Estimate() Costs {
	e := &estimate{kernel: k, exchange: k.Exchange, transforms: k.Threads.Transforms}
	e.workload = e.kernel.workload()
	return Costs{e, k.Exchange, k.Threads.Transforms}
}

// With returns the costs of the kernel with another exchange. It does not check the exchange.
func (c Costs) With(x Exchange) Costs {
	c.exchange = x
	return c
}

// WithTransforms returns the costs of the kernel with another number of transforms of a workgroup. Estimates of
// addresses keep the old number.
func (c Costs) WithTransforms(n int) Costs {
	c.transforms = n
	return c
}

// Work returns the work of the kernel.
func (c Costs) Work() Work { return c.of.workload.of(c.Kernel()) }

// WorkgroupBytes returns the size of the workgroup memory.
func (c Costs) WorkgroupBytes() int { return c.of.workload.workgroupBytes(c.Kernel()) }

// HasExchange reports whether an exchange lies between stages.
func (c Costs) HasExchange() bool { return c.of.workload.exchanges }

// Stages returns the number of stages. A convolution and a Rader stage have the stages of two transforms.
func (c Costs) Stages() int { return c.of.workload.stages }

// program returns the program of the kernel, or a sketch of it. It has no instructions if the kernel is invalid.
func (c Costs) program() *program {
	e := c.of
	if e.made == nil {
		var err error
		k := e.kernel
		k.Exchange, k.Threads.Transforms = e.exchange, e.transforms
		if e.made, err = k.sketch(); err != nil {
			e.made = &program{kernel: k}
		}
	}
	return e.made
}

// usualInstructions estimates the instructions of a DFT of Butterflies. The cost models are fitted to DFTs in
// parts, so these are the estimates.
func usualInstructions(r int) float64 {
	half := float64((r - 1) / 2)
	a, b := factors(r)
	switch {
	case r == 2:
		return 4
	case r == 4:
		return 16
	case isRader(r):
		return 2*usualInstructions(r-1) + 4*float64(r-1)
	case a == 1:
		return 10*half + 4*half*half
	}
	sum := float64(a)*usualInstructions(b) + float64(b)*usualInstructions(a)
	if gcd(a, b) == 1 {
		return sum
	}
	return sum + 4*float64((a-1)*(b-1))
}

// productInstructions estimates the instructions of a DFT of MatrixProduct.
func productInstructions(r int) float64 {
	half := float64((r - 1) / 2)
	if r%2 == 0 {
		return 8*half + 4 + half*(4*half+6)
	}
	return 6*half + half*(4*half+4)
}
