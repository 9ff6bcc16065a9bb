package engine

import (
	"fmt"

	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
)

// CheckMemory returns an error for a call or plan that allocates too much: work bytes, and count
// arrays of each kind. The error is a LimitError if no machine has enough memory, and a
// memory.Error above the limit.
func CheckMemory[S fmt.Stringer](limit memory.Limit, what S, work int64, count int, each ...plan.Array) error {
	need := work
	for _, a := range each {
		need = memory.Sum(need, memory.Product(a.Bytes(), int64(count)))
	}
	const usual = 1 << 30 // far below the sizes that plan.CheckBytes refuses
	if need <= min(usual, int64(limit)) {
		return nil
	}
	for _, a := range each {
		if err := plan.CheckBytes(what, a.Bytes(), count); err != nil {
			return err
		}
	}
	return memory.Check(limit, what, need)
}

// minTabled is the number of points from which the tables of an array's transform are counted.
// Tables of shorter arrays take less than 100 MB.
const minTabled = 1 << 20

// tableWork is the memory for making a table, in multiples of the table's size. A table is made in
// float64, by a separate transform.
const tableWork = 10

// tableBytes estimates the memory that it takes to make the tables of a schedule.
func tableBytes(s plan.Schedule) int64 {
	sum := int64(0)
	for _, t := range s.Tables {
		sum = memory.Sum(sum, memory.Product(tableWork, int64(t.Len())))
	}
	return sum
}

// compile compiles a schedule if there is memory for its tables.
func (g *GPU) compile(what fmt.Stringer, s plan.Schedule) (*pipeline.Program, error) {
	if err := memory.Check(g.memory, tablesOf{what}, tableBytes(s)); err != nil {
		return nil, err
	}
	return g.pipes.Compile(s)
}

// tablesOf names tables in errors.
type tablesOf struct{ of fmt.Stringer }

func (t tablesOf) String() string { return fmt.Sprintf("tables of %v", t.of) }
