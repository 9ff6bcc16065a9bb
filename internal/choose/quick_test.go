package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// textBytes returns the length of the different kernel texts of a plan.
func textBytes(p plan.Plan) int {
	sum, seen := 0, map[string]bool{}
	for _, k := range p.Passes {
		if m := k.Module(); !seen[m.Text] {
			seen[m.Text] = true
			sum += len(m.Text)
		}
	}
	return sum
}

// apart returns a problem whose usual kernels are those without axis fusions.
func apart(p plan.Problem) plan.Problem {
	p.InPlace = p.Kind == plan.C2C
	return p
}

// onePasses returns the predicted time of one array with the kernels chosen for a problem, in passes over memory.
func onePasses(t *testing.T, p plan.Problem, l wgsl.Limits) float64 {
	t.Helper()
	axes, err := Kernels(p, l)
	require.NoError(t, err)
	p = p.WithoutLayout()
	p.Batch = 1
	made, err := plan.From(p, l, Chooser{}, axes...)
	require.NoError(t, err)
	return MemoryPasses(made)
}

// Plans with Quick have no longer texts than the usual plans, and their predicted times keep the bounds.
func TestQuick(t *testing.T) {
	for i, spec := range []string{
		"c2c:1", "c2c:16*100", "c2c:37", "c2c:1024*1024", "c2c:4096*256", "c2c:65536*16", "c2c:1009*64",
		"c2c:512x512*4",
		"c2c:48x20*3", "r2c:1000*100", "c2r:1001*9", "r2c:108x192", "dct2:100x60", "dst1:127*8", "c2c:20011",
	} {
		if !testcase.ShardOf(t, i, 2) {
			continue
		}
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		for _, name := range []string{"h200", "default"} {
			l, err := wgsl.NamedLimits(name)
			require.NoError(t, err)
			usual, err := Make(p, l)
			require.NoError(t, err, spec)
			quick := p
			quick.Quick = true
			made, err := Make(quick, l)
			require.NoError(t, err, spec)
			require.LessOrEqual(t, textBytes(made), textBytes(usual), "%s on %s: %v", spec, name, made)
			require.LessOrEqual(t, compileTimes(made.Passes), compileTimes(usual.Passes), "%s on %s: %v",
				spec, name, made)
			require.LessOrEqual(t, onePasses(t, quick, l), maxQuickTime*onePasses(t, apart(p), l), "%s on %s: %v",
				spec, name, made)
			back := quick
			back.Inverse, back.Norm = true, plan.Ortho
			if p.Kind == plan.C2C {
				other, err := Kernels(back, l)
				require.NoError(t, err, spec)
				again, err := Kernels(quick, l)
				require.NoError(t, err, spec)
				require.Equal(t, other, again, "%s on %s: direction and norm do not change the choice", spec, name)
			}
		}
	}
}

// Quick makes the texts of long kernels much shorter.
func TestQuickIsShort(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	usual, err := Make(plan.Problem{Shape: []int{4096}, Batch: 256}, l)
	require.NoError(t, err)
	quick, err := Make(plan.Problem{Shape: []int{4096}, Batch: 256, Options: plan.Options{Quick: true}}, l)
	require.NoError(t, err)
	require.Less(t, 3*textBytes(quick), textBytes(usual))
	require.Contains(t, quick.String(), "batch 256 quick)")

	c := plan.Convolution{Shape: []int{3000}, Kernel: []int{31}, Batch: 100}
	long, err := MakeConvolution(c, l)
	require.NoError(t, err)
	c.Quick = true
	short, err := MakeConvolution(c, l)
	require.NoError(t, err)
	require.Less(t, 2*textBytes(short.Plan), textBytes(long.Plan))
	require.Contains(t, short.String(), "quick)")
}
