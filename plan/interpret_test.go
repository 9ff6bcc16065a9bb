package plan

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/wgsl"
)

// interpret plays a schedule on complex128 values: the maths of the passes without their WGSL. It fails the test where
// a pass reads what it writes, misses a point, or writes outside.
func interpret(t *testing.T, p Plan, src []complex128) []complex128 {
	t.Helper()
	s := p.Schedule()
	dst := make([]complex128, len(src))
	for i := range dst {
		dst[i] = complex(math.NaN(), math.NaN())
	}
	for _, pass := range s.Passes {
		k, ok := pass.Kernel.(wgsl.FFT)
		require.True(t, ok)
		require.Len(t, pass.Args, len(k.Module().Bindings))
		for _, a := range pass.Args {
			switch a.Role {
			case Table:
				require.Equal(t, wgsl.Twiddles(k.Chain), s.Tables[a.Index].Words())
			case Uniform:
				require.EqualValues(t, p.Problem.Count(), s.Uniforms[a.Index][0])
			}
		}
		groups := pass.Groups[0] * pass.Groups[1]
		require.GreaterOrEqual(t, groups*k.Transforms, p.Problem.Count())
		if !k.Guard {
			require.Equal(t, p.Problem.Count(), groups*k.Transforms, "without a guard every workgroup is full")
		}
		for q := range p.Problem.Count() {
			fft(k, q, dst, src)
		}
	}
	return dst
}

// fft plays one transform of a kernel.
func fft(k wgsl.FFT, q int, dst, src []complex128) {
	n := k.N()
	x := make([]complex128, n)
	for j := range x {
		x[j] = src[q*k.Load.Map.Dist+j*k.Load.Map.Stride]
		if k.Load.Swap {
			x[j] = complex(imag(x[j]), real(x[j]))
		}
	}
	for _, st := range k.Chain.Stages() {
		y := make([]complex128, n)
		for j := range st.Butterflies() {
			in := make([]complex128, st.R)
			for i := range in {
				e, order := st.Twiddle(j, i)
				in[i] = x[st.In(j, i)] * wgsl.Root(order, e)
			}
			for m := range st.R {
				sum := complex128(0)
				for i, v := range in {
					sum += v * wgsl.Root(st.R, i*m)
				}
				y[st.Out(j, m)] = sum
			}
		}
		x = y
	}
	for j, v := range x {
		if k.Store.Swap {
			v = complex(imag(v), real(v))
		}
		if k.Store.Scale != 0 {
			v *= complex(float64(k.Store.Scale), 0)
		}
		dst[q*k.Store.Map.Dist+j*k.Store.Map.Stride] = v
	}
}

func TestInterpretedSchedulesAreTransforms(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(1))
	check := func(n, batch int, inverse bool, norm Norm) {
		t.Helper()
		p, err := Make(Problem{Shape: []int{n}, Batch: batch, Inverse: inverse, Norm: norm}, l)
		require.NoError(t, err)
		src := make([]complex128, n*batch)
		for i := range src {
			src[i] = complex(r.Float64()-0.5, r.Float64()-0.5)
		}
		got := interpret(t, p, src)
		dft, scale := ref.NewDFT(n), norm.Scale(n, inverse)
		for q := range batch {
			want := make([]complex128, n)
			if inverse {
				dft.Inverse(want, src[q*n:(q+1)*n])
			} else {
				dft.Forward(want, src[q*n:(q+1)*n])
			}
			num, den := 0.0, 0.0
			for k, w := range want {
				w *= complex(scale, 0)
				d := got[q*n+k] - w
				num += real(d)*real(d) + imag(d)*imag(d)
				den += real(w)*real(w) + imag(w)*imag(w)
			}
			// The scale is a float32, so its rounding is all that may differ.
			require.LessOrEqual(t, math.Sqrt(num/den), 6e-8, fmt.Sprint(p))
		}
	}
	for n := 1; n <= 2048; n++ {
		if LargestPrime(n) <= MaxPrime {
			check(n, 1, false, Backward)
		}
	}
	for range 60 {
		n := NextSmooth(2049 + r.Intn(16384-2049-200))
		check(n, 1+r.Intn(3), r.Intn(2) == 0, Norm(r.Intn(3)))
	}
}
