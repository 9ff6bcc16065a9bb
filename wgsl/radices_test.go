package wgsl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStageMapsArePermutations(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 300 {
		c := randomRadices(r, 4096)
		p := 1
		for _, st := range c.Stages() {
			require.Equal(t, c.N(), st.N)
			require.Equal(t, p, st.P)
			require.Zero(t, st.N%(st.P*st.R))
			in, out := make([]int, st.N), make([]int, st.N)
			for j := range st.Butterflies() {
				for i := range st.R {
					in[st.In(j, i)]++
					out[st.Out(j, i)]++
				}
			}
			for i := range st.N {
				require.Equal(t, 1, in[i], "%v: stage p = %d reads point %d", c, st.P, i)
				require.Equal(t, 1, out[i], "%v: stage p = %d writes point %d", c, st.P, i)
			}
			p *= st.R
		}
		require.Equal(t, c.N(), p)
	}
}

func TestRadicesPrintAndParse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		c := randomRadices(r, 1<<30)
		got, err := ParseRadices(c.String())
		require.NoError(t, err)
		require.Equal(t, c, got)
		got, err = MakeRadices(c.List()...)
		require.NoError(t, err)
		require.Equal(t, c, got)
	}
	require.Equal(t, "1", Radices{}.String())
	require.Equal(t, 1, Radices{}.N())
	require.Equal(t, "4.16.16", Radices{4, 16, 16}.String())
	longest := strings.TrimSuffix(strings.Repeat("2.", MaxStages), ".")
	c, err := ParseRadices(longest)
	require.NoError(t, err)
	require.Equal(t, 1<<MaxStages, c.N())
}

func TestBadRadices(t *testing.T) {
	for _, s := range []string{
		"", ".", "0", "1.1", "1.4", "4.", ".4", "4..4", "65", "65.2", "300", "-2", "4,4", " 4", "four",
		"99999999999999999999",
		strings.TrimSuffix(strings.Repeat("2.", MaxStages+1), "."),
	} {
		_, err := ParseRadices(s)
		require.ErrorContains(t, err, "wgsl: ", "%q", s)
	}
	for _, radices := range [][]int{{0}, {1}, {65}, {65, 2}, {-3}, {1<<16 + 4}, {4, 4, 1}} {
		_, err := MakeRadices(radices...)
		require.ErrorContains(t, err, "radix", "%v", radices)
	}
}

func FuzzParseRadices(f *testing.F) {
	for _, s := range []string{
		"1", "2", "4.16.16", "64.64", "2.2.2.2.2.2.2.2.2.2.2.2.2.2", "+4", "04", "4..4", "0", "64", "65", "65.2",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseRadices(s)
		if err != nil {
			return
		}
		again, err := ParseRadices(c.String())
		require.NoError(t, err)
		require.Equal(t, c, again)
		for _, r := range c.List() {
			require.True(t, 2 <= r && r <= MaxRadix)
		}
		require.Equal(t, s, c.String(), "print and parse are inverse")
	})
}
