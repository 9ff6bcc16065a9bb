package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// cramped are limits of a device with small bindings.
func cramped(elements int) wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.StorageBindings = int64(elements)*ElementBytes, 32
	return l
}

// Batches that a binding does not hold are done in parts, which use the same scratch and begin where a binding may.
func TestBatchesInParts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	small := cramped(4096)
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	for _, c := range []struct {
		l        wgsl.Limits
		n, batch int
		parts    int
	}{
		{cramped(1024), 16, 64, 1}, {cramped(1024), 16, 65, 2}, {cramped(1024), 16, 200, 4}, {cramped(1024), 27, 100, 4}, {cramped(1024), 100, 30, 4},
		{cramped(1024), 1000, 3, 3}, {cramped(1024), 999, 4, 4}, {small, 1024, 9, 3}, {small, 37, 200, 3}, {small, 1009, 4, 2},
	} {
		for _, inPlace := range []bool{false, true} {
			p, err := Make(Problem{Shape: []int{c.n}, Batch: c.batch, Inverse: inPlace, InPlace: inPlace}, c.l)
			require.NoError(t, err)
			s := p.Schedule()
			require.Equal(t, c.parts, (c.batch+p.Together-1)/p.Together, "%v", p)
			require.Zero(t, p.Page)
			checkSchedule(t, p)
			isTransform(t, r, p)
			for _, m := range s.Scratch {
				require.LessOrEqual(t, m.Bytes, c.l.BindingBytes)
			}
			require.Len(t, s.Source.Cuts, c.parts-1)
			for _, pass := range s.Passes {
				for _, a := range pass.Args {
					require.LessOrEqual(t, a.Bytes, c.l.BindingBytes)
					require.Zero(t, a.Offset%int64(c.l.StorageAlign), "%v", p)
				}
			}
		}
	}
}

// Where a batch lies in several allocations, none of which begins where a binding may, it is refused.
func TestPartsThatCannotBeAligned(t *testing.T) {
	l := cramped(1024)
	l.AllocationBytes = 2048 * ElementBytes
	_, err := Make(Problem{Shape: []int{999}, Batch: 2}, l)
	require.NoError(t, err)
	_, err = Make(Problem{Shape: []int{999}, Batch: 3}, l)
	var e *wgsl.LimitError
	require.ErrorAs(t, err, &e)
	require.Contains(t, err.Error(), "aligned")
}

// Transforms that a binding does not hold lie in pages, the arrays and the tables of a convolution too.
func TestTransformsInPages(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	small := cramped(1000) // pages of 992
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	rader := small
	rader.Invocations = 64
	_, err := Make(Problem{Shape: []int{1009}, Batch: 2}, small)
	require.ErrorContains(t, err, "aligned")
	for _, c := range []struct {
		l wgsl.Limits
		n int
	}{{small, 1024}, {small, 2048}, {small, 3000}, {small, 31 * 31 * 5}, {small, 1 << 13}, {small, 1009}, {small, 2039}, {rader, 127 * 64}, {small, 509}} {
		for _, inPlace := range []bool{false, true} {
			for _, batch := range []int{1, 2} {
				p, err := Make(Problem{Shape: []int{c.n}, Batch: batch, Inverse: batch == 1, InPlace: inPlace, Norm: Ortho}, c.l)
				if batch > 1 && c.n%32 > 0 && c.n+32 > 992 { // of 509 points two arrays begin where they may, with some elements before
					require.Error(t, err)
					continue
				}
				require.NoError(t, err)
				require.Equal(t, 992, p.Page)
				require.Equal(t, 1, p.Together)
				isTransform(t, r, p)
				if batch == 1 {
					checkSchedule(t, p)
				}
				for _, pass := range p.Schedule().Passes {
					for _, a := range pass.Args {
						require.LessOrEqual(t, a.Bytes, c.l.BindingBytes)
						require.Zero(t, a.Offset%int64(c.l.StorageAlign))
					}
				}
			}
		}
	}
}

// No dispatch is estimated to be longer than a submission may be; those that were cut still do every transform.
func TestLongPassesAreCut(t *testing.T) {
	needs64Bits(t)
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	l.Bandwidth = 20e9
	for _, p := range []Problem{
		{Shape: []int{4096}, Batch: 1 << 14}, {Shape: []int{4096}, Batch: 1<<16 + 1}, {Shape: []int{1 << 27}}, {Shape: []int{1 << 28}},
		{Shape: []int{1 << 29}}, {Shape: []int{1 << 30}}, {Shape: []int{1 << 30}, InPlace: true, Inverse: true}, {Shape: []int{1 << 20}, Batch: 300},
		{Shape: []int{1_162_261_467}}, // 3^19
		{Shape: []int{1_220_703_125}}, // 5^13
	} {
		made, err := Make(p, l)
		require.NoError(t, err, "%v", p)
		checkSchedule(t, made)
		s := made.Schedule()
		for _, pass := range s.Passes {
			require.LessOrEqual(t, pass.Seconds, LongestSubmission*1.01)
		}
		if made.Bytes() > 1<<30 {
			require.Greater(t, len(s.Passes), len(made.Passes), "%v", made)
		}
	}
	// Played, with dispatches cut by a smaller bound than the real one.
	r := rand.New(rand.NewSource(3))
	for _, n := range []int{16, 1000, 8192, 1009} {
		p, err := Make(Problem{Shape: []int{n}, Batch: 37}, wgsl.DefaultLimits())
		require.NoError(t, err)
		whole := len(p.Schedule().Passes)
		kernels, err := Choose(p.Problem, p.Limits)
		require.NoError(t, err)
		p = Plan{Problem: p.Problem, Limits: p.Limits, maxSeconds: p.seconds(0, p.transforms(0, 37)) / 5}
		require.NoError(t, p.build(kernels))
		require.Greater(t, len(p.Schedule().Passes), whole)
		isTransform(t, r, p)
	}
}
