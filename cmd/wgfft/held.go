package main

import (
	"errors"
	"fmt"
	"io"

	"wgfft/signals"
)

// A heldSound is a sound in memory, which can be read once. It is kept in parts: a slice that grows is copied, and
// takes more than twice the memory.
type bufferedAudio struct {
	parts   [][]float32 // what is not read yet
	samples int         // of the whole sound
}

// heldPart is the number of samples of a part.
const bufferedPart = 1 << 16

// hold reads a sound of at most the given number of bytes. The samples before an error come with it.
func bufferAudio(sound signals.SampleReader, most int64) (*bufferedAudio, error) {
	h := &bufferedAudio{}
	for part := make([]float32, 0, bufferedPart); ; {
		n, err := sound.ReadSamples(part[len(part):cap(part)])
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
			return h, fmt.Errorf("the sound is longer than the %s of memory that it may take; "+
				"write it to a file, which is read part by part", size(most))
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
