package cpu

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/dft"
)

// fourStep transforms n = n1 n2 points as an array of n1 rows. With j = j1 n2 + j2 and k = k1 + k2
// n1,
//
//	X[k] = sum over j2 of w_n2^(j2 k2) w_n^(j2 k1) sum over j1 of w_n1^(j1 k1) x[j]
//
// A few columns are transformed together, and multiplied by their twiddles on the store. The rows
// follow, and are stored as columns.
type fourStep[C rows.Complex] struct {
	team          *team
	n1, n2        int
	columns, rows forward[C]
	midPool, pool sync.Pool // *[]C

	// In double precision a twiddle is the product of two roots. For column j2 = b lineWidth + i and row
	// k1 it is far[b n1 + k1] near[k1 lineWidth + i].
	near []complex128 // w_n^(i k1)
	far  []complex128 // w_n^(b lineWidth k1)

	// isMirrored is set in double precision if columns use algo-fft. The mean error of its transforms is a
	// small turn (see turned). A column takes the inverse transform read backwards, which turns in the other
	// direction than the rows:
	//
	//	X[k] = conj(Y[-k])   where Y is the transform of conj(x)
	isMirrored bool
}

// split returns two factors of n, the smaller first. It considers factors between the root of n and
// a sixteenth of it. It prefers pairs with the most multiples of quick, and among these the pair of
// closest factors. It returns 1 and n if there are none.
func split(n int) (n1, n2 int) {
	const quick = 32 // algo-fft is faster with multiples of it
	root := int(math.Sqrt(float64(n)))
	most := -1
	n1, n2 = 1, n
	for d := root; d >= max(2, root/16); d-- {
		if n%d > 0 {
			continue
		}
		count := 0
		for _, factor := range []int{d, n / d} {
			if factor%quick == 0 {
				count++
			}
		}
		if count > most {
			n1, n2, most = d, n/d, count
		}
	}
	return n1, n2
}

func newFourStep[C rows.Complex](ctx context.Context, m maker[C], n int) (*fourStep[C], error) {
	n1, n2 := split(n)
	columns, err := m.part(ctx, n1)
	if err != nil {
		return nil, err
	}
	rows := columns
	if n2 != n1 {
		if rows, err = m.part(ctx, n2); err != nil {
			return nil, err
		}
	}
	f := &fourStep[C]{team: m.team, n1: n1, n2: n2, columns: columns, rows: rows}
	if m.isExact {
		f.isMirrored = exactMethod(n1) == library || exactMethod(n1) == steps
		err = f.makeRoots(ctx)
	}
	return f, err
}

// makeRoots computes near and far.
func (f *fourStep[C]) makeRoots(ctx context.Context) (err error) {
	n, blocks := f.Len(), (f.n2+lineWidth-1)/lineWidth
	if f.near, err = Make[complex128](ctx, f.n1*lineWidth); err != nil {
		return err
	}
	if f.far, err = Make[complex128](ctx, f.n1*blocks); err != nil {
		return err
	}
	err = Pieces(ctx, len(f.near), func(first, end int) {
		for at := first; at < end; at++ {
			f.near[at] = dft.Root(n, at/lineWidth*(at%lineWidth))
		}
	})
	if err != nil {
		return err
	}
	return Pieces(ctx, len(f.far), func(first, end int) {
		for at := first; at < end; at++ {
			f.far[at] = dft.Root(n, at/f.n1*lineWidth*(at%f.n1))
		}
	})
}

func (f *fourStep[C]) Len() int { return f.n1 * f.n2 }

// bytes counts the array between the steps, scratch arrays, and parts that are in no cache.
func (f *fourStep[C]) bytes() int64 {
	points := f.Len() + lineWidth*(f.n1+f.n2)
	return 16*int64(len(f.near)+len(f.far)) + int64(points)*sizeOf[C]() + ownBytes(f.columns) + ownBytes(f.rows)
}

func (f *fourStep[C]) Forward(ctx context.Context, dst, src []C) error {
	return f.transform(ctx, dst, src, false, 1)
}

func (f *fourStep[C]) transform(ctx context.Context, dst, src []C, inverse bool, scale float64) error {
	mid, err := take[C](ctx, &f.midPool, f.n1*(f.n2+rowPadding))
	if err != nil {
		return err
	}
	defer f.midPool.Put(mid)
	block := min(lineWidth, together(f.n1, neighbourhood{side: f.n2}))
	if f.far != nil { // a block must not cross a multiple of lineWidth columns
		block = 1 << (bits.Len(uint(block)) - 1)
	}
	err = f.team.share(ctx, f.n2, block, func(ctx context.Context, at int) error {
		return f.transformColumns(ctx, *mid, src, at, min(at+block, f.n2))
	})
	if err != nil {
		return err
	}
	block = min(lineWidth, together(f.n2, neighbourhood{side: f.n1}))
	return f.team.share(ctx, f.n1, block, func(ctx context.Context, at int) error {
		return f.transformRows(ctx, dst, *mid, rowRange{at, min(at+block, f.n1)}, Ends{Inverse: inverse, Scale: scale})
	})
}

