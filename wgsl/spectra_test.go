package wgsl

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// convolved makes the kernel a cyclic convolution with some spectra, which are the DFTs of filters
// divided by the point count.
func convolved(s Spectra) func(k *Kernel) {
	return func(k *Kernel) { k.Stages.Filter, k.Store.Ops[0] = s, Swap{} }
}

// noise returns random complex numbers.
func noise(seed uint64, n int) []complex128 {
	r := rand.New(rand.NewPCG(seed, 7))
	all := make([]complex128, n)
	for i := range all {
		all[i] = complex(r.NormFloat64(), r.NormFloat64())
	}
	return all
}

// given returns the layout of a table of the kernel.
func given(t *testing.T, k Kernel, name string) Given {
	for _, b := range k.Module().Bindings {
		if b.Name == name {
			require.Equal(t, RoleGiven, b.Role)
			require.Len(t, b.Tables, 1)
			return b.Tables[0].(Given)
		}
	}
	t.Fatalf("no table %s", name)
	return Given{}
}

// Transforms of a batch are convolved with the filters of their spectra.
func TestConvolutionsPlay(t *testing.T) {
	rows := func(count, interleave int) Spectra {
		return Spectra{Count: count, View: Rows(64, 64), Interleave: interleave}
	}
	one := Spectra{Count: 1}
	columns := Spectra{Count: 3, View: View{Batch: [2]Dim{{Stride: 1}}, Points: [2]Dim{{Stride: 3}}}}
	pairs := Spectra{Count: 4, View: View{
		Batch: [2]Dim{{Extent: 2, Stride: 1}, {Stride: 128}}, Points: [2]Dim{{Stride: 2}},
	}}
	for i, k := range []Kernel{
		plain(8, 2, 8, 8).with(convolved(one)),
		plain(16, 2, 4, 16).with(convolved(one)),
		plain(8, 2, 8, 8).with(convolved(one)).with(func(k *Kernel) { k.Twiddles.Vec4 = true }),
		twiddled(plain(16, 1, 4, 16), func(t *Twiddles) { t.Vec4, t.Share = true, true }).with(convolved(one)),
		plain(8, 2, 8, 8).with(convolved(one)).with(func(k *Kernel) { k.Exchange.Layout.Digits.On = true }),
		plain(8, 2, 8, 8).with(convolved(rows(3, 0))),
		plain(8, 4, 4, 8, 2).with(convolved(rows(2, 3))),
		plain(8, 2, 8, 8).with(convolved(columns)),
		plain(16, 4, 8, 8).with(convolved(pairs)),
	} {
		s := k.Stages.Filter.(Spectra)
		const n = 64
		batch := 3 * k.Threads.Transforms
		filters, x := noise(uint64(i), s.Count*n), noise(uint64(i+100), batch*n)
		table := make([]complex128, s.Count*n)
		for f := range s.Count {
			for j, z := range dftOf(filters[f*n:f*n+n], false) {
				at := j
				if s.Count > 1 {
					at = s.View.At(f, j)
				}
				table[at] = z / n
			}
		}
		y := make([]complex128, len(x))
		arrays := map[string][]complex128{"src": x, "dst": y, "spectrum": given(t, k, "spectrum").Arranged(table)}
		races, err := k.Play(batch, arrays)
		require.NoError(t, err)
		require.Zero(t, races)
		for q := range batch {
			f := q / max(1, s.Interleave) % s.Count
			for j := range n {
				var want complex128
				for l := range n {
					want += x[q*n+l] * filters[f*n+(j-l+n)%n]
				}
				require.Less(t, cmplx.Abs(y[q*n+j]-want), 1e-12, "kernel %d, transform %d, point %d", i, q, j)
			}
		}
		require.NoError(t, k.Check(everyLimit))
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
	}
}

// A kernel of Bluestein's algorithm computes a DFT of m points by a convolution of n >= 2 m - 1: with
// the chirp c[j] = w_2m^(j^2),
//
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k - j])
func TestBluesteinPlays(t *testing.T) {
	const m, n = 29, 64
	chirp := func(j int) complex128 { return Root(2*m, j*j%(2*m)).Z }
	var factors, filter [n]complex128
	for j := range m {
		factors[j] = chirp(j)
		filter[j] = cmplx.Conj(chirp(j))
		filter[(n-j)%n] = filter[j]
	}
	spectrum := dftOf(filter[:], false)
	for _, vec4 := range []bool{false, true} {
		k := plain(8, 1, 8, 8).with(func(k *Kernel) {
			k.Stages.Filter = Spectra{Count: 1}
			k.Load.Ops, k.Store.Ops = Ops{Factor{}}, Ops{Swap{}, Factor{}, Scale{By: 1 / float64(n*3)}}
			k.Twiddles.Vec4 = vec4
		})
		x, y := make([]complex128, 2*n), make([]complex128, 2*n)
		copy(x, noise(1, m))
		copy(x[n:], noise(2, m))
		arrays := map[string][]complex128{"src": x, "dst": y}
		for name, entries := range map[string][]complex128{
			"spectrum": spectrum, "in_factors": factors[:], "out_factors": factors[:],
		} {
			g := given(t, k, name)
			require.Equal(t, vec4, g.Apart == 8)
			arrays[name] = g.Arranged(entries)
		}
		races, err := k.Play(2, arrays)
		require.NoError(t, err)
		require.Zero(t, races)
		for q := range 2 {
			for j, want := range dftOf(x[q*n:q*n+m], false) {
				require.Less(t, cmplx.Abs(3*y[q*n+j]-want), 1e-12, "transform %d, point %d", q, j)
			}
		}
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
	}
}

