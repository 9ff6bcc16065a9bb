//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/internal/engine"
)

// A Client is an engine that does its jobs in a child process. It implements engine.Engine.
type Client struct {
	config Config
	shared *shared
	users  sync.WaitGroup // calls that use the shared memory, even if their callers have left
	ended  chan struct{}  // closed when Close begins

	mu       sync.Mutex
	closed   bool
	current  *process
	setup    []byte // the answer of the current child's open
	starting *starting
	failedStart
	once    sync.Once
	closing error // the result of Close
}

// failedStart is the last start of a child, if it failed.
type failedStart struct {
	failed error
	retry  time.Time     // until then calls return failed
	pause  time.Duration // between two starts that fail
}

// starting is the start of a child, which calls wait for.
type starting struct {
	done chan struct{}
	p    *process
	err  error
}

// The pauses between starts that fail grow from leastPause to mostPause.
const (
	leastPause = time.Second
	mostPause  = 30 * time.Second
)

// lentAnswer is the longest time that a child may take to answer a call with slices from Lend after
// its context has ended. The caller waits for the answer.
const lentAnswer = time.Second

// maxSends is the largest number of children that a call is sent to, if each ends before it takes the call.
const maxSends = 3

// Open starts a child and returns a client for it. It returns an Error that wraps ErrStart if no child
// can be started or the child does not answer. Otherwise it returns the error of the child's open.
func Open(c Config) (*Client, error) {
	if IsChild() {
		return nil, &Error{Reason: "this is a worker process, which starts no others: " +
			"call wgfft.RunWorker first in main", Err: ErrStart}
	}
	s, err := newShared(c.Memory)
	if err != nil {
		return nil, &Error{Reason: err.Error(), Err: ErrStart}
	}
	client := &Client{config: c, shared: s, ended: make(chan struct{})}
	if _, err := client.process(context.Background()); err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

// Setup returns the Host.Answer of the child that was started last.
func (c *Client) Setup() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.setup
}

// enter begins the use of the shared memory. The caller calls c.users.Done.
func (c *Client) enter() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return engine.ClosedError("engine")
	}
	c.users.Add(1)
	return nil
}

// process returns a child that takes requests, and starts one if there is none.
func (c *Client) process(ctx context.Context) (*process, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, engine.ClosedError("engine")
	}
	if c.current != nil && c.current.isUsable() {
		defer c.mu.Unlock()
		return c.current, nil
	}
	if c.starting == nil {
		if c.failed != nil && time.Now().Before(c.retry) {
			defer c.mu.Unlock()
			return nil, c.failed
		}
		c.starting = &starting{done: make(chan struct{})}
		go c.start(c.starting)
	}
	s := c.starting
	c.mu.Unlock()
	select {
	case <-s.done:
		return s.p, s.err
	case <-c.ended:
		return nil, engine.ClosedError("engine")
	case <-ctx.Done():
		return nil, engine.ContextErr(ctx)
	}
}

