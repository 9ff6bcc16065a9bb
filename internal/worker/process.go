//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/internal/engine"
)

// A process is a child that runs Serve.
type process struct {
	cmd      *exec.Cmd
	stderr   tail
	requests *os.File // the write end of its pipe
	answers  *os.File // the read end of its pipe
	queue    chan *request
	greeted  chan hello
	death

	mu      sync.Mutex
	doom           // guarded by mu
	last    uint64 // ID of the last request
	pending map[uint64]chan answer
}

// death is the end of a child, for those who wait for it.
type death struct {
	doomed chan struct{} // closed when the child must be killed, or its answers have ended
	dead   chan struct{} // closed when the child has ended and all its answers are delivered
	died   error         // set before dead is closed
}

// doom is the decision to kill a child.
type doom struct {
	isDoomed bool
	reason   string // why the client killed the child; empty if it ended by itself
}

// errNotSent reports that a child ended before a request was sent to it.
var errNotSent = errors.New("worker: not sent")

// lingering is the time after the end of a child until the client stops reading from its pipes. The
// child's own children may hold the pipes open.
const lingering = time.Second

// spawn starts a child, without waiting for its first message.
func spawn(command []string, shared *os.File) (*process, error) {
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, &Error{Reason: err.Error(), Err: ErrStart}
		}
		command = []string{self}
	}
	childRequests, requests, err := os.Pipe()
	if err != nil {
		return nil, &Error{Reason: err.Error(), Err: ErrStart}
	}
	defer childRequests.Close()
	answers, childAnswers, err := os.Pipe()
	if err != nil {
		requests.Close()
		return nil, &Error{Reason: err.Error(), Err: ErrStart}
	}
	defer childAnswers.Close()
	p := &process{
		cmd:      exec.Command(command[0], command[1:]...),
		requests: requests, answers: answers,
		queue: make(chan *request), greeted: make(chan hello, 1),
		death:   death{doomed: make(chan struct{}), dead: make(chan struct{})},
		pending: map[uint64]chan answer{},
	}
	p.cmd.Env = append(os.Environ(), variable+"=1")
	p.cmd.ExtraFiles = []*os.File{childRequests, childAnswers, shared}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = lingering
	if err := p.start(); err != nil {
		requests.Close()
		answers.Close()
		return nil, &Error{Reason: err.Error(), Err: ErrStart}
	}
	go p.write()
	go p.watch()
	return p, nil
}

// start starts the child. The thread that starts it lives as long as the child: see endsWithParent.
func (p *process) start() error {
	endsWithParent(p.cmd)
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			<-p.dead
		}
	}()
	return <-started
}

// write sends the requests of the queue until the child is dead.
func (p *process) write() {
	defer p.requests.Close()
	messages := gob.NewEncoder(p.requests)
	for {
		select {
		case r := <-p.queue:
			if err := messages.Encode(r); err != nil { // the call returns when dead is closed
				p.kill("")
				<-p.dead
				return
			}
		case <-p.dead:
			return
		}
	}
}

// read delivers the answers of the child until its pipe ends.
func (p *process) read() {
	messages := gob.NewDecoder(p.answers)
	var first hello
	if err := messages.Decode(&first); err != nil {
		return
	}
	p.greeted <- first
	for {
		var a answer
		if err := messages.Decode(&a); err != nil {
			return
		}
		p.mu.Lock()
		to := p.pending[a.ID]
		delete(p.pending, a.ID)
		p.mu.Unlock()
		if to != nil {
			to <- a
		}
	}
}

// watch waits for the end of the child, and kills it if its answers end first.
func (p *process) watch() {
	read := make(chan struct{})
	go func() {
		p.read()
		p.kill("")
		close(read)
	}()
	_ = p.cmd.Wait() // ProcessState has the result
	_ = p.answers.SetReadDeadline(time.Now().Add(lingering))
	<-read
	p.answers.Close()
	p.mu.Lock()
	reason := p.reason
	if reason == "" {
		reason = "it ended"
	}
	p.died = &Error{
		Reason: reason, State: p.cmd.ProcessState.String(), Stderr: p.stderr.String(), Err: device.ErrDeviceLost,
	}
	p.mu.Unlock()
	close(p.dead)
}

