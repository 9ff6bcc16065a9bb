package engine

import "context"

// An Engine does jobs on host slices. It is safe for concurrent use.
type Engine interface {
	// Format returns the engine's format for jobs of n, and the reason for its choice. Other
	// methods wait for the same tests and measurements, and some of them have no context.
	Format(ctx context.Context, n Number) (Format, error)
	// Check returns the error that Run would return for any slices of count arrays.
	Check(j Job, count int) error
	// Prepare prepares a job of count arrays: it compiles kernels and makes tables. It holds the
	// spectrum of a kernel until release.
	Prepare(ctx context.Context, j Job, count int) (release func(), err error)
	// Run does the job for all arrays of src.
	Run(ctx context.Context, dst, src Data, j Job) error
	// Describe returns the plan of a job of count arrays in one line.
	Describe(j Job, count int) string
	// Work estimates the bytes of host memory that a job of count arrays takes in addition to its
	// slices.
	Work(j Job, count int) int64
	// For returns the engine that does a job of count arrays: the engine itself, or the choice of a
	// Router.
	For(ctx context.Context, j Job, count int) (Engine, error)
	// Close ends all work. It is idempotent.
	Close() error
}
