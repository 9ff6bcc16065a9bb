// Command gen writes examples/data/dawn.wav, eight seconds of a made-up dawn chorus at 22050 Hz:
// birds, a church bell far away, and a little wind.
//
//	go run ./examples/data/gen [-o FILE]
//
// Everything is a sum of gliding tones, so a spectrogram shows each part of the score as it was
// written: the whistles of a blackbird as curves with a faint octave, a chaffinch's chirps as falling
// strokes, a wren's trill as a comb, a great tit's two notes as a zigzag, a lark's vibrato as a wave,
// a cuckoo as two steps with harmonics, and the bell as lines that are no multiples of each other and
// die away the faster the higher they are.
//
// A note of pitch f(t) is a(t) sum_h c_h sin(h phi(t)) with phi(t) = 2 pi times the sum of f(t) / rate.
// Noise comes from a fixed seed, so the file is the same everywhere, up to the last bit where a
// processor fuses multiplication and addition.
//
// Reference for the bell's partials: N. H. Fletcher and T. D. Rossing 1998, "The Physics of Musical
// Instruments", chapter 21.
package main
