package main

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/npy"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// elements returns the number of elements of a shape.
func elements(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// reals returns a .npy file of random real samples, and the samples.
func reals(t *testing.T, seed uint64, shape ...int) ([]byte, []float32) {
	t.Helper()
	x := ref.UniformReal(seed, elements(shape))
	return npyFile(t, shape, x), x
}

// realContent reads a .npy file of real samples.
func realContent(t *testing.T, data []byte) npy.Array[float32] {
	t.Helper()
	a, err := npy.Read[float32](bytes.NewReader(data))
	require.NoError(t, err)
	return a
}

// fit crops an array or pads it with zeros.
func fit[T any](x []T, shape, to []int) []T {
	out := make([]T, elements(to))
	for i := range out {
		from, rest, stride, inside := 0, i, 1, true
		for axis := len(to) - 1; axis >= 0; axis-- {
			k := rest % to[axis]
			rest /= to[axis]
			inside = inside && k < shape[axis]
			from += k * stride
			stride *= shape[axis]
		}
		if inside {
			out[i] = x[from]
		}
	}
	return out
}

// realCase is a command line of a real transform.
type realCase struct {
	flags  []string
	shape  []int // of the real arrays
	axes   []int
	length int // points along these, in all
	norm   string
}

var realCases = []realCase{
	{nil, []int{2, 3, 24}, []int{2}, 24, "backward"},
	{[]string{"--norm", "ortho"}, []int{2, 3, 24}, []int{2}, 24, "ortho"},
	{[]string{"--norm=forward"}, []int{7, 9}, []int{1}, 9, "forward"},
	{[]string{"--axes=0"}, []int{12, 5}, []int{0}, 12, "backward"},
	{[]string{"--axes=all"}, []int{4, 6, 5}, []int{0, 1, 2}, 120, "backward"},
	{[]string{"--axes=2,0"}, []int{6, 5, 8}, []int{2, 0}, 48, "backward"},
	{[]string{"--axes=-1,-3,-2", "--norm=ortho"}, []int{2, 6, 5, 8}, []int{3, 1, 2}, 240, "ortho"},
}

// factor returns the factor of a norm.
func (c realCase) factor(inverse bool) float64 {
	switch {
	case c.norm == "ortho":
		return 1 / math.Sqrt(float64(c.length))
	case (c.norm == "forward") != inverse:
		return 1 / float64(c.length)
	}
	return 1
}

// tolerance returns the tolerance for the axes.
func (c realCase) tolerance() float64 {
	var lengths []int
	for _, axis := range c.axes {
		lengths = append(lengths, c.shape[axis])
	}
	return ref.ToleranceAxes(lengths...)
}

// TestRFFT compares rfft and irfft with float64, along any axes.
func TestRFFT(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		for i, c := range realCases {
			file, x := reals(t, uint64(i)+1, c.shape...)
			got := feed(t, file, append([]string{"--device", device, "rfft", "-"}, c.flags...)...)
			require.Equal(t, exitOK, got.code, got.stderr)
			y := content(t, []byte(got.stdout))
			require.Equal(t, "complex64", y.DType)
			require.Equal(t, ref.HalfShape(c.shape, c.axes), y.Shape)
			want := ref.RealAxes(x, c.shape, c.axes, c.factor(false))
			require.LessOrEqual(t, ref.RelL2(y.Data, want), c.tolerance(), "%v", c)

			flags := c.flags
			if n := c.shape[c.axes[len(c.axes)-1]]; n%2 == 1 {
				flags = append(slices.Clone(flags), "-n", map[int]string{7: "7", 9: "9", 5: "5"}[n])
			}
			back := feed(t, []byte(got.stdout), append([]string{"--device", device, "irfft", "-"}, flags...)...)
			require.Equal(t, exitOK, back.code, back.stderr)
			z := realContent(t, []byte(back.stdout))
			require.Equal(t, "float32", z.DType)
			require.Equal(t, c.shape, z.Shape)
			exact := ref.RealInverseAxes(y.Data, c.shape, c.axes, c.factor(true))
			require.LessOrEqual(t, ref.RelL2Real(z.Data, exact), c.tolerance(), "%v", c)
			wide := make([]float64, len(x))
			for j, v := range x {
				wide[j] = float64(v)
			}
			require.LessOrEqual(t, ref.RelL2Real(z.Data, wide), 2*c.tolerance(), "%v", c)
		}
	})
}

