package wgfft

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// filterRig is a filter with its buffers.
type filterRig struct {
	*ResidentFilterPlan
	src, dst, gains Region
}

func newFilterRig(t *testing.T, c *Engine, p Problem, g Gains) filterRig {
	t.Helper()
	f, err := c.PlanResidentFilter(ctx, p, g)
	require.NoError(t, err, "%v", p)
	r := filterRig{ResidentFilterPlan: f}
	t.Cleanup(func() { f.Close() })
	for i, at := range []*Region{&r.src, &r.dst, &r.gains} {
		make := f.NewBuffer
		if i == 2 {
			make = f.NewGains
		}
		at.Buffer, err = make()
		require.NoError(t, err)
		t.Cleanup(func() { at.Buffer.Close() })
	}
	return r
}

// Filters with real gains, for bins of every kind, agree with the separate transform, product and
// inverse on the CPU engine.
func TestResidentFilter(t *testing.T) { onBoth(t, testResidentFilter) }

func testResidentFilter(t *testing.T, c *Engine) {
	cpu := openCPU(t)
	shape, batch := on(c, []int{4, 6}, []int{12, 20}), 3
	x := ref.UniformReal(41, batch*product(shape))
	for i, kind := range []Kind{R2C, DCT2, DST3} {
		if !isUsual(c, i, 2) {
			continue
		}
		f := newFilterRig(t, c, Problem{Kind: kind, Shape: shape, Batch: batch}, RealGains)
		gains := ref.UniformReal(42, f.Bins()+1)
		require.EqualValues(t, 4*len(gains), f.GainBytes())
		require.NoError(t, c.UploadReal(ctx, f.src, x))
		require.NoError(t, c.UploadReal(ctx, f.gains, gains))
		require.NoError(t, f.Run(ctx, f.dst, f.src, f.gains))
		got := make([]float32, len(x))
		require.NoError(t, c.DownloadReal(ctx, got, f.dst))

		var want []float32
		if kind == R2C {
			bins, err := cpu.RFFT2(ctx, nil, x, shape)
			require.NoError(t, err)
			for i := range bins {
				bins[i] *= complex(gains[i%f.Bins()], 0)
				if i%f.Bins() == 0 {
					bins[i] += complex(gains[f.Bins()], 0)
				}
			}
			want, err = cpu.IRFFT2(ctx, nil, bins, shape)
			require.NoError(t, err)
		} else {
			p, err := cpu.PlanTrig(ctx, Problem{Kind: kind, Shape: shape, Batch: batch})
			require.NoError(t, err)
			want = make([]float32, len(x))
			require.NoError(t, p.Forward(ctx, want, x))
			for i := range want {
				want[i] *= gains[i%f.Bins()]
				if i%f.Bins() == 0 {
					want[i] += gains[f.Bins()]
				}
			}
			require.NoError(t, p.Inverse(ctx, want, want))
		}
		most := 4 * ref.ToleranceAxes(4*shape[0], 2*shape[1])
		require.LessOrEqual(t, ref.RelL2Real(got, widened(want)), most, "%v", kind)
	}
}

// Complex gains turn waves: a shift of complex points by three is exact at all bins. The number
// after the gains is added to element 0 of the result's spectrum.
func TestResidentFilterByComplexGains(t *testing.T) { onBoth(t, testResidentFilterByComplexGains) }

func testResidentFilterByComplexGains(t *testing.T, c *Engine) {
	n, batch := 16, 2
	f := newFilterRig(t, c, Problem{Shape: []int{n}, Batch: batch}, ComplexGains)
	x := ref.Uniform(43, n*batch)
	gains := make([]complex64, n+1)
	for k := range n {
		gains[k] = complex64(ref.Root(3, k, n))
	}
	gains[n] = complex(float32(n), float32(-n))
	require.NoError(t, c.Upload(ctx, f.src, x))
	require.NoError(t, c.Upload(ctx, f.gains, gains))
	require.NoError(t, f.Run(ctx, f.src, f.src, f.gains), "in place of its source")
	got := make([]complex64, n*batch)
	require.NoError(t, c.Download(ctx, got, f.src))
	want := make([]complex128, n*batch)
	for i := range want {
		want[i] = complex128(x[i/n*n+(i+n-3)%n]) + complex(1, -1)
	}
	require.LessOrEqual(t, ref.RelL2(got, want), 2*ref.Tolerance(n))
}

// Pixels are filtered where they lie: three channels change, the fourth does not; the caller's own
// commands do it too.
func TestResidentFilterOfPixels(t *testing.T) { onBoth(t, testResidentFilterOfPixels) }

