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

var update = flag.Bool("update", false, "write the golden kernels and the differences of the operations anew")

// goldens are the kernels whose whole text is kept as testdata/KEY.wgsl: one for each idea.
var goldens = map[string]string{
	"stockham_4096":       "fft4096_16.16.16_p16_t1_split2_xor5",
	"padded_exchange":     "fft64_4.4.4_p4_t2_split_pad4",
	"four_step_first":     "fft64_8.8_p8_t16_split_pad3_in64x4096x64_inbatchfastest",
	"four_step_second":    secondPass + "_inplace",
	"rader_pfa":           "fft13_rader13x4.3_1_p4_t4_complex_linear",
	"rader_folded":        "fft7_folded7x2.3_1_p2_t2_split_digits0",
	"bluestein":           points16 + "_in1x7_inbound7_infactor_convolve1" + bluesteinEnd,
	"convolution":         "fft16_4.4_p4_t4_split_linear_convolve64_outswap_inplace",
	"real_forward_mirror": "fft16_8.2_p8_t4_split_linear_outhalf32_scale0.5_mirror_tail",
	"real_inverse":        "fft16_4.4_p4_t4_split_linear_inswap_inhalf32_outswap_outreal32",
	"dct2":                "fft16_4.4_p4_t4_split_linear_inevenodd32_outdct2bins32",
	"mirror_columns":      secondColumns + "_outhalf512_scale0.5_mirror_mirrorcolumns",
	"mirror_rows":         "fft16_4.4_p4_t4_split_linear_outhalf32_scale0.5_mirrorrows1x6_mirror_mirrorcolumns",
	"fused_axes":          "fft24_3x2.4_p6_t2_split_linear_in320x3200x40x8",
	"joined_axes":         "fft16_2.2x2.2_p4_t2_split_digits0",
	"strided_samples":     "fft16_4.4_p4_t4_split_linear_inreal32_inview32x4+2_inuint8_outhalf32_tail",
	"vec4_tables":         "fft16_4.4_p4_t4_split_linear_basis_vec4",
}

// Parts of long names.
const (
	columns16     = "in16x256x16_inbatchfastest"
	outColumns16  = "out16x256x16_outbatchfastest"
	secondColumns = "fft16_4.4_p8_t8_split_linear_" + columns16 + "_intwiddle256x16_" + outColumns16
	columns64     = "in64x4096x64_inbatchfastest"
	secondPass    = "fft64_8.8_p8_t16_split_linear_" + columns64 + "_intwiddle4096x64_out64x4096x64_outbatchfastest"
	bluesteinEnd  = "_out1x7_outswap_outbound7_outfactor_tail"
	points4       = "fft4_4_p4_t4_split_linear"
	points2by2    = "fft4_2.2_p4_t4_split_linear"
	points4by2    = "fft4_2.2_p2_t4_split_linear"
	eight16       = "fft16_4.4_p4_t8_split_linear_"
	points16      = "fft16_4.4_p4_t4_split_linear"
	columns       = eight16 + columns16 + "_" + outColumns16
	points8       = "fft8_2.2.2_p2_t2_split"
)

