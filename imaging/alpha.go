package imaging

const opaque = 0xffff

// cover puts colours that are multiplied by alpha over a backdrop of their mean.
func (p *Planes) cover() {
	if p.alpha == nil {
		return
	}
	type light [4]float64 // of the channels, and of alpha
	sum := total(p.Rect.Dy(), func(y int) light {
		var l light
		for i, row := range p.rows(y) {
			for _, v := range row {
				l[i] += float64(v)
			}
		}
		for _, a := range p.alphas(y) {
			l[3] += float64(a) / opaque
		}
		return l
	}, func(sum *light, more light) {
		for i, v := range more {
			sum[i] += v
		}
	})
	p.backdrop = make([]float64, p.Channels)
	for i := range p.backdrop {
		if sum[3] > 0 {
			p.backdrop[i] = sum[i] / sum[3]
		}
	}
	p.over(1)
}

// over adds the backdrop where it shines through, or takes it away.
func (p *Planes) over(sign float64) {
	spread(p.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			alphas := p.alphas(y)
			rows := p.rows(y)
			for i, row := range rows[:p.Channels] {
				shine := float32(sign * p.backdrop[i])
				for x, a := range alphas {
					row[x] += shine * (1 - float32(a)/opaque)
				}
			}
		}
	})
}

// step says what a step of work does to a plane of one value: x becomes gain x + offset. The backdrop goes with it.
func (p *Planes) step(gain, offset float64) {
	for i, m := range p.backdrop {
		p.backdrop[i] = gain*m + offset
	}
}
