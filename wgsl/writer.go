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
	fma   bool           // constant twiddles go by their tangents
	names map[string]int // how many of each letter the turned butterfly has that is being written
}

// line writes one line; a line that opens a brace indents what follows, one that starts with a closing brace
// ends that.
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

// float writes the f32 literal nearest to v, shortest digits, never an integer.
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

// plus writes base + off without a needless term.
func plus(base string, off int) string {
	switch {
	case base == "":
		return fmt.Sprintf("%du", off)
	case off == 0:
		return base
	}
	return fmt.Sprintf("%s + %du", base, off)
}

// added writes base + x without a needless term.
func added(base, x string) string {
	if x == "0u" {
		return base
	}
	return base + " + " + x
}

// times writes factor * x without a needless one.
func times[N int | uint32](x string, factor N) string {
	if factor == 1 {
		return x
	}
	return fmt.Sprintf("%s * %du", x, factor)
}

// and writes two conditions that both must hold; "" is one that always does.
func and(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " && " + b
}

// join lists arguments.
func join(args []string) string { return strings.Join(args, ", ") }
