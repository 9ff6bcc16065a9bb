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
func named(name string) Kernel {
	k, err := ParseKernel(name)
	if err != nil {
		panic(err)
	}
	return k
}

// goldens are kernels whose text is kept under testdata: one of each kind.
func goldens() []Kernel {
	return []Kernel{
		row("1", 1, 64, tail),
		row("13", 13, 64, staged, exchange(true, 1)),
		row("16", 16, 64),
		row("8.8", 8, 16, exchange(true, 1), layout(Padded, 5), staged, tail),
		row("41", 41, 64, staged, exchange(true, 1)),
		row("15.7", 15, 8, exchange(false, 1), batchFastest),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5)),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5), inverse, inPlace, tail),
		row("16.16", 16, 8, exchange(true, 1), layout(Xor, 5), fold, tail),
		row("3.16.16", 16, 2, exchange(true, 3), layout(Padded, 5)),
		row("4.16.16", 16, 2, exchange(true, 1), layout(Xor, 4)),
		row("16.16.16", 16, 1, exchange(true, 2), layout(Xor, 5)),
		row("16.32.32", 32, 1, exchange(true, 4), layout(Xor, 5)),
		// The first pass of several: columns in, rows out. A later one: columns both ways, in place, with a twiddle.
		row("8.8", 8, 16, exchange(true, 1), layout(Padded, 3), func(k *Kernel) {
			k.Load.Map, k.Load.Order = Map{Stride: 64, Dist: 4096, Inner: 64}, BatchFastest
		}),
		row("8.8", 8, 16, exchange(true, 1), batchFastest, inPlace, func(k *Kernel) {
			k.Load.Map = Map{Stride: 64, Dist: 4096, Inner: 64}
			k.Store.Map, k.Load.PassTwiddle = k.Load.Map, PassTwiddle{Order: 4096, Inner: 64}
		}),
		// Bluestein's convolution for 37 points.
		row("8.10", 10, 4, exchange(true, 1), tail, func(k *Kernel) {
			k.ConvolutionSpectra, k.Store.SwapReIm = 1, true
			k.Load.Map, k.Load.Bound, k.Load.TableFactor = Map{Stride: 1, Dist: 37}, 37, true
			k.Store.Map, k.Store.Bound, k.Store.TableFactor = Map{Stride: 1, Dist: 37}, 37, true
		}),
		// The same in three passes, of 64 by 64 points: the rows, each with a spectrum of its own.
		row("8.8", 8, 4, exchange(true, 1), inPlace, func(k *Kernel) { k.ConvolutionSpectra = 64 }),
		// Columns of 48 points of padded arrays, 24 side by side, each with a spectrum of its own.
		row("6.8", 8, 8, exchange(true, 1), batchFastest, func(k *Kernel) {
			k.ConvolutionSpectra, k.Interleave, k.Store.SwapReIm = 24, 24, true
			k.Load.Map, k.Load.Bound = Map{Stride: 24, Dist: 30 * 24, Inner: 24}, 30
			k.Store.Map, k.Store.Bound = Map{Stride: 24, Dist: 40 * 24, Inner: 24}, 40
			k.Spectra.Map = Map{Stride: 24, Dist: 1}
		}),
		// The transposed order: rows in, columns out, with a twiddle.
		row("8.8", 8, 16, exchange(true, 1), func(k *Kernel) {
			k.Store.Map, k.Store.Order = Map{Stride: 64, Dist: 4096, Inner: 64}, BatchFastest
			k.Store.PassTwiddle = PassTwiddle{Order: 4096, Inner: 64}
		}),
		// Two axes in one pass; one of columns side by side.
		row("4.6", 6, 2, exchange(true, 1), axes("4.6", "", 0)),
		row("1", 5, 8, exchange(false, 1), staged, axes("5.2", "", 3)),
		// Matrix products.
		row("2.3", 6, 8, exchange(false, 1), axes("3.2", "", 0), products),
		// Columns of several arrays side by side, as a later pass has them.
		row("4.4", 4, 16, exchange(true, 1), batchFastest, inPlace, func(k *Kernel) {
			k.Interleave = 3
			k.Load.Map = Map{Stride: 48, Dist: 768, Inner: 48}
			k.Store.Map, k.Load.PassTwiddle = k.Load.Map, PassTwiddle{Order: 256, Inner: 16}
		}),
		// The rest of columns of 12 points, after a factor 3, with those of the axis beyond.
		row("4", 8, 8, exchange(true, 1), axes("3.2", "", 0), batchFastest, inPlace, func(k *Kernel) {
			k.Interleave = 10
			k.Load.Map = Map{Stride: 30, Dist: 720, Inner: 30}
			k.Store.Map, k.Load.PassTwiddle = k.Load.Map, PassTwiddle{Order: 12, Inner: 3}
		}),
		// Rows of a larger image, the last first, to planes.
		row("4.4", 4, 4, exchange(true, 1), tail, func(k *Kernel) {
			k.Load.View = StridedView{[MaxDims]Dim{{16, 3, 10}, {20, -300, 0}}, 9000}
			k.Store.Planar = true
		}),
		// A part of the transforms of arrays in pages.
		row("4.4", 4, 4, batchFastest, tail, func(k *Kernel) {
			k.Offset = true
			k.Load.Map, k.Load.Segments = Map{Stride: 16, Dist: 256, Inner: 16}, Segments{Count: 2, Size: 160}
			k.Store.Segments = Segments{Count: 3, Size: 96}
		}),
		// Real transforms: the half spectrum of one row, of two rows together, and back; sine and cosine transforms; the end of one of several passes.
		named("fft16_4.4_p4_t4_split_linear_outhalf32_scale0.5_tail"),
		named("fft5_5_p5_t4_split_linear_inreal5.twoforone_outhalf5.twoforone_scale0.5_tail"),
		named("fft4_4_p4_t4_interleave3_split_linear_in3x12x3_inbatchfastest_inswap_inhalf8.inner3_out3x12x3_outbatchfastest_outswap_outreal8.inner3"),
		named("fft4_4_p4_t4_split_linear_inevenodd8_outdct2bins8.ortho"),
		named("fft4_4_p4_t4_split_linear_inswap_indct2bins8.sine_outswap_outevenodd8.sine_inplace"),
		named("fft4_4_p4_t4_split_linear_insymmetric5.ortho_outsymmetric5.ortho_scale0.5"),
		named("fft4_4_p4_t4_split_linear_indct4rotation8_outdct4rotation8_scale2"),
		named("fft5_5_p5_t4_split_linear_indct4odd5.zeroimag.sine_outdct4odd5.zeroimag.sine_scale1.4142135623730951_tail"),
		named("fft1_1_p1_t64_complex_linear_outhalf1024_scale0.5_tail"),
		// Pixels of four bytes in, recordings of 16 bits out, bytes that a picture has the other way round, signed bytes.
		named("fft16_4.4_p4_t4_split_linear_inreal32_inview32x4+2_inuint8_outhalf32_tail"),
		named("fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32_outint16_scale0.03125"),
		named("fft5_5_p5_t4_split_linear_inreal5.twoforone_inint8_outevenodd5.twoforone_outuint16big_tail"),
		named("fft16_4.4_p4_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirrorcolumns"),
		// Rows of an array and those opposite, to half spectra and back; few twiddles of slots 1, 2, 4 ..., and of slots below 3 and their multiples.
		named("fft16_4.4_p4_t4_split_linear_outhalf32_scale0.5_mirrorrows1x6_mirror_mirrorcolumns"),
		named("fft16_4.4_p8_t2_split_linear_inswap_inhalf32_outswap_mirrorrows3x4_mirror_mirrorcolumns_tail"),
		named("fft64_8.8_p8_t4_split_xor3_basis"),
		named("fft49_7.7_p7_t4_split_linear_basis3"),
		// Branches between the parts: before each step of a convolution, behind each barrier of a Rader stage of pairs.
		named("fft64_8.8_p16_t8_split_digits0_convolve1_basis3_fencestages_tail"),
		named("fft37_folded37x4.9_1_p4_t2_split_digits0down.pad0x1_fencebarriers"),
		// Tables read two elements at a time: few twiddles, and the spectrum and factors of a convolution.
		named("fft60_3.4.5_p12_t2_split_linear_inbound29_infactor_convolve1_outswap_outbound29_outfactor_basis_vec4"),
		// Constant twiddles by their tangents: of powers of two, of odd radices, of coprime ones that have them.
		named("fft32_32_p32_t4_complex_linear_fma"),
		named("fft225_9.25_p25_t4_split_linear_fma_tail"),
		named("fft24_24_p24_t4_complex_linear_fma"),
		// Half spectra in the place of their numbers: of these one by one, and in pairs.
		named("fft5_5_p5_t4_split_linear_inreal5.zeroimag_inview5x1.3x6+0_outhalf5.zeroimag_inplace_tail"),
		named("fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outview16x1.3x17+0_inplace"),
		// Butterflies in couples: of the last stage, of the first, of an odd number of butterflies, of columns, of one butterfly alone.
		named("fft16_8.2_p8_t4_split_linear_outhalf32_scale0.5_mirror_tail"),
		named("fft16_4.4_p8_t2_split_linear_inswap_inhalf32_outswap_mirror"),
		named("fft15_5.3_p6_t4_split2_linear_inevenodd15.twoforone_outdct2bins15.twoforone_mirror"),
		named("fft15_3.5_p6_t4_complex_linear_inswap_indct2bins30.ortho_outswap_outevenodd30_mirror"),
		named("fft8_4.2_p4_t4_interleave3_split_linear_in3x24x3_inbatchfastest_insymmetric9.ortho.inner3_out3x24x3_outbatchfastest_outsymmetric9.ortho.inner3_mirror_inplace"),
		named("fft4_4_p4_t4_split_linear_outhalf8_scale0.5_mirror"),
		// Butterflies that face each other: of folded rows, of pairs of them, of rotated ones in place; one in the middle, and runs that are no elements.
		named("fft32_4.8_p16_t2_split_linear_inevenodd64_outdct2bins64_mirror_mirrorhalf_tail"),
		named("fft12_4.3_p8_t4_split2_linear_inevenodd12.twoforone.sine_outdct2bins12.twoforone.sine_mirror_mirrorhalf"),
		named("fft20_5.4_p10_t2_split_linear_inswap_indct2bins40_outswap_outevenodd40_mirror_mirrorhalf_inplace"),
		named("fft15_3.5_p6_t4_complex_linear_indct4rotation30_outdct4rotation30_scale2_mirrorhalf_inplace"),
		named("fft16_4.4_p8_t4_split_linear_indct4rotation32.sine_insegments2x96_outdct4rotation32.sine_mirrorhalf"),
		// Couples of columns and their mates: as many as threads; of an odd number of columns, an odd radix and in rounds; of two rows, and fewer than threads.
		named("fft16_4.4_p8_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirror_mirrorcolumns"),
		named("fft12_4.3_p6_t4_split2_pad4_in15x180x15_inbatchfastest_intwiddle180x15_out15x180x15_outbatchfastest_outdct2bins360_mirror_mirrorcolumns_tail"),
		named("fft8_4.2_p2_t4_complex_linear_in5x40x5_inbatchfastest_intwiddle40x5_out5x40x5_outbatchfastest_outhalf40.twoforone_scale0.5_mirror_mirrorcolumns"),
		// The same on the way in, of the first of several passes: to rows; to columns, with an odd radix, idle threads and more workgroups than columns.
		named("fft16_4.4_p8_t8_split_linear_in16x256x16_inbatchfastest_inswap_inhalf512_outswap_mirror_mirrorcolumns"),
		named("fft12_3.4_p4_t8_split2_digits1_in10x120x10_inbatchfastest_inswap_indct2bins240_outtwiddle120x10_out10x120x10_outbatchfastest_outswap_mirror_mirrorcolumns_tail"),
		// Cubes: of three stages in both components at once; in rounds, with idle threads; of transforms side by side; of a convolution.
		named("fft60_3.4.5_p12_t2_complex_digits0down.pad0x1_tail"),
		named("fft72_3.6.4_p12_t1_split2_digits1.pad0x1"),
		named("fft16_4.4_p4_t8_split_digits0_in16x256x16_inbatchfastest_out16x256x16_outbatchfastest"),
		// Slabs that lie apart: of two transforms one after the other, in rounds; of transforms side by side.
		named("fft60_3.4.5_p12_t2_split2_digits1down.outer5_tail"),
		named("fft16_4.4_p4_t8_complex_digits1.outer4_in16x256x16_inbatchfastest_out16x256x16_outbatchfastest"),
		// Lines in cyclic order: of one middle stage and of two, of several butterflies a thread with few twiddles; of two axes; of a convolution, in slabs.
		named("fft60_3.4.5_p12_t2_split_digits0.cyclic_tail"),
		named("fft36_2.3.2.3_p6_t4_split2_digits3.cyclic_basis_share"),
		named("fft60_3.2x2.5_p6_t2_split_digits0.cyclic"),
		named("fft60_3.4.5_p12_t1_split_digits1down.pad1x0.outer3.cyclic_convolve1_outswap"),
		// Planes whose axes meet without an exchange; rows of a column of them.
		named("fft256_4.2x4.8_p8_t2_split2_digits0.pad1x1"),
		named("fft96_3x4.8_p12_t2_split_linear_in1280x12800x40x32_tail"),
		named("fft60_3.4.5_p12_t1_split_digits1down.pad1x0_convolve1_outswap"),
		// The stages of two axes in pairs, after another axis, in rounds.
		named("fft72_2x3.2x2.3_p6_t2_split2_digits0_share_vectorradix"),
		// Rader's convolution alone, and as the first stage of three.
		row("1", 14, 4, exchange(true, 1), rader("127x14.9"), staged, tail),
		row("4.2", 12, 2, exchange(false, 1), rader("37x36"), batchFastest),
		// With twiddles, and by residues as the first stage of several.
		row("1", 7, 2, exchange(true, 1), rader("19x3.6"), staged),
		row("2", 6, 4, exchange(false, 1), rader("31x2.3.5"), batchFastest),
		row("5.5", 5, 4, exchange(false, 1), func(k *Kernel) { k.Load.Map, k.Store.Map = Map{Stride: 4, Dist: 1}, Map{Stride: 1, Dist: 32} }),
	}
}

func goldenFile(k Kernel) string { return filepath.Join("testdata", k.Name()+".wgsl") }

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
		kernels = append(kernels, randomKernel(r))
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
		jobs := make(chan Kernel)
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
