package wisdom

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// memory is a Store in memory.
type memory map[string][]byte

func (m memory) Get(name string) ([]byte, error)    { return m[name], nil }
func (m memory) Put(name string, text []byte) error { m[name] = text; return nil }

// full is a Store that refuses everything.
type full struct{}

var errFull = errors.New("full")

func (full) Get(string) ([]byte, error) { return nil, errFull }
func (full) Put(string, []byte) error   { return errFull }

func TestStore(t *testing.T) {
	m, device := memory{}, Device{Name: "A", Invocations: 256, WorkgroupBytes: 1 << 14, KernelVersion: KernelVersion}
	place := In(m, device)
	w, aside, err := place.Load()
	require.NoError(t, err)
	require.Empty(t, aside)
	require.Equal(t, Wisdom{Device: device}, w)
	same := func(w Wisdom) (Wisdom, error) { return w, nil }
	_, _, err = place.Update(same)
	require.NoError(t, err)
	require.Contains(t, m, place.Where())
	_, aside, err = place.Load()
	require.NoError(t, err)
	require.Empty(t, aside)

	for _, bad := range []string{"no wisdom", string(m[place.Where()]) + "x"} {
		m[place.Where()] = []byte(bad)
		w, aside, err = place.Load()
		require.NoError(t, err)
		require.Contains(t, aside, "is not used")
		require.Equal(t, Wisdom{Device: device}, w)
	}
	_, _, err = place.Update(same)
	require.NoError(t, err)
	_, aside, _ = place.Load()
	require.Empty(t, aside, "an update replaces what can't be used")

	_, _, err = In(full{}, device).Load()
	require.ErrorIs(t, err, errFull)
	_, _, err = In(full{}, device).Update(same)
	require.ErrorIs(t, err, errFull)
}
