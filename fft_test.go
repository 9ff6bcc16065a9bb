package wgfft

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/pipeline"
	"wgfft/plan"
)

// propertyLengths are the lengths of rows, some of every kind.
var propertyLengths = []int{1, 2, 3, 4, 8, 12, 16, 17, 31, 60, 64, 100, 128}

// input draws rows of random points.
type input struct {
	n, rows int
	x       []complex64
	norm    Norm
}

func drawInput(r *rapid.T) input {
	in := input{
		n: rapid.SampledFrom(propertyLengths).Draw(r, "n"), rows: rapid.SampledFrom([]int{1, 3}).Draw(r, "rows"),
		norm: Norm(rapid.IntRange(0, 2).Draw(r, "norm")),
	}
	in.rows = max(in.rows, ref.Together(in.n)) // the number of rows that are judged together
	in.x = ref.Uniform(rapid.Uint64().Draw(r, "seed"), in.n*in.rows)
	return in
}

// fft transforms rows of the input.
func (in input) fft(t require.TestingT, c *Engine, x []complex64) []complex64 {
	y, err := c.FFT(ctx, nil, x, WithRowLength(in.n))
	require.NoError(t, err)
	return y
}

// properties checks a property of transforms on the CPU engine, and with WGFFT_ALL=1 on a GPU.
func properties(t *testing.T, f func(r *rapid.T, c *Engine)) {
	check := func(t *testing.T, c *Engine) { rapid.Check(t, func(r *rapid.T) { f(r, c) }) }
	if testcase.Long() {
		onBoth(t, check)
		return
	}
	check(t, openCPU(t))
}

// relative is the distance of each row relative to its size, the worst of all rows.
func relative(got []complex64, want []complex128, n int) float64 {
	e, _ := ref.WorstTogether(got, want, n)
	return e
}

func TestLinearity(t *testing.T) {
	properties(t, func(r *rapid.T, c *Engine) {
		in := drawInput(r)
		y := ref.Uniform(rapid.Uint64().Draw(r, "other seed"), len(in.x))
		a, b := complex64(complex(
			rapid.Float32Range(-2, 2).Draw(r, "a"), 0.5,
		)), complex64(complex(-1, rapid.Float32Range(-2, 2).Draw(r, "b")))
		sum := make([]complex64, len(in.x))
		for i := range sum {
			sum[i] = a*in.x[i] + b*y[i]
		}
		X, Y, S := in.fft(r, c, in.x), in.fft(r, c, y), in.fft(r, c, sum)
		want := make([]complex128, len(S))
		for i := range want {
			want[i] = complex128(a)*complex128(X[i]) + complex128(b)*complex128(Y[i])
		}
		// Three transforms and the rounding of the sum; the sum may cancel, so the error is
		// relative to the parts.
		for first, end := range ref.Groups(in.rows, in.n) {
			off, parts := 0.0, 0.0
			for i := first * in.n; i < end*in.n; i++ {
				off += square(complex128(S[i]) - want[i])
				parts += square(complex128(a)*complex128(X[i])) + square(complex128(b)*complex128(Y[i]))
			}
			require.LessOrEqual(r, math.Sqrt(off), 2*ref.Tolerance(in.n)*math.Sqrt(parts))
		}
	})
}

func square(z complex128) float64 { return real(z)*real(z) + imag(z)*imag(z) }

func TestShift(t *testing.T) {
	properties(t, func(r *rapid.T, c *Engine) {
		in := drawInput(r)
		by := rapid.IntRange(0, in.n-1).Draw(r, "by")
		shifted, modulated := make([]complex64, len(in.x)), make([]complex64, len(in.x))
		for at := 0; at < len(in.x); at += in.n {
			for j := range in.n {
				shifted[at+(j+by)%in.n] = in.x[at+j]
				modulated[at+j] = complex64(complex128(in.x[at+j]) * cmplx.Exp(complex(
					0, 2*math.Pi*float64(j*by%in.n)/float64(in.n),
				)))
			}
		}
		X := in.fft(r, c, in.x)
		inTime, inFrequency := make([]complex128, len(X)), make([]complex128, len(X))
		for at := 0; at < len(X); at += in.n {
			for k := range in.n {
				inTime[at+k] = complex128(X[at+k]) * cmplx.Exp(complex(0, -2*math.Pi*float64(k*by%in.n)/float64(in.n)))
				inFrequency[at+(k+by)%in.n] = complex128(X[at+k])
			}
		}
		require.LessOrEqual(r, relative(in.fft(r, c, shifted), inTime, in.n), 3*ref.Tolerance(in.n), "later in time")
		require.LessOrEqual(
			r, relative(in.fft(r, c, modulated), inFrequency, in.n), 3*ref.Tolerance(in.n), "higher in frequency",
		)
	})
}

