package wgfft

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// steps returns the transforms of arrays of a problem times its twiddle.
func steps(p Problem, src []complex128, inverse bool) []doubledouble.Complex {
	q := of(p)
	q.Inverse = inverse
	axis, n := q.TransformedAxes()[0], q.Points()
	var all []doubledouble.Complex
	for at := 0; at < len(src); at += n {
		scale := scaleDD(p.Norm, p.Shape[axis], inverse)
		all = append(all, ref.AxesDD(src[at:at+n], p.Shape, []int{axis}, inverse, scale)...)
	}
	side := plan.Product(p.Shape[axis+1:])
	for at := range all {
		line := at / side
		k, i := line%p.Shape[axis], line/p.Shape[axis]*side+at%side
		t := p.Twiddle
		all[at] = all[at].Mul(ref.StepRoot(t.Points, t.Row+int64(k), t.Column+int64(i), inverse))
	}
	return all
}

// twiddled are problems with a twiddle. The first ones run on each engine.
func twiddled() []Problem {
	return []Problem{
		{Shape: []int{16, 24}, Axes: []int{0}, Twiddle: Twiddle{1 << 40, 1<<40 - 5, 1<<39 + 12345}},
		{Shape: []int{5, 60}, Axes: []int{1}, Batch: 3, Norm: NormOrtho,
			Twiddle: Twiddle{1000003 * 999983, 7, 999999999989}},
		{Shape: []int{40, 12}, Axes: []int{0}, Batch: 2, Twiddle: Twiddle{1<<52 - 47, 1 << 51, 1<<52 - 3}},
		{Shape: []int{37, 3}, Axes: []int{0}, Batch: 2, Twiddle: Twiddle{111, 0, 0}},
		{Shape: []int{8}, Batch: 5000, Twiddle: Twiddle{8 * 5000, 0, 0}},
		{Shape: []int{2, 1, 7}, Axes: []int{1}, Batch: 5, Twiddle: Twiddle{1 << 20, 3, 5}},
		{Shape: []int{8, 9}, Axes: []int{0}, Twiddle: Twiddle{Points: 1, Row: 3, Column: 4}},
		{Shape: []int{16, 4}, Axes: []int{0}, Twiddle: Twiddle{10, 9, 1 << 62}},
	}
}

// Results have the twiddle's roots as factors, in both directions, in place and out of place, for each engine and
// precision.
func TestTwiddle(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		testTwiddle(t, c, c.Transforms, ref.Single)
		n, err := c.Double().Number()
		require.NoError(t, err)
		testTwiddle(t, c, c.Double(), precisionOf(n))
	})
}

func testTwiddle[C Complex, R Real](t *testing.T, c *Engine, on *Transforms[C, R], p ref.Precision) {
	for i, problem := range twiddled() {
		if !isUsual(c, i, 3) {
			continue
		}
		q := of(problem)
		n := q.Shape[q.TransformedAxes()[0]]
		src := ref.Uniform128(uint64(i), q.Points()*q.Count())
		made, err := on.Plan(ctx, problem)
		require.NoError(t, err)
		x, y := make([]C, len(src)), make([]C, len(src))
		for j, z := range src {
			x[j] = C(z)
			src[j] = complex128(x[j])
		}
		for _, inverse := range []bool{false, true} {
			want := steps(problem, src, inverse)
			opt := []Option{WithNorm(problem.Norm), WithTwiddle(problem.Twiddle), WithAxes(q.TransformedAxes()...)}
			call, one := made.Forward, on.FFTN
			if inverse {
				call, one = made.Inverse, on.IFFTN
			}
			require.NoError(t, call(ctx, y, x))
			require.LessOrEqual(t, ref.RelL2(y, want), p.Tolerance(n), "%v inverse %v", problem, inverse)
			same := slices.Clone(x)
			require.NoError(t, call(ctx, same, same))
			require.Equal(t, y, same)
			same, err = one(ctx, nil, x, problem.Shape, opt...)
			require.NoError(t, err)
			require.Equal(t, y, same)
		}
		require.NoError(t, made.Close())
	}
}

