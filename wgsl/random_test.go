package wgsl

import (
	"math/rand/v2"

	"wgfft/internal/testcase"
)

// wide are limits that every kernel of these tests satisfies.
var wide = Limits{
	Invocations:     1024,
	WorkgroupBytes:  64 << 10,
	Workgroups:      65535,
	BindingBytes:    1 << 30,
	AllocationBytes: 1 << 30,
	StorageAlign:    256,
	StorageBindings: 32,
}

// row returns a kernel of contiguous transforms, changed by more.
func row(radices string, points, transforms int, more ...func(*Kernel)) Kernel {
	c, err := ParseRadices(radices)
	if err != nil {
		panic(err)
	}
	k := Kernel{Radices: c, ElementsPerThread: points, TransformsPerGroup: transforms}
	k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	for _, f := range more {
		f(&k)
	}
	return k
}

// exchange, layout and the functions after them are changes of a row.
func exchange(split bool, slices uint8) func(*Kernel) {
	return func(k *Kernel) { k.Exchange = Exchange{Split: split, Slices: slices} }
}
func layout(kind LayoutKind, shift uint8) func(*Kernel) {
	return func(k *Kernel) { k.Layout = Layout{Kind: kind, Shift: shift} }
}
func staged(k *Kernel)       { k.Load.Path, k.Store.Path = Staged, Staged }
func batchFastest(k *Kernel) { k.Load.Order, k.Store.Order = BatchFastest, BatchFastest }
func products(k *Kernel)     { k.MatrixProduct = true }
func inPlace(k *Kernel)      { k.InPlace = true }
func tail(k *Kernel)         { k.Tail = true }
func fold(k *Kernel)         { k.Fold = true }
func inverse(k *Kernel) {
	k.Load.SwapReIm, k.Store.SwapReIm, k.Store.Scale = true, true, 1/float64(k.N())
}

// axes adds outer axes and an inner extent to a row.
func axes(outer0, outer1 string, inner int) func(*Kernel) {
	return func(k *Kernel) {
		for i, s := range []string{outer0, outer1} {
			if s == "" {
				continue
			}
			c, err := ParseRadices(s)
			if err != nil {
				panic(err)
			}
			k.OuterRadices[i] = c
		}
		k.InnerExtent = inner
		k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	}
}

// butterflyRadices returns the radices of butterflies: all up to MaxRadix with prime factors of at
// most 31.
func butterflyRadices() []int {
	var all []int
	for r := 2; r <= MaxRadix; r++ {
		largest, rest := 1, r
		for d := 2; rest > 1; d++ {
			for rest%d == 0 {
				largest, rest = d, rest/d
			}
		}
		if largest <= 31 {
			all = append(all, r)
		}
	}
	return all
}

// randomRadices draws radices of at most the given number of points.
func randomRadices(r *rand.Rand, points int) Radices {
	radices, n := []int{}, 1
	for range 1 + r.IntN(5) {
		all := butterflyRadices()
		x := all[r.IntN(len(all))]
		if r.IntN(3) > 0 { // mostly small ones, for more stages
			x = 2 + r.IntN(7)
		}
		if n*x > points {
			break
		}
		radices, n = append(radices, x), n*x
	}
	c, err := MakeRadices(radices...)
	if err != nil {
		panic(err)
	}
	return c
}

// raders are Rader stages of the tests, with one radix and with several.
var raders = []string{"", "3x2", "7x6", "17x16", "37x36", "41x5.8", "61x4.15", "61x10.6", "127x14.9", "127x2.7.9",
	"251x10.25", "1009x7.9.16", "1009x3.16.21"}

// rader adds a Rader stage to a row.
func rader(s string) func(*Kernel) {
	return func(k *Kernel) {
		if err := k.Rader.parse(s); err != nil {
			panic(err)
		}
		k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	}
}

// randomView draws the memory layout of an array.
func randomView(r *rand.Rand) StridedView {
	dims, stride := []Dim{}, 1+r.IntN(2)
	for range 1 + r.IntN(3) {
		d := Dim{1 + r.IntN(9), stride, 0}
		stride *= d.Extent + r.IntN(2)
		if r.IntN(4) == 0 {
			d.Stride = -d.Stride
		}
		if r.IntN(4) == 0 {
			d.Bound = 1 + r.IntN(d.Extent)
		}
		dims = append(dims, d)
	}
	p, err := MakeStridedView(dims, r.IntN(3)*1000)
	if err != nil {
		panic(err)
	}
	return p
}

// many returns the number of kernels that a test draws: n in long tests, and else a quarter of it.
func many(n int) int {
	if testcase.Long() {
		return n
	}
	return n / 4
}

