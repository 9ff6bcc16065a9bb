//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
)

// IsChild reports whether a client started the process.
func IsChild() bool { return os.Getenv(variable) != "" }

// Serve does the jobs of the client that started the process, and returns its exit status. open
// opens the engine as Config.Setup describes it.
func Serve(open func(setup []byte) (Host, error)) int {
	settle()
	s := &server{
		open: open, shared: os.NewFile(memoryFile, "memory"), blocks: map[int64][]byte{},
		calls: map[uint64]context.CancelFunc{}, held: map[uint64]func(){},
	}
	requests, answers := os.NewFile(requestsFile, "requests"), os.NewFile(answersFile, "answers")
	if requests == nil || answers == nil || s.shared == nil {
		fmt.Fprintln(os.Stderr, "wgfft: worker: the pipes are missing: a worker is started by wgfft.OpenWorker")
		return 1
	}
	s.out = bufio.NewWriter(answers)
	s.messages = gob.NewEncoder(s.out)
	if err := s.send(greeting); err != nil {
		return 1
	}
	messages := gob.NewDecoder(requests)
	for {
		r := new(request)
		if err := messages.Decode(r); err != nil {
			return 0 // the parent has ended, or has closed the engine
		}
		s.take(r)
	}
}

// A server is the state of a child.
type server struct {
	open   func(setup []byte) (Host, error)
	shared *os.File
	blocks map[int64][]byte // mapped so far, by offset

	sending  sync.Mutex
	out      *bufio.Writer
	messages *gob.Encoder

	mu    sync.Mutex
	host  Host
	calls map[uint64]context.CancelFunc // under way
	held  map[uint64]func()             // the resources that opPrepare holds
	wait  sync.WaitGroup                // for calls
}

// send sends a message.
func (s *server) send(message any) error {
	s.sending.Lock()
	defer s.sending.Unlock()
	if err := s.messages.Encode(message); err != nil {
		return err
	}
	return s.out.Flush()
}

// take begins the operation of a request. It does not wait for jobs.
func (s *server) take(r *request) {
	switch r.Op {
	case opOpen:
		go func() { // Serve must see the end of the parent while the driver opens
			h, err := s.open(r.Setup)
			s.mu.Lock()
			s.host = h
			s.mu.Unlock()
			s.answer(answer{ID: r.ID, Setup: h.Answer}, err)
		}()
	case opCancel:
		s.mu.Lock()
		cancel := s.calls[r.Target]
		s.mu.Unlock()
		if cancel != nil {
			cancel()
		}
	case opRelease:
		s.mu.Lock()
		release := s.held[r.Target]
		delete(s.held, r.Target)
		s.mu.Unlock()
		if release != nil {
			release()
		}
	case opClose:
		go func() {
			err := s.opened().Engine.Close()
			s.wait.Wait()
			s.answer(answer{ID: r.ID}, err)
			os.Exit(0)
		}()
	default:
		s.begin(r)
	}
}

// begin begins the job of a request, and answers when the job has ended.
func (s *server) begin(r *request) {
	var d data
	var err error
	for _, of := range []struct {
		bytes *[]byte
		part  part
	}{{&d.kernel, r.Kernel}, {&d.source, r.Source}, {&d.result, r.Result}} {
		if err == nil {
			*of.bytes, err = s.bytes(of.part)
		}
	}
	ctx, cancel := context.Background(), func() {}
	if r.Ends {
		ctx, cancel = context.WithCancel(ctx)
	}
	s.mu.Lock()
	s.calls[r.ID] = cancel
	s.mu.Unlock()
	s.wait.Go(func() {
		a := answer{ID: r.ID}
		if err == nil {
			err = s.do(ctx, r, d, &a)
		}
		s.mu.Lock()
		delete(s.calls, r.ID)
		s.mu.Unlock()
		cancel()
		s.answer(a, err)
	})
}

// opened returns the host. The client sends jobs only after the answer of opOpen.
func (s *server) opened() Host {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host
}

// answer sends an answer with an error. It ignores errors of the pipe: they mean that the parent has
// ended, and then Serve returns.
func (s *server) answer(a answer, err error) {
	a.Err = encoded(err)
	_ = s.send(a)
}

// data are the parts of a request.
type data struct{ kernel, source, result []byte }

// bytes returns the memory of a part. Blocks stay mapped.
func (s *server) bytes(p part) ([]byte, error) {
	if p.Bytes == 0 {
		return nil, nil
	}
	b, ok := s.blocks[p.Block]
	if !ok {
		var err error
		if b, err = mapped(s.shared, p.Block, p.BlockBytes); err != nil {
			return nil, fmt.Errorf("wgfft: %s of shared memory: %w", memory.Size(p.BlockBytes), err)
		}
		s.blocks[p.Block] = b
	}
	return b[p.At:][:p.Bytes], nil
}

// do does the work of a request that takes time, and writes its result to a.
func (s *server) do(ctx context.Context, r *request, d data, a *answer) error {
	h := s.opened()
	f, err := h.Engine.Format(ctx, r.Job.Number) // other calls find it without a context
	if err != nil || r.Op == opFormat {
		a.Format = f
		return err
	}
	// The engine may keep the kernel after the call.
	j := r.Job.Job(slices.Clone(engine.NumbersIn[complex128](d.kernel)))
	if r.Op == opDescribe {
		a.Text = h.Engine.Describe(j, r.Count)
		return nil
	}
	if err := engine.CheckWork(h.Engine, h.Memory, r.Job, j, r.Count); err != nil {
		return err
	}
	switch r.Op {
	case opRun:
		return h.Engine.Run(ctx, engine.DataIn(d.result), engine.DataIn(d.source), j)
	case opPrepare:
		if err := h.Engine.Check(j, r.Count); err != nil {
			return err
		}
		release, err := h.Engine.Prepare(ctx, j, r.Count)
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.held[r.ID] = release
		s.mu.Unlock()
		return nil
	}
	return errors.ErrUnsupported
}
