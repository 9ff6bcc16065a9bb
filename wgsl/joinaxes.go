package wgsl

import "fmt"

// Axis join: a thread computes the last stage of one axis and the first stage of the next on the
// same points, without an exchange between them. It needs r0 r1 points for radices r0 and r1: for
// example 4 x 8 points of a plane take eight butterflies of radix 4 and then four of radix 8. A 128
// x 128 transform by 32.4x8.16 with 32 points for each thread has three such stages, as many as a
// transform of 16384 points. Kernels join the outermost axis and the next.
//
// With b the number of butterflies of the next axis' first stage in one of its transforms, and L =
// b r1 points: thread t of T computes butterflies t mod b + i b + (t div b) L, i < r1, of the first
// of the two stages, and t + m T, m < r0, of the second.

// An axisJoin is a pair of stages without an exchange between them.
type axisJoin struct {
	step    int // the second stage
	r0, r1  int
	spacing int // b
}

// axisJoin returns the axis join of the kernel, and reports whether it has one.
func (k *Kernel) axisJoin() (axisJoin, bool) {
	if k.IsOneAxis() || k.VectorRadix {
		return axisJoin{}, false
	}
	interleave := k.N()
	var outer Radices
	for _, c := range []Radices{k.OuterRadices[1], k.OuterRadices[0], k.Radices} {
		switch {
		case c.stages() == 0:
		case outer.stages() == 0:
			outer = c
			interleave /= c.N()
		default:
			stages := outer.stages()
			m := axisJoin{stages, int(outer[stages-1]), int(c[0]), interleave / int(c[0])}
			return m, k.ElementsPerThread == m.r0*m.r1 && k.Threads()*k.ElementsPerThread == k.N()
		}
	}
	return axisJoin{}, false
}

// JoinsAxes reports whether the kernel has an axis join.
func (k Kernel) JoinsAxes() bool {
	_, ok := k.axisJoin()
	return ok
}

// joinAxes marks the steps of the kernel's axis join.
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

// joinedButterfly is butterfly b of a thread in a step with a spacing.
func (k *Kernel) joinedButterfly(st step, t, b int) int {
	return t%st.spacing + b*st.spacing + t/st.spacing*st.spacing*k.butterfliesPerThread(st)
}

// joinedSpan returns the least and the greatest number that butterfly b of such a step has.
func (k *Kernel) joinedSpan(st step, b int) (lo, hi int) {
	return k.joinedButterfly(st, 0, b), k.joinedButterfly(st, k.Threads()-1, b)
}

// joinedIndex writes joinedButterfly, as butterflyIndex does for other steps.
func (e *emitter) joinedIndex(s int, st step, b int) string {
	j := fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.threadNames(st.phase)
	if st.spacing == 1 {
		e.line("let %s = %s;", j, plus(times(t, e.k.butterfliesPerThread(st)), b))
		return j
	}
	run := st.spacing * e.k.butterfliesPerThread(st)
	first := fmt.Sprintf("%s / %du * %du + %s %% %du", t, st.spacing, run, t, st.spacing)
	e.line("let %s = %s;", j, plus(first, b*st.spacing))
	return j
}
