package main

import "math"

// glide returns a pitch that passes through the frequencies hz at equal distances, along half
// cosines.
func glide(hz ...float64) func(float64) float64 {
	return func(x float64) float64 {
		if len(hz) == 1 {
			return hz[0]
		}
		at := x * float64(len(hz)-1)
		i := min(int(at), len(hz)-2)
		u := 0.5 - 0.5*math.Cos(math.Pi*(at-float64(i)))
		return hz[i] + u*(hz[i+1]-hz[i])
	}
}

// vibrato adds a modulation of depth Hz to a pitch, with the given number of cycles over the note.
func vibrato(pitch func(float64) float64, depth, cycles float64) func(float64) float64 {
	return func(x float64) float64 { return pitch(x) + depth*math.Sin(2*math.Pi*cycles*x) }
}

// chorus returns the complete score.
func chorus() []note {
	var all []note
	for _, part := range [][]note{
		cuckoo(0.25), cuckoo(1.75), cuckoo(6.35),
		blackbird(1.05),
		greatTit(0.3, 6), greatTit(5.75, 5),
		wren(2.6),
		chaffinch(3.72),
		lark(4.95, 1.7),
		goldcrest(2.0), goldcrest(6.7),
		blackbird(5.0),
	} {
		all = append(all, part...)
	}
	return all
}

// cuckoo calls a falling third twice, rich in harmonics.
func cuckoo(start float64) []note {
	harmonics := []float64{0.25, 0.12, 0.05}
	return []note{
		{start, 0.2, 0.2, glide(690, 720, 700), harmonics, 0.2, 0.35},
		{start + 0.34, 0.32, 0.2, glide(570, 575, 555), harmonics, 0.15, 0.5},
	}
}

// blackbird whistles five slow curves and ends with a short high twitter.
func blackbird(start float64) []note {
	octave := []float64{0.1, 0.03}
	return []note{
		{start, 0.24, 0.42, glide(1900, 2250, 2150), octave, 0.2, 0.3},
		{start + 0.27, 0.2, 0.45, glide(2600, 2350, 2500), octave, 0.2, 0.3},
		{start + 0.5, 0.34, 0.5, vibrato(glide(2050, 1750, 1850), 60, 6), octave, 0.15, 0.4},
		{start + 0.88, 0.16, 0.4, glide(2300, 3000), octave, 0.2, 0.3},
		{start + 1.06, 0.22, 0.42, glide(2900, 2200, 2400), octave, 0.2, 0.4},
		{start + 1.32, 0.06, 0.14, glide(4700, 6600), nil, 0.3, 0.4},
		{start + 1.39, 0.06, 0.14, glide(6900, 4900), nil, 0.3, 0.4},
		{start + 1.46, 0.07, 0.12, glide(5200, 7200, 5600), nil, 0.3, 0.4},
	}
}

// greatTit repeats two notes.
func greatTit(start float64, times int) []note {
	var out []note
	for i := range times {
		t := start + 0.27*float64(i)
		out = append(out,
			note{t, 0.1, 0.2, glide(5250, 5150), []float64{0.06}, 0.2, 0.3},
			note{t + 0.125, 0.12, 0.24, glide(3850, 3900, 3820), []float64{0.12}, 0.15, 0.4})
	}
	return out
}

// wren trills 18 falling notes at 22 per second, between introductory and final notes.
func wren(start float64) []note {
	out := []note{
		{start, 0.08, 0.18, glide(4200, 5900), []float64{0.05}, 0.3, 0.4},
		{start + 0.1, 0.08, 0.18, glide(6300, 4300), []float64{0.05}, 0.3, 0.4},
	}
	const notes = 18
	for i := range notes {
		swell := 0.12 + 0.14*math.Sin(math.Pi*float64(i+1)/(notes+1))
		pitch := glide(6900, 5600, 4700)
		out = append(out, note{start + 0.21 + float64(i)/22, 0.038, swell, pitch, []float64{0.05}, 0.25, 0.4})
	}
	return append(out, note{start + 1.06, 0.13, 0.2, glide(4100, 6400, 5200), nil, 0.2, 0.4})
}

// chaffinch descends in accelerating chirps and ends with a flourish.
func chaffinch(start float64) []note {
	var out []note
	t, gap := start, 0.15
	for i := range 9 {
		base := 6600 - 430*float64(i)
		level, pitch := 0.18+0.015*float64(i), glide(base+900, base+200, base-1300)
		out = append(out, note{t, 0.7 * gap, level, pitch, []float64{0.1, 0.03}, 0.15, 0.4})
		t += gap
		gap *= 0.93
	}
	return append(out,
		note{t, 0.09, 0.34, glide(2400, 3900, 3000), []float64{0.1}, 0.2, 0.3},
		note{t + 0.1, 0.2, 0.36, glide(3000, 5600, 2300), []float64{0.08}, 0.15, 0.4})
}

// lark rises continuously with a wide vibrato.
func lark(start, length float64) []note {
	rise := glide(5600, 6700, 6100, 7600, 7000)
	return []note{{start, length, 0.13, vibrato(rise, 520, 19*length), nil, 0.15, 0.25}}
}

// goldcrest has the highest voice: thin waves and a final drop.
func goldcrest(start float64) []note {
	var out []note
	for i := range 5 {
		level, pitch := 0.06+0.01*float64(i), glide(8300, 9300, 8300)
		out = append(out, note{start + 0.11*float64(i), 0.09, level, pitch, nil, 0.25, 0.4})
	}
	return append(out, note{start + 0.56, 0.14, 0.1, glide(9500, 7700), nil, 0.2, 0.5})
}
