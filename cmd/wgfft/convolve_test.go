package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/npy"
	"wgfft/internal/ref"
)

// saved writes a .npy file of random points.
func saved(t *testing.T, name string, seed uint64, shape ...int) (string, []complex64) {
	t.Helper()
	n := 1
	for _, d := range shape {
		n *= d
	}
	x := ref.Uniform(seed, n)
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, shape, x))
	require.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
	return name, x
}

// TestConvolve compares every mode with float64, for whole arrays and along their last axes, with files and
// pipes.
func TestConvolve(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		dir := t.TempDir()
		out := filepath.Join(dir, "c.npy")
		for i, c := range []struct {
			shape, kernel []int
			flags         []string
			mode          string
			correlate     bool
		}{
			{[]int{60}, []int{7}, nil, "full", false},
			{[]int{60}, []int{7}, []string{"--mode", "same"}, "same", false},
			{[]int{20, 30}, []int{5, 4}, []string{"--mode=valid", "--correlate"}, "valid", true},
			{[]int{3, 20, 30}, []int{5, 4}, []string{"--correlate"}, "full", true},
			{[]int{2, 3, 32}, []int{32}, []string{"--mode", "circular"}, "circular", false},
			{[]int{6, 8, 9}, []int{2, 3, 4}, []string{"--mode", "same", "--correlate"}, "same", true},
		} {
			a, x := saved(t, filepath.Join(dir, "a.npy"), uint64(i), c.shape...)
			b, h := saved(t, filepath.Join(dir, "b.npy"), uint64(i)+50, c.kernel...)
			got := command(t, append([]string{"--device", device, "convolve", a, b, "-o", out}, c.flags...)...)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Empty(t, got.stdout)
			file, err := os.ReadFile(out)
			require.NoError(t, err)
			y := content(t, file)

			axes := len(c.shape) - len(c.kernel)
			r := ref.Convolution{Shape: c.shape[axes:], Kernel: c.kernel, Mode: c.mode, Correlate: c.correlate}
			n := 1
			for _, d := range r.Shape {
				n *= d
			}
			require.Equal(t, c.shape[:axes], y.Shape[:axes])
			for part := range len(x) / n {
				want := r.Apply(x[part*n:(part+1)*n], h)
				require.Equal(t, want.Shape, y.Shape[axes:])
				kept := len(want.Want)
				require.LessOrEqual(t, want.Error(y.Data[part*kept:(part+1)*kept]), r.Tolerance(), "%v", c)
			}
			for _, standard := range []int{3, 4} { // either array from a pipe
				args := append([]string{"--device", device, "convolve", a, b}, c.flags...)
				in, err := os.ReadFile(args[standard])
				require.NoError(t, err)
				args[standard] = "-"
				piped := feed(t, in, args...)
				require.Equal(t, exitOK, piped.code, piped.stderr)
				require.Equal(t, file, []byte(piped.stdout))
			}
		}
	})
}

// TestConvolveReal: the result is real if both arrays are real, otherwise complex.
func TestConvolveReal(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		dir := t.TempDir()
		a, b := filepath.Join(dir, "a.npy"), filepath.Join(dir, "b.npy")
		array, x := reals(t, 1, 2, 50)
		kernel, h := reals(t, 2, 7)
		require.NoError(t, os.WriteFile(a, array, 0o600))
		require.NoError(t, os.WriteFile(b, kernel, 0o600))
		got := command(t, "--device", device, "convolve", a, b, "--mode", "same")
		require.Equal(t, exitOK, got.code, got.stderr)
		y := realContent(t, []byte(got.stdout))
		require.Equal(t, []int{2, 50}, y.Shape)
		r := ref.Convolution{Shape: []int{50}, Kernel: []int{7}, Mode: "same"}
		points := func(x []float32) []complex64 {
			z := make([]complex64, len(x))
			for i, v := range x {
				z[i] = complex(v, 0)
			}
			return z
		}
		for part := range 2 {
			require.LessOrEqual(t, r.Apply(points(x[part*50:(part+1)*50]),
				points(h)).Error(points(y.Data[part*50:(part+1)*50])), r.Tolerance())
		}
		b, _ = saved(t, b, 3, 7)
		got = command(t, "--device", device, "convolve", a, b)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Equal(t, "complex64", content(t, []byte(got.stdout)).DType)
	})
}

