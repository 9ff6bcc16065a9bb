// Command sweep measures kernel variants on the GPU. bench/fit fits the cost model of package plan to its
// output: CSV with a row for each variant, the fastest of each argument first.
//
//	go run ./bench/sweep -top 24 256 1024 4096             transforms of one pass
//	go run ./bench/sweep -top 8 24x24 16x16x16*512         arrays of several axes in one pass
//	go run ./bench/sweep bluestein:509 bluestein:2039      convolutions of one pass
//	go run ./bench/sweep r2c:1024 c2r:1024 dct2:512        transforms of real numbers in one pass
//	go run ./bench/sweep to-rows:256 columns:512 convolved:256  passes of longer transforms
//
// A pass of r points is measured alone, as a part of a transform of 1024 r points (256 r for
// convolved rows).
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	var s settings
	flag.IntVar(&s.top, "top", 24, "number of variants for each argument, the best by the cost model")
	flag.IntVar(&s.random, "random", 0, "number of further variants, drawn at random")
	flag.IntVar(&s.points, "points", 1<<26, "number of points in all")
	flag.StringVar(&s.also, "also", "", "file with names of further kernels; for passes the names of row kernels")
	flag.BoolVar(&s.software, "software", false, "use a software adapter")
	flag.IntVar(&s.keep, "keep", 8, "number of rows to print for each argument; 0 for all")
	seed := flag.Uint64("seed", 1, "seed of the random draws")
	flag.BoolVar(&inPlace, "in-place", false, "measure passes in place if they can be")
	flag.IntVar(&s.turn, "turn", 0,
		"a TCP port: processes with the same port measure one at a time, while the others compile")
	flag.Float64Var(&hurry, "hurry", math.Inf(1),
		"leave out kernels that take longer than this many times the fastest at first")
	flag.IntVar(&again, "again", 1<<30, "number of kernels of each argument to time again, with their errors")
	flag.BoolVar(&exchanges, "exchanges", false,
		"measure every kernel with all exchanges and several numbers of transforms per workgroup")
	flag.Parse()
	dice = rand.New(rand.NewPCG(*seed, 0))
	if err := run(s, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sweep:", err)
		os.Exit(1)
	}
}

var (
	dice      *rand.Rand // draws variants
	inPlace   bool       // flag -in-place
	hurry     float64    // flag -hurry
	again     int        // flag -again
	exchanges bool       // flag -exchanges
)

// row is a kernel and its measurements.
type row struct {
	k       wgsl.Kernel
	program *pipeline.Program
	ms      float64
	err     float64       // relative L2 error; 0 if not measured
	compile time.Duration // of the driver
	cost    float64       // by the model
	rank    int           // among the kernels of its argument
}

// settings are the values of flags.
type settings struct {
	top, random, points, keep, turn int
	software                        bool
	also                            string
}

// run measures the variants of every argument and prints their rows.
func run(s settings, args []string) error {
	ctx := context.Background()
	dev, err := measure.OpenDevice(s.software)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	engine := pipeline.New(dev)
	defer engine.Close()
	memory := plan.Memory{Bytes: int64(s.points) * plan.ElementBytes}
	bench, err := measure.New(ctx, engine, memory, memory, measure.Format{})
	if err != nil {
		return err
	}
	defer bench.Close()
	named, err := readNames(s.also)
	if err != nil {
		return err
	}
	fmt.Println("n,ms,rel_l2,compile_ms,model,rank,kernel")
	for _, arg := range args {
		t, err := parseTarget(arg, s.points, s.top, s.random, dev.Limits())
		if err != nil {
			return err
		}
		t.add(named, dev.Limits())
		fmt.Fprintf(os.Stderr, "%s: %d kernels\n", t.name, len(t.kernels))
		rows, err := t.compile(engine)
		if err != nil {
			return err
		}
		finish, err := waitForTurn(s.turn)
		if err != nil {
			return err
		}
		err = t.measure(ctx, bench, rows, dev.Limits())
		finish()
		for i := range rows {
			rows[i].program.Close()
		}
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.ms > hurry*rows[0].ms })
		for i, r := range rows {
			if s.keep == 0 || i < s.keep {
				fmt.Printf("%s,%.4f,%.2e,%.0f,%.3f,%d,%s\n",
					t.name, r.ms, r.err, r.compile.Seconds()*1e3, r.cost, r.rank, r.k.Name())
			}
		}
	}
	return nil
}

