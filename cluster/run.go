package cluster

import (
	"context"
	"fmt"
	"time"
	"unsafe"

	"wgfft"
)

// The calls that ranks agree on.
const (
	callPlan int64 = iota + 1
	callForward
	callInverse
	callExchanged
)

// Forward computes the forward transform of the arrays that the ranks share. src has InputLen elements and dst
// OutputLen points. src does not change. dst may be src if the order is Rows and the types are the same. Otherwise they
// share no memory.
//
// Forward is collective. If a rank fails, if its context ends, or if its slices have a wrong length, all ranks get a
// RankError with the rank. A call waits for the other ranks even if its own context has ended. After an error dst holds
// no result.
func (d *PlanOf[C, S]) Forward(ctx context.Context, dst []C, src []S) error {
	return d.call(ctx, callForward, dst, src, func(r *run[C, S]) error { return r.forward(dst, src) })
}

// Inverse computes the inverse transform, with the factor of the problem's norm. src has OutputLen points and dst
// InputLen elements. Everything else is as in Forward.
func (d *PlanOf[C, S]) Inverse(ctx context.Context, dst []S, src []C) error {
	return d.call(ctx, callInverse, src, dst, func(r *run[C, S]) error { return r.inverse(dst, src) })
}

// call checks the slices of a call on all ranks, and runs it.
func (d *PlanOf[C, S]) call(
	ctx context.Context, what int64, points []C, elements []S, do func(r *run[C, S]) error,
) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return fmt.Errorf("cluster: plan: %w", wgfft.ErrClosed)
	}
	began := time.Now()
	r := &run[C, S]{PlanOf: d, ctx: ctx, moving: transfers{comm: d.comm}}
	err := r.inMPI(func() error { return d.comm.agree(d.checkCall(ctx, points, elements), what) })
	if err == nil {
		err = do(r)
	}
	d.times = Times{Total: time.Since(began), Exchange: r.exchanging}
	return err
}

// checkCall checks the context and the slices of this rank.
func (d *PlanOf[C, S]) checkCall(ctx context.Context, points []C, elements []S) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(points) != d.OutputLen() {
		return fmt.Errorf("%w: %d points of spectra, want %d", wgfft.ErrSliceLength, len(points), d.OutputLen())
	}
	if len(elements) != d.InputLen() {
		return fmt.Errorf("%w: %d elements of arrays, want %d", wgfft.ErrSliceLength, len(elements), d.InputLen())
	}
	isPlace := d.order == Rows && d.problem.Kind == wgfft.C2C && len(points) > 0 &&
		unsafe.Pointer(&points[0]) == unsafe.Pointer(&elements[0])
	if !isPlace && overlap(bytesOf(points), bytesOf(elements)) {
		return fmt.Errorf("%w: dst and src share memory: pass separate slices, or one slice for a complex plan with "+
			"the order Rows", wgfft.ErrOverlap)
	}
	return nil
}

// overlap reports whether two slices share memory.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	p, q := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return p < q+uintptr(len(b)) && q < p+uintptr(len(a))
}

// bytesOf returns the memory of a slice.
func bytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// A run is one call of a plan. After a failure of its own, a rank goes on to send and to receive, with undefined
// contents, so that no other rank waits for it. The ranks agree on failures after each exchange.
type run[C wgfft.Complex, S wgfft.Complex | wgfft.Real] struct {
	*PlanOf[C, S]
	ctx        context.Context
	moving     transfers
	failed     error // the first failure of this rank in a phase
	exchanging time.Duration
}

// inMPI calls f and adds the time to the time in MPI.
func (r *run[C, S]) inMPI(f func() error) error {
	began := time.Now()
	defer func() { r.exchanging += time.Since(began) }()
	return f()
}

// compute calls a transform unless this rank has failed.
func (r *run[C, S]) compute(f func() error) {
	if r.failed == nil {
		r.failed = safely(f)
	}
}

