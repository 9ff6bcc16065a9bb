package expr

import (
	"encoding/binary"
	"math"
)

// Used returns the terms that the form of a source uses.
func (s *Source) Used() []Term {
	if s.Form == FormReal || s.Form == FormImaginary {
		return s.Terms[:1]
	}
	return s.Terms
}

// IsRandom reports whether a source has random numbers.
func (s *Source) IsRandom() bool { return s.Form == FormUniform || s.Form == FormNormal }

// Work returns an estimate of the instructions for an element of a source. It returns 0 for sources
// that cost little.
func (s *Source) Work() int {
	if s != nil && s.IsRandom() {
		return 80
	}
	return 0
}

// A Form is the formula of a source. x_t is the value of term t, which depends on the index along
// one axis.
type Form uint8

// The forms.
const (
	FormReal       Form = iota // x_0
	FormImaginary              // i x_0
	FormSumSquares             // the sum of the squares of all x_t
	FormUniform                // a random number that depends on the place: see Uniform
	FormNormal                 // a random number that depends on the place: see Normal
)

// A Source is a formula of the index.
type Source struct {
	Form   Form
	Terms  []Term
	Place  Load // for forms without terms: the place of an element in row-major order
	Random Random
}

// A Term is a number that depends on the index k along an axis. It is step k. For the frequencies
// of n points it is step (k - n) in the second half.
type Term struct {
	Axis    int
	N       int // the number of points, if the indices from (n+1)/2 on are negative frequencies; otherwise 0
	Nyquist int // the index at which the value is 0; -1 for none
	Step    float64
}

// At returns the value for an index.
func (t *Term) At(k int) float64 {
	if k == t.Nyquist {
		return 0
	}
	if t.N > 0 && k > (t.N-1)/2 {
		k -= t.N
	}
	return t.Step * float64(k)
}

// AppendKey appends a source with its numbers.
func (s *Source) AppendKey(b []byte) []byte {
	b = append(b, byte(s.Form), byte(len(s.Terms)))
	b = s.Place.AppendKey(b, MaxRank)
	for _, t := range s.Terms {
		for _, n := range []int{t.Axis, t.N, t.Nyquist} {
			b = binary.AppendVarint(b, int64(n))
		}
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t.Step))
	}
	if s.IsRandom() {
		b = binary.LittleEndian.AppendUint64(b, s.Random.Seed)
	}
	return b
}
