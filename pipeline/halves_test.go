package pipeline

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// inHalves plans a problem as a convolution in halves by a kernel of a name.
func inHalves(t testing.TB, p plan.Problem, l wgsl.Limits, name string) plan.Plan {
	t.Helper()
	k, err := wgsl.ParseFFT(name)
	require.NoError(t, err)
	made, err := plan.Admit(p, l, k, k)
	require.NoError(t, err)
	require.True(t, made.Lines[0].Halves)
	return made
}

// Convolutions whose even and odd bins are passes of their own: lengths at both ends of what a kernel can do, in one component and in rounds, in cubes, with few twiddles
// read, batches that don't fill a workgroup, in place and out of place, parts of a batch and pages. The longer ones in place or out of place, or both ways if everything is
// wanted.
func TestConvolutionsInHalves(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.e.Device().Limits()
	for i, c := range []struct {
		n, batch int
		l        wgsl.Limits
		kernel   string
	}{
		{37, 5, l, "fft40_5.8_p8_t4_one_linear_convolve1"}, {74, 3, l, "fft80_4.5.4_p5_t2_complex_pad3_convolve1"}, {41, 33, l, "fft80_4.4.5_p8_t4_one2_linear_convolve1_few_once"},
		{509, 7, l, "fft512_8.8.8_p8_t2_one_cube8_convolve1_few"}, {257, 1, l, "fft280_7.8.5_p8_t1_complex2_cube2_convolve1"}, {1019, 4, l, "fft1024_8.8.4.4_p8_t1_one_xor4_convolve1"},
		{32 * 37, 20, cramped(l, 4096, 256), "fft1280_8.8.5.4_p8_t1_one_linear_convolve1"}, {32 * 37, 3, cramped(l, 1000, 256), "fft1200_8.6.5.5_p8_t1_one_linear_convolve1"},
	} {
		if !testcase.Shard(t, i) {
			continue
		}
		for place := range 2 {
			if (place != i%2 || i > 3 && i != 6) && !testcase.Long() {
				continue
			}
			p := plan.Problem{Shape: []int{c.n}, Batch: c.batch, Inverse: (i+place)%2 == 0, InPlace: place == 1, Norm: plan.Norm(i % 3)}
			if i == 6 && !testcase.Long() { // parts of a batch, by a shorter kernel
				p.Shape[0], c.l, c.kernel = 37, cramped(l, 256, 256), "fft40_5.8_p8_t4_one_linear_convolve1"
			}
			made := inHalves(t, p, c.l, c.kernel)
			if c.l.BindingBytes < l.BindingBytes {
				require.True(t, made.Page > 0 || made.Together < c.batch)
			}
			r.check(t, made)
		}
	}
}

// Both halves read the source where its elements lie, and the second writes those of the target.
func TestHalvesWithLayouts(t *testing.T) {
	r := newRig(t)
	const n, batch = 37, 3
	p := plan.Problem{Shape: []int{n}, Batch: batch, In: plan.Layout{Strides: []int{2}, Dist: 2 * n}, Out: plan.Layout{Strides: []int{-1}, Offset: n - 1, Dist: n}}
	made := inHalves(t, p, r.e.Device().Limits(), "fft40_5.8_p8_t2_one_linear_convolve1")
	src := ref.Uniform(3, 2*n*batch)
	got := r.play(t, made.Schedule(), src, n*batch)
	var dense []complex64
	for i := 0; i < len(src); i += 2 {
		dense = append(dense, src[i])
	}
	for b := range batch {
		slices.Reverse(got[b*n : (b+1)*n])
	}
	near(t, got, dense, plan.Problem{Shape: []int{n}, Batch: batch}, made.Passes[0].Name())
}

// What the planner chooses for a length that a workgroup holds once but not twice.
func TestHalvesOfLongRows(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10 // which holds 512 points
	for i, n := range []int{347, 359} {
		if !testcase.Long() {
			if i > 0 {
				break
			}
			l.Invocations, l.WorkgroupBytes, n = 16, 2<<10, 179 // shorter kernels
		}
		p := plan.Problem{Shape: []int{2, n}, Batch: 200, Inverse: i == 0}
		made, err := plan.Make(p, l)
		require.NoError(t, err)
		require.True(t, made.Lines[0].Halves, "%v", made)
		r.checkAxes(t, made)
	}
}
