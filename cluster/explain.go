package cluster

import (
	"fmt"

	"wgfft"
)

// An Explanation describes how ranks share a transform.
type Explanation struct {
	Steps []string // of Forward; Inverse does them in reverse order
	Ranks []RankPart
}

// A RankPart is the part of one rank.
type RankPart struct {
	Input, Output Share
	// InputBytes and OutputBytes are the sizes of the slices of Forward. WorkBytes is the memory that the plan keeps
	// between transforms and exchanges once both directions have run.
	InputBytes, OutputBytes, WorkBytes int64
	// SentBytes is the number of bytes that the rank sends to other ranks in Forward. ReceivedBytes is the number that
	// it receives.
	SentBytes, ReceivedBytes int64
}

// Explain describes a plan for a number of ranks, without MPI and without an engine. The problem is in double precision
// if isDouble is true. Explain returns the errors of Plan or PlanReal that depend on its arguments.
func Explain(p wgfft.Problem, isDouble bool, o Options, ranks int) (Explanation, error) {
	kind := wgfft.C2C
	if p.Kind != wgfft.C2C {
		kind = wgfft.R2C
		if p.Kind == wgfft.C2R {
			p.Kind = wgfft.R2C
		}
	}
	if err := checkProblem(p, kind, o); err != nil {
		return Explanation{}, fmt.Errorf("cluster: %w", err)
	}
	if ranks < 1 {
		return Explanation{}, fmt.Errorf("cluster: %d ranks, want 1 or more", ranks)
	}
	s, row, err := layoutOf(p, ranks)
	if err != nil {
		return Explanation{}, err
	}
	size := int64(8)
	if isDouble {
		size = 16
	}
	s = s.split(o.pieces(s, int(size)))
	element := size
	if kind == wgfft.R2C {
		element /= 2
	}
	e := Explanation{Steps: []string{
		fmt.Sprintf("transform rows along %s", axesFrom1(len(p.Shape))),
		"exchange rows for columns in " + inPieces(s, " while rows are transformed"),
		"transform columns along axis 0",
	}}
	if o.Order == Rows {
		e.Steps = append(e.Steps, "exchange columns for rows in "+inPieces(s, ""))
	}
	for rank := range ranks {
		rows, columns := int64(s.rowPoints(rank))*size, int64(s.columnPoints(rank))*size
		own := int64(s.batch) * int64(s.rows(rank).Count) * int64(s.columns(rank).Count) * int64(s.inner) * size
		r := RankPart{
			Input: s.rows(rank), Output: s.columns(rank), OutputBytes: columns,
			InputBytes: int64(s.batch*s.rows(rank).Count*row) * element, WorkBytes: rows + columns,
			SentBytes: rows - own, ReceivedBytes: columns - own,
		}
		if o.Order == Rows {
			r.Output, r.OutputBytes = r.Input, rows
			r.SentBytes, r.ReceivedBytes = r.SentBytes+columns-own, r.ReceivedBytes+rows-own
			if kind == wgfft.C2C {
				r.WorkBytes = columns
			}
		}
		e.Ranks = append(e.Ranks, r)
	}
	return e, nil
}

// inPieces describes the pieces of an exchange, and what happens between them.
func inPieces(s slabs, between string) string {
	if s.pieces() == 1 {
		return "one piece"
	}
	return fmt.Sprintf("%d pieces%s", s.pieces(), between)
}

// axesFrom1 names the axes of rows.
func axesFrom1(axes int) string {
	if axes == 2 {
		return "axis 1"
	}
	return fmt.Sprintf("axes 1 to %d", axes-1)
}
