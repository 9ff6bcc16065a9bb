package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// flat returns frames x bins cells, all of one level.
func flat(frames, bins int, level float32) Spectrogram {
	s := Spectrogram{Level: make([]float32, frames*bins), Frames: frames, Bins: bins, Step: 0.01, BinWidth: 20}
	for i := range s.Level {
		s.Level[i] = level
	}
	return s
}

// render draws s and returns the picture with the pixels that are cells.
func render(t *testing.T, s Spectrogram, o Options) (*image.RGBA, image.Rectangle) {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 480, 320
	}
	o = o.withDefaults()
	require.NoError(t, errors.Join(s.check(), o.check()))
	img, cells, err := draw(s, o, s.top())
	require.NoError(t, err)
	return img, cells
}

// lightness returns the sum of a pixel's colours, which grows along magma.
func lightness(c color.Color) int {
	r, g, b, _ := c.RGBA()
	return int(r>>8 + g>>8 + b>>8)
}

// darkest and brightest are the ends of the colour map.
var darkest, brightest = color.RGBA{0, 0, 4, 255}, color.RGBA{0xfc, 0xfd, 0xbf, 255}

func TestSizes(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {320, 320}, {641, 333}, {333, 641}} {
		s, o := flat(3, 4, 0), Options{Width: size[0], Height: size[1]}
		var b bytes.Buffer
		require.NoError(t, WriteSpectrogram(&b, s, o))
		img, err := png.Decode(&b)
		require.NoError(t, err)
		if size[0] == 0 {
			size = [2]int{1280, 720}
			o = o.withDefaults()
		}
		require.Equal(t, image.Rect(0, 0, size[0], size[1]), img.Bounds())
		drawn, cells := render(t, s, o)
		for _, p := range []image.Point{{0, 0}, cells.Min, cells.Max, cells.Max.Sub(image.Pt(1, 1))} {
			require.Equal(t, drawn.RGBAAt(p.X, p.Y), color.RGBAModel.Convert(img.At(p.X, p.Y)))
		}
		require.Greater(t, cells.Dx(), size[0]/2-20)
		require.Greater(t, cells.Dy(), size[1]/2)
		require.Equal(t, color.RGBA{255, 255, 255, 255}, color.RGBAModel.Convert(img.At(0, 0)))
	}
}

// TestTone puts a tone into one bin and expects it at its frequency on the axis, with more and with
// fewer bins than pixels.
func TestTone(t *testing.T) {
	for _, bins := range []int{2, 9, 129, 700} {
		for _, share := range []float64{0, 0.1, 0.73, 1} {
			tone := int(math.Round(share * float64(bins-1)))
			s := flat(2, bins, -60)
			for i := range s.Frames {
				s.Level[i*bins+tone] = -3
			}
			img, cells := render(t, s, Options{})
			x := (cells.Min.X + cells.Max.X) / 2
			best := cells.Min.Y
			for y := cells.Min.Y; y < cells.Max.Y; y++ {
				if lightness(img.At(x, y)) > lightness(img.At(x, best)) {
					best = y
				}
			}
			want := float64(cells.Max.Y) - float64(tone)/float64(bins-1)*float64(cells.Dy())
			// a pixel at most, and the share of a cell over which 256 colours cannot tell levels
			// apart
			require.InDelta(t, want, float64(best)+0.5, 1.01+float64(cells.Dy())/float64(bins-1)/256*80/57,
				"%d bins, tone in %d", bins, tone)
			require.Equal(t, brightest, img.RGBAAt(x, best), "a thin tone keeps its full level")
		}
	}
}

// TestClick puts one loud frame among many and expects it in its pixel.
func TestClick(t *testing.T) {
	for _, frames := range []int{1, 7, 300, 1000, 50021} {
		click := frames * 2 / 3
		s := flat(frames, 5, -70)
		for j := range s.Bins {
			s.Level[click*s.Bins+j] = 0
		}
		img, cells := render(t, s, Options{})
		x := cells.Min.X + int((float64(click)+0.5)/float64(frames)*float64(cells.Dx()))
		y := (cells.Min.Y + cells.Max.Y) / 2
		require.Equal(t, brightest, img.RGBAAt(x, y), "%d frames", frames)
		if frames > 1 {
			require.Less(t, lightness(img.At(cells.Min.X, y)), lightness(brightest)/2)
		}
	}
}

