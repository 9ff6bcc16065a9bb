package wgsl

import "fmt"

// Where a thread has the points of the last stage of one axis and of the first of the next, in as many butterflies of the one as the other's radix
// and the other way round, it does both with no exchange between: 4 x 8 points of a plane, say, by eight butterflies of radix 4 and then four of radix 8. A kernel of
// 128 x 128 points by 32.4x8.16 with 32 points a thread has three such stages, as one of 16384 points by 32.32.16. It is so between the outermost axis and the
// next where a thread holds just these points.
//
// With r0 and r1 the radices, b the butterflies of the next axis' first stage in one of its transforms and L = b r1 its points: thread t does the butterflies
// t mod b + i b + (t div b) L, i = 0 ... r1-1, of the one and then, as any thread does, t + m T, m = 0 ... r0-1, of the other.

// A merger is where two stages are done without an exchange.
type axisJoin struct {
	step    int // the second of them
	r0, r1  int
	spacing int // b
}

// merged returns where the kernel does so, if it does.
func (k *Kernel) axisJoin() (axisJoin, bool) {
	if k.IsOneAxis() || k.VectorRadix {
		return axisJoin{}, false
	}
	lanes := k.N()
	var outer Radices
	for _, c := range []Radices{k.OuterRadices[1], k.OuterRadices[0], k.Radices} {
		switch {
		case c.stages() == 0:
		case outer.stages() == 0:
			outer = c
			lanes /= c.N()
		default:
			stages := outer.stages()
			m := axisJoin{stages, int(outer[stages-1]), int(c[0]), lanes / int(c[0])}
			return m, k.ElementsPerThread == m.r0*m.r1 && k.Threads()*k.ElementsPerThread == k.N()
		}
	}
	return axisJoin{}, false
}

// Merges says whether two axes meet without an exchange.
func (k Kernel) JoinsAxes() bool {
	_, ok := k.axisJoin()
	return ok
}

// merge makes one of the steps where the kernel does.
func (k *Kernel) joinAxes(all []step) {
	m, ok := k.axisJoin()
	if !ok {
		return
	}
	joinSteps(&all[m.step-1], &all[m.step])
	if m.spacing < k.Threads() {
		all[m.step-1].spacing = m.spacing
	}
}

// mergedAt is the b-th butterfly of a thread in a step whose butterflies are near.
func (k *Kernel) joinedButterfly(st step, t, b int) int {
	return t%st.spacing + b*st.spacing + t/st.spacing*st.spacing*k.butterfliesPerThread(st)
}

// mergeSpan are the least and the greatest number that the b-th butterfly of such a step has.
func (k *Kernel) joinedSpan(st step, b int) (lo, hi int) {
	return k.joinedButterfly(st, 0, b), k.joinedButterfly(st, k.Threads()-1, b)
}

// mergeIndex writes it, as butterflyIndex does.
func (e *emitter) joinedIndex(s int, st step, b int) string {
	j := fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.threadNames(st.phase)
	if st.spacing == 1 {
		e.line("let %s = %s;", j, plus(times(t, e.k.butterfliesPerThread(st)), b))
		return j
	}
	e.line("let %s = %s;", j, plus(fmt.Sprintf("%s / %du * %du + %s %% %du", t, st.spacing, st.spacing*e.k.butterfliesPerThread(st), t, st.spacing), b*st.spacing))
	return j
}