// spectra returns memory for spectra, which the plan keeps.
func spectra[C wgfft.Complex](kept *[]C, n int) []C {
	if len(*kept) != n {
		*kept = make([]C, n)
	}
	return *kept
}

// forward transforms rows, exchanges, and transforms columns.
func (r *run[C, S]) forward(dst []C, src []S) error {
	rank := r.comm.rank
	rows, columns := dst, dst
	if r.order == Rows {
		columns = spectra(&r.atCols, r.slabs.columnPoints(rank))
	} else if r.comm.size > 1 {
		rows = spectra(&r.atRows, r.slabs.rowPoints(rank))
	}
	if r.comm.size == 1 {
		columns = rows
	}
	transform := func(first, count int) error {
		to := rows[first*r.slabs.n1*r.slabs.inner:][:count*r.slabs.n1*r.slabs.inner]
		return r.ways[forward].rows[count].Forward(r.ctx, to, src[first*r.row:][:count*r.row])
	}
	if err := r.toColumns(columns, rows, transform); err != nil {
		return err
	}
	r.compute(func() error { return r.ways[forward].columns.Forward(r.ctx, columns, columns) })
	if r.order == Rows {
		if err := r.toRows(dst, columns, nil); err != nil {
			return err
		}
	} else if err := r.settle(); err != nil {
		return err
	}
	multiply(dst, r.ways[forward].factor)
	return nil
}

// inverse transforms columns, exchanges, and transforms rows.
func (r *run[C, S]) inverse(dst []S, src []C) error {
	rank := r.comm.rank
	columns := spectra(&r.atCols, r.slabs.columnPoints(rank))
	from := src
	if r.order == Rows && r.comm.size > 1 {
		if err := r.toColumns(columns, src, nil); err != nil {
			return err
		}
		from = columns
	}
	r.compute(func() error { return r.ways[inverse].columns.Inverse(r.ctx, columns, from) })
	rows, isComplex := any(dst).([]C)
	switch {
	case r.comm.size == 1:
		rows = columns
	case !isComplex:
		rows = spectra(&r.atRows, r.slabs.rowPoints(rank))
	}
	transform := func(first, count int) error {
		of := rows[first*r.slabs.n1*r.slabs.inner:][:count*r.slabs.n1*r.slabs.inner]
		return r.ways[inverse].rows[count].Inverse(r.ctx, dst[first*r.row:][:count*r.row], of)
	}
	if err := r.toRows(rows, columns, transform); err != nil {
		return err
	}
	multiply(dst, r.ways[inverse].factor)
	return nil
}

// multiply multiplies all elements by a factor, in their own precision.
func multiply[T wgfft.Complex | wgfft.Real](s []T, factor float64) {
	if factor == 1 {
		return
	}
	switch s := any(s).(type) {
	case []complex64:
		f := float32(factor)
		for i, z := range s {
			s[i] = complex(real(z)*f, imag(z)*f)
		}
	case []complex128:
		for i, z := range s {
			s[i] = complex(real(z)*factor, imag(z)*factor)
		}
	case []float32:
		f := float32(factor)
		for i := range s {
			s[i] *= f
		}
	case []float64:
		for i := range s {
			s[i] *= factor
		}
	}
}

// settle agrees on failures at the end of a phase.
func (r *run[C, S]) settle() error {
	return r.inMPI(func() error { return r.comm.agree(r.failed, callExchanged) })
}

// A side is the memory of one side of an exchange, and the places of blocks in it.
type side[C wgfft.Complex] struct {
	memory []C
	place  func(p piece, of, to int) (int, block)
}

