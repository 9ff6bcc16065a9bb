package parallel

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every index is taken once, for all lengths of runs.
func TestEachTakesEveryIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 1000} {
		for _, run := range []int{1, 7, CacheRun, 5000} {
			count := make([]int, n)
			Each(n, run, func(i int) { count[i]++ })
			require.Equal(t, slices.Repeat([]int{1}, n), count, "%d in runs of %d", n, run)
		}
	}
}
