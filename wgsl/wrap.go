package wgsl

import "strings"

// maxColumns is the longest line of a kernel's text, apart from comments.
const maxColumns = 120

// wrapped breaks the long lines of a text after commas. Of the commas that fit, it takes the last one in the fewest
// brackets.
func wrapped(text string) string {
	if !hasLongLine(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/16)
	for line := range strings.Lines(text) {
		code := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(code)] + "        "
		for len(line) > maxColumns && !strings.HasPrefix(code, "//") {
			at := lastComma(line[:maxColumns], len(indent))
			if at < 0 {
				break
			}
			b.WriteString(line[:at+1])
			b.WriteByte('\n')
			line = indent + strings.TrimLeft(line[at+1:], " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// hasLongLine reports whether a line is longer than maxColumns.
func hasLongLine(text string) bool {
	for line := range strings.Lines(text) {
		if len(line) > maxColumns {
			return true
		}
	}
	return false
}

// lastComma returns the index of the last comma in the fewest brackets, from column first on. It returns -1 if there
// is none.
func lastComma(line string, first int) int {
	depth, fewest, last := 0, len(line), -1
	for i := range len(line) {
		switch line[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if i >= first && depth <= fewest {
				fewest, last = depth, i
			}
		}
	}
	return last
}
