package transforms

import (
	"fmt"
	"strings"
)

// Kind is a transform of a row.
type Kind uint8

// The kinds. Sums have only the factors of their definitions, with w_N = exp(-2 pi i/N), V the result of R2C, and
// scipy.fft's numbers of the sine and cosine transforms:
//
//	C2C   sum of x[j] w_N^(jk)
//	R2C   sum of x[j] w_N^(jk), k = 0 ... N/2
//	C2R   N x[j], from V[0] ... V[N/2]
//	DCT1  x[0] + (-1)^k x[N-1] + 2 sum of x[j] cos(pi jk / (N-1)), j = 1 ... N-2
//	DCT2  2 sum of x[j] cos(pi (2j+1) k / 2N)
//	DCT3  x[0] + 2 sum of x[j] cos(pi j (2k+1) / 2N), j = 1 ... N-1
//	DCT4  2 sum of x[j] cos(pi (2j+1) (2k+1) / 4N)
//	DST1  2 sum of x[j] sin(pi (j+1) (k+1) / (N+1))
//	DST2  2 sum of x[j] sin(pi (2j+1) (k+1) / 2N)
//	DST3  (-1)^k x[N-1] + 2 sum of x[j] sin(pi (j+1) (2k+1) / 2N), j = 0 ... N-2
//	DST4  2 sum of x[j] sin(pi (2j+1) (2k+1) / 4N)
const (
	C2C Kind = iota
	R2C
	C2R
	DCT1
	DCT2
	DCT3
	DCT4
	DST1
	DST2
	DST3
	DST4
	Kinds // the number of kinds
)

// names are the names of the kinds.
var names = [Kinds]string{"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}

// String returns the name of the kind in a spec: c2c, r2c, c2r, dct1 ... dst4.
func (k Kind) String() string {
	if k < Kinds {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind returns the kind of the given name.
func ParseKind(s string) (Kind, error) {
	for k, name := range names {
		if s == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("kind %q is not known, want %s", s, strings.Join(names[:], ", "))
}

// IsTrig reports whether the kind is a sine or a cosine transform.
func (k Kind) IsTrig() bool { return DCT1 <= k && k < Kinds }

// IsSine reports whether the kind is a sine transform.
func (k Kind) IsSine() bool { return DST1 <= k && k < Kinds }

// IsRealFFT reports whether the kind is R2C or C2R.
func (k Kind) IsRealFFT() bool { return k == R2C || k == C2R }

// Inverse returns the kind of the inverse transform. A transform and its inverse together multiply by Period.
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

// Period returns the N of the factor 1/N of a transform of n points. It is n, or for sine and cosine transforms the
// period of the symmetric extension.
func (k Kind) Period(n int) int {
	switch {
	case k == DCT1:
		return 2 * (n - 1)
	case k == DST1:
		return 2 * (n + 1)
	case k.IsTrig():
		return 2 * n
	}
	return n
}

// MinLength returns the shortest length of a row.
func (k Kind) MinLength() int {
	if k == DCT1 {
		return 2
	}
	return 1
}
