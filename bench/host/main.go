// Command host measures transforms of host slices on the GPU, on the CPU engine, and with
// wgfft.HostAuto, for a grid of lengths and batches. It prints CSV: the spec, the three times in ms, the
// time of HostAuto over the better engine's, and the engine that HostAuto chose.
//
//	go run ./bench/host -o bench/host_h200.csv
//
// A time is of a planned transform from slice to slice: the median of seven loops, the three in turns.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"wgfft"
)

func main() {
	device := flag.String("device", "auto", "adapter: auto, software, an index, or a part of its name")
	most := flag.Int("most", 1<<24, "largest number of points of a batch")
	loop := flag.Duration("loop", 20*time.Millisecond, "least duration of a loop")
	out := flag.String("o", "", "file to write the CSV to; standard output if empty")
	flag.Parse()
	if err := run(context.Background(), *device, *most, *loop, *out); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

// lengths and batches make the grid.
var (
	lengths = []int{16, 64, 256, 1000, 1024, 4096, 16384, 1 << 16, 1 << 20}
	batches = []int{1, 8, 64, 512, 4096}
)

func run(ctx context.Context, device string, most int, loop time.Duration, name string) (err error) {
	out := io.Writer(os.Stdout)
	if name != "" {
		f, ferr := os.Create(name)
		if ferr != nil {
			return ferr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	var engines []*wgfft.Engine // GPU, CPU engine, HostAuto
	for _, c := range []wgfft.Config{
		{Device: choice, Host: wgfft.HostDevice},
		{Device: wgfft.Choice{Kind: wgfft.CPU}},
		{Device: choice, Host: wgfft.HostAuto},
	} {
		opened, err := wgfft.Open(c)
		if err != nil {
			return err
		}
		defer opened.Close()
		engines = append(engines, opened)
	}
	fmt.Fprintln(os.Stderr, engines[0].Adapter())
	fmt.Fprintln(out, "spec,gpu_ms,cpu_ms,auto_ms,ratio,fastest")
	for _, n := range lengths {
		for _, batch := range batches {
			if n*batch > most {
				continue
			}
			p := wgfft.Problem{Shape: []int{n}, Batch: batch}
			ms, err := times(ctx, engines, p, loop)
			if err != nil {
				return err
			}
			t, err := engines[2].HostTimes(ctx, p)
			if err != nil {
				return err
			}
			fastest := "cpu"
			if t.OnGPU() {
				fastest = "gpu"
			}
			ratio := ms[2] / min(ms[0], ms[1])
			fmt.Fprintf(out, "%v,%.4f,%.4f,%.4f,%.3f,%s\n", p, ms[0], ms[1], ms[2], ratio, fastest)
		}
	}
	return nil
}

// times returns the median time of a transform on each engine, in ms.
func times(ctx context.Context, engines []*wgfft.Engine, p wgfft.Problem, loop time.Duration) ([]float64, error) {
	src := make([]complex64, p.Shape[0]*p.Batch)
	for i := range src {
		src[i] = complex(2*rand.Float32()-1, 2*rand.Float32()-1)
	}
	dst := make([]complex64, len(src))
	plans, counts := make([]*wgfft.Plan, len(engines)), make([]int, len(engines))
	once := func(i, count int) (float64, error) {
		begin := time.Now()
		for range count {
			if err := plans[i].Forward(ctx, dst, src); err != nil {
				return 0, err
			}
		}
		return time.Since(begin).Seconds() * 1e3 / float64(count), nil
	}
	for i, c := range engines {
		var err error
		if plans[i], err = c.Plan(ctx, p); err != nil {
			return nil, err
		}
		defer plans[i].Close()
		for range 3 { // compiles, chooses the engine, fills buffers
			ms, err := once(i, 1)
			if err != nil {
				return nil, err
			}
			counts[i] = int(math.Ceil(loop.Seconds() * 1e3 / max(ms, 1e-4)))
		}
	}
	all := make([][]float64, len(engines))
	for range 7 {
		for i := range engines {
			ms, err := once(i, counts[i])
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], ms)
		}
	}
	medians := make([]float64, len(all))
	for i, ms := range all {
		slices.Sort(ms)
		medians[i] = ms[len(ms)/2]
	}
	return medians, nil
}
