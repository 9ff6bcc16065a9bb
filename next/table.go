package wgsl

import "fmt"

// A Table is the content of an array of constants: a comparable recipe, from which the entries are
// computed in float64.
type Table interface{ Entries() []complex128 }

// tables are the tables of a program by the names of their arrays.
type tables struct{ all []namedTable }

// A namedTable is an array of constants and the recipes of its parts, one after the other.
type namedTable struct {
	array *Array
	parts []Table
}

// rootTable is the array of roots of unity that ops read.
var rootTable = &Array{Name: "roots"}

// add adds a table to the array of its sort, unless the array has it, and returns where it begins.
func (t *tables) add(array *Array, recipe Table) int {
	for i := range t.all {
		n := &t.all[i]
		if n.array.Name != array.Name {
			continue
		}
		begin := 0
		for _, part := range n.parts {
			if part == recipe {
				return begin
			}
			begin += len(part.Entries())
		}
		n.parts = append(n.parts, recipe)
		return begin
	}
	t.all = append(t.all, namedTable{array, []Table{recipe}})
	return 0
}

// addTwiddles adds the twiddles of the stages.
func (t *tables) addTwiddles(k *Kernel, stages []*Stage) {
	for _, st := range stages {
		if st.hasTwiddles() {
			t.add(k.Twiddles.array(), k.Twiddles.table(k.twiddleGroups()))
			return
		}
	}
}

// find returns the array that holds a table, and where the table begins in it. It panics for a table
// that no op has named, which a test finds.
func (t *tables) find(recipe Table) (array *Array, begin int) {
	for _, n := range t.all {
		begin = 0
		for _, part := range n.parts {
			if part == recipe {
				return n.array, begin
			}
			begin += len(part.Entries())
		}
	}
	panic(fmt.Sprintf("wgsl: no op has named the table %v", recipe))
}
