package wisdom

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// The longest waits for the lock of a file. Other processes hold it for milliseconds.
const (
	lockWait     = 10 * time.Second // to write new wisdom
	loadLockWait = time.Second      // to set a damaged file aside, which delays Open
	lockPause    = 5 * time.Millisecond
)

// errLocked reports that another process holds the lock.
var errLocked = errors.New("another process holds the lock")

// lock keeps other processes from writing the file until unlock is called. The system releases the
// lock of a process that dies. The lock belongs to an empty file beside the wisdom. The empty file
// is never removed. Otherwise two processes could lock two files of the same name.
func (f File) lock(wait time.Duration) (unlock func(), err error) {
	path := f.Path + ".lock"
	file, err := openRegular(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("wgfft: wisdom: %w", err)
	}
	for deadline := time.Now().Add(wait); ; time.Sleep(lockPause) {
		err := tryLock(file)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, errLocked) || time.Now().After(deadline) {
			file.Close()
			return nil, fmt.Errorf("wgfft: wisdom: can't lock %s: %w", path, err)
		}
	}
}