func TestSilence(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, level := range []float32{nan, -inf} {
		img, cells := render(t, flat(5, 5, level), Options{})
		require.Equal(t, darkest, img.RGBAAt(cells.Min.X+9, cells.Min.Y+9))
	}
	// The four quarters of the picture: -Inf, NaN, +Inf and the greatest finite level.
	s := Spectrogram{Level: []float32{-inf, nan, inf, -40}, Frames: 2, Bins: 2, Step: 1, BinWidth: 1}
	img, cells := render(t, s, Options{})
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{
		{cells.Min.X, cells.Max.Y - 1, darkest},
		{cells.Min.X, cells.Min.Y, darkest},
		{cells.Max.X - 1, cells.Max.Y - 1, brightest},
		{cells.Max.X - 1, cells.Min.Y, brightest},
	} {
		require.Equal(t, c.want, img.RGBAAt(c.x, c.y))
	}
}

// TestRange: levels Range below the top are dark, and half of it is in the middle of the map.
func TestRange(t *testing.T) {
	s := Spectrogram{Level: []float32{10, -10, -30, -50}, Frames: 4, Bins: 1, Step: 1, BinWidth: 1}
	img, cells := render(t, s, Options{Range: 40})
	at := func(i int) color.Color {
		return img.RGBAAt(cells.Min.X+(2*i+1)*cells.Dx()/8, cells.Min.Y+5)
	}
	require.InDelta(t, lightness(brightest), lightness(at(0)), 3)
	require.InDelta(t, lightness(palette()[128]), lightness(at(1)), 3)
	require.InDelta(t, lightness(darkest), lightness(at(2)), 3)
	require.Equal(t, darkest, at(3))
}

func TestBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	with := func(change func(*Spectrogram)) Spectrogram {
		s := flat(2, 2, 0)
		change(&s)
		return s
	}
	for name, s := range map[string]Spectrogram{
		"empty":         {},
		"no frames":     with(func(s *Spectrogram) { s.Frames, s.Level = 0, nil }),
		"no bins":       with(func(s *Spectrogram) { s.Bins, s.Level = 0, nil }),
		"negative":      with(func(s *Spectrogram) { s.Frames, s.Bins = -2, -2 }),
		"short":         with(func(s *Spectrogram) { s.Level = s.Level[:3] }),
		"overflow":      with(func(s *Spectrogram) { s.Frames, s.Bins = 1<<62, 4 }),
		"step 0":        with(func(s *Spectrogram) { s.Step = 0 }),
		"step NaN":      with(func(s *Spectrogram) { s.Step = nan }),
		"step Inf":      with(func(s *Spectrogram) { s.Step = inf }),
		"bin width":     with(func(s *Spectrogram) { s.BinWidth = -1 }),
		"start NaN":     with(func(s *Spectrogram) { s.Start = nan }),
		"start far off": with(func(s *Spectrogram) { s.Start = 1e30 }),
		"level":         with(func(s *Spectrogram) { s.Level[0] = 1e30 }),
	} {
		err := WriteSpectrogram(&bytes.Buffer{}, s, Options{})
		require.ErrorIs(t, err, ErrInput, name)
		require.True(t, strings.HasPrefix(err.Error(), "picture: cannot be drawn: "), err.Error())
	}
	for _, o := range []Options{
		{Width: 100, Height: 500}, {Width: 500}, {Width: 500, Height: 1 << 20}, {Width: -1, Height: -1},
		{Range: -1}, {Range: nan}, {Range: inf},
	} {
		require.ErrorIs(t, WriteSpectrogram(&bytes.Buffer{}, flat(2, 2, 0), o), ErrInput)
	}
}

var errSick = errors.New("sick disk")

type sickWriter struct{}

func (sickWriter) Write([]byte) (int, error) { return 0, errSick }

func TestWriteError(t *testing.T) {
	require.ErrorIs(t, WriteSpectrogram(sickWriter{}, flat(2, 2, 0), Options{Width: 320, Height: 320}), errSick)
}

// TestManyAtOnce draws the same picture from several goroutines, odd titles and axes included, and
// expects the same bytes, because gonum/plot shares fonts.
func TestManyAtOnce(t *testing.T) {
	s := flat(20, 20, -3)
	s.Start = -1e5
	o := Options{Width: 400, Height: 320, Title: strings.Repeat("δ 音\n", 5000)}
	var first bytes.Buffer
	require.NoError(t, WriteSpectrogram(&first, s, o))
	var group sync.WaitGroup
	pictures := make([]bytes.Buffer, 4)
	errs := make([]error, len(pictures))
	for i := range pictures {
		group.Go(func() { errs[i] = WriteSpectrogram(&pictures[i], s, o) })
	}
	group.Wait()
	for i := range pictures {
		require.NoError(t, errs[i])
		require.Equal(t, first.Bytes(), pictures[i].Bytes())
	}
}
