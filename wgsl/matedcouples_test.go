package wgsl

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// anyMatedCouples draws a kernel of couples of columns and their mates.
func anyMatedCouples(r *rand.Rand) FFT {
	for {
		k := FFT{
			Chain:      anyChain(r, 256),
			Points:     1 + r.IntN(32),
			Transforms: 2 + 2*r.IntN(8),
			Exchange:   Exchange{r.IntN(2) == 0, uint8(r.IntN(4))},
			Layout:     Layout{LayoutKind(r.IntN(3)), uint8(2 + r.IntN(6))},
			Product:    r.IntN(5) / 4,
			Coupled:    true,
			Mated:      true,
			Guard:      r.IntN(2) == 0,
		}
		n, columns := k.N(), 2+r.IntN(40)
		k.Load.Map = Map{Stride: columns, Dist: n * columns, Inner: columns}
		k.Store.Map, k.Load.Turn = k.Load.Map, Turn{Order: n * columns, Inner: columns}
		k.Load.Order, k.Store.Order = Order(r.IntN(2)), Order(r.IntN(2))
		k.Store.Swap = r.IntN(2) == 0
		k.Store.Real = Real{Form: Form(r.IntN(2))*(Cosine-Half) + Half, N: 2 * n * columns}
		if r.IntN(4) == 0 {
			k.Store.Real.N, k.Store.Real.Rows = n*columns, true
		}
		if k.Check(wide) == nil && k.Held() <= 64 {
			return k
		}
	}
}

// Threads have every point of a column and its mate once, each with the point that makes a pair with it.
func TestMatedCouplesHoldEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 300 {
		k := anyMatedCouples(r)
		steps := k.steps()
		st := steps[len(steps)-1]
		require.True(t, st.mates)
		columns, half, groups := k.mates()
		h := columns * k.N()
		stored := make([]int, h)
		for group := range groups {
			for invocation := range k.Invocations() {
				for b := 0; b < k.perThread(st); b += 2 {
					slot, j, active := k.worker(st, invocation, b)
					lo, hi := k.mateSpan(st, b)
					column := group*half + slot
					if !active || column > columns/2 {
						continue
					}
					require.True(t, slot < half && lo <= j && j <= hi, k.Name())
					mate := st.MatedWith(column, j)
					lo, hi = k.mateSpan(st, b+1)
					require.True(t, lo <= mate && mate <= hi, "%s: butterfly %d is not within %d ... %d", k.Name(), mate, lo, hi)
					q, other, _ := k.worker(st, invocation, b+1)
					require.Equal(t, slot+half, q)
					require.True(t, column == 0 || other == mate)
					require.Equal(t, (columns-column)%columns, k.number(group*k.Transforms+q)%columns)
					whole := column > 0 && column < (columns+1)/2
					for m := range st.R {
						slot := st.R - 1 - m
						if column == 0 && j == 0 {
							slot = (st.R - m) % st.R
						}
						point := column + st.Out(j, m)*columns
						require.Equal(t, (h-point)%h, (columns-column)%columns+st.Out(mate, slot)*columns, "%s: column %d, point %d", k.Name(), column, point)
						if whole || 2*point <= h {
							stored[point]++
							if point > 0 && 2*point < h {
								stored[h-point]++
							} else if 2*point > h {
								stored[h-point]++
							}
						}
						// What the kernel asks of each slot comes to that.
						lone := point%columns == 0 && column == 0 && j == 0
						asked := m < st.R/2 || whole || st.R%2 == 1 && m == st.R/2 && 2*point <= h || m == st.R/2 && b == 0 && lone
						require.Equal(t, whole || 2*point <= h, asked, "%s: column %d, butterfly %d, slot %d", k.Name(), column, j, m)
					}
				}
			}
		}
		for point, times := range stored {
			require.Equal(t, 1, times, "%s: point %d", k.Name(), point)
		}
	}
}

// Couples of columns and their mates take the place of an exchange, too.
func TestMatedCouplesSaveAnExchange(t *testing.T) {
	coupled := named("fft128_8.16_p32_t32_one_pad5_in256x32768x256_inacross_inturn32768x256_out256x32768x256_outacross_outhalf65536_scale0.5_coupled_mated")
	require.NoError(t, coupled.Check(wide))
	require.Equal(t, 32, coupled.Held())
	mated, complexes := coupled, coupled
	mated.Coupled = false
	complexes.Coupled, complexes.Mated, complexes.Store.Real = false, false, Real{}
	require.Equal(t, complexes.Work(), coupled.Work(), "what the complex transform costs")
	require.Equal(t, 2*coupled.Work().Barriers, mated.Work().Barriers)
	require.Equal(t, 2*coupled.Work().Exchanged, mated.Work().Exchanged)
}

// Names and compilers.
func TestKernelsOfMatedCouples(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	tint, err := exec.LookPath("tint")
	if err != nil {
		t.Log("tint is not on the PATH")
	}
	for i := range 100 {
		k := anyMatedCouples(r)
		parsed, err := ParseFFT(k.Name())
		require.NoError(t, err)
		require.Equal(t, k.Name(), parsed.Name())
		text := k.Module().Text
		require.NotContains(t, text, "%!", k.Name())
		if tint == "" || i%5 > 0 {
			continue
		}
		file := filepath.Join(t.TempDir(), "kernel.wgsl")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		out, err := exec.Command(tint, "--format", "wgsl", file).CombinedOutput()
		require.NoError(t, err, "%s: %s", k.Name(), out)
	}
}
