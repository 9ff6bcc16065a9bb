package wgfft_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"math/cmplx"
	"time"

	"wgfft"
)

// Two waves in 16 samples, and where they are found.
func Example() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} takes the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	x := make([]complex64, 16)
	for j := range x {
		t := 2 * math.Pi * float64(j) / 16
		x[j] = complex64(complex(math.Cos(2*t)+0.5*math.Cos(5*t), 0))
	}
	y, err := eng.FFT(context.Background(), nil, x)
	if err != nil {
		log.Fatal(err)
	}
	for k, v := range y[:9] {
		if a := cmplx.Abs(complex128(v)) / 8; a > 0.01 {
			fmt.Printf("frequency %d: amplitude %.2f\n", k, a)
		}
	}
	// Output:
	// frequency 2: amplitude 1.00
	// frequency 5: amplitude 0.50
}

// A filter: there, change, and back, in place.
func ExampleEngine_IFFT() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	ctx := context.Background()
	x := []complex64{3, 1, 3, 1, 3, 1, 3, 1}
	if _, err := eng.FFT(ctx, x, x); err != nil {
		log.Fatal(err)
	}
	x[4] = 0 // the fastest alternation
	if _, err := eng.IFFT(ctx, x, x); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", real(x[0]))
	fmt.Printf("%.1f\n", real(x[1]))
	// Output:
	// 2.0
	// 2.0
}

// Three rows, transformed on their own.
func ExampleWithRowLength() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	rows := []complex64{
		1, 1, 1, 1,
		1, 0, 0, 0,
		1, -1, 1, -1,
	}
	y, err := eng.FFT(context.Background(), nil, rows, wgfft.WithRowLength(4))
	if err != nil {
		log.Fatal(err)
	}
	for r := range 3 {
		fmt.Printf("%.0f\n", y[4*r:4*r+4])
	}
	// Output:
	// [(4+0i) (0+0i) (0+0i) (0+0i)]
	// [(1+0i) (1+0i) (1+0i) (1+0i)]
	// [(0+0i) (0+0i) (4+0i) (0+0i)]
}

// The norm selects the direction that has the factor 1/N.
func ExampleWithNorm() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	x := []complex64{1, 1, 1, 1}
	for _, norm := range []wgfft.Norm{wgfft.NormBackward, wgfft.NormOrtho, wgfft.NormForward} {
		y, err := eng.FFT(context.Background(), nil, x, wgfft.WithNorm(norm))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %.0f\n", norm, real(y[0]))
	}
	// Output:
	// backward: 4
	// ortho: 2
	// forward: 1
}

// A plan checks its length once, and prints its algorithm.
func ExampleEngine_Plan() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	p, err := eng.Plan(context.Background(), wgfft.Problem{Shape: []int{1024}, Batch: 64})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	fmt.Println(p)

	x := make([]complex64, 64*1024)
	x[0] = 1
	if err := p.Forward(context.Background(), x, x); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x[1023], x[1024])
	// Output:
	// (cpu 1024 batch 64)
	// (1+0i) (0+0i)
}

// Bad input is refused with errors to tell apart.
func ExampleLengthError() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	_, err = eng.FFT(context.Background(), nil, nil)
	fmt.Println(errors.Is(err, wgfft.ErrInvalidLength), err)
	_, err = eng.FFT(context.Background(), nil, make([]complex64, 10), wgfft.WithRowLength(4))
	fmt.Println(errors.Is(err, wgfft.ErrSliceLength), err)
	// Output:
	// true wgfft: length 0: a transform needs at least one point
	// true wgfft: src has 10 elements, want a multiple of 4 (rows of 4 elements)
}

