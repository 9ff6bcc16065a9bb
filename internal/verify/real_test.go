package verify

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// exactReal returns the transforms by the reference, rounded.
func exactReal(p plan.Problem) Real[float32, complex64] { return roundedReal[float32, complex64](p) }

// roundedReal is exactReal for either precision.
func roundedReal[S ref.Real, D ref.Complex](p plan.Problem) Real[S, D] {
	p.Kind = plan.R2C
	back := p
	back.Inverse = true
	return Real[S, D]{
		Forward: func(_ context.Context, dst []D, src []S) error {
			for i, z := range yardstick.Results(p, src) {
				dst[i] = D(z.Complex128())
			}
			if axes := p.TransformedAxes(); len(axes) == 1 { // the sums are not quite real
				n, side := p.Shape[axes[0]], plan.Problem{Shape: p.Shape[axes[0]+1:]}.Points()
				for i, v := range dst {
					if k := i / side % (n/2 + 1); k == 0 || 2*k == n {
						dst[i] = D(complex(real(complex128(v)), 0))
					}
				}
			}
			return nil
		},
		Inverse: func(_ context.Context, dst []S, src []D) error {
			for i, z := range yardstick.Results(back, src) {
				dst[i] = S(z.Re.Hi)
			}
			return nil
		},
	}
}

// exactTrig returns the transform by the reference, rounded.
func exactTrig(p plan.Problem) Trig[float32] { return roundedTrig[float32](p) }

// roundedTrig is exactTrig for either precision.
func roundedTrig[S ref.Real](p plan.Problem) Trig[S] {
	return func(_ context.Context, dst, src []S, inverse bool) error {
		q := p
		q.Inverse = inverse
		for i, z := range yardstick.Results(q, src) {
			dst[i] = S(z.Re.Hi)
		}
		return nil
	}
}

// TestRealRight: correct transforms pass, with a margin, for every problem of the set and every
// norm.
func TestRealRight(t *testing.T) {
	kinds := map[plan.Kind]bool{}
	most := 1 << 15
	if testcase.Long() {
		most = 1 << 18
	}
	for i, p := range RealSpecs(most) {
		p.Norm = plan.Norm(i % 3)
		kinds[p.Kind] = true
		var r Report
		var err error
		if p.Kind.IsTrig() {
			r, err = RunTrig(context.Background(), ref.Single, exactTrig(p), p, uint64(i)+1)
		} else {
			r, err = RunReal(context.Background(), ref.Single, exactReal(p), p, uint64(i)+1)
		}
		require.NoError(t, err)
		require.Equal(t, p, r.Problem)
		require.True(t, r.OK(), "%v %v: %+v", p, p.Norm, r.Checks)
		require.Less(t, r.Worst().Ratio(), 0.8, "%v %v: %+v", p, p.Norm, r.Worst())
	}
	require.Len(t, kinds, int(plan.DST4), "all but complex ones")
}

// TestRealSomeAxes tests transforms along some of the axes, in any order, with one kind for each
// axis.
func TestRealSomeAxes(t *testing.T) {
	for _, axes := range [][]int{{0}, {1}, {2}, {0, 2}, {2, 1}, {2, 0, 1}} {
		p := plan.Problem{Kind: plan.R2C, Shape: []int{6, 20, 9}, Axes: axes, Batch: 4, Norm: plan.ForwardN}
		r, err := RunReal(context.Background(), ref.Single, exactReal(p), p, 3)
		require.NoError(t, err)
		require.True(t, r.OK(), "%v: %+v", axes, r.Checks)
		p.Kind, p.Kinds = plan.DCT2, []plan.Kind{plan.DST3, plan.DCT1, plan.DST2}[:len(axes)]
		r, err = RunTrig(context.Background(), ref.Single, exactTrig(p), p, 3)
		require.NoError(t, err)
		require.True(t, r.OK(), "%v: %+v", axes, r.Checks)
	}
}

// spoiltReal changes correct results.
func spoiltReal(p plan.Problem, forward func(dst []complex64, src []float32),
	inverse func(dst []float32, src []complex64)) Real[float32, complex64] {
	right := exactReal(p)
	return Real[float32, complex64]{
		Forward: func(ctx context.Context, dst []complex64, src []float32) error {
			err := right.Forward(ctx, dst, src)
			if forward != nil {
				forward(dst, src)
			}
			return err
		},
		Inverse: func(ctx context.Context, dst []float32, src []complex64) error {
			err := right.Inverse(ctx, dst, src)
			if inverse != nil {
				inverse(dst, src)
			}
			return err
		},
	}
}

