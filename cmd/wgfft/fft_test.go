package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/npy"
	"wgfft/internal/ref"
)

// numbers returns a .npy file of random complex points.
func numbers(t *testing.T, shape []int) []byte {
	t.Helper()
	n := 1
	for _, d := range shape {
		n *= d
	}
	return npyFile(t, shape, ref.Uniform(7, n))
}

// content parses a .npy file.
func content(t *testing.T, data []byte) npy.Array[complex64] {
	t.Helper()
	a, err := npy.Read[complex64](bytes.NewReader(data))
	require.NoError(t, err)
	return a
}

// TestFFT compares with float64, for every norm and direction, through files and through pipes.
func TestFFT(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		dir := t.TempDir()
		in, out := filepath.Join(dir, "in.npy"), filepath.Join(dir, "out.npy")
		shape := []int{2, 3, 24}
		require.NoError(t, os.WriteFile(in, numbers(t, shape), 0o666))
		x := content(t, numbers(t, shape)).Data
		for _, c := range []struct {
			flags   []string
			inverse bool
			scale   float64
		}{
			{nil, false, 1},
			{[]string{"--inverse"}, true, 1.0 / 24},
			{[]string{"--norm", "ortho"}, false, 1 / math.Sqrt(24)},
			{[]string{"--norm=ortho", "--inverse"}, true, 1 / math.Sqrt(24)},
			{[]string{"--norm", "forward"}, false, 1.0 / 24},
			{[]string{"--norm", "forward", "--inverse"}, true, 1},
		} {
			args := append([]string{"--device", device, "fft", in, "-o", out}, c.flags...)
			got := command(t, args...)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Empty(t, got.stdout)
			require.Empty(t, got.stderr)
			got = command(t, append(args, "-v")...)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Contains(t, got.stderr, "computing on")
			file, err := os.ReadFile(out)
			require.NoError(t, err)
			y := content(t, file)
			require.Equal(t, shape, y.Shape)
			require.Equal(t, "complex64", y.DType)
			worst, _ := ref.Worst(y.Data, ref.Batch(x, 24, c.inverse, c.scale), 24)
			require.LessOrEqual(t, worst, ref.Tolerance(24), c.flags)

			args[4], args[5] = "-o", "-"
			piped := feed(t, numbers(t, shape), append([]string{"--device", device, "fft", "-"}, c.flags...)...)
			require.Equal(t, exitOK, piped.code, piped.stderr)
			require.Equal(t, file, []byte(piped.stdout))
		}
		back := filepath.Join(dir, "back.npy")
		require.Equal(t, exitOK, command(t, "--device", device, "fft", in, "-o", out).code)
		require.Equal(t, exitOK, command(t, "--device", device, "fft", "--inverse", out, "-o", back).code)
		file, err := os.ReadFile(back)
		require.NoError(t, err)
		worst, _ := ref.Worst(content(t, file).Data, ref.Widen(x), 24)
		require.LessOrEqual(t, worst, 2*ref.Tolerance(24))
	})
}

// TestFFTAxes compares with float64, for any axes, in C and Fortran order.
func TestFFTAxes(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		shape := []int{2, 5, 6, 8}
		x := content(t, numbers(t, shape)).Data
		for _, c := range []struct {
			flag string
			axes []int
		}{
			{"--axes=-1", []int{3}}, {"--axes=3", []int{3}}, {"--axes=0,2", []int{0, 2}},
			{"--axes=-1,-2", []int{2, 3}}, {"--axes= 1 , 2", []int{1, 2}},
			{"--axes=all", []int{0, 1, 2, 3}}, {"--axes=1", []int{1}},
		} {
			for _, inverse := range []bool{false, true} {
				args, scale, lengths := []string{"--device", device, "fft", "-", c.flag}, 1.0, []int{}
				for _, axis := range c.axes {
					lengths = append(lengths, shape[axis])
					if inverse {
						scale /= float64(shape[axis])
					}
				}
				if inverse {
					args = append(args, "--inverse")
				}
				got := feed(t, numbers(t, shape), args...)
				require.Equal(t, exitOK, got.code, got.stderr)
				y := content(t, []byte(got.stdout))
				require.Equal(t, shape, y.Shape)
				want := ref.Axes(x, shape, c.axes, inverse, scale)
				require.LessOrEqual(t, ref.RelL2(y.Data, want), ref.ToleranceAxes(lengths...), c.flag)
			}
		}
	})
	// In Fortran order the same bytes hold the array with its axes reversed.
	data := numbers(t, []int{6, 8})
	fortran := bytes.Replace(data, []byte("False, 'shape': (6, 8)"), []byte("True, 'shape': (8, 6) "), 1)
	want, got := feed(t, data, "--device", "cpu", "fft", "-", "--axes", "0"),
		feed(t, fortran, "--device", "cpu", "fft", "-", "--axes", "1")
	require.Equal(t, exitOK, got.code, got.stderr)
	a, b := content(t, []byte(want.stdout)), content(t, []byte(got.stdout))
	require.Equal(t, []int{8, 6}, b.Shape)
	for i := range 6 {
		for j := range 8 {
			require.Equal(t, a.Data[i*8+j], b.Data[j*6+i])
		}
	}
}

