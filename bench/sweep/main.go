// Command sweep measures kernel variants on the GPU at hand, to fit the rule and the cost model of
// package plan: one CSV row per variant, fastest first within what was asked for.
//
//	go run ./bench/sweep -top 24 256 1024 4096             transforms of one pass
//	go run ./bench/sweep -top 8 24x24 16x16x16*512         arrays of several axes in one pass, by butterflies and by matrix products
//	go run ./bench/sweep bluestein:509 bluestein:2039      convolutions of one pass
//	go run ./bench/sweep r2c:1024 c2r:1024 dct2:512        transforms of real numbers in one pass
//	go run ./bench/sweep to-rows:256 columns:512 convolved:256  passes of longer transforms, by kind and points
//
// The last are measured by themselves, among the passes of a transform of 1024 times as many points, 256 times for convolved rows.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	top := flag.Int("top", 24, "variants per length, the best by the cost model")
	random := flag.Int("random", 0, "further variants per length, drawn at random from all")
	points := flag.Int("points", 1<<26, "points in all")
	also := flag.String("also", "", "file of kernel names to measure too; of passes, those of rows")
	software := flag.Bool("software", false, "use a software adapter")
	keep := flag.Int("keep", 8, "rows to print per length; 0 means all")
	seed := flag.Uint64("seed", 1, "seed of what is drawn at random")
	flag.BoolVar(&inPlace, "in-place", false, "measure passes in place, those that can be")
	share := flag.String("compile", "", "I/N: only compile the I-th of every N variants and end; where the driver keeps what it compiled, N processes save time")
	flag.Float64Var(&hurry, "hurry", math.Inf(1), "leave out kernels that take more than this many times the fastest at first")
	flag.BoolVar(&exchanges, "exchanges", false, "measure every kernel with all exchanges and several numbers of transforms, too, in cubes where it can be in one")
	flag.Parse()
	dice = rand.New(rand.NewPCG(*seed, 0))
	if err := run(*top, *random, *points, *keep, *software, *also, *share, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sweep:", err)
		os.Exit(1)
	}
}

var (
	dice    *rand.Rand // draws variants
	inPlace bool       // measure passes in place that can be
	hurry   float64
	// exchanges says that kernels are measured with all exchanges and several numbers of transforms.
	exchanges bool
)

type row struct {
	k       wgsl.FFT
	ms      float64
	err     float64
	compile time.Duration
	cost    float64
	rank    int
}

func run(top, random, points, keep int, software bool, also, share string, args []string) error {
	part, of := -1, 1
	if share != "" {
		if _, err := fmt.Sscanf(share, "%d/%d", &part, &of); err != nil || of < 1 {
			return fmt.Errorf("-compile %s: want I/N", share)
		}
	}
	ctx := context.Background()
	dev, err := measure.OpenDevice(software)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	engine := pipeline.New(dev)
	defer engine.Close()
	memory := plan.Memory{Bytes: int64(points) * plan.ElementBytes}
	if part >= 0 {
		memory.Bytes = 1 << 20
	}
	bench, err := measure.New(ctx, engine, memory, memory)
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
		t, err := task(arg, points, top, random, dev.Limits())
		if err != nil {
			return err
		}
		for _, k := range named {
			if t.place != nil && k.N() == t.n {
				k = t.place(k)
				k.Layout = plan.BestLayout(k, dev.Limits())
			}
			if k.N() != t.n && k.Convolve == 0 || slices.Contains(t.kernels, k) || k.Check(dev.Limits()) != nil {
				continue
			}
			if t.can(k) { // of the same axes
				t.kernels = append(t.kernels, k)
			}
		}
		if exchanges {
			t.kernels = exchanged(t, dev.Limits())
		}
		for _, k := range t.kernels {
			cube, ok := plan.InCube(k, dev.Limits())
			if ok && t.can(cube) && !slices.Contains(t.kernels, cube) {
				t.kernels = append(t.kernels, cube)
			}
		}
		fmt.Fprintf(os.Stderr, "%s: %d kernels\n", t.name, len(t.kernels))
		var rows []row
		fastest := math.Inf(1)
		for i, k := range t.kernels {
			if part >= 0 && i%of != part {
				continue
			}
			s, err := t.schedule(k)
			if err != nil {
				return err
			}
			begin := time.Now()
			program, err := engine.Compile(s)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				continue
			}
			if part >= 0 {
				program.Close()
				continue
			}
			r := row{k: k, compile: time.Since(begin), cost: plan.H200.Cost(plan.Full(asDone(k, t, s))), rank: i}
			if !math.IsInf(hurry, 1) {
				r.ms, err = bench.Time(ctx, program, measure.Method{Loop: 2 * time.Millisecond, Repeats: 1})
			}
			slow := r.ms > hurry*fastest
			if err == nil && t.problem != nil && !slow {
				r.err, err = bench.Error(ctx, program, *t.problem)
			}
			if err == nil && !slow {
				r.ms, err = bench.Time(ctx, program, method)
			}
			program.Close()
			if err != nil {
				return err
			}
			if !slow {
				rows = append(rows, r)
				fastest = min(fastest, r.ms)
			}
		}
		slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.ms, b.ms) })
		for i, r := range rows {
			if keep == 0 || i < keep {
				fmt.Printf("%s,%.4f,%.2e,%.0f,%.3f,%d,%s\n", t.name, r.ms, r.err, r.compile.Seconds()*1e3, r.cost, r.rank, r.k.Name())
			}
		}
	}
	return nil
}

