package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/tiff"

	"wgfft"
	"wgfft/imaging"
)

const lighthouse = "../../examples/data/lighthouse.png"

// sample reads the sample image.
func sample(t *testing.T) image.Image {
	t.Helper()
	data, err := os.ReadFile(lighthouse)
	require.NoError(t, err)
	return decoded(t, data)
}

// part returns a part of the sample image that takes little time.
func part(t *testing.T) image.Image {
	return sample(t).(*image.RGBA).SubImage(image.Rect(100, 90, 164, 138))
}

func decoded(t *testing.T, data []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	return m
}

func encoded(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// TestFilter compares every flag with the library, with files and pipes.
func TestFilter(t *testing.T) {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer c.Close()
	engines(t, func(t *testing.T, device string) {
		dir := t.TempDir()
		in, out := filepath.Join(dir, "in.png"), filepath.Join(dir, "out.png")
		m := part(t)
		require.NoError(t, os.WriteFile(in, encoded(t, m), 0o666))
		m = decoded(t, encoded(t, m))
		for _, f := range []struct {
			flags    []string
			response imaging.Response
			edges    imaging.Edges
		}{
			{[]string{"--lowpass", "0.1"}, imaging.LowPass(0.1), imaging.Reflect},
			{[]string{"--highpass", "0.1"}, imaging.HighPass(0.1), imaging.Reflect},
			{[]string{"--bandpass", "0.05, 0.2"}, imaging.BandPass(0.05, 0.2), imaging.Reflect},
			{[]string{"--gaussian=2", "--edges=periodic"}, imaging.Gaussian(2), imaging.Periodic},
			{[]string{"--sharpen", "0.8"}, imaging.Sharpen(0.8, 1), imaging.Reflect},
			{[]string{"--sharpen", "0.8,2.5"}, imaging.Sharpen(0.8, 2.5), imaging.Reflect},
			{[]string{"--notch", "0.1875,0.109375", "--notch=-0.375,-0.21875,0.02"},
				imaging.Notch(0.1875, 0.109375, 0.01).Then(imaging.Notch(0.375, 0.21875, 0.02)), imaging.Reflect},
			{[]string{"--highpass", "0.02", "--gaussian", "1"}, imaging.HighPass(0.02).Then(imaging.Gaussian(1)),
				imaging.Reflect},
		} {
			want, err := imaging.Filter(t.Context(), c, m, f.response, f.edges)
			require.NoError(t, err)
			got := command(t, append([]string{"--device", device, "filter", in, "-o", out}, f.flags...)...)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Empty(t, got.stdout)
			file, err := os.ReadFile(out)
			require.NoError(t, err)
			psnr, err := imaging.PSNR(want, decoded(t, file))
			require.NoError(t, err)
			require.Greater(t, psnr, 70.0) // engines may round a pixel here and there differently
			piped := feed(t, encoded(t, m), append([]string{"--device", device, "filter", "-"}, f.flags...)...)
			require.Equal(t, exitOK, piped.code, piped.stderr)
			require.Equal(t, file, []byte(piped.stdout))
		}
	})
}

// TestPictureFormats reads PNG, JPEG and TIFF, grey and colour. Results keep 16 bits.
func TestPictureFormats(t *testing.T) {
	m := decoded(t, encoded(t, part(t))) // its bounds begin at 0
	deep, grey := image.NewRGBA64(m.Bounds()), image.NewGray16(m.Bounds())
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			deep.Set(x, y, m.At(x, y))
			grey.Set(x, y, m.At(x, y))
		}
	}
	glass := image.NewNRGBA(image.Rect(0, 0, 9, 5))
	glass.Set(4, 2, color.NRGBA{10, 200, 30, 128})
	var asJPEG, asTIFF, asDeep bytes.Buffer
	require.NoError(t, jpeg.Encode(&asJPEG, m, &jpeg.Options{Quality: 100}))
	require.NoError(t, tiff.Encode(&asTIFF, m, &tiff.Options{Compression: tiff.Deflate}))
	require.NoError(t, tiff.Encode(&asDeep, deep, nil))
	for name, c := range map[string]struct {
		data []byte
		like image.Image // the type of the result, and its pixels nearly
		psnr float64
	}{
		"JPEG":      {asJPEG.Bytes(), image.NewRGBA(m.Bounds()), 35},
		"TIFF":      {asTIFF.Bytes(), image.NewRGBA(m.Bounds()), 300},
		"PNG":       {encoded(t, m), image.NewRGBA(m.Bounds()), 300},
		"deep TIFF": {asDeep.Bytes(), deep, 90}, "deep PNG": {encoded(t, deep), deep, 90},
		"grey PNG":       {encoded(t, grey), grey, 90},
		"PNG with alpha": {encoded(t, glass), glass, 300},
	} {
		t.Run(name, func(t *testing.T) {
			got := feed(t, c.data, "--device", "cpu", "filter", "-", "--gaussian", "0")
			require.Equal(t, exitOK, got.code, got.stderr)
			out := decoded(t, []byte(got.stdout))
			require.IsType(t, c.like, out)
			want := c.like
			if c.psnr != 90 && name != "PNG with alpha" {
				want = m // JPEG loses a little
			}
			have, err := imaging.PSNR(want, out)
			require.NoError(t, err)
			require.Greater(t, have, c.psnr)
			spectrum := feed(t, c.data, "--device", "cpu", "spectrum", "-")
			require.Equal(t, exitOK, spectrum.code, spectrum.stderr)
			if c.psnr == 90 {
				require.IsType(t, grey, decoded(t, []byte(spectrum.stdout)))
			} else {
				require.IsType(t, image.NewGray(image.Rectangle{}), decoded(t, []byte(spectrum.stdout)))
			}
		})
	}
}

