package cluster

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"wgfft"
)

// A RankError is the failure of one rank. The call returns it on all ranks of the group.
type RankError struct {
	Rank int
	// Err is the error of the rank. On other ranks it has the same text, and wraps the same one of context.Canceled,
	// context.DeadlineExceeded, wgfft.ErrClosed, wgfft.ErrDeviceLost, wgfft.ErrMemoryLimit, wgfft.ErrSliceLength and
	// wgfft.ErrOverlap.
	Err error
}

// Error names the rank and its failure.
func (e *RankError) Error() string { return fmt.Sprintf("cluster: rank %d: %v", e.Rank, e.Err) }

// Unwrap returns the error of the rank.
func (e *RankError) Unwrap() error { return e.Err }

// causes are the errors that errors.Is finds on all ranks.
func causes() []error {
	return []error{
		context.Canceled, context.DeadlineExceeded, wgfft.ErrClosed, wgfft.ErrDeviceLost, wgfft.ErrMemoryLimit,
		wgfft.ErrSliceLength, wgfft.ErrOverlap,
	}
}

// A remoteError is the error of another rank.
type remoteError struct {
	text  string
	cause error // one of causes, or nil
}

func (e remoteError) Error() string { return e.text }
func (e remoteError) Unwrap() error { return e.cause }

// reportBytes is the size of the report of an error: the number of its cause, the length of its text, and the text.
const reportBytes = 2048

// report writes an error for other ranks.
func report(err error) []byte {
	r := make([]byte, reportBytes)
	for i, cause := range causes() {
		if errors.Is(err, cause) {
			r[0] = byte(i + 1)
		}
	}
	n := copy(r[3:], err.Error())
	binary.LittleEndian.PutUint16(r[1:], uint16(n))
	return r
}

// reported reads a report.
func reported(r []byte) error {
	e := remoteError{text: string(r[3:][:binary.LittleEndian.Uint16(r[1:])])}
	if of := int(r[0]); of > 0 {
		e.cause = causes()[of-1]
	}
	return e
}

// Agree is collective. It returns nil on all ranks if err is nil on all ranks, and a RankError for the first rank with
// an error otherwise. A program calls it after work that may fail on some ranks, so that all ranks end together.
func (c *Comm) Agree(err error) error { return c.agree(err, 0) }

// agree returns nil on all ranks if err is nil on all ranks, and a RankError for the first rank with an error
// otherwise. what is a number of the call; ranks with different numbers get an error.
func (c *Comm) agree(err error, what int64) error {
	failed := int64(c.size)
	if err != nil {
		failed = int64(c.rank)
	}
	least, mpi := c.min([]int64{failed, what, -what})
	switch {
	case mpi != nil:
		return mpi
	case least[0] == int64(c.size) && least[1] != -least[2]:
		return errors.New("cluster: ranks make different calls of a plan: make the same calls in the same order " +
			"on all ranks")
	case least[0] == int64(c.size):
		return nil
	}
	root := int(least[0])
	text := make([]byte, reportBytes)
	if root == c.rank {
		text = report(err)
	}
	if mpi := c.broadcast(text, root); mpi != nil {
		return mpi
	}
	if root != c.rank {
		err = reported(text)
	}
	return &RankError{root, err}
}

// safely calls f and returns its error. A panic becomes an error.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
