package choose

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// familyLimits returns the limits of a device of each family with rules, by name. Apple's device
// runs on Metal. The unknown family appears twice, the second time with slow zeroing.
func familyLimits() map[string]wgsl.Limits {
	all := map[string]wgsl.Limits{}
	for _, f := range append(wgsl.Families(), wgsl.UnknownFamily()) {
		if !hasRules(f) {
			continue
		}
		l := wgsl.DefaultLimits()
		l.Invocations, l.WorkgroupBytes, l.Family = 1024, 32<<10, f
		if f.Name == "mali" || f.Name == wgsl.Unknown {
			l.Invocations, l.WorkgroupBytes = 256, 16<<10
		}
		all[f.Name] = l
	}
	slow := all[wgsl.Unknown]
	slow.Family.ZeroesSlowly = true
	all["unknown on metal"] = slow
	return all
}

// sortedFamilies returns the names of familyLimits in order.
func sortedFamilies(all map[string]wgsl.Limits) []string { return slices.Sorted(maps.Keys(all)) }

// familyLengths are lengths of one and of several passes with prime factors that have small
// butterflies.
var familyLengths = []int{
	2, 3, 4, 5, 7, 8, 9, 11, 12, 16, 25, 27, 32, 49, 60, 64, 100, 105, 121, 128, 210, 243, 256, 343, 360, 480, 512, 625,
	720, 1000, 1024, 1080, 1155, 1536, 2048, 2401, 3125, 4096, 5040, 6000, 8192, 1 << 16, 1 << 20,
}

// canShare reports whether a row kernel of n points leaves room for a second workgroup and does not
// spill.
func canShare(n, batch int, l wgsl.Limits) bool {
	return slices.ContainsFunc(Variants(n, batch, l), func(k wgsl.Kernel) bool {
		f := RoughFeatures(k)
		return registersOf(f.Held) <= float64(l.Family.ThreadRegisters) && residentByRules(&f, l.Family) > 1
	})
}

// First plans on families other than the reference have no kernel that spills. They have no kernel
// that is alone on a multiprocessor if another kernel is not.
func TestFirstPlansOfFamilies(t *testing.T) {
	families := familyLimits()
	for f, name := range sortedFamilies(families) {
		l := families[name]
		for i, n := range familyLengths {
			if !testcase.ShardOf(t, f*len(familyLengths)+i, 10) {
				continue
			}
			p := plan.Problem{Shape: []int{n}, Batch: 256}
			made, err := Make(p, l)
			require.NoError(t, err, "%s: %d", name, n)
			for _, k := range made.Passes {
				f := RoughFeatures(k)
				at := fmt.Sprintf("%s: %d: %s", name, n, k.Name())
				require.LessOrEqual(t, registersOf(f.Held), float64(l.Family.ThreadRegisters), "%s spills", at)
				if residentByRules(&f, l.Family) == 1 {
					require.Len(t, made.Passes, 1, at)
					require.False(t, canShare(n, p.Batch, l), "%s is alone", at)
				}
			}
		}
	}
}

// First plans are the same in every run.
func TestFirstPlansAreDeterministic(t *testing.T) {
	families := familyLimits()
	for f, name := range sortedFamilies(families) {
		l := families[name]
		for i, n := range []int{480, 2401, 1 << 16} {
			if !testcase.ShardOf(t, 3*f+i, 3) {
				continue
			}
			made, err := Make(rowsOf(n), l)
			require.NoError(t, err)
			again, err := Make(rowsOf(n), l)
			require.NoError(t, err)
			require.Equal(t, made.Passes, again.Passes, "%s: %d", name, n)
		}
	}
}

func rowsOf(n int) plan.Problem { return plan.Problem{Shape: []int{n}, Batch: 4096} }

// Kernels for devices that zero workgroup memory slowly declare no more of it for each point.
func TestFirstPlansDeclareLittleSlowMemory(t *testing.T) {
	bytes := func(n int, l wgsl.Limits) float64 {
		axes, err := Kernels(rowsOf(n), l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		sum := 0.0
		for _, k := range ks {
			sum += float64(k.WorkgroupBytes()) / float64(k.N()*k.Threads.Transforms)
		}
		return sum
	}
	families := familyLimits()
	for f, name := range sortedFamilies(families) {
		if !testcase.ShardOf(t, f, 3) {
			continue
		}
		l := families[name]
		sums := [2]float64{}
		for _, n := range []int{60, 256, 480, 1000, 2048} {
			for i, slow := range []bool{false, true} {
				l.Family.ZeroesSlowly = slow
				sums[i] += bytes(n, l)
			}
		}
		require.Less(t, sums[1], sums[0], name)
	}
}
