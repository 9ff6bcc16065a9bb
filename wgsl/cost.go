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

// Costs are estimates of the costs of a valid kernel.
type Costs struct {
	p        *program
	exchange Exchange // replaces the exchange of p.kernel
}

// Costs returns the estimates of a kernel, or the error of Check. It takes little longer than Check.
func (k Kernel) Costs(l Limits) (Costs, error) {
	p, err := k.checked(l, false)
	return Costs{p, k.Exchange}, err
}

// RoughCosts is Costs for a first selection. It does not look for pairs of points, so it accepts
// kernels with an invalid mirror.
func (k Kernel) RoughCosts(l Limits) (Costs, error) {
	p, err := k.checked(l, true)
	return Costs{p, k.Exchange}, err
}

// Work estimates the work of a valid kernel.
func (k Kernel) Work() Work { return k.Estimate().Work() }

// Estimate returns the estimates of a valid kernel, without the pairs of points that Check looks for.
func (k Kernel) Estimate() Costs {
	p, err := k.sketch()
	if err != nil {
		return Costs{&program{kernel: k}, k.Exchange}
	}
	return Costs{p, k.Exchange}
}

// A worker is an instruction that has work. addWork adds its work to w, for a kernel with exchange e.
// It counts exchanges in w.Exchanged. Costs.Work converts them to accesses per point.
type worker interface{ addWork(e Exchange, w *Work) }

// With returns the costs of the kernel with another exchange. It takes much less time than Costs,
// because it keeps the list of instructions. It does not check the exchange.
func (c Costs) With(x Exchange) Costs { return Costs{c.p, x} }

// kernel returns the kernel with the exchange of c.
func (c Costs) kernel() Kernel {
	k := c.p.kernel
	k.Exchange = c.exchange
	return k
}

// WorkgroupBytes returns the size of the workgroup memory.
func (c Costs) WorkgroupBytes() int {
	if c.p.memory.shape == nil {
		return 0
	}
	k := c.kernel()
	return k.memory().words() * k.exchangeBytes()
}

// Work estimates the work of the kernel.
func (c Costs) Work() (w Work) {
	for _, i := range c.p.instructions {
		if i, ok := i.(worker); ok {
			i.addWork(c.exchange, &w)
		}
	}
	w.Exchanged *= float64(c.p.kernel.number().Bytes()) * max(1, w.Idle) // writes and reads 2 reals
	return w
}

// perPoint returns the instructions per point if each thread has count instructions.
func (k *Kernel) perPoint(count float64) float64 {
	return count * float64(k.ThreadsPerTransform()) / float64(k.N())
}

// productsPerPoint returns the instructions per point if each thread computes count complex products with table
// entries. Each takes the instructions of the product and 2 for the address.
func (k *Kernel) productsPerPoint(count int) float64 {
	return k.perPoint((k.number().Cost().Product + 2) * float64(count))
}

func (d butterflies) addWork(_ Exchange, w *Work) {
	k, st, count := &d.p.kernel, d.fragment.stage, d.fragment.size()
	ops := k.Stages.dft().Instructions(st.R) * k.number().Cost().Sum
	if made := d.fragment.list.made; made != nil && made[0].names != nil { // mirror columns
		ops += 12 // number of the butterfly and of the column
	}
	if st.Role&(gathers|scatters) != 0 {
		ops += 6 * float64(st.R) // addresses
	}
	w.Flops += k.perPoint(float64(count) * ops)
	threads := float64(k.ThreadsPerTransform() * count)
	w.Idle += threads / float64(st.butterflies()) / float64(len(d.p.stages))
	w.Held = max(w.Held, count*st.R)
}

func (x raderProduct) addWork(_ Exchange, w *Work) {
	w.Flops += x.p.kernel.productsPerPoint(x.fragment.size() * x.fragment.stage.R)
}

func (d foldedButterflies) addWork(e Exchange, w *Work) {
	d.butterflies.addWork(e, w)
	w.Flops += d.p.kernel.perPoint(float64(d.fragment.size() * 6 * d.fragment.stage.R)) // addresses in the table
}

func (x *exchange) addWork(e Exchange, w *Work) {
	k, isDigits := x.p.kernel, e.Layout.Digits.On
	k.Exchange = e
	rounds := e.slices()
	if e.Split {
		rounds *= 2
	}
	w.Exchanged++
	w.Barriers += 2 * rounds
	if isDigits && e.slices() == 1 && !x.isFirst { // threads write to the words that they read before
		w.Barriers--
	}
	if x.to.isPairs && e.slices() > 1 { // the points that a thread reads may be in any slice
		w.Conditions += float64(e.slices())
	}
	// Digit layouts compare a fiber with a slice, not each point.
	if from, to := x.from.stage, x.to.stage; e.slices() > 1 && !isDigits && from != nil && to != nil {
		slice := k.slice()
		if slice%(from.P*from.R) != 0 {
			w.Conditions += float64(e.slices())
		}
		if slice%(to.N/to.R) != 0 {
			w.Conditions += 2
		}
	}
}

// Instructions estimates the instructions of a DFT of radix r. A multiplication with an addition counts as
// one. The cost models are fitted to DFTs in parts, so these are the estimates. Split radix and FMA take
// fewer instructions.
func (d Algorithm) Instructions(r int) float64 {
	half := float64((r - 1) / 2)
	a, b := factors(r)
	switch {
	case d == MatrixProduct && r%2 == 0:
		return 8*half + 4 + half*(4*half+6)
	case d == MatrixProduct:
		return 6*half + half*(4*half+4)
	case r == 2:
		return 4
	case r == 4:
		return 16
	case isRader(r):
		return 2*d.Instructions(r-1) + 4*float64(r-1)
	case a == 1:
		return 10*half + 4*half*half
	case gcd(a, b) == 1:
		return float64(a)*d.Instructions(b) + float64(b)*d.Instructions(a)
	}
	return float64(a)*d.Instructions(b) + float64(b)*d.Instructions(a) + 4*float64((a-1)*(b-1))
}
