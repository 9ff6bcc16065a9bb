package main

import "math"

// lattice returns a pseudo-random number from 0 to 1 for a point with integer coordinates.
func lattice(x, y int, seed uint64) float64 {
	h := uint64(int64(x))*0x9e3779b97f4a7c15 ^ uint64(int64(y))*0xc2b2ae3d27d4eb4f ^ seed*0x165667b19e3779f9
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32) * 0x94d049bb133111eb
	return float64(h^h>>31) / (1 << 64)
}

// smooth returns noise with wavelengths of about 2 and more: the lattice, interpolated smoothly.
func smooth(x, y float64, seed uint64) float64 {
	left, top := math.Floor(x), math.Floor(y)
	i, j := int(left), int(top)
	u, v := ease(x-left), ease(y-top)
	upper := mix(lattice(i, j, seed), lattice(i+1, j, seed), u)
	lower := mix(lattice(i, j+1, seed), lattice(i+1, j+1, seed), u)
	return mix(upper, lower, v)
}

// octaves returns a sum of noise of decreasing wavelengths, from about -1 to 1. Each octave has
// share times the amplitude of the previous one.
func octaves(x, y float64, count int, share float64, seed uint64) float64 {
	sum, size, all := 0.0, 1.0, 0.0
	for i := range count {
		sum += size * (2*smooth(x, y, seed+uint64(i)) - 1)
		all += size
		x, y, size = 2*x+17.3, 2*y-5.1, size*share
	}
	return sum / all
}

// ease rises from 0 to 1, with slope 0 at both ends.
func ease(t float64) float64 { return t * t * (3 - 2*t) }

func mix(a, b, t float64) float64 { return a + (b-a)*t }

// step rises from 0 below low to 1 above high.
func step(low, high, x float64) float64 { return ease(max(0, min(1, (x-low)/(high-low)))) }
