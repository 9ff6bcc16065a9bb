package wgsl

import (
	"fmt"
	"sync"
)

// A Table is the content of an array of constants: a comparable recipe, from which the entries are
// computed in float64.
type Table interface{ Entries() []complex128 }

// An IntegerTable is the content of an array of u32, which kernels use as indices: a comparable
// recipe.
type IntegerTable interface{ Words() []uint32 }

// tables are the tables of a program by the names of their arrays.
type tables struct{ all []namedTable }

// A namedTable is an array of constants and the recipes of its parts, one after the other.
type namedTable struct {
	array *Array
	parts []Table
	words IntegerTable // of an array of u32, instead of parts
}

// The arrays of constants.
var (
	twiddleTable = &Array{Name: "twiddles"}
	rootTable    = &Array{Name: "roots"}
	spectrum     = &Array{Name: "spectrum"}
	powerTable   = &Array{Name: "powers"}
)

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
	t.all = append(t.all, namedTable{array: array, parts: []Table{recipe}})
	return 0
}

// addWords adds an array of u32, and returns the index that reads element at of it.
func (t *tables) addWords(array *Array, recipe IntegerTable) (element func(at *Index) *Index) {
	t.all = append(t.all, namedTable{array: array, words: recipe})
	words := sync.OnceValue(recipe.Words)
	return func(at *Index) *Index { return Lookup(array.Name, func(i int) int { return int(words()[i]) }, at) }
}

// addTwiddles adds the twiddles of the stages.
func (t *tables) addTwiddles(k *Kernel, stages []*Stage) {
	for _, st := range stages {
		if st.hasTwiddles() {
			t.add(twiddleTable, StageTwiddles{k.twiddleGroups()})
			return
		}
	}
}

// StageTwiddles is the table of the twiddles w_(p r)^(i j) of all stages of some twiddle groups. The
// twiddle of slot i of butterfly j of a stage lies at Table + (i-1) p + j mod p: for a fixed slot,
// neighboring butterflies read neighboring entries. First stages have no twiddles.
type StageTwiddles struct{ Groups [3]TwiddleGroup }

// Entries returns the twiddles.
func (t StageTwiddles) Entries() (all []complex128) {
	for _, g := range t.Groups {
		for _, s := range g.stages(1) {
			if s.P == 1 {
				continue
			}
			for i := 1; i < s.R; i++ {
				for j := range s.P {
					all = append(all, Root(s.P*s.R, i*j))
				}
			}
		}
	}
	return all
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
