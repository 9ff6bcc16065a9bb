package wgfft

import (
	"context"
	"crypto/sha256"
	"fmt"

	"wgfft/internal/cpu"
	"wgfft/plan"
)

// over returns the error of ctx if ctx ended or its deadline has passed.
func over(ctx context.Context) error { return prefixed(cpu.ContextErr(ctx)) }

// prefixed adds the package's name to the error of a context.
func prefixed(err error) error {
	if err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	return nil
}

// zeros returns a new slice of n elements, or the error of ctx if ctx ends first: clearing memory
// for many elements takes a while.
func zeros[T element](ctx context.Context, n int) ([]T, error) {
	s, err := cpu.Make[T](ctx, n)
	return s, prefixed(err)
}

// clone returns a copy of s, or the error of ctx if ctx ends first.
func clone[T element](ctx context.Context, s []T) ([]T, error) {
	c, err := zeros[T](ctx, len(s))
	if err != nil {
		return nil, err
	}
	return c, prefixed(cpu.Pieces(ctx, len(s), func(first, end int) { copy(c[first:end], s[first:end]) }))
}

// digest returns the SHA-256 digest of the memory of s, or the error of ctx if ctx ends first.
func digest[T element](ctx context.Context, s []T) ([]byte, error) {
	h := sha256.New()
	err := cpu.Pieces(ctx, len(s), func(first, end int) { h.Write(bytesOf(s[first:end])) })
	return h.Sum(nil), prefixed(err)
}

// gather packs the arrays of a problem, as [plan.Gather] does.
func gather[T element](ctx context.Context, p Problem, dst, src []T) error {
	return interrupted(ctx, plan.GatherContext(ctx, p, dst, src))
}

// scatter unpacks the arrays of a problem, as [plan.Scatter] does, and looks at ctx at the end.
func scatter[T element](ctx context.Context, p Problem, dst, src []T) error {
	if err := plan.ScatterContext(ctx, p, dst, src); err != nil {
		return interrupted(ctx, err)
	}
	return over(ctx)
}
