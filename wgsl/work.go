package wgsl

// Work is what a kernel costs a point beyond its trip through global memory, for cost models.
type Work struct {
	Flops      float64 // instructions of butterflies and twiddles per point
	Exchanged  float64 // accesses of 4 bytes to workgroup memory per point
	Conditions float64 // rounds that a point is compared with, where slices cut butterflies
	Barriers   int     // per workgroup
	Held       int     // points a thread holds at most
	Idle       float64 // threads that a mean stage needs over threads that it has, >= 1
}

// Work counts the work of the kernel.
func (k Kernel) Work() Work {
	var w Work
	steps := k.steps()
	n, threads := float64(k.N()), float64(k.Threads())
	crossings, again := 0, 0.0
	for s, st := range steps {
		b := k.butterfliesPerThread(st)
		waste := threads * float64(b*st.R) / n
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
				ops += 6 * float64(st.R) // of the pairs that are loaded and stored, too
				crossings++
			}
		}
		if st.mirrorColumns {
			ops += 12 // which butterfly of which column it is
		}
		w.Flops += waste * ops / float64(st.R)
		w.Held = max(w.Held, b*st.R)
		if s > 0 && st.exchanged {
			crossings++
		}
	}
	if rounds := k.Exchange.slices(); rounds > 1 && k.Layout.Kind != Digits { // in a cube a line is compared, not its points
		for s, st := range steps {
			if s < len(steps)-1 && steps[s+1].exchanged && k.slice()%(st.P*st.R) != 0 {
				w.Conditions += float64(rounds)
			}
			if s > 0 && st.exchanged && k.slice()%st.Butterflies() != 0 {
				w.Conditions += 2
			}
		}
	}
	for _, p := range []Path{k.Load.Path, k.Store.Path} {
		if p == Staged {
			crossings++
		}
	}
	if k.gathers() && n > 1 { // what a thread reads may lie in any slice
		crossings++
		if rounds := k.Exchange.slices(); rounds > 1 {
			w.Conditions += float64(rounds)
		}
	}
	w.Exchanged = (4*float64(crossings) + again) * max(1, w.Idle)
	parts := k.Exchange.slices()
	if k.Exchange.Split {
		parts *= 2
	}
	w.Barriers = 2 * crossings * parts
	if k.Layout.Kind == Digits && k.Exchange.slices() == 1 {
		w.Barriers -= crossings - 1
		if k.Rader.Fold { // what is gathered or scattered others read
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

// directOps is that of a prime radix as a matrix product.
func directOps(r int) float64 {
	h := float64(r-1) / 2
	return 4*h + 2*h + 4*h*h + 4*h
}
