// Package cluster computes transforms of arrays that the memories of several processes share. The processes are ranks
// of MPI, on one machine or on many. Each has an engine of its own: a GPU, or some processors.
//
//	comm, err := cluster.Init()
//	...
//	eng, err := wgfft.Open(wgfft.Config{})
//	...
//	p, err := cluster.Plan[complex64](ctx, comm, eng, wgfft.Problem{Shape: []int{512, 512, 512}}, cluster.Options{})
//	...
//	src, dst := make([]complex64, p.InputLen()), make([]complex64, p.OutputLen())
//	err = p.Forward(ctx, dst, src) // on all ranks
//
// A transform of an array of n0 x n1 x ... points has three steps:
//
//  1. Rank r has a share of axis 0: whole rows, which are arrays of the axes from axis 1 on. It transforms the rows.
//  2. Each rank sends each other rank the points of its share of axis 1. Rows arrive where the columns have them, so
//     nothing is sorted afterwards. Rows are sent in pieces while the next ones are transformed.
//  3. Rank r has a share of axis 1, and transforms it along axis 0.
//
// The inverse does the same steps in reverse order. With the order [Rows] a second exchange brings results back to
// shares of axis 0.
//
// On the CPU engine the number of ranks and the number of pieces do not change the bits of results. Transforming all
// axes from axis 1 on and then axis 0, by two calls of the engine, gives these bits, too. Forward transforms without a
// factor have the bits of one call of the engine. Factors are applied after the last step, so the sums before it must
// not overflow. Only factors that are powers of two are applied in each step.
//
// # Building
//
// The package needs cgo and a library of MPI 3. By default pkg-config finds it under the name mpi-c, as Debian installs
// OpenMPI and MPICH. The build tags ompi and mpich select ompi-c and mpich. With the tag mpienv the flags come from
// the environment:
//
//	CGO_CFLAGS=$(mpicc --showme:compile) CGO_LDFLAGS=$(mpicc --showme:link) go build -tags mpienv   # OpenMPI
//	CGO_CFLAGS=... CGO_LDFLAGS=... as in the output of mpicc -show                                  # MPICH
//
// # Failures
//
// If a call fails on one rank, it returns a [RankError] on all ranks, and the plan can be used again. A panic in a
// transform is such a failure. A rank whose process ends takes the whole job with it: MPI ends the other ranks, and
// mpirun returns a status other than 0.
package cluster
