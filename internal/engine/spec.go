package engine

import (
	"fmt"

	"wgfft/internal/memory"
	"wgfft/plan"
)

// A JobSpec describes a Job in exported fields, so that another process can rebuild it. The elements
// of a convolution's kernel are not part of it.
type JobSpec struct {
	Problem     plan.Problem      // of a transform
	Convolution *plan.Convolution // nil for a transform
	FilterKey   string            // names the convolution and the elements of its kernel
	Number      Number
	Call        plan.Call
}

// Spec returns the description of a job.
func (j Job) Spec() JobSpec {
	if f := j.filter; f != nil {
		return JobSpec{Convolution: &f.convolution, FilterKey: f.key, Number: f.number}
	}
	return JobSpec{Problem: j.problem(1), Number: j.number, Call: j.call}
}

// Job returns the job of a description. kernel is the kernel of a convolution; the job keeps it.
func (s JobSpec) Job(kernel []complex128) Job {
	if s.Convolution == nil {
		return Transform(s.Problem, s.Number).For(s.Call)
	}
	return Job{filter: &filter{
		convolution: *s.Convolution, number: s.Number, kernel: kernel, exponent: exponentOf(kernel), key: s.FilterKey,
	}}
}

// Batch names count arrays of the job in errors.
func (s JobSpec) Batch(count int) fmt.Stringer {
	if s.Convolution != nil {
		c := *s.Convolution
		c.Batch = count
		return c
	}
	s.Problem.Batch = count
	return s.Problem
}

// IsConvolution reports whether the job is a convolution, which has a kernel.
func (j Job) IsConvolution() bool { return j.filter != nil }

// CheckWork refuses a job of count arrays if e needs more memory for it than the limit allows.
func CheckWork(e Engine, limit memory.Limit, s JobSpec, j Job, count int) error {
	return CheckMemory(limit, s.Batch(count), e.Work(j, count), count)
}
