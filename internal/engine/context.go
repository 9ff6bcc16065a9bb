package engine

import (
	"context"
	"crypto/sha256"
	"fmt"

	"wgfft/internal/cpu"
	"wgfft/internal/strided"
	"wgfft/plan"
)

// ContextErr returns the error of ctx if ctx ended or its deadline has passed.
func ContextErr(ctx context.Context) error { return prefixed(cpu.ContextErr(ctx)) }

// prefixed adds the package's name to the error of a context.
func prefixed(err error) error {
	if err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	return nil
}

// Zeros returns a new slice of n elements, or the error of ctx if ctx ends first. Clearing memory
// for many elements takes a while.
func Zeros[T Element](ctx context.Context, n int) ([]T, error) {
	s, err := cpu.Make[T](ctx, n)
	return s, prefixed(err)
}

// widened returns a copy of elements as complex128, or the error of ctx if ctx ends first.
func widened[T Element](ctx context.Context, s []T) ([]complex128, error) {
	z, err := Zeros[complex128](ctx, len(s))
	if err != nil {
		return nil, err
	}
	return z, prefixed(cpu.Pieces(ctx, len(s), func(first, end int) {
		to := z[first:end]
		switch from := any(s[first:end]).(type) {
		case []complex64:
			for i, v := range from {
				to[i] = complex128(v)
			}
		case []float32:
			for i, v := range from {
				to[i] = complex(float64(v), 0)
			}
		case []complex128:
			copy(to, from)
		case []float64:
			for i, v := range from {
				to[i] = complex(v, 0)
			}
		}
	}))
}

// digest returns the SHA-256 digest of the memory of s, or the error of ctx if ctx ends first.
func digest[T Element](ctx context.Context, s []T) ([]byte, error) {
	h := sha256.New()
	err := cpu.Pieces(ctx, len(s), func(first, end int) { h.Write(BytesOf(s[first:end])) })
	return h.Sum(nil), prefixed(err)
}

// Gather packs the arrays of a problem, as [plan.Gather] does, until ctx ends.
func Gather[T Element](ctx context.Context, p plan.Problem, dst, src []T) error {
	return contextError(ctx, strided.Gather(ctx, p, dst, src))
}

// Scatter unpacks the arrays of a problem, as [plan.Scatter] does. It looks at ctx at the end, too.
func Scatter[T Element](ctx context.Context, p plan.Problem, dst, src []T) error {
	if err := strided.Scatter(ctx, p, dst, src); err != nil {
		return contextError(ctx, err)
	}
	return ContextErr(ctx)
}