// Calls of one plan at different places do not mix, and a plan compiles its kernels once.
func TestTwiddlePlaces(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		p := Problem{Shape: []int{16, 24}, Axes: []int{0}, Twiddle: Twiddle{Points: 1<<40 - 87}}
		made, err := c.Plan(ctx, p)
		require.NoError(t, err)
		defer made.Close()
		src := ref.Uniform(1, 16*24)
		var all sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			all.Go(func() {
				q := p
				q.Twiddle.Row, q.Twiddle.Column = int64(i)<<37, 1<<40-int64(5*i)
				want, y := steps(q, ref.Widen(src), false), make([]complex64, len(src))
				for range 4 {
					err := made.ForwardAt(ctx, y, src, q.Twiddle.Row, q.Twiddle.Column)
					if off := ref.RelL2(y, want); err == nil && off > ref.Tolerance(16) {
						err = fmt.Errorf("the error is %g", off)
					}
					if err != nil {
						errs[i] = err
					}
				}
			})
		}
		all.Wait()
		for i, err := range errs {
			require.NoError(t, err, "call %d", i)
		}
		y := make([]complex64, len(src))
		require.NoError(t, made.InverseAt(ctx, y, src, 3, 4))
		p.Twiddle.Row, p.Twiddle.Column = 3, 4
		require.LessOrEqual(t, ref.RelL2(y, steps(p, ref.Widen(src), true)), ref.Tolerance(16))
	})
}

// The steps of a four-step transform, in slabs, make the whole transform.
func TestTwiddleFourStep(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		const r, columns, slab = 24, 32, 10
		x := ref.Uniform(1, r*columns)
		mid := make([]complex64, r*columns)
		for at := 0; at < columns; at += slab {
			w := min(slab, columns-at)
			part := make([]complex64, 0, r*w)
			for row := range r {
				part = append(part, x[row*columns+at:row*columns+at+w]...)
			}
			twiddle := WithTwiddle(Twiddle{Points: r * columns, Column: int64(at)})
			_, err := c.FFTN(ctx, part, part, []int{r, w}, WithAxes(0), twiddle)
			require.NoError(t, err)
			for row := range r {
				copy(mid[row*columns+at:], part[row*w:(row+1)*w])
			}
		}
		_, err := c.FFT(ctx, mid, mid, WithRowLength(columns))
		require.NoError(t, err)
		got := make([]complex64, len(x))
		for row := range r {
			for k := range columns {
				got[row+k*r] = mid[row*columns+k]
			}
		}
		require.LessOrEqual(t, ref.RelL2(got, ref.Batch(x, len(x), false, 1)), ref.ToleranceAxes(r, columns))
	})
}

func TestTwiddleErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x := make([]complex64, 64)
		with := func(t Twiddle) Problem { return Problem{Shape: []int{64}, Twiddle: t} }
		of := Twiddle{Points: 64}
		for _, bad := range []struct {
			p    Problem
			text string
		}{
			{Problem{Shape: []int{8, 8}, Twiddle: of}, "needs one transformed axis, and there are 2"},
			{Problem{Shape: []int{8, 8}, Axes: []int{}, Twiddle: of}, "one transformed axis, and there are 0"},
			{with(Twiddle{Points: -1}), "Twiddle.Points is -1, want 1 to 2^52"},
			{with(Twiddle{Points: 1<<52 + 1}), "want 1 to 2^52"},
			{with(Twiddle{Points: 8, Row: -1}), "begins at row -1 and column 0, want 0 or more"},
			{with(Twiddle{Column: 8}), "without Points: set Twiddle.Points"},
		} {
			require.ErrorContains(t, second(c.Plan(ctx, bad.p)), bad.text)
			if len(bad.p.Shape) == 1 {
				require.ErrorContains(t, second(c.FFT(ctx, nil, x, WithTwiddle(bad.p.Twiddle))), bad.text)
			}
		}
		const isComplex = "a twiddle is for complex transforms"
		require.ErrorContains(t, second(c.RFFT(ctx, nil, make([]float32, 64), WithTwiddle(of))), isComplex)
		require.ErrorContains(t, second(c.FFT2(ctx, nil, x, []int{8, 8}, WithTwiddle(of))), "one transformed axis")
		trig := Problem{Kind: DCT2, Shape: []int{8}, Twiddle: of}
		require.ErrorContains(t, second(c.PlanTrig(ctx, trig)), isComplex)
		none, err := c.Plan(ctx, with(Twiddle{}))
		require.NoError(t, err)
		defer none.Close()
		require.ErrorContains(t, none.ForwardAt(ctx, x, x, 0, 0), "the plan has no twiddle")
		made, err := c.Plan(ctx, with(of))
		require.NoError(t, err)
		defer made.Close()
		require.ErrorContains(t, made.InverseAt(ctx, x, x, 0, -3), "row 0 and column -3, want 0 or more")
		if c.gpu != nil {
			require.ErrorContains(t, second(c.PlanResident(ctx, with(of))), "Problem.Twiddle")
		}
	})
}