// TestRFFTLengths: --shape crops and pads real arrays and spectra, in the order of --axes.
func TestRFFTLengths(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		shape := []int{3, 10, 12}
		for i, c := range []struct {
			axes string
			n    string
			to   []int
			list []int
		}{
			{"-1", "9", []int{3, 10, 9}, []int{2}}, {"-1", "20", []int{3, 10, 20}, []int{2}},
			{"1", "12", []int{3, 12, 12}, []int{1}},
			{"1,2", "16,8", []int{3, 16, 8}, []int{1, 2}}, {"2,1", "8,16", []int{3, 16, 8}, []int{2, 1}},
			{"2,0,1", "15,2,9", []int{2, 9, 15}, []int{2, 0, 1}},
		} {
			tolerance := realCase{shape: c.to, axes: c.list}.tolerance()
			file, x := reals(t, uint64(i)+1, shape...)
			got := feed(t, file, "--device", device, "rfft", "-", "--axes="+c.axes, "-n", c.n)
			require.Equal(t, exitOK, got.code, got.stderr)
			y := content(t, []byte(got.stdout))
			require.Equal(t, ref.HalfShape(c.to, c.list), y.Shape)
			require.LessOrEqual(t, ref.RelL2(y.Data, ref.RealAxes(fit(x, shape, c.to), c.to, c.list, 1)),
				tolerance, "%v", c)

			var b bytes.Buffer
			bins := ref.Uniform(uint64(i)+9, elements(shape))
			require.NoError(t, npy.Write(&b, shape, bins))
			got = feed(t, b.Bytes(), "--device", device, "irfft", "-", "--axes="+c.axes, "--shape", c.n,
				"--norm=forward")
			require.Equal(t, exitOK, got.code, got.stderr)
			z := realContent(t, []byte(got.stdout))
			require.Equal(t, c.to, z.Shape)
			fitted := fit(bins, shape, ref.HalfShape(c.to, c.list))
			require.LessOrEqual(t, ref.RelL2Real(z.Data, ref.RealInverseAxes(fitted, c.to, c.list, 1)), tolerance,
				"%v", c)
		}
		// A single length applies to the axis of the half spectrum. The others stay.
		var b bytes.Buffer
		bins := ref.Uniform(3, 4*6)
		require.NoError(t, npy.Write(&b, []int{4, 6}, bins))
		got := feed(t, b.Bytes(), "--device", device, "irfft", "-", "--axes=all", "-n", "11", "--norm=forward")
		require.Equal(t, exitOK, got.code, got.stderr)
		z := realContent(t, []byte(got.stdout))
		require.Equal(t, []int{4, 11}, z.Shape)
		require.LessOrEqual(t, ref.RelL2Real(z.Data, ref.RealInverseAxes(bins, []int{4, 11}, []int{0, 1}, 1)),
			ref.ToleranceAxes(4, 11))
	})
}

// TestTrig compares sine and cosine transforms of every type and their inverses with float64.
func TestTrig(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		for i, c := range realCases {
			for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
				if !testcase.ShardOf(t, 8*i+int(kind-transforms.DCT1), 3) {
					continue
				}
				name := kind.String() // dct1
				args := append([]string{"--device", device, name[:3], "-", "--type", name[3:]}, c.flags...)
				of, kinds, lengths := c, []transforms.Kind{}, []int{}
				of.length = 1
				for _, axis := range c.axes {
					kinds = append(kinds, kind)
					lengths = append(lengths, kind.Period(c.shape[axis]))
					of.length *= kind.Period(c.shape[axis])
				}
				tolerance := ref.ToleranceAxes(lengths...)
				file, x := reals(t, uint64(i)+1, c.shape...)
				got := feed(t, file, args...)
				require.Equal(t, exitOK, got.code, got.stderr)
				y := realContent(t, []byte(got.stdout))
				require.Equal(t, "float32", y.DType)
				require.Equal(t, c.shape, y.Shape)
				want := ref.TrigAxes(x, c.shape, c.axes, kinds, c.norm == "ortho", of.factor(false))
				require.LessOrEqual(t, ref.RelL2Real(y.Data, want), tolerance, "%v %v", kind, c)

				back := feed(t, []byte(got.stdout), append(args, "--inverse")...)
				require.Equal(t, exitOK, back.code, back.stderr)
				for j := range kinds {
					kinds[j] = kind.Inverse()
				}
				want = ref.TrigAxes(y.Data, c.shape, c.axes, kinds, c.norm == "ortho", of.factor(true))
				require.LessOrEqual(t, ref.RelL2Real(realContent(t, []byte(back.stdout)).Data, want), tolerance,
					"%v inverse %v", kind, c)
			}
		}
		file, x := reals(t, 5, 10, 12)
		got := feed(t, file, "--device", device, "dct", "-", "--axes=1,0", "--shape=8,16")
		require.Equal(t, exitOK, got.code, got.stderr)
		y := realContent(t, []byte(got.stdout))
		require.Equal(t, []int{16, 8}, y.Shape)
		kinds := []transforms.Kind{transforms.DCT2, transforms.DCT2}
		want := ref.TrigAxes(fit(x, []int{10, 12}, y.Shape), y.Shape, []int{0, 1}, kinds, false, 1)
		require.LessOrEqual(t, ref.RelL2Real(y.Data, want), ref.ToleranceAxes(32, 16))
	})
}

