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

// exact returns the transform by the reference, rounded.
func exact(p plan.Problem) Transform[complex64] { return rounded[complex64](p) }

// rounded is exact for either precision.
func rounded[C ref.Complex](p plan.Problem) Transform[C] {
	return func(_ context.Context, dst, src []C, inverse bool) error {
		p := p
		p.Inverse = inverse
		for i, z := range yardstick.Results(p, src) {
			dst[i] = C(z.Complex128())
		}
		return nil
	}
}

// after changes a correct result.
func after(p plan.Problem, spoil func(dst []complex64, inverse bool)) Transform[complex64] {
	return func(ctx context.Context, dst, src []complex64, inverse bool) error {
		err := exact(p)(ctx, dst, src, inverse)
		spoil(dst, inverse)
		return err
	}
}

func failed(r Report) []string {
	var names []string
	for _, c := range r.Checks {
		if !c.OK() {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestRight: a correct transform passes, with a margin, for every problem of the set and every
// norm.
func TestRight(t *testing.T) {
	most := 1 << 14
	if testcase.Long() {
		most = 1 << 20
	}
	for i, p := range Specs(most) {
		p.Norm = plan.Norm(i % 3)
		r, err := Run(context.Background(), ref.Single, exact(p), p, uint64(i)+1)
		require.NoError(t, err)
		require.True(t, r.OK(), "%v %v: %+v", p, p.Norm, r.Checks)
		require.Less(t, r.Worst().Ratio(), 0.7, "%v %v: %+v", p, p.Norm, r.Worst())
	}
}

// TestWrong: the check for each kind of error finds it.
func TestWrong(t *testing.T) {
	p := plan.Problem{Shape: []int{60}, Batch: 7}
	const n = 60
	for _, c := range []struct {
		name   string
		f      Transform[complex64]
		caught []string // at least
	}{
		{"inverse for forward", func(ctx context.Context, dst, src []complex64, inverse bool) error {
			return exact(p)(ctx, dst, src, !inverse)
		}, []string{"float64", "inverse", "impulse", "time shift", "frequency shift", "Parseval"}},
		{"a little too large", after(p, func(dst []complex64, _ bool) {
			for i := range dst {
				dst[i] *= 1 + 1e-6
			}
		}), []string{"float64", "inverse", "Parseval", "round trip"}},
		{"two points exchanged", after(p,
			func(dst []complex64, _ bool) { dst[3*n+1], dst[3*n+2] = dst[3*n+2], dst[3*n+1] }),
			[]string{"float64", "inverse", "impulse", "time shift", "frequency shift"}},
		{"two rows exchanged", after(p, func(dst []complex64, _ bool) {
			for k := range n {
				dst[k], dst[n+k] = dst[n+k], dst[k]
			}
		}), []string{"float64", "inverse"}},
		{"last row left out", func(ctx context.Context, dst, src []complex64, inverse bool) error {
			return exact(p)(ctx, dst[:len(dst)-n], src[:len(src)-n], inverse)
		}, []string{"float64", "inverse", "Parseval", "round trip"}},
		{"a constant added", after(p, func(dst []complex64, _ bool) {
			for i := range dst {
				dst[i] += 1
			}
		}), []string{"float64", "linearity"}},
		{"one inverse point wrong", after(p, func(dst []complex64, inverse bool) {
			if inverse {
				dst[n+7] += 1e-3
			}
		}), []string{"inverse", "round trip"}},
		{"rows meet", after(p, func(dst []complex64, _ bool) {
			sum := complex64(0)
			for _, v := range dst {
				sum += v * 1e-30
			}
			for i := range dst {
				dst[i] += sum
			}
		}), []string{"NaN"}},
		{"source spoilt", func(ctx context.Context, dst, src []complex64, inverse bool) error {
			err := exact(p)(ctx, dst, src, inverse)
			if &dst[0] != &src[0] {
				src[5] = 0
			}
			return err
		}, []string{"guards"}},
		{"in place differs", func(ctx context.Context, dst, src []complex64, inverse bool) error {
			in := &dst[0] == &src[0]
			err := exact(p)(ctx, dst, src, inverse)
			if in {
				dst[2*n] *= 1 + 1e-6
			}
			return err
		}, []string{"in place"}},
		{"NaN", after(p, func(dst []complex64, _ bool) { dst[9] = complex(float32(math.NaN()), 0) }),
			[]string{"float64", "inverse", "impulse", "linearity", "Parseval", "time shift", "frequency shift",
				"round trip"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Run(context.Background(), ref.Single, c.f, p, 5)
			require.NoError(t, err)
			require.False(t, r.OK())
			require.Subset(t, failed(r), c.caught)
			require.Greater(t, r.Worst().Ratio(), 1.0)
		})
	}
}

// TestSomeAxes tests transforms along some of the axes.
func TestSomeAxes(t *testing.T) {
	for _, axes := range [][]int{{0}, {1}, {2}, {0, 2}, {-1, -2}, {}} {
		p := plan.Problem{Shape: []int{6, 20, 9}, Axes: axes, Batch: 4, Norm: plan.Ortho}
		r, err := Run(context.Background(), ref.Single, exact(p), p, 3)
		require.NoError(t, err)
		require.True(t, r.OK(), "%v: %+v", axes, r.Checks)
	}
}

// TestWrongAxes: errors that show only along several axes are found.
func TestWrongAxes(t *testing.T) {
	p := plan.Problem{Shape: []int{6, 20}, Batch: 3}
	all := []string{"float64", "inverse", "impulse", "time shift", "frequency shift"}
	for _, other := range []plan.Problem{
		{Shape: []int{20, 6}},                 // axes exchanged
		{Shape: []int{120}},                   // one long transform
		{Shape: []int{6, 20}, Axes: []int{1}}, // an axis left out
		{Shape: []int{6, 2, 10}},              // one axis taken for two
	} {
		r, err := Run(context.Background(), ref.Single, exact(other), p, 4)
		require.NoError(t, err)
		require.Subset(t, failed(r), all, other)
	}
	// Two columns exchanged in half of the rows of the last array.
	r, err := Run(context.Background(), ref.Single, after(p, func(dst []complex64, _ bool) {
		for row := 12; row < 15; row++ {
			dst[20*row+4], dst[20*row+11] = dst[20*row+11], dst[20*row+4]
		}
	}), p, 5)
	require.NoError(t, err)
	require.Subset(t, failed(r), all)
}

// lowerMostPoints makes batches of fewer points large ones until the test ends, unless all cases run.
func lowerMostPoints(t *testing.T) {
	if testcase.Long() {
		return
	}
	mostPoints = 1 << 14
	t.Cleanup(func() { mostPoints = MostPoints })
}

// TestLargeBatch: a batch larger than MostPoints is transformed as a whole, and its last rows
// count.
func TestLargeBatch(t *testing.T) {
	lowerMostPoints(t)
	p := plan.Problem{Shape: []int{1 << 4}, Batch: mostPoints>>4 + 3}
	f := func(spoil bool) Transform[complex64] {
		return func(ctx context.Context, dst, src []complex64, inverse bool) error {
			err := exact(p)(ctx, dst, src, inverse)
			if spoil && len(dst) > mostPoints {
				dst[len(dst)-1]++
			}
			return err
		}
	}
	r, err := Run(context.Background(), ref.Single, f(false), p, 1)
	require.NoError(t, err)
	require.True(t, r.OK(), "%+v", r.Checks)
	r, err = Run(context.Background(), ref.Single, f(true), p, 1)
	require.NoError(t, err)
	require.Equal(t, []string{"batch"}, failed(r))
}

func TestError(t *testing.T) {
	trouble := errors.New("trouble")
	sick := func(context.Context, []complex64, []complex64, bool) error { return trouble }
	_, err := Run(context.Background(), ref.Single, sick, plan.Problem{Shape: []int{8}}, 1)
	require.ErrorIs(t, err, trouble)
}

func TestSpecs(t *testing.T) {
	require.Greater(t, len(Specs(16384)), 40)
	primes, seen := map[int]bool{}, map[string]bool{}
	for _, p := range Specs(4096) {
		require.LessOrEqual(t, p.Points(), 4096)
		require.False(t, seen[p.String()])
		seen[p.String()] = true
		primes[plan.LargestPrime(p.Points())] = true
	}
	for _, prime := range []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31} {
		require.True(t, primes[prime], prime)
	}
}
