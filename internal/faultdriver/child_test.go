//go:build cgo && linux && amd64

package faultdriver_test

import (
	"context"
	"errors"
	"fmt"
	"math/cmplx"
	"os"
	"strings"
	"testing"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/faultdriver"
)

// steps are the steps of the child, in order. Each prints its name and the kind of its error.
var steps = []struct {
	name string
	do   func(s *session) error
}{
	{"open", (*session).open},
	{"small", func(s *session) error { return s.transform(256) }},
	{"large", func(s *session) error { return s.transform(1 << 15) }},
	{"resident", (*session).resident},
	{"large buffer", (*session).largeBuffer},
	{"timestamps", (*session).timestamps},
	{"small again", func(s *session) error { return s.transform(256) }},
	{"resident again", (*session).resident},
	{"close", func(s *session) error { return s.c.Close() }},
	{"open again", (*session).open},
	{"small of the second", func(s *session) error { return s.transform(256) }},
	{"close of the second", func(s *session) error { return s.c.Close() }},
}

// TestTableChild runs the steps.
func TestTableChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestTable")
	}
	s := &session{}
	for _, step := range steps {
		if s.c == nil && !strings.HasPrefix(step.name, "open") {
			fmt.Printf("%s: not open\n", step.name)
			continue
		}
		fmt.Printf("%s: %s\n", step.name, kind(step.do(s)))
	}
	// The fault may have left the native device in any state, so the process ends without releasing
	// it.
	os.Exit(0)
}

var errWrong = errors.New("wrong numbers without an error")

// kind returns the name of an error.
func kind(err error) string {
	for _, known := range []struct {
		err  error
		name string
	}{
		{nil, "ok"},
		{wgfft.ErrOutOfMemory, "out of memory"},
		{wgfft.ErrDeviceLost, "lost"},
		{wgfft.ErrNoAdapter, "no adapter"},
	} {
		if errors.Is(err, known.err) {
			return known.name
		}
	}
	return "untyped: " + strings.ReplaceAll(err.Error(), "\n", " ")
}

// A session is an engine and the state of the steps.
type session struct {
	c *wgfft.Engine
	// the height of the impulse; every step has another one, so that stale results show
	value float32
}

func (s *session) open() (err error) {
	s.c, err = wgfft.Open(wgfft.Config{Device: wgfft.Software, Host: wgfft.HostDevice, Wisdom: wgfft.NoWisdom})
	return err
}

// impulse returns n points. The first differs in every call, and the others are 0.
func (s *session) impulse(n int) []complex64 {
	s.value++
	x := make([]complex64, n)
	x[0] = complex(s.value, 0)
	return x
}

// check returns an error unless all bins of y equal s.value, as in the spectrum of the impulse.
func (s *session) check(y []complex64) error {
	for _, v := range y {
		if cmplx.Abs(complex128(v)-complex(float64(s.value), 0)) > 1e-5*float64(s.value) {
			return errWrong
		}
	}
	return nil
}

func (s *session) transform(n int) error {
	y, err := s.c.FFT(context.Background(), nil, s.impulse(n))
	if err != nil {
		return err
	}
	return s.check(y)
}

// resident transforms points in the GPU's memory.
func (s *session) resident() error {
	const n = 1024
	ctx := context.Background()
	p, err := s.c.PlanResident(wgfft.Problem{Shape: []int{n}})
	if err != nil {
		return err
	}
	defer p.Close()
	src, err := p.NewBuffer()
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := p.NewBuffer()
	if err != nil {
		return err
	}
	defer dst.Close()
	if err := s.c.Upload(ctx, wgfft.Region{Buffer: src}, s.impulse(n)); err != nil {
		return err
	}
	if err := p.Forward(ctx, wgfft.Region{Buffer: dst}, wgfft.Region{Buffer: src}); err != nil {
		return err
	}
	y := make([]complex64, n)
	if err := s.c.Download(ctx, y, wgfft.Region{Buffer: dst}); err != nil {
		return err
	}
	return s.check(y)
}

// largeBuffer makes a buffer that is too large for the memory blocks that wgpu holds, so that wgpu
// allocates memory from the driver.
func (s *session) largeBuffer() error {
	b, err := s.c.NewBuffer(1 << 24)
	if err != nil {
		return err
	}
	return b.Close()
}

// timestamps makes two timestamps and reads them.
func (s *session) timestamps() error {
	d, err := s.c.Device()
	if err != nil {
		return err
	}
	stamps, err := d.NewTimestamps(2)
	if errors.Is(err, device.ErrNoTimestamps) {
		return nil
	}
	if err != nil {
		return err
	}
	defer stamps.Close()
	_, err = stamps.Read(context.Background())
	return err
}
