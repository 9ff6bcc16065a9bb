package wgsl

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// stages are Rader stages of the tests, with radices that are pairwise coprime and with others.
func raderStages(t *testing.T) (coprime, others []Rader) {
	t.Helper()
	for _, s := range []string{"37x36", "61x6.10", "127x21.6", "251x10.25", "1009x3.16.21", "3x2"} {
		var r Rader
		require.NoError(t, r.parse(s))
		others = append(others, r)
	}
	for _, s := range []string{"7x2.3", "31x2.3.5", "61x20.3", "61x4.15", "127x14.9", "127x9.14", "127x2.7.9", "1009x16.9.7", "1021x17.12.5", "1021x4.15.17"} {
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

// Every point and every frequency has one place; by residues the digits of a point's place are its residues, others lie in their order.
func TestPFAPositions(t *testing.T) {
	coprime, others := raderStages(t)
	for _, r := range append(coprime, others...) {
		l := r.Prime - 1
		points, frequencies := r.exponents(), r.Frequencies()
		met, heard := make([]bool, l), make([]bool, l)
		for at, a := range points {
			met[a], heard[frequencies[at]] = true, true
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
		require.NotContains(t, met, false, r)
		require.NotContains(t, heard, false, r)
	}
}

// The stages without twiddles take points by residues to frequencies: they are played on a single wave, whose transform is one point.
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

// Where a butterfly begins and the constants of its slots give the permutation: each slot's point is the table's times that of the slot.
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
				require.EqualValues(t, p.gathered[at], int(table[begins])*r.power(-points[i*all])%r.Prime, "%v: gathered at %d", r, at)
				require.EqualValues(t, p.scattered[at], int(table[u])*r.power(points[i*all])%r.Prime, "%v: scattered at %d", r, at)
				require.EqualValues(t, 1, int(p.gathered[at])*int(p.scattered[at])%r.Prime)
			}
		}
	}
}

// A stage by residues needs no twiddles of its own; what comes behind it needs the same as behind another.
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
