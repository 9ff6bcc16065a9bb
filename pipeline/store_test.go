package pipeline

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/plan"
)

// A testValue is a value of a store.
type testValue struct {
	name   string
	closed bool
}

func (c *testValue) Close() error {
	c.closed = true
	return nil
}

func useTestValue(t testing.TB, s *store[*testValue], name string, bytes int64) *entry[*testValue] {
	t.Helper()
	v, err := s.use(name, func() (*testValue, int64, error) { return &testValue{name: name}, bytes, nil })
	require.NoError(t, err)
	require.Equal(t, name, v.value.name)
	return v
}

// TestStoreEvictsByBytes checks that a store closes the values that are idle longest if idle values
// exceed the limit, and no value in use.
func TestStoreEvictsByBytes(t *testing.T) {
	s := newStore[*testValue](100)
	kept := useTestValue(t, s, "kept", 1000)
	var all []*entry[*testValue]
	for i, bytes := range []int64{40, 40, 40, 200} {
		v := useTestValue(t, s, fmt.Sprint(i), bytes)
		all = append(all, v)
		s.release(v)
	}
	for i, v := range all {
		require.True(t, v.value.closed, "value %d: the last one alone is larger than the limit", i)
	}
	require.False(t, kept.value.closed)
	a, b := useTestValue(t, s, "a", 60), useTestValue(t, s, "b", 60)
	s.release(a)
	s.release(b)
	require.True(t, a.value.closed, "idle longest")
	require.False(t, b.value.closed)
	require.Same(t, b, useTestValue(t, s, "b", 60), "kept for the next program")
	c := useTestValue(t, s, "c", 90)
	s.release(c)
	require.False(t, b.value.closed, "in use again")
	count, bytes, idle := s.usage()
	require.Equal(t, []int64{3, 1150, 90}, []int64{int64(count), bytes, idle})
	s.close()
	require.True(t, kept.value.closed && b.value.closed && c.value.closed)
	_, err := s.use("d", nil)
	require.ErrorIs(t, err, device.ErrClosed)
	s.release(kept) // after close
}

// TestStoreMakesEachValueOnce checks that concurrent callers share one value, and that an error is
// not kept.
func TestStoreMakesEachValueOnce(t *testing.T) {
	s := newStore[*testValue](100)
	failed := errors.New("failed")
	_, err := s.use("a", func() (*testValue, int64, error) { return nil, 0, failed })
	require.ErrorIs(t, err, failed)
	made := 0
	var wait sync.WaitGroup
	for range 16 {
		wait.Go(func() {
			if _, err := s.use("a", func() (*testValue, int64, error) {
				made++
				return &testValue{}, 1,
					nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	require.Equal(t, 1, made)
}

// TestStoreMakesNothingAfterStop checks that a stopped store completes the value under way and
// makes no other.
func TestStoreMakesNothingAfterStop(t *testing.T) {
	s := newStore[*testValue](100)
	begun, shut := make(chan struct{}), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		v, err := s.use("slow", func() (*testValue, int64, error) {
			close(begun)
			<-shut
			return &testValue{}, 1, nil
		})
		if err != nil || v.value == nil {
			t.Error("what was begun is completed", err)
		}
	})
	<-begun
	s.stop()
	_, err := s.use("next", func() (*testValue, int64, error) { t.Error("made"); return nil, 0, nil })
	require.ErrorIs(t, err, device.ErrClosed)
	close(shut)
	wait.Wait()
	s.close()
}

// TestKernelsAreEvicted checks that an engine releases unused kernels and compiles them again on
// demand.
func TestKernelsAreEvicted(t *testing.T) {
	e := openEngine(t)
	e.kernels.maxIdle = 1 // less than any kernel
	for range 2 {
		for n := 2; n <= 6; n++ {
			p, err := choose.Make(plan.Problem{Shape: []int{n}}, e.Device().Limits())
			require.NoError(t, err)
			program, err := e.Compile(p.Schedule())
			require.NoError(t, err)
			require.Equal(t, 1, e.Stats().Kernels)
			require.Positive(t, e.Stats().KernelBytes)
			require.NoError(t, program.Close())
			require.Zero(t, e.Stats().Kernels)
		}
	}
}
