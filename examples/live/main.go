// Command live removes interference from the pictures of a camera, on a GPU or on the CPU engine. It does a
// transform, a product with gains that remove two waves, the inverse transform, and a curve for the
// brightness. Pictures are bytes in both directions. The download of a picture overlaps with the computation
// of the next one. The program compares the results with the scene that the camera looked at. OUT.png shows
// the last picture.
//
//	go run ./examples/live [-device NAME] [-frames 60] [OUT.png]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"time"

	"wgfft"
	"wgfft/examples/internal/draw"
	"wgfft/nd"
)

const width, height = 160, 120

// notch returns 0 at the frequencies (fx, fy) and (-fx, -fy) in cycles per pixel, and 1 far from them.
var notch = nd.Func{
	WGSL: `fn notch(x: R, y: R, fx: R, fy: R) -> R {
		let d = min((x - fx) * (x - fx) + (y - fy) * (y - fy), (x + fx) * (x + fx) + (y + fy) * (y + fy));
		return 1.0 - exp(-d / 2e-5);
	}`,
	Go: func(x, y, fx, fy float64) float64 {
		d := min((x-fx)*(x-fx)+(y-fy)*(y-fy), (x+fx)*(x+fx)+(y+fy)*(y+fy))
		return 1 - math.Exp(-d/2e-5)
	},
}

// brighten returns a grey level v after a curve: (v/255)^gamma, from 0 to 255.
var brighten = nd.Func{
	WGSL: `fn brighten(v: R, gamma: R) -> R { return 255.0 * pow(clamp(v / 255.0, 0.0, 1.0), gamma); }`,
	Go:   func(v, gamma float64) float64 { return 255 * math.Pow(max(0, min(1, v/255)), gamma) },
}

func main() {
	device := flag.String("device", "auto", "adapter to use")
	frames := flag.Int("frames", 60, "number of pictures")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *device, *frames, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// run filters pictures. It draws the last picture if the argument picture is not empty.
func run(ctx context.Context, out io.Writer, device string, frames int, picture string) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer engine.Close() // frees the arrays
	var last []uint8
	from, worst := time.Now(), 0.0
	err = filter(ctx, engine, frames, func(frame int, pixels []uint8) {
		last, worst = pixels, max(worst, offScene(frame, pixels))
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d pictures on %v: %.0f a second, largest mean error %.2f grey levels\n",
		frames, engine.Adapter(), float64(frames)/time.Since(from).Seconds(), worst)
	if picture == "" {
		return nil
	}
	return draw.PNG(picture, last, width)
}

// filter filters pictures of the camera, and calls show for each result. Results use the same memory.
func filter(ctx context.Context, e *wgfft.Engine, frames int, show func(frame int, pixels []uint8)) error {
	q := nd.NewQueue(e)
	defer q.Close()
	in := q.New(nd.Uint8, height, width).Named("in")
	out := q.New(nd.Uint8, height, width).Named("out")
	fx, fy := nd.RFFTFreq(nd.Float32, 2, 1, width, 1), nd.FFTFreq(nd.Float32, 2, 0, height, 1)
	gains := q.Keep(q.Apply(&notch, fx, fy, nd.Scalar(0.25), nd.Scalar(0.1))).Named("gains")

	pixels := make([]uint8, width*height)
	var before, now nd.Fetched
	for frame := range frames + 1 {
		before = now
		if frame < frames {
			camera(frame, pixels)
			nd.Upload(q, in, pixels) // copies the pixels
			clean := q.IRFFT2(q.Mul(q.RFFT2(in), gains), width)
			q.Set(out, q.Apply(&brighten, clean, nd.Scalar(0.8)))
			now = q.Fetch(out)
			if err := q.Flush(ctx); err != nil {
				return err
			}
		}
		if frame > 0 {
			if _, err := nd.Receive(ctx, before, pixels); err != nil {
				return err
			}
			show(frame-1, pixels)
		}
	}
	return nil
}