// TestConvolveRefused: an invalid convolution gives an error with a remedy, and no file.
func TestConvolveRefused(t *testing.T) {
	for _, c := range []struct {
		shape, kernel []int
		flag          string
		code          int
		says          string
	}{
		{[]int{4}, []int{2, 2}, "--mode=full", exitFailure, "the kernel needs 1 axis"},
		{[]int{4}, nil, "--mode=full", exitFailure, "the kernel needs 1 axis"},
		{nil, []int{2}, "--mode=full", exitFailure, "0-dimensional array"},
		{[]int{4, 0}, []int{2, 2}, "--mode=full", exitFailure, "at least one point"},
		{[]int{4, 4}, []int{2, 0}, "--mode=full", exitFailure, "at least one element"},
		{[]int{4}, []int{5}, "--mode=circular", exitFailure, "as many as the array"},
		{[]int{4, 5}, []int{5, 4}, "--mode=valid", exitFailure, "use full or same"},
	} {
		dir := t.TempDir()
		a, _ := saved(t, filepath.Join(dir, "a.npy"), 1, c.shape...)
		b, _ := saved(t, filepath.Join(dir, "b.npy"), 2, c.kernel...)
		got := command(t, "--device", "cpu", "convolve", a, b, c.flag, "-o", filepath.Join(dir, "c.npy"))
		require.Equal(t, c.code, got.code, got.stderr)
		requireOneLine(t, got.stderr)
		require.Contains(t, got.stderr, c.says)
		require.NoFileExists(t, filepath.Join(dir, "c.npy"))
	}
	dir := t.TempDir()
	a, _ := saved(t, filepath.Join(dir, "a.npy"), 1, 0, 8)
	b, _ := saved(t, filepath.Join(dir, "b.npy"), 2, 3)
	got := command(t, "convolve", a, b)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, []int{0, 10}, content(t, []byte(got.stdout)).Shape, "no parts, no results")
}

// TestShape: --shape pads with zeros and crops, in the order of --axes.
func TestShape(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		in := []int{3, 6, 8}
		x := content(t, numbers(t, in)).Data
		for _, c := range []struct {
			flags []string
			shape []int // of the transformed array
			axes  []int
		}{
			{[]string{"-n", "12"}, []int{3, 6, 12}, []int{2}}, {[]string{"--shape=5"}, []int{3, 6, 5}, []int{2}},
			{[]string{"--shape", "8"}, in, []int{2}},
			{[]string{"--axes=0,1", "--shape=4,5"}, []int{4, 5, 8}, []int{0, 1}},
			{[]string{"--axes=-1,0", "-n", "10, 2"}, []int{2, 6, 10}, []int{0, 2}},
			{[]string{"--axes=all", "--shape=3,9,7"}, []int{3, 9, 7}, []int{0, 1, 2}},
			{[]string{"--axes=1", "--shape=10"}, []int{3, 10, 8}, []int{1}},
		} {
			for _, inverse := range []bool{false, true} {
				flags, scale, lengths := c.flags, 1.0, []int{}
				for _, axis := range c.axes {
					lengths = append(lengths, c.shape[axis])
					if inverse {
						scale /= float64(c.shape[axis])
					}
				}
				if inverse {
					flags = append([]string{"--inverse"}, flags...)
				}
				got := feed(t, numbers(t, in), append([]string{"--device", device, "fft", "-"}, flags...)...)
				require.Equal(t, exitOK, got.code, got.stderr)
				y := content(t, []byte(got.stdout))
				require.Equal(t, c.shape, y.Shape)
				fitted := make([]complex64, len(y.Data))
				for i0 := range min(in[0], c.shape[0]) {
					for i1 := range min(in[1], c.shape[1]) {
						row := (i0*c.shape[1] + i1) * c.shape[2]
						copy(fitted[row:row+min(in[2], c.shape[2])], x[(i0*in[1]+i1)*in[2]:])
					}
				}
				want := ref.Axes(fitted, c.shape, c.axes, inverse, scale)
				require.LessOrEqual(t, ref.RelL2(y.Data, want), ref.ToleranceAxes(lengths...), c.flags)
			}
		}
	})
	got := feed(t, numbers(t, []int{4, 8}), "fft", "-", "--shape=4,4")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--shape has 2 lengths, --axes has 1 axis: give one length per axis")
	requireOneLine(t, got.stderr)
	got = feed(t, numbers(t, []int{0, 8}), "fft", "-", "--shape=9")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, []int{0, 9}, content(t, []byte(got.stdout)).Shape)
}
