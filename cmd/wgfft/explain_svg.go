package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Sizes of the drawing, in pixels.
const (
	svgWidth   = 1080
	lineHeight = 16
	boxPad     = 8
	boxGap     = 14
	rootX      = 20
	lineX      = 60
	passX      = 330
	boxWidth   = 480
	barX       = passX + boxWidth + 16
	barWidth   = svgWidth - barX - 20
	lineBox    = passX - lineX - 40
)

// Colours of Okabe and Ito, which people with colour blindness can tell apart.
const (
	blue   = "#0072b2" // predicted
	orange = "#d55e00" // measured
	grey   = "#9a9aa2" // floor
	ink    = "#26262b"
)

// A drawing is an SVG that is written from the top down.
type drawing struct {
	b strings.Builder
	y int
}

func (d *drawing) text(x, y int, class, format string, args ...any) {
	fmt.Fprintf(&d.b, `<text x="%d" y="%d" class="%s">`, x, y, class)
	xml.EscapeText(&d.b, []byte(fmt.Sprintf(format, args...)))
	d.b.WriteString("</text>\n")
}

func (d *drawing) box(x, y, w, h int) {
	fmt.Fprintf(&d.b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" class="box"/>`+"\n", x, y, w, h)
}

func (d *drawing) bar(x, y int, w float64, colour string) {
	fmt.Fprintf(&d.b, `<rect x="%d" y="%d" width="%.1f" height="10" fill="%s"/>`+"\n", x, y, max(1, w), colour)
}

// edge draws a line from a box to one on its right.
func (d *drawing) edge(x1, y1, x2, y2 int) {
	middle := (x1 + x2) / 2
	fmt.Fprintf(&d.b, `<path d="M%d %dH%dV%dH%d" class="edge"/>`+"\n", x1, y1, middle, y2, x2)
}

// svg returns the explanation as SVG. It has the tree of axes and passes from left to right, a bar for each
// time of a pass, and the alternatives below.
func (x explanation) svg() string {
	d := &drawing{y: 28}
	d.text(rootX, d.y, "title", "%s", x.Spec)
	d.y += 20
	for _, part := range wrapText(x.Plan, charactersPerLine(svgWidth-2*rootX, monoWidth)) {
		d.text(rootX, d.y, "mono", "%s", part)
		d.y += lineHeight
	}
	d.text(rootX, d.y, "text", "for %s: %d invocations and %s of memory per workgroup",
		x.For, x.Limits.Invocations, size(int64(x.Limits.WorkgroupBytes)))
	d.y += lineHeight
	d.text(rootX, d.y, "text", "%s", x.total())
	d.y += 12
	d.legend(x)
	top, last := d.y, d.y
	for line := range x.Lines {
		last = d.line(x, line)
	}
	fmt.Fprintf(&d.b, `<path d="M%d %dV%d" class="edge"/>`+"\n", rootX+10, top, last)
	d.alternatives(x)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">
<style>
text { font-family: sans-serif; font-size: 12px; fill: %s }
.title { font-size: 18px; font-weight: bold } .head { font-weight: bold }
.mono { font-family: monospace; font-size: 11px; white-space: pre }
.box { fill: #f4f4f6; stroke: %s } .edge { fill: none; stroke: %s }
</style>
<rect width="100%%" height="100%%" fill="white"/>
%s</svg>
`, svgWidth, d.y+10, svgWidth, d.y+10, ink, grey, grey, d.b.String())
}

// total describes the cost of the whole plan.
func (x explanation) total() string {
	s := fmt.Sprintf("%s, moves %s; scratch %s; cost %.2f passes over memory",
		count(len(x.Passes), "pass"), size(x.Bytes), size(x.Memory), x.Trips)
	if x.PredictedMs > 0 {
		s += fmt.Sprintf(", %.4f ms predicted, %.4f ms at the speed of a copy", x.PredictedMs, x.FloorMs)
	}
	if x.Measured != nil {
		s += fmt.Sprintf(", %.4f ms measured", x.Measured.Ms)
	}
	return s
}

// legend draws the legend of the bars.
func (d *drawing) legend(x explanation) {
	d.y += lineHeight
	for i, entry := range []struct{ colour, what string }{{grey, "floor"}, {blue, "predicted"}, {orange, "measured"}} {
		if entry.colour == orange && x.Measured == nil {
			continue
		}
		d.bar(barX+i*80, d.y-10, 10, entry.colour)
		d.text(barX+i*80+14, d.y, "text", "%s", entry.what)
	}
	d.y += boxGap
}

// line draws the box of a plan tree and the boxes of its passes. It returns the y coordinate of its centre.
func (d *drawing) line(x explanation, line int) int {
	begin := d.y
	var middles []int
	for i, p := range x.Passes {
		if p.Line == line {
			middles = append(middles, d.pass(x, i))
		}
	}
	parts := wrapText(x.Lines[line], charactersPerLine(lineBox, monoWidth))
	height := 2*boxPad + lineHeight*len(parts)
	d.y = max(d.y, begin+height+boxGap)
	d.box(lineX, begin, lineBox, height)
	for i, part := range parts {
		d.text(lineX+boxPad, begin+boxPad+12+i*lineHeight, "mono", "%s", part)
	}
	d.edge(rootX+10, begin+height/2, lineX, begin+height/2)
	for _, y := range middles {
		d.edge(lineX+lineBox, begin+height/2, passX, y)
	}
	return begin + height/2
}

// pass draws the box of a pass and its times. It returns the y coordinate of its centre.
func (d *drawing) pass(x explanation, i int) int {
	p := x.Passes[i]
	rows := []string{
		fmt.Sprintf("%d threads per workgroup: %s of %s, %s each", p.Invocations,
			count(p.Transforms, "transform"), count(p.Threads, "thread"), count(p.Points, "point")),
		fmt.Sprintf("about %s; %d bytes of workgroup memory, %s",
			count(p.Registers, "register"), p.WorkgroupBytes, count(p.Barriers, "barrier")),
		fmt.Sprintf("load %s, store %s", p.Load, p.Store),
		fmt.Sprintf("%s in %d x %d workgroups; %.2f passes over memory",
			size(p.Bytes), p.Workgroups[0], p.Workgroups[1], p.Time.Trips),
	}
	head := wrapText(fmt.Sprintf("pass %d of %d: %s", i+1, len(x.Passes), p.Radices),
		charactersPerLine(boxWidth, headWidth))
	name := wrapText(p.Kernel, charactersPerLine(boxWidth, monoWidth))
	var facts []string
	for _, row := range rows {
		facts = append(facts, wrapText(row, charactersPerLine(boxWidth, textWidth))...)
	}
	begin, height := d.y, 2*boxPad+lineHeight*(len(head)+len(name)+len(facts))
	d.box(passX, begin, boxWidth, height)
	at := begin + boxPad + 12 - lineHeight
	for _, part := range []struct {
		class string
		lines []string
	}{{"head", head}, {"mono", name}, {"text", facts}} {
		for _, line := range part.lines {
			at += lineHeight
			d.text(passX+boxPad, at, part.class, "%s", line)
		}
	}
	d.times(x, p.Time, begin+boxPad)
	d.y += height + boxGap
	return begin + height/2
}

// times draws the bars of a pass. The longest bar of all passes has full width.
func (d *drawing) times(x explanation, t passTime, y int) {
	longest := 0.0
	for _, p := range x.Passes {
		longest = max(longest, p.Time.PredictedMs, p.Time.MeasuredMs, p.Time.FloorMs)
	}
	for _, bar := range []struct {
		ms     float64
		colour string
	}{{t.FloorMs, grey}, {t.PredictedMs, blue}, {t.MeasuredMs, orange}} {
		if bar.ms == 0 {
			continue
		}
		w := bar.ms / longest * (barWidth - 70)
		d.bar(barX, y, w, bar.colour)
		d.text(barX+int(w)+4, y+9, "mono", "%.4f ms", bar.ms)
		y += lineHeight
	}
}

// alternatives draws the predicted costs of the alternatives.
func (d *drawing) alternatives(x explanation) {
	if len(x.Alternatives) == 0 {
		return
	}
	d.y += lineHeight
	d.text(rootX, d.y, "head", "alternatives, by the model fitted on an NVIDIA H200")
	d.y += 6
	all := x.Alternatives[:min(maxAlternatives, len(x.Alternatives))]
	longest := x.Trips
	for _, a := range all {
		longest = max(longest, a.Trips)
	}
	row := func(trips float64, colour, what string, args ...any) {
		d.y += lineHeight
		d.bar(rootX, d.y-10, trips/longest*(lineX+lineBox-rootX-80), colour)
		const x = lineX + lineBox - 40
		for i, part := range wrapText(fmt.Sprintf(what, args...), charactersPerLine(svgWidth-x, monoWidth)) {
			if i > 0 {
				d.y += lineHeight
			}
			d.text(x, d.y, "mono", "%s", part)
		}
	}
	row(x.Trips, orange, "chosen    %s", x.Plan)
	for _, a := range all {
		row(a.Trips, blue, "%s  %s", a.loss(), a.Plan)
		for _, part := range wrapText(a.Differs, 110) {
			d.y += lineHeight
			d.text(lineX+lineBox+30, d.y, "mono", "%s", part)
		}
	}
	d.y += lineHeight
}

// Width of a character in tenths of a pixel: exact for the monospaced font, an upper estimate for the others.
const (
	monoWidth = 67
	textWidth = 67
	headWidth = 74
)

// charactersPerLine returns the number of characters that fit into a box.
func charactersPerLine(box, width int) int { return (box - 2*boxPad) * 10 / width }

// wrapText splits a text into lines of at most most characters, at spaces or underscores if possible.
func wrapText(s string, most int) []string {
	var all []string
	for len(s) > most {
		at := strings.LastIndexAny(s[:most], " _")
		if at < most/3 {
			at = most - 1
		}
		all = append(all, s[:at+1])
		s = s[at+1:]
	}
	return append(all, s)
}
