package wav_test

import (
	"bytes"
	"fmt"
	"log"

	"wgfft/signals/wav"
)

// Two stereo frames are written as 16-bit PCM and read back.
func Example() {
	var file bytes.Buffer
	if err := wav.Write16(&file, 44100, 2, []float32{0.5, -0.5, 0.25, 1}); err != nil {
		log.Fatal(err)
	}
	audio, err := wav.Read(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d Hz, %d channels, %d frames\n", audio.Rate, audio.Channels, audio.Frames())
	fmt.Printf("%.2f %.2f\n", audio.Channel(0), audio.Mono())
	// Output:
	// 44100 Hz, 2 channels, 2 frames
	// [0.50 0.25] [0.00 0.62]
}

// A Reader reads a file in parts, in bounded memory.
func ExampleReader() {
	var file bytes.Buffer
	if err := wav.Write16(&file, 8000, 1, make([]float32, 1000)); err != nil {
		log.Fatal(err)
	}
	r, err := wav.NewReader(&file)
	if err != nil {
		log.Fatal(err)
	}
	part := make([]float32, 600)
	for {
		n, err := r.ReadFrames(part)
		fmt.Println(n, err)
		if err != nil {
			break
		}
	}
	// Output:
	// 600 <nil>
	// 400 <nil>
	// 0 EOF
}
