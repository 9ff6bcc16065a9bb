package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/doubledouble"
	"wgfft/internal/npy"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// npyFile returns a .npy file of an array.
func npyFile[T npy.Element](t *testing.T, shape []int, x []T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, shape, x))
	return b.Bytes()
}

// contentAs parses a .npy file of elements of type T, which must be the type in the file.
func contentAs[T npy.Element](t *testing.T, data []byte) npy.Array[T] {
	t.Helper()
	a, err := npy.Read[T](bytes.NewReader(data))
	require.NoError(t, err)
	want := npyFile(t, a.Shape, a.Data)
	require.Equal(t, len(want), len(data), "the file has elements of type %s", a.DType)
	return a
}

// softwareHasF64 reports whether the software adapter has f64, which depends on the build.
func softwareHasF64() bool {
	all, _ := device.Adapters()
	return slices.ContainsFunc(all, func(a device.Adapter) bool { return a.Kind == device.Software && a.F64 })
}

// doubleOf returns the precision that a device's format of double precision has at least. Every command
// measures which format is faster, if the device has two.
func doubleOf(device string) ref.Precision {
	if device == "cpu" {
		return ref.Double
	}
	return ref.DoubleSingle
}

// succeed feeds a file to a command and returns its output.
func succeed(t *testing.T, stdin []byte, args ...string) []byte {
	t.Helper()
	got := feed(t, stdin, args...)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Empty(t, got.stderr)
	return []byte(got.stdout)
}

// exactly is the scale 1.
var exactly = doubledouble.Real{Hi: 1}

// TestDoubleFiles: commands compute files of double precision in double precision, and their inverses return
// the data.
func TestDoubleFiles(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		p := doubleOf(device)
		run := func(stdin []byte, args ...string) []byte {
			t.Helper()
			return succeed(t, stdin, append([]string{"--device", device}, args...)...)
		}
		x := ref.Uniform128(1, 3*24)
		y := contentAs[complex128](t, run(npyFile(t, []int{3, 24}, x), "fft", "-"))
		require.Equal(t, []int{3, 24}, y.Shape)
		require.LessOrEqual(t, ref.RelL2(y.Data, ref.AxesDD(x, y.Shape, []int{1}, false, exactly)), p.Tolerance(24))
		back := contentAs[complex128](t, run(npyFile(t, y.Shape, y.Data), "fft", "-", "--inverse"))
		require.LessOrEqual(t, ref.RelL2(back.Data, x), 2*p.Tolerance(24))

		r := ref.Uniform64(2, 2*15)
		file := npyFile(t, []int{2, 15}, r)
		y = contentAs[complex128](t, run(file, "rfft", "-"))
		require.Equal(t, []int{2, 8}, y.Shape)
		require.LessOrEqual(t, ref.RelL2(y.Data, ref.RealAxesDD(r, []int{2, 15}, []int{1}, exactly)), p.Tolerance(15))
		samples := contentAs[float64](t, run(npyFile(t, y.Shape, y.Data), "irfft", "-", "-n", "15"))
		require.LessOrEqual(t, ref.RelL2Real(samples.Data, r), 2*p.Tolerance(15))
		cropped := contentAs[float64](t, run(npyFile(t, y.Shape, y.Data), "irfft", "-", "-n", "8"))
		require.Equal(t, []int{2, 8}, cropped.Shape)

		for name, kind := range map[string]transforms.Kind{"dct": transforms.DCT2, "dst": transforms.DST2} {
			z := contentAs[float64](t, run(file, name, "-"))
			want := ref.TrigAxesDD(r, []int{2, 15}, []int{1}, []transforms.Kind{kind}, false, exactly)
			require.LessOrEqual(t, ref.RelL2Real(z.Data, want), p.Tolerance(30), name)
			samples = contentAs[float64](t, run(npyFile(t, z.Shape, z.Data), name, "-", "--inverse"))
			require.LessOrEqual(t, ref.RelL2Real(samples.Data, r), 2*p.Tolerance(30), name)
		}
	})
}

// TestDoubleConvolve: two files of double precision have a result of double precision. It is real if both are real.
func TestDoubleConvolve(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		p := doubleOf(device)
		dir := t.TempDir()
		a, b, out := filepath.Join(dir, "a.npy"), filepath.Join(dir, "b.npy"), filepath.Join(dir, "c.npy")
		x, h := ref.Uniform128(1, 40), ref.Uniform128(2, 7)
		require.NoError(t, os.WriteFile(a, npyFile(t, []int{40}, x), 0o600))
		require.NoError(t, os.WriteFile(b, npyFile(t, []int{7}, h), 0o600))
		require.Empty(t, succeed(t, nil, "--device", device, "convolve", a, b, "-o", out))
		file, err := os.ReadFile(out)
		require.NoError(t, err)
		of := ref.Convolution{Shape: []int{40}, Kernel: []int{7}, Mode: "full"}
		got := contentAs[complex128](t, file)
		require.LessOrEqual(t, of.ApplyDD(x, h).Error(got.Data), of.ToleranceIn(p))

		wide := func(x []float64) []complex128 {
			z := make([]complex128, len(x))
			for i, v := range x {
				z[i] = complex(v, 0)
			}
			return z
		}
		u, v := ref.Uniform64(3, 40), ref.Uniform64(4, 7)
		require.NoError(t, os.WriteFile(b, npyFile(t, []int{7}, v), 0o600))
		piped := succeed(t, npyFile(t, []int{40}, u), "--device", device, "convolve", "-", b)
		real := contentAs[float64](t, piped)
		require.LessOrEqual(t, of.ApplyDD(wide(u), wide(v)).Error(wide(real.Data)), of.ToleranceIn(p))
	})
}

