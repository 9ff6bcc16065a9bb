package verify

import (
	"math"
	"slices"

	"wgfft/internal/ref"
	"wgfft/internal/transforms"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// weights returns the squares of the weights u and v of package doc, for each element of the result and
// of the source of an array. A bin with a conjugate counts twice along the halved axis. An end that the
// period of a sine or cosine transform holds once counts half, unless the norm is Ortho.
func weights(p plan.Problem) (u, v []float64) {
	u, v = []float64{1}, []float64{1}
	axes := p.TransformedAxes()
	for axis, n := range p.Shape {
		at := slices.Index(axes, axis)
		results, sources := ones(n), ones(n)
		switch {
		case p.Kind.IsTrig() && p.Norm != plan.Ortho && at >= 0:
			lowerEnds(yardstick.Kinds(p)[at], results, sources)
		case p.Kind.IsRealFFT() && at == len(axes)-1:
			results = results[:n/2+1]
			for k := range results {
				if k > 0 && 2*k != n {
					results[k] = 2
				}
			}
		}
		u, v = outer(u, results), outer(v, sources)
	}
	return u, v
}

// lowerEnds lowers the weights of the ends that the period of a sine or cosine transform holds
// once.
func lowerEnds(kind transforms.Kind, results, sources []float64) {
	last := len(results) - 1
	switch kind {
	case transforms.DCT1:
		results[0], results[last], sources[0], sources[last] = 0.5, 0.5, 0.5, 0.5
	case transforms.DCT2:
		results[0] = 0.5
	case transforms.DCT3:
		sources[0] = 0.5
	case transforms.DST2:
		results[last] = 0.5
	case transforms.DST3:
		sources[last] = 0.5
	}
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// outer returns the products of an element of a and an element of b.
func outer(a, b []float64) []float64 {
	out := make([]float64, 0, len(a)*len(b))
	for _, v := range a {
		for _, w := range b {
			out = append(out, v*w)
		}
	}
	return out
}

// ends checks the bins of half spectra that are real by symmetry. Their imaginary part is exactly
// zero, and the inverse ignores it.
func ends[S ref.Real, D ref.Complex](r *realRun[S, D]) error {
	axis := r.p.TransformedAxes()[0]
	n, side := r.p.Shape[axis], 1
	for _, d := range r.p.Shape[axis+1:] {
		side *= d
	}
	y, wrong := slices.Clone(r.y), 0
	for i, v := range y {
		if k := i / side % (n/2 + 1); k == 0 || 2*k == n {
			z := complex128(v)
			if imag(z) != 0 {
				wrong++
			}
			y[i] = D(complex(real(z), math.NaN()))
		}
	}
	r.add("real ends", float64(wrong), 0)
	want, err := r.back(r.y)
	if err != nil {
		return err
	}
	got, err := r.back(y)
	if err != nil {
		return err
	}
	r.add("ignored ends", float64(differing(got, want, r.n)), 0)
	return nil
}

// inPlace checks a transform with a result that replaces its source.
func inPlace[S ref.Real](r *realRun[S, S]) error {
	g := ref.NewGuarded[S](len(r.x))
	copy(g.Data, r.x)
	if err := r.forward(r.ctx, g.Data, g.Data); err != nil {
		return err
	}
	if g.Check() != nil {
		r.touched++
	}
	r.add("in place", float64(differing(g.Data, r.y, r.n)), 0)
	return nil
}
