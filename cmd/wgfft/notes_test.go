package main

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// float64File returns a one-dimensional .npy file of float64.
func float64File(values ...float64) []byte {
	header := "{'descr': '<f8', 'fortran_order': False, 'shape': (" + strconv.Itoa(len(values)) + ",), }"
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	file := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	file = append(file, header...)
	for _, v := range values {
		file = binary.LittleEndian.AppendUint64(file, math.Float64bits(v))
	}
	return file
}

// A note counts inputs that float32 cannot represent, and the result is written.
func TestLostNumbersAreTold(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{1e39, 1, 2, 3},
			"wgfft: standard input: 1 of 4 values is too large for float32 and became infinite\n"},
		{[]float64{1e39, -1e300, 2, 3},
			"wgfft: standard input: 2 of 4 values are too large for float32 and became infinite\n"},
		{[]float64{1e-50, 1, 0, 3}, "wgfft: standard input: 1 of 4 values is too small for float32 and became 0\n"},
		{[]float64{math.Inf(1), math.NaN(), 3e38, 1e-45}, "wgfft: standard input: 2 of 4 values are infinite or NaN\n"},
		{[]float64{1e38, 1e-45, 0, 3}, ""},
	} {
		for _, name := range []string{"fft", "rfft", "dct"} {
			got := feed(t, float64File(c.values...), "--device", "cpu", name, "-", "--precision", "single")
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Equal(t, c.want, got.stderr, name)
			require.NotEmpty(t, got.stdout)
		}
	}
	got := feed(t, float64File(1e39), "--device", "cpu", "-q", "fft", "-", "--precision", "single")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
}

// A note counts results that the precision cannot represent.
func TestOverflowIsTold(t *testing.T) {
	for _, c := range []struct {
		precision string
		large     float64
		says      string
	}{{"single", 3e38, "float32"}, {"auto", 1.7e308, "float64"}} {
		large := float64File(c.large, c.large, 1, 2)
		for _, name := range []string{"fft", "rfft", "dct"} {
			got := feed(t, large, "--device", "cpu", name, "-", "--precision", c.precision)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Regexp(t, `^wgfft: \d of \d results (is|are) too large for `+c.says+`\n$`, got.stderr, name)
		}
	}
}

// A note counts samples that are infinite or NaN.
func TestNotFiniteSamplesAreTold(t *testing.T) {
	u16, u32 := binary.LittleEndian.AppendUint16, binary.LittleEndian.AppendUint32
	const frames = 1000
	file := u32([]byte("RIFF"), 36+4*frames)
	file = append(file, "WAVEfmt "...)
	file = u32(u32(u16(u16(u32(file, 16), 3), 1), 8000), 32000)
	file = append(u16(u16(file, 4), 32), "data"...)
	file = u32(file, 4*frames)
	for i := range frames {
		v := float32(math.Sin(float64(i)))
		switch i {
		case 500:
			v = float32(math.NaN())
		case 501:
			v = float32(math.Inf(1))
		}
		file = u32(file, math.Float32bits(v))
	}
	got := feed(t, file, "--device", "cpu", "spectrogram", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stderr, "wgfft: standard input: 2 of 1000 samples are infinite or NaN; "+
		"windows with such samples are drawn as silence\n")
	requireImage(t, []byte(got.stdout))
}

// A file, which is transformed while it is read, and a pipe, which is buffered, give the same image, even if
// they are truncated.
func TestSpectrogramOfAFileAndOfAPipe(t *testing.T) {
	file := sound(t, 8000, 2, 9000)
	for i, file := range [][]byte{file, file[:len(file)/2+3]} {
		name := filepath.Join(t.TempDir(), "sound.wav")
		require.NoError(t, os.WriteFile(name, file, 0o666))
		for j, flags := range [][]string{nil, {"--n", "64", "--hop", "100"}, {"--n", "100", "--hop", "7"}} {
			if !testcase.ShardOf(t, i+j, 2) {
				continue
			}
			args := append([]string{"--device", "cpu", "spectrogram", "--title", "x"}, flags...)
			whole, piped := command(t, append(args, name)...), feed(t, file, append(args, "-")...)
			require.Equal(t, exitOK, whole.code, whole.stderr)
			require.Equal(t, exitOK, piped.code, piped.stderr)
			require.True(t, whole.stdout == piped.stdout, "the pictures differ")
			require.Equal(t, strings.ReplaceAll(whole.stderr, name, "standard input"), piped.stderr)
		}
	}
}

// On success a command prints one line without the device. -v names the device, and -q prints nothing.
func TestQuietAndVerbose(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.wav"), filepath.Join(dir, "a.png")
	require.NoError(t, os.WriteFile(in, sound(t, 8000, 1, 4000), 0o666))
	args := []string{"--device", "cpu", "spectrogram", in, "-o", out}
	got := command(t, args...)
	require.Equal(t, exitOK, got.code, got.stderr)
	requireOneLine(t, got.stderr)
	require.NotContains(t, got.stderr, "CPU")
	got = command(t, append(args, "-v")...)
	require.Contains(t, got.stderr, "computed on the CPU engine\n")
	got = command(t, append(args, "--quiet")...)
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	require.Equal(t, exitUsage, command(t, append(args, "-q", "-v")...).code)
	got = command(t, "-q", "spectrogram", filepath.Join(dir, "none.wav"), "-o", out)
	require.NotEmpty(t, got.stderr, "errors are told")
}

