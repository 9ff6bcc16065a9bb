package wgfft

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/internal/strided"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// valueOf is the number that sample i of memory is.
func valueOf(s Samples, memory []byte, i int) float32 {
	switch s {
	case Uint8:
		return float32(memory[i])
	case Int8:
		return float32(int8(memory[i]))
	case Uint16:
		return float32(uint16(memory[2*i]) | uint16(memory[2*i+1])<<8)
	case Int16:
		return float32(int16(uint16(memory[2*i]) | uint16(memory[2*i+1])<<8))
	}
	return float32(uint16(memory[2*i])<<8 | uint16(memory[2*i+1]))
}

// Samples of every type, dense, with gaps and as the channels of pixels, make the spectra of their
// numbers; the way back makes the same samples again and changes nothing between them. Lengths of
// one pass and of several, even and odd, and convolutions.
func TestSamples(t *testing.T) { onBoth(t, testSamples) }

func testSamples(t *testing.T, c *Engine) {
	noise := rand.NewChaCha8([32]byte{7})
	for i, p := range []Problem{
		{Kind: R2C, Shape: []int{16}, Batch: 5, In: Layout{Samples: Uint8}},
		{Kind: DCT2, Shape: []int{5, 6}, Batch: 3,
			In: Layout{Samples: Int16, Strides: []int{24, 4}, Dist: 1, Offset: 8}},
		{Kind: R2C, Shape: []int{64}, Batch: 5, In: Layout{Samples: Uint8}},
		{Kind: R2C, Shape: []int{37, 15}, In: Layout{Samples: Int8}},
		{
			Kind: R2C, Shape: []int{30, 50}, Batch: 3,
			In: Layout{Samples: Uint8, Strides: []int{4 * 53, 4}, Dist: 1, Offset: 8},
		},
		{
			Kind: R2C, Shape: []int{100}, Batch: 3,
			In: Layout{Samples: Int16, Strides: []int{-2}, Dist: 301, Offset: 250},
		},
		{Kind: R2C, Shape: []int{37}, Batch: 33, In: Layout{Samples: Uint16}, PackPairs: true},
		{Kind: R2C, Shape: []int{40960}, In: Layout{Samples: Int16}},
		// some pairs lie in two words
		{
			Kind: R2C, Shape: []int{10, 128}, Batch: 3,
			In: Layout{Samples: Uint8, Strides: []int{131, 1}, Dist: 10 * 131, Offset: 3},
		},
		{Kind: R2C, Shape: []int{128}, Batch: 5, In: Layout{Samples: Int16, Strides: []int{1}, Dist: 133, Offset: 1}},
		{Kind: R2C, Shape: []int{30, 128}, In: Layout{Samples: Uint16Big}},
		{Kind: R2C, Shape: []int{2, 83}, Axes: []int{1}, In: Layout{Samples: Uint16Big, Strides: []int{1, 3}}},
		{Kind: DCT2, Shape: []int{24, 40}, Batch: 3, In: Layout{Samples: Uint8, Strides: []int{160, 4}, Dist: 1}},
		{Kind: DCT2, Shape: []int{81}, Batch: 2, In: Layout{Samples: Uint16Big}},
		{Kind: DCT4, Shape: []int{64}, Batch: 3, In: Layout{Samples: Uint8}},
		{Kind: DST2, Shape: []int{6, 5}, Axes: []int{0}, Batch: 7, In: Layout{Samples: Int8}},
		{Kind: DST1, Shape: []int{31}, Batch: 2, In: Layout{Samples: Int16}},
		{Kind: DCT2, Shape: []int{10000}, In: Layout{Samples: Uint8, Have: []int{8501}}},
	} {
		if !isUsual(c, i, 2) {
			continue
		}
		s := p.In.Samples
		extent, bins, err := of(p).Extents()
		require.NoError(t, err)
		r, err := c.PlanResident(ctx, p)
		require.NoError(t, err, "%v %v", p, s)
		source, err := r.NewSource()
		require.NoError(t, err)
		result, err := r.NewResult()
		require.NoError(t, err)
		require.GreaterOrEqual(t, source.Size(), int64(extent)*s.Bytes())
		require.Less(t, source.Size(), int64(extent)*s.Bytes()+4)
		require.Equal(t, r.Bytes(), max(source.Size(), result.Size()))

		memory := make([]byte, source.Size())
		noise.Read(memory)
		require.NoError(t, UploadSamples(ctx, c, Region{Buffer: source}, memory))
		require.NoError(t, r.Forward(ctx, Region{Buffer: result}, Region{Buffer: source}))
		got := make([]float32, result.Size()/4)
		require.NoError(t, c.DownloadReal(ctx, got, Region{Buffer: result}))

		values, x := make([]float32, extent), make([]float32, of(p).Points()*of(p).Count())
		for i := range values {
			values[i] = valueOf(s, memory, i)
		}
		require.NoError(t, strided.Gather(t.Context(), of(p), x, values))
		each := len(got) / of(p).Count()
		require.Equal(t, bins*int(of(p).Arrays()[1].ElementBytes)/4, len(got))
		for from, to := range yardstick.Groups(of(p)) {
			err := yardstick.Expect(of(p), x[from*of(p).Points():to*of(p).Points()]).Error(got[from*each : to*each])
			require.LessOrEqual(t, err, yardstick.Tolerance(of(p)), "%v %v: %v", p, s, r)
		}

		other := make([]byte, len(memory))
		noise.Read(other)
		want := append([]byte{}, other...)
		back, inverse := inverseOf(p), r.Inverse
		if p.Kind.isTrig() { // In is read and Out is written, in both directions
			back.In, back.Out = back.Out, back.In
			forth := p
			forth.In, forth.Out, forth.Kind = p.Out, p.In, Kind(plan.Kind(p.Kind).Inverse())
			forth.Norm = NormForward // the inverse of the norm Backward of p
			other, err := c.PlanResident(ctx, forth)
			require.NoError(t, err)
			defer other.Close()
			inverse = other.Forward
		}
		places := make([]float32, extent)
		require.NoError(t, strided.Scatter(t.Context(), back, places, ones(len(x))))
		for i, sample := range places {
			if n := int(s.Bytes()); sample > 0 {
				copy(want[i*n:(i+1)*n], memory[i*n:])
			}
		}
		require.NoError(t, UploadSamples(ctx, c, Region{Buffer: source}, other))
		require.NoError(t, inverse(ctx, Region{Buffer: source}, Region{Buffer: result}))
		require.NoError(t, DownloadSamples(ctx, c, other, Region{Buffer: source}))
		require.Equal(t, want, other, "%v %v: the way back", p, s)
		for _, closer := range []interface{ Close() error }{source, result, r} {
			require.NoError(t, closer.Close())
		}
	}
}