// TestSpectrum finds the stripes of the sample at their frequencies.
func TestSpectrum(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		out := filepath.Join(t.TempDir(), "out.png")
		got := command(t, "--device", device, "spectrum", lighthouse, "-o", out, "--taper", "--range", "60")
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Empty(t, got.stdout)
		file, err := os.ReadFile(out)
		require.NoError(t, err)
		s := decoded(t, file).(*image.Gray)
		require.Equal(t, image.Rect(0, 0, 384, 256), s.Rect)
		for _, at := range []image.Point{{192 + 72, 128 + 28}, {192 - 72, 128 - 28}, {192 + 144, 128 + 56},
			{192 - 144, 128 - 56}} {
			require.Greater(t, int(s.GrayAt(at.X, at.Y).Y), 100+int(s.GrayAt(at.X+9, at.Y+9).Y))
		}
	})
}

// TestReadme compares the images of the README with the results of its commands.
func TestReadme(t *testing.T) {
	for name, flags := range map[string][]string{
		"lighthouse-spectrum.png": {"spectrum", "--taper"},
		"lighthouse-clean.png": {"filter", "--edges", "periodic", "--notch", "0.1875,0.109375", "--notch",
			"0.375,0.21875"},
	} {
		got := command(t, append(append([]string{"--device", "cpu"}, flags...), lighthouse)...)
		require.Equal(t, exitOK, got.code, got.stderr)
		file, err := os.ReadFile(filepath.Join(filepath.Dir(lighthouse), name))
		require.NoError(t, err)
		psnr, err := imaging.PSNR(decoded(t, file), decoded(t, []byte(got.stdout)))
		require.NoError(t, err)
		require.Greater(t, psnr, 60.0, name)
	}
}

