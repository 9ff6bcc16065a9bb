package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"
	"unsafe"

	"wgfft"
)

// An Order is the distribution of results.
type Order uint8

// The orders. The zero value is Columns.
const (
	// Columns takes one exchange: rank r has a share of axis 0 of the arrays before Forward, and a share of axis 1 of
	// the spectra after it. Inverse begins with a share of axis 1 and ends with a share of axis 0.
	Columns Order = iota
	// Rows takes two exchanges: rank r has a share of axis 0 before and after.
	Rows
)

// String returns the name of the order.
func (o Order) String() string {
	if o == Rows {
		return "rows"
	}
	return "columns"
}

// Options are the options of a plan. The zero value is useful.
type Options struct {
	Order Order
	// Pieces is the number of parts of an exchange. Transforms of one part run while others are under way. 0 stands for
	// a number that depends on the size.
	Pieces int
}

// A local plan transforms the arrays of one rank along some axes.
type local[C wgfft.Complex, S wgfft.Complex | wgfft.Real] interface {
	Forward(ctx context.Context, dst []C, src []S) error
	Inverse(ctx context.Context, dst []S, src []C) error
	Close() error
}

// A PlanOf is a transform of arrays that the ranks of a group share. C is the type of the points of spectra, and S the
// type of the elements of arrays: C again, or the real type of the same precision. All ranks make the same calls of a
// plan in the same order, one at a time.
type PlanOf[C wgfft.Complex, S wgfft.Complex | wgfft.Real] struct {
	comm    *Comm
	problem wgfft.Problem
	order   Order
	slabs   slabs
	row     int          // elements of S of one row: one array of the axes from axis 1 on
	ways    [2]way[C, S] // forward and inverse

	mu     sync.Mutex
	atRows []C // spectra in rows, between transforms and an exchange
	atCols []C // spectra in columns, between transforms and an exchange
	times  Times
	closed bool
}

// A way is the transforms of this rank in one direction.
type way[C wgfft.Complex, S wgfft.Complex | wgfft.Real] struct {
	rows    map[int]local[C, S] // by the number of rows
	columns local[C, C]
	factor  float64 // of the results
}

// Times are the times of the last call of a plan on this rank.
type Times struct {
	Total    time.Duration
	Exchange time.Duration // in MPI: exchanges, waits for other ranks, and agreement on errors
}

// Plan prepares transforms of complex arrays that the ranks of comm share. p.Kind is C2C, and p.Shape has two axes or
// more, which are all transformed. p.Batch and p.Norm are as in wgfft.Problem. Fields of layouts are not used. Each
// rank has an engine of its own.
//
// Plan is collective. If a rank has another version, problem, precision or option, or if there are more ranks than
// elements along axis 0 or axis 1, Plan returns an error on all ranks. If one rank fails, all ranks get a RankError.
// The caller closes the plan, and closes comm later.
func Plan[C wgfft.Complex](
	ctx context.Context, comm *Comm, eng *wgfft.Engine, p wgfft.Problem, o Options,
) (*PlanOf[C, C], error) {
	var made any
	var err error
	if eng == nil {
		return nil, refuse[C](comm, p, o, errNoEngine)
	}
	if unsafe.Sizeof(*new(C)) == unsafe.Sizeof(complex64(0)) {
		made, err = newPlan(ctx, comm, eng, complexTransforms(eng.Transforms), p, o)
	} else {
		made, err = newPlan(ctx, comm, eng, complexTransforms(eng.Double()), p, o)
	}
	if err != nil {
		return nil, err
	}
	return made.(*PlanOf[C, C]), nil
}

// PlanReal prepares transforms between real arrays and their half spectra, which have n/2+1 bins along the last axis.
// p.Kind is R2C, or C2R with the same meaning. C and R have the same precision. Everything else is as in [Plan].
func PlanReal[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, comm *Comm, eng *wgfft.Engine, p wgfft.Problem, o Options,
) (*PlanOf[C, R], error) {
	if p.Kind == wgfft.C2R {
		p.Kind = wgfft.R2C
	}
	if eng == nil {
		return nil, refuse[C](comm, p, o, errNoEngine)
	}
	t, ok := any(eng.Transforms).(*wgfft.Transforms[C, R])
	if !ok {
		t, ok = any(eng.Double()).(*wgfft.Transforms[C, R])
	}
	if !ok {
		return nil, fmt.Errorf("cluster: PlanReal: points of type %T and samples of type %T: "+
			"use complex64 and float32, or complex128 and float64", *new(C), *new(R))
	}
	return newPlan(ctx, comm, eng, realTransforms(t), p, o)
}

// planners make local plans.
type planners[C wgfft.Complex, S wgfft.Complex | wgfft.Real] struct {
	kind    wgfft.Kind
	rows    func(ctx context.Context, p wgfft.Problem) (local[C, S], error)
	columns func(ctx context.Context, p wgfft.Problem) (local[C, C], error)
}

