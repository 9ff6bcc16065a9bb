// Command welch lists the strongest tones of a WAV file, by default of synthetic birdsong, from its
// power spectrum by Welch's method.
//
//	go run ./examples/welch [FILE.wav]
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"

	"wgfft"
	"wgfft/signals"
	"wgfft/signals/wav"
)

func main() {
	name := "examples/data/dawn.wav"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(context.Background(), os.Stdout, name); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	recording, err := wav.Read(file)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer engine.Close()

	// Segments of about a third of a second resolve tones a few Hz apart. The window separates a weak
	// tone from a strong one.
	welch, err := signals.NewWelch(engine, signals.WelchConfig{
		Rate:    float64(recording.Rate),
		Segment: engine.NextFastLen(recording.Rate / 3),
		Window:  signals.BlackmanHarris(),
		Scaling: signals.Spectrum,
	})
	if err != nil {
		return err
	}
	psd, err := welch.Power(ctx, recording.Mono())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %.2f s, average of %d segments of %d samples, on %v\n",
		name, recording.Seconds(), psd.Segments, welch.Config().Segment, engine.Adapter())
	for _, k := range strongest(psd.Power, 10) {
		// A sine of amplitude 1 (0 dBFS) has the power 1/2.
		fmt.Fprintf(out, "%8.1f Hz %7.1f dBFS\n", psd.Freq[k], 10*math.Log10(2*psd.Power[k]))
	}
	return nil
}

// strongest returns the bins of the largest peaks, count at most. A peak is the maximum within the
// main lobe of the window.
func strongest(power []float64, count int) []int {
	const lobe = 4
	var peaks []int
	for k, v := range power {
		if v > 0 && v == slices.Max(power[max(0, k-lobe):min(len(power), k+lobe+1)]) {
			peaks = append(peaks, k)
		}
	}
	slices.SortFunc(peaks, func(a, b int) int { return cmp.Compare(power[b], power[a]) })
	return peaks[:min(count, len(peaks))]
}
