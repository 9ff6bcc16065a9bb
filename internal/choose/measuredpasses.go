package choose

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A PassKind is the position of a pass among those of a transform, as far as the pass's time
// depends on it.
type PassKind uint8

// The kinds of pass.
const (
	Columns   PassKind = iota // reads columns and writes columns
	ToRows                    // reads columns and writes rows
	FromRows                  // reads rows and writes columns
	Convolved                 // transforms rows forward, multiplies by the spectra, and transforms back
)

// String returns the kind's name.
func (k PassKind) String() string {
	names := [...]string{"columns", "to-rows", "from-rows", "convolved"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("pass-kind(%d)", uint8(k))
}

// ParsePassKind parses a kind's name.
func ParsePassKind(s string) (PassKind, error) {
	for k := Columns; k <= Convolved; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("plan: pass kind %q: use columns, to-rows, from-rows or convolved", s)
}

// at returns the placer of a pass of the kind with r points in a transform of r m points.
func (k PassKind) at(r, m int) Placer {
	switch k {
	case ToRows:
		return hier.Pass{N: r * m, R: r, P: 1}.Kernel
	case FromRows:
		return hier.Pass{N: r * m, R: r, P: 1, Transposed: true}.Kernel
	case Convolved:
		return ConvolutionPlacer(hier.DigitReversedPass{B: r, R: r}, r*m, false)
	}
	return hier.Pass{N: r * m, R: r, P: m}.Kernel
}

// PassKernels returns kernels for a pass of r points in a transform of r m points, the cheapest
// first. It is for measurements.
func PassKernels(kind PassKind, r, m int, l wgsl.Limits) []wgsl.Kernel {
	return ColumnKernels(r, kind != Columns, kind.at(r, m), l, false)
}

// PassVariants returns all kernels that PassKernels chooses from, each with its best layout. keep
// selects kernels by their index i of n. It is for measurements.
func PassVariants(kind PassKind, r, m int, l wgsl.Limits, keep func(i, n int) bool) []wgsl.Kernel {
	least := 2
	if kind == Columns {
		least = 1
	}
	all := columnVariants(Bodies(r, plan.MaxThreadElements, least), kind.at(r, m), l, false, DefaultBudget)
	var kept []wgsl.Kernel
	for i, k := range all {
		if keep(i, len(all)) {
			k.Layout = BestLayout(k, l)
			kept = append(kept, k)
		}
	}
	return kept
}

// PassKernel places a kernel in a pass of a transform of k.N() m points. It is for measurements.
func PassKernel(kind PassKind, k wgsl.Kernel, m int) wgsl.Kernel { return kind.at(k.N(), m)(k) }

// ConvolutionKernels returns the best one-pass kernels for Bluestein's convolution of n points,
// each of them for every length of the convolution. It is for measurements.
func ConvolutionKernels(n, batch, each int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, m := range bluesteinLengths(2*n-1, plan.Capacity(l)) {
		if m > plan.Capacity(l) {
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

// A measuredPass is the fastest kernel measured for a pass.
type measuredPass struct {
	kernel wgsl.Kernel
	passes float64 // its time, in passes at the speed of a copy
}

// measuredPassOf returns the fastest kernel measured for a pass, placed. It returns false if there
// is none that the device can run. It also returns false if columns begin within sectors of memory,
// because wider workgroups are faster there.
func measuredPassOf(kind PassKind, r int, at Placer, l wgsl.Limits) (measuredPass, bool) {
	f, there := passTable()[passKey{kind, r}]
	if !there {
		return measuredPass{}, false
	}
	found := measuredPass{at(f.kernel), f.passes}
	return found, found.kernel.Check(l) == nil && sectors(found.kernel) < 1.05*f.sectors
}

type passKey struct {
	kind PassKind
	r    int
}

// A passEntry is one of measuredPasses, with the number of memory sectors that it touched.
type passEntry struct {
	measuredPass
	sectors float64
}

// passTable holds measuredPasses by kind and points.
var passTable = sync.OnceValue(func() map[passKey]passEntry {
	all := map[passKey]passEntry{}
	for _, text := range measuredPasses {
		fields := strings.Fields(text)
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
		placed := kind.at(k.N(), measuredCofactor)(k)
		all[passKey{kind, k.N()}] = passEntry{measuredPass{k, trips}, sectors(placed)}
	}
	return all
})

// measuredCofactor is the size of a measured transform over that of its pass: passes of r points
// were measured inside transforms of r*1024 points.
const measuredCofactor = 1024

// sectors returns the number of memory sectors that loads touch over those that the points fill,
// plus the same for stores.
func sectors(k wgsl.Kernel) float64 {
	load, store := k.Transactions(wgsl.SectorPoints)
	return load + store
}

// measuredPasses lists kind, points, time in passes at the speed of a copy, and kernel: the fastest
// measured on an NVIDIA H200 by bench/sweep. Columns of 1080 points were measured in transforms of
// 1080 x 1920, and their time excludes the rows.
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
