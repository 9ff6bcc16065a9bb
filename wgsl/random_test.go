package wgsl

import (
	"math/rand/v2"

	"wgfft/internal/ref"
)

// wide are limits that every kernel of these tests fits.
var wide = Limits{Invocations: 1024, WorkgroupBytes: 64 << 10, Workgroups: 65535, BindingBytes: 1 << 30, AllocationBytes: 1 << 30, StorageAlign: 256, StorageBindings: 32}

// row is a kernel of contiguous transforms.
func row(chain string, points, transforms int, more ...func(*Kernel)) Kernel {
	c, err := ParseRadices(chain)
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

// Changes to a row.
func exchange(component bool, rounds uint8) func(*Kernel) {
	return func(k *Kernel) { k.Exchange = Exchange{component, rounds} }
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

// axes makes a row a transform of several axes.
func axes(over0, over1 string, side int) func(*Kernel) {
	return func(k *Kernel) {
		for i, s := range []string{over0, over1} {
			if s == "" {
				continue
			}
			c, err := ParseRadices(s)
			if err != nil {
				panic(err)
			}
			k.OuterRadices[i] = c
		}
		k.InnerExtent = side
		k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	}
}

// butterflyRadices are the radices that butterflies are written for: all whose prime factors are at most 31.
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

// anyChain draws a chain of up to most points.
func randomRadices(r *rand.Rand, most int) Radices {
	radices, n := []int{}, 1
	for range 1 + r.IntN(5) {
		all := butterflyRadices()
		x := all[r.IntN(len(all))]
		if r.IntN(3) > 0 { // small ones more often, else chains are short
			x = 2 + r.IntN(7)
		}
		if n*x > most {
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

// raders are Rader stages of the tests, one and several radices.
var raders = []string{"", "3x2", "7x6", "17x16", "37x36", "41x5.8", "61x4.15", "61x10.6", "127x14.9", "127x2.7.9", "251x10.25", "1009x7.9.16", "1009x3.16.21"}

func rader(s string) func(*Kernel) {
	return func(k *Kernel) {
		if err := k.Rader.parse(s); err != nil {
			panic(err)
		}
		k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	}
}

// anyPlaces draws the places of an array.
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

// everything says whether the long sweeps are wanted: make test-all.
func everything() bool { return ref.Everything() }

// many is how many kernels a test draws: so many if everything is wanted, or two of five.
func many(n int) int {
	if everything() {
		return n
	}
	return n / 4
}

// anyKernel draws a kernel from the whole family, one that wide lets through.
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
		k.Store = Store{Path: Path(r.IntN(2)), Map: Contiguous(k.N()), Order: Order(r.IntN(2)), SwapReIm: r.IntN(2) == 0,
			Scale: []float64{0, 1, 0.5, 1 / float64(k.N())}[r.IntN(4)]}
		if r.IntN(4) == 0 && k.Load.Path == Direct && k.Store.Path == Direct {
			inner := 1 + r.IntN(20)
			k.Load.Map = Map{Stride: inner * (1 + r.IntN(3)), Dist: 3*k.N()*inner + r.IntN(9), Inner: inner}
			k.Store.Map = Map{Stride: 1 + r.IntN(3), Dist: 3*k.N() + r.IntN(9)}
			if r.IntN(3) == 0 {
				k.Interleave = 1 + r.IntN(5)
				k.Load.Map.Stride *= k.Interleave
				k.Store.Map = Map{Stride: k.Interleave * (1 + r.IntN(3)), Dist: 20 * k.N() * k.Interleave, Inner: k.Interleave * (1 + r.IntN(3))}
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
		if side := 1 + k.TransformsPerGroup%6; k.ConvolutionSpectra > 1 && k.ElementsPerThread%2 == 0 { // as they come
			k.Spectra = Spectra{Map: Map{Stride: side, Dist: k.N() * side, Inner: side % 4}, Interleave: k.ElementsPerThread % 3}
			if k.ElementsPerThread%4 == 0 {
				k.Spectra.Segments = Segments{Count: 2 + side, Size: 1000 * side}
			}
		}
		if r.IntN(6) == 0 {
			k.Load.View = randomView(r)
		}
		if r.IntN(6) == 0 {
			k.Store.View = randomView(r)
		}
		if m, merges := k.axisJoin(); merges && r.IntN(2) == 0 {
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
