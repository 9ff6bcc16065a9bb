package wgsl

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden kernels again")

// named is the kernel of a name.
func named(name string) FFT {
	k, err := ParseFFT(name)
	if err != nil {
		panic(err)
	}
	return k
}

// goldens are kernels whose text is kept under testdata: one of each kind.
func goldens() []FFT {
	return []FFT{
		row("1", 1, 64, guard),
		row("13", 13, 64, staged, exchange(true, 1)),
		row("16", 16, 64),
		row("8.8", 8, 16, exchange(true, 1), layout(Padded, 5), staged, guard),
		row("41", 41, 64, staged, exchange(true, 1)),
		row("15.7", 15, 8, exchange(false, 1), across),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5)),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5), inverse, inPlace, guard),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5), fold, guard),
		row("3.16.16", 16, 2, exchange(true, 3), layout(Padded, 5)),
		row("4.16.16", 16, 2, exchange(true, 1), layout(Xor, 4)),
		row("16.16.16", 16, 1, exchange(true, 2), layout(Xor, 5)),
		row("16.32.32", 32, 1, exchange(true, 4), layout(Xor, 5)),
		// The first pass of several: columns in, rows out. A later one: columns both ways, in place, with a twiddle.
		row("8.8", 8, 16, exchange(true, 1), layout(Padded, 3), func(k *FFT) {
			k.Load.Map, k.Load.Order = Map{Stride: 64, Dist: 4096, Inner: 64}, TransformsFirst
		}),
		row("8.8", 8, 16, exchange(true, 1), across, inPlace, func(k *FFT) {
			k.Load.Map = Map{Stride: 64, Dist: 4096, Inner: 64}
			k.Store.Map, k.Load.Turn = k.Load.Map, Turn{Order: 4096, Inner: 64}
		}),
		// Bluestein's convolution for 37 points.
		row("8.10", 10, 4, exchange(true, 1), guard, func(k *FFT) {
			k.Convolve, k.Store.Swap = 1, true
			k.Load.Map, k.Load.Length, k.Load.Factor = Map{Stride: 1, Dist: 37}, 37, true
			k.Store.Map, k.Store.Length, k.Store.Factor = Map{Stride: 1, Dist: 37}, 37, true
		}),
		// The same in three passes, of 64 by 64 points: the rows, each with a spectrum of its own.
		row("8.8", 8, 4, exchange(true, 1), inPlace, func(k *FFT) { k.Convolve = 64 }),
		// Columns of 48 points of padded arrays, 24 side by side, each with a spectrum of its own.
		row("6.8", 8, 8, exchange(true, 1), across, func(k *FFT) {
			k.Convolve, k.Lanes, k.Store.Swap = 24, 24, true
			k.Load.Map, k.Load.Length = Map{Stride: 24, Dist: 30 * 24, Inner: 24}, 30
			k.Store.Map, k.Store.Length = Map{Stride: 24, Dist: 40 * 24, Inner: 24}, 40
			k.Spectra.Map = Map{Stride: 24, Dist: 1}
		}),
		// The transposed order: rows in, columns out, with a twiddle.
		row("8.8", 8, 16, exchange(true, 1), func(k *FFT) {
			k.Store.Map, k.Store.Order = Map{Stride: 64, Dist: 4096, Inner: 64}, TransformsFirst
			k.Store.Turn = Turn{Order: 4096, Inner: 64}
		}),
		// Two axes in one pass; one of columns side by side.
		row("4.6", 6, 2, exchange(true, 1), axes("4.6", "", 0)),
		row("1", 5, 8, exchange(false, 1), staged, axes("5.2", "", 3)),
		// Matrix products.
		row("2.3", 6, 8, exchange(false, 1), axes("3.2", "", 0), products),
		// Columns of several arrays side by side, as a later pass has them.
		row("4.4", 4, 16, exchange(true, 1), across, inPlace, func(k *FFT) {
			k.Lanes = 3
			k.Load.Map = Map{Stride: 48, Dist: 768, Inner: 48}
			k.Store.Map, k.Load.Turn = k.Load.Map, Turn{Order: 256, Inner: 16}
		}),
		// The rest of columns of 12 points, after a factor 3, with those of the axis beyond.
		row("4", 8, 8, exchange(true, 1), axes("3.2", "", 0), across, inPlace, func(k *FFT) {
			k.Lanes = 10
			k.Load.Map = Map{Stride: 30, Dist: 720, Inner: 30}
			k.Store.Map, k.Load.Turn = k.Load.Map, Turn{Order: 12, Inner: 3}
		}),
		// Rows of a larger image, the last first, to planes.
		row("4.4", 4, 4, exchange(true, 1), guard, func(k *FFT) {
			k.Load.Places = Places{[MaxDims]Dim{{16, 3, 10}, {20, -300, 0}}, 9000}
			k.Store.Planar = true
		}),
		// A part of the transforms of arrays in pages.
		row("4.4", 4, 4, across, guard, func(k *FFT) {
			k.Part = true
			k.Load.Map, k.Load.Pages = Map{Stride: 16, Dist: 256, Inner: 16}, Pages{Count: 2, Size: 160}
			k.Store.Pages = Pages{Count: 3, Size: 96}
		}),
		// Real transforms: the half spectrum of one row, of two rows together, and back; sine and cosine transforms; the end of one of several passes.
		named("fft16_4.4_p4_t4_one_linear_outhalf32_scale0.5_guard"),
		named("fft5_5_p5_t4_one_linear_inreals5.rows_outhalf5.rows_scale0.5_guard"),
		named("fft4_4_p4_t4_lanes3_one_linear_in3x12x3_inacross_inswap_inhalf8.side3_out3x12x3_outacross_outswap_outreals8.side3"),
		named("fft4_4_p4_t4_one_linear_infolded8_outcosine8.edge"),
		named("fft4_4_p4_t4_one_linear_inswap_incosine8.sine_outswap_outfolded8.sine_inplace"),
		named("fft4_4_p4_t4_one_linear_inmirrored5.edge_outmirrored5.edge_scale0.5"),
		named("fft4_4_p4_t4_one_linear_inrotated8_outrotated8_scale2"),
		named("fft5_5_p5_t4_one_linear_inscattered5.alone.sine_outscattered5.alone.sine_scale1.4142135623730951_guard"),
		named("fft1_1_p1_t64_complex_linear_outhalf1024_scale0.5_guard"),
		// Pixels of four bytes in, recordings of 16 bits out, bytes that a picture has the other way round, signed bytes.
		named("fft16_4.4_p4_t4_one_linear_inreals32_inplaces32x4+2_inuint8_outhalf32_guard"),
		named("fft16_4.4_p4_t4_one_linear_inswap_inhalf32_outswap_outreals32_outint16_scale0.03125"),
		named("fft5_5_p5_t4_one_linear_inreals5.rows_inint8_outfolded5.rows_outuint16big_guard"),
		named("fft16_4.4_p4_t8_one_linear_in16x256x16_inacross_inturn256x16_out16x256x16_outacross_outhalf512_scale0.5_mated"),
		// Rows of an array and those opposite, to half spectra and back; few twiddles of slots 1, 2, 4 ..., and of slots below 3 and their multiples.
		named("fft16_4.4_p4_t4_one_linear_outhalf32_scale0.5_grid1x6_coupled_mated"),
		named("fft16_4.4_p8_t2_one_linear_inswap_inhalf32_outswap_grid3x4_coupled_mated_guard"),
		named("fft64_8.8_p8_t4_one_xor3_few"),
		named("fft49_7.7_p7_t4_one_linear_few3"),
		// Branches between the parts: before each step of a convolution, behind each barrier of a Rader stage of pairs.
		named("fft64_8.8_p16_t8_one_cube0_convolve1_few3_breaksteps_guard"),
		named("fft37_paired37x4.9_1_p4_t2_one_cube9_breakbarriers"),
		// Tables read two elements at a time: few twiddles, and the spectrum and factors of a convolution.
		named("fft60_3.4.5_p12_t2_one_linear_inlen29_infactor_convolve1_outswap_outlen29_outfactor_few_wide"),
		// Constant twiddles by their tangents: of powers of two, of odd radices, of coprime ones that have them.
		named("fft32_32_p32_t4_complex_linear_tangents"),
		named("fft225_9.25_p25_t4_one_linear_tangents_guard"),
		named("fft24_24_p24_t4_complex_linear_tangents"),
		// Half spectra in the place of their numbers: of these one by one, and in pairs.
		named("fft5_5_p5_t4_one_linear_inreals5.alone_inplaces5x1.3x6+0_outhalf5.alone_inplace_guard"),
		named("fft16_4.4_p4_t4_one_linear_inswap_inhalf32_outswap_outplaces16x1.3x17+0_inplace"),
		// Butterflies in couples: of the last stage, of the first, of an odd number of butterflies, of columns, of one butterfly alone.
		named("fft16_8.2_p8_t4_one_linear_outhalf32_scale0.5_coupled_guard"),
		named("fft16_4.4_p8_t2_one_linear_inswap_inhalf32_outswap_coupled"),
		named("fft15_5.3_p6_t4_one2_linear_infolded15.rows_outcosine15.rows_coupled"),
		named("fft15_3.5_p6_t4_complex_linear_inswap_incosine30.edge_outswap_outfolded30_coupled"),
		named("fft8_4.2_p4_t4_lanes3_one_linear_in3x24x3_inacross_inmirrored9.edge.side3_out3x24x3_outacross_outmirrored9.edge.side3_coupled_inplace"),
		named("fft4_4_p4_t4_one_linear_outhalf8_scale0.5_coupled"),
		// Butterflies that face each other: of folded rows, of pairs of them, of rotated ones in place; one in the middle, and runs that are no elements.
		named("fft32_4.8_p16_t2_one_linear_infolded64_outcosine64_coupled_facing_guard"),
		named("fft12_4.3_p8_t4_one2_linear_infolded12.rows.sine_outcosine12.rows.sine_coupled_facing"),
		named("fft20_5.4_p10_t2_one_linear_inswap_incosine40_outswap_outfolded40_coupled_facing_inplace"),
		named("fft15_3.5_p6_t4_complex_linear_inrotated30_outrotated30_scale2_facing_inplace"),
		named("fft16_4.4_p8_t4_one_linear_inrotated32.sine_inpages2x96_outrotated32.sine_facing"),
		// Couples of columns and their mates: as many as threads; of an odd number of columns, an odd radix and in rounds; of two rows, and fewer than threads.
		named("fft16_4.4_p8_t8_one_linear_in16x256x16_inacross_inturn256x16_out16x256x16_outacross_outhalf512_scale0.5_coupled_mated"),
		named("fft12_4.3_p6_t4_one2_pad4_in15x180x15_inacross_inturn180x15_out15x180x15_outacross_outcosine360_coupled_mated_guard"),
		named("fft8_4.2_p2_t4_complex_linear_in5x40x5_inacross_inturn40x5_out5x40x5_outacross_outhalf40.rows_scale0.5_coupled_mated"),
		// The same on the way in, of the first of several passes: to rows; to columns, with an odd radix, idle threads and more workgroups than columns.
		named("fft16_4.4_p8_t8_one_linear_in16x256x16_inacross_inswap_inhalf512_outswap_coupled_mated"),
		named("fft12_3.4_p4_t8_one2_cube16_in10x120x10_inacross_inswap_incosine240_outturn120x10_out10x120x10_outacross_outswap_coupled_mated_guard"),
		// Cubes: of three stages in both components at once; in rounds, with idle threads; of transforms side by side; of a convolution.
		named("fft60_3.4.5_p12_t2_complex_cube9_guard"),
		named("fft72_3.6.4_p12_t1_one2_cube17"),
		named("fft16_4.4_p4_t8_one_cube0_in16x256x16_inacross_out16x256x16_outacross"),
		// Slabs that lie apart: of two transforms one after the other, in rounds; of transforms side by side.
		named("fft60_3.4.5_p12_t2_one2_cube24gap5_guard"),
		named("fft16_4.4_p4_t8_complex_cube16gap4_in16x256x16_inacross_out16x256x16_outacross"),
		// Lines in cyclic order: of one middle stage and of two, of several butterflies a thread with few twiddles; of two axes; of a convolution, in slabs.
		named("fft60_3.4.5_p12_t2_one_cube0cyclic_guard"),
		named("fft36_2.3.2.3_p6_t4_one2_cube48cyclic_few_once"),
		named("fft60_3.2x2.5_p6_t2_one_cube0cyclic"),
		named("fft60_3.4.5_p12_t1_one_cube26gap3cyclic_convolve1_outswap"),
		// Planes whose axes meet without an exchange; rows of a column of them.
		named("fft256_4.2x4.8_p8_t2_one2_cube3"),
		named("fft96_3x4.8_p12_t2_one_linear_in1280x12800x40x32_guard"),
		named("fft60_3.4.5_p12_t1_one_cube26_convolve1_outswap"),
		// The stages of two axes in pairs, after another axis, in rounds.
		named("fft72_2x3.2x2.3_p6_t2_one2_cube0_once_woven"),
		// Rader's convolution alone, and as the first stage of three.
		row("1", 14, 4, exchange(true, 1), rader("127x14.9"), staged, guard),
		row("4.2", 12, 2, exchange(false, 1), rader("37x36"), across),
		// With twiddles, and by residues as the first stage of several.
		row("1", 7, 2, exchange(true, 1), rader("19x3.6"), staged),
		row("2", 6, 4, exchange(false, 1), rader("31x2.3.5"), across),
		row("5.5", 5, 4, exchange(false, 1), func(k *FFT) { k.Load.Map, k.Store.Map = Map{Stride: 4, Dist: 1}, Map{Stride: 1, Dist: 32} }),
	}
}

