package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxStages is the largest number of stages of one axis: enough for 2^14 points in radix 2.
const MaxStages = 14

// MaxRadix is the largest radix of a butterfly.
const MaxRadix = 64

// Radices are the radices of one axis in the order of its stages. Unused entries are zero. They
// print as 4.16.16.
type Radices [MaxStages]uint16

// MakeRadices returns the given radices as a value. It fails for more than MaxStages radices, and for a
// radix outside 2 to MaxRadix.
func MakeRadices(radices ...int) (Radices, error) {
	var c Radices
	if len(radices) > MaxStages {
		return c, fmt.Errorf("wgsl: %d stages: a kernel has at most %d; use larger radices", len(radices), MaxStages)
	}
	for s, r := range radices {
		if r < 2 || r > MaxRadix {
			return c, fmt.Errorf("wgsl: radix %d is out of range [2, %d]", r, MaxRadix)
		}
		c[s] = uint16(r)
	}
	return c, nil
}

// ParseRadices is the inverse of String. It reads radices joined by dots, or "1" for no radices.
func ParseRadices(s string) (Radices, error) {
	if s == "1" {
		return Radices{}, nil
	}
	var radices []int
	for _, f := range strings.Split(s, ".") {
		r, err := strconv.Atoi(f)
		if err != nil || strconv.Itoa(r) != f {
			return Radices{}, fmt.Errorf("wgsl: radices %q: want numbers joined by dots, like 4.16.16", s)
		}
		radices = append(radices, r)
	}
	return MakeRadices(radices...)
}

// List returns the radices in order, without the unused entries.
func (c Radices) List() []int {
	return c.appendRadices(make([]int, 0, MaxStages))
}

// appendRadices appends the radices in use.
func (c Radices) appendRadices(to []int) []int {
	for _, r := range c {
		if r == 0 {
			break
		}
		to = append(to, int(r))
	}
	return to
}

// stages returns the number of radices.
func (c Radices) stages() int {
	n := 0
	for n < len(c) && c[n] > 0 {
		n++
	}
	return n
}

// N returns the point count, the product of the radices.
func (c Radices) N() int {
	n := 1
	for _, r := range c {
		if r == 0 {
			break
		}
		n *= int(r)
	}
	return n
}

// Reversed returns the radices in reverse order.
func (c Radices) Reversed() Radices {
	radices := c.List()
	var r Radices
	for s := range radices {
		r[s] = uint16(radices[len(radices)-1-s])
	}
	return r
}

// String joins the radices with dots. No radices print as 1.
func (c Radices) String() string {
	radices := c.List()
	if len(radices) == 0 {
		return "1"
	}
	parts := make([]string, len(radices))
	for s, r := range radices {
		parts[s] = strconv.Itoa(r)
	}
	return strings.Join(parts, ".")
}

// Stages returns the stages in order.
func (c Radices) Stages() []Stage {
	n, p, table := c.N(), 1, 0
	radices := c.List()
	if len(radices) == 0 {
		return nil
	}
	stages := make([]Stage, 0, len(radices))
	for _, r := range radices {
		stages = append(stages, Stage{N: n, R: r, P: p, Table: table})
		if p > 1 {
			table += p * (r - 1)
		}
		p *= r
	}
	return stages
}

// A Stage is one radix step of a transform: equations (2) to (4) of the package comment.
//
// With an interleave of I transforms, point k of transform c is point k I + c of the stage. N, P and
// the numbers of points and butterflies then count all I transforms.
type Stage struct {
	N          int // points of the transform
	R          int // radix
	P          int // product of the radices of earlier stages
	Table      int // index of the stage's first twiddle in its table
	Interleave int // interleaved transforms; 0 means 1
}

// Butterflies returns the number of butterflies of the stage.
func (s Stage) Butterflies() int { return s.N / s.R }

// interleave returns Interleave with its default.
func (s Stage) interleave() int { return max(1, s.Interleave) }

// twiddlePeriod returns the product of the radices of earlier stages in one transform. Butterflies j
// and j + twiddlePeriod of it have the same twiddles.
func (s Stage) twiddlePeriod() int { return s.P / s.interleave() }

// In returns the point that slot i of butterfly j reads.
func (s Stage) In(j, i int) int { return j + i*s.Butterflies() }

// Out returns the point that slot m of butterfly j writes.
func (s Stage) Out(j, m int) int { return j/s.P*s.P*s.R + j%s.P + m*s.P }

// Twiddle returns exponent and order of the twiddle w_n^e for slot i of butterfly j.
func (s Stage) Twiddle(j, i int) (e, n int) {
	return i * (j / s.interleave() % s.twiddlePeriod()), s.twiddlePeriod() * s.R
}

// TableIndex returns the index of the twiddle for slot i >= 1 of butterfly j in the table.
func (s Stage) TableIndex(j, i int) int {
	return s.Table + (i-1)*s.twiddlePeriod() + j/s.interleave()%s.twiddlePeriod()
}
