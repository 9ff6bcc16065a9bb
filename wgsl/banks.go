package wgsl

// banks and warp are those of every GPU the layouts were made for: 32 banks of 4 bytes, 32 threads that access
// them together.
const (
	banks = 32
	warp  = 32
)

// Conflicts estimates how workgroup memory is met: the mean number of turns that 32 threads take for one access of
// 4 bytes each, over a sample of the accesses of all exchanges. 1 is free of conflicts. An element of 8 bytes is
// two accesses.
func (k FFT) Conflicts() float64 {
	lanes, threads := min(warp, k.Invocations()), k.Threads()
	turns, accesses := 0, 0
	// Elements of 8 bytes go in two halves of a warp.
	group := warp / (k.Exchange.elementBytes() / 4)
	count := func(s int, st Stage, at func(j int) int) {
		for lo := 0; lo < lanes; lo += group {
			most := 0
			var met [banks]int  // elements met in each bank
			var seen [banks]int // the last of them, plus 1
			for lane := lo; lane < min(lo+group, lanes); lane++ {
				t, q := k.lane(k.order(s), threads, lane)
				if t >= st.Butterflies() {
					continue
				}
				place := k.Layout.Place(q*st.N + at(t))
				bank := place % group
				if seen[bank] != place+1 {
					seen[bank] = place + 1
					met[bank]++
					most = max(most, met[bank])
				}
			}
			turns += most
			accesses++
		}
	}
	stages := k.Chain.Stages()
	for s, st := range stages {
		for i := 0; i < st.R; i += max(1, (st.R-1)/2) { // the first slot, the middle one and the last
			if s > 0 || k.Load.Path == Staged {
				count(s, st, func(j int) int { return st.In(j, i) })
			}
			if s < len(stages)-1 || k.Store.Path == Staged {
				count(s, st, func(j int) int { return st.Out(j, i) })
			}
		}
	}
	if accesses == 0 {
		return 1
	}
	return float64(turns) / float64(accesses)
}
