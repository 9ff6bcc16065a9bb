package nd_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestOneThread checks that an engine with one thread calls functions of the program on a single goroutine.
func TestOneThread(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, Threads: 1})
	require.NoError(t, err)
	defer eng.Close()
	q := nd.NewQueue(eng)
	defer q.Close()
	var callers sync.Map
	f := nd.Func{
		WGSL: "fn f(x: R) -> R { return x; }",
		Go: func(x float64) float64 {
			if int(x)%1024 == 0 { // once for each block
				stack := make([]byte, 64)
				name, _, _ := strings.Cut(string(stack[:runtime.Stack(stack, false)]), " [")
				callers.Store(name, true)
				runtime.Gosched() // to other goroutines, if there are any
			}
			return x
		},
	}
	numbers := make([]float64, 200*1024)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	x := nd.From(q, numbers, len(numbers))
	defer x.Close()
	_, err = nd.Download[float64](t.Context(), q, nil, q.Apply(&f, x))
	require.NoError(t, err)
	count := 0
	callers.Range(func(any, any) bool { count++; return true })
	require.Equal(t, 1, count)
}
