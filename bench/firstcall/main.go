// Command firstcall measures what the first plan of a problem waits for. It runs each problem in a process of its
// own, with an empty driver cache, and prints a CSV row for each:
//
//	plan_ms     choosing the kernels
//	text_ms     writing their texts
//	compile_ms  compiling them, as many at a time as the device compiles, with tables and scratch memory
//	first_ms    the sum of the three
//	kernels     the number of kernels
//	bytes       the length of their texts
//	slowest_ms  the slowest kernel, from a second process
//
// A row for each kernel follows. The second process compiles a kernel of two points, and then these, one after the
// other. The last rows have the geometric mean of first_ms, and the worst.
//
//	go run ./bench/firstcall -device NVIDIA
//	go run ./bench/firstcall -device NVIDIA -alternatives 12 c2c:4096*256
//
// With -quick it plans as Problem.Quick asks. With -alternatives N the second process also compiles the kernels of the
// N best alternatives, and of N others. These rows show how the time of a compilation depends on a kernel.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"time"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/engine"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// usual are the problems that are measured without arguments.
var usual = []string{
	"c2c:1024*1024", "c2c:4096*256", "c2c:16384*64", "c2c:65536*16", "c2c:1048576", "c2c:1000003", "c2c:1009*1024",
	"c2c:512x512*4", "r2c:1080x1920*4", "c2c:256x256x256",
}

// settings are the settings of a measurement. A process passes them on to the processes that it starts.
type settings struct {
	device       string
	wisdom       bool
	quick        bool
	alternatives int
}

func main() {
	var s settings
	flag.StringVar(&s.device, "device", "", "part of the adapter's name; software: the first software adapter")
	flag.BoolVar(&s.wisdom, "wisdom", true, "use the wisdom that comes with the module")
	flag.BoolVar(&s.quick, "quick", false, "ask for the kernels that compile fastest")
	flag.IntVar(&s.alternatives, "alternatives", 0,
		"also compile the kernels of the best `N` alternatives, and of N others")
	one := flag.String("one", "", "measure one problem in this process: \"first\" or \"kernels\"")
	flag.Parse()
	specs := flag.Args()
	if len(specs) == 0 {
		specs = usual
	}
	var err error
	switch *one {
	case "":
		err = s.run(context.Background(), specs, os.Stdout)
	case "first":
		err = printJSON(s.first(specs[0]))
	case "kernels":
		err = printJSON(s.kernels(specs[0]))
	default:
		err = fmt.Errorf("-one %q: use first or kernels", *one)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "firstcall:", err)
		os.Exit(1)
	}
}

// A firstPlan has the times of the first plan of a problem, in ms.
type firstPlan struct {
	Device              string
	Plan, Text, Compile float64
	Kernels, Bytes      int
}

// sum is the time of the whole plan.
func (f firstPlan) sum() float64 { return f.Plan + f.Text + f.Compile }

// A compiled is a kernel with the time of its compilation in ms.
type compiled struct {
	Name   string
	Chosen bool // it is part of the plan, and not of an alternative
	Bytes  int
	Time   float64
}

// run measures problems and prints the tables.
func (s settings) run(ctx context.Context, specs []string, out io.Writer) error {
	var firsts []firstPlan
	all := make([][]compiled, len(specs))
	for i, spec := range specs {
		var f firstPlan
		if err := s.start(ctx, "first", spec, &f); err != nil {
			return err
		}
		if i == 0 {
			fmt.Fprintln(os.Stderr, f.Device)
			fmt.Fprintln(out, "spec,plan_ms,text_ms,compile_ms,first_ms,kernels,bytes,slowest_ms")
		}
		if err := s.start(ctx, "kernels", spec, &all[i]); err != nil {
			return err
		}
		slowest := 0.0
		for _, k := range all[i] {
			if k.Chosen {
				slowest = max(slowest, k.Time)
			}
		}
		fmt.Fprintf(out, "%s,%.1f,%.1f,%.1f,%.1f,%d,%d,%.1f\n",
			spec, f.Plan, f.Text, f.Compile, f.sum(), f.Kernels, f.Bytes, slowest)
		firsts = append(firsts, f)
	}
	fmt.Fprintln(out, "\nspec,chosen,bytes,ms,ms_per_1000_bytes,kernel")
	for i, spec := range specs {
		for _, k := range all[i] {
			each := k.Time * 1000 / float64(k.Bytes)
			fmt.Fprintf(out, "%s,%v,%d,%.1f,%.2f,%s\n", spec, k.Chosen, k.Bytes, k.Time, each, k.Name)
		}
	}
	logs, worst := 0.0, 0
	for i, f := range firsts {
		logs += math.Log(f.sum())
		if f.sum() > firsts[worst].sum() {
			worst = i
		}
	}
	fmt.Fprintf(out, "\ngeometric mean,%.1f\nworst,%.1f,%s\n",
		math.Exp(logs/float64(len(firsts))), firsts[worst].sum(), specs[worst])
	return nil
}