func complexTransforms[C wgfft.Complex, R wgfft.Real](t *wgfft.Transforms[C, R]) planners[C, C] {
	plan := func(ctx context.Context, p wgfft.Problem) (local[C, C], error) { return t.Plan(ctx, p) }
	return planners[C, C]{wgfft.C2C, plan, plan}
}

func realTransforms[C wgfft.Complex, R wgfft.Real](t *wgfft.Transforms[C, R]) planners[C, R] {
	return planners[C, R]{
		kind:    wgfft.R2C,
		rows:    func(ctx context.Context, p wgfft.Problem) (local[C, R], error) { return t.PlanReal(ctx, p) },
		columns: func(ctx context.Context, p wgfft.Problem) (local[C, C], error) { return t.Plan(ctx, p) },
	}
}

// checkProblem returns an error for a problem that no group of ranks can transform.
func checkProblem(p wgfft.Problem, kind wgfft.Kind, o Options) error {
	switch {
	case p.Kind != kind:
		return fmt.Errorf("the kind is %v, want %v: use Plan for c2c and PlanReal for r2c and c2r", p.Kind, kind)
	case len(p.Shape) < 2:
		return fmt.Errorf("the shape %v has %d axes, want 2 or more", p.Shape, len(p.Shape))
	case p.Axes != nil:
		return fmt.Errorf("Problem.Axes is %v, want nil: all axes are transformed", p.Axes)
	case !isUsual(p.In) || !isUsual(p.Out):
		return fmt.Errorf("Problem.In or Problem.Out is set: arrays of a cluster are row-major without gaps")
	case p.InPlace:
		return fmt.Errorf("Problem.InPlace is set: results of a cluster have memory of their own")
	case o.Order > Rows:
		return fmt.Errorf("Options.Order is %d, want Columns or Rows", o.Order)
	case o.Pieces < 0:
		return fmt.Errorf("Options.Pieces is %d, want 1 or more, or 0 for the default", o.Pieces)
	}
	return p.Check()
}

// isUsual reports whether a layout is the default one.
func isUsual(l wgfft.Layout) bool {
	return l.Strides == nil && l.Dist == 0 && l.Offset == 0 && l.Have == nil && !l.Planar && l.Samples == wgfft.Float32
}

// layoutOf returns the slabs of the spectra of a problem, and the elements of a row of its arrays.
func layoutOf(p wgfft.Problem, ranks int) (s slabs, row int, err error) {
	spectrum := append([]int{}, p.Shape...)
	last := len(spectrum) - 1
	if p.Kind != wgfft.C2C {
		spectrum[last] = spectrum[last]/2 + 1
	}
	s = slabs{batch: max(1, p.Batch), n0: spectrum[0], n1: spectrum[1], inner: 1, ranks: ranks}
	for _, n := range spectrum[2:] {
		s.inner *= n
	}
	row = 1
	for _, n := range p.Shape[1:] {
		row *= n
	}
	for axis, n := range spectrum[:2] {
		if n < ranks {
			return s, row, fmt.Errorf("cluster: %d ranks, but axis %d of %v has %d elements: use at most %d ranks, "+
				"as with Comm.Split, or transform several arrays without a cluster", ranks, axis, p, n,
				min(spectrum[0], spectrum[1]))
		}
	}
	return s, row, nil
}

// pieceBytes is about the size of the part of a rank's memory that is transformed before it is sent.
const pieceBytes = 4 << 20

// pieces returns the number of pieces of an exchange, which is the same on all ranks. size is the bytes of a point.
func (o Options) pieces(s slabs, size int) int {
	if o.Pieces > 0 {
		return o.Pieces
	}
	bytes := s.batch * s.n0 * s.n1 * s.inner * size / s.ranks
	return min(max(1, bytes/pieceBytes), 16)
}

// newPlan is Plan and PlanReal.
func newPlan[C wgfft.Complex, S wgfft.Complex | wgfft.Real](
	ctx context.Context, comm *Comm, eng *wgfft.Engine, t planners[C, S], p wgfft.Problem, o Options,
) (*PlanOf[C, S], error) {
	p.Shape = append([]int{}, p.Shape...)
	c, err := comm.copy()
	if err != nil {
		return nil, err
	}
	made := &PlanOf[C, S]{comm: c, problem: p, order: o.Order}
	err = func() error {
		err := checkProblem(p, t.kind, o)
		if err := c.compare(cardOf[C](c, p, o), err); err != nil {
			return err
		}
		if made.slabs, made.row, err = layoutOf(p, c.size); err != nil {
			return err // on all ranks
		}
		return c.agree(safely(func() error { return made.prepare(ctx, eng, t, o) }), callPlan)
	}()
	if err != nil {
		made.release()
		return nil, err
	}
	return made, nil
}

