package main

import (
	"math"
	"math/rand/v2"
)

const (
	rate    = 22050 // frames per second
	seconds = 8
	peak    = 0.7 // largest sample of the result, relative to full scale
)

// A note is one gliding tone.
type note struct {
	start, length float64                 // s
	level         float64                 // amplitude of the fundamental
	pitch         func(x float64) float64 // Hz, where x runs from 0 to 1 over the note
	harmonics     []float64               // amplitudes of harmonics 2, 3, ... relative to the fundamental
	attack, decay float64                 // rise and fall, as fractions of the note
}

// add adds n to out. Harmonics above 0.9 of the Nyquist frequency are omitted, because they would
// alias.
func (n note) add(out []float64) {
	first, count := int(n.start*rate), int(n.length*rate)
	phase := 0.0
	for i := 0; i < count && first+i < len(out); i++ {
		x := float64(i) / float64(count)
		f := n.pitch(x)
		phase += 2 * math.Pi * f / rate
		v := math.Sin(phase)
		for h, c := range n.harmonics {
			if f*float64(h+2) < 0.45*rate {
				v += c * math.Sin(float64(h+2)*phase)
			}
		}
		out[first+i] += n.level * n.envelope(x) * v
	}
}

// envelope rises and falls along half cosines.
func (n note) envelope(x float64) float64 {
	smooth := func(u float64) float64 { return 0.5 - 0.5*math.Cos(math.Pi*min(u, 1)) }
	return smooth(x/n.attack) * smooth((1-x)/n.decay)
}

// bell adds one stroke of a minor-third bell. prime is the pitch of its prime in Hz. Each partial
// has its own decay. Each is a pair of close frequencies that beat, because a bell is never
// perfectly round.
func bell(out []float64, start, prime, level float64) {
	partials := []struct{ ratio, amplitude, decay float64 }{ // decay is the time to 1/e in s
		{0.5, 0.7, 3.6}, {1, 0.8, 2.4}, {1.183, 0.9, 1.9}, {1.506, 0.4, 1.2}, {2, 1, 1.5}, {2.514, 0.4, 0.8},
		{2.662, 0.3, 0.7}, {3.011, 0.5, 0.7}, {4.166, 0.4, 0.5}, {5.433, 0.25, 0.35}, {6.796, 0.15, 0.25},
	}
	first := int(start * rate)
	for k, p := range partials {
		f := prime * p.ratio
		for i := first; i < len(out); i++ {
			t := float64(i-first) / rate
			v := math.Sin(2*math.Pi*f*t) + 0.5*math.Sin(2*math.Pi*(f+1.1+0.3*float64(k))*t)
			out[i] += level * p.amplitude * (1 - math.Exp(-t/0.004)) * math.Exp(-t/p.decay) * v
		}
	}
}

// wind adds noise: white noise, and a low rumble that swells twice. The rumble comes from a
// one-pole low-pass at about 200 Hz.
func wind(out []float64, hiss, rumble float64) {
	source := rand.NewPCG(2024, 5)
	low := 0.0
	for i := range out {
		white := float64(source.Uint64()>>11)/(1<<52) - 1
		low += 0.055 * (white - low)
		swell := 0.6 - 0.4*math.Cos(4*math.Pi*float64(i)/float64(len(out)))
		out[i] += hiss*white + rumble*swell*low
	}
}

// dawn returns the samples of the chorus, faded in and out.
func dawn() []float32 {
	mix := make([]float64, rate*seconds)
	for _, n := range chorus() {
		n.add(mix)
	}
	bell(mix, 0.55, 523, 0.075)
	bell(mix, 4.35, 523, 0.06)
	wind(mix, 0.002, 0.03)
	top := 0.0
	for i, v := range mix {
		edge := min(1, float64(i)/(0.1*rate), float64(len(mix)-i)/(0.15*rate))
		mix[i] = edge * v
		top = max(top, math.Abs(mix[i]))
	}
	out := make([]float32, len(mix))
	for i, v := range mix {
		out[i] = float32(peak * v / top)
	}
	return out
}
