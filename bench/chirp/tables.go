package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"wgfft/hier"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A way is a way to form the chirp's angle pi j^2 / n.
type way uint8

// The ways, as the columns of the CSV have them.
const (
	reduced way = iota // j^2 modulo 2n in integers, the rest in float64
	double             // all in float64
	single             // all in float32
	ways
)

// String is the way's name.
func (w way) String() string { return [...]string{"reduced", "float64", "float32"}[w] }

// angle is pi j^2 / n, or the same less whole turns.
func (w way) angle(j, n int) float64 {
	switch w {
	case double:
		return math.Pi * float64(j) * float64(j) / float64(n)
	case single:
		return float64(float32(math.Pi) * float32(j) * float32(j) / float32(n))
	}
	return math.Pi * float64(j*j%(2*n)) / float64(n)
}

// chirp is the recipe of c[j] = exp(-i pi j^2 / n).
type chirp struct {
	n   int
	way way
}

func (c chirp) Name() string { return fmt.Sprintf("chirp %d %v", c.n, c.way) }

// points returns c[j].
func (c chirp) points() []complex128 {
	all := make([]complex128, c.n)
	for j := range all {
		sin, cos := math.Sincos(c.way.angle(j, c.n))
		all[j] = complex(cos, -sin)
	}
	return all
}

func (c chirp) Len() int { return 2 * c.n }

func (c chirp) Words() []float32 { return words(c.points()) }

// spectrum is the recipe of the transform, of m points and divided by m, of the conjugate chirp laid round both ends, in the order of the
// plan: reversed by the factors of m, if there are several.
type spectrum struct {
	chirp
	m     int
	order string // the factors, printed, to tell recipes apart
	rows  *[]int
}

func (s spectrum) Name() string { return fmt.Sprintf("spectrum %d of %s", s.m, s.chirp.Name()) }

func (s spectrum) Len() int { return 2 * s.m }

func (s spectrum) Words() []float32 {
	b := make([]complex128, s.m)
	for j, c := range s.points() {
		c = complex(real(c), -imag(c)) / complex(float64(s.m), 0)
		b[j], b[(s.m-j)%s.m] = c, c
	}
	b = ref.NewDFT(s.m).Forward(b, b)
	if len(*s.rows) < 2 {
		return words(b)
	}
	reversed := make([]complex128, s.m)
	for k, v := range b {
		reversed[hier.Reversed(*s.rows, k)] = v
	}
	return words(reversed)
}

// words rounds points to float32.
func words(points []complex128) []float32 {
	all := make([]float32, 0, 2*len(points))
	for _, v := range points {
		all = append(all, float32(real(v)), float32(imag(v)))
	}
	return all
}

// planned is the plan of a problem by Bluestein's convolution, whose kernels read their tables in order.
func planned(p plan.Problem, l wgsl.Limits) (plan.Plan, error) {
	made, err := plan.MakeBy(p, l, plan.Bluestein)
	if err != nil {
		return plan.Plan{}, err
	}
	kernels := slices.Clone(made.Passes)
	for i := range kernels {
		kernels[i].Wide = false
	}
	return plan.With(p, l, kernels...)
}

// schedule returns the schedule of a plan with the tables of Bluestein's convolution formed in a way. It refuses a plan that has none.
func schedule(p plan.Plan, w way) (plan.Schedule, error) {
	s := p.Schedule()
	s.Tables = slices.Clone(s.Tables)
	c := chirp{p.Problem.Points(), w}
	chirps, spectra := 0, 0
	for i, t := range s.Tables {
		switch name, _, _ := strings.Cut(t.Name(), " "); name {
		case "chirp":
			s.Tables[i] = c
			chirps++
		case "spectrum":
			s.Tables[i] = spectrum{c, p.Lines[0].Convolution, fmt.Sprint(p.Lines[0].Rows), &p.Lines[0].Rows}
			spectra++
		}
	}
	if chirps != 1 || spectra != 1 {
		return plan.Schedule{}, fmt.Errorf("%v: %d chirps and %d spectra among the tables: not Bluestein's convolution", p, chirps, spectra)
	}
	return s, nil
}
