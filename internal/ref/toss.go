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

// A Test is what a testing.TB is here: this package is in programs, too.
type Test interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
}

// Drawn says whether a test takes its i-th case: one of two, by a toss that is another in every run, or all if everything is wanted. So a run takes half the
// time, and no case is left out for long. What is left out is logged with the toss, which WGFFT_TOSS repeats.
func Drawn(t Test, i int) bool {
	if Everything() {
		return true
	}
	name, _, _ := strings.Cut(t.Name(), "/")
	seed := toss()
	for _, c := range []byte(name) {
		seed = seed*0x100000001b3 ^ uint64(c)
	}
	if rand.New(rand.NewPCG(seed, uint64(i))).IntN(2) == 0 {
		return true
	}
	t.Helper()
	t.Logf("without case %d, by WGFFT_TOSS=%d", i, toss())
	return false
}

// Toss is the number by which cases are drawn.
func Toss() uint64 { return toss() }
