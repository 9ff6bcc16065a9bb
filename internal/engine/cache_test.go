package engine

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
)

// A thing counts how often it is closed.
type thing struct {
	key    int
	closed atomic.Int32
}

func (t *thing) Close() error {
	t.closed.Add(1)
	return nil
}

func makeThing(key int) (*thing, error) { return &thing{key: key}, nil }

// touch uses a key for a moment.
func touch(t *testing.T, c *cache[int, *thing], key int) *thing {
	t.Helper()
	e, err := c.use(key, makeThing)
	require.NoError(t, err)
	require.Equal(t, key, e.value.key)
	c.release(e)
	return e.value
}

func TestCacheForgetsWhatWasUsedLongestAgo(t *testing.T) {
	c := newCache[int, *thing](3)
	one, two, three := touch(t, c, 1), touch(t, c, 2), touch(t, c, 3)
	require.Same(t, one, touch(t, c, 1))
	four := touch(t, c, 4)
	require.EqualValues(t, 1, two.closed.Load(), "the oldest")
	for _, kept := range []*thing{one, three, four} {
		require.Zero(t, kept.closed.Load())
		require.Same(t, kept, touch(t, c, kept.key))
	}
	require.NotSame(t, two, touch(t, c, 2), "made again")
	require.Len(t, c.all, 3)
	require.Equal(t, 3, c.recent.Len())
}

func TestCacheKeepsWhatIsInUse(t *testing.T) {
	c := newCache[int, *thing](2)
	first, err := c.use(1, makeThing)
	require.NoError(t, err)
	for key := 2; key < 10; key++ {
		touch(t, c, key)
	}
	require.Zero(t, first.value.closed.Load())
	again, err := c.use(1, makeThing)
	require.NoError(t, err)
	require.Same(t, first.value, again.value)
	c.release(again)
	c.release(first)
	touch(t, c, 20)
	touch(t, c, 21)
	require.EqualValues(t, 1, first.value.closed.Load())
}

func TestCacheHoldsMoreWhileAllAreInUse(t *testing.T) {
	c := newCache[int, *thing](2)
	var held []*entry[int, *thing]
	for key := range 5 {
		e, err := c.use(key, makeThing)
		require.NoError(t, err)
		require.NotNil(t, e.value)
		held = append(held, e)
	}
	for _, e := range held {
		require.Zero(t, e.value.closed.Load(), "in use")
		c.release(e)
	}
	touch(t, c, 10)
	require.LessOrEqual(t, c.recent.Len(), 2)
	c.close()
	for _, e := range held {
		require.EqualValues(t, 1, e.value.closed.Load())
	}
}

func TestCacheMakesOnlyOnce(t *testing.T) {
	c := newCache[int, *thing](4)
	var made atomic.Int32
	var wait, begun sync.WaitGroup
	begun.Add(32)
	for range 32 {
		wait.Go(func() {
			begun.Done()
			e, err := c.use(7, func(key int) (*thing, error) {
				made.Add(1)
				begun.Wait() // the other goroutines ask for it while it is made
				return makeThing(key)
			})
			if err == nil {
				defer c.release(e)
			}
			if err != nil || e.value.key != 7 {
				panic("no value")
			}
		})
	}
	wait.Wait()
	require.EqualValues(t, 1, made.Load())
}

func TestCacheDoesNotKeepErrors(t *testing.T) {
	c := newCache[int, *thing](4)
	fails := errors.New("no room")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := c.use(1, func(int) (*thing, error) { return nil, fails }); !errors.Is(err, fails) {
				panic(err)
			}
		})
	}
	wait.Wait()
	require.Empty(t, c.all)
	require.Zero(t, c.recent.Len())
	touch(t, c, 1)
}

func TestCacheCloses(t *testing.T) {
	c := newCache[int, *thing](4)
	idle := touch(t, c, 1)
	used, err := c.use(2, makeThing)
	require.NoError(t, err)
	again, err := c.use(2, makeThing)
	require.NoError(t, err)
	c.close()
	require.EqualValues(t, 1, idle.closed.Load())
	c.release(again)
	require.Zero(t, used.value.closed.Load(), "closed when the last user releases it")
	c.release(used)
	require.EqualValues(t, 1, used.value.closed.Load())
	_, err = c.use(1, makeThing)
	require.ErrorIs(t, err, device.ErrClosed)
	c.close()
	require.EqualValues(t, 1, idle.closed.Load(), "once")
}

func TestCacheClosedWhileMaking(t *testing.T) {
	c := newCache[int, *thing](4)
	begun, goOn := make(chan struct{}), make(chan struct{})
	got := make(chan *entry[int, *thing])
	go func() {
		e, _ := c.use(1, func(key int) (*thing, error) {
			close(begun)
			<-goOn
			return makeThing(key)
		})
		got <- e
	}()
	<-begun
	c.close()
	close(goOn)
	e := <-got
	require.Zero(t, e.value.closed.Load())
	c.release(e)
	require.EqualValues(t, 1, e.value.closed.Load())
}

func TestCacheUnderLoad(t *testing.T) {
	c := newCache[int, *thing](8)
	var all sync.Map
	var wait sync.WaitGroup
	for g := range 16 {
		wait.Go(func() {
			for i := range 500 {
				e, err := c.use((g*7+i*i)%6+i%2*10, func(key int) (*thing, error) { // 12 keys at once at most
					v, err := makeThing(key)
					all.Store(v, nil)
					return v, err
				})
				if err != nil || e.value.closed.Load() != 0 {
					panic("a value that is in use was closed")
				}
				c.release(e)
			}
		})
	}
	wait.Wait()
	c.close()
	all.Range(func(v, _ any) bool {
		require.EqualValues(t, 1, v.(*thing).closed.Load(), "closed once each")
		return true
	})
}
