package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxStages is the most stages a chain can have: 2^14 in radix 2.
const MaxStages = 14

// MaxRadix is the largest radix that a butterfly is written for.
const MaxRadix = 64

// A Chain is the radices of a transform in the order of its stages; unused places are zero. It prints as
// 4.16.16.
type Radices [MaxStages]uint16

// MakeChain returns the chain of the given radices.
func MakeRadices(radices ...int) (Radices, error) {
	var c Radices
	if len(radices) > MaxStages {
		return c, fmt.Errorf("wgsl: %d stages: a kernel has at most %d; use larger radices", len(radices), MaxStages)
	}
	for s, r := range radices {
		if r < 2 || r > MaxRadix {
			return c, fmt.Errorf("wgsl: radix %d: radices go from 2 to %d", r, MaxRadix)
		}
		c[s] = uint16(r)
	}
	return c, nil
}

// ParseChain reads what String prints: radices joined by dots, or "1" for the chain without a stage.
func ParseRadices(s string) (Radices, error) {
	if s == "1" {
		return Radices{}, nil
	}
	var radices []int
	for _, f := range strings.Split(s, ".") {
		r, err := strconv.Atoi(f)
		if err != nil || strconv.Itoa(r) != f {
			return Radices{}, fmt.Errorf("wgsl: chain %q: want radices joined by dots, like 4.16.16", s)
		}
		radices = append(radices, r)
	}
	return MakeRadices(radices...)
}

// Radices returns the radices in order.
func (c Radices) List() []int {
	return c.appendRadices(make([]int, 0, MaxStages))
}

func (c Radices) appendRadices(to []int) []int {
	for _, r := range c {
		if r == 0 {
			break
		}
		to = append(to, int(r))
	}
	return to
}

// stages is the number of radices.
func (c Radices) stages() int {
	n := 0
	for n < len(c) && c[n] > 0 {
		n++
	}
	return n
}

// N is the point count: the product of the radices.
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

// Reversed is the chain with its radices in the opposite order.
func (c Radices) Reversed() Radices {
	radices := c.List()
	var r Radices
	for s := range radices {
		r[s] = uint16(radices[len(radices)-1-s])
	}
	return r
}

// String joins the radices with dots.
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

// Stages returns the stages of the chain in order.
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

// A Stage is one radix step of all butterflies of a transform: the index maps of the package comment. Where Lanes transforms lie side by
// side, point k of lane c at k Lanes + c, N and P count the points of all of them, and so do the maps: j is the number of a
// butterfly among all, its lane first.
type Stage struct {
	N          int // points of the transform
	R          int // radix
	P          int // product of the radices of the stages before
	Table      int // where the stage's twiddles begin in the table of its chain
	Interleave int // transforms side by side; 0 means 1
}

// Butterflies is the number of butterflies of the stage.
func (s Stage) Butterflies() int { return s.N / s.R }

// lanes is Lanes with its default.
func (s Stage) interleave() int { return max(1, s.Interleave) }

// before is the product of the radices before, of one lane.
func (s Stage) twiddlePeriod() int { return s.P / s.interleave() }

// In is the point that slot i of butterfly j reads.
func (s Stage) In(j, i int) int { return j + i*s.Butterflies() }

// Out is the point that slot m of butterfly j writes.
func (s Stage) Out(j, m int) int { return j/s.P*s.P*s.R + j%s.P + m*s.P }

// Twiddle is the exponent e and the order n of the twiddle w_n^e of slot i of butterfly j.
func (s Stage) Twiddle(j, i int) (e, n int) {
	return i * (j / s.interleave() % s.twiddlePeriod()), s.twiddlePeriod() * s.R
}

// TableIndex is where the twiddle of slot i >= 1 of butterfly j lies in the table of the chain.
func (s Stage) TableIndex(j, i int) int {
	return s.Table + (i-1)*s.twiddlePeriod() + j/s.interleave()%s.twiddlePeriod()
}