func ones(n int) []float32 {
	all := make([]float32, n)
	for i := range all {
		all[i] = 1
	}
	return all
}

// Values beyond the range are clamped, values between two integers go to the nearest, and NaN
// becomes the smallest.
func TestSamplesRound(t *testing.T) { onBoth(t, testSamplesRound) }

func testSamplesRound(t *testing.T, c *Engine) {
	for i, s := range []Samples{Int8, Uint16Big, Uint8, Uint16, Int16} {
		if !isUsual(c, i, 2) {
			continue
		}
		least, greatest := s.Range()
		r, err := c.PlanResident(ctx, Problem{Kind: DCT2, Shape: []int{1}, Batch: 9, Out: Layout{Samples: s}})
		require.NoError(t, err)
		defer r.Close()
		numbers := []float32{
			float32(least), float32(greatest), float32(least) - 0.6, float32(greatest) + 0.6, 1e30, -1e30, 7.4, 7.6,
			float32(math.NaN()),
		}
		want := []float32{
			float32(least), float32(greatest), float32(least), float32(greatest), float32(greatest), float32(least), 7,
			8, float32(least),
		}
		for i := range numbers {
			numbers[i] *= 2 // a cosine transform of one number is twice it
		}
		bins, err := r.NewSource()
		require.NoError(t, err)
		defer bins.Close()
		samples, err := r.NewResult()
		require.NoError(t, err)
		defer samples.Close()
		require.NoError(t, c.UploadReal(ctx, Region{Buffer: bins}, numbers))
		require.NoError(t, r.Inverse(ctx, Region{Buffer: samples}, Region{Buffer: bins}))
		got := make([]byte, 9*s.Bytes())
		require.NoError(t, DownloadSamples(ctx, c, got, Region{Buffer: samples}))
		for i := range want {
			require.Equal(t, want[i], valueOf(s, got, i), "%v of %v", s, numbers[i]/2)
		}
	}
}

// Samples that end within a word travel completely. The rest of their last word does not change.
func TestSamplesTravel(t *testing.T) { onBoth(t, testSamplesTravel) }

