package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

func TestForms(t *testing.T) {
	for f := Butterflies; f <= DirectForm; f++ {
		again, err := ParseForm(f.String())
		require.NoError(t, err)
		require.Equal(t, f, again)
	}
	_, err := ParseForm("dense")
	require.ErrorContains(t, err, `"dense": use butterflies, mixed, direct`)
}

// Kernels of every form, of the sizes they are compared on and of others: they fit, in place too, are all different, have the stages of their form,
// and are transforms.
func TestArraysAreTransforms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(11))
	for i, name := range []string{"h200", "lavapipe", "default"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for j, shape := range [][]int{{2, 2}, {4, 4}, {6, 6}, {12, 12}, {16, 16}, {24, 24}, {28, 28}, {4, 4, 4}, {8, 8, 8}, {12, 12, 12}, {4, 8}, {24, 10}, {1, 9, 1, 6}, {5, 7, 3}, {20}, {31}} {
			if (i+j)%3 > 0 && !testcase.Long() { // each on one device
				continue
			}
			n := product(shape)
			for form := Butterflies; form <= DirectForm; form++ {
				all := Arrays(shape, form, 5, l)
				seen, played := map[string]bool{}, map[string]bool{}
				for _, k := range all {
					require.False(t, seen[k.Name()], "%v: %s twice", form, k.Name())
					seen[k.Name()] = true
					require.Equal(t, n, k.N())
					require.Equal(t, form != Butterflies, k.Product > 0)
					for place := range 2 {
						k.InPlace = place == 1
						require.NoError(t, k.Check(l))
					}
					if len(k.Radices()) == len(Problem{Shape: shape}.lines(l)) {
						require.NotEqual(t, Mixed, form, k.Name())
					} else {
						require.NotEqual(t, DirectForm, form, k.Name())
					}
					if played[k.Factors()] || len(played) > 3 || n > 1000 && len(played) > 0 {
						continue
					}
					played[k.Factors()] = true
					p, err := With(Problem{Shape: shape, Batch: 1 + r.Intn(3), Inverse: r.Intn(2) == 0, InPlace: r.Intn(2) == 0}, l, k)
					require.NoError(t, err)
					checkSchedule(t, p)
					isTransform(t, r, p)
				}
				if form != Mixed {
					require.NotEmpty(t, all, "%v %v", shape, form)
				}
			}
		}
	}
}

// Every length up to the largest product has one along every axis, shared in several ways where it has several pairs of outputs.
func TestEveryLengthHasProducts(t *testing.T) {
	l := wgsl.DefaultLimits()
	for n := 2; n <= LargestProduct; n++ {
		for _, shape := range [][]int{{n}, {n, 3}, {3, n}, {2, n, 2}, {n, 2, 2}} {
			ways := map[int]bool{}
			for _, k := range Arrays(shape, DirectForm, 9, l) {
				ways[k.Product] = true
			}
			require.True(t, ways[1])
			require.Greater(t, len(ways), min(n-1, 9)/3, "%v", shape)
		}
	}
}

func TestArraysThatHaveNone(t *testing.T) {
	l := wgsl.DefaultLimits()
	for form := Butterflies; form <= DirectForm; form++ {
		require.Empty(t, Arrays([]int{64, 65}, form, 1, l), "more than a workgroup holds")
		require.Empty(t, Arrays([]int{2, 2, 2, 2}, form, 1, l), "four axes")
		require.Empty(t, Arrays([]int{37, 2}, form, 1, l), "a prime without a butterfly")
		require.Empty(t, Arrays([]int{1, 1}, form, 1, l), "one point")
	}
	require.Empty(t, Arrays([]int{5, 7}, Mixed, 1, l), "nothing to mix")
	require.NotEmpty(t, Arrays([]int{5, 8}, Mixed, 1, l))
	require.Empty(t, Arrays([]int{4, LargestProduct + 1}, DirectForm, 1, l))
	require.NotEmpty(t, Arrays([]int{4, LargestProduct}, DirectForm, 1, l))
}

// The candidates begin with the best of every way to share the work.
func TestCandidatesVary(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	all := Candidates([]int{24, 24}, DirectForm, 8192, l)
	type way struct{ product, threads int }
	first := map[way]float64{}
	repeated := false
	for _, k := range all {
		w, cost := way{k.Product, k.Threads()}, H200.Cost(Full(k))
		before, known := first[w]
		repeated = repeated || known
		if known {
			require.LessOrEqual(t, before, cost)
			continue
		}
		require.False(t, repeated, "a way of its own behind the second best of another")
		first[w] = cost
	}
	require.Greater(t, len(first), 6)
	require.Equal(t, all, Candidates([]int{24, 24}, DirectForm, 8192, l), "always the same")
}

// Matrix products are not chosen as long as none is a measured favourite; a favourite is, near the batch it was measured with.
func TestFavouriteArrays(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	problem := Problem{Shape: []int{24, 24}, Batch: 8192}
	chosen := func(p Problem, l wgsl.Limits) wgsl.FFT {
		ks, err := Choose(p, l)
		require.NoError(t, err)
		require.Len(t, ks, 1)
		return ks[0]
	}
	usual := chosen(problem, l)
	require.Zero(t, usual.Product)
	many := Candidates(problem.Shape, DirectForm, 8192, l)[1]
	one := Candidates(problem.Shape, Mixed, 1, l)[0]
	defer func(before []string) { favouriteArrays = before }(favouriteArrays)
	favouriteArrays = []string{"24x24 8192 " + many.Name(), "24x24 1 " + one.Name(), "24x24 1 of_another_form", "24x24 50 " + Candidates([]int{18, 32}, DirectForm, 1, l)[0].Name()}
	require.Equal(t, many, chosen(problem, l))
	problem.Batch = 100
	require.Equal(t, many, chosen(problem, l), "nearer to 8192 than to 1")
	problem.Batch = 80
	require.Equal(t, one, chosen(problem, l))
	problem.Inverse, problem.InPlace = true, true
	p, err := Make(problem, l)
	require.NoError(t, err)
	require.Len(t, p.Passes, 1)
	require.Equal(t, 1, p.Passes[0].Product)
	_, err = With(problem, l, Candidates([]int{18, 32}, DirectForm, 1, l)[0])
	require.ErrorContains(t, err, "not those of its axes", "as many points along others")
	small := l
	small.Invocations = one.Invocations() - 1
	_, ok := favouriteArray(problem.lines(l), 80, small)
	require.False(t, ok, "a device that can't run it")
	_, ok = favouriteArray(Problem{Shape: []int{24, 24}, Axes: []int{0}}.lines(l), 8192, l)
	require.False(t, ok, "other axes")
	_, ok = favouriteArray(Problem{Shape: []int{24, 24, 2}, Axes: []int{0, 1}}.lines(l), 8192, l)
	require.False(t, ok, "arrays side by side")
}

// Few small arrays are done in one pass, unless that leaves most multiprocessors without a workgroup and takes longer than two starts.
func TestFewArrays(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, c := range []struct {
		spec   string
		passes int
	}{{"c2c:12x12", 1}, {"c2c:18x14", 1}, {"c2c:64x64", 1}, {"c2c:16x16x16", 1}, {"c2c:24x24x24", 2}, {"c2c:100x100", 2}, {"c2c:100x100*5000", 1}, {"c2c:128x128", 2}, {"c2c:128x128*5000", 1}} {
		p, err := ParseSpec(c.spec)
		require.NoError(t, err)
		ks, err := Choose(p, l)
		require.NoError(t, err)
		require.Len(t, ks, c.passes, c.spec)
	}
}
