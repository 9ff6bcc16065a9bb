package detach

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhenFreeDoesNotWait checks that WhenFree returns while another goroutine has the lock, and that its calls run in
// order as soon as the lock is free.
func TestWhenFreeDoesNotWait(t *testing.T) {
	var l Lock
	var order []int
	l.WhenFree(func() { order = append(order, 0) })
	require.Equal(t, []int{0}, order, "the lock is free")

	l.Lock()
	l.WhenFree(func() { order = append(order, 1) })
	l.WhenFree(func() { order = append(order, 2) })
	require.False(t, l.TryLock())
	require.Equal(t, []int{0}, order, "the lock is taken")
	l.Unlock()
	require.Equal(t, []int{0, 1, 2}, order)
	require.True(t, l.TryLock())
	l.Unlock()
}

// TestWhenFreeOfManyGoroutines checks that each call runs once, before a later Lock returns.
func TestWhenFreeOfManyGoroutines(t *testing.T) {
	var l Lock
	var wait sync.WaitGroup
	sum := 0
	for range 8 {
		wait.Go(func() {
			for range 500 {
				own := 0
				l.WhenFree(func() { sum++; own = 1 })
				l.Lock()
				if own != 1 {
					t.Error("a call was missing after Lock")
				}
				l.Unlock()
			}
		})
	}
	wait.Wait()
	require.Equal(t, 8*500, sum)
}
