package parity

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// The costs of the new generator are those of the old one.
func TestCosts(t *testing.T) {
	all, olds := converted(t)
	differ := map[string]int{}
	layouts := []wgsl.Layout{{}, {Pad: 3}, {Pad: 5}, {Swizzle: 3}, {Swizzle: 5}}
	oldLayouts := []old.Layout{
		{}, {Kind: old.Padded, Shift: 3}, {Kind: old.Padded, Shift: 5},
		{Kind: old.Xor, Shift: 3}, {Kind: old.Xor, Shift: 5},
	}
	for i, k := range all {
		o := olds[i]
		check := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-9*math.Abs(want) {
				if differ[what]++; differ[what] <= 3 {
					t.Logf("%s: %s %v, was %v", o.Name(), what, got, want)
				}
			}
		}
		got, want := k.Work(), o.Work()
		check("flops", got.Flops, want.Flops)
		check("exchanged", got.Exchanged, want.Exchanged)
		check("conditions", got.Conditions, want.Conditions)
		check("barriers", float64(got.Barriers), float64(want.Barriers))
		check("held", float64(got.Held), float64(want.Held))
		check("idle", got.Idle, want.Idle)
		check("live", float64(k.LiveElements()), float64(o.LiveElements()))
		check("conflicts", k.ConflictDegree(), o.ConflictDegree())
		if o.HasDigitLayout() {
			digits := wgsl.DigitLayouts(len(o.StageRadices()))
			digits = append(digits, wgsl.PaddedOuter(len(o.StageRadices()))...)
			before := append(old.DigitLayouts(len(o.StageRadices())), old.PaddedOuter(len(o.StageRadices()))...)
			if o.Layout.CyclicOrder {
				for i := range before {
					before[i].CyclicOrder = true
				}
			}
			wants := o.ConflictDegrees(before...)
			for n, c := range k.ConflictDegrees(digits...) {
				check("conflicts of digits", c, wants[n])
			}
		}
		if o.Rader.Fold || o.VectorRadix { // they take digit layouts only
			continue
		}
		wants := o.ConflictDegrees(oldLayouts...)
		for n, c := range k.ConflictDegrees(layouts...) {
			check(fmt.Sprintf("conflicts of layout %d", n), c, wants[n])
		}
		for _, unit := range []int{wgsl.SectorPoints, wgsl.LinePoints} {
			load, store := k.Transactions(unit)
			oldLoad, oldStore := o.Transactions(unit)
			check(fmt.Sprintf("load in units of %d", unit), load, oldLoad)
			check(fmt.Sprintf("store in units of %d", unit), store, oldStore)
		}
		x, y := k.Groups(1000003)
		oldX, oldY := o.Groups(1000003)
		require.Equal(t, o.Describe(), k.Describe())
		require.Equal(t, o.StageRadices(), append([]int{}, k.StageRadices()...), o.Name())
		for what, is := range map[string][2]bool{
			"exchange": {o.HasExchange(), k.HasExchange()}, "twiddles": {o.HasTwiddles(), k.HasTwiddles()},
			"one axis": {o.IsOneAxis(), k.IsOneAxis()}, "join": {o.JoinsAxes(), k.JoinsAxes()},
			"batch fastest": {o.IsBatchFastest(), k.IsBatchFastest()},
			"in place":      {o.CanRunInPlace(), k.CanRunInPlace()},
			"digits":        {o.HasDigitLayout(), k.HasDigitLayout()}, "cycle": {o.CanCycle(), k.CanCycle()},
		} {
			check(what, map[bool]float64{true: 1}[is[1]], map[bool]float64{true: 1}[is[0]])
		}
		check("live in the first stage", float64(k.LiveElementsFirst()), float64(o.LiveElementsFirst()))
		require.Equal(t, []int{oldX, oldY, o.WorkgroupBytes()}, []int{x, y, k.WorkgroupBytes()}, o.Name())
	}
	t.Logf("%d kernels", len(all))
	for _, what := range slices.Sorted(maps.Keys(differ)) {
		t.Errorf("%6d %s", differ[what], what)
	}
}