func goldenFile(k FFT) string { return filepath.Join("testdata", k.Name()+".wgsl") }

func TestGoldenKernels(t *testing.T) {
	want := map[string]bool{}
	for _, k := range goldens() {
		require.NoError(t, k.Check(wide))
		file := goldenFile(k)
		require.False(t, want[file], "two goldens are the same kernel")
		want[file] = true
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(file, []byte(k.Module().Text), 0o644))
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err, "go test ./wgsl -update writes it")
		require.Equal(t, string(text), k.Module().Text, "the text changed: look at it, then run go test ./wgsl -update")
	}
	files, err := filepath.Glob("testdata/*.wgsl")
	require.NoError(t, err)
	for _, file := range files {
		if !want[file] && *update {
			require.NoError(t, os.Remove(file))
			continue
		}
		require.True(t, want[file], "%s is no golden kernel any more", file)
	}
}

// A compiler of WGSL that stands on the PATH, or does not.
type compiler struct {
	name string
	args func(dir, file string) []string
}

var compilers = []compiler{
	{"naga to MSL", func(dir, file string) []string { return []string{"naga", file, filepath.Join(dir, "out.metal")} }},
	{"naga to HLSL", func(dir, file string) []string { return []string{"naga", file, filepath.Join(dir, "out.hlsl")} }},
	{"naga to SPIR-V", func(dir, file string) []string { return []string{"naga", file, filepath.Join(dir, "out.spv")} }},
	{"tint", func(_, file string) []string { return []string{"tint", "--format", "wgsl", file} }},
}

