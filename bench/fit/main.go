// Command fit fits the weights of package plan's cost model to the times of bench/sweep. It searches
// weights such that the model predicts times well and chooses kernels close to the fastest. It prints
// the weights as Go.
//
//	go run ./bench/fit -trip 0.256 bench/sweep_h200.csv.gz bench/sweep_h100.csv.gz@0.363
//
// The trip is the time, in ms, that a copy takes to read and write 2^26 points on the device of a file.
// A file may have a trip of its own, after its name and an @. A group is all kernels of one argument of
// bench/sweep, such as columns:64. All groups have the same weight in the score. A fifth of the lengths of rows up to
// 16384 points is left out of the search: judge weights by these.
//
// The model ranks rows without reduced twiddle reads, so such kernels do not count.
//
// Files with names that end in .gz are decompressed.
package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"wgfft/internal/benchcsv"
	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	trip := flag.Float64("trip", 0.256,
		"time to read and write 2^26 points, ms; for real transforms of 2^26 numbers fit takes half of it")
	steps := flag.Int("steps", 4000, "number of steps of the search")
	seed := flag.Uint64("seed", 1, "seed of the search")
	only := flag.String("only", "", "comma-separated names of the weights to fit; the others stay as they are")
	show := flag.Bool("show", false, "print the choice for every length")
	flag.Parse()
	if err := run(*trip, *steps, *seed, *only, *show, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

// measured is the features of a kernel and its time. The unit is one pass: reading and writing all
// points at the speed of a copy.
type measured struct {
	choose.Features
	passes float64
}

// A group is the kernels measured for one argument of sweep.
type group struct {
	kind    string // rows, arrays, bins (of real transforms), or the name of a choose.PassKind
	name    string // argument of sweep
	kernels []measured
	leftOut bool // the search does not see the group
}

// longRows is the number of points of the longest rows that may be left out. There are few groups of longer rows.
const longRows = 16384

// isLeftOut reports whether rows of n points are left out of the search.
func isLeftOut(n int) bool {
	h := fnv.New32a()
	fmt.Fprint(h, n)
	return n <= longRows && h.Sum32()%5 == 0
}

// fields returns the indices of the weights with the given comma-separated names. It returns all
// indices if names is empty.
func fields(names string) ([]int, error) {
	t := reflect.TypeFor[choose.Weights]()
	var all []int
	if names == "" {
		for i := range t.NumField() {
			all = append(all, i)
		}
		return all, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		field, ok := t.FieldByName(name)
		if !ok {
			return nil, fmt.Errorf("-only: no weight is named %q", name)
		}
		all = append(all, field.Index[0])
	}
	return all, nil
}

// run fits the weights to files and prints them.
func run(trip float64, steps int, seed uint64, only string, show bool, files []string) error {
	chosen, err := fields(only)
	if err != nil {
		return err
	}
	var groups []group
	for _, name := range files {
		name, own, there := strings.Cut(name, "@")
		ofFile := trip
		if there {
			if ofFile, err = strconv.ParseFloat(own, 64); err != nil {
				return fmt.Errorf("%s: the trip after @: %w", name, err)
			}
		}
		if groups, err = read(name, ofFile, groups); err != nil {
			return err
		}
	}
	groups = slices.DeleteFunc(groups, func(g group) bool { return len(g.kernels) < 2 })
	if len(groups) == 0 {
		return errors.New("no group of the files has two kernels: name files of bench/sweep with more kernels")
	}
	seen := slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return g.leftOut })
	best := choose.ReferenceWeights
	score := judge(best, seen)
	r := rand.New(rand.NewPCG(seed, 2))
	for step := range steps {
		m := best
		v := reflect.ValueOf(&m).Elem()
		for range 1 + r.IntN(3) {
			f := v.Field(chosen[r.IntN(len(chosen))])
			f.SetFloat(f.Float() * math.Exp(r.NormFloat64()*0.5*(1-0.8*float64(step)/float64(steps))))
		}
		if s := judge(m, seen); s < score {
			best, score = m, s
		}
	}
	fmt.Printf("score %.4f\n", score)
	v := reflect.ValueOf(best)
	for i := range v.NumField() {
		fmt.Printf("%s: %.4g,\n", v.Type().Field(i).Name, v.Field(i).Float())
	}
	report(best, groups, show)
	return nil
}

// read adds the kernels of a file to the groups.
func read(name string, trip float64, groups []group) ([]group, error) {
	f, err := benchcsv.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no rows", name)
	}
	for _, row := range rows[1:] {
		if strings.Contains(row[0], "*") || strings.HasPrefix(row[0], "bluestein:") {
			continue // another number of points than the trip has
		}
		k, err := plan.ParseKernel(row[6])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		ms, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return nil, err
		}
		kind, number, isPass := strings.Cut(row[0], ":")
		passes := ms / trip
		if real, err := plan.ParseKind(kind); err == nil {
			if k, err = realKernel(real, number, k); err != nil {
				return nil, err
			}
			kind, passes = "bins", 2*passes
		} else if !isPass {
			if kind = "rows"; !k.IsOneAxis() {
				kind = "arrays"
			}
		}
		isReduced := kind == "rows" && (k.Twiddles.Basis > 0 || k.Twiddles.Share)
		if k.Stages.DFT != wgsl.MatrixProduct && !isReduced { // the model does not rank matrix products
			groups = add(groups, kind, row[0], measured{choose.FullFeatures(k), passes})
		}
	}
	return groups, nil
}

