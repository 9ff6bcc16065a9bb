package realdct

import "fmt"

// flavor returns the flags of an op in brackets, or nothing.
func flavor(sine, ortho bool) string {
	switch {
	case sine && ortho:
		return " (sine, ortho)"
	case sine:
		return " (sine)"
	case ortho:
		return " (ortho)"
	}
	return ""
}

// Remark describes the op.
func (o RowBound) Remark() string { return fmt.Sprintf("numbers from %d on are zero", o.Count) }

// Remark describes the op.
func (o EvenOdd) Remark() string {
	return "v[n] = x[2n] for 2n < N, x[2N-1-2n] otherwise" + flavor(o.Sine, false)
}

// Remark describes the op.
func (o EvenOddPairs) Remark() string {
	return "points n and h-1-n of the even-odd permutation" + flavor(o.Sine, false)
}

// Remark describes the op.
func (HermitianHalf) Remark() string { return "points 0 ... h/2 are the bins of a row" }

// Remark describes the op.
func (HalfSpectrum) Remark() string { return "the ends are real" }

// Remark describes the op.
func (o DCT2Bins) Remark() string {
	if o.Rotated {
		return "numbers k and N-k of a DCT-II are the parts of a rotated bin" + flavor(o.Sine, o.Ortho)
	}
	return fmt.Sprintf("X[k] - i X[N-k] = 2 w_%d^k V[k] for numbers X of a DCT-II and bins V%s", 4*o.N,
		flavor(o.Sine, o.Ortho))
}

// Remark describes the op.
func (DCT2Pairs) Remark() string {
	return "points k and -k, and the rotated bins k and h-k of a DCT-II"
}

// Remark describes the op.
func (o SymmetricExtension) Remark() string {
	return "symmetric extension of a DCT-I" + flavor(o.Sine, o.Ortho)
}

// Remark describes the op.
func (o SymmetricBins) Remark() string {
	return "bins of a symmetric sequence are numbers of a DCT-I" + flavor(o.Sine, o.Ortho)
}

// Remark describes the op.
func (o DCT4Rotation) Remark() string {
	return fmt.Sprintf("point n and numbers 2n and N-1-2n of a DCT-IV, rotated by a power of w_%d%s", 8*o.N,
		flavor(o.Sine, false))
}

// Remark describes the op.
func (o DCT4Odd) Remark() string {
	return "the sequence of a DCT-IV of odd length" + flavor(o.Sine, false)
}

// Remark describes the op.
func (o DCT4OddBins) Remark() string {
	return "bins of that sequence are numbers of a DCT-IV of odd length" + flavor(o.Sine, false)
}
