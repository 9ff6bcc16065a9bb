package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A passesCase is an algorithm and a length.
type passesCase struct {
	a plan.Algorithm
	n int
}

// TestAlgorithmsOfSeveralPasses runs every algorithm of several passes with the limits of a device
// with small workgroups, so that short lengths take three passes and more. Usual runs have matrix products, and
// one other algorithm. TestLengthsRoundEverySwitch has the others.
func TestAlgorithmsOfSeveralPasses(t *testing.T) {
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	products := plan.OnePassWith(wgsl.MatrixProduct)
	cases := []passesCase{
		{plan.FourStep, 1024}, {plan.Transposed, 1024},
		{plan.FourStep, 2048}, {plan.FourStep, 3000}, {plan.FourStep, 1 << 13}, {plan.Transposed, 2048},
		{plan.Transposed, 3000}, {plan.Transposed, 1 << 13},
		{plan.Global, 64}, {plan.Global, 15 * 14}, {plan.Global, 4096}, {plan.Global, 9 * 8 * 7 * 5},
		{plan.Bluestein, 83}, {plan.Bluestein, 999}, {plan.Bluestein, 4093}, {plan.Bluestein, 10007},
		{products, 24}, {products, 31}, {products, 180},
	}
	usual := indices(t, cases, passesCase{plan.FourStep, 1024}, passesCase{products, 24})
	forSome(t, len(cases), usual, func(t *testing.T, r *harness, i int) {
		for place := range 2 {
			if place != i%2 && !testcase.Long() {
				continue
			}
			p := mixedProblem(i + 6*place)
			p.Shape = []int{cases[i].n}
			p.Batch = 1 + i%3
			made, err := choose.MakeBy(p, l, cases[i].a)
			require.NoError(t, err)
			r.check(t, made)
		}
	})
}
