package realdct

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// dft returns the DFT of x.
func dft(x []complex128) []complex128 {
	y := make([]complex128, len(x))
	for k := range y {
		for j := range x {
			y[k] += x[j] * wgsl.Root(len(x), j*k%len(x)).Z
		}
	}
	return y
}

// swapped returns a value with real and imaginary parts exchanged.
func swapped(z complex128) complex128 { return complex(imag(z), real(z)) }

// randomRow returns n numbers.
func randomRow(r *rand.Rand, n int) []complex128 {
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(r.NormFloat64(), 0)
	}
	return x
}

// paired returns points with numbers 2j and 2j+1 of a row as their parts, or the sum of a row and i
// times another row.
func paired(x, y []complex128) (z []complex128) {
	if y != nil {
		for j := range x {
			z = append(z, x[j]+1i*y[j])
		}
		return z
	}
	for j := range len(x) / 2 {
		z = append(z, x[2*j]+1i*x[2*j+1])
	}
	return z
}

// A columnCase is the shape of a kernel with mirror columns.
type columnCase struct {
	columns    int
	radices    []int
	transforms int
	elements   int
}

// kernel returns a kernel of the shape. Its load or store takes mirror columns.
func (c columnCase) kernel(side int, hasPairs bool) wgsl.Kernel {
	r, err := wgsl.MakeRadices(c.radices...)
	if err != nil {
		panic(err)
	}
	v := wgsl.Columns(c.columns, r.N())
	k := wgsl.Kernel{
		Stages: wgsl.Stages{Radices: r},
		Threads: wgsl.Ownership{
			Elements: c.elements, Transforms: c.transforms, Order: [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest},
		},
		Load: wgsl.End{View: v}, Store: wgsl.End{View: v},
	}
	k.Threads.Mirror[side].Columns = c.columns
	if hasPairs {
		k.Threads.Mirror[side].Centre = wgsl.Zero
	}
	return k
}

// columnCases are shapes with even and odd numbers of columns, of butterflies and of points.
var columnCases = []columnCase{
	{8, []int{4, 4}, 4, 4}, {8, []int{4, 3}, 4, 4}, {6, []int{3, 5}, 2, 5}, {7, []int{4, 4}, 4, 4},
	{7, []int{3, 5}, 4, 5}, {9, []int{5, 3}, 2, 5}, {5, []int{3, 4}, 8, 4}, {10, []int{2, 3, 2}, 6, 3},
	{2, []int{4, 4}, 4, 4}, {3, []int{5, 4}, 2, 10},
	{8, []int{4, 8}, 4, 16}, {7, []int{6, 5}, 2, 15},
}

// variants are changes of a kernel with which it computes the same.
var variants = []func(k *wgsl.Kernel){
	func(*wgsl.Kernel) {},
	func(k *wgsl.Kernel) { k.Dispatch.Tail = true },
	func(k *wgsl.Kernel) { k.Exchange.Split, k.Exchange.Layout.Pad, k.Dispatch.Offset = true, 3, true },
	func(k *wgsl.Kernel) { k.Exchange.Slices, k.Dispatch.Fold = 2, true },
	func(k *wgsl.Kernel) { k.Exchange.Layout.Digits.On, k.Twiddles.Share = true, true },
}

// The last pass of a real transform in two passes makes bins of rows if its store takes mirror columns.
// Threads hold both columns, or an exchange brings them together.
func TestMirrorColumnsStore(t *testing.T) {
	const rows = 2
	played, count := 0, 0
	for _, c := range columnCases {
		for _, hasPairs := range []bool{true, false} {
			for _, packing := range []Packing{HalfLength, TwoRows} {
				count++
				if !testcase.ShardOf(t, count, 8) {
					continue
				}
				k := c.kernel(1, hasPairs)
				n := k.N()
				h := n * c.columns
				length := h
				if packing == HalfLength {
					length = 2 * h
				}
				k.Store.View.Rows.Length = length/2 + 1
				k.Store.Ops = wgsl.Ops{wgsl.Scale{By: 0.5}, HermitianSplit{N: length, Packing: packing}}
				r := rand.New(rand.NewPCG(1, uint64(h)))
				var in []complex128
				var want [][]complex128
				for range rows {
					x, y := randomRow(r, length), []complex128(nil)
					want = append(want, dft(x)[:length/2+1])
					if packing == TwoRows {
						y = randomRow(r, length)
						want = append(want, dft(y)[:length/2+1])
					}
					z := paired(x, y)
					first := make([]complex128, h) // of the first pass: point i of column c at i columns + c
					for i := range n {
						for column := range c.columns {
							for m := range c.columns {
								first[i*c.columns+column] += z[i+n*m] * wgsl.Root(c.columns, m*column%c.columns).Z
							}
							first[i*c.columns+column] *= wgsl.Root(h, i*column).Z
						}
					}
					in = append(in, first...)
				}
				for i, change := range variants {
					k := k
					change(&k)
					if k.Exchange.Layout.Digits.On && !hasPairs {
						continue
					}
					out := slices.Repeat([]complex128{cmplx.NaN()}, len(want)*(length/2+1))
					races, err := k.Play(rows*k.MirroredTransforms(), map[string][]complex128{"src": in, "dst": out})
					require.NoError(t, err, k.Name())
					require.Zero(t, races, k.Name())
					for row, bins := range want {
						for b, v := range bins {
							got := out[row*len(bins)+b]
							require.Less(t, cmplx.Abs(got-v), 1e-13*float64(length),
								"%s: variant %d, row %d, bin %d", k.Name(), i, row, b)
						}
					}
					played++
				}
			}
		}
	}
	require.Greater(t, played, 20)
}