// randomKernel draws a kernel that satisfies the limits wide.
func randomKernel(r *rand.Rand) Kernel {
	for {
		k := Kernel{
			Radices:            randomRadices(r, 8192),
			ElementsPerThread:  1 + r.IntN(32),
			TransformsPerGroup: 1 + r.IntN(1<<r.IntN(7)),
			Exchange:           Exchange{r.IntN(2) == 0, uint8(r.IntN(5))},
			Layout:             Layout{Kind: LayoutKind(r.IntN(3)), Shift: uint8(2 + r.IntN(6))},
			ConvolutionSpectra: []int{0, 0, 0, 0, 0, 1, 1, 3}[r.IntN(8)],
			MatrixProduct:      r.IntN(4) == 0,
			InPlace:            r.IntN(2) == 0,
			Tail:               r.IntN(2) == 0,
			Offset:             r.IntN(4) == 0,
			Fold:               r.IntN(4) == 0,
		}
		if stage := raders[r.IntN(len(raders))]; stage != "" && r.IntN(3) == 0 {
			k.Radices, k.ConvolutionSpectra = randomRadices(r, 64), 0
			if r.IntN(3) == 0 {
				k.Radices = Radices{}
			}
			rader(stage)(&k)
		}
		if r.IntN(4) == 0 && k.Rader.Prime == 0 && k.ConvolutionSpectra == 0 {
			k.Radices, k.OuterRadices[0] = randomRadices(r, 40), randomRadices(r, 40)
			if r.IntN(3) == 0 {
				k.OuterRadices[1] = randomRadices(r, 10)
			}
			k.InnerExtent = []int{0, 0, 1, 2, 7}[r.IntN(5)]
		}
		k.Load = Load{Path: Path(r.IntN(2)), Map: Contiguous(k.N()), Order: Order(r.IntN(2)), SwapReIm: r.IntN(2) == 0}
		k.Store = Store{
			Path: Path(r.IntN(2)), Map: Contiguous(k.N()), Order: Order(r.IntN(2)), SwapReIm: r.IntN(2) == 0,
			Scale: []float64{0, 1, 0.5, 1 / float64(k.N())}[r.IntN(4)],
		}
		if r.IntN(4) == 0 && k.Load.Path == Direct && k.Store.Path == Direct {
			inner := 1 + r.IntN(20)
			k.Load.Map = Map{Stride: inner * (1 + r.IntN(3)), Dist: 3*k.N()*inner + r.IntN(9), Inner: inner}
			k.Store.Map = Map{Stride: 1 + r.IntN(3), Dist: 3*k.N() + r.IntN(9)}
			if r.IntN(3) == 0 {
				k.Interleave = 1 + r.IntN(5)
				k.Load.Map.Stride *= k.Interleave
				k.Store.Map = Map{
					Stride: k.Interleave * (1 + r.IntN(3)),
					Dist:   20 * k.N() * k.Interleave,
					Inner:  k.Interleave * (1 + r.IntN(3)),
				}
			}
			if r.IntN(2) == 0 {
				k.Load.PassTwiddle = PassTwiddle{Order: k.N() * inner, Inner: inner}
			}
			if r.IntN(2) == 0 {
				k.Store.PassTwiddle = PassTwiddle{Order: k.N() * inner, Inner: 1 + r.IntN(inner)}
			}
			if r.IntN(2) == 0 {
				k.Load.Bound, k.Store.Bound = 1+r.IntN(k.N()), r.IntN(k.N())
			}
			k.Load.TableFactor, k.Store.TableFactor = r.IntN(2) == 0, r.IntN(2) == 0
		}
		if n := 1 + k.TransformsPerGroup%6; k.ConvolutionSpectra > 1 && k.ElementsPerThread%2 == 0 {
			k.Spectra.Map = Map{Stride: n, Dist: k.N() * n, Inner: n % 4}
			k.Spectra.Interleave = k.ElementsPerThread % 3
			if k.ElementsPerThread%4 == 0 {
				k.Spectra.Segments = Segments{Count: 2 + n, Size: 1000 * n}
			}
		}
		if r.IntN(6) == 0 {
			k.Load.View = randomView(r)
		}
		if r.IntN(6) == 0 {
			k.Store.View = randomView(r)
		}
		if m, joins := k.axisJoin(); joins && r.IntN(2) == 0 {
			run := k.N() / m.r0
			k.Load = Load{Map: Map{Stride: 3 * run, Dist: 9 * k.N(), Inner: 3, Run: run}}
		}
		k.Load.Planar, k.Store.Planar = r.IntN(10) == 0, r.IntN(10) == 0
		if r.IntN(8) == 0 {
			k.Load.Segments = Segments{Count: 2 + r.IntN(3), Size: 1 + r.IntN(5000)}
		}
		if r.IntN(8) == 0 {
			k.Store.Segments = Segments{Count: 2 + r.IntN(3), Size: 1 + r.IntN(5000)}
		}
		if k.HasDigitLayout() && r.IntN(2) == 0 {
			all := DigitLayouts(len(k.StageRadices()))
			if !k.Rader.Fold && r.IntN(2) == 0 {
				all = PaddedOuter(len(k.StageRadices()))
			}
			k.Layout = all[r.IntN(len(all))]
			k.Layout.CyclicOrder = k.CanCycle() && r.IntN(2) == 0
		}
		if k.HasExchange() && r.IntN(3) == 0 {
			k.Fence = FenceStages + Fence(r.IntN(2))
		}
		if k.Check(wide) == nil && k.LiveElements() <= 64 {
			return k
		}
	}
}
