package plan

import "slices"

// maxSpeedScratch is the largest scratch, in bytes, that is used only for speed.
const maxSpeedScratch = 1 << 30

// canPreferOutOfPlace reports whether count arrays of the given number of bytes are small enough
// for passes out of place that could run in place.
func canPreferOutOfPlace(bytes int64, count int) bool {
	return bytes*int64(count) <= maxSpeedScratch
}

// route returns the buffers of a chain of passes: pass s reads result[s] and writes result[s+1].
// inPlaceCapable[s] is true if pass s can write where it reads. inPlace means that the output is
// the input.
//
// By default the least number of passes change the buffer. Two four-step passes then need no
// scratch out of place, because the second works in the buffer that the first wrote. A pass that
// changes the buffer is faster, however. With preferOutOfPlace the largest number of passes change
// the buffer, with one scratch buffer, unless the transform is in place and needs no scratch.
func route(inPlaceCapable []bool, inPlace, preferOutOfPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	moves, lastCapable := 0, -1
	if inPlace && !slices.Contains(inPlaceCapable, false) { // no scratch is needed
		preferOutOfPlace = false
	}
	stays := slices.Clone(inPlaceCapable)
	for s := range slices.Backward(inPlaceCapable) {
		stays[s] = inPlaceCapable[s] && (inPlace || s > 0)
		if stays[s] {
			lastCapable = max(lastCapable, s)
		}
		if preferOutOfPlace && len(inPlaceCapable) > 1 {
			stays[s] = false
		}
		if !stays[s] {
			moves++
		}
	}
	if inPlace {
		input = output
		switch {
		case moves%2 == 0 || lastCapable < 0:
		case preferOutOfPlace: // the first capable pass stays: rows lose less speed than columns
			stays[slices.Index(inPlaceCapable, true)] = true
			moves--
		default: // a further pass goes to scratch, so that the data come back
			stays[lastCapable] = false
			moves++
		}
	}
	chain := []Arg{input}
	for s := range inPlaceCapable {
		next := chain[s]
		if !stays[s] {
			moves--
			next = output
			if moves%2 == 1 {
				next = Arg{Role: Scratch}
			}
			if next == chain[s] {
				next = Arg{Role: Scratch, Index: 1}
			}
		}
		chain = append(chain, next)
	}
	return chain
}

// routeThroughScratch is route for a chain with a last pass that is the only one to write the
// output. All buffers between passes are scratch.
func routeThroughScratch(inPlaceCapable []bool, inPlace, preferOutOfPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	if inPlace {
		input = output
	}
	chain := []Arg{input}
	for s := 1; s < len(inPlaceCapable); s++ {
		next, previous := Arg{Role: Scratch}, chain[s-1]
		switch {
		case previous.Role == Scratch && inPlaceCapable[s-1] && !preferOutOfPlace:
			next = previous
		case previous == next:
			next.Index = 1
		}
		chain = append(chain, next)
	}
	return append(chain, output)
}

// AxisOf returns the index in Axes of the axis that a pass belongs to.
func (p Plan) AxisOf(pass int) int { return p.details[pass].axis }
