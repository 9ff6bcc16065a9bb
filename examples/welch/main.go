// Command welch lists the loudest tones of a recording, from its power spectrum by Welch's method.
//
//	go run ./examples/welch [FILE.wav]
package main

import (
	"cmp"
	"context"
	"fmt"
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
	if err := run(context.Background(), name); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	sound, err := wav.Read(file)
	if err != nil {
		return err
	}
	c, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer c.Close()

	// Segments of a third of a second or so tell tones a few Hz apart, and this window a faint one beside a strong one.
	w, err := signals.NewWelch(c, signals.WelchConfig{
		Rate: float64(sound.Rate), Segment: c.NextFastLen(sound.Rate / 3), Window: signals.BlackmanHarris(), Scaling: signals.Spectrum,
	})
	if err != nil {
		return err
	}
	p, err := w.Power(ctx, sound.Mono())
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.2f s, the average of %d segments of %d samples, on %v\n", name, sound.Seconds(), p.Segments, w.Config().Segment, c.Adapter())
	for _, k := range loudest(p.Power, 10) {
		fmt.Printf("%8.1f Hz %7.1f dBFS\n", p.Freq[k], 10*math.Log10(2*p.Power[k])) // a sine of amplitude 1 has a power of 1/2
	}
	return nil
}

// loudest are the bins with the most power, at most so many, that are above all bins within a main lobe.
func loudest(power []float64, most int) []int {
	const lobe = 4
	var peaks []int
	for k, v := range power {
		if v > 0 && v == slices.Max(power[max(0, k-lobe):min(len(power), k+lobe+1)]) {
			peaks = append(peaks, k)
		}
	}
	slices.SortFunc(peaks, func(a, b int) int { return cmp.Compare(power[b], power[a]) })
	return peaks[:min(most, len(peaks))]
}
