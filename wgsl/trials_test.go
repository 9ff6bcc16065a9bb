package wgsl_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/dft"
	"wgfft/wgsl"
	"wgfft/hier"
	"wgfft/realdct"
)

// A transformation is what a kernel makes of transform q.
type transformation func(q int, x []complex128) []complex128

// A pointFunc is what an op makes of point j of transform q.
type pointFunc func(q, j int, z complex128) complex128

// all applies the function to the points of transform q. A nil function changes nothing.
func (f pointFunc) all(q int, x []complex128) []complex128 {
	for j := range x {
		if f != nil {
			x[j] = f(q, j, x[j])
		}
	}
	return x
}

// dftWith returns the transformation X = store DFT load x.
func dftWith(load, store pointFunc) transformation {
	return func(q int, x []complex128) []complex128 {
		return store.all(q, dft.New(len(x)).Forward(nil, load.all(q, x)))
	}
}

// places are the elements of transform q of an array. Those that do not exist are -1.
type places func(q int) []int

// newTrial returns a trial with a random source.
func newTrial(k wgsl.Kernel, batch int, load, store places, of transformation) trial {
	size := func(p places) (n int) {
		for q := range batch {
			n = max(n, slices.Max(p(q))+1)
		}
		return n
	}
	tr := trial{kernel: k, batch: batch, source: noise(size(load)), target: size(store)}
	tr.want = func(source []complex128) []row {
		all := make([]row, batch)
		for q := range all {
			var x []complex128
			for _, at := range load(q) {
				x = append(x, 0)
				if at >= 0 {
					x[len(x)-1] = source[at]
				}
			}
			to := store(q)
			for i, z := range of(q, x) {
				if to[i] >= 0 {
					all[q] = append(all[q], element{to[i], z})
				}
			}
		}
		return all
	}
	return tr
}

// transform returns a trial of a kernel whose ends are points. Bounds are those of rows.
func transform(k wgsl.Kernel, batch int, of transformation) trial {
	points := func(v wgsl.View) places {
		return func(q int) []int {
			all := make([]int, k.N())
			for j := range all {
				at, exists := v.Array.At(v.At(q, j))
				if all[j] = at; !exists || v.Bound > 0 && j*v.Points[0].Stride >= v.Bound {
					all[j] = -1
				}
			}
			return all
		}
	}
	return newTrial(k, batch, points(k.Load.View), points(k.Store.View), of)
}

// rows returns a trial of a kernel between contiguous rows of n elements and of to elements.
func rows(k wgsl.Kernel, batch, n, to int, of func(x []complex128) []complex128) trial {
	tr := newTrial(k, batch, apart(n, 1, 0), apart(to, 1, 0), func(_ int, x []complex128) []complex128 { return of(x) })
	for i := range tr.source {
		if isReal(&k.Load, false) {
			tr.source[i] = complex(real(tr.source[i]), 0)
		}
	}
	return tr
}

// apart returns the places of rows of n elements.
func apart(n, stride, offset int) places {
	return func(q int) (all []int) {
		for i := range n {
			all = append(all, offset+(q*n+i)*stride)
		}
		return all
	}
}

// noise returns n random points.
func noise(n int) []complex128 {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	all := make([]complex128, n)
	for i := range all {
		all[i] = complex(2*r.Float64()-1, 2*r.Float64()-1)
	}
	return all
}

// parse returns a kernel by name.
func parse(t *testing.T, name string) wgsl.Kernel {
	t.Helper()
	k, err := wgsl.ParseKernel(name, hier.Parsers(), realdct.Parsers())
	require.NoError(t, err)
	return k
}

// shapes returns a kernel of each idea: one stage; several with a split exchange in slices; a digit
// layout; columns with pass twiddles; a Rader stage; a Hermitian split.
func shapes(t *testing.T) map[string]trial {
	return map[string]trial{
		"one stage": transform(parse(t, "fft16_16_p16_t4_instaged_outstaged"), 12, dftWith(nil, nil)),
		"slices":    transform(parse(t, "fft512_8.8.8_p8_t2_split2_xor5"), 6, dftWith(nil, nil)),
		"digits":    transform(parse(t, "fft60_3.4.5_p12_t2_split_digits_down_secondpad1_tail"), 5, dftWith(nil, nil)),
		"pass twiddles": transform(parse(t, "fft16_4.4_p4_t8_split"+columns(16, 256)+"_out(twiddle256x16)"), 32,
			dftWith(nil, passTwiddle)),
		"Rader": transform(parse(t, "fft74_rader37_by4.9_2_p8_t2_split"), 6, dftWith(nil, nil)),
		"half spectra": rows(parse(t, "fft16_8.2_p8_t4_split_outrow17x0_outmirrorzero_out(scale0.5)(split32)_tail"),
			9, 16, 17, halfSpectrum),
	}
}

// columns returns the words of a kernel's name for the columns of matrices.
func columns(n, size int) string {
	view := fmt.Sprintf("%%[1]sbatchfastest_%%[1]spoints%d_%%[1]sbatch%dx1.%d", n, n, size)
	return "_" + fmt.Sprintf(view, "in") + "_" + fmt.Sprintf(view, "out")
}

// passTwiddle is the factor of point j of column q of 16.
func passTwiddle(q, j int, z complex128) complex128 { return z * dft.Root(256, j*(q%16)) }

// halfSpectrum returns the bins of a row of numbers, which are the parts of points.
func halfSpectrum(points []complex128) []complex128 {
	var x []complex128
	for _, z := range points {
		x = append(x, complex(real(z), 0), complex(imag(z), 0))
	}
	return dft.New(len(x)).Forward(nil, x)[:len(x)/2+1]
}
