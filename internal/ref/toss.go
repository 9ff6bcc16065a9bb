package ref

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
)

// toss is another number in every run, or that of WGFFT_TOSS.
var toss = sync.OnceValue(func() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("WGFFT_TOSS"), 10, 64); err == nil {
		return n
	}
	return uint64(rand.Uint32())
})

// Drawn says whether a test of that name takes its i-th case: one of two, by a toss that is another in every run, or all if everything is wanted. So a run takes
// half the time, and no case is left out for long. Tests log the toss, and WGFFT_TOSS repeats it.
func Drawn(test string, i int) bool {
	if Everything() {
		return true
	}
	name, _, _ := strings.Cut(test, "/")
	seed := toss()
	for _, c := range []byte(name) {
		seed = seed*0x100000001b3 ^ uint64(c)
	}
	return rand.New(rand.NewPCG(seed, uint64(i))).IntN(2) == 0
}

// Toss is the number by which cases are drawn, for the log of a test.
func Toss() uint64 { return toss() }
