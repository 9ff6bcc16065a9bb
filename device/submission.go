//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import "context"

// A Submission is work given to the GPU. It holds nothing that must be given back.
type Submission struct {
	d      *Device
	serial uint64 // how many submissions are done when this one is
}

// Wait waits until the GPU has finished. When ctx ends first it returns an error that wraps ctx.Err(); the
// work goes on and can be waited for again, by any number of goroutines.
func (s *Submission) Wait(ctx context.Context) error {
	return s.d.await(ctx, "wait for the GPU", s)
}

// Done reports whether the GPU is known to have finished. It does not wait, and reports false while another call is
// inside the driver.
func (s *Submission) Done() bool {
	if !s.d.mu.TryLock() {
		return false
	}
	defer s.d.mu.Unlock()
	s.d.poll()
	ok, _ := s.ready()
	return ok
}

// ready implements waiter.
func (s *Submission) ready() (bool, error) {
	switch {
	case s.d.done.Load() >= s.serial:
		return true, nil
	case s.d.lost.Load():
		return false, ErrDeviceLost
	}
	return false, nil
}