// Arrays with gaps have the results of arrays without, and a value that is not finite stays in its transform.
func TestTwiddleLayouts(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		twiddle := Twiddle{Points: 1<<40 - 87, Row: 3, Column: 1 << 39}
		x := ref.Uniform(1, 2*16*3)
		x[5], x[16*3+7] = complex(float32(math.NaN()), 0), complex(0, float32(math.Inf(1)))
		want := make([]complex64, len(x))
		p := Problem{Shape: []int{16, 3}, Axes: []int{0}, Batch: 2, Twiddle: twiddle}
		made, err := c.Plan(ctx, p)
		require.NoError(t, err)
		defer made.Close()
		require.NoError(t, made.Forward(ctx, want, x))
		for at, v := range want {
			column := at/48*3 + at%3
			isFinite := !cmplx.IsNaN(complex128(v)) && !cmplx.IsInf(complex128(v))
			require.Equal(t, column != 5%3 && column != 3+7%3, isFinite)
		}
		p.In, p.Out = Layout{Strides: []int{7, 2}, Dist: 120, Offset: 1}, Layout{Strides: []int{1, 20}, Dist: 64}
		gaps, err := c.Plan(ctx, p)
		require.NoError(t, err)
		defer gaps.Close()
		src, dst := make([]complex64, 231), make([]complex64, 120)
		for at, v := range x {
			src[1+at/48*120+at%48/3*7+at%3*2] = v
		}
		require.NoError(t, gaps.Forward(ctx, dst, src))
		for at, v := range want {
			require.Equal(t, ref.Words([]complex64{v}), ref.Words(dst[at/48*64+at%48/3+at%3*20:][:1]), at)
		}
	})
}

// The devices of a fleet and a worker process get the place of each call, and of their parts of the batch.
func TestTwiddleElsewhere(t *testing.T) {
	direct := openGPU(t)
	adapter := Member{Device: Choice{Kind: ByIndex, Index: direct.Adapter().Index}}
	processor := Member{Device: Choice{Kind: CPU}}
	for _, c := range []*Engine{openAll(t, Config{}, processor, processor, adapter), openWorker(t, openCPU(t))} {
		p := Problem{Shape: []int{64}, Batch: 3000, Twiddle: Twiddle{Points: 1 << 40}}
		made, err := c.Plan(ctx, p)
		require.NoError(t, err)
		defer made.Close()
		p.Twiddle.Row, p.Twiddle.Column = 1<<39+5, 1<<38+7
		src := ref.Uniform(1, 64*3000)
		y, want := make([]complex64, len(src)), ref.Batch(src, 64, true, 1./64)
		for at := range want {
			row, column := p.Twiddle.Row+int64(at%64), p.Twiddle.Column+int64(at/64)
			want[at] *= ref.StepRoot(p.Twiddle.Points, row, column, true).Complex128()
		}
		for range 3 { // a fleet measures the shares of its members
			require.NoError(t, made.InverseAt(ctx, y, src, p.Twiddle.Row, p.Twiddle.Column))
			worst, row := ref.Worst(y, want, 64)
			require.LessOrEqual(t, worst, ref.Tolerance(64), "row %d", row)
		}
	}
}