func testSamplesTravel(t *testing.T, c *Engine) {
	b, err := c.NewBuffer(300 << 10)
	require.NoError(t, err)
	defer b.Close()
	for _, n := range []int{1, 2, 3, 5, 1021, 2<<20 + 3} {
		all := make([]uint8, b.Size())
		for i := range all {
			all[i] = 99
		}
		require.NoError(t, UploadSamples(ctx, c, Region{Buffer: b}, all))
		src := make([]int8, n)
		for i := range src {
			src[i] = int8(i*7 + 1)
		}
		require.NoError(t, UploadSamples(ctx, c, Region{Buffer: b}, src))
		got := make([]int8, n)
		require.NoError(t, DownloadSamples(ctx, c, got, Region{Buffer: b}))
		require.Equal(t, src, got)
		require.NoError(t, DownloadSamples(ctx, c, all, Region{Buffer: b}))
		for i, v := range all[n : n+8] {
			if n+i < (n+3)&^3 {
				require.Zero(t, v)
			} else {
				require.Equal(t, uint8(99), v)
			}
		}
	}
	wide := []uint16{1, 0xfffe, 3}
	require.NoError(t, UploadSamples(ctx, c, Region{Buffer: b}, wide))
	again := make([]uint16, 3)
	require.NoError(t, DownloadSamples(ctx, c, again, Region{Buffer: b}))
	require.Equal(t, wide, again)
	require.Equal(t, unsafe.Sizeof(wide[0]), uintptr(Uint16.Bytes()))
}

// Layouts that samples can't have are refused when they are planned.
func TestSamplesRefused(t *testing.T) { onBoth(t, testSamplesRefused) }

func testSamplesRefused(t *testing.T, c *Engine) {
	refused := func(p Problem, why string) {
		t.Helper()
		_, err := c.PlanResident(ctx, p)
		require.ErrorContains(t, err, why)
	}
	refused(Problem{Shape: []int{8}, In: Layout{Samples: Uint8}}, "complex points of type")
	refused(Problem{Kind: R2C, Shape: []int{8}, Out: Layout{Samples: Uint8}}, "complex points of type")
	refused(Problem{Kind: R2C, Shape: []int{8}, InPlace: true, In: Layout{Samples: Uint8}}, "use two buffers")
	refused(Problem{Kind: DCT2, Shape: []int{8}, In: Layout{Samples: 77}}, "want Float32, Uint8")
	if c.gpu != nil {
		batch := int(c.gpu.Limits().BindingBytes>>10) + 1
		refused(
			Problem{Kind: R2C, Shape: []int{1 << 10}, Batch: batch, In: Layout{Samples: Uint8}}, "use a smaller batch",
		)
	}
	r, err := c.PlanResident(
		ctx, Problem{Kind: DCT2, Shape: []int{8}, In: Layout{Samples: Uint8}, Out: Layout{Samples: Uint8}},
	)
	require.NoError(t, err)
	defer r.Close()
	b, err := r.NewBuffer()
	require.NoError(t, err)
	defer b.Close()
	require.ErrorContains(t, r.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}), "use two buffers")
	_, err = c.PlanReal(ctx, Problem{Kind: R2C, Shape: []int{8}, In: Layout{Samples: Int8}})
	require.ErrorContains(t, err, "use PlanResident")
	_, err = c.PlanConvolution(
		ctx, Convolution{Shape: []int{8}, Kernel: []int{3}, In: Layout{Samples: Int8}}, make([]complex64, 3),
	)
	require.ErrorContains(t, err, "use PlanResidentConvolution")
}

// A convolution of samples equals the convolution of their values, rounded to the nearest integer.
func TestSamplesConvolve(t *testing.T) { onBoth(t, testSamplesConvolve) }

func testSamplesConvolve(t *testing.T, c *Engine) {
	kernel := []complex64{0.25, 0.5, 0.25}
	for i, shape := range [][]int{{16}, {300}, {40, 30}} {
		if !isUsual(c, i, 1) {
			continue
		}
		v := Convolution{
			Shape: shape, Kernel: []int{1, 3}[2-len(shape):], Real: true, Mode: ModeSame, Batch: 3,
			In: Layout{Samples: Uint8}, Out: Layout{Samples: Uint8},
		}
		n := product(v.Shape)
		r, err := c.PlanResidentConvolution(ctx, v, kernel)
		require.NoError(t, err)
		defer r.Close()
		src, err := r.NewSource()
		require.NoError(t, err)
		defer src.Close()
		dst, err := r.NewResult()
		require.NoError(t, err)
		defer dst.Close()
		x := make([]uint8, 3*n)
		rand.NewChaCha8([32]byte{9}).Read(x)
		require.NoError(t, UploadSamples(ctx, c, Region{Buffer: src}, x))
		require.NoError(t, r.Run(ctx, Region{Buffer: dst}, Region{Buffer: src}))
		got := make([]uint8, len(x))
		require.NoError(t, DownloadSamples(ctx, c, got, Region{Buffer: dst}))
		w := shape[len(shape)-1]
		for i := range x {
			sum := 2 * int(x[i])
			if i%w > 0 {
				sum += int(x[i-1])
			}
			if i%w < w-1 {
				sum += int(x[i+1])
			}
			require.InDelta(t, float64(sum)/4, float64(got[i]), 0.5+1e-3, "element %d of %v", i, shape)
		}
	}
}
