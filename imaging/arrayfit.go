package imaging

import (
	"context"

	"wgfft/nd"
)

// smoothedArray convolves images with the weights 1/4, 1/2, 1/4 along both axes, as [smoothed] does.
func smoothedArray(q *nd.Queue, a nd.Array, step int) nd.Array {
	for _, axis := range lastTwo {
		n := a.Dim(axis)
		wide := extendMirrored(q, a, axis, step, step)
		from := func(first int) nd.Array { return wide.Slice(axis, first, first+n, 1) }
		a = q.Pin(q.MulAdd(nd.Scalar(0.25), q.Add(from(0), from(2*step)), q.Scale(0.5, from(step))))
	}
	return a
}

// An arrayPair holds two smoothed images, without their means.
type arrayPair struct {
	q    *nd.Queue
	a, b nd.Array
	most int // elements of the columns that are in memory at once, except for one row of pixels
}

// bandElements is most for a registration.
const bandElements = 1 << 24

// hasSlope is the number of one more column, which is 1 for pixels with a gradient. The columns of [fit] precede it.
const hasSlope = columns

// sums returns the sums over the part of a that b shows. Columns of the matrix are rows of an array, for a band of rows
// of pixels at a time.
func (p arrayPair) sums(ctx context.Context, o overlapped) (gram, error) {
	var g gram
	w, h := o.right-o.left, o.bottom-o.top
	rows := min(h, max(1, p.most/(w*(columns+1))))
	table := p.q.New(nd.Float32, columns+1, rows, w)
	defer table.Close()
	var parts [columns][]nd.Fetched // the sums of the products of a column and those from it on, for each band
	for top := o.top; top < o.bottom; top += rows {
		band := o
		band.top, band.bottom = top, min(top+rows, o.bottom)
		all := table.Slice(1, 0, band.bottom-band.top, 1)
		p.fill(all, band)
		for i := range parts {
			end := columns
			if i == one {
				end = hasSlope + 1
			}
			product := p.q.Mul(all.Slice(0, i, end, 1), all.Slice(0, i, i+1, 1))
			parts[i] = append(parts[i], p.q.Fetch(p.q.Sum(product, lastTwo...)))
		}
	}
	if err := p.q.Flush(ctx); err != nil {
		return g, err
	}
	g.pixels = float64(w * h)
	for i, bands := range parts {
		for _, part := range bands {
			sums, err := nd.Receive[float32](ctx, part, nil)
			if err != nil {
				return g, err
			}
			for j := i; j < columns; j++ {
				g.sum[i][j] += float64(sums[j-i])
				g.sum[j][i] = g.sum[i][j]
			}
			if i == one {
				g.sloping += float64(sums[hasSlope])
			}
		}
	}
	return g, nil
}

// fill sets the columns of the matrix of a fit for a part of the images.
func (p arrayPair) fill(table nd.Array, o overlapped) {
	q := p.q
	set := func(column int, a nd.Array) { q.Set(table.At(0, column), a) }
	near := func(x, y int) nd.Array {
		return p.a.Slice(-2, o.top+y, o.bottom+y, 1).Slice(-1, o.left+x, o.right+x, 1)
	}
	set(one, nd.Scalar(1))
	set(valueA, near(0, 0))
	across, down := nd.Scalar(0), nd.Scalar(0) // a row of pixels has no gradient downwards
	if p.a.Dim(-1) > 1 {
		across = q.Scale(0.5, q.Sub(near(1, 0), near(-1, 0)))
	}
	if p.a.Dim(-2) > 1 {
		down = q.Scale(0.5, q.Sub(near(0, 1), near(0, -1)))
	}
	set(acrossA, across)
	set(downA, down)
	set(hasSlope, q.Less(nd.Scalar(0), q.Maximum(q.Abs(across), q.Abs(down))))

	valueX, slopeX := cubic(o.tx)
	valueY, slopeY := cubic(o.ty)
	interpolate := func(x, y [4]float64) nd.Array {
		rows := q.Pin(blend(q, p.b, -2, o.top+o.dy, o.bottom-o.top, y))
		return blend(q, rows, -1, o.left+o.dx, o.right-o.left, x)
	}
	set(valueB, interpolate(valueX, valueY))
	set(acrossB, interpolate(slopeX, valueY))
	set(downB, interpolate(valueX, slopeY))
}

// blend returns n sums of four neighbours along an axis, times weights. The second neighbour of the first sum is
// element from. An axis of one element is constant.
func blend(q *nd.Queue, a nd.Array, axis, from, n int, weights [4]float64) nd.Array {
	if a.Dim(axis) == 1 {
		return q.Scale(weights[0]+weights[1]+weights[2]+weights[3], a)
	}
	part := func(k int) nd.Array { return a.Slice(axis, from-1+k, from-1+k+n, 1) }
	sum := q.Scale(weights[0], part(0))
	for k := 1; k < 4; k++ {
		sum = q.MulAdd(nd.Scalar(weights[k]), part(k), sum)
	}
	return sum
}