// The first pass of an inverse real transform in two passes makes points of bins if its load takes
// mirror columns.
func TestMirrorColumnsLoad(t *testing.T) {
	const rows = 2
	played := 0
	for _, c := range columnCases {
		if c.columns%2 != 0 {
			continue
		}
		k := c.kernel(0, true)
		n := k.N()
		h := n * c.columns
		k.Load.View.Rows.Length = h + 1
		k.Load.Ops = wgsl.Ops{HalfSpectrum{2 * h}, HermitianMerge{N: 2 * h}, wgsl.Swap{}}
		r := rand.New(rand.NewPCG(1, uint64(h)))
		var in, want []complex128
		for range rows {
			v := randomRow(r, h+1)
			for b := range v[1:h] {
				v[b+1] += complex(0, r.NormFloat64())
			}
			in = append(in, v...)
			in[len(in)-1] += 1i // ignored
			first := make([]complex128, h)
			for column := range c.columns {
				var x []complex128
				for j := range n {
					at := column + j*c.columns
					p, q := v[at], cmplx.Conj(v[h-at])
					x = append(x, swapped(p+q+1i*cmplx.Conj(wgsl.Root(2*h, at).Z)*(p-q)))
				}
				for i, y := range dft(x) {
					first[i*c.columns+column] = y
				}
			}
			want = append(want, first...)
		}
		for i, change := range variants {
			k := k
			change(&k)
			out := slices.Repeat([]complex128{cmplx.NaN()}, len(want))
			races, err := k.Play(rows*k.MirroredTransforms(), map[string][]complex128{"src": in, "dst": out})
			require.NoError(t, err, k.Name())
			require.Zero(t, races, k.Name())
			for e, v := range want {
				require.Less(t, cmplx.Abs(out[e]-v), 1e-13*float64(h), "%s: variant %d, element %d", k.Name(), i, e)
			}
			played++
		}
	}
	require.Greater(t, played, 20)
}

