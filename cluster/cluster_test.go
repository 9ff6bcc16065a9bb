package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// rankCases are what the ranks of a test do.
func rankCases() map[string]func(c *Comm) error {
	return map[string]func(c *Comm) error{
		"transforms": transformsCase, "failures": failuresCase, "death": deathCase, "exit": exitCase,
		"plans": plansCase, "closed": closedCase,
	}
}

func TestTransforms(t *testing.T) {
	for ranks := 1; ranks <= 4; ranks++ {
		status, output := launch(t, ranks, "transforms")
		require.Zero(t, status, "%d ranks: %s", ranks, output)
	}
}

// TestFailures checks that the failure of one rank reaches all ranks.
func TestFailures(t *testing.T) {
	status, output := launch(t, 3, "failures")
	require.Zero(t, status, "%s", output)
}

// TestDeathOfARank checks that the job ends if a rank ends in the middle of a call.
func TestDeathOfARank(t *testing.T) {
	for _, name := range []string{"death", "exit"} {
		status, _ := launch(t, 3, name)
		require.NotZero(t, status, name)
	}
}

// TestPlansAtOnce checks that calls of several plans in progress do not wait for each other, in any order.
func TestPlansAtOnce(t *testing.T) {
	status, output := launch(t, 3, "plans")
	require.Zero(t, status, "%s", output)
}

// plansCase makes calls of two plans from two goroutines. On rank 1 the call of the second plan begins after the first
// one has ended. The other ranks wait in the second plan, and must go on with the first.
func plansCase(c *Comm) error {
	eng, err := cpuEngine()
	if err != nil {
		return err
	}
	defer eng.Close()
	var failed all
	var plans [2]*PlanOf[complex64, complex64]
	for i := range plans {
		plans[i], err = Plan[complex64](context.Background(), c, eng, wgfft.Problem{Shape: []int{12, 8}}, Options{})
		if err != nil {
			return err
		}
		defer plans[i].Close()
	}
	src := random[complex64](plans[0].InputLen())
	var dst [2][]complex64
	var errs [2]error
	var group sync.WaitGroup
	ended := make(chan struct{})
	held := c.rank % 2 // the plan whose call begins late on this rank
	for i := range plans {
		dst[i] = make([]complex64, plans[i].OutputLen())
		group.Go(func() {
			if i == 1 && held == 1 {
				<-ended
			}
			errs[i] = plans[i].Forward(context.Background(), dst[i], src)
			if i == 0 {
				close(ended)
			}
		})
	}
	group.Wait()
	for i := range plans {
		failed.add(errs[i])
	}
	failed.check(equalBits(dst[0], dst[1]), "the results differ")
	return failed.err()
}

// TestClosed checks calls of groups and of plans that are closed, and a rank that joins no group.
func TestClosed(t *testing.T) {
	status, output := launch(t, 2, "closed")
	require.Zero(t, status, "%s", output)
}

func closedCase(c *Comm) error {
	var failed all
	part, err := c.Split(-c.rank, 0)
	failed.check((part == nil) == (c.rank == 1) && (err != nil) == (c.rank == 1), "Split: %v", err)
	local, err := c.Local()
	if err != nil {
		return err
	}
	for range 2 {
		failed.add(local.Close())
	}
	failed.check(errors.Is(local.Barrier(), wgfft.ErrClosed), "a closed group has a barrier")
	eng, err := cpuEngine()
	if err != nil {
		return err
	}
	defer eng.Close()
	ctx, problem := context.Background(), wgfft.Problem{Shape: []int{4, 4}}
	p, err := Plan[complex64](ctx, c, eng, problem, Options{})
	if err != nil {
		return err
	}
	src, dst := make([]complex64, p.InputLen()), make([]complex64, p.OutputLen())

	// Rank 0 plans while rank 1 makes a call before its plan.
	var group sync.WaitGroup
	var q *PlanOf[complex64, complex64]
	begun, ended := make(chan struct{}), make(chan struct{})
	group.Go(func() {
		if c.rank == 0 {
			<-begun
		}
		failed.add(p.Forward(ctx, dst, src))
		close(ended)
	})
	if c.rank == 1 {
		<-ended
	}
	time.AfterFunc(20*time.Millisecond, func() { close(begun) }) // Plan waits for rank 1 then
	q, err = Plan[complex64](ctx, c, eng, problem, Options{})
	group.Wait()
	failed.add(err)
	failed.add(q.Close())

	// MPI ends before the plan does, and the case ends the process.
	for range 2 {
		failed.add(c.Close())
	}
	for _, err := range []error{p.Forward(ctx, dst, src), p.Close(), c.Barrier(), c.Agree(nil)} {
		failed.check(errors.Is(err, wgfft.ErrClosed), "after the end of MPI: %v", err)
	}
	if err := failed.err(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
	return nil
}

// cpuEngine opens an engine on one goroutine.
func cpuEngine() (*wgfft.Engine, error) {
	return wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, Threads: 1})
}

