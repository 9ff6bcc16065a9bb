package realdct

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// number returns the definition of a kind for number k of a row, or bin k.
func number(kind transforms.Kind, x []complex128, k int) complex128 {
	n := len(x)
	re := func(j int) float64 { return real(x[j]) }
	sum := 0.0
	angle := func(a, b, c int) float64 { return math.Pi * float64(a) * float64(b) / float64(c) }
	switch kind {
	case transforms.R2C:
		z := complex(0, 0)
		for j := range x {
			z += x[j] * cmplx.Exp(complex(0, -angle(2*j, k, n)))
		}
		return z
	case transforms.DCT1:
		sum = re(0) + math.Pow(-1, float64(k))*re(n-1)
		for j := 1; j < n-1; j++ {
			sum += 2 * re(j) * math.Cos(angle(j, k, n-1))
		}
	case transforms.DCT2:
		for j := range x {
			sum += 2 * re(j) * math.Cos(angle(2*j+1, k, 2*n))
		}
	case transforms.DCT3:
		sum = re(0)
		for j := 1; j < n; j++ {
			sum += 2 * re(j) * math.Cos(angle(j, 2*k+1, 2*n))
		}
	case transforms.DCT4:
		for j := range x {
			sum += 2 * re(j) * math.Cos(angle(2*j+1, 2*k+1, 4*n))
		}
	case transforms.DST1:
		for j := range x {
			sum += 2 * re(j) * math.Sin(angle(j+1, k+1, n+1))
		}
	case transforms.DST2:
		for j := range x {
			sum += 2 * re(j) * math.Sin(angle(2*j+1, k+1, 2*n))
		}
	case transforms.DST3:
		sum = math.Pow(-1, float64(k)) * re(n-1)
		for j := range n - 1 {
			sum += 2 * re(j) * math.Sin(angle(j+1, 2*k+1, 2*n))
		}
	case transforms.DST4:
		for j := range x {
			sum += 2 * re(j) * math.Sin(angle(2*j+1, 2*k+1, 4*n))
		}
	}
	return complex(sum, 0)
}

// c2r returns number j of a row from its half spectrum.
func c2r(v []complex128, n, j int) complex128 {
	sum := real(v[0])
	for k := 1; k < n; k++ {
		bin := v[min(k, n-k)]
		if k > n-k {
			bin = cmplx.Conj(bin)
		}
		if 2*k == n {
			bin = complex(real(bin), 0)
		}
		sum += real(bin * cmplx.Exp(complex(0, 2*math.Pi*float64(j*k)/float64(n))))
	}
	return complex(sum, 0)
}

// A rowTest is a scheme of rows and its reference.
type rowTest struct {
	Scheme
	Kind  transforms.Kind
	N     int
	Ortho bool // end factors that make the transform orthogonal, apart from the norm
}

// rowTests returns the schemes of rows of n numbers.
func rowTests(kind transforms.Kind, n, inner int, ortho bool) (all []rowTest) {
	for _, s := range Schemes(kind, n, inner, ortho) {
		all = append(all, rowTest{s, kind, n, s.Load.Ortho || s.Store.Ortho})
	}
	return all
}

// lengths returns the elements of a row on load and on store.
func (s rowTest) lengths() (load, store int) { return s.Load.Len(), s.Store.Len() }

// want returns the transform of a row by definition.
func (s rowTest) want(x []complex128) (y []complex128) {
	x = slices.Clone(x)
	isFirst := func(k int) bool { return k == 0 || s.Kind == transforms.DCT1 && k == s.N-1 }
	if s.Ortho && (s.Kind == transforms.DCT1 || s.Kind == transforms.DCT3 || s.Kind == transforms.DST3) {
		for k := range x {
			if at := k; isFirst(at) && !s.Kind.IsSine() || s.Kind.IsSine() && at == s.N-1 {
				x[k] *= math.Sqrt2
			}
		}
	}
	_, length := s.lengths()
	for k := range length {
		v := complex128(0)
		if s.Kind == transforms.C2R {
			v = c2r(x, s.N, k)
		} else {
			v = number(s.Kind, x, k)
		}
		isEnd := isFirst(k) && !s.Kind.IsSine() || s.Kind.IsSine() && k == s.N-1
		if s.Ortho && s.Kind != transforms.DCT3 && s.Kind != transforms.DST3 && isEnd {
			v /= math.Sqrt2
		}
		y = append(y, v)
	}
	return y
}

