package ref

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
)

// Toss is the number by which cases are drawn: another in every run, or that of WGFFT_TOSS.
var Toss = sync.OnceValue(func() uint64 {
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

// Drawn says whether a test takes its i-th case: of 2j and 2j+1 the one or the other, by a toss that is another in every run, or all if everything is wanted. So a
// run takes half the time, two cases in a row are never left out both, and none is for long. What is left out is logged with the toss, which WGFFT_TOSS repeats.
func Drawn(t Test, i int) bool {
	if Everything() {
		return true
	}
	name, _, _ := strings.Cut(t.Name(), "/")
	seed := Toss()
	for _, c := range []byte(name) {
		seed = seed*0x100000001b3 ^ uint64(c)
	}
	if rand.New(rand.NewPCG(seed, uint64(i/2))).IntN(2) == i%2 {
		return true
	}
	t.Helper()
	t.Logf("without case %d, by WGFFT_TOSS=%d", i, Toss())
	return false
}
