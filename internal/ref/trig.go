package ref

import (
	"fmt"
	"math"

	"wgfft/internal/dft"
	"wgfft/internal/transforms"
)

// offsets returns twice the offsets a and b of the sum's angle
// 2 pi (j+a)(k+b)/Period.
func offsets(t transforms.Kind) (a, b int) {
	switch t {
	case transforms.DCT1:
		return 0, 0
	case transforms.DCT2:
		return 1, 0
	case transforms.DCT3:
		return 0, 1
	case transforms.DST1:
		return 2, 2
	case transforms.DST2:
		return 1, 2
	case transforms.DST3:
		return 2, 1
	}
	return 1, 1
}

// weight returns the factor of point j in the sum. It is 2, or 1 for a point that the period holds
// once. With ortho, it includes the factor that makes the transform orthogonal.
func weight(t transforms.Kind, j, n int, ortho bool) float64 {
	once := t == transforms.DCT1 && (j == 0 || j == n-1) ||
		t == transforms.DCT3 && j == 0 || t == transforms.DST3 && j == n-1
	switch {
	case once && ortho:
		return math.Sqrt2
	case once:
		return 1
	}
	return 2
}

// factor returns the factor of coefficient k with ortho.
func factor(t transforms.Kind, k, n int, ortho bool) float64 {
	once := t == transforms.DCT1 && (k == 0 || k == n-1) ||
		t == transforms.DCT2 && k == 0 || t == transforms.DST2 && k == n-1
	if once && ortho {
		return math.Sqrt2 / 2
	}
	return 1
}

// trigLine transforms lines of one length. If the product in the angle is expanded, the sum over j
// of x[j] w_L^((j+a)(k+b)) is a DFT of L points between two twiddles. Most of the points are zero.
type trigLine struct {
	kind      transforms.Kind
	n         int
	ortho     bool
	dft       *dft.DFT
	room      []complex128 // L points
	pre, post []complex128
}

func newTrigLine(kind transforms.Kind, n int, ortho bool) *trigLine {
	length := kind.Period(n)
	if n < 1 || length < 1 {
		panic(fmt.Sprintf("ref: %v of %d points: there is none", kind, n))
	}
	l := &trigLine{kind: kind, n: n, ortho: ortho, dft: dft.New(length), room: make([]complex128, length)}
	a, b := offsets(kind)
	for j := range n {
		// (j + a/2)(k + b/2) = jk + jb/2 + (2ka + ab)/4
		w := dft.Root(2*length, j*b%(2*length))
		l.pre = append(l.pre, w*complex(weight(kind, j, n, ortho), 0))
		w = dft.Root(4*length, (2*j*a+a*b)%(4*length))
		l.post = append(l.post, w*complex(factor(kind, j, n, ortho), 0))
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
		if l.kind.IsSine() {
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
// product of Period over the axes.
func TrigAxes(src []float32, shape, axes []int, kinds []transforms.Kind, ortho bool, scale float64) []float64 {
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
func TrigBins(src []float64, kind transforms.Kind, bins []int) []float64 {
	n := len(src)
	out := make([]float64, len(bins))
	for i, k := range bins {
		if k < 0 || k >= n {
			panic(fmt.Sprintf("ref: bin %d: the transform has %d", k, n))
		}
		var sum kahan
		for j, x := range src {
			sum.add(x * term(kind, j, k, n))
		}
		out[i] = sum.sum
	}
	return out
}

// term returns the factor of x[j] in the definition of y[k].
func term(t transforms.Kind, j, k, n int) float64 {
	sign := float64(1 - 2*(k%2)) // (-1)^k
	switch t {
	case transforms.DCT1: // x[0] + (-1)^k x[n-1] + 2 sum over 0 < j < n-1 of x[j] cos(pi k j / (n-1))
		switch j {
		case 0:
			return 1
		case n - 1:
			return sign
		}
		return 2 * cosPi(k, j, n-1)
	case transforms.DCT2: // 2 sum of x[j] cos(pi k (2j+1) / 2n)
		return 2 * cosPi(k, 2*j+1, 2*n)
	case transforms.DCT3: // x[0] + 2 sum over j > 0 of x[j] cos(pi (2k+1) j / 2n)
		if j == 0 {
			return 1
		}
		return 2 * cosPi(2*k+1, j, 2*n)
	case transforms.DCT4: // 2 sum of x[j] cos(pi (2k+1)(2j+1) / 4n)
		return 2 * cosPi(2*k+1, 2*j+1, 4*n)
	case transforms.DST1: // 2 sum of x[j] sin(pi (k+1)(j+1) / (n+1))
		return 2 * sinPi(k+1, j+1, n+1)
	case transforms.DST2: // 2 sum of x[j] sin(pi (k+1)(2j+1) / 2n)
		return 2 * sinPi(k+1, 2*j+1, 2*n)
	case transforms.DST3: // (-1)^k x[n-1] + 2 sum over j < n-1 of x[j] sin(pi (2k+1)(j+1) / 2n)
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