// Data that stays on the GPU: uploaded once, transformed forward and inverse, fetched once.
func ExampleEngine_PlanResident() {
	eng, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	ctx := context.Background()
	p, err := eng.PlanResident(ctx, wgfft.Problem{Shape: []int{1024}, Batch: 64})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	data, err := eng.NewBuffer(64 * 1024)
	if err != nil {
		log.Fatal(err)
	}
	defer data.Close()
	x := make([]complex64, 64*1024)
	at := wgfft.Region{Buffer: data}
	if err := eng.Upload(ctx, at, x); err != nil {
		log.Fatal(err)
	}
	if err := p.Forward(ctx, at, at); err != nil {
		log.Fatal(err)
	}
	if err := p.Inverse(ctx, at, at); err != nil {
		log.Fatal(err)
	}
	if err := eng.Download(ctx, x, at); err != nil {
		log.Fatal(err)
	}
	// Output:
}

// Rows of bytes that lose their fastest wave and become lighter by one, where they lie on the GPU.
func ExampleEngine_PlanResidentFilter() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	f, err := eng.PlanResidentFilter(ctx, wgfft.Problem{
		Kind: wgfft.R2C, Shape: []int{8}, Batch: 2, In: wgfft.Layout{Samples: wgfft.Uint8},
	}, wgfft.RealGains)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	pixels, err := f.NewBuffer()
	if err != nil {
		log.Fatal(err)
	}
	defer pixels.Close()
	gains, err := f.NewGains()
	if err != nil {
		log.Fatal(err)
	}
	defer gains.Close()

	rows := []uint8{
		90, 110, 90, 110, 90, 110, 90, 110,
		10, 10, 10, 10, 200, 200, 200, 200,
	}
	at := wgfft.Region{Buffer: pixels}
	if err := wgfft.UploadSamples(ctx, eng, at, rows); err != nil {
		log.Fatal(err)
	}
	// Five bins of eight numbers, and 8 more at the first: 1 for each.
	if err := eng.UploadReal(ctx, wgfft.Region{Buffer: gains}, []float32{1, 1, 1, 1, 0, 8}); err != nil {
		log.Fatal(err)
	}
	if err := f.Run(ctx, at, at, wgfft.Region{Buffer: gains}); err != nil {
		log.Fatal(err)
	}
	if err := wgfft.DownloadSamples(ctx, eng, rows, at); err != nil {
		log.Fatal(err)
	}
	// 100 was the mean of the wave; the other row has none of it
	if rows[0] != 101 || rows[1] != 101 || rows[8] != 11 || rows[15] != 201 {
		fmt.Println(rows)
	}
	// Output:
}

// An image transformed along both axes, and the frequency 0 moved to its middle.
func ExampleEngine_FFT2() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	shape := []int{3, 4}
	image := []complex64{
		2, 0, 2, 0,
		2, 0, 2, 0,
		2, 0, 2, 0,
	}
	y, err := eng.FFT2(context.Background(), nil, image, shape)
	if err != nil {
		log.Fatal(err)
	}
	if y, err = wgfft.FFTShift(y, shape); err != nil {
		log.Fatal(err)
	}
	fmt.Println(wgfft.FFTShift(wgfft.FFTFreq(4, 1), nil))
	for r := range 3 {
		fmt.Printf("%.0f\n", y[4*r:4*r+4])
	}
	// Output:
	// [-0.5 -0.25 0 0.25] <nil>
	// [(0+0i) (0+0i) (0+0i) (0+0i)]
	// [(12+0i) (0+0i) (12+0i) (0+0i)]
	// [(0+0i) (0+0i) (0+0i) (0+0i)]
}

// Some axes of an array of three.
func ExampleWithAxes() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	x := []complex64{
		1, 2, 3,
		1, 2, 3,
	}
	y, err := eng.FFTN(context.Background(), nil, x, []int{2, 1, 3}, wgfft.WithAxes(0, 1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f\n", y)
	// Output:
	// [(2+0i) (4+0i) (6+0i) (0+0i) (0+0i) (0+0i)]
}

// The frequencies of five samples, a tenth of a second apart.
func ExampleFFTFreq() {
	fmt.Println(wgfft.FFTFreq(5, 0.1))
	fmt.Println(wgfft.RFFTFreq(5, 0.1))
	// Output:
	// [0 2 4 -4 -2]
	// [0 2 4]
}

// A length with a large prime factor, filled up with zeros.
func ExampleEngine_NextFastLen() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	x := make([]complex64, 1009)
	padded := make([]complex64, eng.NextFastLen(len(x)))
	copy(padded, x)
	fmt.Println(len(padded))
	// Output:
	// 1024
}