func TestParseval(t *testing.T) {
	properties(t, func(r *rapid.T, c *Engine) {
		in := drawInput(r)
		X := in.fft(r, c, in.x)
		for at := 0; at < len(X); at += in.n {
			var time, frequency float64
			for j := range in.n {
				time += math.Pow(cmplx.Abs(complex128(in.x[at+j])), 2)
				frequency += math.Pow(cmplx.Abs(complex128(X[at+j])), 2)
			}
			require.InEpsilon(r, time, frequency/float64(in.n), 4*ref.Tolerance(in.n))
		}
	})
}

func TestRoundTrip(t *testing.T) {
	properties(t, func(r *rapid.T, c *Engine) {
		in := drawInput(r)
		there, err := c.FFT(ctx, nil, in.x, WithRowLength(in.n), WithNorm(in.norm))
		require.NoError(r, err)
		back, err := c.IFFT(ctx, there, there, WithRowLength(in.n), WithNorm(in.norm))
		require.NoError(r, err)
		require.LessOrEqual(r, relative(back, ref.Widen(in.x), in.n), 2.5*ref.Tolerance(in.n))
	})
}

func TestRowsDoNotDependOnEachOther(t *testing.T) {
	properties(t, func(r *rapid.T, c *Engine) {
		in := drawInput(r)
		row := rapid.IntRange(0, in.rows-1).Draw(r, "row") * in.n
		before := in.fft(r, c, in.x)
		others := ref.Uniform(rapid.Uint64().Draw(r, "other seed"), len(in.x))
		copy(others[row:row+in.n], in.x[row:row+in.n])
		after := in.fft(r, c, others)
		require.True(r, slices.Equal(before[row:row+in.n], after[row:row+in.n]), "bit by bit")
	})
}

func TestLengthsNormsAndDirections(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for i, n := range []int{16, 15, 1, 2, 5, 7, 27, 31, 36, 125, 143, 256, 343, 512, 1000, 1024} {
			for j, norm := range []Norm{NormOrtho, NormForward, NormBackward} {
				if !isUsual(c, i, 2) || c.gpu != nil && i%3 != j {
					continue
				}
				src := ref.Uniform(uint64(n), 5*n)
				y, err := c.FFT(t.Context(), nil, src, WithRowLength(n), WithNorm(norm))
				require.NoError(t, err)
				near(t, y, src, n, false, norm)
				y, err = c.IFFT(t.Context(), nil, src, WithRowLength(n), WithNorm(norm))
				require.NoError(t, err)
				near(t, y, src, n, true, norm)
			}
		}
	})
}

// Lengths that no workgroup holds take several passes, with scratch in place; all doors agree.
func TestSeveralPasses(t *testing.T) {
	c := openWith(t, "off") // as the model chooses
	const batch = 2
	n := 1 << 16
	for !testcase.Long() { // the shortest, which has the shortest kernels
		p, err := c.Plan(ctx, Problem{Shape: []int{n / 2}, Batch: batch})
		require.NoError(t, err)
		if !strings.Contains(p.String(), "four-step") {
			break
		}
		n /= 2
	}
	src := ref.Uniform(11, n*batch)
	p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err)
	require.Contains(t, p.String(), fmt.Sprintf("(four-step %d (column", n))
	y := make([]complex64, n*batch)
	require.NoError(t, p.Forward(t.Context(), y, src))
	near(t, y, src, n, false, NormBackward)
	resident, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err)
	a, err := c.NewBuffer(n * batch)
	require.NoError(t, err)
	b, err := c.NewBuffer(n * batch)
	require.NoError(t, err)
	require.NoError(t, c.Upload(t.Context(), Region{Buffer: a}, src))
	require.NoError(t, resident.Forward(t.Context(), Region{Buffer: b}, Region{Buffer: a}))
	got := make([]complex64, n*batch)
	require.NoError(t, c.Download(t.Context(), got, Region{Buffer: b}))
	near(t, got, src, n, false, NormBackward)
	require.NoError(t, resident.Inverse(t.Context(), Region{Buffer: b}, Region{Buffer: b}))
	require.NoError(t, c.Download(t.Context(), got, Region{Buffer: b}))
	worst, _ := ref.Worst(got, ref.Widen(src), n)
	require.LessOrEqual(t, worst, 2*ref.Tolerance(n))
}

