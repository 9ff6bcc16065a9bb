package ref

import (
	"fmt"
	"math"

	"wgfft/internal/dft"
)

// Trig is a kind of discrete cosine or sine transform, as scipy.fft numbers them.
type Trig uint8

// The kinds of discrete cosine and sine transforms.
const (
	DCT1 Trig = iota
	DCT2
	DCT3
	DCT4
	DST1
	DST2
	DST3
	DST4
)

// String returns the kind's name: dct1 to dct4, dst1 to dst4.
func (t Trig) String() string {
	if t > DST4 {
		return fmt.Sprintf("trig(%d)", uint8(t))
	}
	return [...]string{"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}[t]
}

// Sine reports whether t is a sine transform.
func (t Trig) Sine() bool { return t >= DST1 }

// Inverse returns the kind that undoes t, up to the factor TrigLength of each axis.
func (t Trig) Inverse() Trig {
	switch t {
	case DCT2:
		return DCT3
	case DCT3:
		return DCT2
	case DST2:
		return DST3
	case DST3:
		return DST2
	}
	return t
}

// TrigLength returns the length of the logical DFT of a transform of n points. It is the period of
// the even or odd sequence that the n points define:
//
//	DCT-I 2(n-1), DST-I 2(n+1), all others 2n
//
// The tolerance depends on this length. The norm forward divides by the product of the TrigLength
// of the axes, and ortho by its square root.
func TrigLength(t Trig, n int) int {
	switch t {
	case DCT1:
		return 2 * (n - 1)
	case DST1:
		return 2 * (n + 1)
	}
	return 2 * n
}

// offsets returns twice the offsets a and b of the sum's angle
// 2 pi (j+a)(k+b)/TrigLength.
func (t Trig) offsets() (a, b int) {
	switch t {
	case DCT1:
		return 0, 0
	case DCT2:
		return 1, 0
	case DCT3:
		return 0, 1
	case DST1:
		return 2, 2
	case DST2:
		return 1, 2
	case DST3:
		return 2, 1
	}
	return 1, 1
}

// weight returns the factor of point j in the sum. It is 2, or 1 for a point that the period holds
// once. With ortho, it includes the factor that makes the transform orthogonal.
func (t Trig) weight(j, n int, ortho bool) float64 {
	once := t == DCT1 && (j == 0 || j == n-1) || t == DCT3 && j == 0 || t == DST3 && j == n-1
	switch {
	case once && ortho:
		return math.Sqrt2
	case once:
		return 1
	}
	return 2
}

// factor returns the factor of coefficient k with ortho.
func (t Trig) factor(k, n int, ortho bool) float64 {
	once := t == DCT1 && (k == 0 || k == n-1) || t == DCT2 && k == 0 || t == DST2 && k == n-1
	if once && ortho {
		return math.Sqrt2 / 2
	}
	return 1
}

// trigLine transforms lines of one length. If the product in the angle is expanded, the sum over j
// of x[j] w_L^((j+a)(k+b)) is a DFT of L points between two twiddles. Most of the points are zero.
type trigLine struct {
	kind      Trig
	n         int
	ortho     bool
	dft       *dft.DFT
	room      []complex128 // L points
	pre, post []complex128
}

func newTrigLine(kind Trig, n int, ortho bool) *trigLine {
	length := TrigLength(kind, n)
	if n < 1 || length < 1 {
		panic(fmt.Sprintf("ref: %v of %d points: there is none", kind, n))
	}
	l := &trigLine{kind: kind, n: n, ortho: ortho, dft: dft.New(length), room: make([]complex128, length)}
	a, b := kind.offsets()
	for j := range n {
		// (j + a/2)(k + b/2) = jk + jb/2 + (2ka + ab)/4
		w := dft.Root(2*length, j*b%(2*length))
		l.pre = append(l.pre, w*complex(kind.weight(j, n, ortho), 0))
		w = dft.Root(4*length, (2*j*a+a*b)%(4*length))
		l.post = append(l.post, w*complex(kind.factor(j, n, ortho), 0))
	}
	return l
}

// transform transforms line in place.
func (l *trigLine) transform(line []float64) {
	clear(l.room)
	for j, x := range line {
		l.room[j] = complex(x, 0) * l.pre[j]
	}
	l.dft.Forward(l.room, l.room)
	for k := range line {
		v := l.room[k] * l.post[k]
		if l.kind.Sine() {
			line[k] = -imag(v)
		} else {
			line[k] = real(v)
		}
	}
}

// TrigAxes transforms the row-major arrays of the given shape in src along the given axes, axes[i]
// by kinds[i], in float64. It multiplies the sums of scipy.fft's norm backward by scale. With
// ortho, the first and last points and coefficients of types I to III get the factors that make the
// transform orthogonal (scipy's orthogonalize). The scale of the norm ortho is 1/sqrt of the
// product of TrigLength over the axes.
func TrigAxes(src []float32, shape, axes []int, kinds []Trig, ortho bool, scale float64) []float64 {
	out := make([]float64, len(src))
	for i, v := range src {
		out[i] = float64(v)
	}
	for i, axis := range axes {
		l := newTrigLine(kinds[i], shape[axis], ortho)
		along(out, shape, axis, l.transform)
	}
	for i := range out {
		out[i] *= scale
	}
	return out
}

// TrigBins evaluates the definition of scipy.fft's documentation for the chosen coefficients,
// unscaled: O(len(src)) for each. It shares nothing with TrigAxes but the cosines and sines.
func TrigBins(src []float64, kind Trig, bins []int) []float64 {
	n := len(src)
	out := make([]float64, len(bins))
	for i, k := range bins {
		if k < 0 || k >= n {
			panic(fmt.Sprintf("ref: bin %d: the transform has %d", k, n))
		}
		var sum kahan
		for j, x := range src {
			sum.add(x * kind.term(j, k, n))
		}
		out[i] = sum.sum
	}
	return out
}

// term returns the factor of x[j] in the definition of y[k].
func (t Trig) term(j, k, n int) float64 {
	sign := float64(1 - 2*(k%2)) // (-1)^k
	switch t {
	case DCT1: // x[0] + (-1)^k x[n-1] + 2 sum over 0 < j < n-1 of x[j] cos(pi k j / (n-1))
		switch j {
		case 0:
			return 1
		case n - 1:
			return sign
		}
		return 2 * cosPi(k, j, n-1)
	case DCT2: // 2 sum of x[j] cos(pi k (2j+1) / 2n)
		return 2 * cosPi(k, 2*j+1, 2*n)
	case DCT3: // x[0] + 2 sum over j > 0 of x[j] cos(pi (2k+1) j / 2n)
		if j == 0 {
			return 1
		}
		return 2 * cosPi(2*k+1, j, 2*n)
	case DCT4: // 2 sum of x[j] cos(pi (2k+1)(2j+1) / 4n)
		return 2 * cosPi(2*k+1, 2*j+1, 4*n)
	case DST1: // 2 sum of x[j] sin(pi (k+1)(j+1) / (n+1))
		return 2 * sinPi(k+1, j+1, n+1)
	case DST2: // 2 sum of x[j] sin(pi (k+1)(2j+1) / 2n)
		return 2 * sinPi(k+1, 2*j+1, 2*n)
	case DST3: // (-1)^k x[n-1] + 2 sum over j < n-1 of x[j] sin(pi (2k+1)(j+1) / 2n)
		if j == n-1 {
			return sign
		}
		return 2 * sinPi(2*k+1, j+1, 2*n)
	default: // 2 sum of x[j] sin(pi (2k+1)(2j+1) / 4n)
		return 2 * sinPi(2*k+1, 2*j+1, 4*n)
	}
}

// cosPi and sinPi return the cosine and the sine of pi a b / n.
func cosPi(a, b, n int) float64 { return real(Root(a, b, 2*n)) }
func sinPi(a, b, n int) float64 { return -imag(Root(a, b, 2*n)) }
