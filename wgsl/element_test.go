package wgsl

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// wideHalves are complex numbers of two f16 by the extension f16.
type wideHalves struct{ Halves }

func (wideHalves) Tag() string           { return "widehalves" }
func (wideHalves) Type(bool) string      { return "vec2<f16>" }
func (wideHalves) Functions(bool) []Func { return nil }
func (wideHalves) Extensions() []string  { return []string{"f16"} }

func (wideHalves) Read(array, at string) string {
	return fmt.Sprintf("return vec2<f32>(%s[%s]);", array, at)
}

func (wideHalves) Write(array, at string) string {
	return fmt.Sprintf("%s[%s] = vec2<f16>(v);", array, at)
}

// couples makes a point of two neighboring numbers.
type couples struct{}

func (couples) Tag() string                    { return "couples" }
func (couples) Kinds() (memory, register Kind) { return Numbers, Points }
func (couples) Tables(Site) []Table            { return nil }

func (couples) Pull(m Machine, at Place, from Elements) Value {
	parts := from.ReadRun(m, "x", at.Row, at.At, 2)
	return m.Join(parts[0], parts[1])
}

func (couples) Push(m Machine, at Place, v Value, to Elements) {
	to.WriteRun(m, at.Row, at.At, m.Re(v), m.Im(v))
}

// coupledPairs makes a point and its image of two neighboring numbers each.
type coupledPairs struct{ couples }

func (coupledPairs) PairCentre() Centre { return Half }

func (c coupledPairs) PullPair(m Machine, at Pair, from Elements) (point, image Value) {
	return c.Pull(m, Place{At: at.K}, from), c.Pull(m, Place{At: Const(15).Minus(at.K)}, from)
}

// strides returns the layout of an array.
func strides(offset int, dims ...Dim) (s Strides) {
	s.Offset = offset
	var all [MaxDims]Dim
	copy(all[:], dims)
	return s.WithDims(all)
}

// rowsOfNumbers sets rows of 2 n real numbers.
func rowsOfNumbers(e *End, n int) {
	e.View, e.Ops[0] = Rows(n, n), couples{}
	e.View.Rows.Length = 2 * n
}

// placedKernels are kernels with bounds, gaps, several bindings and other types of elements.
func placedKernels() map[string]Kernel {
	rows := plain(4, 3, 4, 4)
	inColumns := plain(4, 4, 4, 4).with(inColumns(12))
	interleaved := View{Batch: [2]Dim{{Extent: 3, Stride: 1}, {Stride: 33}}, Points: [2]Dim{{Stride: 3}}, Bound: 11}
	return map[string]Kernel{
		"bounds": rows.with(func(k *Kernel) {
			k.Load.View, k.Store.View, k.Dispatch.Tail = Rows(16, 11), Rows(16, 9), true
			k.Load.View.Bound, k.Store.View.Bound = 11, 9
		}),
		"bounds of columns": inColumns.with(func(k *Kernel) { k.Load.View.Bound, k.Store.View.Bound = 101, 185 }),
		"interleave": rows.with(func(k *Kernel) {
			k.Load.View, k.Store.View, k.Threads.Interleave = interleaved, interleaved, 3
		}),
		"gaps": rows.with(func(k *Kernel) {
			k.Load.View.Array = strides(5, Dim{Extent: 16, Stride: 2}, Dim{Extent: 99, Stride: 40})
			k.Store.View.Array = strides(7, Dim{Extent: 8, Stride: -1, Bound: 6}, Dim{Extent: 99, Stride: 9, Bound: 11})
		}),
		"offset": rows.with(staged).with(func(k *Kernel) { k.Load.View.Array.Offset = 3 }),
		"segments": rows.with(func(k *Kernel) {
			k.Load.View.Segments, k.Store.View.Segments = Segments{3, 50}, Segments{2, 100}
		}),
		"planes": inColumns.with(func(k *Kernel) {
			k.Load.Planar, k.Store.Planar = true, true
			k.Store.View.Array = strides(1, Dim{Extent: 12, Stride: 1}, Dim{Extent: 99, Stride: 13})
		}),
		"planes in place": rows.with(func(k *Kernel) {
			k.Load.Planar, k.Store.Planar, k.Dispatch.InPlace = true, true, true
		}),
		"samples": rows.with(func(k *Kernel) {
			rowsOfNumbers(&k.Load, 16)
			rowsOfNumbers(&k.Store, 16)
			k.Load.Element, k.Store.Element = Uint8, Int8
			k.Load.View.Array = strides(2, Dim{Extent: 32, Stride: 1}, Dim{Extent: 99, Stride: 35})
		}),
		"another type": rows.with(func(k *Kernel) {
			h := Halves{Complex: true, Packed: true}
			k.Load.Element, k.Store.Element = h, h
		}),
		"another type in place": rows.with(func(k *Kernel) {
			h := wideHalves{Halves{Complex: true}}
			k.Load.Element, k.Store.Element, k.Dispatch.InPlace = h, h, true
		}),
	}
}

