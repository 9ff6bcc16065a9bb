package plan

import (
	"slices"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// favouriteArrays are lines of shape, least batch and kernel: the fastest measured for whole small arrays, butterflies or matrix products, from that
// batch on (bench/small -favourites prints them). There are none yet: kernels of several axes have not been measured, and the model chooses among
// butterflies.
var favouriteArrays []string

// favouriteArray is the fastest kernel measured for a batch of arrays of the lines, if there is one that the device can run.
func favouriteArray(lines []Line, batch int, l wgsl.Limits) (wgsl.FFT, bool) {
	var shape []int
	for _, line := range slices.Backward(lines) {
		shape = append(shape, line.N)
	}
	var best wgsl.FFT
	from, found := 0, false
	for _, favourite := range favouriteArrays {
		fields := strings.Fields(favourite)
		if len(fields) != 3 || fields[0] != Dims(shape) || lines[0].Side > 1 {
			continue
		}
		least, err := strconv.Atoi(fields[1])
		if err != nil || least > batch || least < from {
			continue
		}
		k, err := wgsl.ParseFFT(fields[2])
		if err != nil {
			continue
		}
		inPlace := k
		inPlace.InPlace = true
		if _, axes := taken(k, lines); axes == len(lines) && k.Check(l) == nil && inPlace.Check(l) == nil {
			best, from, found = k, least, true
		}
	}
	return best, found
}