// kill kills the child for a reason. Only the first reason counts.
func (p *process) kill(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isDoomed {
		return
	}
	p.isDoomed, p.reason = true, reason
	close(p.doomed)
	_ = p.cmd.Process.Kill()
}

// wasKilled reports whether the client killed the child for a reason.
func (p *process) wasKilled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reason != ""
}

// isUsable reports whether the child takes requests.
func (p *process) isUsable() bool {
	select {
	case <-p.doomed:
		return false
	default:
		return true
	}
}

// send sends a request, and returns the channel of its answer. It returns errNotSent if the child
// ends first, device.ErrClosed if closing is closed, or ctx's error.
func (p *process) send(ctx context.Context, closing <-chan struct{}, r *request) (<-chan answer, error) {
	to := make(chan answer, 1)
	p.mu.Lock()
	p.last++
	r.ID = p.last
	p.pending[r.ID] = to
	p.mu.Unlock()
	err := errNotSent
	select {
	case p.queue <- r:
		return to, nil
	case <-p.doomed:
	case <-closing:
		err = engine.ClosedError("engine")
	case <-ctx.Done():
		err = engine.ContextErr(ctx)
	}
	p.mu.Lock()
	delete(p.pending, r.ID)
	p.mu.Unlock()
	return nil, err
}

// tell sends a request without an answer, unless the child ends first.
func (p *process) tell(r *request) {
	select {
	case p.queue <- r:
	case <-p.doomed:
	}
}

// wait returns the answer that arrives on a channel. It returns p.died if the child dies first, or
// ctx's error if ctx ends first.
func (p *process) wait(ctx context.Context, from <-chan answer) (answer, error) {
	select {
	case a := <-from:
		return a, nil
	case <-ctx.Done():
		return answer{}, engine.ContextErr(ctx)
	case <-p.dead:
	}
	select {
	case a := <-from: // sent before the child died
		return a, nil
	default:
		return answer{}, p.died
	}
}

// open makes the child open its engine within c.Start, and returns Host.Answer. After an error the
// child is dead.
func (p *process) open(c Config) ([]byte, error) {
	ctx, cancel := c.within(c.Start)
	defer cancel()
	found, err := p.handshake(ctx, c.Setup)
	if err == nil {
		return found, nil
	}
	if ctx.Err() != nil {
		p.kill(fmt.Sprintf("it did not answer within %v", c.Start))
	} else {
		p.kill("")
	}
	<-p.dead
	var own *remoteError
	if errors.As(err, &own) {
		return nil, err // the engine can't be opened
	}
	died := *p.died.(*Error)
	died.Err = ErrStart
	died.Reason += " at its start: a program that is its own worker calls wgfft.RunWorker first in main"
	var other versionError
	if errors.As(err, &other) {
		died.Reason = other.Error()
	}
	return nil, &died
}

// A versionError reports that a child is of another version.
type versionError hello

// Error implements error.
func (e versionError) Error() string {
	return fmt.Sprintf("it is %q of version %d, want %q of version %d: use the same version of wgfft for both",
		e.Program, e.Version, greeting.Program, greeting.Version)
}

// handshake waits for the first message of the child, and sends the first request.
func (p *process) handshake(ctx context.Context, setup []byte) ([]byte, error) {
	select {
	case h := <-p.greeted:
		if h != greeting {
			return nil, versionError(h)
		}
	case <-p.dead:
		return nil, p.died
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	to, err := p.send(ctx, nil, &request{Op: opOpen, Setup: setup})
	if err != nil {
		return nil, err
	}
	a, err := p.wait(ctx, to)
	if err != nil {
		return nil, err
	}
	return a.Setup, a.Err.decoded()
}

// stop makes the child close its engine and exit, and kills it if it is not dead within c.Answer. It
// returns the error of the engine's Close, or p.died if it killed the child.
func (p *process) stop(c Config) error {
	ctx, cancel := c.within(c.Answer)
	defer cancel()
	var a answer
	to, err := p.send(ctx, nil, &request{Op: opClose})
	if err == nil {
		a, err = p.wait(ctx, to)
	}
	if err == nil {
		select {
		case <-p.dead:
			return a.Err.decoded()
		case <-ctx.Done():
		}
	}
	if ctx.Err() == nil { // the child is dead: nothing is left to close
		<-p.dead
		return nil
	}
	p.kill(fmt.Sprintf("it did not end within %v of Close", c.Answer))
	<-p.dead
	return p.died
}
