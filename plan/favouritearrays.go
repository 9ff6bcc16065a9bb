package plan

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// favouriteArrays are lines of shape, batch and kernel: the fastest measured for that many whole small arrays, butterflies or matrix products
// (bench/small -favourites writes them). There are none yet: kernels of several axes have not been measured, and the model chooses among butterflies.
var favouriteArrays []string

// favouriteArray is the fastest kernel measured for arrays of the lines, if there is one that the device can run: that of the batch nearest by ratio.
func favouriteArray(lines []Line, batch int, l wgsl.Limits) (wgsl.FFT, bool) {
	var shape []int
	for _, line := range slices.Backward(lines) {
		shape = append(shape, line.N)
	}
	var best wgsl.FFT
	nearest := math.Inf(1)
	for _, favourite := range favouriteArrays {
		fields := strings.Fields(favourite)
		if len(fields) != 3 || fields[0] != Dims(shape) || lines[0].Side > 1 {
			continue
		}
		measured, err := strconv.Atoi(fields[1])
		if err != nil || measured < 1 {
			continue
		}
		k, err := wgsl.ParseFFT(fields[2])
		if err != nil {
			continue
		}
		inPlace := k
		inPlace.InPlace = true
		_, axes := taken(k, lines)
		away := math.Abs(math.Log(float64(batch) / float64(measured)))
		if away < nearest && axes == len(lines) && k.Check(l) == nil && inPlace.Check(l) == nil {
			best, nearest = k, away
		}
	}
	return best, !math.IsInf(nearest, 1)
}