// random returns numbers that are the same on all ranks.
func random[T wgfft.Complex | wgfft.Real](n int) []T {
	g := rand.New(rand.NewPCG(uint64(n), 7))
	s := make([]T, n)
	for i := range s {
		re, im := g.Float64()-0.5, g.Float64()-0.5
		switch p := any(&s[i]).(type) {
		case *complex64:
			*p = complex64(complex(re, im))
		case *complex128:
			*p = complex(re, im)
		case *float32:
			*p = float32(re)
		case *float64:
			*p = re
		}
	}
	return s
}

// part returns the share of an axis of arrays: axis 0, or axis 1, of [batch][n0][n1][inner].
func part[T any](whole []T, batch, n0, n1, inner, axis int, s Share) []T {
	var got []T
	for b := range batch {
		for i := range n0 {
			if axis == 0 && (i < s.First || i >= s.First+s.Count) {
				continue
			}
			row := whole[(b*n0+i)*n1*inner:][:n1*inner]
			if axis == 1 {
				row = row[s.First*inner : (s.First+s.Count)*inner]
			}
			got = append(got, row...)
		}
	}
	return got
}

// equalBits reports whether two slices have the same bits.
func equalBits[T any](a, b []T) bool { return slices.Equal(bytesOf(a), bytesOf(b)) }

// transformsCase compares transforms on all ranks with transforms on one engine.
func transformsCase(c *Comm) error {
	eng, err := cpuEngine()
	if err != nil {
		return err
	}
	defer eng.Close()
	var failed all
	for i, p := range []wgfft.Problem{
		{Shape: []int{8, 16}}, {Shape: []int{7, 5}, Norm: wgfft.NormForward},
		{Shape: []int{16, 9, 10}, Batch: 2, Norm: wgfft.NormOrtho}, {Shape: []int{5, 6, 4, 3}, Batch: 3},
		{Shape: []int{33, 64, 16}},
	} {
		for _, order := range []Order{Columns, Rows} {
			for _, o := range []Options{{Order: order}, {Order: order, Pieces: 3}} {
				d := *c
				if i%2 == 1 {
					d.maxMessage = 56 // messages in pieces, as of more than 2^31 bytes
				}
				failed.add(complexCase[complex64](&d, eng, eng.Transforms, p, o))
				failed.add(realCase[complex64, float32](&d, eng, eng.Transforms, p, o))
				if i < 3 {
					failed.add(complexCase[complex128](&d, eng, eng.Double(), p, o))
					failed.add(realCase[complex128, float64](&d, eng, eng.Double(), p, o))
				}
			}
		}
	}
	return failed.err()
}

// add adds an error.
func (a *all) add(err error) { a.check(err == nil, "%v", err) }

