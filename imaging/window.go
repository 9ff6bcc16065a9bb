package imaging

import "math"

// weigh takes the mean from rows of w and weighs them by a window across and down.
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

// hann is the weight of sample i of n: half a sample from the edges on, so that none is lost.
func hann(i, n int) float64 { return 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(n)) }

// fading is a window that is 1 but for an eighth at either edge, along half a cosine each.
func taper(i, n int) float64 {
	x := 8 * (float64(min(i, n-1-i)) + 0.5) / float64(n)
	return 0.5 - 0.5*math.Cos(math.Pi*min(x, 1))
}

func rectangular(int, int) float64 { return 1 }

// square is the sum of the squares of a window's weights.
func windowPower(window func(i, n int) float64, n int) float64 {
	sum := 0.0
	for i := range n {
		sum += window(i, n) * window(i, n)
	}
	return sum
}