// transformColumns transforms columns of src. It multiplies them by their twiddles and stores them
// as columns of mid. The rows of mid are padded.
func (f *fourStep[C]) transformColumns(ctx context.Context, mid, src []C, first, end int) error {
	every := f.n1 + rowPadding
	box, err := take[C](ctx, &f.pool, (end-first)*every)
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	scratch := *box
	if err := gather(ctx, scratch, src, columns{first, end, f.n1, f.n2}); err != nil {
		return err
	}
	watch := pace{ctx: ctx}
	for i := range end - first {
		row := scratch[i*every : i*every+f.n1 : i*every+f.n1]
		if f.isMirrored {
			conjugate(row)
		}
		if err := f.columns.Forward(ctx, row, row); err != nil {
			return err
		}
		if err := watch.step(f.n1); err != nil {
			return err
		}
	}
	if f.near != nil {
		return f.storeExactly(&watch, mid, scratch, first, end)
	}
	var w, step [lineWidth]complex128 // of each column, w_n^(j2 k1) and w_n^j2
	for i := range end - first {
		s, c := math.Sincos(2 * math.Pi * float64(first+i) / float64(f.Len()))
		w[i], step[i] = 1, complex(c, -s)
	}
	for k := range f.n1 {
		if err := watch.step(end - first); err != nil {
			return err
		}
		from, at := scratch[k:], k*(f.n2+rowPadding)
		to := mid[at+first : at+end]
		for i := range to {
			to[i] = C(complex128(from[i*every]) * w[i%lineWidth])
			w[i%lineWidth] *= step[i%lineWidth]
		}
	}
	return nil
}

// storeExactly stores transformed columns with their twiddles as columns of mid, with the roots far and
// near. Powers of one root would accumulate rounding errors. The columns from first to end are part of
// one group of lineWidth columns.
func (f *fourStep[C]) storeExactly(watch *pace, mid, scratch []C, first, end int) error {
	every, skip := f.n1+rowPadding, first%lineWidth
	far := f.far[first/lineWidth*f.n1:]
	for k := range f.n1 {
		if err := watch.step(end - first); err != nil {
			return err
		}
		at := k * (f.n2 + rowPadding)
		to := mid[at+first : at+end]
		w, near := far[k], f.near[k*lineWidth+skip:k*lineWidth+skip+len(to)]
		if f.isMirrored {
			from := scratch[(f.n1-k)%f.n1:]
			for i, v := range near {
				z := complex128(from[i*every])
				to[i] = C(complex(real(z), -imag(z)) * (w * v))
			}
			continue
		}
		from := scratch[k:]
		for i, v := range near {
			to[i] = C(complex128(from[i*every]) * (w * v))
		}
	}
	return nil
}

// conjugate replaces points by their conjugates.
func conjugate[C rows.Complex](x []C) {
	for i, v := range x {
		z := complex128(v)
		x[i] = C(complex(real(z), -imag(z)))
	}
}

// rowRange are the rows from first to end.
type rowRange struct{ first, end int }

// transformRows transforms rows of mid, and stores them as columns of dst. For the inverse
// transform, element k is stored at -k.
func (f *fourStep[C]) transformRows(ctx context.Context, dst, mid []C, of rowRange, ends Ends) error {
	every, first, end := f.n2+rowPadding, of.first, of.end
	inverse, scale := ends.Inverse, ends.Scale
	box, err := take[C](ctx, &f.pool, (end-first)*every)
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	scratch, watch := *box, pace{ctx: ctx}
	for i := range end - first {
		at := (first + i) * every
		if err := f.rows.Forward(ctx, scratch[i*every:i*every+f.n2:i*every+f.n2], mid[at:at+f.n2:at+f.n2]); err != nil {
			return err
		}
		if err := watch.step(f.n2); err != nil {
			return err
		}
	}
	if !inverse && scale == 1 {
		return scatter(ctx, dst, scratch, columns{first, end, f.n2, f.n1})
	}
	for k := range f.n2 {
		if err := watch.step(end - first); err != nil {
			return err
		}
		from, at, step := scratch[k:], k*f.n1+first, 1
		if inverse {
			at, step = f.Len()-at, -1
		}
		for i := range end - first {
			to := at + i*step
			if to == f.Len() { // -0
				to = 0
			}
			v := from[i*every]
			if scale != 1 {
				v = times(v, scale)
			}
			dst[to] = v
		}
	}
	return nil
}