// complexCase checks both directions of a complex plan.
func complexCase[C wgfft.Complex, R wgfft.Real](
	c *Comm, eng *wgfft.Engine, t *wgfft.Transforms[C, R], p wgfft.Problem, o Options,
) error {
	ctx := context.Background()
	d, err := Plan[C](ctx, c, eng, p, o)
	if err != nil {
		return err
	}
	defer d.Close()
	x := random[C](max(1, p.Batch) * product(p.Shape))
	norm, factor := normOf(p.Norm, false, float64(product(p.Shape)))
	want, err := t.FFTN(ctx, nil, x, p.Shape, wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	multiply(want, factor)
	later := []int{}
	for axis := 1; axis < len(p.Shape); axis++ {
		later = append(later, axis)
	}
	norm, factor = normOf(p.Norm, true, float64(product(p.Shape)))
	back, err := t.IFFTN(ctx, nil, want, p.Shape, wgfft.WithAxes(0), wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	back, err = t.IFFTN(ctx, nil, back, p.Shape, wgfft.WithAxes(later...), wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	multiply(back, factor)
	return bothDirections(d, x, want, back, p.Shape)
}

// realCase checks both directions of a real plan.
func realCase[C wgfft.Complex, R wgfft.Real](
	c *Comm, eng *wgfft.Engine, t *wgfft.Transforms[C, R], p wgfft.Problem, o Options,
) error {
	ctx := context.Background()
	p.Kind = wgfft.R2C
	bins := append([]int{}, p.Shape...)
	bins[len(bins)-1] = bins[len(bins)-1]/2 + 1
	if bins[1] < c.size {
		return nil // refused: see failuresCase
	}
	d, err := PlanReal[C, R](ctx, c, eng, p, o)
	if err != nil {
		return err
	}
	defer d.Close()
	x := random[R](max(1, p.Batch) * product(p.Shape))
	norm, factor := normOf(p.Norm, false, float64(product(p.Shape)))
	want, err := t.RFFTN(ctx, nil, x, p.Shape, wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	multiply(want, factor)
	norm, factor = normOf(p.Norm, true, float64(product(p.Shape)))
	middle, err := t.IFFTN(ctx, nil, want, bins, wgfft.WithAxes(0), wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	back, err := t.IRFFTN(ctx, nil, middle, p.Shape[1:], wgfft.WithNorm(norm))
	if err != nil {
		return err
	}
	multiply(back, factor)
	return bothDirections(d, x, want, back, bins)
}

// bothDirections compares the shares of this rank with whole arrays: x, their spectra, and the inverse of these.
func bothDirections[C wgfft.Complex, S wgfft.Complex | wgfft.Real](
	d *PlanOf[C, S], x []S, spectrum []C, back []S, bins []int,
) error {
	var failed all
	ctx, s := context.Background(), d.slabs
	axis := 1
	if d.order == Rows {
		axis = 0
	}
	src := part(x, s.batch, s.n0, d.row, 1, 0, d.Input())
	kept := slices.Clone(src)
	want := part(spectrum, s.batch, s.n0, s.n1, s.inner, axis, d.Output())
	dst := slices.Repeat([]C{C(complex(math.NaN(), 0))}, d.OutputLen())
	if err := d.Forward(ctx, dst, src); err != nil {
		return err
	}
	name := fmt.Sprintf("rank %d of %d: %v, %v, %d pieces", d.comm.rank, s.ranks, d.problem, d.order, s.pieces())
	failed.check(equalBits(dst, want), "%s: %T: the spectra differ by %g", name, dst, distance(dst, want))
	failed.check(equalBits(src, kept), "%s: Forward changes its source", name)
	spectra := slices.Clone(dst)
	got := make([]S, d.InputLen())
	if err := d.Inverse(ctx, got, dst); err != nil {
		return err
	}
	failed.check(equalBits(dst, spectra), "%s: Inverse changes its source", name)
	returned := part(back, s.batch, s.n0, d.row, 1, 0, d.Input())
	failed.check(equalBits(got, returned), "%s: %T: the inverses differ", name, got)
	if points, isComplex := any(src).([]C); isComplex && d.order == Rows {
		place := slices.Clone(points)
		if err := d.Forward(ctx, place, any(place).([]S)); err != nil {
			return err
		}
		failed.check(equalBits(place, want), "%s: in place", name)
	}
	return failed.err()
}

// distance returns the largest difference between points.
func distance[C wgfft.Complex](a, b []C) float64 {
	largest := 0.0
	for i := range a {
		z := complex128(a[i]) - complex128(b[i])
		largest = max(largest, math.Hypot(real(z), imag(z)))
	}
	return largest
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