// start measures a problem in a new process with empty driver caches, and decodes its output.
func (s settings) start(ctx context.Context, what, spec string, result any) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	cache, err := os.MkdirTemp("", "firstcall")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	c := exec.CommandContext(ctx, program, "-one", what, "-device", s.device, fmt.Sprint("-wisdom=", s.wisdom),
		fmt.Sprint("-quick=", s.quick), fmt.Sprint("-alternatives=", s.alternatives), spec)
	c.Env = os.Environ()
	for _, name := range []string{
		"XDG_CACHE_HOME", "MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "CUDA_CACHE_PATH",
	} {
		c.Env = append(c.Env, name+"="+cache)
	}
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err == nil {
		err = json.Unmarshal(text, result)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", spec, err)
	}
	return nil
}

// printJSON prints the result of a measurement for the process that started this one.
func printJSON[T any](result T, err error) error {
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// open reads a problem, opens the device, and returns the wisdom about it.
func (s settings) open(spec string) (p plan.Problem, dev *device.Device, w wisdom.Wisdom, err error) {
	if p, err = plan.ParseSpec(spec); err != nil {
		return p, nil, w, err
	}
	p.Quick = s.quick
	choice := device.Choice{}
	switch s.device {
	case "":
	case "software":
		choice.Kind = device.AnySoftware
	default:
		choice = device.Choice{Kind: device.ByName, Name: s.device}
	}
	if dev, err = device.Open(choice); err != nil {
		return p, nil, w, err
	}
	w.Device = engine.WisdomDevice(dev)
	if !s.wisdom {
		return p, dev, w, nil
	}
	shipped, err := wisdom.Shipped(w.Device)
	switch {
	case err == nil:
		w = shipped
	case !errors.Is(err, fs.ErrNotExist):
		dev.Close()
		return p, nil, w, err
	}
	return p, dev, w, nil
}

// first measures the first plan of a problem as an engine makes it.
func (s settings) first(spec string) (f firstPlan, err error) {
	problem, dev, w, err := s.open(spec)
	if err != nil {
		return f, err
	}
	defer dev.Close()
	on := pipeline.New(dev)
	defer on.Close()
	f.Device = dev.Adapter().String()

	var schedule plan.Schedule
	f.Plan = inMs(func() {
		var made plan.Plan
		if made, err = plan.Make(problem, dev.Limits(), wisdom.Chooser{Wisdom: w}); err == nil {
			schedule = made.Schedule()
		}
	})
	if err != nil {
		return f, err
	}
	f.Text = inMs(func() {
		for m := range modules(schedule) {
			f.Kernels++
			f.Bytes += len(m.Text)
		}
	})
	var program *pipeline.Program
	f.Compile = inMs(func() { program, err = on.Compile(schedule) })
	if err != nil {
		return f, err
	}
	return f, program.Close()
}

// modules returns the different kernels of a schedule.
func modules(s plan.Schedule) func(yield func(wgsl.Module) bool) {
	return func(yield func(wgsl.Module) bool) {
		seen := map[wgsl.Shader]bool{}
		for _, pass := range s.Passes {
			if seen[pass.Kernel] {
				continue
			}
			seen[pass.Kernel] = true
			if !yield(pass.Kernel.Module()) {
				return
			}
		}
	}
}

// inMs returns the time of f in ms.
func inMs(f func()) float64 {
	begin := time.Now()
	f()
	return time.Since(begin).Seconds() * 1e3
}

// kernels compiles the kernels of a problem, one after the other, and those of alternatives.
func (s settings) kernels(spec string) (all []compiled, err error) {
	problem, dev, w, err := s.open(spec)
	if err != nil {
		return nil, err
	}
	defer dev.Close()
	choices, err := s.choices(problem, dev.Limits(), w)
	if err != nil {
		return nil, err
	}
	warmUp, err := choose.Make(plan.Problem{Shape: []int{2}}, dev.Limits())
	if err != nil {
		return nil, err
	}
	if _, err := dev.NewPipeline(warmUp.Passes[0].Module()); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, axes := range choices {
		made, err := plan.From(problem, dev.Limits(), choose.Chooser{}, axes...)
		if err != nil {
			return nil, err
		}
		for m := range modules(made.Schedule()) {
			if seen[m.Text] {
				continue
			}
			seen[m.Text] = true
			k := compiled{Name: m.Name, Chosen: i == 0, Bytes: len(m.Text)}
			var p *device.Pipeline
			k.Time = inMs(func() { p, err = dev.NewPipeline(m) })
			if err != nil {
				return nil, err
			}
			p.Close()
			all = append(all, k)
		}
	}
	return all, nil
}

// choices returns the kernels of a problem, of its best alternatives, and of as many others.
func (s settings) choices(p plan.Problem, l wgsl.Limits, w wisdom.Wisdom) ([][]plan.AxisChoice, error) {
	p = p.Canonical()
	chosen, err := wisdom.Chooser{Wisdom: w}.Choose(p, l)
	if err != nil || s.alternatives == 0 {
		return [][]plan.AxisChoice{chosen}, err
	}
	all, err := choose.Alternatives(p, l)
	if err != nil {
		return nil, err
	}
	choices := [][]plan.AxisChoice{chosen}
	step := max(1, (len(all)-s.alternatives)/s.alternatives)
	for i, a := range all {
		if i < s.alternatives || (i-s.alternatives)%step == 0 {
			choices = append(choices, a.Axes)
		}
	}
	return choices, nil
}