// A placement is where the elements of an end lie, written without the generator.
type placement struct {
	k   *Kernel
	end *End
}

// at returns the index of element e in its array, or -1 if it does not exist.
func (p placement) at(e int) int {
	dims, at := p.end.View.Array.Dims(), p.end.View.Array.Offset
	for i, d := range dims {
		last := i+1 == len(dims) || dims[i+1].Extent == 0
		digit := e
		switch {
		case d.Extent == 0 && i == 0:
			return at + e
		case d.Extent == 0:
			return at
		case !last:
			digit, e = e%d.Extent, e/d.Extent
		}
		if d.Bound > 0 && digit >= d.Bound {
			return -1
		}
		at += digit * d.Stride
	}
	return at
}

// point returns the indices of point j of transform q: one, or two of its parts; or none if it does
// not exist.
func (p placement) point(q, j int) []int {
	v, interleave := p.end.View, p.k.Threads.interleave()
	number := j * v.Points[0].Stride / interleave
	if v.Batch[1].Stride > 0 {
		number += q % v.Batch[0].Extent * v.Batch[0].Stride / interleave
	}
	if v.Bound > 0 && number >= v.Bound {
		return nil
	}
	if p.end.Ops[0] != nil {
		row := q * v.Rows.Length
		return []int{p.at(row + 2*j), p.at(row + 2*j + 1)}
	}
	if at := p.at(v.At(q, j)); at >= 0 {
		return []int{at}
	}
	return nil
}

// bindings returns arrays of n elements by the names of the bindings, and a function that returns where
// an element lies.
func (p placement) bindings(name string, n int) (map[string][]complex128, func(i int) []*complex128) {
	if p.end.Planar {
		re, im := make([]complex128, n), make([]complex128, n)
		return map[string][]complex128{name + "_re": re, name + "_im": im}, func(i int) []*complex128 {
			return []*complex128{&re[i], &im[i]}
		}
	}
	all := make([]complex128, n)
	arrays, g := map[string][]complex128{name: all}, p.end.View.Segments
	for s := range g.Count {
		delete(arrays, name)
		arrays[fmt.Sprintf("%s%d", name, s+1)] = all[s*g.Size : min(n, (s+1)*g.Size)]
	}
	return arrays, func(i int) []*complex128 { return []*complex128{&all[i]} }
}

// poison is what a target holds before a kernel runs.
const poison = 12345