// Factors of columns lie in the order of the array.
func TestFactorsOfColumnsPlay(t *testing.T) {
	const columns, n = 12, 16
	k := plain(4, 4, 4, 4).with(inColumns(columns))
	k.Load.Ops[0], k.Store.Ops[0] = Factor{}, Factor{}
	x, y := noise(1, 2*columns*n), make([]complex128, 2*columns*n)
	in, out := noise(2, columns*n), noise(3, columns*n)
	races, err := k.Play(2*columns, map[string][]complex128{"src": x, "dst": y, "in_factors": in, "out_factors": out})
	require.NoError(t, err)
	require.Zero(t, races)
	for q := range 2 * columns {
		z := make([]complex128, n)
		for j := range z {
			z[j] = x[k.Load.View.At(q, j)] * in[j*columns+q%columns]
		}
		for j, want := range dftOf(z, false) {
			want *= out[j*columns+q%columns]
			require.Less(t, cmplx.Abs(y[k.Store.View.At(q, j)]-want), 1e-12, "column %d, point %d", q, j)
		}
	}
}

// lowPass is a filter of a user: it keeps points below a limit.
type lowPass struct {
	pointwise
	limit int
}

func (l lowPass) Tag() string { return fmt.Sprintf("lowpass%d", l.limit) }

func (l lowPass) Apply(m Machine, s Site, _, v Value) Value {
	return m.Choose(s.Point.Less(Const(l.limit)), v, m.Constant(Float(0), false))
}

// Any pointwise op can be the middle of a convolution.
func TestUserFilterPlays(t *testing.T) {
	const n, limit = 16, 5
	k := plain(4, 2, 4, 4)
	k.Stages.Filter, k.Store.Ops[0] = lowPass{limit: limit}, Swap{}
	x, y := noise(1, 2*n), make([]complex128, 2*n)
	_, err := k.Play(2, map[string][]complex128{"src": x, "dst": y})
	require.NoError(t, err)
	for q := range 2 {
		bins := dftOf(x[q*n:q*n+n], false)
		clear(bins[limit:])
		for j, want := range dftOf(bins, true) {
			require.Less(t, cmplx.Abs(y[q*n+j]-want), 1e-12, "transform %d, point %d", q, j)
		}
	}
	require.Contains(t, k.Name(), "_filter(lowpass5)_")
	_, err = ParseKernel(k.Name(), Parsers{Ops: []Parser[Op]{{"lowpass", func(string) (Op, error) {
		return lowPass{limit: limit}, nil
	}}}})
	require.NoError(t, err)
}

// A factor that no f32 holds is a sum of two.
func TestScale(t *testing.T) {
	v := Value{Text: "v"}
	require.Equal(t, "v * 0.5", F32{}.ScaleExactly(Float(0.5), v).Text)
	require.Equal(t, "fma(v, vec2<f32>(0.33333334), v * -9.934108e-09)", F32{}.ScaleExactly(Float(1.0/3), v).Text)
	k := plain(4, 1, 4).with(func(k *Kernel) { k.Store.Ops[0] = Scale{By: 0.25} })
	x, y := noise(1, 4), make([]complex128, 4)
	_, err := k.Play(1, map[string][]complex128{"src": x, "dst": y})
	require.NoError(t, err)
	for j, want := range dftOf(x, false) {
		require.Less(t, cmplx.Abs(4*y[j]-want), 1e-14)
	}
}

func TestInvalidFilters(t *testing.T) {
	rows := Spectra{Count: 2, View: Rows(64, 64)}
	with := func(change func(s *Spectra)) Op {
		s := rows
		change(&s)
		return s
	}
	good := plain(8, 1, 8, 8).with(convolved(rows))
	require.NoError(t, good.Check(everyLimit))
	for want, o := range map[string]Op{
		"0 spectra":     Spectra{},
		"leave view":    with(func(s *Spectra) { s.Count = 1 }),
		"strides 0 and": with(func(s *Spectra) { s.View.Points[0].Stride = 0 }),
		"1 and 0: want": with(func(s *Spectra) { s.View.Batch[0].Stride = 0 }),
		"bound or gaps": with(func(s *Spectra) { s.View.Bound = 5 }),
		"interleave 1":  with(func(s *Spectra) { s.Interleave = 1 }),
		"scale by 1":    Scale{By: 1},
		"pointwise op":  notPointwise{},
		"-1 spectra":    Spectra{Count: -1},
	} {
		k := good.with(func(k *Kernel) { k.Stages.Filter = o })
		require.ErrorContains(t, k.Check(everyLimit), want)
	}
	for _, change := range []func(s *Stages){
		func(s *Stages) { s.Radices = Radices{} }, func(s *Stages) { s.InnerExtent = 2 },
		func(s *Stages) { s.Outer[0] = Radices{4} },
		func(s *Stages) { s.Rader = Rader{Prime: 37, Radices: Radices{6, 6}} },
	} {
		k := good.with(func(k *Kernel) { change(&k.Stages); k.Stages.Filter = Spectra{Count: 1} })
		k.Load.View, k.Store.View = Rows(k.N(), k.N()), Rows(k.N(), k.N())
		require.ErrorContains(t, k.Check(everyLimit), "convolution takes radices of one axis")
	}
	k := good.with(func(k *Kernel) { k.Load.Ops[0] = Spectra{Count: 1} })
	require.ErrorContains(t, k.Check(everyLimit), "they are the middle")
}

// notPointwise is an op without a method that applies it.
type notPointwise struct{}

func (notPointwise) Tag() string                    { return "not" }
func (notPointwise) Kinds() (memory, register Kind) { return Points, Points }
func (notPointwise) Tables(Site) []Table            { return nil }