// start starts a child.
func (c *Client) start(s *starting) {
	p, err := spawn(c.config.Command, c.shared.file)
	var setup []byte
	if err == nil {
		opened := make(chan struct{})
		go func() {
			select {
			case <-c.ended:
				p.kill("the engine was closed")
			case <-opened:
			}
		}()
		setup, err = p.open(c.config)
		close(opened)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.starting = nil
	if err == nil {
		c.current, c.setup, c.failed, c.pause = p, setup, nil, 0
		s.p = p
	} else {
		c.pause = min(max(2*c.pause, leastPause), mostPause)
		c.failed, c.retry = err, time.Now().Add(c.pause)
		s.err = err
	}
	close(s.done)
}

// call sends a request with its block, which may be nil, and returns the child and its answer. If
// there is no error, it calls result before it gives the block back.
func (c *Client) call(ctx context.Context, r *request, b *block, result func() error) (*process, answer, error) {
	give := func() {
		if b != nil {
			c.shared.give(b)
		}
	}
	p, to, err := c.offer(ctx, r)
	if err != nil {
		give()
		return nil, answer{}, err
	}
	a, err := p.wait(ctx, to)
	if err != nil && ctx.Err() != nil {
		if r.isLent { // the caller may use its slices again
			c.leave(p, r, to, min(c.config.Answer, lentAnswer))
			give()
			return nil, answer{}, err
		}
		c.users.Add(1)
		go func() {
			defer c.users.Done()
			c.leave(p, r, to, c.config.Answer)
			give()
		}()
		return nil, answer{}, err
	}
	defer give()
	if err != nil { // the child is dead
		if c.Check(engine.Job{}, 0) != nil && !p.wasKilled() {
			err = engine.ClosedError("engine")
		}
		return nil, answer{}, err
	}
	if err := a.Err.decoded(); err != nil {
		if errors.Is(err, device.ErrDeviceLost) {
			p.kill("its device was lost")
		}
		return nil, answer{}, err
	}
	if result != nil {
		err = result()
	}
	return p, a, err
}

// offer sends a request to a child. It starts another child if the child ends before it takes the
// request.
func (c *Client) offer(ctx context.Context, r *request) (*process, <-chan answer, error) {
	for range maxSends {
		p, err := c.process(ctx)
		if err != nil {
			return nil, nil, err
		}
		to, err := p.send(ctx, c.ended, r)
		if !errors.Is(err, errNotSent) {
			return p, to, err
		}
	}
	return nil, nil, &Error{
		Reason: fmt.Sprintf("%d of them ended before they took the call", maxSends), Err: device.ErrDeviceLost,
	}
}

// leave cancels a request after the end of its context, and waits until the child has answered or
// is dead. It kills a child that does not answer in time.
func (c *Client) leave(p *process, r *request, to <-chan answer, within time.Duration) {
	ctx, cancel := c.config.within(within)
	defer cancel()
	told := make(chan struct{})
	go func() {
		defer close(told)
		p.tell(&request{Op: opCancel, Target: r.ID})
	}()
	a, err := p.wait(ctx, to)
	switch {
	case err != nil && ctx.Err() != nil:
		p.kill(fmt.Sprintf("it did not answer a call within %v of its end", within))
		<-p.dead
	case err == nil && a.Err == nil && r.Op == opPrepare:
		p.tell(&request{Op: opRelease, Target: r.ID})
	}
	<-told
}

// Check returns device.ErrClosed if the client is closed. The child checks jobs when it does them.
func (c *Client) Check(engine.Job, int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return engine.ClosedError("engine")
	}
	return nil
}

// Format returns the child's format for jobs of n, and the reason for its choice.
func (c *Client) Format(ctx context.Context, n engine.Number) (engine.Format, error) {
	if err := c.enter(); err != nil {
		return engine.Format{}, err
	}
	defer c.users.Done()
	r := &request{Op: opFormat, Job: engine.JobSpec{Number: n}, Ends: ctx.Done() != nil}
	_, a, err := c.call(ctx, r, nil, nil)
	return a.Format, err
}

// Work returns 0: the child has a limit of its own for the memory that it allocates.
func (c *Client) Work(engine.Job, int) int64 { return 0 }

// For returns the client itself.
func (c *Client) For(context.Context, engine.Job, int) (engine.Engine, error) { return c, nil }

// up returns the offset from n on at which the next part of a block begins.
func up(n int64) int64 {
	const align = 4 << 10
	return (n + align - 1) / align * align
}