// TestRealWrong: the check for each kind of error finds it.
func TestRealWrong(t *testing.T) {
	const n, m = 100, 51
	p := plan.Problem{Kind: plan.R2C, Shape: []int{n}, Batch: 7}
	for _, c := range []struct {
		name   string
		f      Real[float32, complex64]
		caught []string // at least
	}{
		{"conjugated", spoiltReal(p, func(dst []complex64, _ []float32) {
			for i, v := range dst {
				dst[i] = complex(real(v), -imag(v))
			}
		}, nil), []string{"float64", "impulse", "round trip"}},
		{"a little too large", spoiltReal(p, func(dst []complex64, _ []float32) {
			for i := range dst {
				dst[i] *= 1 + 1e-6
			}
		}, nil), []string{"float64", "Parseval", "round trip"}},
		{"two bins exchanged", spoiltReal(p,
			func(dst []complex64, _ []float32) { dst[3*m+1], dst[3*m+2] = dst[3*m+2], dst[3*m+1] }, nil),
			[]string{"float64", "impulse", "round trip"}},
		{"a constant added", spoiltReal(p, func(dst []complex64, _ []float32) {
			for i := range dst {
				dst[i] += 1
			}
		}, nil), []string{"float64", "linearity"}},
		{"a number of the inverse", spoiltReal(p, nil, func(dst []float32, _ []complex64) { dst[n+7] += 1e-3 }),
			[]string{"inverse", "round trip"}},
		{"bin 0 with an imaginary part",
			spoiltReal(p, func(dst []complex64, _ []float32) { dst[2*m] += 1e-30i }, nil), []string{"real ends"}},
		{"the last bin with one", spoiltReal(p, func(dst []complex64, _ []float32) { dst[3*m-1] += 1e-30i }, nil),
			[]string{"real ends"}},
		{"bin 0 looked at", spoiltReal(p, nil,
			func(dst []float32, src []complex64) { dst[0] += 1e-30 * imag(src[0]) }), []string{"ignored ends"}},
		{"the last bin looked at", spoiltReal(p, nil,
			func(dst []float32, src []complex64) { dst[0] += 1e-30 * imag(src[m-1]) }), []string{"ignored ends"}},
		{"spectra meet", spoiltReal(p, nil, func(dst []float32, _ []complex64) {
			sum := float32(0)
			for _, v := range dst {
				sum += v * 1e-30
			}
			for i := range dst {
				dst[i] += sum
			}
		}), []string{"NaN"}},
		{"source spoilt", spoiltReal(p, nil, func(_ []float32, src []complex64) { src[5] = 0 }), []string{"guards"}},
		{"last row left out", Real[float32, complex64]{
			Forward: func(ctx context.Context, dst []complex64, src []float32) error {
				return exactReal(p).Forward(ctx, dst[:len(dst)-m], src[:len(src)-n])
			},
			Inverse: exactReal(p).Inverse,
		}, []string{"float64", "Parseval", "round trip"}},
		{"NaN", spoiltReal(p, func(dst []complex64, _ []float32) { dst[9] = complex(float32(math.NaN()), 0) }, nil),
			[]string{"float64", "impulse", "linearity", "Parseval", "round trip"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := RunReal(context.Background(), ref.Single, c.f, p, 5)
			require.NoError(t, err)
			require.False(t, r.OK())
			require.Greater(t, r.Worst().Ratio(), 1.0)
			require.Subset(t, failed(r), c.caught)
		})
	}
}

