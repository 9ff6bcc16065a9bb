package wisdom

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A process that dies releases its lock. A lock file that remains blocks nobody, whatever its time.
func TestALockFileThatIsLeftOver(t *testing.T) {
	for _, age := range []time.Duration{0, time.Hour, -1000 * time.Hour} {
		f := For(directory(t), device)
		lock := f.Path + ".lock"
		require.NoError(t, os.WriteFile(lock, nil, 0o600))
		at := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(lock, at, at))
		unlock, err := f.lock(0) // does not wait
		require.NoError(t, err, "%v", age)
		unlock()
		_, _, err = f.Add(knows(1))
		require.NoError(t, err, "%v", age)
		onlyIn(t, f)
	}
}

// A lock that another process holds is waited for, for the given time.
func TestALockThatIsHeld(t *testing.T) {
	f := For(directory(t), device)
	unlock, err := f.lock(0)
	require.NoError(t, err)
	_, err = f.lock(20 * time.Millisecond)
	require.ErrorIs(t, err, errLocked)
	require.NoError(t, os.WriteFile(f.Path, []byte("damaged"), 0o600))
	_, aside, err := f.Load()
	require.ErrorIs(t, err, errLocked)
	require.ErrorIs(t, err, ErrUnusable, "what is wrong with the file is said, too")
	require.Empty(t, aside)
	unlock()
	_, aside, err = f.Load()
	require.NoError(t, err)
	require.NotEmpty(t, aside)
}

// The next writer removes the temporary files of processes that were killed. Other files stay.
func TestTemporariesThatAreLeftOver(t *testing.T) {
	f := For(directory(t), device)
	other := "other-00000000.wisdom.1.tmp"
	for _, name := range []string{filepath.Base(f.Path) + ".123.tmp", filepath.Base(f.Path) + ".99.tmp", other} {
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(f.Path), name), []byte("half"), 0o600))
	}
	_, _, err := f.Add(knows(1))
	require.NoError(t, err)
	onlyIn(t, f, other)
}

// A file of gigabytes is refused by its size, and renamed.
func TestAHugeFile(t *testing.T) {
	f := For(directory(t), device)
	require.NoError(t, os.WriteFile(f.Path, nil, 0o600))
	if err := os.Truncate(f.Path, 1<<40); err != nil {
		t.Skipf("no sparse files: %v", err)
	}
	_, err := readSome(f.Path)
	require.ErrorIs(t, err, ErrUnusable)
	require.ErrorContains(t, err, "1099511627776 bytes: there may be 8388608")
	_, aside, err := f.Load()
	require.NoError(t, err)
	require.NotEmpty(t, aside)
}
