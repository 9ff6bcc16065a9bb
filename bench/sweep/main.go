// Command sweep measures kernel variants for point counts on the GPU at hand, to fit the rule and the cost model of
// package plan: one CSV row per variant, fastest first within a length.
//
//	go run ./bench/sweep -top 24 256 1024 4096
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"wgfft/device"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	top := flag.Int("top", 24, "variants per length, the best by the cost model")
	random := flag.Int("random", 0, "further variants per length, drawn at random from all")
	points := flag.Int("points", 1<<26, "points in all")
	also := flag.String("also", "", "file of kernel names to measure too")
	software := flag.Bool("software", false, "use a software adapter")
	keep := flag.Int("keep", 8, "rows to print per length; 0 means all")
	flag.Parse()
	if err := run(*top, *random, *points, *keep, *software, *also, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sweep:", err)
		os.Exit(1)
	}
}

type row struct {
	k       wgsl.FFT
	ms      float64
	err     float64
	compile time.Duration
	cost    float64
	rank    int
}

func run(top, random, points, keep int, software bool, also string, args []string) error {
	ctx := context.Background()
	choice := device.Choice{}
	if software {
		choice.Kind = device.AnySoftware
	}
	dev, err := device.Open(choice)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	engine := pipeline.New(dev)
	defer engine.Close()
	bench, err := measure.New(ctx, engine, plan.Memory{Bytes: int64(points) * 8})
	if err != nil {
		return err
	}
	defer bench.Close()
	named, err := readNames(also)
	if err != nil {
		return err
	}
	fmt.Println("n,ms,rel_l2,compile_ms,model,rank,kernel")
	method := measure.Method{Warm: 5 * time.Millisecond, Loop: 12 * time.Millisecond, Repeats: 3}
	for _, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		problem := plan.Problem{Shape: []int{n}, Batch: points / n}
		kernels := candidates(n, problem.Batch, top, random, dev.Limits())
		for _, k := range named {
			if k.N() == n && !slices.Contains(kernels, k) {
				kernels = append(kernels, k)
			}
		}
		var rows []row
		for i, k := range kernels {
			p, err := plan.With(problem, dev.Limits(), k)
			if err != nil {
				return err
			}
			begin := time.Now()
			program, err := engine.Compile(p.Schedule())
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				continue
			}
			r := row{k: k, compile: time.Since(begin), cost: plan.H200.Cost(plan.Full(k)), rank: i}
			if r.err, err = bench.Error(ctx, program, problem); err == nil {
				r.ms, err = bench.Time(ctx, program, method)
			}
			program.Close()
			if err != nil {
				return err
			}
			rows = append(rows, r)
		}
		slices.SortFunc(rows, func(a, b row) int {
			if a.ms < b.ms {
				return -1
			}
			return 1
		})
		for i, r := range rows {
			if keep == 0 || i < keep {
				fmt.Printf("%d,%.4f,%.2e,%.0f,%.3f,%d,%s\n", n, r.ms, r.err, r.compile.Seconds()*1e3, r.cost, r.rank, r.k.Name())
			}
		}
	}
	return nil
}

// candidates returns the variants to measure.
func candidates(n, batch, top, random int, l wgsl.Limits) []wgsl.FFT {
	ks := plan.Ranked(n, batch, l)
	ks = ks[:min(top, len(ks))]
	all := plan.Variants(n, batch, l)
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, k := range all[:min(random, len(all))] {
		k.Layout = plan.BestLayout(k, l)
		if !slices.Contains(ks, k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// readNames reads kernel names, one a line.
func readNames(file string) ([]wgsl.FFT, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []wgsl.FFT
	for name := range strings.FieldsSeq(string(data)) {
		k, err := wgsl.ParseFFT(name)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}