// asDone is a kernel as a transform's schedule has it: with the bins that it reads or writes.
func asDone(k wgsl.FFT, t tasked, s plan.Schedule) wgsl.FFT {
	if done, ok := s.Passes[0].Kernel.(wgsl.FFT); ok && t.problem != nil && len(s.Passes) == 1 {
		return done
	}
	return k
}

// A tasked is what one argument asks for.
type tasked struct {
	name     string
	n        int           // points of a kernel
	problem  *plan.Problem // nil for a pass by itself, whose result is not compared
	kernels  []wgsl.FFT
	schedule func(wgsl.FFT) (plan.Schedule, error)
	place    func(wgsl.FFT) wgsl.FFT // of kernels given by name; nil for those that are given whole
}

// can says whether a kernel can do it, with the rows of real numbers that it reads or writes.
func (t tasked) can(k wgsl.FFT) bool {
	_, err := t.schedule(k)
	return err == nil
}

// task reads an argument: N, AxB or AxBxC with a batch or without, bluestein:N, the kind of a real transform and its numbers, or that of a pass and its points.
func task(arg string, points, top, random int, l wgsl.Limits) (tasked, error) {
	if strings.Contains(arg, "x") {
		return arrays(arg, points, top, random, l)
	}
	kind, number, found := strings.Cut(arg, ":")
	if !found {
		kind, number = "", arg
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > points {
		return tasked{}, fmt.Errorf("%q: want a point count up to %d, with bluestein: or the kind of a pass before it", arg, points)
	}
	if real, err := plan.ParseKind(kind); err == nil && real != plan.C2C {
		return reals(real, n, points, top, l)
	}
	t := tasked{name: arg, n: n}
	if kind == "" || kind == plan.Bluestein.String() {
		problem := plan.Problem{Shape: []int{n}, Batch: points / n}
		t.problem = &problem
		t.schedule = planned(problem, l)
		t.kernels = candidates(n, problem.Batch, top, random, l)
		if kind != "" {
			t.kernels = plan.ConvolutionKernels(n, problem.Batch, top, l)
		}
		return t, nil
	}
	pass, err := plan.ParsePassKind(kind)
	if err != nil {
		return tasked{}, err
	}
	m := 1024
	if pass == plan.Convolved {
		m = 256
	}
	m = min(m, points/n)
	t.kernels = plan.PassKernels(pass, n, m, l)
	t.kernels = t.kernels[:min(top, len(t.kernels))]
	for _, k := range plan.PassVariants(pass, n, m, l, func(_, of int) bool { return dice.IntN(of) < random }) {
		if !slices.Contains(t.kernels, k) {
			t.kernels = append(t.kernels, k)
		}
	}
	t.place = func(k wgsl.FFT) wgsl.FFT { return plan.PassKernel(pass, k, m) }
	t.schedule = func(k wgsl.FFT) (plan.Schedule, error) {
		return plan.Alone(k, n*m, points/(n*m), inPlace && k.CanStay(), l, 1/math.Sqrt(float64(n)))
	}
	return t, nil
}

// candidates returns the variants to measure.
func candidates(n, batch, top, random int, l wgsl.Limits) []wgsl.FFT {
	ks := plan.Ranked(n, batch, l)
	ks = ks[:min(top, len(ks))]
	all := plan.Variants(n, batch, l)
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, k := range all[:min(random, len(all))] {
		k.Layout = plan.BestLayout(k, l)
		if !slices.Contains(ks, k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// exchanged are the kernels of a task with all exchanges and several numbers of transforms: each with the layout that suits it, a cube where there can be one.
func exchanged(t tasked, l wgsl.Limits) []wgsl.FFT {
	all := slices.Clone(t.kernels)
	for _, k := range t.kernels {
		for _, k.Transforms = range []int{1, 2, 3, 4, 6} {
			for cut := range 16 {
				k.Exchange = wgsl.Exchange{Component: cut%2 == 1, Rounds: uint8(cut/2 + 1)}
				if k.Exchange.Rounds == 1 {
					k.Exchange.Rounds = 0
				}
				k.Layout = wgsl.Layout{}
				tight := k.Exchange.Rounds > 1 && k.WorkgroupBytes() < 1500
				if tight || k.N()%(cut/2+1) != 0 || k.Invocations() < 24 || k.Invocations() > 512 || k.WorkgroupBytes() > 20<<10 {
					continue
				}
				cube, ok := plan.InCube(k, l)
				if k.Layout = plan.BestLayout(k, l); ok {
					k.Layout = cube.Layout
				}
				if !slices.Contains(all, k) && t.can(k) {
					all = append(all, k)
				}
			}
		}
	}
	return all
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