// operations are pairs of kernels, the second with one operation more than the first. testdata/operations keeps the
// lines in which they differ, as KEY.diff.
var operations = map[string][2]string{
	"conjugate":            {points4, points4 + "_inswap_outswap"},
	"scale":                {points4, points4 + "_scale0.25"},
	"load_pass_twiddle":    {columns, eight16 + columns16 + "_intwiddle256x16_" + outColumns16},
	"store_pass_twiddle":   {columns, eight16 + columns16 + "_outtwiddle256x16_" + outColumns16},
	"load_table_factor":    {points4, points4 + "_infactor"},
	"store_table_factor":   {points4, points4 + "_outfactor"},
	"load_bound":           {points16, points16 + "_inbound13"},
	"store_bound":          {points16, points16 + "_outbound13"},
	"multiply":             {points4, points4 + "_convolve1"},
	"spectra":              {points4 + "_convolve1", points4 + "_convolve3"},
	"load_real":            {points4, points4 + "_inreal8"},
	"load_real_bound":      {points4 + "_inreal8", points4 + "_inreal8.bound7"},
	"load_half":            {points4, points4 + "_inhalf8"},
	"load_evenodd":         {points4, points4 + "_inevenodd8"},
	"load_dct2bins":        {points4, points4 + "_indct2bins8"},
	"load_symmetric":       {points4, points4 + "_insymmetric5"},
	"load_dct4rotation":    {points4, points4 + "_indct4rotation8"},
	"load_dct4odd":         {"fft5_5_p5_t4_split_linear", "fft5_5_p5_t4_split_linear_indct4odd5.zeroimag"},
	"store_real":           {points4, points4 + "_outreal8"},
	"store_half":           {points4, points4 + "_outhalf8_mirror"},
	"store_evenodd":        {points4, points4 + "_outevenodd8"},
	"store_dct2bins":       {points4, points4 + "_outdct2bins8_mirror"},
	"store_symmetric":      {points4, points4 + "_outsymmetric5_mirror"},
	"store_dct4rotation":   {points4, points4 + "_outdct4rotation8"},
	"store_dct4odd":        {"fft5_5_p5_t4_split_linear", "fft5_5_p5_t4_split_linear_outdct4odd5.zeroimag"},
	"two_for_one":          {points4 + "_inreal8", points4 + "_inreal4.twoforone"},
	"zero_imaginary":       {points4 + "_inreal8", points4 + "_inreal4.zeroimag"},
	"sine":                 {points4 + "_inevenodd8", points4 + "_inevenodd8.sine"},
	"ortho_ends":           {points4 + "_outdct2bins8_mirror", points4 + "_outdct2bins8.ortho_mirror"},
	"mirror_load":          {points2by2 + "_inhalf8", points2by2 + "_inhalf8_mirror"},
	"mirror_store":         {points2by2 + "_outhalf8", points2by2 + "_outhalf8_mirror"},
	"half_mirror_load":     {points2by2 + "_indct4rotation8", points2by2 + "_indct4rotation8_mirrorhalf"},
	"half_mirror_store":    {points2by2 + "_outdct4rotation8", points2by2 + "_outdct4rotation8_mirrorhalf"},
	"load_uint8":           {points4 + "_inreal8", points4 + "_inreal8_inuint8"},
	"load_int8":            {points4 + "_inreal8", points4 + "_inreal8_inint8"},
	"load_int16":           {points4 + "_inreal8", points4 + "_inreal8_inint16"},
	"load_uint16_big":      {points4 + "_inreal8", points4 + "_inreal8_inuint16big"},
	"store_uint8":          {points4 + "_outreal8", points4 + "_outreal8_outuint8"},
	"store_int16":          {points4 + "_outreal8", points4 + "_outreal8_outint16"},
	"planar":               {points4, points4 + "_inplanar_outplanar"},
	"segments":             {points4, points4 + "_insegments2x12_outsegments2x12"},
	"strided_view":         {points16, points16 + "_inview16x3x10.20x-300+9000"},
	"in_place":             {points4, points4 + "_inplace"},
	"tail":                 {points4, points4 + "_tail"},
	"offset":               {points4, points4 + "_offset"},
	"dispatch_fold":        {points4, points4 + "_fold"},
	"batch_fastest":        {points4by2, points4by2 + "_inbatchfastest_outbatchfastest"},
	"staged":               {points4, points4 + "_instaged_outstaged"},
	"unsplit_exchange":     {points4by2, "fft4_2.2_p2_t4_complex_linear"},
	"slices":               {points4by2, "fft4_2.2_p2_t4_split2_linear"},
	"padded":               {points4by2, "fft4_2.2_p2_t4_split_pad2"},
	"xor":                  {points4by2, "fft4_2.2_p2_t4_split_xor2"},
	"digit_layout":         {points8 + "_linear", points8 + "_digits0"},
	"digit_layout_padding": {points8 + "_digits0", points8 + "_digits0.pad1x1"},
	"outer_pad":            {points8 + "_digits0", points8 + "_digits0.outer4"},
	"cyclic_order":         {points8 + "_digits0", points8 + "_digits0.cyclic"},
	"twiddle_basis":        {points16, points16 + "_basis"},
	"twiddle_basis_3":      {points16, points16 + "_basis3"},
	"shared_twiddles":      {"fft16_4.4_p8_t4_split_linear", "fft16_4.4_p8_t4_split_linear_share"},
	"vec4":                 {points16 + "_basis", "fft16_4.4_p4_t4_split_linear_basis_vec4"},
	"fma_butterflies":      {"fft9_9_p9_t4_split_linear", "fft9_9_p9_t4_split_linear_fma"},
	"fence_stages":         {points16, points16 + "_fencestages"},
	"fence_barriers":       {points16, points16 + "_fencebarriers"},
	"interleave":           {columns, strings.Replace(columns, "_split", "_interleave4_split", 1)},
	"outer_axis":           {"fft2_2_p2_t4_split_linear", "fft4_2x2_p2_t4_split_linear"},
	"inner_extent":         {"fft4_2x2_p2_t4_split_linear", "fft12_2x2_inner3_p2_t4_split_linear"},
	"vector_radix":         {"fft16_2.2x2.2_p4_t2_split_digits0", "fft16_2.2x2.2_p4_t2_split_digits0_vectorradix"},
	"matrix_product":       {"fft5_5_p5_t4_split_linear", "fft5_5_p5_t4_product_split_linear"},
}

