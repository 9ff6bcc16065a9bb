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
	turns, accesses, powers := 0, 0, k.powers()
	// Elements of 8 bytes go in two halves of a warp.
	group := warp / (k.Exchange.elementBytes() / 4)
	count := func(st step, at func(f, i int, powers []uint32) int, i int) {
		for lo := 0; lo < lanes; lo += group {
			most := 0
			var met [banks]int  // elements met in each bank
			var seen [banks]int // the last of them, plus 1
			for lane := lo; lane < min(lo+group, lanes); lane++ {
				t, q := k.lane(k.order(st), threads, lane)
				f, active := k.unitOf(st, t, 0)
				if !active {
					continue
				}
				place := k.Layout.Place(k.Spot(q, at(f, i, powers)))
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
	steps := k.steps()
	for s, st := range steps {
		next := s == len(steps)-1 && k.Store.Path == Staged || s < len(steps)-1 && steps[s+1].apart
		for i := 0; i < st.R; i += max(1, (st.R-1)/2) { // the first slot, the middle one and the last
			if s > 0 && st.apart || s == 0 && k.Load.Path == Staged {
				count(st, st.in, i)
			}
			if next {
				count(st, st.out, i)
			}
		}
	}
	if accesses == 0 {
		return 1
	}
	return float64(turns) / float64(accesses)
}
