package exact_test

import (
	"context"
	"fmt"

	"wgfft"
	"wgfft/exact"
)

// The coefficients of (1 + 2x + 3x^2)(4 + 5x) modulo 998244353.
func ExampleRing_Multiply() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // or a GPU
	if err != nil {
		fmt.Println(err)
		return
	}
	defer eng.Close()
	ring, err := exact.Modulo(998244353, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, x, y := context.Background(), []uint32{1, 2, 3, 0}, []uint32{4, 5, 0, 0}
	for _, do := range []func() error{
		func() error { return ring.Forward(ctx, eng, x, x, 4) },
		func() error { return ring.Forward(ctx, eng, y, y, 4) },
		func() error { return ring.Multiply(x, x, y) },
		func() error { return ring.Inverse(ctx, eng, x, x, 4) },
	} {
		if err := do(); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(x)
	// Output: [4 13 22 15]
}
