package verify

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/dft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
)

// TestRightDouble: transforms that are correct in double precision pass, with a margin.
func TestRightDouble(t *testing.T) {
	most := 1 << 9
	if testcase.Long() {
		most = 1 << 17
	}
	ctx := context.Background()
	for i, p := range append(Specs(most), RealSpecs(most)...) {
		p.Norm = plan.Norm(i % 3)
		var r Report
		var err error
		switch seed := uint64(i) + 1; {
		case p.Kind.IsTrig():
			r, err = RunTrig(ctx, ref.Double, roundedTrig[float64](p), p, seed)
		case p.Kind.IsRealFFT():
			r, err = RunReal(ctx, ref.Double, roundedReal[float64, complex128](p), p, seed)
		default:
			r, err = Run(ctx, ref.Double, rounded[complex128](p), p, seed)
		}
		require.NoError(t, err)
		require.True(t, r.OK(), "%v %v: %+v", p, p.Norm, r.Checks)
		require.Less(t, r.Worst().Ratio(), 0.8, "%v %v: %+v", p, p.Norm, r.Worst())
	}
}

// TestFloat64FFT: an FFT in float64, with the rounding errors of every stage, passes.
func TestFloat64FFT(t *testing.T) {
	for _, n := range []int{2, 8, 64, 243, 1000, 1024, 4096, 1 << 15} {
		d := dft.New(n)
		f := func(_ context.Context, dst, src []complex128, inverse bool) error {
			for at := 0; at < len(src); at += n {
				if row := dst[at : at+n]; inverse {
					d.Inverse(row, src[at:at+n])
					for i, v := range row {
						row[i] = complex(real(v)/float64(n), imag(v)/float64(n))
					}
				} else {
					d.Forward(row, src[at:at+n])
				}
			}
			return nil
		}
		r, err := Run(context.Background(), ref.Double, f, plan.Problem{Shape: []int{n}, Batch: 3}, 1)
		require.NoError(t, err)
		require.True(t, r.OK(), "%d points: %+v", n, r.Checks)
	}
}

// TestDoubleSingle: a transform rounded to 48 bits passes in double-single and fails in double precision.
func TestDoubleSingle(t *testing.T) {
	p := plan.Problem{Shape: []int{60}, Batch: 7}
	f := func(ctx context.Context, dst, src []complex128, inverse bool) error {
		err := rounded[complex128](p)(ctx, dst, src, inverse)
		for i, v := range dst {
			dst[i] = complex(pair(real(v)), pair(imag(v)))
		}
		return err
	}
	r, err := Run(context.Background(), ref.DoubleSingle, f, p, 1)
	require.NoError(t, err)
	require.True(t, r.OK(), "%+v", r.Checks)
	r, err = Run(context.Background(), ref.Double, f, p, 1)
	require.NoError(t, err)
	require.Contains(t, failed(r), "double-double")
}

// pair rounds v to the sum of two float32.
func pair(v float64) float64 {
	high := float32(v)
	return float64(high) + float64(float32(v-float64(high)))
}

// TestWrongDouble: the checks find errors of a few units in the last place of float64.
func TestWrongDouble(t *testing.T) {
	const n, tiny = 60, 0x1p-50
	ctx := context.Background()
	p := plan.Problem{Shape: []int{n}, Batch: 7}
	complexes := func(spoil func(dst []complex128, inverse bool)) Report {
		r, err := Run(ctx, ref.Double, func(ctx context.Context, dst, src []complex128, inverse bool) error {
			err := rounded[complex128](p)(ctx, dst, src, inverse)
			spoil(dst, inverse)
			return err
		}, p, 5)
		require.NoError(t, err)
		return r
	}
	larger := func(dst []complex128, _ bool) {
		for i := range dst {
			dst[i] *= 1 + tiny
		}
	}
	require.Subset(t, failed(complexes(larger)), []string{"double-double", "inverse", "Parseval", "round trip"})
	turned := func(dst []complex128, inverse bool) { // by an angle that depends on the bin
		for i := range dst {
			if !inverse {
				dst[i] *= complex(1, 16*tiny*float64(i%n)/n)
			}
		}
	}
	require.Subset(t, failed(complexes(turned)),
		[]string{"double-double", "impulse", "frequency shift", "round trip"})
	added := func(dst []complex128, _ bool) {
		for i := range dst {
			dst[i] += 64 * tiny
		}
	}
	require.Subset(t, failed(complexes(added)), []string{"double-double", "linearity"})
	spoilt := func(dst []complex128, _ bool) {
		sum := complex128(0)
		for _, v := range dst {
			sum += v * 1e-300
		}
		for i := range dst {
			dst[i] += sum
		}
	}
	require.Contains(t, failed(complexes(spoilt)), "NaN")

	p.Kind = plan.R2C
	right := roundedReal[float64, complex128](p)
	r, err := RunReal(ctx, ref.Double, Real[float64, complex128]{
		Forward: func(ctx context.Context, dst []complex128, src []float64) error {
			err := right.Forward(ctx, dst, src)
			larger(dst, false)
			dst[0] += 1e-300i
			return err
		},
		Inverse: func(ctx context.Context, dst []float64, src []complex128) error {
			err := right.Inverse(ctx, dst, src)
			dst[0] += imag(src[0]) * 1e-300
			return err
		},
	}, p, 5)
	require.NoError(t, err)
	require.Subset(t, failed(r), []string{"double-double", "Parseval", "round trip", "real ends", "ignored ends"})

	p.Kind = plan.DST3
	r, err = RunTrig(ctx, ref.Double, func(ctx context.Context, dst, src []float64, inverse bool) error {
		err := roundedTrig[float64](p)(ctx, dst, src, inverse)
		if !inverse {
			dst[n-1] += 4096 * tiny
		}
		dst[3] = math.Nextafter(dst[3], 0)
		return err
	}, p, 5)
	require.NoError(t, err)
	require.Subset(t, failed(r), []string{"double-double", "linearity"})
}
