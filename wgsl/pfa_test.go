package wgsl

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// raderStages returns Rader stages with pairwise coprime radices, and others.
func raderStages(t *testing.T) (coprime, others []Rader) {
	t.Helper()
	for _, s := range []string{"37x36", "61x6.10", "127x21.6", "251x10.25", "1009x3.16.21", "3x2"} {
		var r Rader
		require.NoError(t, r.parse(s))
		others = append(others, r)
	}
	for _, s := range []string{
		"7x2.3", "31x2.3.5", "61x20.3", "61x4.15", "127x14.9", "127x9.14", "127x2.7.9",
		"1009x16.9.7", "1021x17.12.5", "1021x4.15.17",
	} {
		var r Rader
		require.NoError(t, r.parse(s))
		coprime = append(coprime, r)
	}
	return coprime, others
}

func TestIsPFA(t *testing.T) {
	coprime, others := raderStages(t)
	for _, r := range coprime {
		require.True(t, r.IsPFA(), r)
	}
	for _, r := range others {
		require.False(t, r.IsPFA(), r)
	}
	require.False(t, Rader{}.IsPFA())
}

// TestPFAPositions checks that points and frequencies have one position each. With PFA the digits of a point's position
// are its residues; otherwise positions are in order.
func TestPFAPositions(t *testing.T) {
	coprime, others := raderStages(t)
	for _, r := range append(coprime, others...) {
		l := r.Prime - 1
		points, frequencies := r.exponents(), r.Frequencies()
		seenPoint, seenFrequency := make([]bool, l), make([]bool, l)
		for at, a := range points {
			seenPoint[a], seenFrequency[frequencies[at]] = true, true
			if !r.IsPFA() {
				require.Equal(t, at, a)
				require.Equal(t, at, frequencies[at])
				continue
			}
			weight := l
			for _, radix := range r.Radices.List() {
				weight /= radix
				require.Equal(t, at/weight%radix, a%radix, "%v: place %d", r, at)
			}
		}
		require.NotContains(t, seenPoint, false, r)
		require.NotContains(t, seenFrequency, false, r)
	}
}

// TestPFATransform runs the stages without twiddles on a complex exponential, whose transform is a single bin.
func TestPFATransform(t *testing.T) {
	coprime, _ := raderStages(t)
	for _, r := range coprime {
		l, f := r.Prime-1, (r.Prime-1)*5/7
		x, spare := make([]complex128, l), make([]complex128, l)
		for at, a := range r.exponents() {
			x[at] = cmplx.Conj(Root(l, a*f%l))
		}
		for _, st := range r.Radices.Stages() {
			for j := range st.Butterflies() {
				for m := range st.R {
					sum := complex128(0)
					for i := range st.R {
						sum += x[st.In(j, i)] * Root(st.R, i*m)
					}
					spare[st.Out(j, m)] = sum
				}
			}
			x, spare = spare, x
		}
		for at, g := range r.Frequencies() {
			want := 0.0
			if g == f {
				want = float64(l)
			}
			require.InDelta(t, want, cmplx.Abs(x[at]), 1e-9*float64(l), "%v: frequency %d", r, g)
		}
	}
}

// TestRaderTable checks that the table's first power of a butterfly, times the constant power of a slot, is the
// point of the permutation.
func TestRaderTable(t *testing.T) {
	coprime, others := raderStages(t)
	for _, r := range append(coprime, others...) {
		p, points, table := r.permutation(), r.exponents(), r.Table()
		require.Len(t, table, r.TableCount())
		all := r.butterflies()
		for u := range all {
			begins := r.Prime - 1 - u
			if r.IsPFA() {
				begins = u + all
			}
			for i := range int(r.Radices[0]) {
				at := u + i*all
				gathered := int(table[begins]) * r.power(-points[i*all]) % r.Prime
				scattered := int(table[u]) * r.power(points[i*all]) % r.Prime
				require.EqualValues(t, p.gathered[at], gathered, "%v: gathered at %d", r, at)
				require.EqualValues(t, p.scattered[at], scattered, "%v: scattered at %d", r, at)
				require.EqualValues(t, 1, int(p.gathered[at])*int(p.scattered[at])%r.Prime)
			}
		}
	}
}

// TestPFATwiddles checks that a PFA stage reads no twiddles, and that the stages after it read the usual ones.
func TestPFATwiddles(t *testing.T) {
	alone := row("1", 15, 4, rader("127x14.9"))
	require.NotContains(t, alone.Bindings(), TwiddleTable)
	require.Zero(t, TwiddleCount(twiddleGroups(alone)...))
	require.Contains(t, row("1", 22, 4, rader("127x21.6")).Bindings(), TwiddleTable)
	before := row("4", 15, 4, rader("127x14.9"))
	require.Contains(t, before.Bindings(), TwiddleTable)
	require.Equal(t, 3*127, TwiddleCount(twiddleGroups(before)...))
}

func twiddleGroups(k Kernel) []TwiddleGroup {
	groups := k.TwiddleGroups()
	return groups[:]
}
