package engine

import (
	"context"

	"wgfft/internal/parallel"
)

// Router does transforms of host slices on a GPU or on the processor. It chooses the faster one.
// Convolutions and jobs of DoubleSingle go to the GPU.
type Router struct {
	*GPU
	cpu     *besideGPU
	machine machine
}

// NewRouter returns a router between a GPU and a CPU engine of its own, which computes a call on at most the given
// number of goroutines.
func NewRouter(g *GPU, threads parallel.Threads) *Router {
	return &Router{GPU: g, cpu: &besideGPU{NewCPU(threads), g}}
}

// besideGPU is the CPU engine of a Router. The GPU may still use the host memory of an earlier call that has ended.
type besideGPU struct {
	*CPU
	gpu *GPU
}

// For returns the engine itself.
func (b *besideGPU) For(context.Context, Job, int) (Engine, error) { return b, nil }

// Run does the job for all arrays of src, after the calls and the work of the GPU that use the same host memory.
func (b *besideGPU) Run(ctx context.Context, dst, src Data, j Job) error {
	release, err := b.gpu.HoldHosts(ctx, dst, src)
	if err != nil {
		return err
	}
	defer release()
	return b.CPU.Run(ctx, dst, src, j)
}

// For returns the engine that finishes a job of count arrays first.
func (r *Router) For(ctx context.Context, j Job, count int) (Engine, error) {
	if r.isForCPU(j) {
		return r.cpu, nil
	}
	if j.filter != nil || j.Number() == DoubleSingle { // the processor has no double-single
		return r.GPU, nil
	}
	t, err := r.Times(ctx, j, count)
	if err != nil {
		return nil, err
	}
	if t.CPU < t.GPU {
		return r.cpu, nil
	}
	return r.GPU, nil
}

// Format returns the format of the GPU. If the GPU has no format for Double, it returns the format of the
// processor.
func (r *Router) Format(ctx context.Context, n Number) (Format, error) {
	f, err := r.GPU.Format(ctx, n)
	if n == Double && IsInexact(err) {
		return r.cpu.Format(ctx, n)
	}
	return f, err
}

// isForCPU reports whether a job is in double precision, which the GPU computes in no format.
func (r *Router) isForCPU(j Job) bool {
	if j.Number() != Double {
		return false
	}
	_, err := r.GPU.format(Double)
	return err != nil
}

// Check returns the error that Run would return for any slices of count arrays.
func (r *Router) Check(j Job, count int) error {
	if r.isForCPU(j) {
		return r.cpu.Check(j, count)
	}
	return r.GPU.Check(j, count)
}

// Prepare prepares the job on the engine that finishes it first.
func (r *Router) Prepare(ctx context.Context, j Job, count int) (release func(), err error) {
	e, err := r.For(ctx, j, count)
	if err != nil {
		return nil, err
	}
	return e.Prepare(ctx, j, count)
}

// Run does the job on the engine that finishes it first.
func (r *Router) Run(ctx context.Context, dst, src Data, j Job) error {
	in, _ := j.Ends()
	e, err := r.For(ctx, j, int(int64(len(src.Bytes()))/in.Bytes()))
	if err != nil {
		return err
	}
	return e.Run(ctx, dst, src, j)
}

// Describe returns the plan of the engine that finishes the job first.
func (r *Router) Describe(j Job, count int) string {
	e, err := r.For(context.Background(), j, count)
	if err != nil {
		return err.Error()
	}
	return e.Describe(j, count)
}

// Work returns the larger estimate of the two engines for a transform: the engine is chosen later.
func (r *Router) Work(j Job, count int) int64 {
	if r.isForCPU(j) {
		return r.cpu.Work(j, count)
	}
	if j.filter != nil || j.Number() == DoubleSingle {
		return r.GPU.Work(j, count)
	}
	return max(r.GPU.Work(j, count), r.cpu.Work(j, count))
}

// Close closes both engines. It is idempotent.
func (r *Router) Close() error {
	err := r.GPU.Close()
	r.cpu.Close()
	return err
}