// transfers lists the transfers of a piece between this rank and all others.
func (s side[C]) transfers(all []transfer, p slabs, i int, c *Comm, isSend, isOfRows bool) []transfer {
	size := int(unsafe.Sizeof(*new(C)))
	for step := 1; step < c.size; step++ {
		peer := (c.rank + step) % c.size // each rank begins with another one
		if !isSend {
			peer = (c.rank + c.size - step) % c.size
		}
		of, to := c.rank, peer // of has the points in rows
		if !isOfRows {
			of, to = peer, c.rank
		}
		first, b := s.place(p.piece(i, of), of, to)
		b = b.scaled(size)
		if b.bytes() == 0 {
			continue
		}
		memory := bytesOf(s.memory)[first*size:]
		b.split(c.maxMessage, func(at int, part block) {
			all = append(all, transfer{isSend, peer, memory[at:][:part.span()], part})
		})
	}
	return all
}

// copyOwn copies the points of a piece that stay on this rank.
func (r *run[C, S]) copyOwn(to, from side[C], i int) {
	rank := r.comm.rank
	p := r.slabs.piece(i, rank)
	if p.count() == 0 {
		return
	}
	at, dst := to.place(p, rank, rank)
	of, src := from.place(p, rank, rank)
	copyBlock(to.memory[at:], from.memory[of:], dst, src)
}

// toColumns computes the rows piece by piece, and moves each piece to the columns. compute transforms rows; nil means
// that they are ready.
func (r *run[C, S]) toColumns(columns, rows []C, compute func(first, count int) error) error {
	from, to := side[C]{rows, r.slabs.inRows}, side[C]{columns, r.slabs.inColumns}
	defer r.moving.release()
	var receive []transfer
	for i := range r.slabs.pieces() {
		receive = to.transfers(receive, r.slabs, i, r.comm, false, false)
	}
	if err := r.post(receive); err != nil {
		return err
	}
	for i := range r.slabs.pieces() {
		r.computePiece(i, compute)
		if r.comm.size == 1 {
			continue
		}
		if err := r.post(from.transfers(nil, r.slabs, i, r.comm, true, true)); err != nil {
			return err
		}
		r.copyOwn(to, from, i)
	}
	return r.finish()
}

// toRows moves columns to rows piece by piece, and transforms each piece that has arrived.
func (r *run[C, S]) toRows(rows, columns []C, compute func(first, count int) error) error {
	from, to := side[C]{columns, r.slabs.inColumns}, side[C]{rows, r.slabs.inRows}
	defer r.moving.release()
	var receive []transfer
	ends := make([]int, r.slabs.pieces()) // the number of transfers up to each piece
	for i := range ends {
		receive = to.transfers(receive, r.slabs, i, r.comm, false, true)
		ends[i] = len(receive)
	}
	if err := r.post(receive); err != nil {
		return err
	}
	for i := range ends {
		if r.comm.size == 1 {
			break
		}
		if err := r.post(from.transfers(nil, r.slabs, i, r.comm, true, false)); err != nil {
			return err
		}
		r.copyOwn(to, from, i)
	}
	for i, n := range ends {
		if err := r.inMPI(func() error { return r.moving.wait(n) }); err != nil {
			return err
		}
		r.computePiece(i, compute)
	}
	return r.finish()
}

// computePiece transforms the rows of a piece.
func (r *run[C, S]) computePiece(i int, compute func(first, count int) error) {
	p := r.slabs.piece(i, r.comm.rank)
	if compute == nil || p.count() == 0 {
		return
	}
	r.compute(func() error { return compute(r.slabs.first(p, r.comm.rank), p.count()) })
}

// post starts transfers, and lets MPI work on those under way.
func (r *run[C, S]) post(all []transfer) error {
	if len(all) == 0 {
		return nil
	}
	return r.inMPI(func() error {
		if err := r.moving.post(all); err != nil {
			return err
		}
		return r.moving.advance()
	})
}

// finish waits for all transfers, and agrees on failures.
func (r *run[C, S]) finish() error {
	if err := r.inMPI(func() error { return r.moving.wait(len(r.moving.requests)) }); err != nil {
		return err
	}
	return r.settle()
}
