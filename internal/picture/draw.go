package picture

import (
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Sizes in points at 96 dots per inch, so that a point is 4/3 pixels.
const (
	titleSize = 14
	labelSize = 12
	tickSize  = 11

	margin    = 12 // around the whole picture
	titleGap  = 10
	labelGap  = 6
	tickLong  = 5
	barGap    = 16 // between cells and colour bar
	barWidth  = 14
	tickWidth = 0.75

	longest = 1000 // the most characters of a title
)

var ink = color.RGBA{0x26, 0x26, 0x2b, 0xff}

// page is the picture while it is drawn.
type page struct {
	img    *image.RGBA
	canvas vgdraw.Canvas
	dpi    float64
}

// newPage returns white paper. Text scales with the picture, by its shorter side against 1280 x
// 720. On small pictures it keeps 0.7 of its size, so that it is readable.
func newPage(o Options) (page, error) {
	scale := max(0.7, min(float64(o.Width)/1280, float64(o.Height)/720))
	dpi := int(math.Round(96 * scale))
	inches := func(pixels int) vg.Length { return vg.Length(pixels) / vg.Length(dpi) * vg.Inch }
	c := vgimg.NewWith(vgimg.UseWH(inches(o.Width), inches(o.Height)), vgimg.UseDPI(dpi))
	img, ok := c.Image().(*image.RGBA)
	if !ok || img.Bounds() != image.Rect(0, 0, o.Width, o.Height) {
		return page{}, fail("gonum/plot gave an image of %v", c.Image().Bounds())
	}
	return page{img, vgdraw.New(c), float64(dpi)}, nil
}

// pixels returns the pixels of a rectangle, rounded at its edges. Images count rows from the top.
func (g page) pixels(r vg.Rectangle) image.Rectangle {
	h := g.img.Bounds().Dy()
	px := func(l vg.Length) int { return int(math.Round(l.Dots(g.dpi))) }
	return image.Rect(px(r.Min.X), h-px(r.Max.Y), px(r.Max.X), h-px(r.Min.Y)).Intersect(g.img.Bounds())
}

// draw draws the whole picture. top is the greatest level shown. It also returns the rectangle of
// pixels that are cells.
func draw(s Spectrogram, o Options, top float64) (*image.RGBA, image.Rectangle, error) {
	g, err := newPage(o)
	if err != nil {
		return nil, image.Rectangle{}, err
	}
	bottom := top - o.Range
	size := g.canvas.Size()

	p := plot.New()
	style(&p.Title.TextStyle, titleSize)

	until := s.Start + s.Step*float64(s.Frames)
	t := pick(timeUnits, max(math.Abs(s.Start), math.Abs(until)))
	setAxis(&p.X, "Time ("+t.name+")", s.Start/t.size, until/t.size)
	p.X.Tick.Marker = across(p.X, size.X-140)

	low, high := 0.0, s.BinWidth*float64(s.Bins-1)
	if s.Bins == 1 {
		low, high = -s.BinWidth/2, s.BinWidth/2
	}
	f := pick(frequencyUnits, high)
	setAxis(&p.Y, "Frequency ("+f.name+")", low/f.size, high/f.size)
	p.Y.Tick.Marker = upwards(low/f.size, high/f.size, size.Y)

	marks := upwards(bottom, top, size.Y)
	bar := barGap + barWidth + tickLong + 2*labelGap + widest(p.Y.Tick.Label, marks) +
		p.Y.Label.TextStyle.Height(o.Unit)
	c := vgdraw.Crop(g.canvas, margin, -margin-bar, margin, -margin)
	p.Title.Text = fit(p.Title.TextStyle, o.Title, c.Max.X-c.Min.X)
	p.Title.Padding = titleGap
	p.Draw(c)
	cells := p.DataCanvas(c).Rectangle
	rasterize(g.img, g.pixels(cells), s, bottom, top)
	g.colourBar(cells, p.Y, o.Unit, bottom, top, marks)
	return g.img, g.pixels(cells), nil
}

// style sets the look of text.
func style(s *text.Style, points font.Length) {
	s.Font.Variant = "Sans"
	s.Font.Size = points
	s.Color = ink
}

// setAxis sets the look and range of an axis: marks outside the cells and no line, which would
// cover half a pixel of them.
func setAxis(a *plot.Axis, name string, lo, hi float64) {
	a.Label.Text = name
	style(&a.Label.TextStyle, labelSize)
	style(&a.Tick.Label, tickSize)
	a.Label.Padding = labelGap
	a.Tick.Length = tickLong
	a.Tick.LineStyle.Width = tickWidth
	a.Tick.LineStyle.Color = ink
	a.LineStyle.Width = 0
	a.Padding = 0
	a.Min, a.Max = lo, hi
}

// across returns marks for a horizontal axis of about the given length. The gaps between labels are
// as wide as a label.
func across(a plot.Axis, length vg.Length) plot.ConstantTicks {
	var out []plot.Tick
	for most := 12; most >= 2; most-- {
		out = ticks(a.Min, a.Max, most)
		if vg.Length(most)*max(1.6*widest(a.Tick.Label, out), 40) <= length {
			break
		}
	}
	return out
}

// upwards returns marks for a vertical axis on a page of the given height: a label every 34 points
// or more.
func upwards(lo, hi float64, height vg.Length) plot.ConstantTicks {
	return ticks(lo, hi, max(2, int((height-80)/34)))
}

// widest returns the width of the widest label.
func widest(s text.Style, marks []plot.Tick) vg.Length {
	var w vg.Length
	for _, m := range marks {
		w = max(w, s.Width(m.Label))
	}
	return w
}

// fit returns a title on one line. If it is wider than the page, it is cut and ends in an ellipsis.
func fit(s text.Style, title string, width vg.Length) string {
	runes := []rune(readable(s, strings.Join(strings.Fields(title), " ")))
	if len(runes) <= longest && s.Width(string(runes)) <= width {
		return string(runes)
	}
	for n := min(len(runes), longest) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; s.Width(short) <= width {
			return short
		}
	}
	return ""
}

