package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Every algorithm computes the lengths that it can, in and out of place, in both directions. It
// returns an error for other lengths.
func TestEveryAlgorithm(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	small := wgsl.DefaultLimits()
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	for _, c := range []struct {
		a   Algorithm
		n   int
		can bool
	}{
		{Stockham, 256, true}, {Stockham, 37, true}, {Stockham, 1024, false}, {Stockham, 83, false},
		{FourStep, 1024, true}, {FourStep, 3 * 7 * 11 * 13, true}, {FourStep, 1 << 16, true}, {FourStep, 127, false},
		{Transposed, 1024, true}, {Transposed, 3 * 7 * 11 * 13, true}, {Transposed, 1 << 16, true},
		{Transposed, 1 << 13, true}, {Transposed, 83 * 256, false},
		{Global, 64, true}, {Global, 4096, true}, {Global, 3 * 5 * 7 * 11, true}, {Global, 1 << 15, true},
		{Global, 16, false}, {Global, 31 * 16, false},
		{Bluestein, 64, true}, {Bluestein, 83, true}, {Bluestein, 1009, true}, {Bluestein, 10007, true},
		{Bluestein, 2, true}, {Bluestein, 1, false},
		{MatrixProduct, 2, true}, {MatrixProduct, 24, true}, {MatrixProduct, 31, true},
		{MatrixProduct, 32, true}, {MatrixProduct, 180, true},
		{MatrixProduct, 1, false}, {MatrixProduct, 37, false}, {MatrixProduct, 1024, false},
	} {
		for _, inPlace := range []bool{false, true} {
			for _, inverse := range []bool{false, true} {
				batch := 1 + r.Intn(3)
				if c.n > 4000 {
					batch = 1
				}
				p, err := MakeBy(Problem{Shape: []int{c.n}, Batch: batch, Inverse: inverse, InPlace: inPlace,
					Norm: Norm(r.Intn(3))}, small, c.a)
				if !c.can {
					require.ErrorIs(t, err, ErrInvalidLength, "%v of %d", c.a, c.n)
					continue
				}
				require.NoError(t, err, "%v of %d", c.a, c.n)
				require.Contains(t, p.String(), c.a.String())
				checkSchedule(t, p)
				requireTransform(t, r, p)
			}
		}
	}
}

func TestAlgorithmsHaveNames(t *testing.T) {
	for a := Any; a <= MatrixProduct; a++ {
		got, err := ParseAlgorithm(a.String())
		require.NoError(t, err)
		require.Equal(t, a, got)
	}
	_, err := ParseAlgorithm("fastest")
	require.ErrorContains(t, err, "four-step")
	require.Equal(t, "algorithm(200)", Algorithm(200).String())
	p, err := MakeBy(Problem{Shape: []int{64}}, wgsl.DefaultLimits(), Any)
	require.NoError(t, err)
	require.Len(t, p.Passes, 1)
	_, err = MakeBy(Problem{Shape: []int{0}}, wgsl.DefaultLimits(), Bluestein)
	require.ErrorIs(t, err, ErrInvalidLength)
}

// Columns with a Rader stage and one more radix take more than one radix a pass, so they are not
// the algorithm Global.
func TestRaderColumnsAreNotGlobal(t *testing.T) {
	for _, n := range []int{16383, 127 * 129} {
		p, err := MakeBy(Problem{Shape: []int{n}}, wgsl.DefaultLimits(), FourStep)
		require.NoError(t, err)
		require.Regexp(t, `^\(four-step .* 127\(`, p.String())
	}
}

// Make never chooses the algorithm Global, which takes one radix a pass. Only MakeBy does.
func TestMakeNeverChoosesGlobal(t *testing.T) {
	h200, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	limits := []wgsl.Limits{h200, wgsl.DefaultLimits(), smallWorkgroups()}
	r := rand.New(rand.NewSource(7))
	for i := range 300 {
		n := 2
		for limit := 1 << (2 + r.Intn(12)); n < limit; {
			n *= []int{2, 2, 2, 3, 5, 7, 11, 13, 31}[r.Intn(9)]
		}
		l := limits[i%len(limits)]
		if n > 1024 && i%3 == 2 {
			l = h200 // small workgroups do not hold every such length in four passes
		}
		made, err := Make(Problem{Shape: []int{n}, Batch: 1 + 99*(i%2)}, l)
		require.NoError(t, err, "%d points", n)
		require.NotContains(t, made.String(), Global.String(), "%d points", n)
	}
	made, err := MakeBy(Problem{Shape: []int{4096}}, wgsl.DefaultLimits(), Global)
	require.NoError(t, err)
	require.Contains(t, made.String(), Global.String())
}
