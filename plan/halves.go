package plan

import (
	"fmt"
	"math/cmplx"

	"wgfft/wgsl"
)

// Bluestein's convolution of n points needs transforms of 2n-1 or more, but a workgroup that holds n is enough. The transform of m = 2h points of what is
// zero from point h on falls into two of h points, its even and its odd bins, and so does the one back of which only the first h points count:
//
//	X[k] = c[k] sum over the halves s = 0, 1 of w_m^(-sk) IDFT_h(DFT_h(x[j] c[j] w_m^(sj)) B[2g+s])[k]
//
// with B the spectrum. Each half is a pass of its own, which reads all points and leaves as many; the second adds what the first left in scratch. That
// is 5n points through memory, where passes of columns and rows take 10n.

// halves chooses the kernel that does each half of a line's convolution, if there can be one.
func halves(line Line, batch int, l wgsl.Limits) (chosen, bool) {
	var best chosen
	if !line.halvable(l) {
		return best, false
	}
	for _, h := range convolutionLengths(line.N, Capacity(l)) {
		if h > Capacity(l) {
			continue
		}
		c, ok := inner(h, line, batch, l)
		if !ok {
			continue
		}
		c.cost = halvesCost(c.cost, h)
		if best.kernels == nil || c.cost < best.cost {
			best = c
		}
	}
	if best.kernels == nil {
		return best, false
	}
	best.kernels = []wgsl.FFT{best.kernels[0], best.kernels[0]}
	return best, true
}

// halvesCost is the cost of a line of which a kernel of h points does each half, when that costs so much for a line half as long: each half reads and writes twice the
// points, and the second those of the first, too. A tenth more is what six lengths took on an H200 (November 2026), 0.93 to 1.09 times that.
func halvesCost(one float64, h int) float64 { return 1.1 * (2*one + 1.5*float64(h)) }

// pays says whether halves are chosen for so many rows where the whole convolution, of m points, has other kernels: where the model sees them clearly ahead, for it knows
// the passes better, and as far as the device is busy with either.
func pays(halves, whole chosen, m, batch int) bool {
	return halves.busy(halves.kernels[0].N(), batch) < 0.95*whole.busy(m, batch)
}

// halvable says whether a line's convolution can be done in halves: rows of complex points that a workgroup holds once, but not with as many zeros.
func (l Line) halvable(limits wgsl.Limits) bool {
	capacity := Capacity(limits)
	return l.Kind == C2C && l.Side == 1 && l.N > 1 && l.N <= capacity && 2*l.N-1 > capacity
}

// HalfKernels lists kernels for each half of the convolution of a problem's line, the cheapest of each length first: for measurement.
func HalfKernels(p Problem, l wgsl.Limits, line int) []wgsl.FFT {
	at := p.lines(l)[line]
	if !at.halvable(l) {
		return nil
	}
	return convolutionKernels(convolutionLengths(at.N, Capacity(l)), at.sharedBatch(min(p.Count(), mostSharing)), shortlist, l)
}

// unhalved are kernels chosen for a problem with a whole convolution in place of one in halves, whose second pass has more bindings than the others: planar arrays
// and those in pages may take more than a device has. A choice is made without knowing how arrays lie.
func (p Problem) unhalved(kernels []wgsl.FFT, l wgsl.Limits) ([]wgsl.FFT, bool) {
	parts, err := Parts(p, l, kernels)
	if err != nil {
		return nil, false
	}
	for i, part := range parts {
		if part.Halves { // of one line at most, that of rows
			line := p.lines(l)[part.Line]
			whole, m := wholeConvolution(line, line.sharedBatch(min(p.Count(), mostSharing)), l)
			parts[i].Kernels = whole.kernels
			return Join(parts), m > 0
		}
	}
	return nil, false
}

// inHalves says whether kernels begin with those of a line's convolution in halves.
func (l Line) inHalves(kernels []wgsl.FFT) bool {
	if len(kernels) < 2 || l.Kind != C2C || l.Side != 1 {
		return false
	}
	k := kernels[0]
	return k.Convolve == 1 && k == kernels[1] && k.N() >= l.N && k.N() < 2*l.N-1
}

// convolveHalves makes the passes of a line's convolution in halves.
func (p *Plan) convolveHalves(line int, u unit, kernels []wgsl.FFT, from, addend, to Arg) error {
	for s, k := range kernels {
		k.Load.Swap, k.Store.Swap = false, true
		k.Load.Map.Dist, k.Load.Length, k.Load.Factor = u.have, u.have, true
		k.Store.Map.Dist, k.Store.Length, k.Store.Factor = u.N, u.N, true
		k.Store.Scale = kernels[1].Store.Scale
		next := addend
		if s == 1 {
			next = to
			if k.Store.Add = p.pages(addend, wgsl.Real{}); k.Store.Add.Count == 0 {
				k.Store.Add.Count = 1
			}
		}
		if err := p.add(line, k, from, next); err != nil {
			return err
		}
	}
	return nil
}

// halfOf is which half of a convolution a kernel does: the second one adds.
func halfOf(k wgsl.FFT) int { return min(1, k.Store.Add.Count) }

// halfChirp is the recipe of the factors of a half of a convolution in halves: c[j] w_m^(sj) on the way in, c[j] w_m^(-sj) on the way out.
type halfChirp struct {
	chirp
	m   int // of the whole convolution
	s   int
	out bool
}

func (c halfChirp) Name() string {
	way := "in"
	if c.out {
		way = "out"
	}
	return fmt.Sprintf("%s half %d of %d %s", c.chirp.Name(), c.s, c.m, way)
}

// at is the factor of point j.
func (c halfChirp) at(j int) complex128 {
	w := wgsl.Root(c.m, c.s*j%c.m)
	if c.out {
		w = cmplx.Conj(w)
	}
	return c.chirp.at(j) * w
}

func (c halfChirp) Words() []float32 { return wordsOf(c.n, c.at) }

// halfSpectrum is the recipe of the bins of a half of a spectrum: the even ones or the odd ones.
type halfSpectrum struct {
	spectrum
	s int
}

func (s halfSpectrum) Name() string { return fmt.Sprintf("half %d of %s", s.s, s.spectrum.Name()) }
func (s halfSpectrum) Len() int     { return s.m }

func (s halfSpectrum) Words() []float32 {
	all := s.spectrum.Words()
	words := make([]float32, 0, s.Len())
	for bin := s.s; bin < s.m; bin += 2 {
		words = append(words, all[2*bin], all[2*bin+1])
	}
	return words
}

// chirps are the recipes of the tables of a kernel of a line's convolution: its factors on the way in, its spectrum, and its factors on the way out.
func (l Line) chirps(k wgsl.FFT) (in, spectrum, out Recipe) {
	wave, s := chirp{l.N, l.Inverse}, halfOf(k)
	whole := newSpectrum(wave, l.Convolution, l.Rows)
	in, spectrum, out = wave, whole, wave
	if l.Halves {
		spectrum = halfSpectrum{whole, s}
	}
	if l.Halves && s > 0 { // the first is not turned
		in, out = halfChirp{wave, l.Convolution, s, false}, halfChirp{wave, l.Convolution, s, true}
	}
	return inTwos(in, k.FactorsApart()), inTwos(spectrum, k.SpectrumApart()), inTwos(out, k.FactorsApart())
}
