package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sizes in points; a PNG has 4/3 pixels to a point.
const (
	width, height = 720, 450

	titleSize = 13
	textSize  = 11

	margin    = 12 // around the whole picture
	gap       = 8  // between texts and their objects
	entryGap  = 22 // between entries of the legend
	thumbnail = 26
	lineWidth = 1.5
	thinWidth = 0.8
	radius    = 3 // of a mark
)

var (
	ink     = color.RGBA{0x26, 0x26, 0x2b, 0xff}
	paleInk = color.RGBA{0xe4, 0xe4, 0xe8, 0xff}

	// looks are the looks of the curves that are not thin, in their order. They repeat from the
	// first.
	looks = [...]look{
		{color.RGBA{0x00, 0x72, 0xb2, 0xff}, draw.CircleGlyph{}, draw.RingGlyph{}},
		{color.RGBA{0xd5, 0x5e, 0x00, 0xff}, draw.BoxGlyph{}, draw.SquareGlyph{}},
		{color.RGBA{0x00, 0x9e, 0x73, 0xff}, draw.PyramidGlyph{}, draw.TriangleGlyph{}},
		{color.RGBA{0xcc, 0x79, 0xa7, 0xff}, draw.CrossGlyph{}, draw.PlusGlyph{}},
	}
)

// A look is a colour with the marks of joined points and of other points.
type look struct {
	colour       color.RGBA
	full, hollow draw.GlyphDrawer
}

// Write draws the chart in a format, png or svg.
func (c Chart) Write(w io.Writer, format string) error {
	var canvas vg.CanvasWriterTo
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.New(width, height)}
	case "svg":
		canvas = vgsvg.New(width, height)
	default:
		return fmt.Errorf("chart: format %q: use png or svg", format)
	}
	least, most, err := c.bounds()
	if err != nil {
		return err
	}
	if err := c.draw(draw.New(canvas), least, most); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	return nil
}

// draw draws the whole chart.
func (c Chart) draw(canvas draw.Canvas, least, most Point) error {
	p := plot.New()
	p.X.Min, p.X.Max, p.X.Tick.Marker = octaves(least.X, most.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = decades(least.Y, most.Y)
	setAxis(&p.X, c.X)
	setAxis(&p.Y, c.Y)
	lines := plotter.NewGrid()
	lines.Horizontal.Color, lines.Vertical.Color = paleInk, paleInk
	p.Add(lines)

	var entries []plot.Legend
	var layers [][]plot.Plotter
	thick := 0
	for _, curve := range c.Curves {
		drawn, thumbs, err := plotters(curve, looks[thick%len(looks)])
		if err != nil {
			return fmt.Errorf("%s: %w", curve.Name, err)
		}
		if !curve.Thin {
			thick++
		}
		layers = append(layers, drawn)
		entries = append(entries, entry(curve.Name, thumbs))
	}
	for _, drawn := range slices.Backward(layers) { // the first curve on top
		p.Add(drawn...)
	}

	page := draw.Crop(canvas, margin, -margin, margin, -margin)
	if c.Title != "" {
		title := p.Title.TextStyle
		style(&title, titleSize)
		title.XAlign, title.YAlign = text.XCenter, text.YTop
		page.FillText(title, vg.Point{X: (page.Min.X + page.Max.X) / 2, Y: page.Max.Y}, c.Title)
		page.Max.Y -= title.Height(c.Title) + 2*gap
	}
	page.Max.Y -= drawLegend(page, entries) + gap
	p.Draw(page)
	return nil
}

// plotters returns the parts of a curve, and the parts of its entry in the legend.
func plotters(c Curve, l look) (drawn []plot.Plotter, thumbs []plot.Thumbnailer, err error) {
	if len(c.Line) > 0 {
		line, err := plotter.NewLine(logarithms(c.Line))
		if err != nil {
			return nil, nil, err
		}
		line.LineStyle = draw.LineStyle{Color: l.colour, Width: lineWidth}
		if c.Thin {
			line.LineStyle = draw.LineStyle{Color: ink, Width: thinWidth, Dashes: []vg.Length{4, 3}}
		}
		drawn, thumbs = append(drawn, line), append(thumbs, line)
	}
	if c.Thin {
		return drawn, thumbs, nil
	}
	for _, part := range []struct {
		points []Point
		shape  draw.GlyphDrawer
	}{{c.Line, l.full}, {c.Marks, l.hollow}} {
		if len(part.points) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(logarithms(part.points))
		if err != nil {
			return nil, nil, err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: l.colour, Radius: radius, Shape: part.shape}
		drawn = append(drawn, marks)
		if len(thumbs) < 2 { // the line and the first kind of marks
			thumbs = append(thumbs, marks)
		}
	}
	return drawn, thumbs, nil
}

// logarithms returns the logarithms of points. They are drawn on linear axes, because gonum
// misplaces the names of logarithmic axes.
func logarithms(points []Point) plotter.XYs {
	all := make(plotter.XYs, len(points))
	for i, p := range points {
		all[i] = plotter.XY{X: math.Log2(p.X), Y: math.Log10(p.Y)}
	}
	return all
}

// entry makes one entry of the legend.
func entry(name string, thumbs []plot.Thumbnailer) plot.Legend {
	l := plot.NewLegend()
	l.Top, l.Left = true, true
	l.ThumbnailWidth = thumbnail
	style(&l.TextStyle, textSize)
	l.Add(name, thumbs...)
	return l
}

// drawLegend sets the entries in lines from the top of the page and returns their height.
func drawLegend(page draw.Canvas, entries []plot.Legend) vg.Length {
	x, y, high := page.Min.X, page.Max.Y, vg.Length(0)
	for _, e := range entries {
		size := e.Rectangle(page).Size()
		if x > page.Min.X && x+size.X > page.Max.X {
			x, y = page.Min.X, y-high-gap/2
		}
		high = max(high, size.Y)
		spot := page
		spot.Min.X, spot.Max.Y = x, y
		e.Draw(spot)
		x += size.X + entryGap
	}
	return page.Max.Y - y + high + gap/2
}

// style sets the look of text.
func style(s *text.Style, points font.Length) {
	s.Font.Variant = "Sans"
	s.Font.Size = points
	s.Color = ink
}

// setAxis sets the look of an axis.
func setAxis(a *plot.Axis, name string) {
	a.Label.Text = name
	style(&a.Label.TextStyle, textSize)
	style(&a.Tick.Label, textSize)
	a.Label.Padding = gap
	a.Padding = 0
	a.LineStyle.Color, a.Tick.LineStyle.Color = ink, ink
}
