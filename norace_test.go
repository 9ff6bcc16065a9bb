//go:build !race

package wgfft

// raceEnabled reports whether the race detector is on.
const raceEnabled = false
