package wgsl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A writer collects lines of WGSL with their indentation.
type writer struct {
	text  strings.Builder
	depth int
	fma   bool           // constant twiddles are merged into sums (FMA)
	names map[string]int // numbers of local variables by letter, in one butterfly
}

// line writes one line. A line that ends in an opening brace indents the following ones, and a line
// that starts with a closing brace ends the indentation.
func (w *writer) line(format string, args ...any) {
	s := format
	if len(args) > 0 {
		s = fmt.Sprintf(format, args...)
	}
	if strings.HasPrefix(s, "}") {
		w.depth--
	}
	if s != "" {
		for range w.depth {
			w.text.WriteString("    ")
		}
	}
	w.text.WriteString(s)
	w.text.WriteByte('\n')
	if strings.HasSuffix(s, "{") {
		w.depth++
	}
}

// float returns the shortest f32 literal nearest to v, which is never an integer literal.
func float(v float64) string {
	s := strconv.FormatFloat(float64(float32(v)), 'f', -1, 32)
	if math.Abs(v) < 1e-6 && v != 0 {
		s = strconv.FormatFloat(float64(float32(v)), 'e', -1, 32)
		return s
	}
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// plus returns base + off. It omits a term that is empty or 0.
func plus(base string, off int) string {
	switch {
	case base == "":
		return fmt.Sprintf("%du", off)
	case off == 0:
		return base
	}
	return fmt.Sprintf("%s + %du", base, off)
}

// added returns base + x, or base if x is 0u.
func added(base, x string) string {
	if x == "0u" {
		return base
	}
	return base + " + " + x
}

// times returns x * factor, or x if factor is 1.
func times[N int | uint32](x string, factor N) string {
	if factor == 1 {
		return x
	}
	return fmt.Sprintf("%s * %du", x, factor)
}

// and returns the conjunction of two conditions. The empty condition is true.
func and(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " && " + b
}

// join returns arguments separated by commas.
func join(args []string) string { return strings.Join(args, ", ") }
