// Command fit fits the weights of package plan's cost model to the times of bench/sweep. It searches
// weights with which the model chooses kernels close to the fastest ones and predicts their times. It
// prints the weights as Go.
//
//	go run ./bench/fit -trip 0.256 bench/sweep_h200.csv.gz ...
//
// Files whose names end in .gz are decompressed.
package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
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
		"time to read and write 2^26 points, ms; with -bins half of it counts, for as many real numbers")
	steps := flag.Int("steps", 4000, "number of steps of the search")
	seed := flag.Uint64("seed", 1, "seed of the search")
	columns := flag.Bool("columns", false, "fit the weights of column kernels")
	bins := flag.Bool("bins", false, "fit the weights of real transforms to and from half spectra")
	only := flag.String("only", "", "comma-separated names of the weights to fit; the others stay as they are")
	show := flag.Bool("show", false, "print the choice for every length")
	flag.Parse()
	if *columns && *bins {
		fmt.Fprintln(os.Stderr, "fit: -columns and -bins exclude each other: leave one out")
		os.Exit(2)
	}
	if err := run(*trip, *steps, *seed, weightSet{*columns, *bins, *only}, *show, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

// measured is a kernel's features and its time.
type measured struct {
	choose.Features
	ms float64
}

// weightSet selects the weights to fit: those of complex rows, of columns, or of real transforms.
type weightSet struct {
	columns, bins bool
	only          string // comma-separated names; empty for all
}

// fields returns the indices of the weights to fit.
func (f weightSet) fields() ([]int, error) {
	t := reflect.TypeFor[choose.Weights]()
	var all []int
	if f.only == "" {
		for i := range t.NumField() {
			all = append(all, i)
		}
		return all, nil
	}
	for name := range strings.SplitSeq(f.only, ",") {
		field, ok := t.FieldByName(name)
		if !ok {
			return nil, fmt.Errorf("-only: no weight is named %q", name)
		}
		all = append(all, field.Index[0])
	}
	return all, nil
}

// weights returns the weights of a model to fit.
func (f weightSet) weights(m *choose.Model) *choose.Weights {
	switch {
	case f.columns:
		return &m.Columns
	case f.bins:
		return &m.Bins
	}
	return &m.Rows
}

// run fits the weights to files and prints them.
func run(trip float64, steps int, seed uint64, what weightSet, show bool, files []string) error {
	all := map[string]map[wgsl.Kernel]measured{} // by argument of sweep
	for _, name := range files {
		if err := read(name, what, all); err != nil {
			return err
		}
	}
	var lengths [][]measured
	count := 0
	for _, n := range slices.Sorted(maps.Keys(all)) {
		ms := slices.Collect(maps.Values(all[n]))
		slices.SortFunc(ms, func(a, b measured) int { // ties go to the first name
			return strings.Compare(a.Kernel.Name(), b.Kernel.Name())
		})
		lengths = append(lengths, ms)
		count += len(ms)
	}
	if count == 0 {
		return errors.New("no kernels for these weights in the files: name others, or change -columns and -bins")
	}
	if what.bins {
		trip /= 2
	}
	fmt.Printf("%d kernels, %d lengths\n", count, len(lengths))
	best := *what.weights(&choose.ReferenceModel)
	fields, err := what.fields()
	if err != nil {
		return err
	}
	score, _, _, _ := judge(best, lengths, trip)
	r := rand.New(rand.NewPCG(seed, 2))
	for step := range steps {
		m := best
		v := reflect.ValueOf(&m).Elem()
		for range 1 + r.IntN(3) {
			f := v.Field(fields[r.IntN(len(fields))])
			f.SetFloat(f.Float() * math.Exp(r.NormFloat64()*0.3*(1-0.8*float64(step)/float64(steps))))
		}
		if s, _, _, _ := judge(m, lengths, trip); s < score {
			best, score = m, s
		}
	}
	score, regret, worst, off := judge(best, lengths, trip)
	fmt.Printf("score %.4f: the choice takes %.3f of the fastest time on average, %.3f at worst; "+
		"the median error of a prediction is %.1f %%\n", score, regret, worst, 100*off)
	v := reflect.ValueOf(best)
	for i := range v.NumField() {
		fmt.Printf("%s: %.4g,\n", v.Type().Field(i).Name, v.Field(i).Float())
	}
	if show {
		for _, ms := range lengths {
			c, f := choice(best, ms), fastest(ms)
			fmt.Printf("%6d %.4f %.4f %.3f %s | %s\n",
				c.Kernel.N(), c.ms, f.ms, c.ms/f.ms, c.Kernel.Name(), f.Kernel.Name())
		}
	}
	return nil
}

// read adds the kernels of a file that the weights are for.
func read(name string, what weightSet, all map[string]map[wgsl.Kernel]measured) error {
	f, err := benchcsv.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s: no rows", name)
	}
	for _, row := range rows[1:] {
		if strings.Contains(row[0], "*") || strings.HasPrefix(row[0], "bluestein:") {
			continue // another number of points than the trip has
		}
		k, err := plan.ParseKernel(row[6])
		if err != nil {
			continue // a name of an older version
		}
		kind, number, _ := strings.Cut(row[0], ":")
		if real, err := plan.ParseKind(kind); (err == nil) != what.bins {
			continue
		} else if what.bins {
			if k, err = realKernel(real, number, k); err != nil {
				return err
			}
		}
		if choose.CanBeColumns(k) != what.columns {
			continue
		}
		ms, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return err
		}
		if all[row[0]] == nil {
			all[row[0]] = map[wgsl.Kernel]measured{}
		}
		if old, ok := all[row[0]][k]; !ok || ms < old.ms {
			all[row[0]][k] = measured{choose.FullFeatures(k), ms}
		}
	}
	return nil
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

// choice returns the kernel of the lowest predicted cost.
func choice(m choose.Weights, ms []measured) measured {
	return slices.MinFunc(ms, func(a, b measured) int {
		return cmp.Compare(m.Cost(a.Features), m.Cost(b.Features))
	})
}

// fastest returns the kernel of the shortest time.
func fastest(ms []measured) measured {
	return slices.MinFunc(ms, func(a, b measured) int { return cmp.Compare(a.ms, b.ms) })
}

// judge scores weights; lower is better. The score depends mostly on the times of the choices and
// somewhat on the errors of the predictions. regret and worst are the mean and largest time of a choice
// over the fastest one's, and off is the median relative error of a prediction.
func judge(m choose.Weights, lengths [][]measured, trip float64) (score, regret, worst, off float64) {
	var errors []float64
	for _, ms := range lengths {
		lost := choice(m, ms).ms / fastest(ms).ms
		regret += lost / float64(len(lengths))
		worst = max(worst, lost)
		score += (lost - 1) + max(0, lost-1.1)
		for _, x := range ms {
			e := math.Abs(math.Log(m.Cost(x.Features) * trip / x.ms))
			errors = append(errors, e)
			score += 0.3 * min(e, 0.5) / float64(len(ms))
		}
	}
	slices.Sort(errors)
	return score / float64(len(lengths)), regret, worst, errors[len(errors)/2]
}
