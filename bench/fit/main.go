// Command fit fits the weights of package plan's cost model to what bench/sweep measured: it searches weights that make
// the model choose kernels close to the fastest ones measured, and predict times, and prints them as Go.
//
//	go run ./bench/fit -trip 0.256 sweep.csv ...
package main

import (
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

	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	trip := flag.Float64("trip", 0.256, "time of one trip of 2^26 points through global memory, ms; of as many real numbers, with -bins, it is half of that")
	steps := flag.Int("steps", 4000, "steps of the search")
	seed := flag.Uint64("seed", 1, "of the search")
	columns := flag.Bool("columns", false, "fit the weights of columns, not those of rows")
	bins := flag.Bool("bins", false, "fit the weights of rows of bins, those of real transforms")
	only := flag.String("only", "", "weights to fit, with commas between them; the others stay as they are")
	show := flag.Bool("show", false, "print the choice for every length")
	flag.Parse()
	if *columns && *bins {
		fmt.Fprintln(os.Stderr, "fit: -columns and -bins: one of them")
		os.Exit(2)
	}
	if err := run(*trip, *steps, *seed, fitted{*columns, *bins, *only}, *show, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

type measured struct {
	plan.Features
	ms float64
}

// fitted says whose weights are fitted, those of rows of complex points, of columns, or of rows of bins, and which of them.
type fitted struct {
	columns, bins bool
	only          string
}

// fields are the numbers of the weights that are fitted.
func (f fitted) fields() ([]int, error) {
	t := reflect.TypeFor[plan.Weights]()
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

func (f fitted) weights(m *plan.Model) *plan.Weights {
	switch {
	case f.columns:
		return &m.Columns
	case f.bins:
		return &m.Bins
	}
	return &m.Rows
}

func run(trip float64, steps int, seed uint64, what fitted, show bool, files []string) error {
	all := map[string]map[wgsl.FFT]measured{} // by what was asked for
	for _, name := range files {
		if err := read(name, what, all); err != nil {
			return err
		}
	}
	var lengths [][]measured
	count := 0
	for _, n := range slices.Sorted(maps.Keys(all)) {
		ms := slices.Collect(maps.Values(all[n]))
		slices.SortFunc(ms, func(a, b measured) int { return strings.Compare(a.Kernel.Name(), b.Kernel.Name()) }) // of equals the first is the choice
		lengths = append(lengths, ms)
		count += len(ms)
	}
	if count == 0 {
		return errors.New("the files hold no kernels of which these weights are")
	}
	if what.bins {
		trip /= 2
	}
	fmt.Printf("%d kernels, %d lengths\n", count, len(lengths))
	best := *what.weights(&plan.H200)
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
	fmt.Printf("score %.4f: the chosen kernel takes %.3f of the fastest in the mean, %.3f at worst; median error of a prediction %.1f %%\n",
		score, regret, worst, 100*off)
	v := reflect.ValueOf(best)
	for i := range v.NumField() {
		fmt.Printf("%s: %.4g,\n", v.Type().Field(i).Name, v.Field(i).Float())
	}
	if show {
		for _, ms := range lengths {
			c, f := choice(best, ms), fastest(ms)
			fmt.Printf("%6d %.4f %.4f %.3f %s | %s\n", c.Kernel.N(), c.ms, f.ms, c.ms/f.ms, c.Kernel.Name(), f.Kernel.Name())
		}
	}
	return nil
}

// read adds the kernels of a file of which the weights are fitted.
func read(name string, what fitted, all map[string]map[wgsl.FFT]measured) error {
	f, err := os.Open(name)
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
			continue // not as many points as the trip: another batch, or padded ones
		}
		k, err := wgsl.ParseFFT(row[6])
		if err != nil {
			continue // of an older form
		}
		kind, number, _ := strings.Cut(row[0], ":")
		if real, err := plan.ParseKind(kind); (err == nil) != what.bins {
			continue
		} else if what.bins {
			if k, err = placed(real, number, k); err != nil {
				return err
			}
		}
		if plan.AsColumns(k) != what.columns {
			continue
		}
		ms, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return err
		}
		if all[row[0]] == nil {
			all[row[0]] = map[wgsl.FFT]measured{}
		}
		if old, ok := all[row[0]][k]; !ok || ms < old.ms {
			all[row[0]][k] = measured{plan.Full(k), ms}
		}
	}
	return nil
}

// placed is a kernel of bench/sweep as a transform of rows of real numbers has it.
func placed(kind plan.Kind, number string, k wgsl.FFT) (wgsl.FFT, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return k, err
	}
	l, err := wgsl.NamedLimits("h200")
	if err != nil {
		return k, err
	}
	p, err := plan.Admit(plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 << 26 / n}, l, k)
	if err != nil {
		return k, err
	}
	return p.Passes[0], nil
}

func choice(m plan.Weights, ms []measured) measured {
	return slices.MinFunc(ms, func(a, b measured) int {
		return sign(m.Cost(a.Features) - m.Cost(b.Features))
	})
}

func fastest(ms []measured) measured {
	return slices.MinFunc(ms, func(a, b measured) int { return sign(a.ms - b.ms) })
}

func sign(d float64) int {
	switch {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// judge scores a model: mostly by what its choices cost, somewhat by how well it predicts.
func judge(m plan.Weights, lengths [][]measured, trip float64) (score, regret, worst, off float64) {
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
