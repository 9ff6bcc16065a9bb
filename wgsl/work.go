package wgsl

// The work of a kernel, in the units of the cost model: arithmetic, exchanged words, barriers, idle
// threads.

// Work is the cost of a kernel for each point, in addition to its global memory traffic. Cost
// models use it.
type Work struct {
	Flops      float64 // instructions of butterflies and twiddles per point
	Exchanged  float64 // accesses of 4 bytes to workgroup memory per point
	Conditions float64 // slices that the index of a point is compared with, if slices divide butterflies
	Barriers   int     // per workgroup
	Held       int     // the largest number of points that a thread holds
	Idle       float64 // threads of the workgroup per busy thread, as the mean over the stages; at least 1
}

// Work estimates the work of the kernel.
func (k Kernel) Work() Work {
	var w Work
	steps := k.steps()
	n, threads := float64(k.N()), float64(k.Threads())
	exchanges := 0
	for s, st := range steps {
		b := k.butterfliesPerThread(st)
		slots := threads * float64(b*st.R) / n
		w.Idle += threads * float64(b) / float64(st.butterflyCount()) / float64(len(steps))
		ops := k.smallOps(st)
		if st.hasTwiddles() {
			ops += 6 * float64(st.R-1)
			ops += 4 * float64(k.productTwiddles(st.R))
			ops += 4 * float64(k.derivedTwiddles(st)) / float64(b)
		}
		if st.multiply {
			ops += 6 * float64(st.R)
		}
		if st.gather || st.scatter {
			ops += 6 * float64(st.R) // addresses
			if k.Rader.Fold {
				ops += 6 * float64(st.R) // addresses of the load and of the store
				exchanges++
			}
		}
		if st.mirrorColumns {
			ops += 12 // number of the butterfly and of the column
		}
		w.Flops += slots * ops / float64(st.R)
		w.Held = max(w.Held, b*st.R)
		if s > 0 && st.exchanged {
			exchanges++
		}
	}
	// Digit layouts compare a fiber with a slice, not each point.
	if slices := k.Exchange.slices(); slices > 1 && k.Layout.Kind != Digits {
		for s, st := range steps {
			if s < len(steps)-1 && steps[s+1].exchanged && k.slice()%(st.P*st.R) != 0 {
				w.Conditions += float64(slices)
			}
			if s > 0 && st.exchanged && k.slice()%st.Butterflies() != 0 {
				w.Conditions += 2
			}
		}
	}
	for _, p := range []Path{k.Load.Path, k.Store.Path} {
		if p == Staged {
			exchanges++
		}
	}
	if k.hasPairExchange() && n > 1 { // a thread reads points of any slice
		exchanges++
		if slices := k.Exchange.slices(); slices > 1 {
			w.Conditions += float64(slices)
		}
	}
	w.Exchanged = 4 * float64(exchanges) * max(1, w.Idle)
	rounds := k.Exchange.slices()
	if k.Exchange.Split {
		rounds *= 2
	}
	w.Barriers = 2 * exchanges * rounds
	if k.Layout.Kind == Digits && k.Exchange.slices() == 1 {
		w.Barriers -= exchanges - 1
		if k.Rader.Fold { // other threads read the points that are gathered or scattered
			w.Barriers += 2
		}
	}
	return w
}

// butterflyOps estimates the floating-point instructions of a butterfly.
func butterflyOps(r int) float64 {
	a, b := split(r)
	switch {
	case r == 2:
		return 4
	case r == 4:
		return 16
	case isRader(r):
		return raderOps(r)
	case a == 1:
		return directOps(r)
	case gcd(a, b) == 1:
		return float64(a)*butterflyOps(b) + float64(b)*butterflyOps(a)
	}
	return float64(a)*butterflyOps(b) + float64(b)*butterflyOps(a) + 4*float64((a-1)*(b-1))
}

// directOps estimates the instructions of a butterfly of prime radix as a matrix product (see
// direct).
func directOps(r int) float64 {
	h := float64(r-1) / 2
	return 4*h + 2*h + 4*h*h + 4*h
}
