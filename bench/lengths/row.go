package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wgfft/internal/ref"
	"wgfft/plan"
)

const head = "n,batch,direction,place,plan,rel_l2,tolerance,ratio"

// row is a plan and its error.
type row struct {
	p   plan.Plan
	err float64 // largest relative L2 error of its transforms
}

// tolerance returns the largest error that is allowed.
func (r row) tolerance() float64 { return ref.Tolerance(r.p.Problem.Points()) }

// ratio returns the error over the tolerance.
func (r row) ratio() float64 { return r.err / r.tolerance() }

// String returns the row as CSV.
func (r row) String() string {
	direction, place := "forward", "out"
	if r.p.Problem.Inverse {
		direction = "inverse"
	}
	if r.p.Problem.InPlace {
		place = "in"
	}
	return fmt.Sprintf("%d,%d,%s,%s,%v,%.3e,%.3e,%.3f", r.p.Problem.Points(), r.p.Problem.Count(),
		direction, place, r.p, r.err, r.tolerance(), r.ratio())
}

// summary counts rows and keeps the worst ones.
type summary struct {
	lengths int
	plans   map[string]int // rows by algorithm
	rows    int
	worst   row
	bad     []row // above their tolerance
	failed  []error
}

// add adds the result of a length.
func (s *summary) add(r result) {
	s.lengths++
	if r.err != nil {
		s.failed = append(s.failed, r.err)
	}
	for _, row := range r.rows {
		if s.rows == 0 || row.ratio() > s.worst.ratio() {
			s.worst = row
		}
		if !(row.ratio() <= 1) {
			s.bad = append(s.bad, row)
		}
		if s.plans == nil {
			s.plans = map[string]int{}
		}
		s.rows++
		name, _, _ := strings.Cut(strings.TrimPrefix(row.p.String(), "("), " ")
		s.plans[name]++
	}
}

// String returns the counts and the worst row.
func (s summary) String() string {
	if s.rows == 0 {
		return fmt.Sprintf("no plans, %d failed", len(s.failed))
	}
	line := fmt.Sprintf("%d lengths, %d plans (", s.lengths, s.rows)
	for a, sep := plan.Stockham, ""; a <= plan.Bluestein; a++ {
		line += fmt.Sprintf("%s%v %d", sep, a, s.plans[a.String()])
		sep = ", "
	}
	return line + fmt.Sprintf("), %d above their tolerance, %d failed; worst ratio %.3f: %v",
		len(s.bad), len(s.failed), s.worst.ratio(), s.worst)
}

// err returns an error that names the rows above their tolerance and the lengths that failed.
func (s summary) err() error {
	all := slices.Clone(s.failed)
	for _, r := range s.bad {
		all = append(all, fmt.Errorf("ratio %.3f: %v", r.ratio(), r))
	}
	return errors.Join(all...)
}