// TestTrigWrong is TestRealWrong for sine and cosine transforms.
func TestTrigWrong(t *testing.T) {
	const n = 60
	p := plan.Problem{Kind: plan.DCT2, Shape: []int{n}, Batch: 7, Norm: plan.Ortho}
	after := func(spoil func(dst, src []float32, inverse bool)) Trig[float32] {
		return func(ctx context.Context, dst, src []float32, inverse bool) error {
			same := &dst[0] == &src[0]
			err := exactTrig(p)(ctx, dst, src, inverse)
			if same {
				src = nil
			}
			spoil(dst, src, inverse)
			return err
		}
	}
	of := func(q plan.Problem) Trig[float32] { return exactTrig(q) }
	for _, c := range []struct {
		name   string
		f      Trig[float32]
		caught []string // at least
	}{
		{"inverse for forward", func(ctx context.Context, dst, src []float32, inverse bool) error {
			return exactTrig(p)(ctx, dst, src, !inverse)
		}, []string{"float64", "inverse", "impulse"}},
		{"another type", of(plan.Problem{Kind: plan.DCT4, Shape: p.Shape, Norm: plan.Ortho}),
			[]string{"float64", "inverse", "impulse"}},
		{"a sine", of(plan.Problem{Kind: plan.DST2, Shape: p.Shape, Norm: plan.Ortho}),
			[]string{"float64", "inverse", "impulse"}},
		{"another norm", of(plan.Problem{Kind: plan.DCT2, Shape: p.Shape}),
			[]string{"float64", "inverse", "impulse", "Parseval"}},
		{"not orthogonal at its end", after(func(dst, _ []float32, inverse bool) {
			for i := 0; i < len(dst); i += n {
				if !inverse {
					dst[i] *= math.Sqrt2
				}
			}
		}), []string{"float64", "impulse", "Parseval", "round trip"}},
		{"in place differs", after(func(dst, src []float32, _ bool) {
			if src == nil {
				dst[2*n] *= 1 + 1e-6
			}
		}), []string{"in place"}},
		{"source spoilt", after(func(_, src []float32, _ bool) {
			if src != nil {
				src[5] = 0
			}
		}), []string{"guards"}},
		{"rows meet", after(func(dst, _ []float32, _ bool) {
			sum := float32(0)
			for _, v := range dst {
				sum += v * 1e-30
			}
			for i := range dst {
				dst[i] += sum
			}
		}), []string{"NaN"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := RunTrig(context.Background(), ref.Single, c.f, p, 5)
			require.NoError(t, err)
			require.False(t, r.OK())
			require.Subset(t, failed(r), c.caught)
		})
	}
}

// TestRealLargeBatch: a batch larger than MostPoints is transformed as a whole, and its last rows
// count.
func TestRealLargeBatch(t *testing.T) {
	lowerMostPoints(t)
	p := plan.Problem{Kind: plan.DST4, Shape: []int{1 << 4}, Batch: mostPoints>>4 + 3}
	for _, spoil := range []bool{false, true} {
		f := func(ctx context.Context, dst, src []float32, inverse bool) error {
			err := exactTrig(p)(ctx, dst, src, inverse)
			if spoil && len(dst) > mostPoints {
				dst[len(dst)-1]++
			}
			return err
		}
		r, err := RunTrig(context.Background(), ref.Single, f, p, 1)
		require.NoError(t, err)
		require.Equal(t, !spoil, r.OK())
		if spoil {
			require.Equal(t, []string{"batch"}, failed(r))
		}
	}
}

func TestRealError(t *testing.T) {
	trouble := errors.New("trouble")
	sick := Real[float32, complex64]{Forward: func(context.Context, []complex64, []float32) error { return trouble }}
	_, err := RunReal(context.Background(), ref.Single, sick, plan.Problem{Kind: plan.R2C, Shape: []int{8}}, 1)
	require.ErrorIs(t, err, trouble)
	sickTrig := func(context.Context, []float32, []float32, bool) error { return trouble }
	_, err = RunTrig(context.Background(), ref.Single, sickTrig, plan.Problem{Kind: plan.DCT2, Shape: []int{8}}, 1)
	require.ErrorIs(t, err, trouble)
}

// TestRealSpecs: the set has every kind, even and odd lengths, several axes, and no duplicates.
func TestRealSpecs(t *testing.T) {
	seen, axes := map[string]bool{}, map[plan.Kind]int{}
	parity := map[plan.Kind]int{}
	for _, p := range RealSpecs(4096) {
		require.LessOrEqual(t, p.Points(), 4096)
		require.NoError(t, p.Check())
		require.False(t, seen[p.String()], p)
		seen[p.String()] = true
		axes[p.Kind] = max(axes[p.Kind], len(p.Shape))
		parity[p.Kind] |= 1 << (p.Points() % 2)
	}
	for kind := plan.R2C; kind <= plan.DST4; kind++ {
		require.GreaterOrEqual(t, axes[kind], 2, kind)
		require.Equal(t, 3, parity[kind], kind)
	}
	require.Greater(t, len(RealSpecs(1<<20)), len(seen))
}
