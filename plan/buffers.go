package plan

import "slices"

// mostSpread is the most bytes of scratch that are taken only for speed.
const maxSpeedScratch = 1 << 30

// spacious says whether there is room to spread for so many arrays of so many points.
func canPreferOutOfPlace(points, count int) bool {
	return int64(points)*int64(count)*ElementBytes <= maxSpeedScratch
}

// route says where the data lie before and after each pass, of which some can write where they read. As few move as can be: two passes
// in Stockham's order need no scratch out of place, for the last stays where the first wrote. But a pass that writes elsewhere is
// faster (of columns by a fifth to a half on an H200): where there is room to spread, as many move as can with one scratch,
// but for a transform in place that needs none.
func route(fixed []bool, inPlace, spread bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	moves, able := 0, -1
	if inPlace && !slices.Contains(fixed, false) { // no scratch at all is what in place is for
		spread = false
	}
	stays := slices.Clone(fixed)
	for s := range slices.Backward(fixed) {
		stays[s] = fixed[s] && (inPlace || s > 0)
		if stays[s] {
			able = max(able, s)
		}
		if spread && len(fixed) > 1 {
			stays[s] = false
		}
		if !stays[s] {
			moves++
		}
	}
	if inPlace {
		input = output
		switch {
		case moves%2 == 0 || able < 0:
		case spread: // one stays, the first that can: rows suffer less than columns
			stays[slices.Index(fixed, true)] = true
			moves--
		default: // out to scratch and back
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
func routeThroughScratch(fixed []bool, inPlace, spread bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	if inPlace {
		input = output
	}
	at := []Arg{input}
	for s := 1; s < len(fixed); s++ {
		next, before := Arg{Role: Scratch}, at[s-1]
		switch {
		case before.Role == Scratch && fixed[s-1] && !spread:
			next = before
		case before == next:
			next.Index = 1
		}
		at = append(at, next)
	}
	return append(at, output)
}

// Line is which of the Lines a pass belongs to.
func (p Plan) AxisOf(pass int) int { return p.axisOfPass[pass] }
