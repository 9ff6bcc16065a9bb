package signals_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"math"
	"math/cmplx"

	"wgfft"
	"wgfft/nd"
	"wgfft/signals"
)

// tone returns a sine, sampled at 8000 Hz.
func tone(samples int, amplitude, hertz float64) []float32 {
	x := make([]float32, samples)
	for j := range x {
		x[j] = float32(amplitude * math.Sin(2*math.Pi*hertz*float64(j)/8000))
	}
	return x
}

// A hum is removed from a signal: transform the frames, clear the bins of the hum, transform back.
func Example() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	s, err := signals.NewSTFT(c, signals.STFTConfig{Frame: 512, Hop: 128})
	if err != nil {
		log.Fatal(err)
	}

	voice, hum := tone(8000, 0.5, 1000), tone(8000, 0.8, 62.5)
	x := make([]float32, 8000)
	for j := range x {
		x[j] = voice[j] + hum[j]
	}
	spectra, err := s.Forward(ctx, nil, x)
	if err != nil {
		log.Fatal(err)
	}
	for frame := range s.Frames(len(x)) {
		clear(spectra[frame*s.Bins()+2 : frame*s.Bins()+7]) // bin 4 is 62.5 Hz; a Hann main lobe has 4 bins
	}
	y, err := s.Inverse(ctx, nil, spectra, len(x))
	if err != nil {
		log.Fatal(err)
	}
	worst := 0.0
	for j := 512; j < 7488; j++ {
		worst = max(worst, math.Abs(float64(y[j]-voice[j])))
	}
	fmt.Println("the voice is restored:", worst < 1e-3)
	// Output:
	// the voice is restored: true
}

// A weak noise is removed on the GPU: the signal is uploaded, and the result is downloaded.
func ExampleArraySTFT() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	s, err := signals.NewArraySTFT(ctx, c, signals.STFTConfig{Frame: 512, Hop: 128})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	voice, hiss := tone(8000, 0.5, 1000), tone(8000, 0.01, 3000)
	x := make([]float32, 8000)
	for j := range x {
		x[j] = voice[j] + hiss[j]
	}
	q := nd.NewQueue(c)
	defer q.Close()
	spectra := s.Forward(q, nd.From(q, x, len(x)))
	isWeak := q.Less(q.Abs(spectra), nd.Scalar(5))
	y := s.Inverse(q, q.Where(isWeak, nd.Scalar(0), spectra), len(x))
	if x, err = nd.Download(ctx, q, x, y); err != nil {
		log.Fatal(err)
	}
	worst := 0.0
	for j := 512; j < 7488; j++ {
		worst = max(worst, math.Abs(float64(x[j]-voice[j])))
	}
	fmt.Println("the voice is restored:", worst < 1e-3)
	// Output:
	// the voice is restored: true
}

// The strongest frequency of each frame of a stream of 16-bit samples, as from a file or a
// microphone.
func ExampleSTFT_Stream() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	var pipe bytes.Buffer
	for _, v := range append(tone(2000, 0.5, 500), tone(2000, 0.5, 1500)...) {
		if err := binary.Write(&pipe, binary.LittleEndian, int16(v*32767)); err != nil {
			log.Fatal(err)
		}
	}
	s, err := signals.NewSTFT(c, signals.STFTConfig{Frame: 256, Hop: 800, Block: 2})
	if err != nil {
		log.Fatal(err)
	}
	for b, err := range s.Stream(ctx, signals.Int16s(&pipe)) {
		if err != nil {
			log.Fatal(err)
		}
		for i := range b.Frames {
			spectrum, best := b.Frame(i), 0
			for k, v := range spectrum {
				if cmplx.Abs(complex128(v)) > cmplx.Abs(complex128(spectrum[best])) {
					best = k
				}
			}
			middle := s.Begin(b.First+i) + 128
			fmt.Printf("%.1f s: %.0f Hz\n", float64(middle)/8000, s.Freq(8000)[best])
		}
	}
	// Output:
	// 0.0 s: 500 Hz
	// 0.1 s: 500 Hz
	// 0.2 s: 500 Hz
	// 0.3 s: 1500 Hz
	// 0.4 s: 1500 Hz
	// 0.5 s: 1500 Hz
}

// The power of a sine of amplitude 2 is 2^2/2.
func ExampleWelch_Power() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	w, err := signals.NewWelch(c, signals.WelchConfig{
		Rate: 8000, Segment: 400, Window: signals.FlatTop(), Scaling: signals.Spectrum,
	})
	if err != nil {
		log.Fatal(err)
	}
	p, err := w.Power(context.Background(), tone(8000, 2, 440))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f Hz: %.3f, the average of %d segments\n", p.Freq[22], p.Power[22], p.Segments)
	// Output:
	// 440 Hz: 2.000, the average of 39 segments
}

// Two microphones record the same tone; the second records it four samples later.
func ExampleWelch_Cross() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	w, err := signals.NewWelch(c, signals.WelchConfig{Rate: 8000, Scaling: signals.Spectrum})
	if err != nil {
		log.Fatal(err)
	}
	x := tone(8004, 1, 500)
	both, err := w.Cross(context.Background(), x[4:], x[:8000])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("at %.0f Hz: phase %.2f cycles, coherence %.2f\n",
		both.Freq[16], cmplx.Phase(both.XY[16])/(2*math.Pi), both.Coherence()[16])
	// Output:
	// at 500 Hz: phase -0.25 cycles, coherence 1.00
}

// Each channel is compared with a reference. Only the coherence is downloaded.
func ExampleArrayWelch_Cross() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	w, err := signals.NewArrayWelch(ctx, c, signals.WelchConfig{Rate: 8000})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()

	q := nd.NewQueue(c)
	defer q.Close()
	reference := nd.From(q, tone(8000, 1, 500), 1, 8000)
	noise := nd.Normal(nd.Float32, 1, 2, 8000)
	channels := q.Add(noise, q.Mul(reference, nd.From(q, []float32{1, 0}, 2, 1))) // the second one is noise alone
	coherence := w.Cross(q, reference, channels).Coherence(q)
	found, err := nd.Download[float32](ctx, q, nil, coherence.Slice(1, 16, 17, 1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("at %.0f Hz: %.1f and %.1f\n", w.Freq()[16], found[0], found[1])
	// Output:
	// at 500 Hz: 1.0 and 0.0
}

func ExampleWindow() {
	w, err := signals.Hann().Periodic(4)
	fmt.Printf("%.2f %v\n", w, err)
	w, err = signals.Hann().Symmetric(5)
	fmt.Printf("%.2f %v\n", w, err)
	_, err = signals.Tukey(2).Periodic(4)
	fmt.Println(err)
	// Output:
	// [0.00 0.50 1.00 0.50] <nil>
	// [0.00 0.50 1.00 0.50 0.00] <nil>
	// signals: window tukey:2: alpha must be in [0, 1]
}

// Hann windows of 4 samples add up to a constant with a hop of 2, and not with a hop of 4.
func ExampleCheckCOLA() {
	w, err := signals.Hann().Periodic(4)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(signals.CheckCOLA(w, 2))
	fmt.Println(errors.Is(signals.CheckCOLA(w, 4), signals.ErrCOLA))
	// Output:
	// <nil>
	// true
}
