package realdct

import "fmt"

// Kind is a type of real transform.
type Kind uint8

// The kinds. Sums have only the factors of their definitions:
//
//	R2C   V[k] = sum of x[j] w_N^(jk), k = 0 ... N/2
//	C2R   N x[j], from V[0] ... V[N/2] of R2C
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
	kindCount // number of kinds
)

// String returns the kind's name in a spec, such as "dct2".
func (k Kind) String() string {
	names := [...]string{"r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// IsSine reports whether the kind is a sine transform.
func (k Kind) IsSine() bool { return k >= DST1 }

// IsTrig reports whether the kind is a cosine or sine transform.
func (k Kind) IsTrig() bool { return k >= DCT1 }

// Inverse returns the kind of the inverse transform. A transform and its inverse together multiply
// by Period.
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

// Period returns the length of the extended sequence of a row of n numbers. A transform and its
// inverse multiply by it, and norms divide by it.
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

// MinLength returns the shortest length of a row.
func (k Kind) MinLength() int {
	if k == DCT1 {
		return 2
	}
	return 1
}

// Bins returns the number of bins of the half spectrum of n real numbers.
func Bins(n int) int { return n/2 + 1 }