// Kernels find and leave elements where the views say, and change nothing else.
func TestElements(t *testing.T) {
	for name, k := range placedKernels() {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, k.Check(everyLimit))
			source, target := placement{&k, &k.Load}, placement{&k, &k.Store}
			batch := batchOf(k)
			name := [2]string{"src", "dst"}
			if k.Dispatch.InPlace {
				name = [2]string{"data", "data"}
			}
			arrays, in := source.bindings(name[0], batch*60)
			outs, out := target.bindings(name[1], batch*60)
			if k.Dispatch.InPlace {
				outs, out = arrays, in
			} else {
				for i := range batch * 60 {
					for _, z := range out(i) {
						*z = poison
					}
				}
			}
			for at, a := range outs {
				arrays[at] = a
			}
			want := fill(source, target, in, batch)
			races, err := k.Play(batch, arrays)
			require.NoError(t, err)
			require.Zero(t, races)
			for i := range batch * 60 {
				cells := out(i)
				z := *cells[0]
				if len(cells) == 2 && z != poison {
					z += 1i * *cells[1]
				}
				w, isWritten := want[i]
				if !isWritten && !k.Dispatch.InPlace {
					require.Equal(t, complex128(poison), z, "element %d", i)
				}
				if isWritten {
					require.Less(t, cmplx.Abs(z-w), 1e-12, "element %d", i)
				}
			}
		})
	}
}

// fill fills a source with numbers, and returns the elements of the target.
func fill(source, target placement, in func(i int) []*complex128, batch int) map[int]complex128 {
	k := source.k
	r := rand.New(rand.NewPCG(2, 3))
	want := map[int]complex128{}
	write := func(i int, z complex128) {
		if e := target.end.Element; e != nil {
			z = e.Round(z)
		}
		want[i] = z
	}
	for q := range batch {
		x := make([]complex128, k.N())
		for j := range x {
			at := source.point(q, j)
			var parts [2]float64
			for n := range parts {
				parts[n] = r.NormFloat64()
				if source.end.Element == Element(Uint8) {
					parts[n] = float64(r.IntN(20))
				}
			}
			switch cells := at; {
			case len(cells) == 2:
				*in(at[0])[0], *in(at[1])[0] = complex(parts[0], 0), complex(parts[1], 0)
			case len(cells) == 1 && source.end.Planar:
				*in(at[0])[0], *in(at[0])[1] = complex(parts[0], 0), complex(parts[1], 0)
			case len(cells) == 1:
				*in(at[0])[0] = complex(parts[0], parts[1])
			default:
				continue
			}
			x[j] = complex(parts[0], parts[1])
		}
		for j, z := range dftOf(x, false) {
			at := target.point(q, j)
			switch {
			case target.end.View.Array.Dims()[1].Stride == 20: // two numbers of the array for each element
				write(2*at[0], complex(real(z), 0))
				write(2*at[0]+1, complex(imag(z), 0))
			case len(at) == 2:
				write(at[0], complex(real(z), 0))
				write(at[1], complex(imag(z), 0))
			case len(at) == 1:
				write(at[0], z)
			}
		}
	}
	return want
}

// A dispatch that does a part of a batch reads and writes that part, at the begins of its arrays.
func TestOffset(t *testing.T) {
	for _, change := range []func(k *Kernel){func(*Kernel) {}, staged} {
		k := plain(4, 2, 4, 4).with(change).with(func(k *Kernel) { k.Dispatch.Offset, k.Dispatch.Tail = true, true })
		r := rand.New(rand.NewPCG(4, 5))
		in, out := make([]complex128, 200), make([]complex128, 200)
		for i := range in {
			in[i], out[i] = complex(r.NormFloat64(), r.NormFloat64()), poison
		}
		races, err := k.PlayPart(Part{First: 3, End: 8, Source: 7, Target: 50},
			map[string][]complex128{"src": in, "dst": out})
		require.NoError(t, err)
		require.Zero(t, races)
		for q := range 9 {
			x := in[7+16*q:][:16]
			for j, z := range dftOf(x, false) {
				if q < 3 || q == 8 {
					z = poison
				}
				require.Less(t, cmplx.Abs(out[50+16*q+j]-z), 1e-12, "point %d of transform %d", j, q)
			}
		}
	}
}

