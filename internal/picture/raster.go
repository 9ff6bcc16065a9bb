package picture

import (
	"image"
	"math"
)

// axis maps the pixels of one direction to cells, by the formula of the package comment.
type axis struct {
	lo, hi float64 // range of cells, where cell i covers [i, i+1)
	cells  int
	pixels int
}

// point is a place on the line through the centres of two cells. share is its part of the way from
// cell first to cell second.
type point struct {
	first, second int
	share         float32
}

// edge returns the point between pixels p-1 and p.
func (a axis) edge(p int) point {
	u := a.lo + (a.hi-a.lo)*float64(p)/float64(a.pixels) - 0.5
	whole := math.Floor(u)
	at := func(i int) int { return max(0, min(i, a.cells-1)) }
	return point{at(int(whole)), at(int(whole) + 1), float32(u - whole)}
}

// middles returns the cells with centres in pixel p, from first up to, but not including, end.
func (a axis) middles(p int) (first, end int) {
	cell := func(p int) int {
		return int(math.Ceil(a.lo + (a.hi-a.lo)*float64(p)/float64(a.pixels) - 0.5))
	}
	if p == a.pixels-1 {
		return cell(p), a.cells
	}
	return cell(p), cell(p + 1)
}

// rasterize colours the pixels of r in img, frame 0 at the left, bin 0 at the bottom.
func rasterize(img *image.RGBA, r image.Rectangle, s Spectrogram, bottom, top float64) {
	times := axis{0, float64(s.Frames), s.Frames, r.Dx()}
	bins := axis{0.5, float64(s.Bins) - 0.5, s.Bins, r.Dy()}
	if s.Bins == 1 {
		bins.lo, bins.hi = 0, 1
	}
	levels := shown{float32(bottom), float32(top)}
	palette := palette()
	step := float32(len(palette)-1) / float32(top-bottom)
	column := make([]float32, s.Bins)
	for x := range r.Dx() {
		s.column(column, times, x, levels)
		for y := range r.Dy() {
			level := at(column, bins, y)
			i := int((level-levels.bottom)*step + 0.5)
			img.SetRGBA(r.Min.X+x, r.Max.Y-1-y, palette[max(0, min(i, len(palette)-1))])
		}
	}
}

// shown is the range of levels that have a colour of their own.
type shown struct{ bottom, top float32 }

// clamp limits a level to the range. NaN becomes bottom.
func (r shown) clamp(v float32) float32 {
	if v > r.top {
		return r.top
	}
	if v > r.bottom {
		return v
	}
	return r.bottom
}

// column fills dst with the levels of all bins for pixel column x.
func (s Spectrogram) column(dst []float32, times axis, x int, levels shown) {
	frame := func(i int) []float32 { return s.Level[i*s.Bins : (i+1)*s.Bins] }
	for j := range dst {
		dst[j] = float32(math.Inf(-1))
	}
	for _, p := range []point{times.edge(x), times.edge(x + 1)} {
		a, b := frame(p.first), frame(p.second)
		for j, v := range dst {
			u := levels.clamp(a[j])
			dst[j] = max(v, u+p.share*(levels.clamp(b[j])-u))
		}
	}
	first, end := times.middles(x)
	for i := first; i < end; i++ {
		for j, v := range frame(i) {
			dst[j] = max(dst[j], levels.clamp(v))
		}
	}
}

// at returns the level that pixel row y shows of a column.
func at(column []float32, bins axis, y int) float32 {
	level := float32(math.Inf(-1))
	for _, p := range [...]point{bins.edge(y), bins.edge(y + 1)} {
		u := column[p.first]
		level = max(level, u+p.share*(column[p.second]-u))
	}
	first, end := bins.middles(y)
	for _, v := range column[min(first, end):end] {
		level = max(level, v)
	}
	return level
}