// TestNormsByHand compares with scipy.fft.fft([1, 2j, -1, 4], norm=...), written out.
func TestNormsByHand(t *testing.T) {
	x := []complex64{1, 2i, -1, 4}
	unscaled := []complex64{4 + 2i, 4 + 4i, -4 - 2i, 0 - 4i} // X[k] = 1 + 2i(-i)^k - (-1)^k + 4 i^k
	inverse := []complex64{4 + 2i, 0 - 4i, -4 - 2i, 4 + 4i}  // the same, k counted backwards
	onBoth(t, func(t *testing.T, c *Engine) {
		for i, v := range []struct {
			norm             Norm
			forward, inverse complex64
		}{{NormBackward, 1, 0.25}, {NormOrtho, 0.5, 0.5}, {NormForward, 0.25, 1}} {
			if !isUsual(c, i, 1) {
				continue
			}
			y, err := c.FFT(t.Context(), nil, x, WithNorm(v.norm))
			require.NoError(t, err)
			z, err := c.IFFT(t.Context(), nil, x, WithNorm(v.norm))
			require.NoError(t, err)
			for k := range x {
				require.InDelta(t, 0, cmplx.Abs(complex128(y[k]-unscaled[k]*v.forward)), 1e-6, "%v", v.norm)
				require.InDelta(t, 0, cmplx.Abs(complex128(z[k]-inverse[k]*v.inverse)), 1e-6, "%v", v.norm)
			}
		}
	})
}

func TestDestinations(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		const n, rows = 16, 7
		src := ref.Uniform(1, n*rows)
		kept := slices.Clone(src)
		allocated, err := c.FFT(t.Context(), nil, src, WithRowLength(n))
		require.NoError(t, err)
		g := ref.NewGuarded[complex64](n * rows)
		given, err := c.FFT(t.Context(), g.Data, src, WithRowLength(n))
		require.NoError(t, err)
		require.Same(t, &g.Data[0], &given[0])
		require.NoError(t, g.Check())
		require.Equal(t, kept, src, "the source")
		require.Equal(t, allocated, given)
		near(t, given, src, n, false, NormBackward)
		same, err := c.FFT(t.Context(), src, src, WithRowLength(n))
		require.NoError(t, err)
		require.Same(t, &src[0], &same[0])
		near(t, same, kept, n, false, NormBackward)
	})
}

func TestAllDoorsAgree(t *testing.T) {
	c := openGPU(t)
	for i, n := range []int{16, 60} {
		if !isUsual(c, i, 1) {
			continue
		}
		const rows = 9
		problem := Problem{Shape: []int{n}, Batch: rows, Norm: NormOrtho}
		src := ref.Uniform(uint64(n), n*rows)
		once, err := c.FFT(t.Context(), nil, src, WithRowLength(n), WithNorm(NormOrtho))
		require.NoError(t, err)
		near(t, once, src, n, false, NormOrtho)

		p, err := c.Plan(ctx, problem)
		require.NoError(t, err)
		require.Equal(t, problem, p.Problem())
		planned := make([]complex64, len(src))
		require.NoError(t, p.Forward(t.Context(), planned, src))
		require.Equal(t, once, planned, "plan")

		r, err := c.PlanResident(ctx, problem)
		require.NoError(t, err)
		require.Equal(t, p.String(), r.String())
		a, b := Region{Buffer: upload(t, c, src)}, Region{Buffer: upload(t, c, make([]complex64, len(src)))}
		require.NoError(t, r.Forward(t.Context(), b, a))
		resident := download(t, c, b.Buffer, len(src))
		near(t, resident, src, n, false, NormOrtho)
		require.Equal(t, once, resident, "resident, out of place")
		require.Equal(t, src, download(t, c, a.Buffer, len(src)), "the source")
		require.NoError(t, r.Forward(t.Context(), a, a))
		require.Equal(t, once, download(t, c, a.Buffer, len(src)), "resident, in place")
		require.NoError(t, r.Inverse(t.Context(), a, a))
		back := download(t, c, a.Buffer, len(src))
		e, _ := ref.Worst(back, ref.Widen(src), n)
		require.LessOrEqual(t, e, 2.5*ref.Tolerance(n), "forward and inverse")

		// There and back recorded in one encoder.
		dev, err := c.Device()
		require.NoError(t, err)
		require.NoError(t, c.Upload(t.Context(), a, src))
		enc, err := dev.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, r.EncodeForward(enc, b, a))
		require.NoError(t, r.EncodeInverse(enc, a, b))
		s, err := enc.Submit()
		require.NoError(t, err)
		require.NoError(t, s.Wait(t.Context()))
		require.Equal(t, once, download(t, c, b.Buffer, len(src)), "encoder")
		require.Equal(t, back, download(t, c, a.Buffer, len(src)), "encoder, back")
		require.NoError(t, r.Close())
	}
}

