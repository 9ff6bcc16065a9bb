package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxStages is the largest number of stages of one axis: enough for 2^14 points in radix 2.
const MaxStages = 14

// MaxRadix is the largest radix of a butterfly.
const MaxRadix = 81

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
