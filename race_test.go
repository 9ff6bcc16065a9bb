//go:build race

package wgfft

// raceEnabled reports whether the race detector is on. It makes sync.Pool forget at random, and allocates.
const raceEnabled = true
