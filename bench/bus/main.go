// Command bus measures complex transforms from host memory to host memory: of slices, and of memory from
// wgfft.AllocHost. It prints CSV: the spec, the kind of memory, whether the GPU maps it, the median time and the
// shortest time in ms, and the bytes of one direction divided by the median.
//
//	go run ./bench/bus c2c:4096*16384 c2c:1024x1024*64 c2c:2048x2048*16 c2c:256
//	go run ./bench/bus -device 0,1,cpu c2c:4096*16384 # two GPUs and the CPU as one engine
//
// bench/cufft.py --h2h measures CuPy with the same specs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"wgfft"
	"wgfft/plan"
)

func main() {
	device := flag.String("device", "gpu", "adapter: gpu, software, an index, or a part of its name; several by commas")
	rounds := flag.Int("rounds", 11, "calls that are timed, after two others")
	flag.Parse()
	if err := run(context.Background(), *device, *rounds, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bus:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, device string, rounds int, specs []string) error {
	eng, err := open(strings.Split(device, ","))
	if err != nil {
		return err
	}
	defer eng.Close()
	fmt.Fprintln(os.Stderr, eng.Adapter())
	fmt.Println("spec,memory,mapped,ms,best_ms,gbps")
	for _, spec := range specs {
		p, err := plan.ParseSpec(spec)
		if err == nil && p.Kind != plan.C2C {
			err = errors.New("want a spec of kind c2c")
		}
		if err == nil {
			err = measureSpec(ctx, eng, p, rounds)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", spec, err)
		}
	}
	return nil
}

// open opens a device, or several as one engine.
func open(devices []string) (*wgfft.Engine, error) {
	var members []wgfft.Member
	for _, text := range devices {
		choice, err := wgfft.ParseChoice(text)
		if err != nil {
			return nil, err
		}
		members = append(members, wgfft.Member{Device: choice})
	}
	if len(members) > 1 {
		return wgfft.OpenAll(wgfft.Config{}, members...)
	}
	return wgfft.Open(wgfft.Config{Device: members[0].Device, Host: wgfft.HostDevice})
}

// measureSpec prints the times of a problem. The results in all kinds of memory must have the same bits.
func measureSpec(ctx context.Context, eng *wgfft.Engine, p plan.Problem, rounds int) error {
	made, err := eng.Plan(ctx, wgfft.Problem{Shape: p.Shape, Batch: p.Count()})
	if err != nil {
		return err
	}
	defer made.Close()
	debug.FreeOSMemory() // now, so that the slices of the spec before are not freed in a measurement
	n := p.Points() * p.Count()
	src, want := make([]complex64, n), make([]complex64, n)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range src {
		src[i] = complex(r.Float32()-0.5, r.Float32()-0.5)
	}
	report := func(memory string, isMapped bool, dst, src []complex64) error {
		times := make([]float64, 0, rounds+2)
		for range rounds + 2 {
			begin := time.Now()
			if err := made.Forward(ctx, dst, src); err != nil {
				return err
			}
			times = append(times, time.Since(begin).Seconds()*1e3)
		}
		times = times[2:]
		slices.Sort(times)
		median := times[len(times)/2]
		_, err := fmt.Printf("%v,%s,%v,%.3f,%.3f,%.2f\n", p, memory, isMapped, median, times[0],
			float64(8*n)/median/1e6)
		return err
	}
	if err := report("slices", false, want, src); err != nil {
		return err
	}
	if _, err := eng.Device(); err != nil {
		return nil // memory of several devices is ordinary memory
	}
	for _, use := range [][2]wgfft.HostUse{{wgfft.HostResult, wgfft.HostSource}, {wgfft.HostBoth, wgfft.HostBoth}} {
		dst, err := wgfft.AllocHost[complex64](ctx, eng, n, use[0])
		if err != nil {
			return err
		}
		defer dst.Close()
		from, err := wgfft.AllocHost[complex64](ctx, eng, n, use[1])
		if err != nil {
			return err
		}
		defer from.Close()
		copy(from.Slice(), src)
		name := fmt.Sprintf("%v to %v", use[1], use[0])
		if err := report(name, dst.IsMapped(), dst.Slice(), from.Slice()); err != nil {
			return err
		}
		if !slices.Equal(want, dst.Slice()) {
			return errors.New(name + ": the result has other bits than in slices")
		}
	}
	return nil
}
