// Command duel compares choices of kernels in turns. Turns can separate choices that differ by 1 %,
// because anything that slows the device slows both. It reads lines with a spec and the kernels of a
// choice:
//
//	r2c:1024*65536 fft512_8.8.8_p16_t1_split_xor3
//	r2c:1024*65536 fft512_16.16.2_p16_t1_split_pad4_outmirrorzero
//	c2c:65536*1024
//
// A line without kernels stands for the choice of the planner, or of a wisdom file. The output is CSV
// with a row for each line:
//
//	ms          its time
//	first_ms    the time of the first choice of its spec in the same turns
//	ratio       ms over first_ms
//	share       the share of turns in which it was faster
//	of_allowed  its error over the tolerance
//	kernels     the names of its kernels
//
// A choice that does not compile, or that fails the comparison with float64, is named on standard error.
// The exit status is 1 then.
//
//	go run ./bench/duel -wisdom internal/wisdom/shipped/nvidia-h200-670f9a35.wisdom choices.txt
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	wisdom := flag.String("wisdom", "", "wisdom file that chooses kernels for lines without any")
	turns := flag.Int("turns", 15, "number of turns for each choice")
	software := flag.Bool("software", false, "use a software adapter")
	flag.Parse()
	if err := run(context.Background(), *wisdom, *turns, *software, flag.Args(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "duel:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, wisdomFile string, turns int, software bool, files []string, out io.Writer) error {
	var w wisdom.Wisdom
	if wisdomFile != "" {
		text, err := os.ReadFile(wisdomFile)
		if err != nil {
			return err
		}
		if w, err = wisdom.Parse(text); err != nil {
			return err
		}
	}
	if len(files) != 1 || turns < 1 {
		return errors.New("want one file with lines SPEC KERNEL..., and -turns of at least 1")
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	dev, err := measure.OpenDevice(software)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	engine := pipeline.New(dev)
	defer engine.Close()
	all, err := parse(string(text), w, dev.Limits())
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "spec,ms,first_ms,ratio,share,of_allowed,kernels")
	failed := 0
	for _, r := range all {
		n, err := r.run(ctx, engine, turns, out)
		if err != nil {
			return fmt.Errorf("%v: %w", r.problem, err)
		}
		failed += n
	}
	if failed > 0 {
		return fmt.Errorf("%d of the choices failed", failed)
	}
	return nil
}

// round is the choices for one problem.
type round struct {
	problem plan.Problem
	choices [][]wgsl.Kernel
}

// parse reads lines with a spec and kernel names.
func parse(text string, w wisdom.Wisdom, l wgsl.Limits) ([]round, error) {
	var all []round
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		problem, err := plan.ParseSpec(words[0])
		if err != nil {
			return nil, err
		}
		kernels, err := chosen(problem, words[1:], w, l)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 || all[len(all)-1].problem.String() != problem.String() {
			all = append(all, round{problem: problem})
		}
		last := &all[len(all)-1]
		last.choices = append(last.choices, kernels)
	}
	return all, lines.Err()
}

// chosen returns the kernels with the given names. Without names it returns the choice of the wisdom.
func chosen(problem plan.Problem, names []string, w wisdom.Wisdom, l wgsl.Limits) ([]wgsl.Kernel, error) {
	if len(names) == 0 {
		axes, err := wisdom.Chooser{Wisdom: w}.Choose(problem, l)
		return plan.Join(axes), err
	}
	var kernels []wgsl.Kernel
	for _, name := range names {
		k, err := plan.ParseKernel(name)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	return kernels, nil
}

// run measures the choices of a round against its first. It returns the number of choices that failed.
func (r round) run(ctx context.Context, engine *pipeline.Engine, turns int, out io.Writer) (failed int, err error) {
	l := engine.Device().Limits()
	p, err := choose.Validate(r.problem, l, r.choices[0]...)
	if err != nil {
		return 0, err
	}
	bench, err := measure.New(ctx, engine, p.Source(), p.Target(), measure.FormatOf(p.Problem))
	if err != nil {
		return 0, err
	}
	defer bench.Close()
	compiled := func(kernels []wgsl.Kernel) (*pipeline.Program, float64, error) {
		p, err := choose.Validate(r.problem, l, kernels...)
		if err != nil {
			return nil, 0, err
		}
		program, err := engine.Compile(p.Schedule())
		if err != nil {
			return nil, 0, err
		}
		found, allowed, err := bench.Check(ctx, program, r.problem)
		if err == nil && !(found <= allowed) {
			err = fmt.Errorf("error %.3g, allowed %.3g", found, allowed)
		}
		if err != nil {
			program.Close()
			return nil, 0, err
		}
		return program, found / allowed, nil
	}
	first, _, err := compiled(r.choices[0])
	if err != nil {
		return 0, fmt.Errorf("the first choice: %w", err)
	}
	defer first.Close()
	method := measure.Method{Loop: 12 * time.Millisecond, Repeats: turns}
	for _, kernels := range r.choices {
		names := strings.Join(plan.Names(kernels), " ")
		program, off, err := compiled(kernels)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%v %s: %v\n", r.problem, names, err)
			failed++
			continue
		}
		ms, share, err := bench.Duel(ctx, first, program, method)
		program.Close()
		if err != nil {
			return failed, err
		}
		fmt.Fprintf(out, "%v,%.4f,%.4f,%.3f,%.2f,%.2f,%s\n", r.problem, ms[1], ms[0], ms[1]/ms[0], share, off, names)
	}
	return failed, nil
}
