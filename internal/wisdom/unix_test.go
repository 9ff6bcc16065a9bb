//go:build linux

package wisdom

import (
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// within fails the test if do blocks.
func within(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it blocks")
	}
}

// Files that are not regular are refused, without waiting for a writer.
func TestOtherThanRegularFiles(t *testing.T) {
	for what, create := range map[string]func(path string) error{
		"a FIFO":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a device":    func(path string) error { return os.Symlink("/dev/zero", path) },
		"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		for _, suffix := range []string{"", ".lock"} {
			f := For(t.TempDir(), device)
			require.NoError(t, create(f.Path+suffix))
			within(t, func() {
				_, aside, err := f.Load()
				if suffix == "" {
					require.ErrorContains(t, err, "is not a regular file", what)
				} else {
					require.NoError(t, err, what)
				}
				require.Empty(t, aside, what)
				_, _, err = f.Add(knows(1))
				require.ErrorContains(t, err, "is not a regular file", what)
			})
		}
	}
}

// A FIFO that replaces the file between stat and open is refused, too.
func TestAFIFOIsOpenedWithoutBlocking(t *testing.T) {
	path := t.TempDir() + "/fifo"
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	within(t, func() {
		file, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
		require.NoError(t, err)
		require.NoError(t, file.Close())
	})
}

// A directory without write permission gives an error at once, for writing and for renaming a
// damaged file.
func TestADirectoryThatCanNotBeWritten(t *testing.T) {
	f := For(t.TempDir(), device)
	require.NoError(t, os.WriteFile(f.Path, []byte("damaged"), 0o644))
	dir := f.Path[:len(f.Path)-len(Name(device))]
	for path, mode := range map[string]fs.FileMode{f.Path: 0o644, dir: 0o555, dir + "..": 0o755} {
		require.NoError(t, os.Chmod(path, mode))
	}
	defer os.Chmod(dir, 0o755)
	within(t, func() {
		runtime.LockOSThread() // for ever: the thread changes its user, and ends with this goroutine
		if os.Getuid() == 0 {
			require.NoError(t, syscall.Setfsuid(65534))
		}
		_, _, err := f.Add(knows(1))
		require.ErrorIs(t, err, fs.ErrPermission)
		_, aside, err := f.Load()
		require.ErrorIs(t, err, fs.ErrPermission)
		require.ErrorContains(t, err, "stays as it is")
		require.Empty(t, aside)
	})
}