// add adds a kernel to its group. Only the shortest time of a kernel counts.
func add(groups []group, kind, name string, m measured) []group {
	at := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
	if at < 0 {
		return append(groups, group{kind, name, []measured{m}, kind == "rows" && isLeftOut(m.Kernel.N())})
	}
	g := &groups[at]
	old := slices.IndexFunc(g.kernels, func(o measured) bool { return *o.Kernel == *m.Kernel })
	switch {
	case old < 0:
		g.kernels = append(g.kernels, m)
	case m.passes < g.kernels[old].passes:
		g.kernels[old] = m
	}
	return groups
}

// realKernel returns the kernel that a real transform of n numbers makes of a kernel of bench/sweep.
func realKernel(kind plan.Kind, number string, k wgsl.Kernel) (wgsl.Kernel, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return k, err
	}
	l, err := wgsl.NamedLimits("h200")
	if err != nil {
		return k, err
	}
	p, err := choose.Validate(plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 << 26 / n}, l, k)
	if err != nil {
		return k, err
	}
	return p.Passes[0], nil
}

// timeOf predicts the time of a kernel by weights, on the reference family.
func timeOf(m choose.Weights, f choose.Features) float64 {
	return choose.Model{Weights: m, Family: wgsl.ReferenceFamily()}.Cost(f)
}

// choice returns the kernel of the shortest predicted time.
func (g group) choice(m choose.Weights) measured {
	return slices.MinFunc(g.kernels, func(a, b measured) int {
		return cmp.Compare(timeOf(m, a.Features), timeOf(m, b.Features))
	})
}

// fastest returns the kernel of the shortest time.
func (g group) fastest() measured {
	return slices.MinFunc(g.kernels, func(a, b measured) int { return cmp.Compare(a.passes, b.passes) })
}

// judge returns the score of weights; lower is better. It is the mean over the groups of
//
//	lost + max(0, lost - 0.1) + 0.3 wrong
//
// where lost is ln(time of the choice / shortest time), and wrong is the mean of
// |ln(predicted / measured time)|, each at most 0.5.
func judge(m choose.Weights, groups []group) (score float64) {
	for _, g := range groups {
		lost, wrong := math.Log(g.choice(m).passes/g.fastest().passes), 0.0
		for _, x := range g.kernels {
			wrong += min(math.Abs(math.Log(timeOf(m, x.Features)/x.passes)), 0.5)
		}
		score += lost + max(0, lost-0.1) + 0.3*wrong/float64(len(g.kernels))
	}
	return score / float64(len(groups))
}

// report prints, for each kind of groups, the time of the choice over the fastest time: its
// geometric mean and its maximum. It also prints the mean rank correlation of groups of at least four
// kernels, and the median relative error of a prediction. show prints the choice of every group. Rows that are left
// out are a kind of their own.
func report(m choose.Weights, groups []group, show bool) {
	kinds := map[string][]group{}
	for _, g := range groups {
		kind := g.kind
		if g.leftOut {
			kind += ", left out"
		}
		kinds[kind] = append(kinds[kind], g)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		lost, worst, ranks, ranked := 0.0, 1.0, 0.0, 0
		var wrong []float64
		for _, g := range kinds[kind] {
			c, f := g.choice(m), g.fastest()
			lost, worst = lost+math.Log(c.passes/f.passes), max(worst, c.passes/f.passes)
			var costs, times []float64
			for _, x := range g.kernels {
				costs, times = append(costs, timeOf(m, x.Features)), append(times, x.passes)
				wrong = append(wrong, math.Abs(math.Log(timeOf(m, x.Features)/x.passes)))
			}
			if len(g.kernels) >= 4 {
				ranks, ranked = ranks+rankCorrelation(costs, times), ranked+1
			}
			if show {
				fmt.Printf("  %.3f %s %s | %s\n", c.passes/f.passes, g.name, c.Kernel.Name(), f.Kernel.Name())
			}
		}
		slices.Sort(wrong)
		fmt.Printf("%s: %d groups, %d kernels: choice over fastest %.4f, at worst %.3f; "+
			"rank correlation %.3f; error %.1f %%\n",
			kind, len(kinds[kind]), len(wrong), math.Exp(lost/float64(len(kinds[kind]))), worst,
			ranks/float64(max(1, ranked)), 100*wrong[len(wrong)/2])
	}
}

// rankCorrelation returns Spearman's rank correlation of two lists. Equal values take the rank of
// the first of them.
func rankCorrelation(a, b []float64) float64 {
	rank := func(x []float64) []float64 {
		sorted := slices.Sorted(slices.Values(x))
		all := make([]float64, len(x))
		for i, v := range x {
			at, _ := slices.BinarySearch(sorted, v)
			all[i] = float64(at)
		}
		return all
	}
	x, y := rank(a), rank(b)
	var sx, sy, sxx, syy, sxy float64
	for i := range x {
		sx, sy, sxx, syy, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], syy+y[i]*y[i], sxy+x[i]*y[i]
	}
	n := float64(len(x))
	if d := (n*sxx - sx*sx) * (n*syy - sy*sy); d > 0 {
		return (n*sxy - sx*sy) / math.Sqrt(d)
	}
	return 0
}
