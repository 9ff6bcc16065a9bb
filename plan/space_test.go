package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

func TestRuleNames(t *testing.T) {
	require.Len(t, AllRules(), int(rules))
	var off Rules
	for _, r := range AllRules() {
		again, err := ParseRule(r.String())
		require.NoError(t, err)
		require.Equal(t, r, again)
		require.True(t, off.On(r))
		off = off.Without(r)
		require.False(t, off.On(r))
	}
	_, err := ParseRule("none")
	require.ErrorContains(t, err, "sharing-probe")
}

// Every kernel of the space is one of its points that the device can run; none comes twice; each rule only leaves some out; and all of Variants but those
// short of registers are in the space.
func TestSpace(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, n := range []int{1, 2, 16, 37, 100, 243, 1024} {
		if !testcase.Long() {
			switch n {
			case 100, 243:
				continue // of which there are most
			case 1024:
				n = 256
			}
		}
		off := Rules(0).Without(Conflicts, EarlyStop)
		if n <= 243 {
			off = off.Without(Assimilation, Registers, Paths)
		}
		all, count := map[wgsl.FFT]bool{}, 0
		for k := range Space(n, 100, l, off) {
			fits(t, n, l, k)
			all[k] = true
			count++
		}
		require.Len(t, all, count, "%d points: none twice", n)
		for _, r := range append(AllRules(), rules) {
			some := 0
			with := off
			if r < rules {
				with &^= 1 << r
			}
			for k := range Space(n, 100, l, with) {
				require.True(t, all[k], "%v adds %s", r, k.Name())
				some++
			}
			require.LessOrEqual(t, some, count)
			require.Positive(t, some, "%d points: nothing left by %v", n, r)
		}
		for _, k := range Variants(n, 100, l) {
			require.True(t, all[k] || !affords(k), "%s is missing", k.Name())
		}
	}
}

func TestRegistersAreCounted(t *testing.T) {
	few, many := wgsl.FFT{Chain: wgsl.Chain{8, 8}, Points: 8, Transforms: 4}, wgsl.FFT{Chain: wgsl.Chain{49, 49}, Points: 49, Transforms: 1, Exchange: wgsl.Exchange{Component: true}}
	require.True(t, affords(few))
	require.False(t, affords(many), "49 points a thread with an exchange")
	alone := wgsl.FFT{Chain: wgsl.Chain{49}, Points: 49, Transforms: 32}
	require.True(t, affords(alone))
	few.Transforms = 128
	require.True(t, affords(few))
	crowd := wgsl.FFT{Chain: wgsl.Chain{32, 32}, Points: 32, Transforms: 32, Exchange: wgsl.Exchange{Component: true}}
	require.False(t, affords(crowd), "1024 threads of 32 points")
	for _, name := range favourites {
		k, err := wgsl.ParseFFT(name)
		require.NoError(t, err)
		if !k.Rader.Pairs { // of which the rule does not ask: see pairs.go
			require.True(t, affords(k), name)
		}
	}
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	left, all := 0, 0
	for range Space(1024, 1000, l, 0) {
		left++
	}
	for range Space(1024, 1000, l, Rules(0).Without(Registers)) {
		all++
	}
	require.Less(t, left, all, "the rule leaves some out")
}