// MakeStrides merges dimensions that continue one another.
func TestMakeStrides(t *testing.T) {
	for want, dims := range map[Strides][]Dim{
		{}: {
			{Extent: 4, Stride: 1}, {Extent: 1, Stride: 99}, {Extent: 6, Stride: 4},
		},
		strides(0, Dim{Extent: 8, Stride: 2}):           {{Extent: 4, Stride: 2}, {Extent: 2, Stride: 8}},
		strides(0, Dim{Extent: 8, Stride: 1, Bound: 4}): {{Extent: 4, Stride: 1}, {Extent: 2, Stride: 4, Bound: 1}},
		strides(0, Dim{Extent: 4, Stride: 1, Bound: 3}, Dim{Extent: 2, Stride: 4}): {
			{Extent: 4, Stride: 1, Bound: 3}, {Extent: 2, Stride: 4},
		},
	} {
		got, err := MakeStrides(dims, 0)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := MakeStrides(slices.Repeat([]Dim{{Extent: 2, Stride: 1, Bound: 1}}, MaxDims+1), 0)
	require.ErrorContains(t, err, "more than 10 dimensions")
}

// Two neighboring samples are one write.
func TestPairsOfSamples(t *testing.T) {
	a := &Array{Name: "dst", Real: true, Element: Uint8}
	require.True(t, a.writesPairs())
	w := newWriter(F32{}, &moduleParts{names: map[string]bool{}})
	w.WritePair(a, Var("at"), Value{Text: "v"})
	require.Equal(t, "put_pair(at, v);\n", w.text.String())
	require.Equal(t, `// elements e and e + 1, neighbors in memory
fn put_pair(e: u32, v: vec2<f32>) {
    let both = sample(v.x) | (sample(v.y) << 8u);
    if ((e & 3u) == 3u) {
        put_dst(e, v.x);
        put_dst(e + 1u, v.y);
        return;
    }
    let shift = (e & 3u) * 8u;
    let word = e >> 2u;
    atomicAnd(&dst[word], ~(65535u << shift));
    atomicOr(&dst[word], (both << shift));
}
`, w.shared.accessors[1])
	words := make([]complex128, 4)
	p := &player{ring: floats{}, group: &playedGroup{arrays: map[string]*playedArray{"dst": newPlayedArray(words)}}}
	p.WritePair(a, Const(1), Value{C: 2.6 + 300i})
	require.Equal(t, []complex128{0, 3, 255, 0}, words)
	for s, isPaired := range map[Strides]bool{
		strides(3): true, strides(0, Dim{Extent: 8, Stride: 1}, Dim{Extent: 9, Stride: 9}): true,
		strides(0, Dim{Extent: 7, Stride: 1}, Dim{Extent: 9, Stride: 9}): false,
		strides(0, Dim{Extent: 8, Stride: 2}):                            false,
	} {
		a.Strides = s
		require.Equal(t, isPaired, a.writesPairs(), "%v", s)
	}
}

// Accessors of arrays are the text of their layout.
func TestAccessors(t *testing.T) {
	all := placedKernels()
	for name, want := range map[string]string{
		"gaps": `// element e of dst
fn put_dst(e: u32, v: vec2<f32>) {
    let e1 = e / 8u;
    if (e % 8u >= 6u || e1 >= 11u) {
        return;
    }
    let i = 7u + e % 8u * 4294967295u + e1 * 9u;
    dst[i] = v;
}
`,
		"segments": `// element e of src
fn get_src(e: u32) -> vec2<f32> {
    var v: vec2<f32>;
    if (e < 50u) {
        v = src1[e];
    } else if (e < 100u) {
        v = src2[e - 50u];
    } else {
        v = src3[e - 100u];
    }
    return v;
}
`,
		"planes in place": `// element e of data
fn put_data(e: u32, v: vec2<f32>) {
    data_re[e] = v.x;
    data_im[e] = v.y;
}
`,
		"another type": `// element e of src
fn get_src(e: u32) -> vec2<f32> {
    return unpack2x16float(src[e]);
}
`,
		"samples": `// element e of dst
fn put_dst(e: u32, v: f32) {
    let shift = (e & 3u) * 8u;
    let word = e >> 2u;
    atomicAnd(&dst[word], ~(255u << shift));
    atomicOr(&dst[word], (sample(v) << shift));
}
`,
	} {
		require.Contains(t, all[name].Module().Text, want, name)
	}
	m := all["another type in place"].Module()
	require.Contains(t, m.Text,
		"\nenable f16;\n@group(0) @binding(0) var<storage, read_write> data: array<vec2<f16>>;\n")
	m = all["another type"].Module()
	require.NotContains(t, m.Text, "enable")
	require.Equal(t, []string{"array<u32>", "array<u32>"}, []string{m.Bindings[0].Type, m.Bindings[1].Type})
	k, err := ParseKernel(m.Name)
	require.NoError(t, err)
	require.Equal(t, all["another type"], k)
}

// Names of types of samples are parsed, and a layout that does not exist is an error.
func TestElementChecks(t *testing.T) {
	rows := plain(4, 3, 4, 4)
	numbers := rows.with(func(k *Kernel) { rowsOfNumbers(&k.Load, 16) })
	for want, k := range map[string]Kernel{
		"elements uint8 are real": rows.with(func(k *Kernel) { k.Load.Element = Uint8 }),
		"no type 9":               numbers.with(func(k *Kernel) { k.Load.Element = Samples(9) }),
		"planes":                  numbers.with(func(k *Kernel) { k.Load.Planar = true }),
		"segments":                rows.with(func(k *Kernel) { k.Load.View.Segments.Count = 2 }),
		"dimension 1":             rows.with(func(k *Kernel) { k.Load.View.Array = strides(0, Dim{}, Dim{Stride: 2}) }),
		"staged":                  rows.with(staged).with(func(k *Kernel) { k.Load.View.Bound = 3 }),
		"interleave":              rows.with(func(k *Kernel) { k.Threads.Interleave = 3 }),
		"points are 1 elements":   rows.with(func(k *Kernel) { k.Threads.Interleave = 3 }),
		"points has a bound":      rows.with(func(k *Kernel) { k.Load.View.Points[0].Bound = 3 }),
		"extents and strides":     rows.with(func(k *Kernel) { k.Load.View.Batch[0].Stride = -16 }),
		"needs an outer one":      rows.with(func(k *Kernel) { k.Store.View.Batch[0].Extent = 4 }),
		"pairs of points in a thread": numbers.with(func(k *Kernel) {
			k.Load.Ops[0], k.Load.View.Bound, k.Threads.Mirror[loads].Centre = coupledPairs{}, 9, Half
		}),
		"2 segments has none": rows.with(func(k *Kernel) {
			k.Load.Planar, k.Load.View.Segments = true, Segments{2, 99}
		}),
		"bound -1": rows.with(func(k *Kernel) { k.Store.View.Bound = -1 }),
		"views or elements": rows.with(func(k *Kernel) {
			k.Dispatch.InPlace, k.Load.Element = true, Halves{Complex: true}
		}),
		"written in parts of a word": numbers.with(func(k *Kernel) {
			k.Dispatch.InPlace, k.Load.Element = true, Uint16
		}),
	} {
		require.ErrorContains(t, k.Check(everyLimit), want, want)
	}
}

// Samples clamp, and round halves up.
func TestSamples(t *testing.T) {
	require.Equal(t, []complex128{0, 255, 3, 0}, []complex128{
		Uint8.Round(-1), Uint8.Round(300), Uint8.Round(2.5), Uint8.Round(cmplx.NaN()),
	})
	require.Equal(t, []complex128{-128, 127, -32768, 65535}, []complex128{
		Int8.Round(-200), Int8.Round(200), Int16.Round(-1e9), Uint16Big.Round(1e9),
	})
}