// Every third sample of interleaved channels, padded with zeros to a length that is cheap, where they lie.
func ExampleLayout() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer eng.Close()
	p, err := eng.Plan(
		ctx, wgfft.Problem{Shape: []int{8}, In: wgfft.Layout{Strides: []int{3}, Have: []int{6}, Offset: 1}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	channels := make([]complex64, 3*6-1) // from the first sample of the first channel to the last of the second
	for i := 1; i < len(channels); i += 3 {
		channels[i] = 1
	}
	spectrum := make([]complex64, 8)
	if err := p.Forward(ctx, spectrum, channels); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(spectrum[0])
	// Output: (6+0i)
}

// A cosine transform along the rows and a sine transform along the columns: each axis has a kind.
func ExampleWithKinds() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	x := []float32{1, 2, 3, 4}
	kinds := wgfft.WithKinds(wgfft.DST2, wgfft.DCT2)
	y, err := eng.DCTN(ctx, nil, x, []int{2, 2}, 0, kinds)
	if err != nil {
		log.Fatal(err)
	}
	back, err := eng.IDCTN(ctx, nil, y, []int{2, 2}, 0, kinds)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", back)
	// Output: [1.0 2.0 3.0 4.0]
}

// A program reads the device from its command line.
func ExampleParseChoice() {
	for _, text := range []string{"", "cpu", "0", "RTX"} {
		choice, err := wgfft.ParseChoice(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(choice.Kind, choice)
	}
	// Output:
	// auto auto
	// cpu cpu
	// by index 0
	// by name RTX
}

// A field that a call does not use is an error, which names the field and the way out.
func ExampleProblem() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	_, err = eng.Plan(context.Background(), wgfft.Problem{Shape: []int{1024}, InPlace: true})
	fmt.Println(err)
	// Output: wgfft: Plan does not use Problem.InPlace: leave it out, or pass the same slice as dst and src
}

// An application may tune the problems it knows, and keep the result for the next start.
func ExampleEngine_Tune() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{Wisdom: wgfft.WisdomSource{Kind: wgfft.WisdomCached}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	problem := wgfft.Problem{Shape: []int{1000}, Batch: 4096}
	results, err := eng.Tune(ctx, wgfft.TuneOptions{Budget: 10 * time.Second}, problem)
	if errors.Is(err, wgfft.ErrNoAdapter) {
		return // the CPU has nothing to tune
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Problem, r.Time, "instead of", r.UntunedTime, r.Plan)
	}
}

// Warm compiles all kernels of a plan, so that no first call waits for them.
func ExamplePlan_Warm() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	p, err := eng.Plan(ctx, wgfft.Problem{Shape: []int{512}})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	if err := p.Warm(ctx); err != nil {
		log.Fatal(err)
	}
	x := make([]complex64, 512)
	x[0] = 1
	fmt.Println(p.Forward(ctx, x, x), x[511])
	// Output: <nil> (1+0i)
}

// A server that computes transforms in a child process. If a driver ends the child, the server
// makes the call again in a new child.
func ExampleOpenWorker() {
	wgfft.RunWorker() // main begins with it
	eng, err := wgfft.OpenWorker(wgfft.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	samples := make([]float32, 1024)
	bins, err := eng.RFFT(ctx, nil, samples)
	if errors.Is(err, wgfft.ErrDeviceLost) {
		bins, err = eng.RFFT(ctx, nil, samples)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(bins))
}