// kernel returns a kernel of the scheme by the given radices. Threads may hold pairs of points.
func (s rowTest) kernel(inner, elements, transforms int, hasPairs bool, radices ...int) wgsl.Kernel {
	r, err := wgsl.MakeRadices(radices...)
	if err != nil {
		panic(err)
	}
	n, columns := r.N(), inner
	if s.IsTwoForOne() && inner > 1 {
		columns = (inner + 1) / 2
	}
	view := wgsl.Columns(columns, n)
	k := wgsl.Kernel{
		Stages:  wgsl.Stages{Radices: r},
		Threads: wgsl.Ownership{Elements: elements, Transforms: transforms},
		Load:    wgsl.End{View: view}, Store: wgsl.End{View: view},
	}
	if columns > 1 {
		k.Threads.Interleave = columns
	}
	if inner > 1 && len(radices) > 1 {
		k.Threads.Order = [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}
	}
	if hasPairs {
		k.Threads.Mirror[0].Centre, k.Threads.Mirror[1].Centre = s.centres()
	}
	if s.Inverse {
		k.Load.Ops[0], k.Store.Ops[0] = wgsl.Swap{}, wgsl.Swap{}
	}
	if s.Factor != 1 {
		ops := append(k.Store.Ops.List(), wgsl.Scale{By: s.Factor})
		k.Store.Ops = wgsl.MakeOps(ops...)
	}
	return s.Store.Store(s.Load.Load(k))
}

// centres returns the centres of the mirrors by which one thread holds the points that ops take together.
func (s rowTest) centres() (load, store wgsl.Centre) {
	switch {
	case s.Load.HasHalfMirror():
		load = wgsl.Half
	case s.Load.IsMerge():
		load = wgsl.Zero
	}
	switch {
	case s.Store.HasHalfMirror():
		store = wgsl.Half
	case s.Store.IsSplit():
		store = wgsl.Zero
	}
	return load, store
}