// TestRegister finds the shift between two parts of the sample, as text and as JSON.
func TestRegister(t *testing.T) {
	dir := t.TempDir()
	m := sample(t).(interface {
		SubImage(image.Rectangle) image.Image
	})
	a, b := filepath.Join(dir, "a.png"), filepath.Join(dir, "b.png")
	require.NoError(t, os.WriteFile(a, encoded(t, m.SubImage(image.Rect(10, 20, 310, 220))), 0o666))
	require.NoError(t, os.WriteFile(b, encoded(t, m.SubImage(image.Rect(42, 17, 342, 217))), 0o666))
	engines(t, func(t *testing.T, device string) {
		got := command(t, "--device", device, "register", a, b)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Regexp(t, `^dx -(32\.00|31\.99)\d, dy (3\.00|2\.99)\d pixels, confidence (0\.99|1\.00)\n$`, got.stdout)
		got = command(t, "--device", device, "register", "--json", a, b)
		var s struct{ DX, DY, Confidence float64 }
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &s))
		require.InDelta(t, -32, s.DX, 0.01)
		require.InDelta(t, 3, s.DY, 0.01)
		require.Greater(t, s.Confidence, 0.98)
	})
	file, err := os.ReadFile(a)
	require.NoError(t, err)
	got := feed(t, file, "--device", "cpu", "register", "-", a)
	require.Equal(t, "dx 0.000, dy 0.000 pixels, confidence 1.00\n", got.stdout)

	flat := filepath.Join(dir, "flat.png")
	require.NoError(t, os.WriteFile(flat, encoded(t, image.NewGray(image.Rect(0, 0, 300, 200))), 0o666))
	got = command(t, "--device", "cpu", "register", a, flat)
	require.Equal(t, exitOK, got.code)
	requireOneLine(t, got.stderr)
	require.Contains(t, got.stderr, "little in common: the shift is unreliable (confidence ")
	got = command(t, "--device", "cpu", "register", a, lighthouse)
	require.Equal(t, exitFailure, got.code)
	requireOneLine(t, got.stderr)
	require.Contains(t, got.stderr, "300 x 200 and 384 x 256")
}

// TestRegisterAligned compares the aligned image with the library, in a file and in a pipe. The shift is printed,
// too, and an error leaves no file.
func TestRegisterAligned(t *testing.T) {
	dir := t.TempDir()
	m := sample(t).(*image.RGBA)
	a, b, out := filepath.Join(dir, "a.png"), filepath.Join(dir, "b.png"), filepath.Join(dir, "out.png")
	one, other := m.SubImage(image.Rect(10, 20, 310, 220)), m.SubImage(image.Rect(42, 17, 342, 217))
	require.NoError(t, os.WriteFile(a, encoded(t, one), 0o666))
	require.NoError(t, os.WriteFile(b, encoded(t, other), 0o666))
	const shift = `dx -(32\.00|31\.99)\d, dy (3\.00|2\.99)\d pixels, confidence (0\.99|1\.00)\n$`
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer c.Close()
	engines(t, func(t *testing.T, device string) {
		for _, edges := range []imaging.Edges{imaging.Reflect, imaging.Periodic} {
			got := command(t, "--device", device, "register", a, b, "-o", out, "--edges", edges.String())
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Regexp(t, "^"+shift, got.stdout)
			file, err := os.ReadFile(out)
			require.NoError(t, err)
			aligned := decoded(t, file).(*image.RGBA)
			want, err := imaging.Move(t.Context(), c, other, 32, -3, edges)
			require.NoError(t, err)
			psnr, err := imaging.PSNR(want, aligned)
			require.NoError(t, err)
			require.Greater(t, psnr, 50.0) // a thousandth of a pixel is not whole
			psnr, err = imaging.PSNR(m.SubImage(image.Rect(47, 25, 305, 212)),
				aligned.SubImage(image.Rect(37, 5, 295, 192)))
			require.NoError(t, err)
			require.Greater(t, psnr, 50.0)
			if edges == imaging.Periodic {
				continue
			}
			piped := command(t, "--device", device, "register", a, b, "-o", "-")
			require.Equal(t, exitOK, piped.code)
			require.Equal(t, file, []byte(piped.stdout))
			require.Regexp(t, "wgfft: "+shift, piped.stderr)
		}
	})
	deep, json := filepath.Join(dir, "deep.png"), filepath.Join(dir, "json.png")
	grey := image.NewGray16(image.Rect(0, 0, 300, 200))
	draw.Draw(grey, grey.Rect, one, one.Bounds().Min, draw.Src)
	require.NoError(t, os.WriteFile(deep, encoded(t, grey), 0o666))
	got := command(t, "--device", "cpu", "register", "--json", deep, deep, "-o", json)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stdout, `"confidence"`)
	file, err := os.ReadFile(json)
	require.NoError(t, err)
	require.Equal(t, grey, decoded(t, file))

	got = command(t, "--device", "cpu", "register", a, lighthouse, "-o", filepath.Join(dir, "none.png"))
	require.Equal(t, exitFailure, got.code)
	require.Empty(t, got.stdout)
	requireOneLine(t, got.stderr)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 5)
}