// errNoEngine is returned for an engine that is nil.
var errNoEngine = errors.New("the engine is nil: open one with wgfft.Open")

// refuse takes part in the agreement of newPlan with an error of this rank.
func refuse[C wgfft.Complex](comm *Comm, p wgfft.Problem, o Options, err error) error {
	c, failed := comm.copy()
	if failed != nil {
		return failed
	}
	return errors.Join(c.compare(cardOf[C](c, p, o), err), c.Close())
}

// prepare makes the local plans.
func (d *PlanOf[C, S]) prepare(ctx context.Context, eng *wgfft.Engine, t planners[C, S], o Options) error {
	rank, size := d.comm.rank, int(unsafe.Sizeof(*new(C)))
	d.slabs = d.slabs.split(o.pieces(d.slabs, size))
	rows, columns := int64(d.slabs.rowPoints(rank)*size), int64(d.slabs.columnPoints(rank)*size)
	what := fmt.Sprintf("cluster: %v on %d ranks", d.problem, d.comm.size)
	if err := eng.CheckMemory(what, rows, columns); err != nil {
		return err
	}
	points := 1.0
	for _, n := range d.problem.Shape {
		points *= float64(n)
	}
	for direction := range d.ways {
		way := &d.ways[direction]
		norm, factor := normOf(d.problem.Norm, direction == inverse, points)
		way.factor = factor
		way.rows = map[int]local[C, S]{}
		for i := range d.slabs.pieces() {
			count := d.slabs.piece(i, rank).count()
			if count == 0 || way.rows[count] != nil {
				continue
			}
			made, err := t.rows(ctx, wgfft.Problem{
				Kind: d.problem.Kind, Shape: d.problem.Shape[1:], Batch: count, Norm: norm,
				PackPairs: d.problem.PackPairs, Quick: d.problem.Quick,
			})
			if err != nil {
				return err
			}
			way.rows[count] = made
		}
		made, err := t.columns(ctx, wgfft.Problem{
			Shape: []int{d.slabs.n0, d.slabs.columns(rank).Count * d.slabs.inner}, Axes: []int{0},
			Batch: d.slabs.batch, Norm: norm, Quick: d.problem.Quick,
		})
		if err != nil {
			return err
		}
		way.columns = made
	}
	return nil
}

// The directions, as indices.
const (
	forward = 0
	inverse = 1
)

// normOf returns the norm of the local transforms along some of the axes, and the factor that remains for the result.
// Factors of powers of two are exact in any order, so the local transforms apply them.
func normOf(n wgfft.Norm, isInverse bool, points float64) (wgfft.Norm, float64) {
	none := wgfft.NormBackward // no factor in this direction
	if isInverse {
		none = wgfft.NormForward
	}
	mantissa, _ := math.Frexp(points)
	switch {
	case n == wgfft.NormOrtho:
		return none, 1 / math.Sqrt(points)
	case n == none:
		return none, 1
	case mantissa == 0.5:
		return n, 1
	}
	return none, 1 / points
}

// Problem returns the problem of the plan.
func (d *PlanOf[C, S]) Problem() wgfft.Problem { return d.problem }

// Input returns the share of axis 0 that this rank has before Forward.
func (d *PlanOf[C, S]) Input() Share { return d.slabs.rows(d.comm.rank) }

// Output returns the share that this rank has after Forward: of axis 1, or of axis 0 if the order is Rows.
func (d *PlanOf[C, S]) Output() Share {
	if d.order == Rows {
		return d.Input()
	}
	return d.slabs.columns(d.comm.rank)
}

// InputLen returns the number of elements of this rank before Forward: Batch arrays of the shape of the problem, with
// the share of this rank along axis 0.
func (d *PlanOf[C, S]) InputLen() int { return d.slabs.batch * d.Input().Count * d.row }

// OutputLen returns the number of points of this rank after Forward: Batch spectra, with the share of this rank along
// axis 1 or axis 0. Each block is row-major in the order of the axes.
func (d *PlanOf[C, S]) OutputLen() int {
	if d.order == Rows {
		return d.slabs.rowPoints(d.comm.rank)
	}
	return d.slabs.columnPoints(d.comm.rank)
}

// Pieces returns the number of parts of an exchange.
func (d *PlanOf[C, S]) Pieces() int { return d.slabs.pieces() }

// Times returns the times of the last call.
func (d *PlanOf[C, S]) Times() Times {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.times
}

// Close frees the plan. It is collective, and idempotent. It does not close the engine.
func (d *PlanOf[C, S]) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	return d.release()
}

// release closes the local plans and the group.
func (d *PlanOf[C, S]) release() error {
	for _, way := range d.ways {
		for _, p := range way.rows {
			_ = p.Close()
		}
		if way.columns != nil {
			_ = way.columns.Close()
		}
	}
	return d.comm.Close()
}
