package pipeline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/half"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// halvesOf returns the numbers of points in binary16, in memory of complex64 words, and rounds the points to them.
func halvesOf(points []complex64) []complex64 {
	memory := make([]complex64, len(points)/2)
	words := ref.Words(memory)
	for i, v := range points {
		re, im := half.Binary16.Bits(real(v)), half.Binary16.Bits(imag(v))
		words[i] = uint32(re) | uint32(im)<<16
		points[i] = complex(half.Binary16.Number(re), half.Binary16.Number(im))
	}
	return memory
}

// ofHalves is the inverse of halvesOf.
func ofHalves(memory []complex64) []complex64 {
	var points []complex64
	for _, w := range ref.Words(memory) {
		points = append(points, complex(half.Binary16.Number(uint16(w)), half.Binary16.Number(uint16(w>>16))))
	}
	return points
}

// TestHalvesBeyondABinding runs transforms that are 5/4 as large as a binding in float32, with numbers of 16 bits
// between the passes. Scratch, sources and results of 16 bits lie in one binding. Sources and
// results of float32 lie in two bindings.
func TestHalvesBeyondABinding(t *testing.T) {
	t.Parallel()
	const rows, columns, n = 40, 64, 40 * 64
	const eps = 0.6 * 0x1p-11 // of the relative error of many numbers after one rounding
	r := newHarness(t)
	l := smallBindings(r.e.Device().Limits(), n/5*4, 64)
	for i, element := range []wgsl.Element{nil, wgsl.Halves{}} {
		for j, inverse := range []bool{false, true} {
			if i != j && !testcase.Long() {
				continue // one direction each
			}
			p := plan.Problem{Shape: []int{rows, columns}, Inverse: inverse, Norm: plan.Ortho}
			p.Scratch, p.In.Element, p.Out.Element = wgsl.Halves{}, element, element
			made, err := choose.Make(p, l)
			require.NoError(t, err)
			s := made.Schedule()
			require.EqualValues(t, 4*n, s.ScratchBytes())
			cuts := 1 // between two bindings
			if element != nil {
				cuts = 0
			}
			require.Len(t, s.Source.Cuts, cuts)
			require.Len(t, s.Target.Cuts, cuts)
			for _, pass := range s.Passes {
				for _, a := range pass.Args {
					require.LessOrEqual(t, a.Bytes, l.BindingBytes)
				}
			}

			src := ref.Uniform(1, n)
			memory, roundings := src, 1.0
			if element != nil {
				memory, roundings = halvesOf(src), 2
			}
			got := r.play(t, s, memory, len(memory))
			if element != nil {
				got = ofHalves(got)
			}
			want := ref.Axes(src, made.Problem.Shape, []int{0, 1}, inverse, made.Problem.Scale())
			bound := math.Hypot(ref.ToleranceAxes(rows, columns), math.Sqrt(roundings)*eps)
			require.LessOrEqual(t, ref.RelL2(got, want), bound, "%v, element %v, inverse %t", made, element, inverse)
		}
	}
}
