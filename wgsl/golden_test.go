package wgsl_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

var update = flag.Bool("update", false, "write the golden kernels and the snippets of the ops anew")

// Parts of long names.
const (
	rows4     = "fft4_4_p4_t4_split"
	inColumns = "_inbatchfastest_inpoints16_inbatch16x1.256"
	outColumn = "_outbatchfastest_outpoints16_outbatch16x1.256"
)

// goldens are kernels with their texts in testdata/KEY.wgsl, one kernel for each idea.
var goldens = map[string]string{
	"stockham_4096":    "fft4096_16.16.16_p16_t1_split2_xor5",
	"padded_exchange":  "fft64_4.4.4_p4_t2_split_pad4",
	"four_step_first":  "fft64_8.8_p8_t16_split_pad3_inbatchfastest_inpoints64_inbatch64x1.4096",
	"four_step_second": "fft16_4.4_p4_t8_split" + inColumns + "_in(twiddle256x16)" + outColumn + "_inplace",
	"rader_pfa":        "fft13_rader13_by4.3_1_p4_t4",
	"rader_folded":     "fft7_rader7_by2.3_folded_1_p2_t2_split_digits",
	"bluestein": "fft16_4.4_p4_t4_split_inbatch7_inbound7_in(factor)" +
		"_filter(spectra1)_outbatch7_outbound7_out(swap)(factor)_tail",
	"convolution":  "fft16_4.4_p4_t4_split_filter(spectra64/1/16)_out(swap)_inplace",
	"real_forward": "fft16_8.2_p8_t4_split_outrow17x0_outmirrorzero_out(scale0.5)(split32)_tail",
	"real_inverse": "fft16_4.4_p4_t4_split_inrow17x0_in(halfspectrum32)(merge32)(swap)" +
		"_outrow32x0_out(swap)(realpoints)",
	"dct2": "fft16_4.4_p4_t4_split_inrow32x0_in(evenodd32)(realpoints)" +
		"_outrow32x0_out(split32)(dct2bins32)",
	"mirror_rows": "fft16_4.4_p4_t4_split_outrow17x0_outmirrorzero_outrows1x6_out(scale0.5)(split32)",
	"fused_axes":  "fft24_3x2.4_p6_t2_split_inpoints8x1.40_inbatch10x320.3200",
	"joined_axes": "fft16_2.2x2.2_p4_t2_split_digits",
	"samples": "fft16_4.4_p4_t4_split_inrow32x0_inarray32x4+2_inuint8_in(realpoints)" +
		"_outrow17x0_out(split32)_tail",
	"f64":           "fft8_4.2_p4_t2_f64_split",
	"double_single": "fft8_4.2_p4_t2_ds.sums_split",
	"vec4_tables":   "fft16_4.4_p4_t4_split_basis1_vec4",
	"real_in_place": "fft4_4_p4_t4_split_inrow8x0_inarray8x1.99x10+0_in(realpoints)" +
		"_outrow5x0_outarray5x1.99x5+0_outmirrorzero_out(split8)_inplace",
}

