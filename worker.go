package wgfft

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/worker"
)

// A WorkerConfig configures the worker process of OpenWorker.
type WorkerConfig struct {
	// Command is the program that the worker runs and its arguments. nil means the program itself;
	// its main must call RunWorker. []string{"wgfft", "worker"} is the command line tool of the
	// same version.
	Command []string
	// StartTimeout is the longest time that a worker may take to start and to open its device. A
	// worker that takes longer is killed. 0 means 20 seconds.
	StartTimeout time.Duration
	// AnswerTimeout is the longest time that a worker may take to answer after the context of a call
	// has ended, and to end after Close. A worker that takes longer is killed. 0 means 10 seconds.
	AnswerTimeout time.Duration
}

// The defaults of WorkerConfig.
const (
	workerStartTimeout  = 20 * time.Second
	workerAnswerTimeout = 10 * time.Second
)

// isZero reports whether no field is set.
func (w WorkerConfig) isZero() bool {
	return w.Command == nil && w.StartTimeout == 0 && w.AnswerTimeout == 0
}

// check returns an error for invalid values.
func (w WorkerConfig) check() error {
	switch {
	case w.Command != nil && len(w.Command) == 0:
		return fmt.Errorf("wgfft: WorkerConfig.Command is empty, want a program: nil is the program itself")
	case w.StartTimeout < 0:
		return fmt.Errorf("wgfft: WorkerConfig.StartTimeout is %v, want 0 or more", w.StartTimeout)
	case w.AnswerTimeout < 0:
		return fmt.Errorf("wgfft: WorkerConfig.AnswerTimeout is %v, want 0 or more", w.AnswerTimeout)
	}
	return nil
}

// workerSetup is the data that a worker needs to open its engine.
type workerSetup struct {
	Device      Choice
	Wisdom      WisdomSource
	TuneFirst   time.Duration
	Probe       bool
	Host        HostPolicy
	Work        float64
	MemoryLimit int64
	Threads     int
}

// OpenWorker opens an engine that computes in a child process. It is meant for servers: a graphics
// driver that ends its process ends only the child. The child is the program itself, if its main
// begins with [RunWorker], or the command that c.Worker names. The child opens the adapter that c
// selects. The caller closes the engine, which ends the child. The child also ends when its parent
// ends.
//
// Transforms and convolutions of slices, and plans for slices, work as on an engine of [Open], with
// the same results. Their data are copied through shared memory. A call takes shared memory of the
// size of its source and its result. Slices from [SharedSlice] lie in shared memory and are not
// copied.
//
// c.MemoryLimit bounds the shared memory of all calls together, and the memory that the child
// allocates for each call. A call waits until there is enough shared memory for it.
//
// Resident plans, buffers, tuning and wisdom need the GPU in this process, and return ErrNoAdapter.
// NextFastLen returns the same length as on the CPU engine.
//
// If the child dies or loses its device, the calls under way return an error that wraps
// ErrDeviceLost, and the next call starts another child. A call returns at once when its context
// ends. The child is killed if it has not answered the call after c.Worker.AnswerTimeout.
//
// OpenWorker returns a WorkerError that wraps ErrWorkerStart if the child does not answer or no child
// can be started. On systems other than Unix no child can be started. If the child can't open its
// engine, OpenWorker returns the error of Open. Later calls that can't start another child return the
// same errors. For one second after such an error, calls return it without another attempt. The pause
// grows to 30 seconds if attempts keep failing.
func OpenWorker(c Config) (*Engine, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := c.Worker.check(); err != nil {
		return nil, err
	}
	if c.Use != nil {
		return nil, unused("OpenWorker", "Config.Use", "use Open: processes can't share a device")
	}
	if c.Wisdom.Store != nil {
		return nil, unused("OpenWorker", "WisdomSource.Store", "use WisdomDir: processes can't share a store")
	}
	var setup bytes.Buffer
	if err := json.NewEncoder(&setup).Encode(workerSetup{
		Device: c.Device, Wisdom: c.Wisdom, TuneFirst: c.TuneFirst, Probe: c.Probe, Host: c.Host,
		Work: c.Work, MemoryLimit: c.MemoryLimit, Threads: c.Threads,
	}); err != nil {
		return nil, fmt.Errorf("wgfft: OpenWorker: %w", err)
	}
	limit := memory.Of(c.MemoryLimit)
	client, err := worker.Open(worker.Config{
		Command: c.Worker.Command, Setup: setup.Bytes(), Memory: limit,
		Start:  cmp.Or(c.Worker.StartTimeout, workerStartTimeout),
		Answer: cmp.Or(c.Worker.AnswerTimeout, workerAnswerTimeout),
	})
	if err != nil {
		return nil, faced(err)
	}
	return newEngine(Engine{host: client, worker: client, memory: limit, threads: c.threads()}), nil
}

// SharedSlice returns a slice of n zeros in memory that eng shares with its worker process, and a
// function that frees it. Calls of eng do not copy the slice. The caller must not use the slice, or
// parts of it, after freeing it. On an engine of [Open] SharedSlice returns an ordinary slice.
//
// If the context of a call with such a slice ends, the call waits until the worker has stopped using
// the slice. After a second the worker is killed. SharedSlice returns a MemoryError, ErrClosed, or
// ctx's error. Slices stay valid after Close, until they are freed.
func SharedSlice[T Complex | Real](ctx context.Context, eng *Engine, n int) (s []T, free func(), err error) {
	if n < 0 {
		return nil, nil, &LengthError{N: n, Reason: "a slice has 0 elements or more"}
	}
	bytes := memory.Bytes[T](n)
	if eng.worker == nil || n == 0 {
		if err := memory.Check(eng.memory, label("a shared slice"), bytes); err != nil {
			return nil, nil, faced(err)
		}
		s, err := engine.Zeros[T](ctx, n)
		return s, func() {}, err
	}
	b, free, err := eng.worker.Lend(ctx, bytes)
	if err != nil {
		return nil, nil, faced(err)
	}
	return engine.NumbersIn[T](b), free, nil
}

// RunWorker lets a program be its own worker. main calls it first. In a process that [OpenWorker]
// started, RunWorker computes until the parent closes the engine or ends, and then ends the process.
// In all other processes it returns at once.
func RunWorker() {
	if worker.IsChild() {
		os.Exit(worker.Serve(openInWorker))
	}
}

// openInWorker opens the engine of a worker.
func openInWorker(setup []byte) (worker.Host, error) {
	var s workerSetup
	if err := json.NewDecoder(bytes.NewReader(setup)).Decode(&s); err != nil {
		return worker.Host{}, fmt.Errorf("wgfft: worker: %w", err)
	}
	eng, err := Open(Config{
		Device: s.Device, Wisdom: s.Wisdom, TuneFirst: s.TuneFirst, Probe: s.Probe, Host: s.Host,
		Work: s.Work, MemoryLimit: s.MemoryLimit, Threads: s.Threads,
	})
	if err != nil {
		return worker.Host{}, err
	}
	var adapter bytes.Buffer
	if err := json.NewEncoder(&adapter).Encode(eng.adapter); err != nil {
		return worker.Host{}, fmt.Errorf("wgfft: worker: %w", err)
	}
	return worker.Host{Engine: eng.host, Memory: eng.memory, Answer: adapter.Bytes()}, nil
}

// workerAdapter returns the adapter of a worker.
func workerAdapter(w *worker.Client) Adapter {
	var a Adapter
	if err := json.NewDecoder(bytes.NewReader(w.Setup())).Decode(&a); err != nil {
		a.Reason = err.Error() // impossible: both processes have the same version
	}
	return a
}
