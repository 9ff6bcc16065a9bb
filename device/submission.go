package device

import "context"

// A Submission is work submitted to the GPU. It needs no release.
type Submission struct {
	d      *Device
	serial uint64 // number of completed submissions when this one is done
}

// Wait waits until the GPU has finished. If ctx ends first, Wait returns an error that wraps
// ctx.Err(). The work goes on, and any number of goroutines can wait for it again.
func (s *Submission) Wait(ctx context.Context) error {
	return s.d.await(ctx, "wait for the GPU", s)
}

// Done reports whether a poll has found that the GPU has finished. It does not wait, and returns
// false while another call is inside the driver.
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
