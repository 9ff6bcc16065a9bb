package wgsl

import (
	"fmt"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// twiddled returns a kernel with twiddles as a change says.
func twiddled(k Kernel, change func(t *Twiddles)) Kernel {
	return k.with(func(k *Kernel) { change(&k.Twiddles) })
}

// sharing are kernels whose threads have several butterflies in a stage with twiddles.
func sharing() []Kernel {
	mirrored := func(c Centre, side int) func(k *Kernel) {
		return func(k *Kernel) { k.Threads.Mirror[side].Centre = c }
	}
	return []Kernel{
		plain(8, 3, 4, 4, 4),
		plain(27, 1, 9, 3, 9),
		plain(21, 1, 7, 7, 7),
		plain(15, 4, 15, 4),
		plain(16, 1, 8, 8, 4).with(mirrored(Zero, stores)),
		plain(10, 2, 5, 5, 2).with(mirrored(Zero, stores)),
		plain(6, 2, 7, 5, 3).with(mirrored(Zero, stores)),
		plain(16, 1, 8, 8, 8).with(mirrored(Half, stores)),
	}
}

// With every basis, table and sharing a kernel computes the DFT.
func TestTwiddlesPlay(t *testing.T) {
	for i, k := range append(sharing(), plain(16, 1, 16, 16, 2), plain(25, 1, 5, 25), plain(4, 3, 4, 4)) {
		for basis := range uint8(maxBasis + 1) {
			for _, share := range []bool{false, true} {
				for j, vec4 := range []bool{false, true} {
					if !testcase.Shard(t, 2*i+(j+int(basis))%2) {
						continue
					}
					k := twiddled(k, func(t *Twiddles) { t.Basis, t.Share, t.Vec4 = basis, share, vec4 })
					p, err := k.lower()
					require.NoError(t, err)
					in, out, races, err := played(k, p)
					require.NoError(t, err)
					require.Zero(t, races)
					for at, want := range dftOf(in[:k.N()], false) {
						require.Less(t, cmplx.Abs(out[at]-want), 1e-12, "kernel %d, point %d, %+v", i, at, k.Twiddles)
					}
				}
			}
		}
	}
}

// readsOf returns how often a text reads an array.
func readsOf(text, array string) int {
	return strings.Count(text, array+"[") - strings.Count(text, "// "+array+"[")
}

// A basis, sharing and pairs read fewer twiddles, and products are counted as work.
func TestTwiddleReads(t *testing.T) {
	for i, c := range []struct {
		kernel   Kernel
		twiddles Twiddles
		reads    int
		products int // for one thread
	}{
		{plain(7, 1, 7, 7), Twiddles{}, 6, 0},
		{plain(7, 1, 7, 7), Twiddles{Basis: 1}, 3, 3},
		{plain(7, 1, 7, 7), Twiddles{Basis: 2}, 4, 2},
		{plain(7, 1, 7, 7), Twiddles{Basis: 3}, 4, 2},
		{plain(7, 1, 7, 7), Twiddles{Basis: 8}, 6, 0},
		{plain(7, 1, 7, 7), Twiddles{Vec4: true}, 3, 0},
		{plain(7, 1, 7, 7), Twiddles{Vec4: true, Basis: 1}, 2, 3},
		{plain(32, 1, 32, 32), Twiddles{Basis: 6}, 10, 21},
		{plain(8, 1, 4, 4, 4), Twiddles{}, 12, 0},
		{plain(8, 1, 4, 4, 4), Twiddles{Share: true}, 6, 6},
		{plain(8, 1, 4, 4, 4), Twiddles{Share: true, Basis: 2}, 4, 8},
		{plain(16, 1, 16, 16, 16), Twiddles{Share: true}, 30, 0}, // one butterfly for each thread
	} {
		k := c.kernel
		work := instructions(k.Work())
		k.Twiddles = c.twiddles
		require.NoError(t, k.Check(everyLimit))
		require.Equal(t, c.reads, readsOf(k.Module().Text, "twiddles"), "case %d", i)
		perThread := (instructions(k.Work()) - work) * float64(k.N()) / float64(k.ThreadsPerTransform())
		require.InDelta(t, 4*c.products, perThread, 1e-9, "case %d", i)
	}
}

// everyLimit is a device for all kernels of tests.
var everyLimit = Limits{Invocations: 1024, WorkgroupBytes: 1 << 20, Workgroups: 65535, StorageBindings: 10}

// Quarter turns are no products, and the butterfly that is its own mirror has a factor of its own.
func TestShiftedTwiddles(t *testing.T) {
	self := Var("j").Equal(Const(0))
	for text, d := range map[string]twiddleShift{
		"w":                     {},
		"vec2<f32>(w.y, -w.x)":  {shift: 2, self: 2},
		"vec2<f32>(-w.x, -w.y)": {shift: 4, self: 4},
		"vec2<f32>(-w.y, w.x)":  {shift: 6, self: 6},
		"vec2<f32>(w.x, -w.y)":  {isConjugate: true},
		"vec2<f32>(-w.y, -w.x)": {isConjugate: true, shift: 2, self: 2},
		"vec2<f32>(-w.x, w.y)":  {isConjugate: true, shift: 4, self: 4},
		"vec2<f32>(w.y, w.x)":   {isConjugate: true, shift: 6, self: 6},

		"cmul(w, vec2<f32>(0.70710677, -0.70710677))": {shift: 1, self: 1},

		"cmul(vec2<f32>(w.x, -w.y), select(vec2<f32>(-0.0, -1.0), vec2<f32>(1.0, -0.0), j == 0u))": {
			isConjugate: true, shift: 2,
		},
	} {
		d.isSelf = self
		w := newWriter(F32{}, &moduleParts{names: map[string]bool{}})
		require.Equal(t, text, d.twiddle(w, Value{Text: "w"}, 8, 1).Text)
	}
}

// Sharing changes kernels whose threads have several butterflies in a stage with twiddles.
func TestCanShareTwiddles(t *testing.T) {
	for _, k := range sharing() {
		require.True(t, k.CanShareTwiddles() && k.HasTwiddles(), k.Name())
	}
	require.False(t, plain(16, 1, 16, 16, 16).CanShareTwiddles())
	require.False(t, plain(16, 1, 16).HasTwiddles())
}

func TestInvalidTwiddles(t *testing.T) {
	for want, k := range map[string]Kernel{
		"basis 9":             twiddled(plain(4, 1, 4, 4), func(t *Twiddles) { t.Basis = 9 }),
		"second stage":        twiddled(plain(4, 1, 4), func(t *Twiddles) { t.Share = true }),
		"no stage has":        twiddled(plain(4, 1, 4), func(t *Twiddles) { t.Basis = 1 }),
		"unpaired has no pai": twiddled(plain(4, 1, 4, 4), func(t *Twiddles) { t.Vec4 = true }).with(useUnpaired),
	} {
		require.ErrorContains(t, k.Check(everyLimit), want)
	}
}

// unpaired is a number format without pairs.
type unpaired struct{ F32 }

func (unpaired) Tag() string                           { return "unpaired" }
func (unpaired) Pair() (kind string, halves [2]string) { return "", halves }

func useUnpaired(k *Kernel) { k.Number = unpaired{} }

// Entries of a table in pairs lie where slots are read.
func TestGivenPairs(t *testing.T) {
	entries := make([]complex128, 11)
	for i := range entries {
		entries[i] = complex(float64(i), 0)
	}
	require.Equal(t, entries, Given{}.Arranged(entries))
	require.Equal(t, "[0 2 1 3 4 6 5 7 8 10 9 0]", numbers(Given{Apart: 2}.Arranged(entries)))
	require.Equal(t, "[0 4 1 5 2 6 3 7 8 0 9 0 10 0 0 0]", numbers(Given{Apart: 4}.Arranged(entries)))
}

func numbers(all []complex128) string {
	var reals []float64
	for _, z := range all {
		reals = append(reals, real(z))
	}
	return fmt.Sprint(reals)
}
