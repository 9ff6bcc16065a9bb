package wgsl

import "fmt"

// RealRoots is the table of the roots w_Order^e of the ops of real transforms, for e up to Order/2.
// Tables of large orders are SplitRoots.
type RealRoots struct{ Order int }

// maxDirectRoots is the largest order with a table entry for each real root.
const maxDirectRoots = 8192

func (r RealRoots) String() string { return fmt.Sprintf("real roots %d", r.Order) }

// Len returns the number of entries.
func (r RealRoots) Len() int {
	if r.Order <= maxDirectRoots {
		return r.Order/2 + 1
	}
	return SplitRoots(r).Len()
}

// Entries returns the roots.
func (r RealRoots) Entries() (all []Constant) {
	if r.Order > maxDirectRoots {
		return SplitRoots(r).Entries()
	}
	for e := range r.Len() {
		all = append(all, Root(r.Order, e))
	}
	return all
}

// root returns w_n^e for an n that divides the order.
func (r RealRoots) root(m Machine, n int, e *Index) Value {
	f := &Func{Name: "real_root", Indices: []string{"e"}, Results: 1,
		Comment: fmt.Sprintf("w_%d^e, e up to %d", r.Order, r.Order/2)}
	f.Body = func(m Machine, x []*Index, _ []Value) []Value {
		e, fine := x[0], FineBits(r.Order)
		if r.Order <= maxDirectRoots {
			return []Value{m.Read(realRootTable, e)}
		}
		coarse := e.ShiftRight(fine).Add(1 << fine)
		return []Value{m.Mul(m.Read(realRootTable, e.BitAnd(1<<fine-1)), m.Read(realRootTable, coarse))}
	}
	return m.Call(f, "", []*Index{e.Times(r.Order / n)}, nil)[0]
}

// realRootTable is the array of RealRoots.
var realRootTable = &Array{Name: "real_roots"}

// addRealRoots adds real roots. The table of an order serves its divisors.
func (t *tables) addRealRoots(r RealRoots) error {
	have := t.realRoots()
	switch {
	case have.Order == 0:
		t.add(realRootTable, r)
	case r.Order%have.Order != 0 && have.Order%r.Order != 0:
		return fmt.Errorf("real roots of the orders %d and %d: want one order that is a multiple of the other",
			have.Order, r.Order)
	case r.Order > have.Order:
		for i := range t.all {
			if t.all[i].array == realRootTable {
				t.all[i].parts[0] = r
			}
		}
	}
	return nil
}

// realRoots returns the table of real roots, or the zero value.
func (t *tables) realRoots() (r RealRoots) {
	for _, n := range t.all {
		if n.array == realRootTable {
			r = n.parts[0].(RealRoots)
		}
	}
	return r
}
