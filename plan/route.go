package plan

import "slices"

// route says where the data lie before and after each pass, of which some can write where they read. As few move as can be: two passes
// in Stockham's order need no scratch out of place, for the last stays where the first wrote.
func route(fixed []bool, inPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	moves, able := 0, -1
	stays := slices.Clone(fixed)
	for s := range fixed {
		if !inPlace && s == 0 {
			stays[s] = false
		}
		if !stays[s] {
			moves++
		} else {
			able = s
		}
	}
	if inPlace {
		input = output
		if moves%2 == 1 && able >= 0 { // out to scratch and back
			stays[able] = false
			moves++
		}
	}
	at := []Arg{input}
	for s := range fixed {
		next := at[s]
		if !stays[s] {
			moves--
			next = output
			if moves%2 == 1 {
				next = Arg{Role: Scratch}
			}
			if next == at[s] {
				next = Arg{Role: Scratch, Index: 1}
			}
		}
		at = append(at, next)
	}
	return at
}

// routeApart is route where only the last pass can write the output: what lies between is scratch.
func routeApart(fixed []bool, inPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	if inPlace {
		input = output
	}
	at := []Arg{input}
	for s := 1; s < len(fixed); s++ {
		next, before := Arg{Role: Scratch}, at[s-1]
		switch {
		case before.Role == Scratch && fixed[s-1]:
			next = before
		case before == next:
			next.Index = 1
		}
		at = append(at, next)
	}
	return append(at, output)
}

// Line is which of the Lines a pass belongs to.
func (p Plan) Line(pass int) int { return p.line[pass] }