// Messages contain no package names and no terms of the parser.
func TestMessagesWithoutPackages(t *testing.T) {
	packages := []string{"plan:", "wgsl:", "device:", "pipeline:", "signals:", "imaging:", "wav:", "npy:", "picture:"}
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	require.NoError(t, os.WriteFile(bad, []byte("OggS and so on"), 0o666))
	for _, args := range [][]string{
		{"fft", "--norm", "foo", bad}, {"fft", bad}, {"spectrogram", bad}, {"bench", "c2c:0"}, {"explain", "x2c:7"},
		{"explain", "c2c:7", "--limits", "foo"}, {"filter", bad, "--gaussian", "2"}, {"fft", dir},
		{"--device", "foo", "fft", bad},
	} {
		got := command(t, args...)
		require.NotZero(t, got.code, args)
		for _, name := range packages {
			require.NotContains(t, got.stderr, name, args)
		}
	}
	require.Equal(t, "wgfft: a: b: c plan", message(errors.New("wgfft: plan: a: wgsl: b: device: c plan")))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"filter", bad, "--sharpen"}, "--sharpen: a value is missing (see wgfft filter --help)"},
		{[]string{"fft", bad, "--shape", "-x"}, "--shape: expected a value, not \"-x\""},
	} {
		got := command(t, c.args...)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, c.want)
		require.NotContains(t, got.stderr, "value value")
		require.NotContains(t, got.stderr, "EOL")
	}
}

// Without a GPU explain plans with --limits default, and notes it.
func TestExplainWithoutAdapter(t *testing.T) {
	want := command(t, "explain", "c2c:1024", "--limits", "default")
	got := without(t, "explain", "c2c:1024")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, want.stdout, got.stdout)
	require.Equal(t, "wgfft: no GPU found: using --limits default\n", got.stderr)
	got = without(t, "explain", "c2c:1024", "--analyze")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "need a GPU")
}

// Every text of a drawing fits into its box and the drawing, also for specs with long names.
func TestExplainedTextFits(t *testing.T) {
	for i, spec := range []string{"c2c:1000003", "c2c:1080x1920", "r2c:524287", "dct2:24x24x24*100", "c2c:2401"} {
		for j, limits := range []string{"default", "h200"} {
			if chosen := 2*i + j; !testcase.Long() && chosen != 4 && chosen != 7 {
				continue // several passes, and several axes, that are quick to plan
			}
			got := command(t, "explain", spec, "--limits", limits, "--svg")
			require.Equal(t, exitOK, got.code, got.stderr)
			texts := svgTexts(t, got.stdout)
			require.NotEmpty(t, texts)
			for _, s := range texts {
				right := svgWidth
				switch s.x {
				case lineX + boxPad:
					right = lineX + lineBox
				case passX + boxPad:
					right = passX + boxWidth
				}
				width := map[string]float64{"mono": 6.7, "head": 7.4, "title": 12}[s.class]
				if width == 0 {
					width = 6.7
				}
				require.LessOrEqual(t, float64(s.x)+width*float64(len(s.text)), float64(right), "%s: %q", spec, s.text)
			}
		}
	}
}

// An svgText is a text element of a drawing.
type svgText struct {
	x           int
	class, text string
}

func svgTexts(t *testing.T, drawing string) (all []svgText) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(drawing)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "text" {
			continue
		}
		var s svgText
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "x":
				s.x, err = strconv.Atoi(a.Value)
				require.NoError(t, err)
			case "class":
				s.class = a.Value
			}
		}
		require.NoError(t, d.DecodeElement(&s.text, &start))
		all = append(all, s)
	}
}

// Messages name typing errors, and suggest a correction.
func TestMistypings(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(8 << 30)) // what counts as available, on larger machines, too
	dir := t.TempDir()
	in := filepath.Join(dir, "in.npy")
	require.NoError(t, os.WriteFile(in, numbers(t, []int{8}), 0o666))
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"fft", in, "out.npy"}, exitUsage, "did you mean -o out.npy?"},
		{[]string{"fft", dir}, exitFailure, dir + ": is a directory: name a file in it"},
		{[]string{"fft", in, "--wisdom", "/no/such/folder"}, exitOK,
			"--wisdom /no/such/folder: no such directory, no wisdom read"},
		{[]string{"info", "--device", "nonsense"}, exitFailure, "nonsense"},
		{[]string{"fft", in, "-n", "2147483648"}, exitFailure, "needs 32.0 GiB of memory"},
	} {
		got := command(t, append([]string{"--device", "cpu"}, c.args...)...)
		require.Equal(t, c.code, got.code, got.stderr)
		require.Contains(t, got.stderr, c.want)
		require.NotContains(t, got.stderr, "Config.")
	}
}