// readable replaces characters that the font lacks by escapes, as Go writes them.
func readable(s text.Style, title string) string {
	face := font.DefaultCache.Lookup(s.Font, s.Font.Size).Face
	if face == nil {
		return title
	}
	var b strings.Builder
	var buffer sfnt.Buffer
	for _, r := range title {
		if sign, err := face.GlyphIndex(&buffer, r); err != nil || sign == 0 {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(strings.Trim(quoted, "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// colourBar draws the bar to the right of the cells, in the style of the axis y, with the greatest
// level on top.
func (g page) colourBar(cells vg.Rectangle, y plot.Axis, unit string, bottom, top float64, marks []plot.Tick) {
	r := vg.Rectangle{
		Min: vg.Point{X: cells.Max.X + barGap, Y: cells.Min.Y},
		Max: vg.Point{X: cells.Max.X + barGap + barWidth, Y: cells.Max.Y},
	}
	rasterizeBar(g.img, g.pixels(r))

	numbers := y.Tick.Label
	numbers.XAlign, numbers.YAlign = text.XLeft, text.YCenter
	x := r.Max.X + tickLong + labelGap
	drop := numbers.FontExtents().Descent
	for _, m := range marks {
		at := r.Min.Y + vg.Length((m.Value-bottom)/(top-bottom))*(r.Max.Y-r.Min.Y)
		length := vg.Length(tickLong)
		if m.IsMinor() {
			length /= 2
		}
		g.canvas.StrokeLine2(y.Tick.LineStyle, r.Max.X, at, r.Max.X+length, at)
		g.canvas.FillText(numbers, vg.Point{X: x, Y: at + drop}, m.Label)
	}

	name := y.Label.TextStyle
	name.Rotation = math.Pi / 2
	name.XAlign, name.YAlign = text.XCenter, text.YTop
	x += widest(numbers, marks) + labelGap
	g.canvas.FillText(name, vg.Point{X: x, Y: (r.Min.Y + r.Max.Y) / 2}, "Level ("+unit+")")
}

// rasterizeBar colours the pixels of r, the brightest on top.
func rasterizeBar(img *image.RGBA, r image.Rectangle) {
	palette := palette()
	for y := range r.Dy() {
		c := palette[(2*y+1)*len(palette)/(2*r.Dy())]
		for x := range r.Dx() {
			img.SetRGBA(r.Min.X+x, r.Max.Y-1-y, c)
		}
	}
}
