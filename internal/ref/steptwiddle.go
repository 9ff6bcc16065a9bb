package ref

import (
	"math/big"

	"wgfft/internal/doubledouble"
)

// StepRoot returns the factor of a step twiddle, w_order^(row column), or its conjugate for an inverse transform. It
// computes the exponent with integers of any size.
func StepRoot(order, row, column int64, inverse bool) doubledouble.Complex {
	e := new(big.Int).Mul(big.NewInt(row), big.NewInt(column))
	w := doubledouble.Root(order, e.Mod(e, big.NewInt(order)).Int64())
	if inverse {
		w = w.Conj()
	}
	return w
}
