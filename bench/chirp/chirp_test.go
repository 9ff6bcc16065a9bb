package main

import (
	"io"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestLengths(t *testing.T) {
	require.Equal(t, []int{31, 47, 61, 89, 127, 191, 251, 383, 509, 761, 1021}, lengths(5, 10))
	all := lengths(5, 20)
	require.Len(t, all, 31)
	require.Equal(t, 1048573, all[30])
	for i, n := range all {
		require.True(t, suitable(n), "%d", n)
		require.True(t, i == 0 || n > all[i-1], "%d", n)
	}
	require.Empty(t, lengths(0, 10))
	require.Empty(t, lengths(5, mostLog+1))
	require.Empty(t, lengths(9, 8))
}

func TestSuitable(t *testing.T) {
	for n, want := range map[int]bool{83: true, 3: true, 31: true, 65537: true, 3 * 83: false, 2: false, 1: false, 0: false} {
		require.Equal(t, want, suitable(n), "%d", n)
	}
}

func TestAngles(t *testing.T) {
	const n = 1021
	for j := range n {
		want := cmplx.Exp(complex(0, reduced.angle(j, n)))
		require.InDelta(t, 0, cmplx.Abs(cmplx.Exp(complex(0, double.angle(j, n)))-want), 1e-11, "%d", j)
		require.InDelta(t, 0, cmplx.Abs(cmplx.Exp(complex(0, single.angle(j, n)))-want), n*math.Pi*ref.Eps*1.5, "%d", j)
		require.Less(t, reduced.angle(j, n), 2*math.Pi)
		require.Equal(t, float64(float32(single.angle(j, n))), single.angle(j, n), "a float32")
	}
	require.NotEqual(t, double.angle(n-1, n), single.angle(n-1, n))
}

// made plans n points without a device.
func made(t *testing.T, n int) plan.Plan {
	t.Helper()
	p, err := planned(plan.Problem{Shape: []int{n}}, wgsl.DefaultLimits())
	require.NoError(t, err)
	return p
}

// The tables of the reduced exponent are the plan's own, so that nothing but the angle differs between the curves.
func TestReducedTablesAreThePlans(t *testing.T) {
	for _, n := range []int{83, 743, 1019, 12281} {
		p := made(t, n)
		own := p.Schedule().Tables
		s, err := schedule(p, reduced)
		require.NoError(t, err)
		require.Len(t, s.Tables, len(own))
		replaced := 0
		for i, table := range s.Tables {
			if table == own[i] {
				continue
			}
			replaced++
			got, want := table.Words(), own[i].Words()
			require.Len(t, got, len(want))
			largest := 0.0
			for _, v := range want {
				largest = max(largest, math.Abs(float64(v)))
			}
			for j := range want {
				require.InDelta(t, want[j], got[j], largest*ref.Eps, "%d points, %s, word %d", n, own[i].Name(), j)
			}
		}
		require.Equal(t, 2, replaced, "the chirp and its spectrum")
		require.Equal(t, own, p.Schedule().Tables, "the plan's schedule is as it was")
	}
}

func TestTablesOfEveryWayHaveTheirNames(t *testing.T) {
	p := made(t, 83)
	names := map[string]bool{}
	for w := range ways {
		s, err := schedule(p, w)
		require.NoError(t, err)
		for _, table := range s.Tables {
			if strings.HasPrefix(table.Name(), "chirp") || strings.HasPrefix(table.Name(), "spectrum") {
				names[table.Name()] = true
			}
		}
	}
	require.Len(t, names, 2*int(ways))
}

func TestOtherPlansAreRefused(t *testing.T) {
	p, err := plan.Make(plan.Problem{Shape: []int{64}}, wgsl.DefaultLimits())
	require.NoError(t, err)
	_, err = schedule(p, single)
	require.ErrorContains(t, err, "not Bluestein's convolution")
}

func TestRows(t *testing.T) {
	require.Equal(t, "n,reduced,float64,float32", head())
	r := row{83, [ways]float64{1.5e-7, 1.5e-7, 1e-5}}
	require.Equal(t, "83,1.500e-07,1.500e-07,1.000e-05", r.String())
	c := drawn([]row{r}, "paper")
	require.Len(t, c.Curves, 2)
	require.Equal(t, 1e-5, c.Curves[1].Line[0].Y)
	require.NoError(t, c.Write(io.Discard, "png"))
}
