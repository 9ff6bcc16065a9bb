package cluster

/*
#cgo !mpich,!ompi,!mpienv pkg-config: mpi-c
#cgo ompi pkg-config: ompi-c
#cgo mpich pkg-config: mpich
#include "cluster.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"wgfft"
)

// A Comm is a group of ranks: processes that an MPI launcher has started together. Its methods are collective unless
// they say otherwise: all ranks of the group call them in the same order.
type Comm struct {
	comm       C.MPI_Comm
	rank, size int
	thread     *thread
	isWorld    bool
	closed     *atomic.Bool
	version    string
	maxMessage int // the bytes of the largest message
}

// A thread makes all MPI calls of the process.
type thread struct {
	calls chan func()
	ended chan struct{} // closed when MPI has ended
}

// run makes calls until MPI has ended.
func (t *thread) run() {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	for {
		select {
		case call := <-t.calls:
			call()
		case <-t.ended:
			return
		}
	}
}

// do calls f on the thread and returns its error.
func (t *thread) do(f func() error) error {
	done := make(chan error)
	select {
	case t.calls <- func() { done <- f() }:
		return <-done
	case <-t.ended:
		return errEnded
	}
}

// errEnded is the error of calls after the end of MPI.
var errEnded = fmt.Errorf("cluster: MPI has ended: close the group of Init last: %w", wgfft.ErrClosed)

// defaultMaxMessage is far below 2^31 bytes, the largest count of many functions of MPI.
const defaultMaxMessage = 1 << 30

// Init starts MPI and returns the group of all ranks. A process calls it once, and closes the result before it ends.
//
// All MPI calls of the package come from one thread of the operating system, so a library with the level
// MPI_THREAD_FUNNELED suffices. The process must make no other MPI calls. An error inside MPI, as after the death of
// another rank, ends all processes of the job, as MPI does by default.
func Init() (*Comm, error) {
	c := &Comm{thread: &thread{make(chan func()), make(chan struct{})}, isWorld: true,
		closed: new(atomic.Bool), version: buildVersion(), maxMessage: defaultMaxMessage}
	go c.thread.run()
	err := c.do(func() error {
		var begun, level C.int
		C.MPI_Initialized(&begun)
		if begun != 0 {
			return errors.New("cluster: MPI has been started already: call Init once in a process")
		}
		if err := check("MPI_Init_thread", C.cluster_init(&level)); err != nil {
			return err
		}
		if level < C.MPI_THREAD_FUNNELED {
			return errors.New("cluster: the MPI library has no support for threads, want MPI_THREAD_FUNNELED: " +
				"use a library that is built with threads")
		}
		c.comm = C.cluster_world()
		return c.measure()
	})
	if err != nil {
		close(c.thread.ended)
		return nil, err
	}
	return c, nil
}

// measure sets rank and size.
func (c *Comm) measure() error {
	var rank, size C.int
	if err := check("MPI_Comm_rank", C.MPI_Comm_rank(c.comm, &rank)); err != nil {
		return err
	}
	if err := check("MPI_Comm_size", C.MPI_Comm_size(c.comm, &size)); err != nil {
		return err
	}
	c.rank, c.size = int(rank), int(size)
	return nil
}

// do calls f on the thread of MPI and returns its error.
func (c *Comm) do(f func() error) error {
	if c.closed.Load() {
		return fmt.Errorf("cluster: the group is closed: make a new one: %w", wgfft.ErrClosed)
	}
	return c.thread.do(f)
}

// check returns an error for a return code other than MPI_SUCCESS.
func check(call string, code C.int) error {
	if code == C.MPI_SUCCESS {
		return nil
	}
	var text [C.MPI_MAX_ERROR_STRING]C.char
	var n C.int
	C.MPI_Error_string(code, &text[0], &n)
	return fmt.Errorf("cluster: %s: %s", call, C.GoStringN(&text[0], n))
}

// Rank returns the number of this process in the group, from 0. It is not collective.
func (c *Comm) Rank() int { return c.rank }

// Size returns the number of ranks of the group. It is not collective.
func (c *Comm) Size() int { return c.size }

// Split divides the group. Ranks of equal color, 0 or more, form a new group. Their new ranks follow key, and their
// ranks in c if keys are equal. A rank with a negative color joins no group and gets an error. The caller closes the
// new group.
func (c *Comm) Split(color, key int) (*Comm, error) {
	if color < 0 {
		color = C.MPI_UNDEFINED
	}
	return c.derived(func(made *C.MPI_Comm) error {
		return check("MPI_Comm_split", C.MPI_Comm_split(c.comm, C.int(color), C.int(key), made))
	})
}

// Local returns the group of the ranks of c on this machine, in the order of their ranks. The rank in this group
// selects a GPU, where a machine has several. The caller closes the group.
func (c *Comm) Local() (*Comm, error) {
	return c.derived(func(made *C.MPI_Comm) error {
		return check("MPI_Comm_split_type", C.cluster_local(c.comm, C.int(c.rank), made))
	})
}

// copy returns a new group of the same ranks. Its messages are kept apart from the messages of c. Other calls go on
// meanwhile.
func (c *Comm) copy() (*Comm, error) {
	made := new(C.MPI_Comm) // MPI keeps the pointer
	var pin runtime.Pinner
	pin.Pin(made)
	defer pin.Unpin()
	err := c.wait(func(r *C.MPI_Request) error { return check("MPI_Comm_idup", C.MPI_Comm_idup(c.comm, made, r)) })
	if err != nil {
		return nil, err
	}
	return c.derived(func(d *C.MPI_Comm) error {
		*d = *made
		return nil
	})
}

// derived returns a group that a function makes.
func (c *Comm) derived(make func(made *C.MPI_Comm) error) (*Comm, error) {
	d := &Comm{thread: c.thread, closed: new(atomic.Bool), version: c.version, maxMessage: c.maxMessage}
	err := c.do(func() error {
		var made C.MPI_Comm // not in d, which has pointers of Go
		if err := make(&made); err != nil {
			return err
		}
		if C.cluster_is_group(made) == 0 {
			return errors.New("cluster: this rank joins no group: use a color of 0 or more")
		}
		d.comm = made
		return d.measure()
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// Close frees the group. It is idempotent. For the group of Init it ends MPI: close plans and other groups first.
func (c *Comm) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	if c.isWorld {
		err := c.thread.do(func() error { return check("MPI_Finalize", C.MPI_Finalize()) })
		close(c.thread.ended)
		return err
	}
	return c.thread.do(func() error {
		comm := c.comm
		return check("MPI_Comm_free", C.MPI_Comm_free(&comm))
	})
}

// Barrier waits until all ranks have called it.
func (c *Comm) Barrier() error {
	_, err := c.min([]int64{0})
	return err
}

// min returns the smallest of the numbers of all ranks, for each of the numbers.
func (c *Comm) min(numbers []int64) ([]int64, error) {
	result := make([]int64, len(numbers))
	return result, c.wait(func(r *C.MPI_Request) error {
		return check("MPI_Iallreduce", C.cluster_min((*C.int64_t)(&numbers[0]), (*C.int64_t)(&result[0]),
			C.int(len(numbers)), c.comm, r))
	}, numbers, result)
}

// gather returns the texts of all ranks, which have one length.
func (c *Comm) gather(text []byte) ([][]byte, error) {
	all := make([]byte, c.size*len(text))
	err := c.wait(func(r *C.MPI_Request) error {
		return check("MPI_Iallgather", C.cluster_all_gather(unsafe.Pointer(&text[0]), unsafe.Pointer(&all[0]),
			C.int(len(text)), c.comm, r))
	}, text, all)
	parts := make([][]byte, c.size)
	for i := range parts {
		parts[i] = all[i*len(text) : (i+1)*len(text)]
	}
	return parts, err
}

// broadcast replaces text by the text of rank root.
func (c *Comm) broadcast(text []byte, root int) error {
	return c.wait(func(r *C.MPI_Request) error {
		code := C.cluster_broadcast(unsafe.Pointer(&text[0]), C.int(len(text)), C.int(root), c.comm, r)
		return check("MPI_Ibcast", code)
	}, text)
}

// wait starts a collective operation on slices, and returns when it has ended.
func (c *Comm) wait(start func(r *C.MPI_Request) error, slices ...any) error {
	t := transfers{comm: c, requests: []C.MPI_Request{C.cluster_no_request()}}
	defer t.pins.Unpin()
	for _, s := range slices {
		switch s := s.(type) {
		case []byte:
			t.pins.Pin(&s[0])
		case []int64:
			t.pins.Pin(&s[0])
		}
	}
	if err := c.do(func() error { return start(&t.requests[0]) }); err != nil {
		return err
	}
	return t.wait(len(t.requests))
}

// transfers are operations of MPI under way. The memory that they use is pinned until release.
type transfers struct {
	comm     *Comm
	requests []C.MPI_Request
	pins     runtime.Pinner
}

// A block is n2 times n1 runs of bytes. See cluster_block.
type block struct{ n2, s2, n1, s1, run int }

// bytes returns the number of bytes without gaps.
func (b block) bytes() int { return b.n2 * b.n1 * b.run }

// A transfer is a block to send to a peer or to receive from it. Its first run begins with memory.
type transfer struct {
	isSend bool
	peer   int
	memory []byte
	block
}

// post starts transfers. Ranks post the transfers between two of them in the same order.
func (t *transfers) post(all []transfer) error {
	first := len(t.requests)
	for range all {
		t.requests = append(t.requests, C.cluster_no_request())
	}
	return t.comm.do(func() error {
		for i, x := range all {
			if x.bytes() == 0 {
				continue
			}
			t.pins.Pin(&x.memory[0])
			b := C.cluster_block{C.int64_t(x.n2), C.int64_t(x.s2), C.int64_t(x.n1), C.int64_t(x.s1), C.int64_t(x.run)}
			send := C.int(0)
			if x.isSend {
				send = 1
			}
			code := C.cluster_post(send, unsafe.Pointer(&x.memory[0]), &b, C.int(x.peer), t.comm.comm,
				&t.requests[first+i])
			if err := check("MPI_Isend or MPI_Irecv", code); err != nil {
				return err
			}
		}
		return nil
	})
}

// pollTime is how long the thread of MPI tests requests, in seconds, before it looks for other calls.
const pollTime = 1e-3

// wait returns when the first n operations have ended.
func (t *transfers) wait(n int) error {
	for done := C.int(0); n > 0 && done == 0; {
		err := t.comm.do(func() error {
			return check("MPI_Testall", C.cluster_poll(C.int(n), &t.requests[0], pollTime, &done))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// advance lets MPI work on the operations under way.
func (t *transfers) advance() error {
	if len(t.requests) == 0 {
		return nil
	}
	return t.comm.do(func() error {
		var done C.int
		return check("MPI_Testall", C.cluster_poll(C.int(len(t.requests)), &t.requests[0], 0, &done))
	})
}

// release unpins the memory. All operations have ended.
func (t *transfers) release() {
	t.pins.Unpin()
	t.requests = t.requests[:0]
}

// buildVersion names the version of the program that the ranks have to share.
func buildVersion() string {
	version := runtime.Version() + " " + runtime.GOARCH
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	version += " " + info.Main.Path + " " + info.Main.Version
	for _, d := range info.Deps {
		if d.Path == "wgfft" {
			version += " wgfft " + d.Version
		}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			version += " " + s.Value
		}
	}
	return version
}