// named returns the kernel of a name.
func named(name string) Kernel {
	k, err := ParseKernel(name)
	if err != nil {
		panic(err)
	}
	return k
}

// testKernels returns the kernels of testdata/kernels.txt, which has at least one of each kind.
func testKernels(t *testing.T) []Kernel {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "kernels.txt"))
	require.NoError(t, err)
	var all []Kernel
	for line := range strings.Lines(string(text)) {
		if name := strings.TrimSpace(line); name != "" && !strings.HasPrefix(name, "#") {
			all = append(all, named(name))
		}
	}
	return all
}

// checkFiles compares texts, by name of file in a folder, with the files there, or writes them if -update is set.
func checkFiles(t *testing.T, folder, extension string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		file := filepath.Join(folder, name+extension)
		if *update {
			require.NoError(t, os.MkdirAll(folder, 0o755))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err, "go test ./wgsl -update writes it")
		require.Equal(t, string(want), text, "%s changed: look at it, then run go test ./wgsl -update", file)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"+extension))
	require.NoError(t, err)
	for _, file := range files {
		_, there := texts[strings.TrimSuffix(filepath.Base(file), extension)]
		if !there && *update {
			require.NoError(t, os.Remove(file))
			continue
		}
		require.True(t, there, "no test writes %s; go test ./wgsl -update removes it", file)
	}
}

func TestGoldenKernels(t *testing.T) {
	texts := map[string]string{}
	for idea, name := range goldens {
		k := named(name)
		require.NoError(t, k.Check(wide))
		texts[idea] = k.Module().Text
	}
	checkFiles(t, "testdata", ".wgsl", texts)
}

// TestOperations checks the lines that each operation adds to a kernel, removes and changes.
func TestOperations(t *testing.T) {
	texts := map[string]string{}
	for operation, names := range operations {
		for _, name := range names {
			require.NoError(t, named(name).Check(wide), operation)
		}
		difference := lineDiff(named(names[0]).Module().Text, named(names[1]).Module().Text)
		texts[operation] = fmt.Sprintf("--- %s\n+++ %s\n%s", names[0], names[1], difference)
	}
	checkFiles(t, filepath.Join("testdata", "operations"), ".diff", texts)
}

// lineDiff returns the lines that only one of two texts has: those of a with "-", those of b with "+". Equal lines
// between two differences are shown as "...", apart from the function that encloses a difference.
func lineDiff(a, b string) string {
	x, y := strings.Split(a, "\n")[1:], strings.Split(b, "\n")[1:] // the first line is the name
	// common[i][j] is the length of the longest common subsequence of x[i:] and y[j:]
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var text strings.Builder
	gap, function := true, ""
	write := func(sign, line string) {
		if line == "" {
			return
		}
		if gap {
			text.WriteString("...\n")
		}
		if gap && function != "" && !strings.HasPrefix(line, "fn ") {
			text.WriteString("  " + function + "\n")
			function = ""
		}
		gap = false
		text.WriteString(sign + " " + line + "\n")
	}
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			gap = true
			if strings.HasPrefix(x[i], "fn ") {
				function = x[i]
			} else if x[i] == "}" {
				function = ""
			}
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
			write("-", x[i])
			i++
		default:
			write("+", y[j])
			j++
		}
	}
	return text.String()
}

func TestLineDiff(t *testing.T) {
	before := "// a\nfn f() {\n  one\n  two\n}\n\nfn g() {\n  three\n}\n"
	after := "// b\nfn f() {\n  one\n  2\n}\n\nfn g() {\n  three\n  four\n}\n"
	want := "...\n  fn f() {\n-   two\n+   2\n...\n  fn g() {\n+   four\n"
	require.Equal(t, want, lineDiff(before, after))
	require.Empty(t, lineDiff(before, before))
}

// A compiler translates a WGSL file, if it is on the PATH.
type compiler struct {
	name string
	args func(dir, file string) []string
}

var compilers = []compiler{
	{"naga to MSL", func(dir, file string) []string { return []string{"naga", file, filepath.Join(dir, "out.metal")} }},
	{"naga to HLSL", func(dir, file string) []string { return []string{"naga", file, filepath.Join(dir, "out.hlsl")} }},
	{"naga to SPIR-V", func(dir, file string) []string {
		return []string{"naga", file, filepath.Join(dir, "out.spv")}
	}},
	{"tint", func(_, file string) []string { return []string{"tint", "--format", "wgsl", file} }},
}

// TestOtherCompilers translates the test kernels, one kernel for each butterfly and a random sample with the compilers
// that are installed.
func TestOtherCompilers(t *testing.T) {
	kernels := testKernels(t)
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
		t.Logf("%s compiled %d kernels", c.name, len(kernels))
	}
}
