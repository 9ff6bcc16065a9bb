// Command worker compares calls of an engine in a worker process with direct calls. It makes the two
// calls in turns. It prints the median and the least time of a transform from slice to slice:
//
//	go run ./bench/worker -device cpu -points 2097152
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"wgfft"
)

func main() {
	wgfft.RunWorker()
	device := flag.String("device", "cpu", "cpu, software, an index or a part of the name")
	points := flag.Int("points", 1<<21, "complex points in all")
	rows := flag.Int("rows", 0, "points of a row; 0: one row")
	inPlace := flag.Bool("in-place", false, "transform in place")
	shared := flag.Bool("shared", false, "use slices from SharedSlice")
	turns := flag.Int("turns", 15, "number of turns")
	flag.Parse()
	if *rows == 0 {
		*rows = *points
	}
	if err := run(*device, *points, *rows, *turns, *inPlace, *shared); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
}

func run(device string, points, row, turns int, inPlace, shared bool) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	direct, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer direct.Close()
	child, err := wgfft.OpenWorker(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer child.Close()

	ctx := context.Background()
	slice := func(of *wgfft.Engine) ([]complex64, error) {
		if !shared {
			return make([]complex64, points), nil
		}
		s, _, err := wgfft.SharedSlice[complex64](ctx, of, points)
		return s, err
	}
	var src, dst [2][]complex64
	engines := [2]*wgfft.Engine{direct, child}
	for i, eng := range engines {
		if src[i], err = slice(eng); err != nil {
			return err
		}
		for k := range src[i] {
			src[i][k] = complex(float32(k%7)-3, float32(k%5)-2)
		}
		if dst[i] = src[i]; !inPlace {
			if dst[i], err = slice(eng); err != nil {
				return err
			}
		}
	}
	times, err := timesInTurns(ctx, engines, dst, src, row, turns)
	if err != nil {
		return err
	}
	fmt.Printf("%v, %d points in rows of %d, in place: %v, shared: %v\n",
		direct.Adapter(), points, row, inPlace, shared)
	for _, v := range []struct {
		name string
		at   int
	}{{"median", turns / 2}, {"least", 0}} {
		d, w := times[0][v.at], times[1][v.at]
		fmt.Printf("%-6s  direct %.3f ms, worker %.3f ms, overhead %.3f ms (%.1f %%)\n", v.name, d, w, w-d, (w/d-1)*100)
	}
	return nil
}

// timesInTurns transforms on one engine after the other, in turns. It returns the sorted times of each engine in ms.
func timesInTurns(
	ctx context.Context, engines [2]*wgfft.Engine, dst, src [2][]complex64, row, turns int,
) (times [2][]float64, err error) {
	const warmUps = 3
	ortho := wgfft.WithNorm(wgfft.NormOrtho) // so that values keep their size in place
	for turn := range turns + warmUps {
		for i, eng := range engines {
			begin := time.Now()
			if _, err := eng.FFT(ctx, dst[i], src[i], ortho, wgfft.WithRowLength(row)); err != nil {
				return times, err
			}
			if turn >= warmUps {
				times[i] = append(times[i], time.Since(begin).Seconds()*1e3)
			}
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	return times, nil
}