// Run does the job for all arrays of src. It does not copy slices from Lend.
func (c *Client) Run(ctx context.Context, dst, src engine.Data, j engine.Job) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.users.Done()
	in, _ := j.Ends()
	to, from := dst.Bytes(), src.Bytes()
	var kernel []byte
	if j.IsConvolution() {
		kernel = engine.BytesOf(j.Kernel())
	}
	isSame := len(to) == len(from) && len(to) > 0 && &to[0] == &from[0]
	r := &request{Op: opRun, Job: j.Spec(), Count: int(int64(len(from)) / in.Bytes()), Ends: ctx.Done() != nil}
	source, isSourceLent := c.shared.find(from)
	result, isResultLent := c.shared.find(to)

	// The parts that are not lent lie in one block, one after the other.
	sourceAt := up(int64(len(kernel)))
	resultAt, end := sourceAt, sourceAt
	if !isSourceLent {
		end += int64(len(from))
	}
	if !isResultLent && !isSame {
		resultAt = up(end)
		end = resultAt + int64(len(to))
	}
	var b *block
	if end > 0 {
		var err error
		if b, err = c.shared.take(ctx, c.ended, sharedFor{r.Job.Batch(r.Count)}, end); err != nil {
			return err
		}
		r.Kernel = b.part(0, int64(len(kernel)))
		copy(b.bytes, kernel)
	}
	if !isSourceLent {
		source = b.part(sourceAt, int64(len(from)))
		if err := copied(ctx, b.bytes[sourceAt:], from); err != nil {
			c.shared.give(b)
			return err
		}
	}
	if !isResultLent {
		result = b.part(resultAt, int64(len(to)))
	}
	r.Source, r.Result, r.isLent = source, result, isSourceLent || isResultLent
	_, _, err := c.call(ctx, r, b, func() error {
		if !isResultLent {
			if err := copied(ctx, to, b.bytes[resultAt:][:len(to)]); err != nil {
				return err
			}
		}
		return engine.ContextErr(ctx)
	})
	return err
}

// Lend returns shared memory for a slice of n bytes, and a function that frees it.
func (c *Client) Lend(ctx context.Context, n int64) (memory []byte, free func(), err error) {
	if err := c.enter(); err != nil {
		return nil, nil, err
	}
	defer c.users.Done()
	b, err := c.shared.lend(ctx, c.ended, text("a shared slice"), n)
	if err != nil {
		return nil, nil, err
	}
	clear(b.bytes[:n])
	return b.bytes[:n], sync.OnceFunc(func() { c.shared.unlend(b) }), nil
}

// text is a name in errors.
type text string

func (t text) String() string { return string(t) }

// sharedFor names shared memory in errors.
type sharedFor struct{ of fmt.Stringer }

func (s sharedFor) String() string { return fmt.Sprintf("%v in shared memory", s.of) }

// Prepare makes the child prepare a job. A child that is started later prepares it at its first use.
func (c *Client) Prepare(ctx context.Context, j engine.Job, count int) (release func(), err error) {
	if err := c.enter(); err != nil {
		return nil, err
	}
	defer c.users.Done()
	r := &request{Op: opPrepare, Job: j.Spec(), Count: count, Ends: ctx.Done() != nil}
	var b *block
	if j.IsConvolution() {
		kernel := engine.BytesOf(j.Kernel())
		if b, err = c.shared.take(ctx, c.ended, sharedFor{r.Job.Batch(count)}, int64(len(kernel))); err != nil {
			return nil, err
		}
		r.Kernel = b.part(0, int64(len(kernel)))
		if err := copied(ctx, b.bytes, kernel); err != nil {
			c.shared.give(b)
			return nil, err
		}
	}
	p, _, err := c.call(ctx, r, b, nil)
	if err != nil {
		return nil, err
	}
	return func() { go p.tell(&request{Op: opRelease, Target: r.ID}) }, nil
}

// Describe returns the plan of a job of count arrays in one line, or the text of an error.
func (c *Client) Describe(j engine.Job, count int) string {
	if err := c.enter(); err != nil {
		return err.Error()
	}
	defer c.users.Done()
	ctx, cancel := c.config.within(c.config.Answer)
	defer cancel()
	_, a, err := c.call(ctx, &request{Op: opDescribe, Job: j.Spec(), Count: count, Ends: true}, nil, nil)
	if err != nil {
		return err.Error()
	}
	return a.Text
}

// Close ends the child and its calls, and releases the shared memory. It is idempotent.
func (c *Client) Close() error {
	c.once.Do(func() {
		c.mu.Lock()
		c.closed = true
		close(c.ended)
		s := c.starting
		c.mu.Unlock()
		if s != nil {
			<-s.done
		}
		c.mu.Lock()
		p := c.current
		c.mu.Unlock()
		if p != nil {
			c.closing = p.stop(c.config)
		}
		c.users.Wait()
		c.shared.close()
	})
	return c.closing
}
