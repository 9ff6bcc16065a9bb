package wgsl

import (
	"fmt"
	"slices"
	"sync"
)

// A Table is the recipe of an array of constants. It is comparable. String names
// the recipe: two tables with the same name are equal.
type Table interface {
	fmt.Stringer
	Len() int // number of entries
	Entries() []Constant
}

// A Given is a table with entries from the caller of a kernel: in_factors, out_factors or spectrum. The recipe has
// only a name and a layout.
type Given struct {
	Name     string
	Apart    int      // distance of two entries that lie side by side as a pair; 0 for entries in order
	Segments Segments // bindings of the table
}

func (g Given) String() string { return g.Name }

// Len returns 0: the caller has the entries.
func (Given) Len() int { return 0 }

// Entries returns none.
func (Given) Entries() []Constant { return nil }

// Arranged returns the entries in the layout of the table. With a = Apart and j < a, pair q a + j holds entries
// 2 q a + j and (2 q + 1) a + j. Zeros stand for entries that do not exist.
func (g Given) Arranged(entries []complex128) []complex128 {
	if g.Apart == 0 {
		return entries
	}
	rows := (len(entries) + g.Apart - 1) / g.Apart
	all := make([]complex128, (rows+1)/2*2*g.Apart)
	for i, z := range entries {
		row, j := i/g.Apart, i%g.Apart
		all[2*(row/2*g.Apart+j)+row%2] = z
	}
	return all
}

// A CallTable is a table with entries that change from call to call. The recipe has only a name.
type CallTable struct{ Name string }

func (c CallTable) String() string { return c.Name }

// Len returns 0: the caller has the entries.
func (CallTable) Len() int { return 0 }

// Entries returns none.
func (CallTable) Entries() []Constant { return nil }

// An IntegerTable is the comparable recipe of an array of u32, which kernels use as indices.
type IntegerTable interface {
	fmt.Stringer
	Len() int // number of words
	Words() []uint32
}

// tables are the tables of a program by the names of their arrays.
type tables struct{ all []namedTable }

// A namedTable is an array of constants and the recipes of its parts, one after the other.
type namedTable struct {
	array *Array
	parts []Table
	words IntegerTable  // recipe of an array of u32, which has no parts
	begin map[Table]int // entry at which each part begins; made by find
}

// Arrays of constants that the caller does not provide.
var (
	rootTable  = &Array{Name: "roots"}
	spectrum   = &Array{Name: "spectrum"}
	powerTable = &Array{Name: "powers"}
)

// add adds a table to an array, unless the array has the table already.
func (t *tables) add(array *Array, recipe Table) {
	for i := range t.all {
		if n := &t.all[i]; n.array.Name == array.Name {
			if !slices.Contains(n.parts, recipe) {
				n.parts = append(n.parts, recipe)
			}
			return
		}
	}
	t.all = append(t.all, namedTable{array: array, parts: []Table{recipe}})
}

// addOp adds the tables of an op. Each table from the caller has a separate array.
func (t *tables) addOp(o Op, s Site) error {
	for _, recipe := range o.Tables(s) {
		if r, ok := recipe.(RealRoots); ok {
			if err := t.addRealRoots(r); err != nil {
				return err
			}
			continue
		}
		switch r := recipe.(type) {
		case Given:
			t.add(&Array{Name: r.Name, Pairs: r.Apart > 0, Segments: r.Segments}, r)
		case CallTable:
			t.add(&Array{Name: r.Name}, r)
		default:
			t.add(rootTable, recipe)
		}
	}
	return nil
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
			t.add(k.Twiddles.array(), k.Twiddles.table(k.twiddleGroups()))
			return
		}
	}
}

// find returns the array that holds a table, and the entry at which the table begins. It panics if no op has named
// the table among its Tables.
func (t *tables) find(recipe Table) (array *Array, begin int) {
	for i := range t.all {
		n := &t.all[i]
		if !slices.Contains(n.parts, recipe) {
			continue
		}
		if n.begin == nil {
			n.begin = map[Table]int{}
			for _, part := range n.parts {
				n.begin[part] = begin
				begin += part.Len()
			}
		}
		return n.array, n.begin[recipe]
	}
	panic(fmt.Sprintf("wgsl: no op has named the table %v", recipe))
}

// arrayOrder are the names of the arrays of constants in the order of their bindings. Others follow.
var arrayOrder = []string{"twiddles", "roots", "real_roots", "in_factors", "spectrum", "powers", "out_factors"}

// inOrder returns the tables in the order of their bindings.
func (t *tables) inOrder() []namedTable {
	rank := func(n namedTable) int {
		if i := slices.Index(arrayOrder, n.array.Name); i >= 0 {
			return i
		}
		return len(arrayOrder)
	}
	all := slices.Clone(t.all)
	slices.SortStableFunc(all, func(a, b namedTable) int { return rank(a) - rank(b) })
	return all
}
