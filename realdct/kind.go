package realdct

import "fmt"

// Kind is a family of real transforms.
type Kind uint8

// The kinds. Sums have no factor but those of the definitions:
//
//	R2C   V[k] = sum of x[j] w_N^(jk), k = 0 ... N/2
//	C2R   back from V[0] ... V[N/2]: N times what R2C had
//	DCT1  x[0] + (-1)^k x[N-1] + 2 sum of x[j] cos(pi jk / (N-1)), j = 1 ... N-2
//	DCT2  2 sum of x[j] cos(pi (2j+1) k / 2N)
//	DCT3  x[0] + 2 sum of x[j] cos(pi j (2k+1) / 2N), j = 1 ... N-1
//	DCT4  2 sum of x[j] cos(pi (2j+1) (2k+1) / 4N)
//	DST1  2 sum of x[j] sin(pi (j+1) (k+1) / (N+1))
//	DST2  2 sum of x[j] sin(pi (2j+1) (k+1) / 2N)
//	DST3  (-1)^k x[N-1] + 2 sum of x[j] sin(pi (j+1) (2k+1) / 2N), j = 0 ... N-2
//	DST4  2 sum of x[j] sin(pi (2j+1) (2k+1) / 4N)
const (
	R2C Kind = iota
	C2R
	DCT1
	DCT2
	DCT3
	DCT4
	DST1
	DST2
	DST3
	DST4
	kinds // how many there are
)

// String is the kind's name in a spec.
func (k Kind) String() string {
	names := [...]string{"r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Sine says whether the kind is a sine transform.
func (k Kind) IsSine() bool { return k >= DST1 }

// Trig says whether the kind takes real numbers to real numbers.
func (k Kind) IsTrig() bool { return k >= DCT1 }

// Inverse is the kind that goes back, but for a factor.
func (k Kind) Inverse() Kind {
	switch k {
	case R2C:
		return C2R
	case C2R:
		return R2C
	case DCT2:
		return DCT3
	case DCT3:
		return DCT2
	case DST2:
		return DST3
	case DST3:
		return DST2
	}
	return k
}

// Period is how many points the Fourier transform has that the kind is a part of: what the norms divide by, and what a transform and its
// inverse multiply by.
func (k Kind) Period(n int) int {
	switch k {
	case R2C, C2R:
		return n
	case DCT1:
		return 2 * (n - 1)
	case DST1:
		return 2 * (n + 1)
	}
	return 2 * n
}

// Least is the shortest row of the kind.
func (k Kind) MinLength() int {
	if k == DCT1 {
		return 2
	}
	return 1
}

// Bins is how many elements the spectrum of a row of n numbers has where it is a half one.
func Bins(n int) int { return n/2 + 1 }
