package main

import (
	"errors"
	"fmt"
	"io"

	"wgfft/signals"
)

// bufferedAudio holds samples in memory. They can be read once. It keeps them in parts, because
// growing one slice copies it and needs more than twice the memory.
type bufferedAudio struct {
	parts   [][]float32 // not yet read
	samples int         // in total
}

// bufferedPart is the number of samples in a part.
const bufferedPart = 1 << 16

// bufferAudio reads samples of at most the given number of bytes. On an error it also returns the samples
// read so far.
func bufferAudio(audio signals.SampleReader, most int64) (*bufferedAudio, error) {
	h := &bufferedAudio{}
	for part := make([]float32, 0, bufferedPart); ; {
		n, err := audio.ReadSamples(part[len(part):cap(part)])
		part, h.samples = part[:len(part)+n], h.samples+n
		if err != nil || len(part) == cap(part) {
			h.parts, part = append(h.parts, part), make([]float32, 0, bufferedPart)
		}
		switch {
		case errors.Is(err, io.EOF):
			return h, nil
		case err != nil:
			return h, err
		case 4*int64(h.samples) > most:
			return h, fmt.Errorf("the audio from standard input exceeds the limit of %s of memory: "+
				"write it to a file, which is read in parts", size(most))
		}
	}
}

// ReadSamples implements signals.SampleReader.
func (h *bufferedAudio) ReadSamples(p []float32) (int, error) {
	for len(h.parts) > 0 && len(h.parts[0]) == 0 {
		h.parts = h.parts[1:]
	}
	if len(h.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(p, h.parts[0])
	h.parts[0] = h.parts[0][n:]
	return n, nil
}