func TestPlansPrint(t *testing.T) {
	p, err := openCPU(t).Plan(ctx, Problem{Shape: []int{100}, Batch: 3, Norm: NormOrtho})
	require.NoError(t, err)
	require.Equal(t, "(cpu 100 batch 3 ortho)", p.String())
	p, err = openGPU(t).Plan(ctx, Problem{Shape: []int{16}, Batch: 1 << 30})
	require.NoError(t, err)
	require.Regexp(t, `^\(stockham 16 [0-9.]+ batch 1073741824\)$`, p.String())
	// A plan of a single part shares the tree with the plan of the whole batch, but is printed with
	// its own batch.
	items, _ := pipeline.Parts(16*plan.ElementBytes, 1<<30)
	require.Less(t, items, 1<<30)
	r, err := p.prepared.eng.PlanResident(ctx, Problem{Shape: []int{16}, Batch: items})
	require.NoError(t, err)
	require.Contains(t, r.String(), fmt.Sprintf(" batch %d)", items))
}

// TestAllocations limits the allocations of a call after the first calls.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	c := openGPU(t)
	const n, rows = 16, 4
	src, dst := ref.Uniform(1, n*rows), make([]complex64, n*rows)
	a, b := Region{Buffer: upload(t, c, src)}, Region{Buffer: upload(t, c, src)}
	r, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: rows})
	require.NoError(t, err)
	p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: rows})
	require.NoError(t, err)
	cpuPlan, err := openCPU(t).Plan(ctx, Problem{Shape: []int{n}, Batch: rows})
	require.NoError(t, err)
	for _, v := range []struct {
		what string
		most float64
		run  func() error
	}{
		// The encoder and the submission; their commands are recycled. Nothing of the binding's.
		{"resident", 4, func() error { return r.Forward(ctx, b, a) }},
		// Also the closures that copy, the keys of the program cache, two mappings.
		{"planned slices", 32, func() error { return p.Forward(ctx, dst, src) }},
		// Also the options.
		{"one call", 36, func() error { _, err := c.FFT(ctx, dst, src, WithRowLength(n)); return err }},
		{"planned slices on the CPU", 2, func() error { return cpuPlan.Forward(ctx, dst, src) }},
		// Plans that exist already: the problem is checked, and nothing is chosen.
		{"plan of slices", 40, func() error {
			p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: rows})
			if err == nil {
				err = p.Close()
			}
			return err
		}},
		// Also the program, with the words of its uniforms.
		{"resident plan", 50, func() error {
			p, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: rows})
			if err == nil {
				err = p.Close()
			}
			return err
		}},
	} {
		got := allocations(t, v.run)
		t.Logf("%s: %v allocations", v.what, got)
		require.LessOrEqual(t, got, v.most, v.what)
	}
}

func BenchmarkPlanLookup(b *testing.B) {
	for _, c := range []*Engine{openCPU(b), openGPU(b)} {
		b.Run(fmt.Sprint("cpu=", c.Adapter().CPU), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := c.Plan(ctx, Problem{Shape: []int{1000}, Batch: 64})
				if err != nil {
					b.Fatal(err)
				}
				p.Close()
			}
		})
	}
	c := openGPU(b)
	for _, p := range []Problem{
		{Shape: []int{1000}, Batch: 64}, {Shape: []int{65536}, Batch: 16},
		{Kind: DCT2, Shape: []int{512, 512}, Batch: 2},
	} {
		b.Run("resident="+p.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := c.PlanResident(ctx, p)
				if err != nil {
					b.Fatal(err)
				}
				r.Close()
			}
		})
	}
}

func BenchmarkFFT(b *testing.B) {
	for _, c := range []*Engine{openCPU(b), openGPU(b)} {
		b.Run(fmt.Sprint("cpu=", c.Adapter().CPU), func(b *testing.B) {
			x := ref.Uniform(1, 256)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.FFT(ctx, x, x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkResident(b *testing.B) {
	c := openGPU(b)
	x := Region{Buffer: upload(b, c, ref.Uniform(1, 256))}
	r, err := c.PlanResident(ctx, Problem{Shape: []int{256}})
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Forward(ctx, x, x); err != nil {
			b.Fatal(err)
		}
	}
}