// TestMixedPrecision: convolve refuses files of two precisions, unless --precision names one.
func TestMixedPrecision(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.npy"), filepath.Join(dir, "b.npy")
	require.NoError(t, os.WriteFile(a, npyFile(t, []int{3}, []float64{1, 2, 3}), 0o600))
	require.NoError(t, os.WriteFile(b, npyFile(t, []int{2}, []complex64{1, 1}), 0o600))
	args := []string{"--device", "cpu", "convolve", a, b}
	got := command(t, args...)
	require.Equal(t, exitUsage, got.code)
	require.Equal(t, "wgfft: "+a+" is of type float64 and "+b+
		" of type complex64: use --precision double or --precision single\n", got.stderr)
	require.Empty(t, got.stdout)
	double := contentAs[complex128](t, succeed(t, nil, append(args, "--precision", "double")...))
	single := contentAs[complex64](t, succeed(t, nil, append(args, "--precision", "single")...))
	for i, want := range []complex128{1, 3, 5, 3} {
		require.InDelta(t, real(want), real(double.Data[i]), 1e-14)
		require.InDelta(t, real(want), float64(real(single.Data[i])), 1e-5)
	}
}

// TestPrecisionFlag: the flag, and not the file, decides the precision of the result.
func TestPrecisionFlag(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		x := ref.Uniform(1, 16)
		file, wide := npyFile(t, []int{16}, x), npyFile(t, []int{16}, ref.Widen(x))
		run := func(stdin []byte, precision string) []byte {
			t.Helper()
			return succeed(t, stdin, "--device", device, "fft", "-", "--precision", precision)
		}
		narrowed := run(wide, "single")
		contentAs[complex64](t, narrowed)
		require.Equal(t, run(file, "auto"), narrowed)
		widened := run(file, "double")
		contentAs[complex128](t, widened)
		require.Equal(t, run(wide, "auto"), widened)

		forced, missing, says := "float64", "double-single", "has no double-single: use --precision float64"
		if device != "cpu" {
			forced, missing, says = "double-single", "float64", "use --precision double-single, or --device cpu"
			if softwareHasF64() {
				missing = ""
			}
		}
		got := contentAs[complex128](t, run(file, forced))
		p := doubleOf(device)
		want := ref.AxesDD(ref.Widen(x), []int{16}, []int{0}, false, exactly)
		require.LessOrEqual(t, ref.RelL2(got.Data, want), max(p.Tolerance(16), ref.DoubleSingle.Tolerance(16)))
		if missing != "" {
			failed := feed(t, file, "--device", device, "fft", "-", "--precision", missing)
			require.Equal(t, exitFailure, failed.code)
			requireOneLine(t, failed.stderr)
			require.Contains(t, failed.stderr, says)
		}
	})
	got := command(t, "fft", "-", "--precision", "quad")
	require.Equal(t, exitUsage, got.code)
	require.Equal(t, `wgfft: --precision "quad": use auto, single, double, float64, double-single `+
		"(see wgfft fft --help)\n", got.stderr)
}

// TestDoubleBigEndian: the byte order of a file makes no difference.
func TestDoubleBigEndian(t *testing.T) {
	x := ref.Uniform128(5, 12)
	little := npyFile(t, []int{12}, x)
	big := bytes.Replace(little, []byte("<c16"), []byte(">c16"), 1)
	for at := len(big) - 16*len(x); at < len(big); at += 8 {
		slices.Reverse(big[at : at+8])
	}
	require.Equal(t, succeed(t, little, "--device", "cpu", "fft", "-"), succeed(t, big, "--device", "cpu", "fft", "-"))
}

// TestDoubleRange: a double file keeps numbers beyond the range of float32, on every device.
func TestDoubleRange(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		for _, magnitude := range []float64{1e300, 1e-300} {
			x := []float64{magnitude, 2 * magnitude, -magnitude, magnitude / 2}
			got := contentAs[complex128](t, succeed(t, npyFile(t, []int{4}, x), "--device", device, "rfft", "-"))
			require.InEpsilon(t, 2.5*magnitude, real(got.Data[0]), 1e-13)
			require.InEpsilon(t, -2.5*magnitude, real(got.Data[2]), 1e-13)
		}
	})
}