// TestOtherCompilersTakeTheKernels runs the kernels through the compilers that are installed: the golden ones, every
// butterfly, and a sample of all others.
func TestOtherCompilersTakeTheKernels(t *testing.T) {
	kernels := goldens()
	for _, r := range butterflyRadices() {
		kernels = append(kernels, row(fmt.Sprint(r), r, 4), row(fmt.Sprint(r), r, 4, products))
	}
	r := rand.New(rand.NewPCG(4, 1))
	for range many(60) {
		kernels = append(kernels, anyKernel(r))
	}
	if testing.Short() {
		kernels = kernels[:20]
	}
	for _, c := range compilers {
		tool := c.args("", "")[0]
		if _, err := exec.LookPath(tool); err != nil {
			t.Logf("%s: %s is not on the PATH", c.name, tool)
			continue
		}
		var failed sync.Map
		var wait sync.WaitGroup
		jobs := make(chan FFT)
		for range 2 {
			dir := t.TempDir()
			wait.Go(func() {
				for k := range jobs {
					file := filepath.Join(dir, "kernel.wgsl")
					if err := os.WriteFile(file, []byte(k.Module().Text), 0o644); err != nil {
						failed.Store(k.Name(), err.Error())
						continue
					}
					args := c.args(dir, file)
					if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
						failed.Store(k.Name(), strings.TrimSpace(string(out))+" "+err.Error())
					}
				}
			})
		}
		for _, k := range kernels {
			jobs <- k
		}
		close(jobs)
		wait.Wait()
		failed.Range(func(name, why any) bool {
			t.Errorf("%s refuses %s: %s", c.name, name, why)
			return true
		})
		t.Logf("%s took %d kernels", c.name, len(kernels))
	}
}