// TestRealRefused: an invalid real transform gives an error with a remedy.
func TestRealRefused(t *testing.T) {
	good, _ := reals(t, 1, 4, 8)
	single, _ := reals(t, 1)
	ones, _ := reals(t, 1, 4, 1)
	empty, _ := reals(t, 1, 4, 0)
	complexes := numbers(t, []int{4, 8})
	for _, c := range []struct {
		data []byte
		args []string
		code int
		says string
	}{
		{complexes, []string{"rfft", "-"}, exitFailure,
			"standard input: elements of type complex64 where real numbers are wanted: save a.real or abs(a) instead"},
		{complexes, []string{"dct", "-"}, exitFailure, "real numbers are wanted"},
		{complexes, []string{"dst", "-"}, exitFailure, "real numbers are wanted"},
		{single, []string{"rfft", "-"}, exitFailure, "0-dimensional array"},
		{single, []string{"irfft", "-"}, exitFailure, "0-dimensional array"},
		{single, []string{"dct", "-"}, exitFailure, "0-dimensional array"},
		{good, []string{"rfft", "-", "--axes=2"}, exitUsage, "--axes 2"},
		{good, []string{"irfft", "-", "--axes=0,0"}, exitUsage, "named twice"},
		{good, []string{"rfft", "-", "-n", "4,4"}, exitUsage, "--axes has 1 axis"},
		{good, []string{"irfft", "-", "--axes=all", "-n", "4,4,4"}, exitUsage, "--axes has 2 axes"},
		{ones, []string{"irfft", "-"}, exitUsage, "give the output length with -n"},
		{empty, []string{"rfft", "-"}, exitFailure, "at least one point"},
		{empty, []string{"irfft", "-"}, exitFailure, "at least one point"},
		{empty, []string{"irfft", "-", "-n", "8"}, exitFailure, "at least one point"},
		{empty, []string{"dst", "-"}, exitFailure, "at least one point"},
		{ones, []string{"dct", "-", "--type", "1"}, exitFailure, "at least 2 points"},
		{good, []string{"dct", "-", "--type", "5"}, exitUsage, "--type must be one of"},
		{good, []string{"dst", "-", "--type", "two"}, exitUsage, "two"},
		{good, []string{"irfft", "-", "-n", "99999999999"}, exitFailure, "99999999999"},
	} {
		got := feed(t, c.data, append([]string{"--device", "cpu"}, c.args...)...)
		require.Equal(t, c.code, got.code, "%v: %s", c.args, got.stderr)
		requireOneLine(t, got.stderr)
		require.Contains(t, got.stderr, c.says)
		require.Empty(t, got.stdout)
	}
	got := feed(t, ones, "--device", "cpu", "irfft", "-", "-n", "1")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, realContent(t, ones).Data, realContent(t, []byte(got.stdout)).Data)

	// An empty batch has an empty result.
	none, _ := reals(t, 1, 0, 8)
	for command, shape := range map[string][]int{"rfft": {0, 5}, "irfft": {0, 14}, "dct": {0, 8}} {
		got := feed(t, none, command, "-")
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Equal(t, shape, content(t, []byte(got.stdout)).Shape)
	}
}

// TestIRFFTOfRealNumbers: irfft accepts real bins.
func TestIRFFTOfRealNumbers(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, []int{3}, []float32{10, -2, -2}))
	got := feed(t, b.Bytes(), "--device", "cpu", "irfft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, []float32{1, 3, 3, 3}, realContent(t, []byte(got.stdout)).Data)
}