// play computes random rows by a kernel and requires that they are the transforms by definition.
func (s rowTest) play(t *testing.T, k wgsl.Kernel, inner int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(s.N)))
	columns := k.Threads.Interleave
	batch := 3 * k.Threads.Transforms * max(1, columns)
	groups := batch / max(1, columns)
	rows := groups * inner // of the array
	if s.IsTwoForOne() && inner == 1 {
		rows = 2 * groups
	}
	load, store := s.lengths()
	in, out := make([]complex128, rows*load), slices.Repeat([]complex128{cmplx.NaN()}, rows*store)
	for i := range in {
		in[i] = complex(r.NormFloat64(), 0)
		if s.Kind == transforms.C2R {
			in[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
	}
	races, err := k.Play(batch, map[string][]complex128{"src": in, "dst": out})
	require.NoError(t, err, k.Name())
	require.Zero(t, races, k.Name())
	for row := range rows {
		group, c := row/inner, row%inner
		var x []complex128
		for n := range load {
			x = append(x, in[(group*load+n)*inner+c])
		}
		for n, want := range s.want(x) {
			got := out[(group*store+n)*inner+c]
			require.Less(t, cmplx.Abs(got-want), 1e-12*float64(s.N), "%s: row %d, number %d: %v, want %v",
				k.Name(), row, n, got, want)
		}
	}
}

// factors are radices of the lengths of the tests.
var factors = map[int][][]int{
	1: {{1}}, 2: {{2}}, 3: {{3}}, 4: {{4}, {2, 2}}, 5: {{5}}, 6: {{6}, {2, 3}, {3, 2}},
	7: {{7}}, 8: {{2, 4}}, 9: {{3, 3}},
	11: {{11}}, 12: {{3, 4}, {2, 2, 3}}, 13: {{13}}, 15: {{5, 3}}, 16: {{4, 4}}, 24: {{4, 6}, {3, 8}},
	30: {{2, 15}, {5, 6}},
}

// playAll plays kernels of a scheme by the factors of its points, with and without pairs of points in
// threads. It takes a shard of them, and count numbers the kernels of a test. It returns the number of
// played kernels.
func (s rowTest) playAll(t *testing.T, inner int, count *int) (played int) {
	t.Helper()
	for _, radices := range factors[s.Points] {
		if radices[0] == 1 {
			continue
		}
		for i, hasPairs := range []bool{false, true} {
			*count++
			if !testcase.ShardOf(t, *count, 12) {
				continue
			}
			transforms := map[int]int{1: 3, 3: 4, 4: 2}[inner]
			s.play(t, s.kernel(inner, (i+1)*slices.Max(radices), transforms, hasPairs, radices...), inner)
			played++
		}
	}
	return played
}

// Kernels of all kinds and packings compute the transforms by definition, with and without pairs of points
// in threads.
func TestTransforms(t *testing.T) {
	lengths := []int{2, 3, 4, 5, 8, 9, 12, 15, 24}
	for kind := transforms.R2C; kind < transforms.Kinds; kind++ {
		t.Run(kind.String(), func(t *testing.T) {
			played, count := 0, 0
			for _, n := range lengths {
				for _, ortho := range []bool{false, true} {
					for _, inner := range []int{1, 3, 4} {
						for _, s := range rowTests(kind, n, inner, ortho) {
							if s.Ortho == ortho { // otherwise it is played already
								played += s.playAll(t, inner, &count)
							}
						}
					}
				}
			}
			require.Greater(t, played, count/24)
		})
	}
}

// A split pass makes bins of the points of a transform that other kernels have computed.
func TestSplitPass(t *testing.T) {
	const n, h, rows = 30, 15, 4
	k := wgsl.Kernel{
		Threads: wgsl.Ownership{Elements: 1, Transforms: 8},
		Load:    wgsl.End{View: wgsl.Rows(h, h)}, Store: wgsl.End{View: wgsl.Rows(h, h)},
	}
	k.Store.View.Rows.Length = h + 1
	k.Store.Ops = wgsl.Ops{wgsl.Scale{By: 0.5}, HermitianSplit{N: n}}
	r := rand.New(rand.NewPCG(1, 2))
	var x, z []complex128
	for range rows {
		row := make([]complex128, n)
		for j := range row {
			row[j] = complex(r.NormFloat64(), 0)
		}
		x = append(x, row...)
		for j := range h {
			sum := complex128(0)
			for i := range h {
				sum += (row[2*i] + 1i*row[2*i+1]) * wgsl.Root(h, i*j).Z
			}
			z = append(z, sum)
		}
	}
	out := slices.Repeat([]complex128{cmplx.NaN()}, rows*(h+1))
	races, err := k.Play(rows*(h/2+1), map[string][]complex128{"src": z, "dst": out})
	require.NoError(t, err)
	require.Zero(t, races)
	for row := range rows {
		for bin := range h + 1 {
			want := number(transforms.R2C, x[row*n:(row+1)*n], bin)
			require.Less(t, cmplx.Abs(out[row*(h+1)+bin]-want), 1e-12, "row %d, bin %d", row, bin)
		}
	}
}

// Kernels with ops that do not fit are refused, and the error says what to do.
func TestRefused(t *testing.T) {
	good := rowTests(transforms.R2C, 24, 1, false)[0].kernel(1, 8, 2, true, 4, 3)
	_, err := good.Play(2, map[string][]complex128{"src": make([]complex128, 48), "dst": make([]complex128, 26)})
	require.NoError(t, err)
	for what, spoil := range map[string]func(k *wgsl.Kernel){
		"no slot has its image": func(k *wgsl.Kernel) { k.Threads.Mirror[1].Centre = wgsl.Half },
		"need a view with rows": func(k *wgsl.Kernel) { k.Store.View.Rows = wgsl.RowLayout{} },
		"direct path":           func(k *wgsl.Kernel) { k.Load.Path = wgsl.Staged },
		"op of the other end":   func(k *wgsl.Kernel) { k.Load.Ops[0] = HermitianSplit{N: 24} },
		"takes no":              func(k *wgsl.Kernel) { k.Load.Ops = wgsl.Ops{RealPoints{}, EvenOdd{N: 24}} },
		"takes pairs of 24": func(k *wgsl.Kernel) {
			k.Threads.Mirror[1].Centre, k.Store.Ops[1] = 0, HermitianSplit{N: 48}
		},
		"want an odd length": func(k *wgsl.Kernel) { k.Load.Ops = wgsl.Ops{DCT4Odd{N: 24}, RealPoints{}} },
		"orders 36 and 24": func(k *wgsl.Kernel) {
			k.Load.Ops = wgsl.Ops{HalfSpectrum{36}, HermitianMerge{N: 36}}
		},
	} {
		k := good
		spoil(&k)
		_, err := k.Play(2, nil)
		require.ErrorContains(t, err, what, k.Name())
	}
}

// Tags of ops parse to the ops.
func TestTags(t *testing.T) {
	seen := map[string]bool{}
	for kind := transforms.R2C; kind < transforms.Kinds; kind++ {
		for _, n := range []int{15, 24} {
			for _, ortho := range []bool{false, true} {
				for _, s := range rowTests(kind, n, 1, ortho) {
					for _, hasPairs := range []bool{false, true} {
						for _, radices := range factors[s.Points] {
							k := s.kernel(1, s.Points, 1, hasPairs, radices...)
							parsed, err := wgsl.ParseKernel(k.Name(), Parsers())
							require.NoError(t, err)
							require.Equal(t, k, parsed, k.Name())
							seen[fmt.Sprintf("%T", k.Load.Ops[0])], seen[fmt.Sprintf("%T", k.Load.Ops[1])] = true, true
						}
					}
				}
			}
		}
	}
	require.Greater(t, len(seen), 8)
}

// In place, rows of numbers and their half spectra share an array.
func TestInPlace(t *testing.T) {
	const n, batch = 24, 6
	for _, kind := range []transforms.Kind{transforms.R2C, transforms.C2R} {
		for _, hasPairs := range []bool{false, true} {
			s := rowTests(kind, n, 1, false)[0]
			k := s.kernel(1, 8, 2, hasPairs, 4, 3)
			k.Dispatch.InPlace = true
			numbers, bins := &k.Load.View.Array, &k.Store.View.Array
			if kind == transforms.C2R {
				numbers, bins = bins, numbers
			}
			dims := func(n, stride int) [wgsl.MaxDims]wgsl.Dim {
				return [wgsl.MaxDims]wgsl.Dim{{Extent: n, Stride: 1}, {Extent: batch, Stride: stride}}
			}
			*numbers, *bins = numbers.WithDims(dims(n, n+2)), bins.WithDims(dims(n/2+1, n/2+1))
			r := rand.New(rand.NewPCG(1, 3))
			data := make([]complex128, batch*(n+2))
			for i := range data {
				data[i] = complex(r.NormFloat64(), 0)
			}
			before := slices.Clone(data)
			races, err := k.Play(batch, map[string][]complex128{"data": data})
			require.NoError(t, err)
			require.Zero(t, races)
			row := func(all []complex128, q int, isBins bool) (x []complex128) {
				all = all[q*(n+2):][:n+2]
				if !isBins {
					return all[:n]
				}
				for k := range n/2 + 1 {
					x = append(x, complex(real(all[2*k]), real(all[2*k+1])))
				}
				return x
			}
			for q := range batch {
				got := row(data, q, kind == transforms.R2C)
				for i, want := range s.want(row(before, q, kind == transforms.C2R)) {
					require.Less(t, cmplx.Abs(got[i]-want), 1e-12, "%s: row %d, %d", k.Name(), q, i)
				}
			}
		}
	}
}