// TestAxesRefused: invalid axes give an error with a remedy.
func TestAxesRefused(t *testing.T) {
	many := slices.Repeat([]int{1}, 20)
	for _, c := range []struct {
		shape []int
		flag  string
		code  int
		says  string
	}{
		{[]int{4, 8}, "--axes=2", exitUsage, "--axes 2: out of range [-2, 1]"},
		{[]int{4, 8}, "--axes=-3", exitUsage, "--axes -3: out of range [-2, 1]"},
		{[]int{4, 8}, "--axes=1,-1", exitUsage, "axis 1 is named twice"},
		{nil, "--axes=all", exitFailure, "0-dimensional array"},
		{many, "--axes=all", exitFailure, "20 axes from the first transformed one on, at most 16 are possible"},
		{many, "--axes=2", exitFailure, "18 axes"},
		{[]int{4, 0}, "--axes=0,1", exitFailure, "at least one point"},
	} {
		got := feed(t, numbers(t, c.shape), "--device", "cpu", "fft", "-", c.flag)
		require.Equal(t, c.code, got.code, got.stderr)
		requireOneLine(t, got.stderr)
		require.Contains(t, got.stderr, c.says)
		require.Empty(t, got.stdout)
	}
	for _, flag := range []string{"--axes=-1", "--axes=4,19"} {
		got := feed(t, numbers(t, many), "--device", "cpu", "fft", "-", flag)
		require.Equal(t, exitOK, got.code, got.stderr)
	}
	got := feed(t, numbers(t, []int{0, 8, 0}), "fft", "-", "--axes=1")
	require.Equal(t, exitOK, got.code, got.stderr)
}

// TestReal: fft accepts real input.
func TestReal(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, []int{4}, []float32{1, 2, 3, 4}))
	got := feed(t, b.Bytes(), "--device", "cpu", "fft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
	y := content(t, []byte(got.stdout))
	require.Equal(t, []complex64{10, -2 + 2i, -2, -2 - 2i}, y.Data)
}

// TestNoRows: an array without rows gives a result without rows.
func TestNoRows(t *testing.T) {
	got := feed(t, numbers(t, []int{0, 8}), "fft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Equal(t, []int{0, 8}, content(t, []byte(got.stdout)).Shape)
}

// TestHostile: invalid input gives a message of one line. It creates no file and leaves an existing file as it is.
func TestHostile(t *testing.T) {
	good := numbers(t, []int{4, 8})
	claim := bytes.Replace(good, []byte("(4, 8)"), []byte("(4, 9)"), 1)
	integers := bytes.Replace(good, []byte("<c8"), []byte("<i8"), 1)
	huge := []byte("\x93NUMPY\x01\x00")
	text := "{'descr': '<c8', 'fortran_order': False, 'shape': (1152921504606846975,), }\n"
	huge = binary.LittleEndian.AppendUint16(huge, uint16(len(text)))
	huge = append(huge, text...)
	for _, c := range []struct {
		name string
		data []byte
		code int
		says string
	}{
		{"empty", nil, exitFailure, "in.npy"},
		{"text", []byte("1 2 3\n4 5 6\n"), exitFailure, "in.npy"},
		{"half", good[:len(good)/2], exitFailure, "in.npy"},
		{"claims more", claim, exitFailure, "in.npy"},
		{"integers", integers, exitFailure, "complex64"},
		{"huge", huge, exitFailure, "in.npy"},
		{"one number", numbers(t, nil), exitFailure, "axis"},
		{"no points", numbers(t, []int{8, 0}), exitFailure, "at least one point"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			in, out, old := filepath.Join(dir, "in.npy"), filepath.Join(dir, "out.npy"), filepath.Join(dir, "old.npy")
			require.NoError(t, os.WriteFile(in, c.data, 0o666))
			require.NoError(t, os.WriteFile(old, []byte("precious"), 0o666))
			for _, to := range []string{out, old} {
				got := command(t, "--device", "cpu", "fft", in, "-o", to)
				require.Equal(t, c.code, got.code, got.stderr)
				requireOneLine(t, got.stderr)
				require.Contains(t, got.stderr, c.says)
			}
			kept, err := os.ReadFile(old)
			require.NoError(t, err)
			require.Equal(t, "precious", string(kept))
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, left, 2, "in.npy and old.npy")
		})
	}
}

// TestOutputFiles: the result replaces an existing file only when it is complete.
func TestOutputFiles(t *testing.T) {
	a := &app{ctx: context.Background()}
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	hello := func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }

	require.NoError(t, os.WriteFile(name, []byte("old"), 0o640))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("file", link))
	require.NoError(t, write(a, link, ".npy", func(w io.Writer) error {
		require.NoError(t, hello(w))
		during, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "old", string(during))
		return nil
	}))
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "hello", string(after))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
	info, err = os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&fs.ModeSymlink, "the link is still one")

	trouble := errors.New("trouble")
	require.ErrorIs(t, write(a, filepath.Join(dir, "new"), ".npy",
		func(w io.Writer) error { hello(w); return trouble }), trouble)
	require.NoFileExists(t, filepath.Join(dir, "new"))
	require.ErrorIs(t, write(a, filepath.Join(dir, "missing", "new"), ".npy", hello), fs.ErrNotExist)
	require.NoError(t, write(a, os.DevNull, ".npy", hello))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2)
}