// Kernels with mirror rows make half spectra of an array whose other axes are transformed, and points
// of half spectra.
func TestMirrorRows(t *testing.T) {
	const arrays = 2
	for g, grid := range []wgsl.RowGrid{{1, 2}, {1, 5}, {1, 8}, {3, 4}, {4, 2}, {2, 3}} {
		for i, c := range []columnCase{{0, []int{4, 4}, 4, 4}, {0, []int{5, 3}, 2, 5}, {0, []int{3, 4}, 6, 4},
			{0, []int{4, 8}, 2, 16}} {
			if !testcase.ShardOf(t, 4*g+i, 4) {
				continue
			}
			r := rand.New(rand.NewPCG(1, uint64(grid.Rows())))
			radices, err := wgsl.MakeRadices(c.radices...)
			require.NoError(t, err)
			h := radices.N()
			var points, bins, noisy []complex128
			for range arrays {
				x := make([][]complex128, grid.Rows())
				for i := range x {
					x[i] = randomRow(r, 2*h)
				}
				spectra := make([][]complex128, grid.Rows())
				for row := range x {
					mixed := make([]complex128, 2*h) // the transform of the other axes
					z := make([]complex128, h)
					for i := range x {
						w := wgsl.Root(grid[0], row/grid[1]*(i/grid[1])%grid[0]).Z *
							wgsl.Root(grid[1], row%grid[1]*(i%grid[1])%grid[1]).Z
						for j, v := range x[i] {
							mixed[j] += w * v
						}
						for j, v := range paired(x[i], nil) {
							z[j] += w * v
						}
					}
					points = append(points, z...)
					spectra[row] = dft(mixed)[:h+1]
					bins = append(bins, spectra[row]...)
				}
				for row, v := range spectra { // the part of ends that is not symmetric is ignored
					v = slices.Clone(v)
					d := complex(float64(row+1), 0)
					switch mirror := grid.Mirror(row); {
					case mirror == row:
						d = 1i
					case mirror < row:
						d = -complex(float64(mirror+1), 0)
					}
					v[0], v[h] = v[0]+d, v[h]-d
					noisy = append(noisy, v...)
				}
			}
			for i, change := range variants {
				for side := range 2 {
					k := wgsl.Kernel{
						Stages:  wgsl.Stages{Radices: radices},
						Threads: wgsl.Ownership{Elements: c.elements, Transforms: c.transforms},
						Load:    wgsl.End{View: wgsl.Rows(h, h)}, Store: wgsl.End{View: wgsl.Rows(h, h)},
					}
					k.Threads.Mirror[side] = wgsl.Mirror{Centre: wgsl.Zero, Rows: grid}
					in, want, factor := points, bins, complex(1, 0)
					if side == 0 {
						in, want, factor = noisy, points, complex(float64(2*h), 0)
						k.Load.View.Rows.Length = h + 1
						k.Load.Ops, k.Store.Ops = wgsl.Ops{HermitianMerge{N: 2 * h}, wgsl.Swap{}}, wgsl.Ops{wgsl.Swap{}}
					} else {
						k.Store.View.Rows.Length = h + 1
						k.Store.Ops = wgsl.Ops{wgsl.Scale{By: 0.5}, HermitianSplit{N: 2 * h}}
					}
					change(&k)
					out := slices.Repeat([]complex128{cmplx.NaN()}, len(want))
					races, err := k.Play(arrays*k.MirroredTransforms(), map[string][]complex128{"src": in, "dst": out})
					require.NoError(t, err, k.Name())
					require.Zero(t, races, k.Name())
					for e, v := range want {
						require.Less(t, cmplx.Abs(out[e]-factor*v), 1e-12*float64(h*grid.Rows()),
							"%s: variant %d, element %d", k.Name(), i, e)
					}
				}
			}
		}
	}
}

// Kernels whose mirror does not fit are refused, and the error says what they need.
func TestMirrorsRefused(t *testing.T) {
	good := columnCases[0].kernel(1, true)
	h := good.N() * columnCases[0].columns
	good.Store.View.Rows.Length = h + 1
	good.Store.Ops = wgsl.Ops{HermitianSplit{N: 2 * h}}
	require.NoError(t, good.Check(wgsl.Limits{
		Invocations: 1024, WorkgroupBytes: 1 << 16, Workgroups: 1 << 16, StorageBindings: 8,
	}))
	for what, spoil := range map[string]func(k *wgsl.Kernel){
		"need an even number": func(k *wgsl.Kernel) { k.Threads.Transforms = 3 },
		"want centre zero":    func(k *wgsl.Kernel) { k.Threads.Mirror[1].Centre = wgsl.Half },
		"at the other end":    func(k *wgsl.Kernel) { k.Threads.Mirror[0].Centre = wgsl.Zero },
		"need one axis":       func(k *wgsl.Kernel) { k.Threads.Interleave = 2 },
		"need two stages":     func(k *wgsl.Kernel) { k.Stages.Radices, _ = wgsl.MakeRadices(16) },
		"need an op of points": func(k *wgsl.Kernel) {
			k.Store.Ops, k.Store.View.Rows = wgsl.Ops{}, wgsl.RowLayout{}
		},
		"whole rows": func(k *wgsl.Kernel) {
			k.Store.View = wgsl.Rows(16, 16)
			k.Store.View.Rows.Length = h + 1
		},
		"depends on the point": func(k *wgsl.Kernel) {
			k.Store.Ops = wgsl.Ops{wgsl.Factor{}, HermitianSplit{N: 2 * h}}
		},
		"takes no mirror columns": func(k *wgsl.Kernel) { k.Store.Ops = wgsl.Ops{DCT4Rotation{N: 2 * h}} },
		"want at least 1 x 2": func(k *wgsl.Kernel) {
			k.Threads.Mirror[1] = wgsl.Mirror{Centre: wgsl.Zero, Rows: wgsl.RowGrid{1, 1}}
		},
	} {
		t.Run(fmt.Sprint(what), func(t *testing.T) {
			k := good
			spoil(&k)
			_, err := k.Play(8, nil)
			require.ErrorContains(t, err, what, k.Name())
		})
	}
}