// compile compiles the kernels. Kernels that the driver refuses have no rows.
func (t target) compile(engine *pipeline.Engine) ([]row, error) {
	var rows []row
	for i, k := range t.kernels {
		s, err := t.schedule(k)
		if err != nil {
			return nil, err
		}
		begin := time.Now()
		program, err := engine.Compile(s)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		rows = append(rows, row{k: k, program: program, compile: time.Since(begin), rank: i})
	}
	return rows, nil
}

// waitForTurn waits until no other process of this machine measures with the same port. It returns a function that
// ends the turn, as does the end of the process. It returns at once if the port is 0.
func waitForTurn(port int) (end func(), err error) {
	if port == 0 {
		return func() {}, nil
	}
	for {
		l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
		switch {
		case err == nil:
			return func() { l.Close() }, nil
		case !errors.Is(err, syscall.EADDRINUSE):
			return nil, err
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// The methods of a first and of a second measurement.
var (
	once     = measure.Method{Warm: time.Millisecond, Loop: 4 * time.Millisecond, Repeats: 1}
	properly = measure.Method{Warm: 5 * time.Millisecond, Loop: 12 * time.Millisecond, Repeats: 3}
)

// measure times the kernels and sorts them, the fastest first. It times kernels once, and the fastest ones again
// together with their errors: those within the flag -hurry, at most -again.
func (t target) measure(ctx context.Context, bench *measure.Bench, rows []row, l wgsl.Limits) (err error) {
	byTime := func(a, b row) int { return cmp.Compare(a.ms, b.ms) }
	for i := range rows {
		r := &rows[i]
		s, err := t.schedule(r.k)
		if err != nil {
			return err
		}
		r.cost = choose.ModelOf(l).Cost(choose.FullFeatures(t.scheduled(r.k, s)))
		if r.ms, err = bench.Time(ctx, r.program, once); err != nil {
			return err
		}
	}
	slices.SortFunc(rows, byTime)
	for i := range rows {
		r := &rows[i]
		if i >= again || r.ms > hurry*rows[0].ms {
			break
		}
		if t.problem != nil {
			if r.err, err = bench.Error(ctx, r.program, *t.problem); err != nil {
				return err
			}
		}
		if r.ms, err = bench.Time(ctx, r.program, properly); err != nil {
			return err
		}
	}
	slices.SortFunc(rows, byTime)
	return nil
}

// add adds the named kernels that can do the target. It then adds the variants of all kernels: other
// exchanges if the flags request them, and digit layouts.
func (t *target) add(named []wgsl.Kernel, l wgsl.Limits) {
	for _, k := range named {
		if t.place != nil && k.N() == t.n {
			k = t.place(k)
			k.Exchange.Layout = choose.BestLayout(k, l)
		}
		if k.N() != t.n && k.Stages.Filter == nil || slices.Contains(t.kernels, k) || k.Check(l) != nil {
			continue
		}
		if t.can(k) { // it may have other axes
			t.kernels = append(t.kernels, k)
		}
	}
	if exchanges {
		t.kernels = exchanged(*t, l)
	}
	for _, k := range t.kernels {
		cube, ok := choose.WithDigitLayout(k, l)
		if ok && t.can(cube) && !slices.Contains(t.kernels, cube) {
			t.kernels = append(t.kernels, cube)
		}
	}
}

// scheduled returns the kernel of a schedule of one pass, which reads or writes the bins of a real
// transform. It returns k for passes that are measured alone.
func (t target) scheduled(k wgsl.Kernel, s plan.Schedule) wgsl.Kernel {
	if done, ok := s.Passes[0].Kernel.(wgsl.Kernel); ok && t.problem != nil && len(s.Passes) == 1 {
		return done
	}
	return k
}

// target is the transform or pass of one argument.
type target struct {
	name     string
	n        int           // points of a kernel
	problem  *plan.Problem // nil for a pass that is measured alone; its result is not compared
	kernels  []wgsl.Kernel
	schedule func(wgsl.Kernel) (plan.Schedule, error)
	place    func(wgsl.Kernel) wgsl.Kernel // makes a pass of a row kernel; nil for whole transforms
}

// can reports whether a kernel can do the target.
func (t target) can(k wgsl.Kernel) bool {
	_, err := t.schedule(k)
	return err == nil
}

// parseTarget reads an argument: N, AxB or AxBxC with or without a batch, bluestein:N, a real kind like
// r2c:N, or the kind of a pass like columns:N.
func parseTarget(arg string, points, top, random int, l wgsl.Limits) (target, error) {
	if strings.Contains(arg, "x") {
		return arrays(arg, points, top, random, l)
	}
	kind, number, found := strings.Cut(arg, ":")
	if !found {
		kind, number = "", arg
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > points {
		return target{}, fmt.Errorf("%q: want a length up to %d, or KIND:LENGTH", arg, points)
	}
	if real, err := plan.ParseKind(kind); err == nil && real != plan.C2C {
		return reals(real, n, points, top, l)
	}
	t := target{name: arg, n: n}
	if kind == "" || kind == plan.Bluestein.String() {
		problem := plan.Problem{Shape: []int{n}, Batch: points / n}
		t.problem = &problem
		t.schedule = scheduler(problem, l)
		t.kernels = candidates(n, problem.Batch, top, random, l)
		if kind != "" {
			t.kernels = choose.ConvolutionKernels(n, problem.Batch, top, l)
		}
		return t, nil
	}
	pass, err := choose.ParsePassKind(kind)
	if err != nil {
		return target{}, err
	}
	m := 1024
	if pass == choose.Convolved {
		m = 256
	}
	m = min(m, points/n)
	t.kernels = choose.PassKernels(pass, n, m, l)
	t.kernels = t.kernels[:min(top, len(t.kernels))]
	draw := func(_, of int) bool { return dice.IntN(of) < random }
	for _, k := range choose.PassVariants(pass, n, m, l, draw) {
		if !slices.Contains(t.kernels, k) {
			t.kernels = append(t.kernels, k)
		}
	}
	t.place = func(k wgsl.Kernel) wgsl.Kernel { return choose.PassKernel(pass, k, m) }
	t.schedule = func(k wgsl.Kernel) (plan.Schedule, error) {
		of := plan.Problem{Shape: []int{n * m}, Batch: points / (n * m), InPlace: inPlace && k.CanRunInPlace()}
		return choose.SchedulePass(k, of, l, 1/math.Sqrt(float64(n)))
	}
	return t, nil
}

// candidates returns the best variants by the model and some random ones.
func candidates(n, batch, top, random int, l wgsl.Limits) []wgsl.Kernel {
	ks := choose.Ranked(n, batch, l)
	ks = ks[:min(top, len(ks))]
	all := choose.Variants(n, batch, l)
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, k := range all[:min(random, len(all))] {
		k.Exchange.Layout = choose.BestLayout(k, l)
		if !slices.Contains(ks, k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// exchanged returns the kernels of a target with all exchanges and several numbers of transforms per
// workgroup. Each has its best layout, a digit layout if there is one.
func exchanged(t target, l wgsl.Limits) []wgsl.Kernel {
	all := slices.Clone(t.kernels)
	for _, k := range t.kernels {
		for _, k.Threads.Transforms = range []int{1, 2, 3, 4, 6} {
			for cut := range 16 {
				k.Exchange = wgsl.Exchange{Split: cut%2 == 1, Slices: uint8(cut/2 + 1)}
				if k.Exchange.Slices == 1 {
					k.Exchange.Slices = 0
				}
				k.Exchange.Layout = wgsl.Layout{}
				tight := k.Exchange.Slices > 1 && k.WorkgroupBytes() < 1500
				if tight || k.N()%(cut/2+1) != 0 || k.Invocations() < 24 || k.Invocations() > 512 ||
					k.WorkgroupBytes() > 20<<10 {
					continue
				}
				cube, ok := choose.WithDigitLayout(k, l)
				if k.Exchange.Layout = choose.BestLayout(k, l); ok {
					k.Exchange.Layout = cube.Exchange.Layout
				}
				if !slices.Contains(all, k) && t.can(k) {
					all = append(all, k)
				}
			}
		}
	}
	return all
}

// readNames reads a file of kernel names. It returns nil for an empty file name.
func readNames(file string) ([]wgsl.Kernel, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []wgsl.Kernel
	for name := range strings.FieldsSeq(string(data)) {
		k, err := plan.ParseKernel(name)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}
