package imaging

import "math"

// applyWindow subtracts the mean from rows of w samples and multiplies them by a separable window.
func applyWindow(x []float32, w int, mean float64, window func(i, n int) float64) {
	h := len(x) / w
	across := make([]float64, w)
	for i := range across {
		across[i] = window(i, w)
	}
	parallel(h, func(from, to int) {
		for y := from; y < to; y++ {
			down := window(y, h)
			for i, a := range across {
				x[y*w+i] = float32((float64(x[y*w+i]) - mean) * a * down)
			}
		}
	})
}

// hann returns the Hann weight of sample i of n, half a sample from the edges, so that no weight is
// 0.
func hann(i, n int) float64 { return 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(n)) }

// taper returns the weight of sample i of n in a tapered cosine window. It is 1 except for an
// eighth at either edge.
func taper(i, n int) float64 {
	x := 8 * (float64(min(i, n-1-i)) + 0.5) / float64(n)
	return 0.5 - 0.5*math.Cos(math.Pi*min(x, 1))
}

// windowPower returns the sum of the squared weights of a window of n samples.
func windowPower(window func(i, n int) float64, n int) float64 {
	sum := 0.0
	for i := range n {
		sum += window(i, n) * window(i, n)
	}
	return sum
}