// TestVerifyDouble checks double precision with the tolerance of its format.
func TestVerifyDouble(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		format := "float64"
		if device != "cpu" {
			format = "double-single"
		}
		for _, precision := range []string{"double", format} {
			got := command(t, "--device", device, "verify", "--seed", "3", "--json", "--precision", precision,
				"c2c:24*3", "r2c:15*2", "dct2:8*2")
			require.Equal(t, exitOK, got.code, got.stderr)
			if precision != "double" || device == "cpu" || !softwareHasF64() {
				require.Contains(t, got.stderr, " in "+format+", seed 3")
			}
			var rows []struct {
				Tol float64
				Err float64 `json:"rel_l2"`
			}
			require.NoError(t, json.Unmarshal([]byte(got.stdout), &rows))
			require.Len(t, rows, 3)
			for _, r := range rows {
				require.Less(t, r.Tol, 1e-13)
				require.Less(t, r.Err, r.Tol)
			}
		}
	})
	got := command(t, "--device", "cpu", "verify", "--precision", "double-single", "c2c:8")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "the CPU engine has no double-single: use --precision float64")
}

// TestExplainPrecision: explain prints the number format and the reason for it.
func TestExplainPrecision(t *testing.T) {
	for _, c := range []struct{ precision, says, kernel string }{
		{"double", "numbers: double-single, because --limits does not tell whether the device has f64\n", "_ds"},
		{"double-single", "numbers: double-single, because --precision names it\n", "_ds"},
		{"float64", "numbers: float64, because --precision names it\n", "_f64"},
	} {
		got := command(t, "explain", "c2c:64*4", "--limits", "h200", "--precision", c.precision)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Contains(t, got.stdout, c.says)
		require.Contains(t, got.stdout, c.kernel)
		require.Contains(t, got.stdout, "moves             8192 bytes")
	}
	got := command(t, "explain", "c2c:64*4", "--limits", "h200")
	require.NotContains(t, got.stdout, "numbers")
	needSoftware(t)
	got = command(t, "--device", "software", "explain", "c2c:64*4", "--precision", "double", "--json")
	require.Equal(t, exitOK, got.code, got.stderr)
	var x explanation
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &x))
	if softwareHasF64() {
		require.Contains(t, []string{"float64", "double-single"}, x.Numbers.Format)
		require.Contains(t, x.Numbers.Reason, "it is the faster one: float64 ")
	} else {
		require.Equal(t, numberFacts{"double-single", "the adapter has no f64 in this build"}, x.Numbers)
	}
}

// TestKeptFormat: with --wisdom, the second command knows the times of the formats.
func TestKeptFormat(t *testing.T) {
	needSoftware(t)
	args := []string{"--device", "software", "--wisdom", t.TempDir(), "explain", "c2c:16", "--precision", "double"}
	first := explained(t, args...)
	require.Equal(t, first.Numbers, explained(t, args...).Numbers)
}

// TestAnalyzeDouble: explain --analyze measures plans in double precision.
func TestAnalyzeDouble(t *testing.T) {
	needSoftware(t)
	precisions := []string{"double"}
	if testcase.Long() {
		precisions = append(precisions, "double-single")
	}
	for _, precision := range precisions {
		x := explained(t, "--device", "software", "--wisdom", "off", "explain", "r2c:8*3", "--analyze", "--host",
			"--precision", precision)
		require.Positive(t, x.Measured.Ms)
		require.Positive(t, x.Measured.RelL2)
		require.Less(t, x.Measured.RelL2, 1e-13)
		for _, p := range x.Passes {
			require.Positive(t, p.Time.MeasuredMs)
		}
		require.Positive(t, x.Host.GPUMs)
		require.Contains(t, []string{"cpu", "gpu"}, x.Host.Fastest)
	}
}

// TestBenchDouble: bench --h2h times slices of double precision, whose points have 16 bytes.
func TestBenchDouble(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		format := "float64"
		if device != "cpu" {
			format = "double-single"
		}
		for _, precision := range []string{"double", format} {
			got := command(t, "--device", device, "bench", "--h2h", "--json", "--precision", precision,
				"c2c:64*10", "r2c:8")
			require.Equal(t, exitOK, got.code, got.stderr)
			var rows []struct {
				Spec     string
				Ms, GBps float64
			}
			require.NoError(t, json.Unmarshal([]byte(got.stdout), &rows))
			require.Len(t, rows, 2)
			require.Equal(t, "c2c:64*10", rows[0].Spec)
			require.InEpsilon(t, 2*640*16/rows[0].Ms/1e6, rows[0].GBps, 1e-6)
		}
	})
	got := command(t, "--device", "cpu", "bench", "--h2h", "--precision", "double-single", "c2c:8")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "the CPU engine has no double-single: use --precision float64")
	got = command(t, "bench", "--plan", "--precision", "double", "c2c:8")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--plan is for single precision: omit --precision")
}

// TestInfoDouble: info prints the format of double precision and the reason for it.
func TestInfoDouble(t *testing.T) {
	got := command(t, "--device", "cpu", "info")
	require.Contains(t, got.stdout, "double precision: float64, because the CPU engine computes in float64\n")
	needSoftware(t)
	reason := "double-single, because the adapter has no f64 in this build"
	if softwareHasF64() {
		reason = "because it is the faster one: float64 "
	}
	require.Contains(t, command(t, "--device", "software", "info").stdout, reason)
}