func testResidentFilterOfPixels(t *testing.T, c *Engine) {
	h, w := 4, 6
	f := newFilterRig(
		t, c,
		Problem{
			Kind: DCT2, Shape: []int{h, w}, Batch: 3, In: Layout{Samples: Uint8, Strides: []int{4 * w, 4}, Dist: 1},
		},
		RealGains,
	)
	pixels := make([]uint8, 4*h*w)
	rand.NewChaCha8([32]byte{1}).Read(pixels)
	gains := ref.UniformReal(44, h*w+1)
	for i := range gains {
		gains[i] = 0.5
	}
	gains[h*w] = 4 * float32(h*w) * 10 // ten levels brighter
	require.NoError(t, c.UploadReal(ctx, f.gains, gains))
	check := func(what string) {
		t.Helper()
		got := make([]uint8, 4*h*w-1)
		require.NoError(t, DownloadSamples(ctx, c, got, f.src))
		for i, v := range got {
			if i%4 == 3 {
				require.Equal(t, pixels[i], v, what)
			} else {
				require.InDelta(t, float64(pixels[i])/2+10, float64(v), 0.501, "%s: sample %d", what, i)
			}
		}
	}
	require.NoError(t, UploadSamples(ctx, c, f.src, pixels[:4*h*w-1]))
	require.NoError(t, f.Run(ctx, f.src, f.src, f.gains))
	check("in place")
	require.NoError(t, UploadSamples(ctx, c, f.src, pixels))
	dev, err := c.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, f.Encode(enc, f.src, f.src, f.gains))
	s, err := enc.Submit()
	require.NoError(t, err)
	require.NoError(t, s.Wait(ctx))
	check("by the caller's commands")
}

// Several goroutines run filters that share the memory of bins, by Run and in the caller's
// commands. Each result belongs to its own source.
func TestResidentFiltersAtOnce(t *testing.T) { onBoth(t, testResidentFiltersAtOnce) }

func testResidentFiltersAtOnce(t *testing.T, c *Engine) {
	dev, err := c.Device()
	require.NoError(t, err)
	const n = 16
	var all sync.WaitGroup
	for i := range 4 {
		f := newFilterRig(t, c, Problem{Kind: R2C, Shape: []int{n, n}}, RealGains)
		x := ref.UniformReal(uint64(50+i), n*n)
		gains := ones(f.Bins() + 1)
		gains[f.Bins()] = float32(1000 * i * n * n) // results are far apart
		require.NoError(t, c.UploadReal(ctx, f.src, x))
		require.NoError(t, c.UploadReal(ctx, f.gains, gains))
		encoded := func() error {
			enc, err := dev.NewEncoder()
			if err != nil {
				return err
			}
			if err := f.Encode(enc, f.dst, f.src, f.gains); err != nil {
				return err
			}
			_, err = enc.Submit()
			return err
		}
		all.Go(func() {
			got := make([]float32, n*n)
			for round := range 20 {
				var err error
				if (round+i)%2 == 0 {
					err = f.Run(ctx, f.dst, f.src, f.gains)
				} else {
					err = encoded()
				}
				if err == nil {
					err = c.DownloadReal(ctx, got, f.dst)
				}
				if err != nil {
					t.Error(err)
					return
				}
				for j := range got {
					if math.Abs(float64(got[j]-x[j])-float64(1000*i)) > 0.01 {
						t.Errorf("filter %d, round %d: element %d is %g, from %g", i, round, j, got[j], x[j])
						return
					}
				}
			}
		})
	}
	all.Wait()
}

func TestResidentFilterRefused(t *testing.T) {
	c := openGPU(t)
	for why, p := range map[string]Problem{
		"have no layout":      {Kind: R2C, Shape: []int{8}, Out: Layout{Offset: 1}},
		"use Problem.InPlace": {Kind: R2C, Shape: []int{8}, InPlace: true},
		"use RealGains":       {Kind: DCT2, Shape: []int{8}},
		"at least one":        {Shape: []int{0}},
		"filter fewer": {Kind: R2C, Shape: []int{1 << 12},
			Batch: int(c.gpu.Limits().BindingBytes >> 14)},
		"planar is for complex arrays": {Kind: R2C, Shape: []int{8}, In: Layout{Planar: true}},
	} {
		_, err := c.PlanResidentFilter(ctx, p, ComplexGains)
		require.ErrorContains(t, err, why, "%v", p)
	}
	_, err := c.PlanResidentFilter(ctx, Problem{Shape: []int{8}}, 7)
	require.ErrorContains(t, err, "RealGains or ComplexGains")
	most := int(c.gpu.Limits().BindingBytes / 4)
	none, err := c.PlanResidentFilter(ctx, Problem{Kind: DCT2, Shape: []int{most / 4096, 4096}}, RealGains)
	require.ErrorContains(t, err, "by PlanResident, which goes in parts", "the gains have one number more")
	require.Nil(t, none)
	f := newFilterRig(t, c, Problem{Kind: R2C, Shape: []int{300}}, RealGains)
	small, err := c.NewBuffer(8)
	require.NoError(t, err)
	defer small.Close()
	require.ErrorContains(t, f.Run(ctx, f.dst, f.src, Region{Buffer: small}), "gains holds")
	require.ErrorContains(t, f.Run(ctx, f.dst, Region{Buffer: small}, f.gains), "src holds")
	require.ErrorContains(t, f.Run(ctx, Region{Buffer: small}, f.src, f.gains), "dst holds")
	require.ErrorContains(t, f.Encode(nil, f.dst, f.src, f.gains), "nil encoder")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, f.Run(ended, f.dst, f.src, f.gains), context.Canceled)
	require.NoError(t, f.Close())
	require.ErrorIs(t, f.Run(ctx, f.dst, f.src, f.gains), ErrClosed)
}
