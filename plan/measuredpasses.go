package plan

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"wgfft/hier"
	"wgfft/wgsl"
)

// A PassKind says where a pass stands among those of a transform, as far as its time depends on it.
type PassKind uint8

// The kinds of pass.
const (
	Columns   PassKind = iota // reads columns and writes columns
	ToRows                    // reads columns and writes rows
	FromRows                  // reads rows and writes columns
	Convolved                 // rows there and back, with the product of the spectra between
)

// String is the kind's name.
func (k PassKind) String() string {
	names := [...]string{"columns", "to-rows", "from-rows", "convolved"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("pass-kind(%d)", uint8(k))
}

// ParsePassKind reads a kind's name.
func ParsePassKind(s string) (PassKind, error) {
	for k := Columns; k <= Convolved; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("plan: pass kind %q: use columns, to-rows, from-rows or convolved", s)
}

// at places a kernel of r points in a pass of the kind, of a transform of r m points.
func (k PassKind) at(r, m int) placer {
	switch k {
	case ToRows:
		return hier.Pass{N: r * m, R: r, P: 1}.Kernel
	case FromRows:
		return hier.Pass{N: r * m, R: r, P: 1, Transposed: true}.Kernel
	case Convolved:
		return convolutionPlacer(hier.DigitReversedPass{B: r, R: r}, r*m, false)
	}
	return hier.Pass{N: r * m, R: r, P: m}.Kernel
}

// PassKernels returns kernels for a pass of the kind of a transform of r m points, the cheapest first: for measurement.
func PassKernels(kind PassKind, r, m int, l wgsl.Limits) []wgsl.Kernel {
	return columns(r, kind != Columns, kind.at(r, m), l, false)
}

// PassVariants returns the kernels for a pass that PassKernels chooses from, each with the layout that suits it: those of them all that keep asks for.
func PassVariants(kind PassKind, r, m int, l wgsl.Limits, keep func(i, of int) bool) []wgsl.Kernel {
	least := 2
	if kind == Columns {
		least = 1
	}
	all := columnVariants(bodies(r, maxPoints, least), kind.at(r, m), l, false, defaultBudget)
	var kept []wgsl.Kernel
	for i, k := range all {
		if keep(i, len(all)) {
			k.Layout = BestLayout(k, l)
			kept = append(kept, k)
		}
	}
	return kept
}

// PassKernel places a kernel of r points in a pass of the kind of a transform of r m points: for measurement.
func PassKernel(kind PassKind, k wgsl.Kernel, m int) wgsl.Kernel { return kind.at(k.N(), m)(k) }

// ConvolutionKernels returns the best kernels of one pass for Bluestein's convolution of n points, so many of each length: for measurement.
func ConvolutionKernels(n, batch, each int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, m := range bluesteinLengths(2*n-1, Capacity(l)) {
		if m > Capacity(l) {
			continue
		}
		found := 0
		for _, k := range Ranked(m, batch, l) {
			if k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct && found < each {
				k.ConvolutionSpectra = 1
				all = append(all, k)
				found++
			}
		}
	}
	return all
}

// Alone returns the schedule of one pass by itself, out of place or in place, of a batch of transforms of n points: for measurement. Its factor
// keeps values as large as they are.
func SchedulePass(k wgsl.Kernel, n, batch int, inPlace bool, l wgsl.Limits, scale float64) (Schedule, error) {
	p := Plan{Problem: Problem{Shape: []int{n}, Batch: batch}, Limits: l, maxSeconds: LongestSubmission, passCount: 1}
	p.arrays = p.Problem.Arrays()
	line := Axis{N: n, InnerExtent: 1, Outer: 1}
	if k.ConvolutionSpectra > 1 {
		line.Convolution, line.Factors = n, []int{k.ConvolutionSpectra, n / k.ConvolutionSpectra}
	}
	p.Axes = []Axis{line}
	if err := p.splitBatch(); err != nil {
		return Schedule{}, err
	}
	k.Store.Scale = factor(scale)
	from := Arg{Role: Input}
	if inPlace {
		from = Arg{Role: Output}
	}
	if err := p.addAxisPass(0, k, from, Arg{Role: Output}); err != nil {
		return Schedule{}, err
	}
	return p.Schedule(), nil
}

// A measured is the fastest kernel for a pass, and its time.
type measuredPass struct {
	kernel wgsl.Kernel
	trips  float64 // its time over that of a trip through memory
}

// favouritePass is the fastest kernel measured for a pass, placed, if there is one that the device can run. Where columns begin within sectors
// of memory, more of them side by side are worth more than they were where all was measured.
func measuredPassOf(kind PassKind, r int, at placer, l wgsl.Limits) (measuredPass, bool) {
	f, there := passTable()[passKey{kind, r}]
	if !there {
		return measuredPass{}, false
	}
	found := measuredPass{at(f.kernel), f.trips}
	return found, found.kernel.Check(l) == nil && sectors(found.kernel) < 1.05*f.sectors
}

type passKey struct {
	kind PassKind
	r    int
}

// A fastest is the kernel of one of favouritePasses.
type passEntry struct {
	measuredPass
	sectors float64
}

// fastestPasses are those of favouritePasses.
var passTable = sync.OnceValue(func() map[passKey]passEntry {
	all := map[passKey]passEntry{}
	for _, line := range measuredPasses {
		fields := strings.Fields(line)
		kind, err := ParsePassKind(fields[0])
		if err != nil {
			continue
		}
		trips, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			continue
		}
		k, err := wgsl.ParseKernel(fields[3])
		if err != nil {
			continue
		}
		k.ConvolutionSpectra = 0
		all[passKey{kind, k.N()}] = passEntry{measuredPass{k, trips}, sectors(kind.at(k.N(), measuredCofactor)(k))}
	}
	return all
})

