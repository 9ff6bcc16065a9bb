// Command resident keeps data in GPU memory. It uploads rows of two tones once. One submission then
// transforms them, clears the upper bins with a kernel of its own (lowpass.wgsl), and transforms them
// back. The download contains the lower tone only.
//
//	go run ./examples/resident [-device software]
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"math/cmplx"

	"wgfft"
	"wgfft/device"
	"wgfft/wgsl"
)

//go:embed lowpass.wgsl
var lowpass string

func main() {
	name := flag.String("device", "auto", "adapter to use")
	flag.Parse()
	worst, err := run(context.Background(), *name)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("maximum error %.2g\n", worst)
}

func run(ctx context.Context, name string) (worst float64, err error) {
	choice, err := wgfft.ParseChoice(name)
	if err != nil {
		return 0, err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return 0, err
	}
	defer engine.Close()
	dev, err := engine.Device() // without a GPU it compiles no kernels
	if err != nil {
		return 0, err
	}
	const n, batch = 1024, 256
	plan, err := engine.PlanResident(ctx, wgfft.Problem{Shape: []int{n}, Batch: batch})
	if err != nil {
		return 0, err
	}
	defer plan.Close()
	data, err := engine.NewBuffer(n * batch)
	if err != nil {
		return 0, err
	}
	defer data.Close()
	kernel, err := dev.NewPipeline(wgsl.Module{
		Name: "lowpass", Entry: "lowpass", Workgroup: [3]int{64, 1, 1}, Text: lowpass,
		Bindings: []wgsl.Binding{{Name: "spectrum", Access: wgsl.ReadWrite, Type: "array<vec2<f32>>"}},
	})
	if err != nil {
		return 0, err
	}
	defer kernel.Close()
	bindings, err := dev.NewBindings(kernel, device.Whole(data))
	if err != nil {
		return 0, err
	}
	defer bindings.Close()

	tone := func(k, j int) complex128 { return cmplx.Rect(1, 2*math.Pi*float64(k*j%n)/n) }
	x := make([]complex64, n*batch)
	for i := range x {
		x[i] = complex64(tone(5, i%n) + tone(300, i%n))
	}
	at := wgfft.Region{Buffer: data}
	if err := engine.Upload(ctx, at, x); err != nil {
		return 0, err
	}
	if err := submit(dev, plan, at, kernel, bindings, n*batch/64); err != nil {
		return 0, err
	}
	if err := engine.Download(ctx, x, at); err != nil { // Download waits for the work
		return 0, err
	}
	for i, y := range x {
		worst = max(worst, cmplx.Abs(complex128(y)-tone(5, i%n)))
	}
	return worst, nil
}

// submit submits a transform of the rows at a region, the kernel, and the inverse transform.
func submit(
	dev *device.Device, plan *wgfft.ResidentPlan, at wgfft.Region,
	kernel *device.Pipeline, bindings *device.Bindings, workgroups int,
) error {
	encoder, err := dev.NewEncoder() // or AdoptEncoder, for an encoder of the application
	if err != nil {
		return err
	}
	defer encoder.Discard()
	if err := errors.Join(
		plan.EncodeForward(encoder, at, at),
		encoder.Dispatch(kernel, bindings, workgroups, 1, 1),
		plan.EncodeInverse(encoder, at, at),
	); err != nil {
		return err
	}
	_, err = encoder.Submit()
	return err
}
