// Command resident keeps data on the GPU: it uploads rows of two tones once, and in one submission transforms them, sets the upper bins to zero by
// a kernel of its own, and transforms back. What it downloads is the lower tone alone.
//
//	go run ./examples/resident [software]
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/cmplx"
	"os"

	"wgfft"
	"wgfft/device"
	"wgfft/wgsl"
)

func main() {
	name := "auto"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(context.Background(), name); err != nil {
		log.Fatal(err)
	}
}

// lowpass keeps bins up to 100 of rows of 1024, of either sign.
var lowpass = wgsl.Module{
	Name: "lowpass", Entry: "lowpass", Workgroup: [3]int{64, 1, 1},
	Bindings: []wgsl.Binding{{Name: "spectrum", Access: wgsl.ReadWrite, Type: "array<vec2<f32>>"}},
	Text: `
@group(0) @binding(0) var<storage, read_write> spectrum: array<vec2<f32>>;

@compute @workgroup_size(64)
fn lowpass(@builtin(global_invocation_id) id: vec3<u32>) {
	let k = id.x % 1024u;
	if (min(k, 1024u - k) > 100u) {
		spectrum[id.x] = vec2<f32>(0.0, 0.0);
	}
}`,
}

func run(ctx context.Context, name string) error {
	choice, err := wgfft.ParseChoice(name)
	if err != nil {
		return err
	}
	c, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer c.Close()
	if c.Adapter().CPU {
		fmt.Println("There is no GPU here to keep data on. Slices are transformed all the same: see examples/planned.")
		return nil
	}

	const n, batch = 1024, 256
	p, err := c.PlanResident(ctx, wgfft.Problem{Shape: []int{n}, Batch: batch})
	if err != nil {
		return err
	}
	defer p.Close()
	data, err := c.NewBuffer(n * batch)
	if err != nil {
		return err
	}
	defer data.Close()
	dev, err := c.Device()
	if err != nil {
		return err
	}
	kernel, err := dev.NewPipeline(lowpass)
	if err != nil {
		return err
	}
	defer kernel.Close()
	bound, err := dev.NewBindings(kernel, device.Whole(data))
	if err != nil {
		return err
	}
	defer bound.Close()

	tone := func(cycles, j int) complex128 { return cmplx.Rect(1, 2*math.Pi*float64(cycles*j%n)/n) }
	x := make([]complex64, n*batch)
	for i := range x {
		x[i] = complex64(tone(5, i%n) + tone(300, i%n))
	}
	at := wgfft.Region{Buffer: data}
	if err := c.Upload(ctx, at, x); err != nil {
		return err
	}
	enc, err := dev.NewEncoder() // or AdoptEncoder, of an application's own
	if err != nil {
		return err
	}
	defer enc.Discard()
	if err := p.EncodeForward(enc, at, at); err != nil {
		return err
	}
	if err := enc.Dispatch(kernel, bound, n*batch/64, 1, 1); err != nil {
		return err
	}
	if err := p.EncodeInverse(enc, at, at); err != nil {
		return err
	}
	work, err := enc.Submit()
	if err != nil {
		return err
	}
	if err := work.Wait(ctx); err != nil {
		return err
	}
	if err := c.Download(ctx, x, at); err != nil {
		return err
	}
	worst := 0.0
	for i, y := range x {
		worst = max(worst, cmplx.Abs(complex128(y)-tone(5, i%n)))
	}
	fmt.Printf("%v on %v\nwithout the bins above 100: no point is off the lower tone by more than %.2g\n", p, c.Adapter(), worst)
	return nil
}