// besides is how many times as many points as a pass has the transforms had in which they were measured.
const measuredCofactor = 1024

// sectors is how many sectors of memory a kernel touches over those that its points fill.
func sectors(k wgsl.Kernel) float64 {
	load, store := k.Transactions(wgsl.SectorPoints)
	return load + store
}

// favouritePasses are lines of kind, points, trips and kernel, the fastest measured on an NVIDIA H200 (bench/sweep, 2^26 points, November 2026). That for columns of
// 1080 points was measured in transforms of 1080 x 1920; its trips are what is left of their time without the rows.
var measuredPasses = []string{
	"columns 64 1.015 fft64_4.16_p12_t32_split_linear",
	"columns 81 1.016 fft81_9.9_p9_t32_split_linear",
	"columns 100 1.029 fft100_5.20_p20_t32_split2_linear",
	"columns 128 1.027 fft128_4.32_p24_t32_split_linear",
	"columns 243 1.126 fft243_3.9.9_p18_t16_split_linear",
	"columns 256 1.051 fft256_16.16_p32_t16_split2_xor4",
	"columns 320 1.110 fft320_16.20_p16_t8_split2_xor4",
	"columns 500 1.263 fft500_5.10.10_p10_t8_split2_linear",
	"columns 512 1.119 fft512_8.8.8_p16_t8_split2_xor3",
	"columns 1000 1.458 fft1000_25.10.4_p25_t8_split2_linear",
	"columns 1024 1.262 fft1024_8.8.16_p32_t8_split2_xor3",
	"columns 1080 1.135 fft1080_12.10.9_p24_t8_split2_digits1down",
	"columns 2048 1.450 fft2048_8.16.16_p32_t8_complex4_digits0_basis",
	"to-rows 128 1.023 fft128_16.8_p16_t16_split_pad4",
	"to-rows 256 1.033 fft256_8.32_p32_t16_split_xor3",
	"to-rows 512 1.047 fft512_16.32_p32_t16_split2_xor4",
	"to-rows 729 1.236 fft729_27.27_p27_t8_split2_digits0",
	"to-rows 1000 1.431 fft1000_10.10.10_p20_t8_split2_xor3",
	"to-rows 1024 1.088 fft1024_32.32_p32_t8_split4_pad5",
	"to-rows 2048 1.358 fft2048_16.16.8_p32_t4_split2_pad5",
	"convolved 256 1.425 fft256_16.16_p16_t8_split_pad4",
	"convolved 512 1.345 fft512_16.32_p32_t4_split_digits1.pad1x0",
	"convolved 520 2.008 fft520_13.8.5_p13_t4_split_linear",
	"convolved 1024 1.446 fft1024_16.16.4_p16_t1_split_xor4",
	"convolved 2048 1.539 fft2048_16.16.8_p16_t1_split_xor4",
}