// TestPictureHostile: an invalid image gives a message of one line before memory is allocated for it.
func TestPictureHostile(t *testing.T) {
	good := encoded(t, image.NewGray(image.Rect(0, 0, 40, 30)))
	huge := bytes.Clone(good)
	binary.BigEndian.PutUint32(huge[16:], 1<<20)
	binary.BigEndian.PutUint32(huge[20:], 1<<20)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"nothing": {nil, "the file is empty"}, "text": {[]byte("a picture says more than"), "not a PNG, JPEG or TIFF"},
		"half": {good[:len(good)/2], "standard input"}, "the head alone": {good[:33], "standard input"},
		"huge": {huge, "1048576 x 1048576"},
	} {
		for _, verb := range [][]string{{"spectrum", "-"}, {"filter", "-", "--gaussian", "1"},
			{"register", "-", lighthouse}, {"register", lighthouse, "-"}} {
			got := feed(t, c.data, append([]string{"--device", "cpu"}, verb...)...)
			require.Equal(t, exitFailure, got.code, name)
			require.Empty(t, got.stdout)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, c.says)
		}
	}
}

// --max-memory limits the memory of images in bytes: of the decoded pixels, and of what is computed from them.
func TestMaxMemory(t *testing.T) {
	dir := t.TempDir()
	in, deep := filepath.Join(dir, "in.png"), filepath.Join(dir, "deep.png")
	for name, m := range map[string]image.Image{
		in: image.NewGray(image.Rect(0, 0, 40, 30)), deep: image.NewNRGBA64(image.Rect(0, 0, 40, 30)),
	} {
		var file bytes.Buffer
		require.NoError(t, png.Encode(&file, m))
		require.NoError(t, os.WriteFile(name, file.Bytes(), 0o666))
	}
	limited := func(limit string, args ...string) outcome {
		return command(t, append(append([]string{"--device", "cpu"}, args...), "--max-memory", limit)...)
	}
	for _, args := range [][]string{{"spectrum", in}, {"filter", in, "--gaussian", "1"}, {"register", in, in}} {
		got := command(t, append([]string{"--device", "cpu", "--max-memory", "1000"}, args...)...)
		require.Equal(t, exitUsage, got.code, "the flag is of the commands that read images")
		got = limited("1200", args...)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, "40 x 30 pixels take 1.2 KiB of memory, ")
		require.Contains(t, got.stderr, "are left; cut it into parts or raise --max-memory")
		got = limited("8KiB", args...)
		require.Equal(t, exitFailure, got.code)
		require.Regexp(t, "take.* KiB of memory, .* are left; cut it into parts or raise --max-memory", got.stderr)
		got = limited("256KiB", args...)
		require.Equal(t, exitOK, got.code, got.stderr)
	}
	require.Equal(t, exitFailure, limited("5KiB", "spectrum", deep).code)
	require.Contains(t, limited("5KiB", "spectrum", deep).stderr, "40 x 30 pixels take 9.4 KiB of memory")
	for _, limit := range []string{"0", "-1", "4x", "NaN", "1e300", "GiB", ""} {
		got := limited(limit, "spectrum", in)
		require.Equal(t, exitUsage, got.code, limit)
	}
}