// A snippet is an op or an element, and a kernel with it. The file testdata/ops.txt has the lines of
// each kernel that the kernel of plain rows does not have.
var snippets = map[string][2]string{
	"swap":            {rows4, rows4 + "_in(swap)_out(swap)"},
	"scale":           {rows4, rows4 + "_out(scale0.25)"},
	"factor":          {rows4, rows4 + "_in(factor)_out(factor)"},
	"bound":           {rows4, rows4 + "_inbound3_outbound2"},
	"pass twiddle":    {rows4, rows4 + "_in(twiddle16x4)"},
	"spectra":         {rows4, rows4 + "_filter(spectra3/1/4)"},
	"real points":     {rows4, rows4 + "_inrow8x0_in(realpoints)_outrow8x0_out(realpoints)"},
	"zero imaginary":  {rows4, rows4 + "_inrow4x0_in(realpoints.zeroimag)"},
	"two rows":        {rows4, rows4 + "_inrow4x0_in(realpoints.tworows)"},
	"row bound":       {rows4, rows4 + "_inrow7x0_in(rowbound7)(realpoints)"},
	"Hermitian split": {rows4, rows4 + "_outrow5x0_outmirrorzero_out(split8)"},
	"Hermitian merge": {rows4, rows4 + "_inrow5x0_in(halfspectrum8)(merge8)"},
	"Hermitian half":  {rows4, rows4 + "_outrow3x0_out(half4.realends)"},
	"even-odd":        {rows4, rows4 + "_inrow8x0_in(evenodd8)(realpoints)"},
	"even-odd pairs":  {"fft8_8_p8_t4_split", "fft8_8_p8_t4_split_inrow16x0_inmirrorhalf_in(evenoddpairs)"},
	"DCT-II bins":     {rows4, rows4 + "_outrow8x0_outmirrorzero_out(split8)(dct2bins8.ortho)"},
	"DCT-II pairs":    {rows4, rows4 + "_outrow8x0_outmirrorzero_out(dct2pairs8)(dct2bins8.rotated)"},
	"DCT-I":           {rows4, rows4 + "_inrow5x0_in(symmetric5)(realpoints)"},
	"DCT-I bins":      {rows4, rows4 + "_outrow5x0_outmirrorzero_out(split8)(symmetricbins5)"},
	"DCT-IV rotation": {rows4, rows4 + "_inrow8x0_in(dct4rotation8)"},
	"DCT-IV odd":      {"fft5_5_p5_t4_split", "fft5_5_p5_t4_split_inrow5x0_in(dct4odd5)(realpoints.zeroimag)"},
	"DCT-IV odd bins": {"fft5_5_p5_t4_split", "fft5_5_p5_t4_split_outrow5x0_out(half5)(dct4oddbins5)"},
	"sine": {rows4 + "_inrow8x0_in(evenodd8)(realpoints)",
		rows4 + "_inrow8x0_in(evenodd8.sine)(realpoints)"},
	"uint8":              {rows4 + "_inrow8x0_in(realpoints)", rows4 + "_inrow8x0_inuint8_in(realpoints)"},
	"int16":              {rows4 + "_outrow8x0_out(realpoints)", rows4 + "_outrow8x0_outint16_out(realpoints)"},
	"planes":             {rows4, rows4 + "_inplanar_outplanar"},
	"segments":           {rows4, rows4 + "_insegments2x12"},
	"fence":              {"fft16_4.4_p4_t4_split", "fft16_4.4_p4_t4_split_fencestages"},
	"fused multiply-add": {"fft9_9_p9_t4_split", "fft9_9_p9_t4_split_fma"},
	"shared twiddles":    {"fft16_4.4_p8_t4_split", "fft16_4.4_p8_t4_split_share"},
}

// text returns the WGSL of a kernel.
func text(t *testing.T, name string) string {
	t.Helper()
	k := parse(t, name)
	require.NoError(t, k.Check(wgsl.DefaultLimits()), name)
	text := k.Module().Text
	for line := range strings.Lines(text) {
		require.True(t, len(line) <= 160 || strings.HasPrefix(line, "//"), line)
	}
	return text
}

// requireFile compares a text with a file of testdata, or writes the file if -update is set.
func requireFile(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "go test ./wgsl -update writes it")
	require.Equal(t, string(want), text, "%s changed: look at it, then run go test ./wgsl -update", file)
}

// Texts of kernels change on purpose only.
func TestGoldenKernels(t *testing.T) {
	for idea, name := range goldens {
		requireFile(t, idea+".wgsl", text(t, name))
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.wgsl"))
	require.NoError(t, err)
	require.Len(t, files, len(goldens), "no test writes the others")
}

// Lines that ops add to a kernel change on purpose only.
func TestSnippets(t *testing.T) {
	var all strings.Builder
	for _, op := range slices.Sorted(maps.Keys(snippets)) {
		names := snippets[op]
		added := addedLines(text(t, names[0]), text(t, names[1]))
		require.NotEmpty(t, added, op)
		fmt.Fprintf(&all, "== %s: %s\n%s\n", op, names[1], added)
	}
	requireFile(t, "ops.txt", all.String())
}

// addedLines returns the lines of b that a has not, apart from the name in the first line.
func addedLines(a, b string) string {
	has := map[string]bool{}
	for line := range strings.Lines(a) {
		has[line] = true
	}
	var all strings.Builder
	for i, line := range slices.Collect(strings.Lines(b)) {
		if i > 0 && !has[line] {
			all.WriteString(line)
		}
	}
	return all.String()
}
